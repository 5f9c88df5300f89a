"""Rankings find the truth behind simulated comparisons, and their intervals contain it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.learning import coverage, world
from ludwright.criticism.comparisons import Comparison, Preferred
from ludwright.criticism.ranking import (
    Duels,
    best_order,
    bradley_terry,
    duels_of,
    kendall_tau,
    rank_by_cross_entropy,
    ranks_of,
)
from ludwright.errors import LudwrightError

FIRST, SECOND, TIE = Preferred


def said(*pairs: tuple[str, str, Preferred], times: int = 1) -> list[Comparison]:
    return [Comparison(*pair) for pair in pairs] * times


def chain(names: str, times: int) -> Duels:
    """Each letter is preferred to all letters after it."""
    pairs = [(a, b, FIRST) for at, a in enumerate(names) for b in names[at + 1 :]]
    return duels_of(said(*pairs, times=times))


def test_an_order_without_contradiction_is_found_by_all() -> None:
    duels = chain("dacb", 3)
    found = rank_by_cross_entropy(duels, np.random.default_rng(1), restarts=3)
    strengths = bradley_terry(duels)
    best = best_order(duels, [np.zeros(4)])
    assert found.order() == strengths.order() == best.games == ("d", "a", "c", "b")
    assert found.rate_mean == best.rate == duels.best_conceivable_rate() == 1.0
    assert found.rate_variance == 0.0


def test_cycles_bound_every_order() -> None:
    duels = duels_of(said(("a", "b", FIRST), ("b", "c", FIRST), ("a", "c", SECOND), times=4))
    found = rank_by_cross_entropy(duels, np.random.default_rng(1), restarts=2)
    assert found.rate_mean == pytest.approx(2 / 3)
    assert best_order(duels, [np.zeros(3)]).rate == pytest.approx(2 / 3)


def test_no_order_exceeds_the_majority_of_each_pair() -> None:
    duels = duels_of([*said(("a", "b", FIRST), times=3), *said(("a", "b", SECOND))])
    assert duels.best_conceivable_rate() == 0.75
    assert best_order(duels, [np.zeros(2)]).rate == 0.75


def test_two_games_have_the_odds_people_gave_them() -> None:
    duels = duels_of([*said(("a", "b", FIRST), times=30), *said(("a", "b", SECOND), times=10)])
    found = bradley_terry(duels, ridge=1e-9)
    assert found.values[0] - found.values[1] == pytest.approx(np.log(3), abs=1e-6)
    assert found.errors[0] == pytest.approx(np.sqrt(1 / 30 + 1 / 10) / 2, abs=1e-6)
    assert found.tie == 0.0


def test_ties_are_as_likely_as_they_were() -> None:
    pairs = [("a", "b", FIRST), ("a", "b", SECOND), ("a", "b", TIE)]
    found = bradley_terry(duels_of(said(*pairs, times=50)), ridge=1e-6)
    assert found.tie == pytest.approx(1.0, abs=1e-4)
    assert found.values == pytest.approx([0.0, 0.0])


def test_strengths_are_the_top_of_the_likelihood() -> None:
    made = world(np.random.default_rng(8), is_informative=False)
    duels = duels_of(made.comparisons)
    found = bradley_terry(duels, ridge=0.05)

    def likelihood(values: np.ndarray[tuple[int], np.dtype[np.float64]], tie: float) -> float:
        total = -0.025 * float(values @ values + np.log(tie) ** 2)
        for one in made.comparisons:
            a, b = (values[duels.games.index(name)] for name in (one.first, one.second))
            odds = {FIRST: np.exp(a), SECOND: np.exp(b), TIE: tie * np.exp((a + b) / 2)}
            total += float(np.log(odds[one.preferred] / sum(odds.values())))
        return total

    top = likelihood(found.values, found.tie)
    rng = np.random.default_rng(1)
    for _ in range(5):
        step = 0.02 * rng.standard_normal(len(found.values))
        assert likelihood(found.values + step - step.mean(), found.tie) < top
    assert likelihood(found.values, found.tie * 1.05) < top
    assert likelihood(found.values, found.tie / 1.05) < top


def test_a_game_that_won_everything_stays_finite() -> None:
    found = bradley_terry(chain("ab", 20))
    assert 0 < found.values[0] < 10
    assert np.isfinite(found.errors).all()


def test_the_truth_is_found_at_the_size_of_the_paper() -> None:
    made = world(np.random.default_rng(2), is_informative=False)
    duels = duels_of(made.comparisons)
    strengths = bradley_terry(duels)
    found = rank_by_cross_entropy(duels, np.random.default_rng(0), restarts=3)
    best = best_order(duels, [strengths.values, -found.mean_ranks])
    assert len(duels.games) == 79
    assert kendall_tau(strengths.values, made.truth) > 0.65
    assert kendall_tau(-found.mean_ranks, made.truth) > 0.6
    assert kendall_tau(-found.mean_ranks, strengths.values) > 0.7
    assert duels.rate(strengths.values) < found.rate_mean <= best.rate
    assert best.rate <= duels.best_conceivable_rate()
    assert found.rate_variance < 0.001


def test_intervals_hold_the_truth() -> None:
    shares = []
    for seed in range(20):
        made = world(np.random.default_rng(seed), is_informative=False)
        shares.append(coverage(bradley_terry(duels_of(made.comparisons, made.games)), made.truth))
    assert 0.9 <= np.mean(shares) <= 0.99


def test_the_same_seed_gives_the_same_ranking() -> None:
    made = world(np.random.default_rng(2), is_informative=False)
    duels = duels_of(made.comparisons)
    first, second = (
        rank_by_cross_entropy(duels, np.random.default_rng(4), restarts=1) for _ in range(2)
    )
    assert (first.mean_ranks == second.mean_ranks).all()


def test_ties_alone_rank_nothing() -> None:
    with pytest.raises(LudwrightError, match="expected comparisons in which one game is pref"):
        duels_of(said(("a", "b", TIE)))


def test_comparisons_of_other_games_are_left_aside() -> None:
    duels = duels_of(said(("a", "b", FIRST), ("a", "z", SECOND)), ["b", "a"])
    assert (duels.games, duels.decided) == (("b", "a"), 1)


@pytest.mark.parametrize(
    ("left", "right", "tau"),
    [
        ([1, 2, 3], [10, 20, 30], 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0),
        ([1, 2, 3, 4], [1, 2, 4, 3], 4 / 6),
        ([1, 1, 2], [1, 2, 3], 2 / np.sqrt(6)),
        ([1, 1, 1], [1, 2, 3], 0.0),
    ],
)
def test_kendall_counts_pairs(left: list[float], right: list[float], tau: float) -> None:
    assert kendall_tau(np.asarray(left, float), np.asarray(right, float)) == pytest.approx(tau)


def test_the_largest_has_rank_one() -> None:
    assert ranks_of(np.asarray([0.1, 0.9, 0.5])).tolist() == [3.0, 1.0, 2.0]
