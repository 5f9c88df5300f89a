"""Positions of native railway matches for tests: played at random, or dealt as told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.notation import CARD_NAMES
from ludwright.families.railway.reference import Phase
from ludwright.language.game import Game
from ludwright.play.families import load_rules


def random_match(game: Game, seed: int, seats: int = 2, plies: int = 2000) -> Iterator[Any]:
    """The positions of a match of random moves, in which tracks are built if that is possible."""
    position: Any = load_rules(game, seats).start()
    luck = Random(seed)
    for _ in range(plies):
        yield position
        moves = position.moves()
        if not moves:
            return
        builds = [move for move in moves if move.kind == Kind.BUILD]
        if position.seat < 0:
            move = luck.choices(moves, position.weights())[0]
        else:
            move = luck.choice(builds if builds and luck.random() < 0.7 else moves)
        position = position.after(move)


def reached(game: Game, phase: Phase, seats: int = 2) -> Any:
    """The first position of a random match in this phase."""
    for position in random_match(game, 0, seats):
        if position.state["phase"] == phase:
            return position
    raise AssertionError(f"the match did not reach {phase.name}")


def dealt(
    game: Game, hands: Sequence[str], market: str, tickets: Sequence[Sequence[int]] = ()
) -> Any:
    """The first turn after these cards and tickets were dealt; all tickets are kept.

    Hands and the market are colours in their order, such as `red red blue`. Without tickets for
    each seat, they are drawn in their order.
    """
    position: Any = load_rules(game, len(hands)).start()
    left = [hand.split() for hand in hands]
    laid = market.split()
    offered = [list(own) for own in tickets]
    while position.state["phase"] != Phase.TURN:
        mover = position.state["mover"]
        match Phase(position.state["phase"]):
            case Phase.DEAL:
                move = RailwayMove(Kind.DEAL, CARD_NAMES.index(left[mover].pop(0)))
            case Phase.MARKET:
                move = RailwayMove(Kind.TURN_UP, CARD_NAMES.index(laid.pop(0)))
            case Phase.OFFER:
                first = position.moves()[0]
                move = RailwayMove(Kind.OFFER, offered[mover].pop(0)) if offered else first
            case _:
                move = max(position.moves(), key=lambda one: one.b)
        position = position.after(move)
    return position


def after(position: Any, *texts: str) -> Any:
    """The position after moves and events, as people type them or in notation."""
    for text in texts:
        rules = position.rules
        event = rules.names.read(text)
        is_event = position.seat < 0
        position = position.after(event if is_event else rules.read_move(position, text))
    return position
