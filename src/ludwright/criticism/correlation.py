"""Correlations between the errors of criteria: criteria of the same matches err together.

Matches are divided into groups, every criterion is measured on each group, and the values are
correlated over the groups. The error of a sum of criteria depends on these correlations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

import numpy as np

from ludwright.criticism.criterion import ORDINARY_MODES, Criterion
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Score

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

    def to_json(self) -> dict[str, Any]:
        """The correlations as plain data."""
        return {"criteria": list(self.names), "percent": [list(row) for row in self.percent]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Correlations:
        """The correlations that `to_json` wrote."""
        names, percent = data["criteria"], data["percent"]
        if not all(isinstance(name, str) for name in names):
            raise ValueError("expected the names of criteria")
        return cls(tuple(names), tuple(tuple(map(int, row)) for row in percent))


def correlations_of(evidence: Evidence, criteria: tuple[Criterion, ...]) -> Correlations:
    """How errors of the criteria of ordinary matches correlate; empty for too few matches."""
    sampled = [one for one in criteria if set(one.needs) <= ORDINARY_MODES]
    played = {mode: one for mode, one in evidence.playtests.items() if mode in ORDINARY_MODES}
    evidence = replace(evidence, playtests=played)
    fewest = min(map(len, played.values()), default=0)
    groups = min(MOST_GROUPS, fewest // FEWEST_MATCHES)
    if groups < FEWEST_GROUPS:
        return Correlations()
    rows = [_values(evidence.part(place, groups), sampled) for place in range(groups)]
    away = np.asarray(rows)
    means = np.nanmean(np.where(np.isnan(away).all(axis=0), 0.0, away), axis=0)
    # A group in which a criterion has no value does not count for it.
    away = np.where(np.isnan(away), 0.0, away - means)
    lengths = np.sqrt((away * away).sum(axis=0))
    moving = np.flatnonzero(lengths > 1e-9)
    units = away[:, moving] / lengths[moving]
    percent = np.rint(100.0 * units.T @ units).astype(int).tolist()
    return Correlations(
        tuple(sampled[place].name for place in moving),
        tuple(tuple(row[:place]) for place, row in enumerate(percent)),
    )


def _values(part: Evidence, criteria: list[Criterion]) -> list[float]:
    found = [one.measure(part) for one in criteria]
    return [one.value if isinstance(one, Score) else float("nan") for one in found]
