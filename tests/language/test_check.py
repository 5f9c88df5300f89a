"""The static check of trees built in Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.errors import GameCheckError
from ludwright.language.check import check, is_well_typed, require_sound
from ludwright.language.game import Game
from ludwright.language.ludeme import Name, SiteLabel, Text
from ludwright.language.syntax import read
from tests.language.toy import SEEDS, Cell, Empty, Not, Row, Rule, ToyGame, grown_game


def seed_game() -> ToyGame:
    game = read(SEEDS[0], ToyGame)
    assert isinstance(game, ToyGame)
    return game


@pytest.mark.parametrize("text", SEEDS)
def test_what_was_read_is_sound(text: str) -> None:
    assert check(Game(read(text, ToyGame))) == []


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=200, deadline=None)
def test_what_was_grown_is_sound(seed: int) -> None:
    assert check(grown_game(seed)) == []


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"size": ()}, "size", "1 to 3 items"),
        ({"size": (1, 21)}, "size[1]", "from 1 to 20"),
        ({"size": [1]}, "size", "tuple"),
        ({"size": (True,)}, "size[0]", "1..20"),
        ({"name": "Fun"}, "name", "Name"),
        ({"name": None}, "name", "Name"),
        ({"name": Name("fun")}, "name", "can be written"),
        ({"name": Name("A1")}, "name", "can be written"),
        ({"home": SiteLabel("A")}, "home", "can be written"),
        ({"note": Name("Fun")}, "note", "Text"),
        ({"rule": Cell.TO}, "rule", "Rule"),
        ({"rule": Empty(cell=Cell.TO), "end": (Row(count=3),)}, "end[0]", "Clause"),
        ({"rule": Row(count=1)}, "rule.count", "from 2 to 9"),
        ({"rule": Rule()}, "rule", "category"),
        ({"is_quick": 1}, "is_quick", "quick"),
    ],
)
def test_findings_name_the_place(changes: dict[str, Any], place: str, message: str) -> None:
    (finding,) = check(replace(seed_game(), **changes))
    assert finding.place == place
    assert message in finding.message


def test_a_name_cannot_be_a_word_of_the_language() -> None:
    game = seed_game()
    clause = replace(game.end[0], who=Name("All"))
    (finding,) = check(replace(game, end=(clause,)))
    assert "word of the language" in finding.message


def test_depth_is_limited() -> None:
    rule: Rule = Empty(cell=Cell.TO)
    for _ in range(100):
        rule = Not(rule=rule)
    assert not is_well_typed(rule)


def test_the_family_has_the_last_word() -> None:
    bad = replace(seed_game(), name=Name("Bad"))
    with pytest.raises(GameCheckError, match="better name"):
        require_sound(Game(bad))
    require_sound(replace(bad, name=Name("Good"), note=Text("fine")))
