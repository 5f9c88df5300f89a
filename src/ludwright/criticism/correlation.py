"""Correlations between the errors of criteria: criteria of the same matches err together.

Matches are divided into groups, every criterion is measured on each group, and the values are
correlated over the groups. The error of a sum of criteria depends on these correlations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt

import numpy as np

from ludwright.criticism.criterion import Criterion
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Sampled, Score, Unscored
from ludwright.criticism.modes import ORDINARY_MODES
from ludwright.criticism.segments import Floats

MOST_GROUPS: int = 20
FEWEST_GROUPS: int = 8
"""With fewer groups, everything correlates with everything by chance."""
FEWEST_MATCHES: int = 2
"""Per group."""


@dataclass(frozen=True, slots=True)
class Correlations:
    """Correlations of the errors of criteria; those of criteria not named here are 0."""

    names: tuple[str, ...] = field(default=(), metadata={"alias": "criteria"})
    percent: tuple[tuple[int, ...], ...] = ()
    """For each criterion, its correlations with those before it."""

    def __post_init__(self) -> None:
        if len(self.names) != len(self.percent):
            raise ValueError(
                f"expected a row of correlations for each of {len(self.names)} criteria, "
                f"got {len(self.percent)}"
            )

    def error_of(self, errors: Mapping[str, float]) -> float:
        """The error of a sum, from the signed error that each criterion contributes."""
        variance = sum(error**2 for error in errors.values())
        for name, row in zip(self.names, self.percent, strict=True):
            if name in errors:
                for other, percent in zip(self.names, row, strict=False):
                    variance += 0.02 * percent * errors[name] * errors.get(other, 0.0)
        # Rounding may make it slightly negative.
        return sqrt(max(0.0, variance))


def correlations_of(
    evidence: Evidence,
    criteria: tuple[Criterion, ...],
    known: Mapping[str, Measure | Sampled] | None = None,
) -> Correlations:
    """How errors of the criteria of ordinary matches correlate; empty for too few matches.

    `known` holds what `Criterion.sample` has found already, by criterion.
    """
    played = {mode: one for mode, one in evidence.playtests.items() if mode in ORDINARY_MODES}
    fewest = min(map(len, played.values()), default=0)
    groups = min(MOST_GROUPS, fewest // FEWEST_MATCHES)
    if groups < FEWEST_GROUPS:
        return Correlations()
    # What is read from the rules has no error.
    sampled = [one for one in criteria if one.needs and set(one.needs) <= ORDINARY_MODES]
    table = _Groups(replace(evidence, playtests=played), groups, known or {})
    return _correlated(
        tuple(one.name for one in sampled),
        np.asarray([table.values(one) for one in sampled]).reshape(len(sampled), groups).T,
    )


def _correlated(names: tuple[str, ...], away: Floats) -> Correlations:
    """The correlations of the columns, one for each criterion."""
    is_known = ~np.isnan(away)
    means = np.where(is_known, away, 0.0).sum(axis=0) / np.maximum(is_known.sum(axis=0), 1)
    # A group in which a criterion has no value does not count for it.
    away = np.where(is_known, away - means, 0.0)
    lengths = np.sqrt((away * away).sum(axis=0))
    moving = np.flatnonzero(lengths > 1e-9)
    units = away[:, moving] / lengths[moving]
    # Not `@`, whose rounding depends on the processor.
    products = (units[:, :, None] * units[:, None, :]).sum(axis=0)
    percent = np.rint(100.0 * products).astype(int).tolist()
    return Correlations(
        tuple(names[place] for place in moving),
        tuple(tuple(row[:place]) for place, row in enumerate(percent)),
    )


@dataclass(frozen=True, eq=False)
class _Groups:
    """The values of criteria in groups of the matches."""

    evidence: Evidence
    count: int
    known: Mapping[str, Measure | Sampled]

    @cached_property
    def parts(self) -> list[Evidence]:
        """The evidence of each group."""
        return [self.evidence.part(place, self.count) for place in range(self.count)]

    def values(self, one: Criterion) -> Floats:
        """The value of a criterion in each group, NaN where it has none."""
        found = self.known[one.name] if one.name in self.known else one.sample(self.evidence)
        if isinstance(found, Sampled):
            return found.by_group(self.count)
        # Missing in the whole, it is missing in the parts too.
        return np.full(self.count, np.nan) if isinstance(found, Unscored) else self._apart(one)

    def _apart(self, one: Criterion) -> Floats:
        """For a criterion that knows the whole alone: measured on each group."""
        found = [one.measure(part) for part in self.parts]
        return np.asarray([each.value if isinstance(each, Score) else np.nan for each in found])
