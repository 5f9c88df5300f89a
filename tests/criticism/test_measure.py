"""Errors of means, compared with the plain formula."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.criticism.measure import (
    Score,
    Unscored,
    group_bounds,
    group_means,
    mean_over_matches,
    mean_score,
    share_of_matches,
)

numbers = st.lists(st.floats(-100.0, 100.0), min_size=2, max_size=20)


@given(numbers)
def test_the_error_of_a_mean_counts_two_more_matches_at_each_end(values: list[float]) -> None:
    found = mean_score(values)
    assert isinstance(found, Score)
    low, high = min(values), max(values)
    ends = [low, low, *[high if high > low else low + 1.0] * 2]
    free = len(values) - 1
    student = 1 + 1.21 / free + 1.44 / free**2
    plain = student * float(np.std(values, ddof=1)) / sqrt(len(values))
    wider = float(np.std([*values, *ends])) / sqrt(len(values) + 4)
    assert found.value == pytest.approx(float(np.mean(values)))
    assert found.error == pytest.approx(max(plain, wider), rel=1e-6)


def test_matches_without_a_value_do_not_count() -> None:
    values = np.asarray([1.0, np.nan, 3.0, np.nan, np.nan, 5.0])
    found = mean_over_matches(values)
    assert isinstance(found.measure, Score)
    assert found.measure == mean_score([1.0, 3.0, 5.0])
    assert found.by_group(3) == pytest.approx([1.0, 3.0, 5.0])
    assert group_means(values, 2) == pytest.approx([2.0, 5.0])
    assert np.isnan(group_means(values, 6)).tolist() == [False, True, False, True, True, False]
    assert isinstance(mean_over_matches(np.asarray([np.nan])).measure, Unscored)


def test_a_mean_has_a_largest_value_in_groups_too() -> None:
    found = mean_over_matches(np.asarray([0.5, 0.5, 4.0, 2.0]), most=1.0)
    assert isinstance(found.measure, Score)
    assert found.measure.value == 1.0
    assert found.by_group(2).tolist() == [0.5, 1.0]


def test_a_share_is_taken_of_groups_too() -> None:
    found = share_of_matches(np.asarray([True, False, True, True]))
    assert isinstance(found.measure, Score)
    assert found.measure.value == 0.75
    assert found.by_group(2).tolist() == [0.5, 1.0]


@given(st.integers(0, 50), st.integers(1, 20))
def test_groups_are_nearly_equal_and_leave_nobody_out(matches: int, groups: int) -> None:
    sizes = np.diff(group_bounds(matches, groups))
    assert sizes.sum() == matches
    assert len(sizes) == groups
    assert sizes.max() - sizes.min() <= 1
