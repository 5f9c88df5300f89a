"""Measures: a value with its error, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.segments import Flags, Floats, Integers, Segments
from ludwright.play.share import Z_95


@dataclass(frozen=True, slots=True)
class Score:
    """A measured value, its standard error and the number of samples behind it."""

    value: float
    error: float = field(metadata={"ge": 0})
    """One standard deviation of the value; 0 for what is read from the rules."""
    samples: int = field(metadata={"ge": 0})

    def __str__(self) -> str:
        if self.error == 0:
            return f"{self.value:.3f} exactly"
        return f"{self.value:.3f} ± {self.margin:.3f} (n = {self.samples})"

    def interval(self, low: float = -inf, high: float = inf) -> tuple[float, float]:
        """The 95 % interval, cut at the ends of the criterion's range."""
        return max(low, self.value - self.margin), min(high, self.value + self.margin)

    @property
    def margin(self) -> float:
        """The number after ±: half of the 95 % interval."""
        return Z_95 * self.error


@dataclass(frozen=True, slots=True)
class Unscored:
    """A missing value, and why it is missing."""

    why: str = field(metadata={"alias": "unscored"})

    def __str__(self) -> str:
        return f"none ({self.why})"


Measure = Score | Unscored
"""The result of a criterion."""


def exactly(value: float) -> Score:
    """An exact value, such as one read from the rules."""
    return Score(float(value), 0.0, 1)


def mean_score(values: Iterable[float] | Floats, why: str = "no matches") -> Measure:
    """The mean of one value per match; `why` is the reason given if there are no values."""
    found = np.asarray(list(values) if not isinstance(values, np.ndarray) else values, dtype=float)
    count = len(found)
    if count == 0:
        return Unscored(why)
    mean = float(found.sum()) / count
    return Score(mean, _mean_error(found, mean) if count > 1 else 0.5, count)


def _mean_error(found: Floats, mean: float) -> float:
    """The error of a mean, wide enough for few matches and for matches that nearly all agree."""
    count, free = len(found), len(found) - 1
    away = found - mean
    squares = float((away * away).sum())
    # Student's t relative to the normal, as an expansion in the degrees of freedom.
    student = 1.0 + 1.21 / free + 1.44 / free**2
    plain = student * sqrt(squares / free) / sqrt(count)
    # Two more matches at each end, after Agresti and Coull; if all agree, one end is 1 away.
    low, high = float(away.min()), float(away.max())
    high = high if high > low else low + 1.0
    seen = count + 4
    middle = 2.0 * (low + high) / seen
    squares += count * middle**2 + 2.0 * ((low - middle) ** 2 + (high - middle) ** 2)
    return max(plain, sqrt(squares / seen) / sqrt(seen))


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


@dataclass(frozen=True, slots=True)
class Sampled:
    """A measure of matches that can be taken of groups of them as well, of all groups at once."""

    measure: Measure
    by_group: Callable[[int], Floats]
    """For a number of groups, the value in each of them; NaN where a group has none."""


def measure_of(found: Measure | Sampled) -> Measure:
    """The measure of all matches."""
    return found.measure if isinstance(found, Sampled) else found


def group_bounds(matches: int, groups: int) -> Integers:
    """Where each of several nearly equal groups of consecutive matches begins, and the end."""
    return matches * np.arange(groups + 1) // groups


def groups_of(matches: int, groups: int) -> Segments:
    """The same as segments of a column with one entry per match."""
    return Segments(np.diff(group_bounds(matches, groups)))


def group_means(values: Floats, groups: int) -> Floats:
    """The mean in each group of one value per match; NaN is no value."""
    is_known = ~np.isnan(values)
    segments = groups_of(len(values), groups)
    return segments.where(is_known).mean(values[is_known])


def mean_over_matches(values: Floats, why: str = "no matches", most: float = inf) -> Sampled:
    """The mean of one value per match, at most `most`; NaN where a match has no value."""
    found = mean_score(values[~np.isnan(values)], why)
    if isinstance(found, Score) and found.value > most:
        found = Score(most, found.error, found.samples)
    return Sampled(found, lambda groups: np.minimum(most, group_means(values, groups)))


def share_of_matches(is_hit: Flags) -> Sampled:
    """The share of matches in which something is the case."""
    found = share_score(int(np.count_nonzero(is_hit)), len(is_hit))
    return Sampled(found, lambda groups: group_means(is_hit.astype(np.float64), groups))
