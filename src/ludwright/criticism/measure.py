"""Measures: a value with its error, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright.play.share import Z_95


@dataclass(frozen=True, slots=True)
class Score:
    """A measured value, its standard error and the number of samples behind it."""

    value: float
    error: float = field(metadata={"ge": 0})
    """One standard deviation of the value; 0 for what is read from the rules."""
    samples: int = field(metadata={"ge": 0})

    def interval(self, low: float = -inf, high: float = inf) -> tuple[float, float]:
        """The 95 % interval, cut at the ends of the criterion's range."""
        return max(low, self.value - self.margin), min(high, self.value + self.margin)

    @property
    def margin(self) -> float:
        """The number after ±: half of the 95 % interval."""
        return Z_95 * self.error

    def to_json(self) -> dict[str, Any]:
        """The score as plain data."""
        return {"value": self.value, "error": self.error, "samples": self.samples}


@dataclass(frozen=True, slots=True)
class Unscored:
    """A missing value, and why it is missing."""

    why: str = field(metadata={"alias": "unscored"})

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        return {"unscored": self.why}


Measure = Score | Unscored
"""The result of a criterion."""


def measure_from_json(data: Mapping[str, Any]) -> Measure:
    """The measure that `to_json` wrote."""
    return Unscored(str(data["unscored"])) if "unscored" in data else score_from_json(data)


def score_from_json(data: Mapping[str, Any]) -> Score:
    """The score that `to_json` wrote; ValueError if it is not a score."""
    value, error, samples = data["value"], data["error"], data["samples"]
    for number in (value, error, samples):
        if type(number) not in (int, float) or not isfinite(number):
            raise ValueError(f"expected a number, got {number!r:.40}")
    if error < 0 or samples < 0 or samples != int(samples):
        raise ValueError(f"expected an error and a count of samples, got {error} and {samples}")
    return Score(float(value), float(error), int(samples))


def exactly(value: float) -> Score:
    """An exact value, such as one read from the rules."""
    return Score(float(value), 0.0, 1)


def mean_score(values: Iterable[float] | NDArray[np.float64], why: str = "no matches") -> Measure:
    """The mean of one value per match; `why` is the reason given if there are no values."""
    found = np.asarray(list(values) if not isinstance(values, np.ndarray) else values, dtype=float)
    if len(found) == 0:
        return Unscored(why)
    error = _mean_error(found) if len(found) > 1 else 0.5
    return Score(float(found.mean()), error, len(found))


def _mean_error(found: NDArray[np.float64]) -> float:
    """The error of a mean, wide enough for few matches and for matches that nearly all agree."""
    count, free = len(found), len(found) - 1
    low, high = float(found.min()), float(found.max())
    # Two more matches at each end, after Agresti and Coull; if all agree, one end is 1 away.
    seen = np.concatenate([found, [low, low], [high if high > low else low + 1.0] * 2])
    # Student's t relative to the normal, as an expansion in the degrees of freedom.
    student = 1.0 + 1.21 / free + 1.44 / free**2
    plain = student * float(found.std(ddof=1)) / sqrt(count)
    return max(plain, float(seen.std()) / sqrt(len(seen)))


def share_score(hits: float, samples: int, why: str = "no matches") -> Measure:
    """A share of matches, with the Agresti-Coull error, which is not 0 at the ends."""
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
    # If all resampled matches agree, that says little about the next match.
    return Score(value, spread if spread > 1e-12 else 0.5 / (samples + 1), samples)
