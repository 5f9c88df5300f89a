"""Chance in a match: events drawn by their weights, and positions as a seat may believe them."""

from __future__ import annotations

from random import Random
from typing import Any

from ludwright.play.columns import CHANCE
from ludwright.play.rules import Position


def is_chance(position: Position) -> bool:
    """Whether chance decides next. Such a position must never reach a player."""
    return position.seat == CHANCE


def drawn_event(position: Position, rng: Random) -> Any:
    """One of the events of a position where chance decides, drawn by their weights.

    Raises ValueError if the game gives no weights that can be drawn from.
    """
    events, weights = position.moves(), position.weights()
    if not events or len(events) != len(weights):
        raise ValueError(
            f"expected one weight for each of {len(events)} events, got {len(weights)}"
        )
    return rng.choices(events, weights)[0]


def settled(position: Position, rng: Random) -> Position:
    """The position once chance has decided all it has to: a player is to move, or it is over."""
    while is_chance(position) and position.outcome() is None:
        position = position.after(drawn_event(position, rng))
    return position


def believed(position: Position, rng: Random) -> Position:
    """The position as the seat to move may believe it to be; `rng` is used but not advanced.

    Players get this instead of the position itself, so what is hidden cannot influence them. If
    nothing is hidden, it is the position itself.
    """
    copy = Random()
    copy.setstate(rng.getstate())
    return position.redealt(position.seat, copy.getrandbits(63))


def seen_by(player: Any, position: Position, rng: Random) -> Position:
    """What to give a player that has to choose: see `believed`.

    A player with `redeals = True` gets the position itself, and hides from its own code what must
    not be seen; one in another process does.
    """
    return position if getattr(player, "redeals", False) else believed(position, rng)
