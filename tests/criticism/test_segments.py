"""Columns cut into segments, compared with a plain loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.criticism.segments import Segments

parts = st.lists(st.lists(st.floats(-4.0, 4.0), max_size=4), max_size=6)


def cut(rows: list[list[float]]) -> tuple[Segments, np.ndarray]:
    counts = np.asarray([len(row) for row in rows], dtype=np.int64)
    return Segments(counts), np.asarray([each for row in rows for each in row], dtype=np.float64)


@given(parts)
def test_segments_reduce_as_a_loop_would(rows: list[list[float]]) -> None:
    segments, values = cut(rows)
    assert segments.total(values) == pytest.approx([sum(row) for row in rows])
    means = [sum(row) / len(row) if row else np.nan for row in rows]
    assert segments.mean(values) == pytest.approx(means, nan_ok=True)
    largest = [max(row) if row else np.nan for row in rows]
    assert segments.largest(values) == pytest.approx(largest, nan_ok=True)
    places = [place for row in rows for place in range(len(row))]
    assert segments.places.tolist() == places
    assert segments.owners.tolist() == [at for at, row in enumerate(rows) for _ in row]


@given(parts)
def test_entries_that_are_kept_stay_in_their_segments(rows: list[list[float]]) -> None:
    segments, values = cut(rows)
    kept = segments.where(values > 0.0)
    assert kept.counts.tolist() == [sum(each > 0.0 for each in row) for row in rows]
    wanted = [sum(each for each in row if each > 0.0) for row in rows]
    assert kept.total(values[values > 0.0]) == pytest.approx(wanted)


@pytest.mark.parametrize("counts", [[0, 2, 0], [2, 0], [0], [0, 0], []])
def test_an_empty_segment_took_an_entry_of_the_next_one(counts: list[int]) -> None:
    # numpy's `reduceat` does so, and fails where the empty segment is the last.
    segments = Segments(np.asarray(counts, dtype=np.int64))
    totals = segments.total(np.ones(sum(counts)))
    assert totals.tolist() == counts
    assert np.isnan(segments.mean(np.ones(sum(counts)))).tolist() == [n == 0 for n in counts]
