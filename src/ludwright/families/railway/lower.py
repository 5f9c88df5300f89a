"""A railway game as the numbers that the native core plays: see `native/railway/program.cpp`.

Nothing is decided here: names and colours become numbers. Cities, tickets and tracks are counted in
the order of the board; the two tracks of a double route follow each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludwright.families.railway.vocabulary import Board, Colour, Gridlock, RailwayGame

VERSION: int = 1
_COLOURS = tuple(Colour)
_GRIDLOCKS = tuple(Gridlock)


class Track(NamedTuple):
    """One track: its cities and its route by number, its spaces, and the number of its colour."""

    one: int
    other: int
    route: int
    length: int
    colour: int


def lower(game: RailwayGame, seats: int) -> list[int]:
    """The numbers of a sound game for a number of seats."""
    board = game.board
    tracks = tracks_of(board)
    return [
        *(VERSION, seats, len(board.cities), len(board.routes), len(tracks), len(board.tickets)),
        *(game.deck.each, game.deck.locomotives),
        *(game.market.cards, game.market.clear, game.market.redraws),
        *(game.trains, game.start.cards, game.start.tickets, game.start.keep),
        *(game.more.tickets, game.more.keep),
        *game.points,
        *(game.longest, int(seats >= game.doubles), game.end),
        _GRIDLOCKS.index(game.gridlock),
        *(number for track in tracks for number in track),
        *(number for ticket in tickets_of(board) for number in ticket),
    ]


def city_numbers(board: Board) -> dict[str, int]:
    """The number of each city, by its name."""
    return {str(one.name): number for number, one in enumerate(board.cities)}


def tracks_of(board: Board) -> list[Track]:
    """All tracks, in the order that gives them their numbers."""
    numbers = city_numbers(board)
    return [
        Track(
            numbers[str(route.one)],
            numbers[str(route.other)],
            at,
            route.length,
            _COLOURS.index(colour),
        )
        for at, route in enumerate(board.routes)
        for colour in (route.colour, route.second)
        if colour is not None
    ]


def twins_of(tracks: Sequence[Track]) -> tuple[int | None, ...]:
    """For each track the other one of its route, if it has one."""
    by_route: dict[int, list[int]] = {}
    for at, track in enumerate(tracks):
        by_route.setdefault(track.route, []).append(at)
    return tuple(
        next((other for other in by_route[track.route] if other != at), None)
        for at, track in enumerate(tracks)
    )


def tickets_of(board: Board) -> Iterator[tuple[int, int, int]]:
    """The cities and the points of each ticket."""
    numbers = city_numbers(board)
    for ticket in board.tickets:
        yield numbers[str(ticket.one)], numbers[str(ticket.other)], ticket.points
