"""Shares with their uncertainty: a share of wins is never reported without an interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z_95: float = 1.959964
"""Standard deviations that cover 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share from 0 to 1 with its 95 % interval; `value` is None without samples."""

    value: float | None
    low: float
    high: float
    samples: int

    def __str__(self) -> str:
        if self.value is None:
            return "not known (no samples)"
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%}, n = {self.samples})"

    def to_json(self) -> dict[str, float | int | None]:
        """The share as plain data."""
        low, high = round(self.low, 6), round(self.high, 6)
        return {"value": self.value, "low": low, "high": high, "samples": self.samples}


def wilson(wins: float, samples: int, z: float = Z_95) -> Share:
    """The share of wins with the interval of Wilson (1927), which is valid for few samples too."""
    if samples <= 0:
        return Share(None, 0.0, 1.0, 0)
    share = wins / samples
    scale = 1 + z * z / samples
    middle = (share + z * z / (2 * samples)) / scale
    half = z * sqrt(share * (1 - share) / samples + z * z / (4 * samples * samples)) / scale
    return Share(share, max(0.0, middle - half), min(1.0, middle + half), samples)
