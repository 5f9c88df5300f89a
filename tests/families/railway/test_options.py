"""What can be done, in lines."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.errors import UnknownName
from ludwright.families.railway.library import open_game
from ludwright.families.railway.options import WIDTH, look, options_text
from ludwright.families.railway.reference import Phase
from tests.families.railway.matches import after, dealt, random_match
from tests.families.railway.wheel import wheel

FOUR = "(start 4 (tickets 2) (keep 1))"


@pytest.fixture
def turn() -> Any:
    hands = ("red red locomotive blue", "blue blue green green")
    return dealt(wheel(start=FOUR), hands, "white red locomotive", ((0, 1), (2, 3)))


def test_cards_and_tickets_come_first_and_then_the_tracks_that_tickets_need(turn: Any) -> None:
    lines = options_text(turn, 0)
    assert lines[0] == "take red, white, locomotive (which ends the turn) or draw (blind)"
    assert lines[1] == "tickets: draw 1, keep at least 1"
    assert lines[2] == "build B - C 2 gray  +2 ticket: 2 red, 1 blue + 1 locomotive (1 more)"
    assert "build C - E 2 red   +2 ticket: 2 red (1 more)" in lines
    assert "build A - E 1 gray  +1 ticket: 1 red/blue, 1 locomotive" in lines
    assert lines[-1] == "build A - D 2 gray  +2: 2 red, 1 blue + 1 locomotive (1 more)"
    # The second track of A - E is like the first.
    assert len(lines) == 2 + 5


def test_a_second_card_is_no_locomotive(turn: Any) -> None:
    second = after(turn, "white", "turn up white")
    assert options_text(second, 0) == ["take red, white or draw (blind) for a second card"]


def test_tickets_to_choose_from_are_numbered_with_what_they_take(turn: Any) -> None:
    chosen = after(turn, "tickets", "ticket D - E 3")
    assert options_text(chosen, 0) == [
        "1. D - E 3: 3 spaces missing: A - D 2 gray, A - E 1 gray",
        "keep the numbers of at least 1, as in 'keep 1 2', or 'keep all'",
    ]


def test_options_of_another_seat_are_not_told(turn: Any) -> None:
    assert options_text(turn, 1) == []
    assert options_text(turn)
    assert options_text(after(turn, "draw")) == []


def test_a_stuck_player_may_pass() -> None:
    scarce = wheel(deck="(deck 2 0)", trains="(trains 30)")
    found = {
        tuple(options_text(position))
        for seed in range(12)
        for position in random_match(scarce, seed)
    }
    assert any(lines[-1:] == ("pass",) for lines in found)


def test_every_phase_has_options_that_fit_a_line() -> None:
    seen = set()
    for position in random_match(open_game("north-america"), 2, 3):
        lines = options_text(position, position.seat if position.seat >= 0 else None)
        assert all(len(line) <= WIDTH for line in lines)
        if lines:
            seen.add(Phase(position.state["phase"]))
    assert seen == {Phase.KEEP, Phase.TURN, Phase.SECOND}


def test_a_city_and_its_tracks_are_looked_at(turn: Any) -> None:
    built = after(turn, "c e")
    assert look(built, "5") == look(built, "e")
    assert look(built, "e") == [
        *("5 E; from there", "  to 1 A: 1 gray, free", "  to 1 A: 1 gray, free"),
        "  to 3 C: 2 red, Red's",
    ]
    with pytest.raises(UnknownName, match="expected the name of a city"):
        look(built, "nowhere")
