"""Turns in a sentence."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ludwright.families.railway.digest import turn_text
from ludwright.families.railway.library import open_game
from ludwright.families.railway.moves import RailwayMove
from tests.families.railway.matches import dealt, random_match
from tests.families.railway.wheel import wheel


def told(position: Any, viewer: int | None, *texts: str) -> list[str]:
    """What is said of some moves and events."""
    steps = []
    for text in texts:
        rules = position.rules
        move = rules.names.read(text) or rules.read_move(position, text)
        steps.append((position, move))
        position = position.after(move)
    return turn_text(steps, viewer)


@pytest.fixture
def turn() -> Any:
    hands = ("red red locomotive blue", "blue blue green green")
    game = wheel(start="(start 4 (tickets 2) (keep 1))")
    return dealt(game, hands, "white red pink", ((0, 1), (2, 3)))


def test_a_turn_is_a_sentence(turn: Any) -> None:
    taken = ("red", "turn up white", "white", "turn up pink")
    assert told(turn, 1, *taken) == ["Red takes a red card and a white card from the market"]
    mixed = ("red", "turn up white", "draw", "card green")
    first = "Red takes a red card from the market; draws"
    assert told(turn, 1, *mixed) == [f"{first} 1 card from the pile"]
    assert told(turn, 0, *mixed) == [f"{first} a green card from the pile"]
    assert told(turn, 1, "c e") == ["Red builds C - E 2 red with 2 red for 2 points"]


def test_tickets_of_others_are_counted(turn: Any) -> None:
    drawn = ("tickets", "ticket D - E 3", "keep 1")
    assert told(turn, 1, *drawn) == ["Red draws 1 ticket; keeps 1 of 1 ticket"]
    assert told(turn, 0, *drawn) == ["Red draws D - E 3; keeps 1 of 1 ticket: D - E 3"]


def test_what_was_announced_is_not_told_again(turn: Any) -> None:
    drawn = turn.after(turn.rules.read_move(turn, "draw"))
    assert told(drawn, 0, "card green") == ["Red gets a green card"]
    assert told(drawn, 1, "card green") == ["Red gets 1 card"]


def test_a_market_of_locomotives_is_told(turn: Any) -> None:
    texts = ["red", "turn up locomotive", "white", "turn up locomotive"]
    laid = ["turn up red", "turn up white", "turn up pink"]
    assert told(turn, 1, *texts, *laid) == [
        "Red takes a red card and a white card from the market",
        "the market is discarded for its locomotives",
    ]


def test_the_beginning_is_told_to_each_player() -> None:
    positions = list(random_match(wheel(), 2, plies=20))
    steps = [(before, next(after.latest_moves())) for before, after in pairwise(positions)]
    setup = [step for step in steps if not step[0].state["turns"]][:9]
    lines = turn_text(setup, 0)
    assert lines[0].startswith("Red is dealt ")
    assert lines[1] == "the other players are dealt cards too"
    assert lines[2] == "the market is laid out"
    assert not any("Blue is dealt" in line for line in lines)
    assert any("Blue is dealt" in line for line in turn_text(setup, None))


def test_the_same_is_told_if_what_a_viewer_does_not_see_is_hidden() -> None:
    positions = list(random_match(open_game("north-america"), 3, plies=400))
    for before, position in pairwise(positions):
        move = RailwayMove(*next(position.latest_moves()))
        mover = before.state["mover"]
        if before.seat >= 0 or move.kind == 1:
            continue
        hidden = move._replace(a=255)
        lines = turn_text([(before, move)], 1 - mover)
        assert lines == turn_text([(before, hidden)], 1 - mover)
