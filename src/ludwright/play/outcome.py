"""How a match ended, for any number of seats."""

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


REASONS: tuple[Reason | None, ...] = (None, *Reason)
"""Reasons by their numbers in records, the same as in the native core; 0 is no reason."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match: the score of each seat and why the match ended."""

    scores: tuple[float, ...]
    """By seat; they sum to 1, a shared win is split."""
    reason: Reason
    points: tuple[float, ...] | None = None
    """By seat, if the game counts points."""
    places: tuple[int, ...] | None = None
    """By seat, if seats can be eliminated: 1 for the first to leave, 0 for those who stayed."""

    @classmethod
    def shared(cls, seats: int, reason: Reason) -> Outcome:
        """All seats share the win: a draw, or a match without a result."""
        return cls((1.0 / seats,) * seats, reason)

    @property
    def winner(self) -> int | None:
        """The only seat with the best score, or None for a draw."""
        best = max(self.scores)
        return self.scores.index(best) if self.scores.count(best) == 1 else None
