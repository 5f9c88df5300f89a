"""The longest path in the core agrees with a search that tries everything."""

from __future__ import annotations

import random
from functools import cache

import pytest

from ludwright._core import railway as core

Edge = tuple[int, int, int]


def _longest(edges: list[Edge]) -> int:
    """Every place, every order: all trails."""

    @cache
    def onwards(place: int, used: int) -> int:
        return max(
            (
                length + onwards(other if place == one else one, used | 1 << at)
                for at, (one, other, length) in enumerate(edges)
                if place in (one, other) and not used >> at & 1
            ),
            default=0,
        )

    return max(
        (onwards(place, 0) for place in {end for edge in edges for end in edge[:2]}), default=0
    )


def _network(chance: random.Random, places: int, edges: int) -> list[Edge]:
    ends = (chance.sample(range(places), 2) for _ in range(edges))
    return [(one, other, chance.randint(1, 6)) for one, other in ends]


@pytest.mark.parametrize("places", [3, 5, 8, 14])
def test_the_longest_trail_of_small_networks_is_exact(places: int) -> None:
    chance = random.Random(places)
    for _ in range(100):
        edges = _network(chance, places, chance.randint(0, 10))
        assert core.longest_trail(edges) == _longest(edges), edges


def _trail_of(chance: random.Random, edges: list[Edge], steps: int) -> int:
    """The best of some walks at random: a bound from below."""
    best = 0
    for _ in range(steps):
        left, place, length = list(edges), chance.choice(edges)[0], 0
        while ways := [edge for edge in left if place in edge[:2]]:
            way = chance.choice(ways)
            left.remove(way)
            place = way[1] if place == way[0] else way[0]
            length += way[2]
        best = max(best, length)
    return best


def test_tangled_networks_are_searched_to_the_end() -> None:
    chance = random.Random(1)
    for _ in range(10):
        edges = _network(chance, 9, 30)
        odd = sum(sum(place in edge[:2] for edge in edges) % 2 for place in range(9))
        found = core.longest_trail(edges)
        assert _trail_of(chance, edges, 200) <= found <= sum(edge[2] for edge in edges)
        if odd <= 2:  # then there is a trail over all edges, and they are connected
            assert found == sum(edge[2] for edge in edges)


def test_a_complete_network_of_even_degrees_is_a_single_trail() -> None:
    edges = [(one, other, 1) for one in range(15) for other in range(one)]
    assert core.longest_trail(edges) == len(edges)


def test_the_numbers_of_places_stay_in_their_range() -> None:
    assert core.longest_trail([]) == 0
    assert core.longest_trail([(0, 79, 6)]) == 6
    with pytest.raises(ValueError, match="place"):
        core.longest_trail([(0, 80, 1)])
    with pytest.raises(ValueError, match="edges"):
        core.longest_trail([(0, 1, 1)] * 241)
