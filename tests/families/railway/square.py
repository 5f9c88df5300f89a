"""A railway game on four cities, and matches whose cards are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.reference import (
    ReferencePosition,
    _begin_turn,
    reference,
)
from ludwright.language.game import Game
from tests.families.railway.wheel import wheel

RED, ORANGE, YELLOW, GREEN, BLUE, PINK, BLACK, WHITE, LOCOMOTIVE = range(9)
CITIES = "(city A 100 100) (city B 300 100) (city C 300 300) (city D 100 300)"
ROUTES = (
    "(route A B 2 red) (route B C 3 gray blue) (route C D 2 gray) (route A D 1 blue)"
    " (route A C 4 white)"
)
AB, BC, BC2, CD, AD, AC = range(6)
"""The tracks by number; the route from B to C is double."""
TICKETS = "(ticket A B 2) (ticket A C 4) (ticket B D 3) (ticket C D 2) (ticket B C 3)"


def square(
    deck: str = "(deck)",
    market: str = "(market)",
    start: str = "(start 4 (tickets 1) (keep 1))",
    more: str = "(more-tickets 3 (keep 1))",
    rest: str = "",
) -> Game:
    """A game with the official rules on four cities, but for some clauses of one's own."""
    board = f"(board Square {CITIES} {ROUTES} {TICKETS})"
    return wheel("(seats 2 5)", board, deck, market, "", start, more, rest=rest)


def cards(**counts: int) -> tuple[int, ...]:
    """Cards by the names of their colours, such as `red=2`."""
    numbers = dict(zip(_NAMES, range(9), strict=True))
    found = [0] * 9
    for name, count in counts.items():
        found[numbers[name]] = count
    return tuple(found)


_NAMES = ("red", "orange", "yellow", "green", "blue", "pink", "black", "white", "locomotive")


def turn(game: Game, seats: int = 2, seat: int = 0, **facts: Any) -> ReferencePosition:
    """A seat is about to begin a turn in a match in which all this is so.

    Unless told otherwise nothing is dealt: all hands and the market are empty.
    """
    position = replace(reference(game, seats), is_set_up=True, **facts)
    return _begin_turn(position, seat)


def made(position: ReferencePosition, *moves: Sequence[int]) -> ReferencePosition:
    """The position after some moves, each given by its numbers."""
    for move in moves:
        position = position.after(RailwayMove(*move))
    return position


def kinds(position: ReferencePosition) -> set[Kind]:
    """The kinds of the legal moves."""
    return {Kind(move.kind) for move in position.moves()}


def chances(position: ReferencePosition) -> Mapping[int, float]:
    """The probability of each event, by its first number."""
    weights = position.weights()
    return {
        move.a: weight / sum(weights)
        for move, weight in zip(position.moves(), weights, strict=True)
    }
