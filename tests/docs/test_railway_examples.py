"""Every example of a ludeme of railway games is part of a sound game that both engines play."""

from __future__ import annotations

from random import Random

import pytest

from ludwright.families.railway.conformance import compare_positions
from ludwright.families.railway.vocabulary import Railway
from ludwright.language.check import check
from ludwright.language.ludeme import Ludeme, walk
from tools.phase_examples import section
from tools.railway_examples import FRAMES, example_of

PLIES = 12
"""Plies that both engines play at random."""

every_ludeme = pytest.mark.parametrize(
    "ludeme", Railway.vocabulary.ludemes, ids=lambda ludeme: ludeme.__name__
)


@every_ludeme
def test_the_game_makes_sense_and_speaks_of_the_ludeme(ludeme: type[Ludeme]) -> None:
    game = example_of(ludeme).game
    assert check(game) == []
    assert any(isinstance(term, ludeme) for term in walk(game.root))


@every_ludeme
def test_both_engines_agree_on_the_example(ludeme: type[Ludeme]) -> None:
    plain, native = example_of(ludeme).positions()
    rng = Random(ludeme.__name__)
    for _ in range(PLIES):
        assert compare_positions(plain, native) is None
        if not plain.moves():
            break
        move = rng.choice(plain.moves())
        plain, native = plain.after(move), native.after(move)


@every_ludeme
def test_there_is_something_to_see(ludeme: type[Ludeme]) -> None:
    example = example_of(ludeme)
    plain, _ = example.positions()
    assert plain.phase is FRAMES[ludeme.__name__].phase
    text = section(example)
    assert (" decides between " in text) == (plain.outcome() is None)
    assert "In a game" in text
