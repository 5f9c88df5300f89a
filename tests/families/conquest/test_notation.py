"""How moves are written: each in its own way, and read back whatever the map is called."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.errors import IllegalMove
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.notation import MoveNames
from ludwright.play.families import load_rules
from ludwright.table.notation import one_word
from tests.families.conquest.matches import full_game, random_match

MISSIONS = "(missions (hold West) (occupy 4) (destroy 2 4))"
ODD = (
    '(map Odd (continent "To the sea" 2 (territory "A to B" (borders "7" "wild-1"))'
    ' (territory "7" (borders "A_B")) (territory "wild-1"))'
    ' (continent For 3 (territory "A B" (borders "A_B" "New York")) (territory "A_B")'
    ' (territory "New York" (borders "7"))))'
)
"""Names that contain separators, numbers and words of the notation."""


@pytest.mark.parametrize(
    ("clauses", "seats"),
    [
        ({}, 2),
        ({}, 3),
        ({"goal": MISSIONS, "setup": "(setup draft (by-seats 9))"}, 3),
        ({"battle": "(battle to-the-end)", "fortify": "(fortify unlimited)"}, 2),
        ({"setup": "(setup (by-seats 9) scattered neutral)"}, 2),
        ({"board": ODD, "cards": "(cards any (series 4) (wilds 2) (depicted 1))"}, 2),
    ],
)
def test_every_legal_move_and_event_is_read_back(clauses: dict[str, str], seats: int) -> None:
    rules: Any = load_rules(full_game(**clauses), seats)
    for position in random_match(rules.game, 1, seats, plies=250):
        names = [rules.name_of(position, move) for move in position.moves()]
        assert len(set(names)) == len(names)
        for name, move in zip(names, position.moves(), strict=True):
            assert rules.read_move(position, name) == move
            assert rules.read_move(position, one_word(name).upper()) == move


def test_many_legal_moves_are_not_named_to_read_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules: Any = load_rules(open_game("risk-hahn"))
    position = max(random_match(rules.game, 3, plies=300), key=lambda one: len(one.moves()))
    assert len(position.moves()) > 200
    name = rules.name_of(position, position.moves()[-1])

    def refused(*_: object) -> str:
        raise AssertionError("a move was named")

    monkeypatch.setattr(MoveNames, "write", refused)
    assert rules.read_move(position, name) == position.moves()[-1]


def test_what_is_not_a_move_of_the_notation_is_not_read() -> None:
    names = MoveNames(["Alaska", "Peru"], 3)
    for text in ("", "place", "place Alaska", "place Alaska ²", "place wild-1 2", "roll Alaska 2"):
        assert names.read(text) is None
    assert names.read("PLACE_alaska_2") == ConquestMove(Kind.PLACE, 0, n=2)


def test_a_match_that_is_over_has_no_moves() -> None:
    *_, last = random_match(full_game(limit="(limit 2)"), 1)
    assert last.outcome() is not None
    with pytest.raises(IllegalMove, match="the match is over"):
        last.rules.read_move(last, "done")
