"""The native core and the plain reference agree in every position: a slice of the full proof.

`python -m benchmarks.prove_conquest` runs the whole.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ludwright.families.comparing import report
from ludwright.families.conquest.conformance import (
    compare_positions,
    compare_random,
    compare_records,
    seats_for,
    variant,
)
from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.reference import reference
from ludwright.families.conquest.rules import load_rules
from ludwright.language.check import check
from ludwright.language.game import read_game
from ludwright.language.seats import seats_of
from ludwright.play.playtest import playtest
from ludwright.testing import conformance as general

TABLES = [
    (name, seats)
    for name in game_names()
    for seats in range(seats_of(open_game(name))[0], seats_of(open_game(name))[1] + 1)
]
"""Every packaged game with every number of seats."""
VARIANTS = 60
PLAYERS = ("rossato", "angry", "cluster", "killbot")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_both_engines_agree_on_random_matches(name: str, seats: int) -> None:
    game = open_game(name)
    found = compare_random(game, seed=seats, plies=220, seats=seats)
    assert found.disagreement is None, report(found.disagreement, game)
    assert found.plies == 220 or found.is_over


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_both_engines_agree_on_recorded_matches(name: str, seats: int) -> None:
    players = [PLAYERS[(seat + len(name)) % len(PLAYERS)] for seat in range(seats)]
    played = playtest(open_game(name), players, 1, seed=11, seats=seats, max_plies=350)
    (found,) = compare_records(played)
    assert found.disagreement is None, report(found.disagreement, played.game)
    assert found.plies == len(played[0].moves)


@pytest.mark.parametrize("first", range(0, VARIANTS, 10))
def test_both_engines_agree_on_random_rules_and_maps(first: int) -> None:
    for number in range(first, first + 10):
        game = variant(number, seed=2026)
        found = compare_random(game, number, plies=120, seats=seats_for(game, Random(number)))
        assert found.disagreement is None, report(found.disagreement, game)


def test_variants_are_sound_and_all_different() -> None:
    games = [variant(number, seed=7) for number in range(40)]
    assert len({game.digest for game in games}) == 40
    assert all(check(game) == [] and read_game(game.text) == game for game in games)
    assert variant(3, seed=7) == games[3]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_comparison_of_all_games_agrees_too(seats: int) -> None:
    found = general.compare_random(open_game("risk-official"), 5, plies=150, seats=seats)
    assert found.disagreement is None


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("armies", lambda position: position.with_armies((3, 1))),
        ("owners", lambda position: position.with_owner(3, 1 - position.owners[3])),
        ("hands", lambda position: replace(position, hands=(frozenset({1}), frozenset()))),
        ("turns", lambda position: replace(position, turns=position.turns + 1)),
        ("pool", lambda position: replace(position, pool=position.pool + 1)),
        ("mover", lambda position: replace(position, mover=1 - position.mover)),
        ("has_conquered", lambda position: replace(position, has_conquered=True)),
        ("round", lambda position: replace(position, round=9)),
    ],
)
def test_a_difference_is_found(what: str, change: Any) -> None:
    game, rng = open_game("rossato-artificial-3-10t"), Random(1)
    plain, native = reference(game), load_rules(game).start()
    for _ in range(10):
        move = rng.choice(plain.moves())
        plain, native = plain.after(move), native.after(move)
    assert compare_positions(plain, native) is None
    found = compare_positions(change(plain), native)
    assert found is not None
    assert found[0] == what
