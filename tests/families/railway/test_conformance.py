"""The native core and the plain reference agree in every position: a slice of the full proof.

`python -m benchmarks.prove_railway` runs the whole.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ludwright.families.comparing import report
from ludwright.families.railway.conformance import (
    compare_positions,
    compare_random,
    compare_records,
    seats_for,
    variant,
)
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.reference import NO_CARDS, Turn, reference
from ludwright.families.railway.rules import load_rules
from ludwright.language.check import check
from ludwright.language.game import read_game
from ludwright.play.playtest import playtest
from ludwright.testing import conformance as general

TABLES = [(name, seats) for name in game_names() for seats in (2, 3, 4, 5)]
VARIANTS = 40
PLIES = 5000
"""More than a match has."""


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_both_engines_agree_on_random_matches(name: str, seats: int) -> None:
    game = open_game(name)
    found = compare_random(game, seed=seats, plies=PLIES, seats=seats)
    assert found.disagreement is None, report(found.disagreement, game)
    assert found.is_over


@pytest.mark.parametrize("seats", [2, 4])
def test_both_engines_agree_on_recorded_matches(seats: int) -> None:
    players = ["ismcts:playouts=8", "uniform"] * (seats // 2)
    played = playtest(open_game("north-america"), players, 1, seed=11, seats=seats)
    (found,) = compare_records(played)
    assert found.disagreement is None, report(found.disagreement, played.game)
    assert found.plies == len(played[0].moves)
    assert found.is_over


@pytest.mark.parametrize("first", range(0, VARIANTS, 10))
def test_both_engines_agree_on_random_rules_and_boards(first: int) -> None:
    for number in range(first, first + 10):
        game = variant(number, seed=2026)
        found = compare_random(game, number, plies=200, seats=seats_for(game, Random(number)))
        assert found.disagreement is None, report(found.disagreement, game)


def test_variants_are_sound_and_all_different() -> None:
    games = [variant(number, seed=7) for number in range(40)]
    assert len({game.digest for game in games}) == 40
    assert all(check(game) == [] and read_game(game.text) == game for game in games)
    assert variant(3, seed=7) == games[3]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_comparison_of_all_games_agrees_too(seats: int) -> None:
    found = general.compare_random(open_game("north-america"), 5, plies=150, seats=seats)
    assert found.disagreement is None


def moved(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The same number of cards, of other kinds."""
    return (*cards[1:], cards[0])


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("pile", lambda one: replace(one, pile=moved(one.pile))),
        ("market", lambda one: replace(one, market=moved(one.market))),
        ("discards", lambda one: replace(one, discards=moved(one.discards))),
        ("hands", lambda one: replace(one, hands=one.hands[::-1])),
        ("known", lambda one: replace(one, known=(NO_CARDS,) * 2)),
        ("trains", lambda one: replace(one, trains=(44, 44))),
        ("owners", lambda one: replace(one, owners=one.owners[::-1])),
        ("route_points", lambda one: replace(one, route_points=(3, 1))),
        ("tickets", lambda one: replace(one, tickets=one.tickets[::-1])),
        ("unseen", lambda one: replace(one, unseen=one.unseen - {min(one.unseen)})),
        ("returned", lambda one: replace(one, returned=one.returned[::-1])),
        ("mover", lambda one: replace(one, mover=1 - one.mover)),
        ("turns", lambda one: replace(one, turns=one.turns + 1)),
        ("redraws", lambda one: replace(one, redraws=2)),
        ("passes", lambda one: replace(one, passes=1)),
        ("last_turns", lambda one: replace(one, last_turns=2)),
        ("measures", lambda one: replace(one, latest=(Turn.PASS, 0))),
    ],
)
def test_a_difference_is_found(what: str, change: Any) -> None:
    game, rng = open_game("north-america"), Random(1)
    plain, native = reference(game), load_rules(game).start()
    while plain.turns < 40 or not plain.turn_completed():
        move = rng.choices(plain.moves(), plain.weights() or None)[0]
        plain, native = plain.after(move), native.after(move)
    assert compare_positions(plain, native) is None
    found = compare_positions(change(plain), native)
    assert found is not None
    assert found[0] == what
