"""Positions, moves and ends in words; hidden cards and tickets are not told."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ludwright.families.railway.drawing import draw_svg
from ludwright.families.railway.library import open_game
from ludwright.families.railway.moves import Kind
from ludwright.families.railway.notation import CARD_NAMES
from ludwright.families.railway.options import options_text
from ludwright.families.railway.reference import Phase
from ludwright.families.railway.text_board import draw_text
from ludwright.families.railway.words import (
    card_name,
    cards_text,
    ending,
    hand_lines,
    last_tracks,
    legal_tracks,
    market_text,
    observed,
    offered_rows,
    seat_letter,
    seat_rows,
    status,
    ticket_rows,
)
from ludwright.play.families import load_rules
from ludwright.play.outcome import Reason
from tests.families.railway.matches import after, dealt, random_match, reached
from tests.families.railway.wheel import wheel

HANDS = ("red red locomotive blue", "blue blue green green")
FOUR = "(start 4 (tickets 2) (keep 1))"


@pytest.fixture
def turn() -> Any:
    return dealt(wheel(start=FOUR), HANDS, "white red locomotive", ((0, 1), (2, 3)))


def said(position: Any, text: str, viewer: int | None) -> str:
    move = position.rules.names.read(text) or position.rules.read_move(position, text)
    return observed(position, move, viewer)


def test_each_phase_says_what_is_to_be_done(turn: Any) -> None:
    assert status(turn)[0] == "Red to take cards, build a track or draw tickets"
    assert status(turn)[1] == "turn 1; 1 ticket left"
    drawn = after(turn, "draw")
    assert status(drawn)[0] == "Red draws a card"
    second = after(drawn, "card pink")
    assert status(second)[0] == "Red to take a second card"
    taken = after(turn, "red")
    assert status(taken)[0] == "the market is laid out"
    tickets = after(turn, "tickets")
    assert status(tickets)[0] == "Red draws tickets"
    chosen = after(tickets, "ticket D - E 3")
    assert status(chosen)[0] == "Red to keep at least 1 of 1 ticket"
    assert [row.text for row in offered_rows(chosen, 0)] == ["D - E 3"]
    assert offered_rows(chosen, 1) == offered_rows(turn, 0) == []
    start: Any = load_rules(wheel()).start()
    assert status(start) == ["the first cards are dealt"]


def test_the_last_turns_are_announced() -> None:
    told = {
        line for seed in range(3) for one in random_match(wheel(), seed) for line in status(one)
    }
    assert any(line.endswith("; the last 2 turns") for line in told)
    assert any(line.endswith("; the last turn") for line in told)


def test_a_stuck_player_is_told_so() -> None:
    told: set[str] = set()
    scarce = wheel(deck="(deck 2 0)", trains="(trains 30)", start="(start 2 (tickets 2) (keep 1))")
    for seed in range(20):
        for position in random_match(scarce, seed, plies=300):
            told.update(status(position)[:1])
    assert any("is stuck: no card to take and nothing to build" in one for one in told)


def test_moves_and_events_are_told(turn: Any) -> None:
    assert said(turn, "red", 1) == "takes a red card from the market"
    assert said(turn, "loco", 1) == "takes a locomotive from the market"
    assert said(turn, "draw", 1) == "draws from the pile"
    assert said(turn, "tickets", 1) == "draws tickets"
    assert said(turn, "c e", 1) == "builds C - E 2 red with 2 red for 2 points"
    assert said(turn, "c e 1", 0) == "builds C - E 2 red with 1 red and 1 locomotive for 2 points"
    laid = after(turn, "red")
    assert said(laid, "turn up orange", 1) == "an orange card is laid face up"


def test_own_cards_and_tickets_are_named_and_those_of_others_are_not(turn: Any) -> None:
    drawn = after(turn, "draw")
    assert said(drawn, "card pink", 0) == "Red draws a pink card"
    assert said(drawn, "card pink", None) == "Red draws a pink card"
    assert said(drawn, "card pink", 1) == "Red draws a card"
    tickets = after(turn, "tickets")
    assert said(tickets, "ticket D - E 3", 0) == "Red draws D - E 3"
    assert said(tickets, "ticket D - E 3", 1) == "Red draws a ticket"
    kept = after(tickets, "ticket D - E 3")
    assert said(kept, "keep 1", 0) == "keeps 1 of 1 ticket: D - E 3"
    assert said(kept, "keep 1", 1) == "keeps 1 of 1 ticket"
    start: Any = load_rules(wheel()).start()
    assert said(start, "deal red", 0) == "Red is dealt a red card"
    assert said(start, "deal red", 1) == "Red is dealt a card"


def test_hidden_events_are_told_in_the_same_words_whatever_they_are() -> None:
    hidden = (Kind.DEAL, Kind.CARD, Kind.OFFER, Kind.KEEP)
    found = set()
    for position in random_match(wheel(), 4, 3):
        mover = position.state["mover"]
        moves = [move for move in position.moves() if move.kind in hidden]
        for viewer in {0, 1, 2} - {mover}:
            words = {observed(position, move, viewer) for move in moves}
            assert len(words) == len({move.b for move in moves})
        found |= {Kind(move.kind) for move in moves if len(moves) > 1}
    assert found == set(hidden)


def test_nothing_that_a_viewer_is_shown_depends_on_what_is_hidden() -> None:
    changed = 0
    for number, position in enumerate(random_match(open_game("north-america"), 7, 3)):
        if number % 13 or position.outcome() is not None:
            continue
        viewer = number // 13 % 3
        other = position.redealt(viewer, number)
        changed += other.state["hands"] != position.state["hands"]
        for shown in (status, hand_lines, options_text):
            assert shown(other, viewer) == shown(position, viewer)
        for moves in (False, True):
            drawn = [draw_text(one, viewer=viewer, moves=moves) for one in (position, other)]
            assert drawn[0] == drawn[1]
        if number % 260 == 0:
            pictures = [draw_svg(one, viewer=viewer, moves=True) for one in (position, other)]
            assert pictures[0] == pictures[1]
    assert changed > 15


def test_hands_and_tickets_are_listed_with_what_is_missing(turn: Any) -> None:
    assert hand_lines(turn, 0) == [
        "Red's cards: 2 red, 1 blue, 1 locomotive",
        "Red's ticket A - C 5: 3 spaces missing: A - E 1 gray, C - E 2 red",
        "Red's ticket B - D 5: 5 spaces missing: B - C 2 gray, C - D 3 blue or green",
    ]
    assert any("Blue's cards" in line for line in hand_lines(turn))
    done = after(turn, "c e", "draw", "card white", "draw", "card white", "a e blue")
    assert [row.state for row in ticket_rows(done, 0)][-1] == "completed"


def test_a_ticket_for_which_trains_are_missing_says_so() -> None:
    few = dealt(wheel(start=FOUR, trains="(trains 4)"), HANDS, "white red locomotive")
    assert ticket_rows(few, 0)[1].state == "5 spaces missing, more than there are trains"


def test_cards_are_counted() -> None:
    assert cards_text([2, 0, 0, 0, 1, 0, 0, 0, 3]) == "2 red, 1 blue, 3 locomotives"
    assert cards_text([0] * 9) == "none"
    assert [card_name(kind) for kind in (0, 1, 8)] == [
        *("a red card", "an orange card", "a locomotive")
    ]
    assert len(CARD_NAMES) == 9


def test_the_market_and_the_pile_are_told(turn: Any) -> None:
    assert market_text(turn) == "1 red, 1 white, 1 locomotive; 41 in the pile, 0 discarded"


def test_rows_tell_what_all_see(turn: Any) -> None:
    built = after(turn, "c e")
    red, blue = seat_rows(built)
    assert (red.points, red.trains, red.cards, red.tickets, red.path) == (2, 6, 2, 2, 2)
    assert (blue.points, blue.trains, blue.cards, blue.is_mover) == (0, 8, 4, True)


def test_letters_of_seats_differ() -> None:
    names = load_rules(open_game("north-america"), 5).seat_names
    assert len(set(map(seat_letter, names))) == 5


def test_the_last_track_and_those_that_can_be_built_are_known(turn: Any) -> None:
    assert legal_tracks(turn) == legal_tracks(turn, 0) == {1, 4, 5, 6, 0, 7}
    assert legal_tracks(turn, 1) == frozenset()
    assert last_tracks(turn) == frozenset()
    assert last_tracks(after(turn, "c e")) == {7}


# --- The end --------------------------------------------------------------------------------------


def test_the_end_is_told_with_the_points_of_all() -> None:
    for seed in range(6):
        *_, last = random_match(wheel(), seed, 3)
        outcome = last.outcome()
        if outcome.reason is not Reason.RULE:
            continue
        first, *rest = status(last)
        assert first == ending(last)
        assert "gridlock" not in first
        best = max(outcome.points)
        assert f"with {best:g} point" in first
        assert [line.split(":")[0] for line in rest] == ["Red", "Blue", "Yellow"]
        for points, line in zip(outcome.points, rest, strict=True):
            assert f": {points:g} point" in line
        return
    raise AssertionError("no match ended by the rule")


def test_the_parts_of_the_points_sum_up() -> None:
    import re

    for seed in range(4):
        *_, last = random_match(open_game("north-america-smith"), seed, 4)
        for line in status(last)[1:]:
            total, parts = line.split("(")
            numbers = [int(one) for one in re.findall(r"(-?\d+) for ", parts)]
            assert sum(numbers) == int(re.findall(r": (-?\d+) point", total)[0])


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("(gridlock first)", "has no card to take and nothing to build"),
        ("(gridlock all)", "gridlock: all players passed, with no card to take"),
    ],
)
def test_gridlock_is_told_with_its_reason(rest: str, words: str) -> None:
    scarce = wheel(deck="(deck 2 0)", trains="(trains 30)", rest=rest)
    found = set()
    for seed in range(10):
        *_, last = random_match(scarce, seed)
        if last.outcome().reason is Reason.NO_MOVES:
            found.add(ending(last))
    assert found
    assert all(words in one for one in found), found


def test_all_ends_of_random_matches_have_words() -> None:
    for seed in range(8):
        for before, position in pairwise(random_match(wheel(), seed, 2 + seed % 3)):
            del before
            assert status(position)[0]
        assert ending(position).split()[0] in ("Red", "Blue", "Yellow", "Green", "Red,", "Blue,")


def test_all_phases_have_a_status() -> None:
    for phase in (Phase.DEAL, Phase.MARKET, Phase.OFFER, Phase.KEEP, Phase.TURN, Phase.SECOND):
        assert status(reached(wheel(), phase))[0]
