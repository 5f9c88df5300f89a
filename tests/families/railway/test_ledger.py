"""Cards, tickets, trains and points balance in every match, by its record alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from ludwright.errors import GameFault
from ludwright.families.railway.conformance import seats_for, variant
from ludwright.families.railway.ledger import Draws, Ledger
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.reference import reference
from ludwright.play.outcome import Reason
from ludwright.play.playtest import playtest
from ludwright.play.record import Record

SIX_SIGMA = 6.0


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_matches_balance_and_cards_come_as_often_as_there_are(name: str, seats: int) -> None:
    game, draws = open_game(name), Draws()
    played = playtest(game, ["uniform"] * seats, 60, seed=3, seats=seats)
    for record in played:
        Ledger(reference(game, seats).rules, draws).follow(record)
    assert draws.count > 6000
    assert max(map(abs, draws.deviations())) < SIX_SIGMA


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_matches_balance_whatever_the_rules_and_the_board(first: int) -> None:
    ends = set()
    for number in range(first, first + 10):
        game = variant(number, seed=12)
        seats = seats_for(game, Random(number))
        for record in playtest(game, ["uniform"] * seats, 3, seed=number, seats=seats):
            Ledger(reference(game, seats).rules).follow(record)
            ends.add(record.outcome.reason)
    assert Reason.RULE in ends
    assert Reason.NO_MOVES in ends


def test_every_ticket_is_drawn_first_as_often() -> None:
    played = playtest(open_game("north-america"), ["uniform"] * 2, 900, seed=4)
    first = np.zeros(30)
    for record in played:
        moves = map(RailwayMove.unpacked, record.moves[8:40].tolist())
        first[next(move.a for move in moves if move.kind == Kind.OFFER)] += 1
    # 29 degrees of freedom; one in ten thousand is beyond this.
    assert float(((first - 30) ** 2 / 30).sum()) < 66


def one_match() -> Record:
    return playtest(open_game("north-america"), ["uniform"] * 2, 1, seed=5)[0]


def tampered(record: Record, kind: Kind, change: Any, which: int = 5) -> Record:
    """The record with one of its plies of a kind changed."""
    moves = record.moves.copy()
    of_kind = [at for at, row in enumerate(moves) if RailwayMove.unpacked(row).kind == kind]
    at = of_kind[which]
    moves[at] = change(RailwayMove.unpacked(moves[at])).packed()
    return replace(record, columns={**record.columns, "moves": moves})


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (Kind.BUILD, lambda move: move._replace(a=(move.a + 1) % 100)),
        (Kind.BUILD, lambda move: move._replace(c=move.c + 9)),
        (Kind.OFFER, lambda move: move._replace(a=(move.a + 1) % 30)),
        (Kind.KEEP, lambda move: move._replace(b=move.b + 1)),
        (Kind.TURN_UP, lambda move: move._replace(a=(move.a + 1) % 8)),
        (Kind.CARD, lambda move: move._replace(a=(move.a + 1) % 8)),
        (Kind.TAKE, lambda move: move._replace(a=(move.a + 1) % 8)),
    ],
)
def test_a_record_that_does_not_balance_is_found(kind: Kind, change: Any) -> None:
    rules = reference(open_game("north-america"), 2).rules
    record = one_match()
    Ledger(rules).follow(record)
    found = 0
    # One changed card may still balance, so several are tried.
    for which in range(5):
        try:
            Ledger(rules).follow(tampered(record, kind, change, which))
        except GameFault:
            found += 1
    assert found >= 3


def test_points_and_scores_that_do_not_balance_are_found() -> None:
    rules = reference(open_game("north-america"), 2).rules
    record = one_match()
    points = record.outcome.points
    assert points is not None
    more = replace(record.outcome, points=(points[0] + 1, points[1]))
    with pytest.raises(GameFault, match="'points'"):
        Ledger(rules).follow(replace(record, outcome=more))
    other = replace(record.outcome, scores=record.outcome.scores[::-1])
    with pytest.raises(GameFault, match="'scores'"):
        Ledger(rules).follow(replace(record, outcome=other))


def test_loaded_draws_are_found() -> None:
    """A pile of two kinds from which one is always drawn is far from what is expected."""
    draws = Draws()
    for _ in range(100):
        draws.note([1, 1, 0, 0, 0, 0, 0, 0, 0], 0)
    assert np.allclose(draws.deviations()[:2], [10, -10])
