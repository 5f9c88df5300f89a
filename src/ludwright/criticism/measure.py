"""What a criterion finds: a value with its error, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright.play.share import Z_95


@dataclass(frozen=True, slots=True)
class Score:
    """A measured value, its standard error and the number of samples behind it."""

    value: float
    error: float
    """One standard deviation of the value; 0 for what is read from the rules."""
    samples: int

    def interval(self, low: float = -inf, high: float = inf) -> tuple[float, float]:
        """The 95 % interval, cut at the ends of the criterion's range."""
        half = Z_95 * self.error
        return max(low, self.value - half), min(high, self.value + half)

    def to_json(self) -> dict[str, Any]:
        """The score as plain data."""
        return {"value": self.value, "error": self.error, "samples": self.samples}


@dataclass(frozen=True, slots=True)
class Unscored:
    """No value, and why not."""

    why: str

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        return {"unscored": self.why}


Measure = Score | Unscored
"""What a criterion gives."""


def measure_from_json(data: dict[str, Any]) -> Measure:
    """The measure that `to_json` wrote."""
    if "unscored" in data:
        return Unscored(str(data["unscored"]))
    return Score(float(data["value"]), float(data["error"]), int(data["samples"]))


def exactly(value: float) -> Score:
    """What is read from the rules, without error."""
    return Score(float(value), 0.0, 1)


def mean_score(values: Iterable[float] | NDArray[np.float64], why: str = "no match") -> Measure:
    """The mean of one value per match; `why` says what is missing if there is none.

    The error never falls below that of one deviating match among one more: matches that all agree
    say little about what the next would show.
    """
    found = np.asarray(list(values) if not isinstance(values, np.ndarray) else values, dtype=float)
    count = len(found)
    if count == 0:
        return Unscored(why)
    if count == 1:
        return Score(float(found[0]), 0.5, 1)
    spread = float(found.std(ddof=1)) / sqrt(count)
    return Score(float(found.mean()), max(spread, 0.5 / (count + 1)), count)


def share_score(hits: float, samples: int, why: str = "no match") -> Measure:
    """A share of matches, with the error of Agresti and Coull, which is not 0 at the ends."""
    if samples == 0:
        return Unscored(why)
    middle = (hits + 2.0) / (samples + 4.0)
    return Score(hits / samples, sqrt(middle * (1.0 - middle) / (samples + 4.0)), samples)


def resampled_score(
    statistic: Sequence[float] | NDArray[np.float64], value: float, samples: int
) -> Score:
    """A value whose error is the spread of the statistic over resampled matches."""
    drawn = np.asarray(statistic, dtype=float)
    spread = float(drawn.std(ddof=1)) if len(drawn) > 1 else 0.5
    return Score(value, max(spread, 0.5 / (samples + 1)), samples)
