"""Every move is written in one way, and read back without a list of moves."""

from __future__ import annotations

import random
from typing import cast

import pytest

from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.notation import MoveNames
from ludwright.families.railway.rules import RailwayRules, load_rules
from ludwright.families.railway.vocabulary import RailwayGame
from ludwright.language.game import Game
from ludwright.play.families import open_game
from tests.families.railway.wheel import wheel


@pytest.fixture(scope="module")
def america() -> MoveNames:
    return load_rules(open_game("north-america")).names


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (RailwayMove(Kind.DEAL, 0), "deal red"),
        (RailwayMove(Kind.TURN_UP, 8), "turn up locomotive"),
        (RailwayMove(Kind.TAKE, 5), "take pink"),
        (RailwayMove(Kind.DRAW), "draw"),
        (RailwayMove(Kind.CARD, 1), "card orange"),
        (RailwayMove(Kind.TICKETS), "tickets"),
        (RailwayMove(Kind.KEEP, 0b101, 2), "keep 1 3"),
        (RailwayMove(Kind.PASS), "pass"),
        (RailwayMove(Kind.BUILD, 0, 2, 1), "build Atlanta - Charleston: 1 yellow + 1 locomotive"),
        (RailwayMove(Kind.BUILD, 1, 4, 0), "build Atlanta - Miami: 5 blue"),
        (RailwayMove(Kind.BUILD, 1, 8, 5), "build Atlanta - Miami: 5 locomotive"),
        (RailwayMove(Kind.BUILD, 4, 1, 0), "build Atlanta - New Orleans orange: 4 orange"),
        (RailwayMove(Kind.BUILD, 6, 1, 0), "build Atlanta - Raleigh gray (2): 2 orange"),
    ],
)
def test_moves_are_written_in_words(america: MoveNames, move: RailwayMove, text: str) -> None:
    assert america.write(move) == text
    assert america.read(text) == move
    assert america.read(f"  {text.upper()} ") == move


def test_every_move_of_random_matches_is_read_back() -> None:
    for seed in range(4):
        rules: RailwayRules = load_rules(open_game("north-america-smith"), 2 + seed)
        chance = random.Random(seed)
        position = rules.start()
        while position.outcome() is None:
            moves = position.moves()
            names = [rules.name_of(position, move) for move in moves]
            assert len(set(names)) == len(names)
            assert [rules.names.read(name) for name in names] == list(moves)
            position = position.after(chance.choice(moves))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take gray",
        "keep",
        "keep 0",
        "keep 2 1",
        "keep 7",
        "ticket Boston - Miami 99",
        "build Atlanta - Miami",
        "build Atlanta - Miami: 4 blue",
        "build Atlanta - Miami: 4 blue 1 locomotive",
        "build Atlanta - Miami: x blue",
        "turn up",
    ],
)
def test_what_is_no_move_is_not_read(america: MoveNames, text: str) -> None:
    assert america.read(text) is None


def _with_names(first: str, second: str) -> Game:
    cities = f'(city "{first}" 0 0) (city "{second}" 9 9) (city C 5 9)'
    routes = f'(route "{first}" "{second}" 2 red red) (route "{second}" C 1 gray)'
    tickets = f'(ticket "{first}" C 3) (ticket "{first}" C 3) (ticket "{second}" C 3)'
    return wheel(board=f"(board Odd {cities} {routes} {tickets})")


@pytest.mark.parametrize(
    ("first", "second"), [("A - B", "B"), ("7", "B"), ("X: 2 red", "B"), ("B (1)", "B"), ("#", "B")]
)
def test_misleading_names_become_numbers(first: str, second: str) -> None:
    names = MoveNames(cast("RailwayGame", _with_names(first, second).root).board)
    assert names.city_labels == ("@1", second, "C")
    assert names.track_labels == ("@1 - B red (1)", "@1 - B red (2)", "B - C")
    assert names.ticket_labels == ("@1 - C 3 (1)", "@1 - C 3 (2)", "B - C 3")
    for ticket in range(3):
        offer = RailwayMove(Kind.OFFER, ticket)
        assert names.read(names.write(offer)) == offer
