"""Chance in a match: events drawn by their weights."""

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
