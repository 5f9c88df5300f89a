"""The core's longest path is that of an independent search, which tries all ways."""

from __future__ import annotations

from random import Random

import pytest

from ludwright._core import railway as core
from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.lower import Track, tracks_of
from ludwright.families.railway.reference import longest_path
from tests.families.railway.test_reference import by_growing_trails


def native(tracks: list[Track]) -> int:
    found: int = core.longest_trail([(one.one, one.other, one.length) for one in tracks])
    return found


def random_tracks(rng: Random, cities: int, count: int) -> list[Track]:
    pairs = [(one, other) for other in range(cities) for one in range(other)]
    chosen = rng.sample(pairs, min(count, len(pairs)))
    return [
        Track(one, other, route, rng.randint(1, 6), 0) for route, (one, other) in enumerate(chosen)
    ]


@pytest.mark.parametrize("seed", range(8))
def test_random_networks(seed: int) -> None:
    rng = Random(seed)
    for _ in range(150):
        cities = rng.randint(2, 14)
        tracks = random_tracks(rng, cities, rng.randint(0, 13))
        assert native(tracks) == longest_path(frozenset(tracks))


@pytest.mark.parametrize("seed", range(4))
def test_crowded_networks(seed: int) -> None:
    """Many circles among few cities, where the core looks for the longest in another way."""
    rng = Random(seed)
    for _ in range(8):
        tracks = random_tracks(rng, rng.randint(6, 9), rng.randint(13, 15))
        assert native(tracks) == longest_path(frozenset(tracks))


def test_two_ways_of_trying_everything_agree() -> None:
    rng = Random(9)
    for _ in range(60):
        tracks = random_tracks(rng, rng.randint(3, 7), rng.randint(3, 8))
        assert native(tracks) == by_growing_trails(tracks)


@pytest.mark.parametrize("seed", range(4))
def test_networks_of_the_real_board(seed: int) -> None:
    """As many tracks as forty-five trains allow, grown from one city as players do."""
    rng = Random(seed)
    board = tracks_of(packaged_board("north-america"))
    for _ in range(40):
        trains, cities, own = 45, {rng.randrange(36)}, list[Track]()
        while True:
            near = [
                one
                for one in board
                if one.length <= trains
                and cities.intersection(one[:2])
                and all(one.route != other.route for other in own)
            ]
            if not near:
                break
            track = rng.choice(near)
            own.append(track)
            cities.update(track[:2])
            trains -= track.length
        assert native(own) == longest_path(frozenset(own))


def test_parallel_tracks_and_separate_parts() -> None:
    assert core.longest_trail([]) == 0
    assert core.longest_trail([(0, 1, 3), (0, 1, 4)]) == 7
    assert core.longest_trail([(0, 1, 3), (2, 3, 2), (3, 4, 2)]) == 4
    assert (
        core.longest_trail([(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 5), (3, 4, 1), (3, 5, 2)]) == 10
    )
