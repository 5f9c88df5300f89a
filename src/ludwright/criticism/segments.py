"""Columns cut into segments, one for each match or position, and reduced all at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Segments:
    """Consecutive parts that make up a whole column; some may be empty."""

    counts: Integers
    """Entries of each segment."""

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def starts(self) -> Integers:
        """Where each segment begins."""
        return np.cumsum(self.counts) - self.counts

    @cached_property
    def is_filled(self) -> Flags:
        """Which segments are not empty."""
        return self.counts > 0

    @cached_property
    def owners(self) -> Integers:
        """The segment of each entry."""
        return np.repeat(np.arange(len(self)), self.counts)

    @cached_property
    def places(self) -> Integers:
        """The place of each entry within its segment, from 0."""
        return np.arange(int(self.counts.sum())) - np.repeat(self.starts, self.counts)

    @cached_property
    def _divisors(self) -> Floats:
        return np.where(self.is_filled, self.counts, np.nan)

    @cached_property
    def _filled_starts(self) -> Integers | None:
        """Where segments that are not empty begin; None if all are such."""
        return None if self.is_filled.all() else self.starts[self.is_filled]

    def total(self, values: NDArray[Any]) -> Floats:
        """The sum of each segment."""
        return self._reduced(np.add, values.astype(np.float64, copy=False), 0.0)

    def mean(self, values: NDArray[Any]) -> Floats:
        """The mean of each segment, NaN where it is empty."""
        found: Floats = self.total(values) / self._divisors
        return found

    def largest(self, values: NDArray[Any]) -> Floats:
        """The largest entry of each segment, NaN where it is empty."""
        return self._reduced(np.maximum, values.astype(np.float64, copy=False), np.nan)

    def each(self, of: NDArray[Any]) -> NDArray[Any]:
        """A number of each segment, repeated for each of its entries."""
        return np.repeat(of, self.counts)

    def where(self, kept: Flags) -> Segments:
        """The segments of the entries that are kept."""
        return Segments(np.bincount(self.owners[kept], minlength=len(self)))

    def _reduced(self, operation: np.ufunc, values: Floats, empty: float) -> Floats:
        # `reduceat` gives the next entry for an empty segment, and fails for one at the end.
        starts = self._filled_starts
        if starts is None:
            found: Floats = operation.reduceat(values, self.starts) if len(self) else np.zeros(0)
            return found
        found = np.full(len(self), empty)
        if len(starts):
            found[self.is_filled] = operation.reduceat(values, starts)
        return found
