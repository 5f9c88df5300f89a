"""Every ludeme's example is part of a sound game, and both engines play it alike."""

from __future__ import annotations

from random import Random

import pytest

from ludwright.families.combinatorial.reference import ReferencePosition
from ludwright.families.combinatorial.rules import NativePosition
from ludwright.families.combinatorial.vocabulary import Combinatorial, EndCondition
from ludwright.language.check import check
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme, walk
from ludwright.play.outcome import Reason
from tools.ludeme_examples import example_of, section

PLIES = 12
"""Plies that both engines play at random."""

every_ludeme = pytest.mark.parametrize(
    "ludeme", Combinatorial.vocabulary.ludemes, ids=lambda ludeme: ludeme.__name__
)


def assert_alike(first: ReferencePosition, second: NativePosition) -> None:
    assert first.outcome == second.outcome()
    assert first.seat == second.seat
    assert tuple(first.scores) == tuple(second.native.scores)
    assert sorted(first.moves()) == sorted(second.moves())


@every_ludeme
def test_the_game_makes_sense_and_speaks_of_the_ludeme(ludeme: type[Ludeme]) -> None:
    root = example_of(ludeme).root
    assert check(Game(root)) == []
    assert any(isinstance(term, ludeme) for term in walk(root))


@every_ludeme
def test_both_engines_agree_on_the_example(ludeme: type[Ludeme]) -> None:
    example = example_of(ludeme)
    first, second = example.reference(), example.native()
    assert_alike(first, second)
    rng = Random(ludeme.__name__)
    for _ in range(PLIES):
        if not second.moves():
            break
        move = rng.choice(second.moves())
        first, second = first.after(move), second.after(move)
        assert_alike(first, second)


@every_ludeme
def test_there_is_something_to_see(ludeme: type[Ludeme]) -> None:
    example = example_of(ludeme)
    position = example.native()
    if issubclass(ludeme, EndCondition):
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.reason == Reason.RULE
    elif ludeme.__name__ not in ("End", "EndClause"):
        assert position.moves()
    assert "```" in section(example)
