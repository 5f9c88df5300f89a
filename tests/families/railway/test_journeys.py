"""What is missing for a ticket."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ludwright.families.railway.journeys import Journey, is_closed, is_open, journey
from ludwright.families.railway.library import open_game
from ludwright.families.railway.moves import Kind
from tests.families.railway.matches import after, dealt, random_match
from tests.families.railway.wheel import wheel

RICH = ("red red red red red red", "blue blue blue blue green green")
START = "(start 6 (tickets 2) (keep 1))"
# Tracks: 0 A-B 3 red, 1 B-C 2 gray, 2 C-D 3 blue, 3 C-D 3 green, 4 A-D 2 gray, 5 and 6 A-E 1 gray,
# 7 C-E 2 red. Tickets: 0 A-C, 1 B-D, 2 B-E, 3 A-B, 4 D-E.


@pytest.fixture
def turn() -> Any:
    game = wheel(start=START, deck="(deck 8 4)")
    return dealt(game, RICH, "white white white", ((0, 1), (2, 3)))


def test_the_way_has_the_fewest_spaces(turn: Any) -> None:
    assert journey(turn, 0, 0) == Journey((5, 7), 3)
    assert journey(turn, 0, 1) == Journey((1, 2), 5)


def test_own_tracks_cost_nothing(turn: Any) -> None:
    built = after(turn, "c e", "draw", "card white", "draw", "card white")
    assert journey(built, 0, 0) == Journey((5,), 1)
    assert journey(after(built, "a e red"), 0, 0) == Journey((), 0)


def test_tracks_of_others_are_no_way(turn: Any) -> None:
    built = after(turn, "c e")
    assert journey(built, 1, 0) == Journey((4, 2), 5)


def test_with_few_players_the_other_track_of_a_route_is_closed(turn: Any) -> None:
    built = after(turn, "a e red")
    assert is_closed(built, 6)
    assert not is_open(built, 6, 0)
    assert not is_open(built, 6, 1)
    many = dealt(
        wheel(start=START, deck="(deck 8 4)"),
        (*RICH, "pink pink pink pink pink pink"),
        "white white white",
    )
    built = after(many, "a e red")
    assert not is_closed(built, 6)
    assert not is_open(built, 6, 0)
    assert is_open(built, 6, 1)


def test_what_is_open_is_what_can_be_built() -> None:
    for position in random_match(open_game("north-america"), 3, 4):
        if position.seat < 0:
            continue
        tracks = {move.a for move in position.moves() if move.kind == Kind.BUILD}
        assert all(is_open(position, track, position.seat) for track in tracks)


def test_tickets_without_a_missing_track_are_the_completed_ones() -> None:
    found = 0
    for before, position in pairwise(random_match(open_game("north-america"), 5, 3)):
        if position.state["turns"] == before.state["turns"]:
            continue
        for seat in range(3):
            for ticket in position.state["tickets"][seat]:
                way = journey(position, seat, ticket)
                is_completed = way is not None and not way.tracks
                assert is_completed == (ticket in position.state["completed"][seat])
                found += is_completed
    assert found > 0


def test_a_ticket_may_become_impossible() -> None:
    ends = {
        journey(position, seat, ticket) is None
        for *_, position in (random_match(open_game("north-america"), seed, 5) for seed in (1, 2))
        for seat in range(5)
        for ticket in position.state["tickets"][seat]
    }
    assert ends == {False, True}
