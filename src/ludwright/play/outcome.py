"""How a match ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a match ended."""

    RULE = "rule"
    """The rules of the game decided it."""
    NO_MOVES = "no-moves"
    """No player can move."""
    REPETITION = "repetition"
    """The same position occurred too often."""
    QUIET_LIMIT = "quiet-limit"
    """Too many plies in a row without a capture or a placement."""
    PLY_LIMIT = "ply-limit"
    """The match was abandoned because it had too many plies."""
    TIME_LIMIT = "time-limit"
    """The match was abandoned because it took too long."""
    FAULT = "fault"
    """The game or a player failed."""
    # Reasons are numbered in records, in this order: append, never renumber.
    PASSES = "passes"
    """All players passed in turn."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match: the score of each seat, from 0 to 1, and why it ended."""

    scores: tuple[float, float]
    reason: Reason
