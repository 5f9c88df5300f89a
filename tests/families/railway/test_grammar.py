"""Boards from genomes by the published grammar."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.families.railway.grammar import (
    HEIGHT,
    MARGIN,
    WIDTH,
    aimed,
    published_board,
    published_grammar,
    random_tickets,
)
from ludwright.families.railway.network import GRAY, Link, Network
from ludwright.families.railway.vocabulary import MOST_CITIES, MOST_TRACKS
from ludwright.synthesis.grammar import AtEnd, random_genome, read_grammar


def test_the_grammar_has_the_symbols_of_the_paper() -> None:
    grammar = published_grammar()
    assert len(grammar.rules["newDest"]) == 6
    assert len(grammar.rules["trackColor"]) == 9
    assert read_grammar(str(grammar)) == grammar


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_a_random_genome_makes_a_board_within_its_borders_and_limits(seed: int) -> None:
    genome = random_genome(1200, random.Random(seed))
    board, found = published_board(genome)
    assert found.is_complete
    assert 2 <= len(board.places) <= MOST_CITIES
    assert board.track_count <= MOST_TRACKS
    assert all(MARGIN <= x <= WIDTH - MARGIN for x, _ in board.places)
    assert all(MARGIN <= y <= HEIGHT - MARGIN for _, y in board.places)
    assert min(board.degrees) >= 1
    assert len({one[:2] for one in board.links}) == len(board.links)
    assert all(one.points == board.paths[one.one][one.other] for one in board.tickets)
    assert published_board(genome)[0] == board


def test_the_trace_of_a_board_tells_every_choice() -> None:
    genome = random_genome(1200, random.Random(2))
    _, found = published_board(genome, is_traced=True)
    lines = found.trace.split("\n")
    assert len(lines) == found.used
    assert lines[0].strip().startswith("<x> -> 0.")
    assert any("<trackColor> -> GRAY" in line for line in lines)


def test_a_genome_that_ends_stops_the_growth_if_asked() -> None:
    genome = random_genome(40, random.Random(3))
    stopped, found = published_board(genome, AtEnd.STOP)
    assert not found.is_complete
    assert found.used == 40
    assert len(stopped.places) < len(published_board(genome)[0].places)


def test_angles_that_would_leave_the_board_are_stretched_over_those_that_do_not() -> None:
    corner = (MARGIN, MARGIN)
    for theta in (0.0, 1.5, 3.0, 4.5, 6.28):
        end = aimed(corner, theta, 100.0)
        assert end is not None
        assert end[0] >= MARGIN
        assert end[1] >= MARGIN
    assert aimed((500, 320), 0.0, 2000.0) is None


def test_tickets_of_a_small_board_are_all_pairs_that_are_connected() -> None:
    apart = Network(((0, 0), (1, 1), (2, 2)), (Link(0, 1, 3, (GRAY,)),))
    assert random_tickets(apart, random.Random(0)) == ((0, 1, 3),)
