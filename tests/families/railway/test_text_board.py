"""Positions as text."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.families.railway.library import open_game
from ludwright.families.railway.text_board import draw_text
from ludwright.families.railway.text_map import WIDTH
from ludwright.play.families import load_rules
from tests.families.railway.matches import after, dealt, random_match
from tests.families.railway.wheel import wheel


@pytest.fixture(scope="module")
def late() -> Any:
    *_, last = random_match(open_game("north-america"), 2, 5, plies=500)
    return last


@pytest.fixture
def turn() -> Any:
    hands = ("red red locomotive blue", "blue blue green green")
    game = wheel(start="(start 4 (tickets 2) (keep 1))")
    return dealt(game, hands, "white red pink", ((0, 1), (2, 3)))


def test_the_text_fits_a_terminal(late: Any) -> None:
    lines = draw_text(late, viewer=0, moves=True).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) <= 70


def test_players_market_cards_and_tickets_are_told(turn: Any) -> None:
    text = draw_text(turn, viewer=0)
    for words in (
        "> R Red        0 points   8 trains   4 cards   2 tickets  longest path 0",
        "  market: 1 red, 1 pink, 1 white; 41 in the pile, 0 discarded",
        "  Red's cards: 2 red, 1 blue, 1 locomotive",
        "  - Red's ticket A - C 5: 3 spaces missing: A - E 1 gray, C - E 2 red",
    ):
        assert words in text
    built = draw_text(after(turn, "c e"), viewer=0)
    assert "built last: C - E 2 red" in built
    assert "RRR" in built.partition("red o orange")[0]


def test_cards_and_tickets_of_others_are_not_shown(turn: Any) -> None:
    assert "Blue's" not in draw_text(turn, viewer=0)
    assert "Red's" not in draw_text(turn, viewer=1)
    assert "Blue's cards" in draw_text(turn)
    assert "can be built" in draw_text(turn, viewer=0, moves=True)
    assert "can be built" not in draw_text(turn, viewer=1, moves=True)


def test_a_closed_track_has_a_letter_of_its_own(turn: Any) -> None:
    board = draw_text(after(turn, "a e red"), viewer=0).partition("red o orange")[0]
    assert "." in board
    assert "." not in draw_text(turn, viewer=0).partition("red o orange")[0]


def test_painting_changes_no_visible_character(late: Any) -> None:
    plain = draw_text(late)
    painted = draw_text(late, paint=lambda text, *roles: f"\x1b{text}\x1b" if roles else text)
    assert painted.replace("\x1b", "") == plain
    assert "\x1b" in painted


def test_the_start_before_any_deal_is_drawn() -> None:
    position: Any = load_rules(open_game("north-america"), 3).start()
    assert "Atlanta" in draw_text(position)
    assert "market: none; 110 in the pile" in draw_text(position)


def test_names_cannot_control_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludwright.families.railway import sense

    monkeypatch.setattr(sense, "findings", lambda _: ())
    cities = '(city "A\x1b[31m" 1 1) (city "B\u202e" 900 1) (city C 400 400)'
    routes = (
        '(route "A\x1b[31m" C 2 red) (route "B\u202e" C 2 red) (route "A\x1b[31m" "B\u202e" 6 gray)'
    )
    tickets = '(ticket "A\x1b[31m" C 2) (ticket "B\u202e" C 2) (ticket "A\x1b[31m" "B\u202e" 5)'
    game = wheel(seats="(seats 2 2)", board=f"(board Bad {cities} {routes} {tickets})")
    for position in random_match(game, 1, plies=60):
        text = draw_text(position, moves=True)
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_tickets_to_choose_from_are_shown_to_whoever_sees_all(turn: Any) -> None:
    chosen = after(turn, "tickets", "ticket D - E 3")
    assert "? Red's choice D - E 3: 3 spaces missing" in draw_text(chosen)
    assert "D - E 3" not in draw_text(chosen, viewer=1)
