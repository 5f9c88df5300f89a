"""How far two orders of the same things agree, and what chance alone would do.

All functions work on whole arrays of resampled or shuffled lists, one list per row. Intervals come
from resampling things, not from formulas: with thirty games and many ties those are too narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Statistic = Callable[[Floats, Floats], Floats]
"""Of rows of values and rows of targets, one number per row."""

RESAMPLES: Final[int] = 4000
_AT_ONCE: Final[int] = 500
"""Rows of an array at a time: comparing all pairs of each row takes memory."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.2f} ({self.low:+.2f} to {self.high:+.2f})"

    @property
    def excludes_zero(self) -> bool:
        """Whether the whole interval lies on one side of 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far values agree with targets."""

    spearman: Estimate
    pairs: Estimate
    """The share of pairs with different targets that are in the right order; ties count half."""
    p: float
    """How often shuffled targets agree as much, in either direction."""
    n: int


@dataclass(frozen=True, slots=True)
class Tested:
    """One of several lists of values that were compared with the same targets."""

    spearman: float
    n: int
    p: float
    """Of this list alone."""
    family_wise: float
    """How often, on shuffled targets, any of the lists agrees as much."""


def ranks(rows: Floats) -> Floats:
    """The rank of each number in its row, from 0; equal numbers share the mean of their ranks."""
    below = (rows[..., :, None] > rows[..., None, :]).sum(axis=-1)
    equal = (rows[..., :, None] == rows[..., None, :]).sum(axis=-1)
    found: Floats = below + (equal - 1) / 2
    return found


def spearman(first: Floats, second: Floats) -> float:
    """The correlation of the ranks; 0 if either list is constant."""
    return float(spearmans(first[None, :], second[None, :])[0])


def spearmans(first: Floats, second: Floats) -> Floats:
    """The same for each pair of rows."""
    return _correlations(ranks(first), ranks(second))


def ordered_pairs(values: Floats, targets: Floats) -> Floats:
    """For each row, the share of pairs in the right order; a half if no pair tells."""
    above = values[:, :, None] > values[:, None, :]
    equal = values[:, :, None] == values[:, None, :]
    wanted = targets[:, :, None] > targets[:, None, :]
    right = ((above + 0.5 * equal) * wanted).sum(axis=(1, 2))
    count = wanted.sum(axis=(1, 2))
    found: Floats = np.where(count > 0, right / np.maximum(count, 1), 0.5)
    return found


def agreement(values: Floats, targets: Floats, rng: Generator) -> Agreement:
    """How far values agree with targets, with intervals from resampled pairs of both."""
    count = len(values)
    drawn = rng.integers(0, count, (RESAMPLES, count))
    by_chance = _correlations(ranks(values)[None, :], _shuffled(ranks(targets), rng))
    found = spearman(values, targets)
    return Agreement(
        _estimate(spearmans, values, targets, drawn),
        _estimate(ordered_pairs, values, targets, drawn),
        _share_as_far(by_chance, found),
        count,
    )


def partial_spearman(values: Floats, targets: Floats, given: Floats, rng: Generator) -> Estimate:
    """The rank correlation of values and targets that is left once a third list is accounted for.

    It is the partial correlation of the ranks; 0 if the third list explains one of them wholly.
    """
    count = len(values)
    drawn = rng.integers(0, count, (RESAMPLES, count))
    value = float(_partial(values[None, :], targets[None, :], given[None, :])[0])
    parts = [
        _partial(values[part], targets[part], given[part])
        for part in np.array_split(drawn, RESAMPLES // _AT_ONCE)
    ]
    return _interval(value, np.concatenate(parts))


def family_wise(
    columns: Mapping[str, Floats], targets: Floats, rng: Generator
) -> dict[str, Tested]:
    """Each column against the targets, with p values that allow for the number of columns.

    On shuffled targets, which all columns share, the largest correlation of any column is noted
    (Westfall & Young 1993): correlated columns count for less than their number. A column may lack
    values (NaN); it is then compared on the others.
    """
    shuffled = _shuffled(targets, rng)
    ranked: dict[bytes, Floats] = {}  # by which games a column has: most have all
    found: dict[str, float] = {}
    by_chance: dict[str, Floats] = {}
    for name, column in columns.items():
        known = np.isfinite(column)
        found[name] = spearman(column[known], targets[known])
        key = known.tobytes()
        if key not in ranked:
            ranked[key] = _ranks_in_parts(shuffled[:, known])
        by_chance[name] = _correlations(ranks(column[known])[None, :], ranked[key])
    if not found:
        return {}
    largest: Floats = np.max(np.abs(np.stack(list(by_chance.values()))), axis=0)
    return {
        name: Tested(
            value,
            int(np.isfinite(columns[name]).sum()),
            _share_as_far(by_chance[name], value),
            _share_as_far(largest, value),
        )
        for name, value in found.items()
    }


def _partial(values: Floats, targets: Floats, given: Floats) -> Floats:
    ranked = [ranks(one) for one in (values, targets, given)]
    both = _correlations(ranked[0], ranked[1])
    first, second = _correlations(ranked[0], ranked[2]), _correlations(ranked[1], ranked[2])
    left = (1.0 - first**2) * (1.0 - second**2)
    is_left = left > 1e-9
    found: Floats = np.where(
        is_left, (both - first * second) / np.sqrt(np.where(is_left, left, 1.0)), 0.0
    )
    return np.clip(found, -1.0, 1.0)


def _correlations(first: Floats, second: Floats) -> Floats:
    one = first - first.mean(axis=-1, keepdims=True)
    other = second - second.mean(axis=-1, keepdims=True)
    scale = np.sqrt((one**2).sum(axis=-1) * (other**2).sum(axis=-1))
    is_flat = scale <= 1e-12
    found: Floats = np.where(is_flat, 0.0, (one * other).sum(axis=-1) / np.where(is_flat, 1, scale))
    return found


def _shuffled(targets: Floats, rng: Generator) -> Floats:
    return rng.permuted(np.tile(targets, (RESAMPLES, 1)), axis=1)


def _in_parts(statistic: Statistic, values: Floats, targets: Floats) -> Floats:
    return np.concatenate(
        [
            statistic(values[at : at + _AT_ONCE], targets[at : at + _AT_ONCE])
            for at in range(0, len(values), _AT_ONCE)
        ]
    )


def _ranks_in_parts(rows: Floats) -> Floats:
    return np.concatenate([ranks(rows[at : at + _AT_ONCE]) for at in range(0, len(rows), _AT_ONCE)])


def _estimate(
    statistic: Statistic, values: Floats, targets: Floats, drawn: NDArray[np.int64]
) -> Estimate:
    value = float(statistic(values[None, :], targets[None, :])[0])
    return _interval(value, _in_parts(statistic, values[drawn], targets[drawn]))


def _interval(value: float, resampled: Floats) -> Estimate:
    low, high = np.quantile(resampled, (0.025, 0.975))
    return Estimate(value, float(low), float(high))


def _share_as_far(by_chance: Floats, found: float) -> float:
    """The found order is one of those that chance may yield, so it counts too."""
    as_far = int((np.abs(by_chance) >= abs(found) - 1e-12).sum())
    return (1 + as_far) / (1 + len(by_chance))
