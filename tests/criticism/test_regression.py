"""Regression finds planted criteria, and its outer correlation is honest about noise."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator, default_rng

from benchmarks.learning import PLANTED
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.profile import aesthetic_score
from ludwright.criticism.regression import (
    RIDGE,
    CriteriaTable,
    Floats,
    all_criteria,
    best_subset,
    correlation,
    correlation_beyond_luck,
    fit,
    left_out_deviations,
    left_out_errors,
    scale_of,
    study,
    table_of,
    validate,
)
from ludwright.errors import LudwrightError

GAMES, CRITERIA = 79, 57


def table(rng: Generator, criteria: int = CRITERIA, games: int = GAMES) -> CriteriaTable:
    values = rng.standard_normal((games, criteria)) * 0.1 + 0.5
    names = tuple(f"criterion-{at:02d}" for at in range(criteria))
    return CriteriaTable(tuple(f"game-{at}" for at in range(games)), names, values)


def planted(values: Floats, rng: Generator) -> Floats:
    strength = scale_of(values).apply(values)[:, : len(PLANTED)] @ np.asarray(PLANTED)
    return np.asarray(strength + 0.6 * rng.standard_normal(len(values)), dtype=np.float64)


def test_the_closed_form_is_what_leaving_out_gives() -> None:
    rng = default_rng(1)
    values, targets = rng.standard_normal((20, 6)), rng.standard_normal(20)
    z = scale_of(values).apply(values)
    subsets = rng.random((40, 6)) < 0.5
    subsets[0], subsets[1] = False, True
    found = left_out_errors(z, targets, subsets)
    for row, subset in zip(found, subsets, strict=True):
        for out in range(20):
            rest = np.arange(20) != out
            design = np.column_stack([np.ones(19), z[np.ix_(rest, subset)]])
            penalty = 20 * RIDGE * np.diag([0.0, *[1.0] * int(subset.sum())])
            weights = np.linalg.solve(design.T @ design + penalty, design.T @ targets[rest])
            predicted = weights[0] + z[out, subset] @ weights[1:]
            assert row[out] == pytest.approx(targets[out] - predicted, abs=1e-9)
            mean = targets[rest].mean()
            deviation = left_out_deviations(row, targets)[out]
            assert deviation == pytest.approx(predicted - mean, abs=1e-9)


def test_a_prediction_that_knows_nothing_correlates_by_nothing() -> None:
    targets = default_rng(1).standard_normal(20)
    errors = left_out_errors(np.zeros((20, 1)), targets, np.zeros((1, 1), dtype=bool))
    assert correlation(left_out_deviations(errors, targets)[0], targets).value == 0.0


def test_missing_values_count_as_the_mean_of_the_rest() -> None:
    values = np.asarray([[1.0, 5.0], [3.0, np.nan], [np.nan, 5.0]])
    assert scale_of(values).apply(values).tolist() == [[-1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]


def test_a_correlation_has_the_interval_of_fisher() -> None:
    found = correlation(np.asarray([1.0, 2, 3, 4, 5]), np.asarray([2.0, 1, 4, 3, 5]))
    assert found.value == pytest.approx(0.8)
    assert (found.low, found.high) == pytest.approx((-0.2796, 0.9862), abs=1e-3)
    assert correlation(np.asarray([1.0, 2]), np.asarray([1.0, 2])).low == -1.0


def test_an_honest_correlation_of_eight_games_excluded_zero_on_coin_flips() -> None:
    excluded, by_fisher = 0, 0
    for seed in range(60):
        rng = default_rng([seed, 8])
        values, targets = rng.standard_normal((8, 5)), rng.standard_normal(8)
        aims = [targets, *(rng.permutation(targets) for _ in range(19))]
        outer = [validate(values, one, rng, all_criteria).deviations for one in aims]
        by_luck = [correlation(*pair).value for pair in zip(outer[1:], aims[1:], strict=True)]
        found = correlation_beyond_luck(outer[0], targets, by_luck)
        excluded += found.low > 0 or found.high < 0
        fisher = correlation(outer[0], targets)
        by_fisher += fisher.low > 0 or fisher.high < 0
    assert 1 <= excluded <= 5
    assert by_fisher > 5


def test_the_interval_beyond_luck_is_as_wide_as_what_luck_brings() -> None:
    left, right = np.asarray([1.0, 2, 3, 4, 5]), np.asarray([2.0, 1, 4, 3, 5])
    by_luck = [at / 100 for at in range(-19, 20)]
    found = correlation_beyond_luck(left, right, by_luck)
    # Two of forty are a twentieth: the second furthest from 0 of the 39 is the half width.
    half = np.arctanh(0.19)
    wanted = np.tanh([np.arctanh(0.8) - half, np.arctanh(0.8) + half])
    assert (found.low, found.high) == pytest.approx(tuple(wanted))
    assert correlation_beyond_luck(left, right, by_luck[:18]).low == -1.0


def test_a_study_finds_the_same_values_however_often_it_shuffles() -> None:
    made = table(default_rng(2), 4, 12)
    targets = default_rng(3).standard_normal(12)
    none, some = (study(made, targets, default_rng(4), shuffles=count) for count in (0, 19))
    assert none.outer.value == some.outer.value
    assert none.fit.criteria == some.fit.criteria
    assert (none.outer.low, none.outer.high) == (-1.0, 1.0)
    assert -1.0 < some.outer.low < some.outer.value < some.outer.high < 1.0


def test_planted_criteria_are_found_and_predict() -> None:
    rng = default_rng(11)
    made = table(rng)
    found = study(made, planted(made.values, rng), rng, shuffles=0)
    assert set(made.criteria[: len(PLANTED)]) <= set(found.fit.criteria)
    assert found.outer.value > 0.7
    assert (found.outer.low, found.outer.high) == (-1.0, 1.0)  # nothing was shuffled
    assert found.outer.value <= found.inner.value
    strongest = [one.criterion for one in found.importances[:2]]
    assert set(strongest) <= set(made.criteria[: len(PLANTED)])
    assert all(one.chosen >= 0.9 for one in found.importances[:2])
    signs = {one.criterion: np.sign(one.weight) for one in found.importances}
    for name, weight in zip(made.criteria, PLANTED, strict=False):
        assert signs[name] == np.sign(weight)


def test_noise_flatters_the_inner_but_not_the_outer_correlation() -> None:
    inner, outer = [], []
    for seed in range(4):
        rng = default_rng([seed, 1])
        found = study(table(rng), rng.standard_normal(GAMES), rng, shuffles=0)
        inner.append(found.inner.value)
        outer.append(found.outer.value)
    assert min(inner) > 0.3
    assert abs(float(np.mean(outer))) < 0.15
    assert max(outer) < min(inner)


def test_a_fold_never_sees_the_games_it_predicts() -> None:
    rng = default_rng(3)
    made, seen = table(rng, 4, 30), []
    targets = rng.standard_normal(30)

    def choose(values: Floats, aims: Floats, _: Generator) -> list[int]:
        seen.append((values, aims))
        return [0, 1]

    first = validate(made.values, targets, default_rng(5), choose, folds=6)
    held = [at for at in range(30) if made.values[at, 0] not in seen[0][0][:, 0]]
    assert len(held) == 5
    assert set(seen[0][1]) == set(np.delete(targets, held))
    targets[held] += 1000.0
    again = validate(made.values, targets, default_rng(5), choose, folds=6)
    assert again.deviations[held] == pytest.approx(first.deviations[held])


def test_a_set_chosen_beforehand_would_leak() -> None:
    rng = default_rng(21)
    made, targets = table(rng), rng.standard_normal(GAMES)
    chosen = best_subset(made.values, targets, rng)
    leaky = validate(made.values, targets, rng, lambda *_: chosen)
    honest = validate(made.values, targets, rng)
    assert correlation(leaky.deviations, targets).value > 0.35
    assert correlation(honest.deviations, targets).value < 0.2


def test_the_scale_comes_from_the_other_games() -> None:
    rng = default_rng(3)
    values, targets = rng.standard_normal((24, 1)), rng.standard_normal(24)
    found = validate(values, targets, default_rng(5), lambda *_: [0], folds=24)
    rest = np.arange(24) != 7
    alone = fit(values[rest], targets[rest], ["x"])
    assert found.deviations[7] == pytest.approx(alone.deviations(values[7:8])[0])


def test_a_fit_becomes_a_profile_that_scores_as_it_predicts() -> None:
    rng = default_rng(2)
    made = table(rng, 5, 40)
    targets = planted(np.pad(made.values, ((0, 0), (0, 1))), rng) + 3.0
    learned = fit(made.values, targets, made.criteria)
    profile = learned.profile("learned")
    measures = {n: Score(x, 0.1, 9) for n, x in zip(made.criteria, made.values[4], strict=True)}
    score = aesthetic_score(Critique("", "game", "", 0, measures), profile)
    assert isinstance(score, Score)
    assert score.value == pytest.approx(learned.bias + learned.deviations(made.values[4:5])[0])


def test_criteria_that_cannot_tell_games_apart_are_left_out() -> None:
    critiques = [
        Critique(
            "",
            f"game-{at}",
            "",
            0,
            {
                "same": Score(0.5, 0.1, 9),
                "rare": Score(at, 0.1, 9) if at < 5 else Unscored("none"),
                "useful": Score(at / 10, 0.1, 9) if at else Unscored("none"),
                "never": Unscored("none"),
            },
        )
        for at in range(10)
    ]
    found = table_of(critiques)
    assert found.criteria == ("useful",)
    assert found.left_out == ("rare", "same")
    assert np.isnan(found.values[0, 0])


@pytest.mark.parametrize(("games", "criteria"), [(7, 3), (20, 0)])
def test_too_little_is_refused(games: int, criteria: int) -> None:
    made = table(default_rng(1), criteria, games)
    with pytest.raises(LudwrightError, match="expected at least 8 games of different strength"):
        study(made, default_rng(1).standard_normal(games), default_rng(1))


def test_the_same_seed_gives_the_same_set() -> None:
    made = table(default_rng(6), 12, 30)
    targets = default_rng(7).standard_normal(30)
    first, second = (best_subset(made.values, targets, default_rng(8)) for _ in range(2))
    assert first == second


def test_a_study_may_find_that_nothing_helps() -> None:
    made = table(default_rng(6), 1, 30)
    targets = default_rng(9).standard_normal(30)
    only = made.values[:, 0] - made.values[:, 0].mean()
    aims = targets - only * float(only @ targets) / float(only @ only)
    found = study(made, aims, default_rng(8), shuffles=0)
    assert found.fit.criteria == ()
    assert np.isfinite(found.error)


def test_sets_of_criteria_are_validated_apart() -> None:
    rng = default_rng(11)
    made = table(rng, 12, 40)
    targets = planted(made.values, rng)
    names = made.criteria
    groups = {"telling": names[:6], "noise": names[6:], "absent": ["never"]}
    found = study(made, targets, default_rng(12), shuffles=19, groups=groups)
    sets = {one.name: one for one in found.sets}
    assert list(sets) == ["all", "telling", "noise", "best"]
    assert [one.criteria for one in found.sets[:3]] == [12, 6, 6]
    assert sets["telling"].outer.low > 0 > sets["noise"].outer.low
    assert (sets["all"].outer, sets["best"].outer) == (found.outer_all, found.outer)
    ungrouped = study(made, targets, default_rng(12), shuffles=19)
    assert (ungrouped.outer, ungrouped.inner) == (found.outer, found.inner)
