"""How a match ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a match ended."""

    RULE = "rule"
    """The rules of the game decided it."""
    NO_MOVES = "no-moves"
    """Nobody can move."""
    REPETITION = "repetition"
    """The same position stood too often."""
    QUIET_LIMIT = "quiet-limit"
    """Too many plies in a row changed nothing of weight."""
    PLY_LIMIT = "ply-limit"
    """The match was abandoned after so many plies."""
    TIME_LIMIT = "time-limit"
    """The match was abandoned after so much time."""
    FAULT = "fault"
    """The game or a player broke."""
    # Reasons are numbered in records, in the order they stand here: append, never renumber.
    PASSES = "passes"
    """All passed in turn."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match: what each seat got, from 0 to 1, and why it ended."""

    scores: tuple[float, float]
    reason: Reason
