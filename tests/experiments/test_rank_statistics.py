"""Rank correlations, shares of pairs, their intervals and what chance alone would do."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from ludwright.experiments.rank_statistics import (
    agreement,
    family_wise,
    ordered_pairs,
    partial_spearman,
    ranks,
    spearman,
)

RISING = np.arange(12.0)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_equal_numbers_share_their_ranks_and_missing_scores_tie_for_last() -> None:
    assert ranks(np.array([3.0, -inf, 3.0, 7.0, -inf])).tolist() == [2.5, 0.5, 2.5, 4.0, 0.5]


def test_correlations_of_ranks_have_known_values() -> None:
    assert spearman(RISING, np.exp(RISING)) == pytest.approx(1.0)
    assert spearman(RISING, -RISING) == pytest.approx(-1.0)
    assert spearman(RISING, np.ones(12)) == 0.0
    # One exchange of neighbours among five: 1 - 6 * 2 / (5 * 24).
    assert spearman(np.arange(5.0), np.array([1.0, 0, 2, 3, 4])) == pytest.approx(0.9)


def test_ties_of_scores_count_half_a_pair_and_ties_of_ratings_none() -> None:
    values = np.array([[1.0, 1.0, 2.0]])
    assert ordered_pairs(values, np.array([[1.0, 2.0, 3.0]])) == pytest.approx([2.5 / 3])
    assert ordered_pairs(values, np.array([[1.0, 1.0, 3.0]])) == pytest.approx([1.0])
    assert ordered_pairs(values, np.ones((1, 3))) == pytest.approx([0.5])


def test_a_perfect_order_has_an_interval_above_zero_and_a_constant_has_none() -> None:
    found = agreement(RISING, RISING**2, rng())
    assert found.spearman.value == pytest.approx(1.0)
    assert (found.pairs.value, found.n) == (1.0, 12)
    assert found.spearman.low > 0.99
    assert found.spearman.excludes_zero
    assert found.p < 0.001
    flat = agreement(np.zeros(12), RISING, rng())
    assert (flat.spearman.value, flat.pairs.value, flat.p) == (0.0, 0.5, 1.0)
    assert not flat.spearman.excludes_zero


def test_the_interval_contains_the_truth_about_as_often_as_it_says() -> None:
    luck = rng(4)
    hits = 0
    for _ in range(20):
        x = luck.normal(size=30)
        found = agreement(x, 0.5 * x + np.sqrt(0.75) * luck.normal(size=30), luck)
        hits += found.spearman.low <= 0.483 <= found.spearman.high
    assert 17 <= hits <= 20


def test_what_board_size_explains_is_gone_once_it_is_given() -> None:
    luck = rng(2)
    size = luck.normal(size=80)
    score, rating = size + luck.normal(size=80), size + luck.normal(size=80)
    assert spearman(score, rating) > 0.35
    found = partial_spearman(score, rating, size, luck)
    assert abs(found.value) < 0.2
    assert not found.excludes_zero
    assert partial_spearman(score, rating, score, luck).value == 0.0


def test_among_many_criteria_one_looks_good_by_chance_and_is_not_believed() -> None:
    luck = rng(3)
    rating = luck.normal(size=30)
    noise = {f"noise-{at}": luck.normal(size=30) for at in range(40)}
    found = family_wise(noise, rating, luck)
    best = min(found.values(), key=lambda one: one.p)
    assert best.p < 0.1 < best.family_wise
    planted = family_wise({**noise, "true": rating + 0.4 * luck.normal(size=30)}, rating, luck)
    assert planted["true"].family_wise < 0.01
    assert [name for name, one in planted.items() if one.family_wise < 0.05] == ["true"]


def test_a_criterion_that_lacks_values_is_compared_on_the_others() -> None:
    column = RISING.copy()
    column[[0, 5]] = nan
    found = family_wise({"some": column}, RISING, rng())["some"]
    assert found.spearman == pytest.approx(1.0)
    assert found.n == 10
    assert found.p == found.family_wise
    assert family_wise({}, RISING, rng()) == {}
