"""Small conquest games for tests, and matches whose dice are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import (
    Phase,
    ReferencePosition,
    _begin_turn,
    reference,
)
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import Game, game_of

BOARD = (
    "(map Small"
    " (continent West 2 (territory A (borders B D)) (territory B (borders C)) (territory C))"
    " (continent East 3 (territory D (borders E)) (territory E) (territory F (borders C E))))"
)
"""Six territories in a ring: A B C F E D, with A to C in the west and D to F in the east."""
A, B, C, D, E, F = range(6)


def conquest(
    seats: str = "(seats 2 4)",
    board: str = BOARD,
    setup: str = "(setup)",
    reinforcement: str = "(reinforcement)",
    cards: str = "",
    battle: str = "(battle)",
    fortify: str = "(fortify none)",
    goal: str = "",
    limit: str = "",
) -> Game:
    """A game on six territories with some clauses of one's own."""
    parts = (seats, board, setup, reinforcement, cards, battle, fortify, goal, limit)
    return game_of(f"(conquest Small {' '.join(parts)})", ConquestGame)


def dealt(game: Game, owners: Sequence[int], seats: int = 2) -> ReferencePosition:
    """The game after its territories were dealt to these seats, in turn from the first.

    Missions are dealt in their order.
    """
    position = reference(game, seats)
    while position.phase is Phase.MISSIONS:
        position = position.after(position.moves()[0])
    left = [*owners]
    while position.phase is Phase.DEAL:
        territory = left.index(position.rules.owners[position.mover])
        left[territory] = -9
        kind = Kind.CLAIM if position.seat >= 0 else Kind.DEAL
        position = position.after(ConquestMove(kind, territory))
    return position


def turn(game: Game, owners: Sequence[int], seats: int = 2, **facts: Any) -> ReferencePosition:
    """Seat 0 is about to begin a turn in a match in which all this is so."""
    position = dealt(game, [number % seats for number in range(len(owners))], seats)
    return _begin_turn(replace(position, owners=tuple(owners), **facts), 0)


def done(position: ReferencePosition) -> ReferencePosition:
    """The phase is ended."""
    return position.after(ConquestMove(Kind.DONE))


def placed(position: ReferencePosition, territory: int, armies: int) -> ReferencePosition:
    """Armies are placed."""
    return position.after(ConquestMove(Kind.PLACE, territory, n=armies))


def rolled(
    position: ReferencePosition, way: tuple[int, int], dice: int, losses: tuple[int, int]
) -> ReferencePosition:
    """One roll, and what each side loses by it."""
    position = position.after(ConquestMove(Kind.ROLL, *way, n=dice))
    return position.after(ConquestMove(Kind.LOSSES, n=losses[0], m=losses[1]))


def assaulted(
    position: ReferencePosition, way: tuple[int, int], armies: int, losses: tuple[int, int]
) -> ReferencePosition:
    """An assault, and what each side loses in it."""
    position = position.after(ConquestMove(Kind.ASSAULT, *way, n=armies))
    return position.after(ConquestMove(Kind.LOSSES, n=losses[0], m=losses[1]))


def numbers(position: ReferencePosition, kind: Kind, *way: int) -> list[int]:
    """The numbers of armies or dice that the legal moves of a kind and a way have."""
    return [
        move.n
        for move in position.moves()
        if move.kind == kind and (move.a, move.b)[: len(way)] == way
    ]
