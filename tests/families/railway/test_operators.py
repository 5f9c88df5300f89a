"""Changes of planar boards."""

from __future__ import annotations

import random

import pytest

from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.geometry import look_of
from ludwright.families.railway.network import Network
from ludwright.families.railway.operators import (
    CHANGES,
    Operator,
    crossed,
    doubled,
    lengthened,
    resized,
    stretched,
)
from ludwright.families.railway.planar import Likeness, planar_board
from ludwright.synthesis.grammar import random_genome

LIKENESS = Likeness.of(Network.of(packaged_board("north-america")))
FIRST, SECOND = (
    planar_board(random_genome(1200, random.Random(seed)), LIKENESS)[0] for seed in (1, 2)
)


def require_neat(network: Network) -> None:
    look = look_of(network)
    assert (look.crossings, look.covered) == (0, 0.0)
    assert network.is_connected
    assert all(one.points == network.paths[one.one][one.other] for one in network.tickets)


@pytest.mark.parametrize("change", CHANGES)
def test_changes_keep_a_board_neat_and_its_size(change: Operator) -> None:
    rng, network = random.Random(3), FIRST
    for _ in range(8):
        network = change(network, LIKENESS, rng)
    require_neat(network)
    assert network != FIRST
    assert len(network.places) == len(FIRST.places)
    assert len(network.tickets) == 30
    assert 68 <= len(network.links) <= 80


@pytest.mark.parametrize("by", [-2, 1, 3])
def test_a_board_gains_and_loses_cities(by: int) -> None:
    found = resized(FIRST, LIKENESS, random.Random(4), by)
    require_neat(found)
    assert len(found.places) == len(FIRST.places) + by


def test_a_child_has_cities_of_both_parents() -> None:
    children = [crossed(FIRST, SECOND, LIKENESS, random.Random(seed)) for seed in range(6)]
    made = [one for one in children if one is not None]
    assert made
    for one in made:
        require_neat(one)
        assert set(one.places) & set(FIRST.places)
        assert set(one.places) & set(SECOND.places)


def test_routes_are_stretched_and_tickets_follow() -> None:
    longer = stretched(FIRST, random.Random(5), 1, 6)
    require_neat(longer)
    assert sum(one.length for one in longer.links) == sum(one.length for one in FIRST.links) + 6
    assert stretched(FIRST, random.Random(5), -1, 3).spaces < FIRST.spaces


def test_tickets_get_longer_or_shorter_by_a_share() -> None:
    points = sum(one.points for one in FIRST.tickets)
    longer = sum(one.points for one in lengthened(FIRST, random.Random(6), 0.2).tickets)
    shorter = sum(one.points for one in lengthened(FIRST, random.Random(6), -0.2).tickets)
    assert shorter < points < longer


def test_routes_become_double_and_single() -> None:
    assert doubled(FIRST, random.Random(7), 4).track_count == FIRST.track_count + 4
    assert doubled(FIRST, random.Random(7), -4).track_count == FIRST.track_count - 4
