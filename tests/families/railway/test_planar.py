"""Boards that are neat by construction."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.geometry import look_of
from ludwright.families.railway.network import CARDS, Network
from ludwright.families.railway.planar import SPACING, Likeness, Plan, distance, planar_board
from ludwright.synthesis.grammar import random_genome

LIKENESS = Likeness.of(Network.of(packaged_board("north-america")))


@pytest.fixture(scope="module", params=range(6))
def board(request: pytest.FixtureRequest) -> Network:
    genome = random_genome(1200, random.Random(int(request.param)))
    return planar_board(genome, LIKENESS)[0]


def test_no_routes_cross_and_no_city_is_covered(board: Network) -> None:
    look = look_of(board)
    assert (look.crossings, look.covered) == (0, 0.0)


def test_cities_routes_and_lengths_are_those_of_the_reference(board: Network) -> None:
    assert len(board.places) == 36
    assert 70 <= len(board.links) <= 78
    assert board.is_connected
    for one in board.links:
        span = distance(board.places[one.one], board.places[one.other])
        assert one.length == round(span / LIKENESS.space)
    pairs = [(a, b) for at, a in enumerate(board.places) for b in board.places[:at]]
    assert min(distance(a, b) for a, b in pairs) >= SPACING


def test_colours_have_equal_shares_and_doubles_two_colours(board: Network) -> None:
    spaces = Counter[int]()
    for one in board.links:
        for colour in one.colours:
            spaces[colour] += one.length
    shares = [spaces[colour] for colour in range(CARDS)]
    assert max(shares) - min(shares) <= 3
    assert all(
        len(set(one.colours)) == 2 or one.colours == (8, 8)
        for one in board.links
        if len(one.colours) == 2
    )
    doubles = sum(len(one.colours) == 2 for one in board.links)
    assert 20 <= doubles <= 24


def test_tickets_are_of_the_length_of_the_references_and_use_all_parts_of_the_board(
    board: Network,
) -> None:
    assert len(board.tickets) == 30
    assert len({one[:2] for one in board.tickets}) == 30
    assert all(one.points == board.paths[one.one][one.other] for one in board.tickets)
    mean = sum(one.points for one in board.tickets) / 30
    assert mean == pytest.approx(sum(LIKENESS.tickets) / 30, abs=1.0)
    uses = Counter(city for one in board.tickets for city in one[:2])
    assert len(uses) >= 25


def test_the_same_genome_makes_the_same_board() -> None:
    genome = random_genome(1200, random.Random(9))
    assert planar_board(genome, LIKENESS)[0] == planar_board(genome, LIKENESS)[0]


def test_a_plan_made_again_from_a_board_has_the_same_routes(board: Network) -> None:
    plan = Plan.again(board, LIKENESS, random.Random(0))
    assert [one[:3] for one in plan.network().links] == [one[:3] for one in board.links]
    one, other = next(iter(plan.lengths))
    plan.part(one, other)
    assert (one, other) not in plan.lengths
    assert plan.can_join(one, other)
