from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ludwright.criticism.evidence import histories_of, leads_at
from ludwright.errors import StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.play.families import load_rules
from ludwright.play.judging import (
    BY_EVALUATION,
    JUDGED_STANDINGS,
    JUDGED_VALUES,
    SLOPE,
    Judging,
    affordable,
    averaged_standings,
    calibrated,
    fitted_slope,
    judge,
    judged_by,
    slopes_of,
    standings_by_judge,
)
from ludwright.play.outcome import REASONS, Reason
from ludwright.play.player import SearchPlayer
from ludwright.play.playtest import Playtest, playtest
from ludwright.play.playtest_file import from_bytes, to_bytes
from ludwright.play.roster import player_of
from tests.play.lots import lots
from tests.play.test_match_loop import Noted


@pytest.fixture(scope="module")
def played() -> Playtest:
    return playtest(open_game("breakthrough-6"), "greedy", 12, 3)


@pytest.fixture(scope="module")
def judged(played: Playtest) -> Playtest:
    return judge(played, Judging(30))


def told(matches: Sequence[Sequence[int]], winners: Sequence[int], seats: int = 2) -> Playtest:
    """Matches of which only who moved and who won is known."""
    scores = np.zeros((len(matches), seats), dtype=np.float32)
    scores[np.arange(len(matches)), list(winners)] = 1.0
    columns: dict[str, NDArray[Any]] = {
        "seats": np.asarray([seat for one in matches for seat in one], dtype=np.int8),
        "scores": scores,
        "reasons": np.full(len(matches), REASONS.index(Reason.RULE), dtype=np.uint8),
    }
    offsets = np.cumsum([0, *map(len, matches)], dtype=np.int64)
    names = tuple(f"player {seat}" for seat in range(seats))
    return Playtest(open_game("tic-tac-toe"), names, 0, offsets, columns)


def even(matches: int, plies: int, winners: Sequence[int]) -> Playtest:
    return told([[ply % 2 for ply in range(plies)]] * matches, winners)


# --- Averages -------------------------------------------------------------------------------------


def test_the_lead_is_the_mean_of_the_latest_estimate_of_each_seat() -> None:
    match = told([[0, 1, 0, 1]], [0])
    found = averaged_standings(match, np.array([0.2, 0.4, 0.6, -1.0]))
    # The first seat's views of its chances are 0.6 and 0.8, the second's 0.7 and 0.
    assert found[:, 0] == pytest.approx([0.45, 0.45, 0.55, 0.9])
    assert found.sum(axis=1) == pytest.approx(1.0)


def test_an_estimate_in_the_middle_of_a_turn_does_not_count() -> None:
    found = averaged_standings(told([[0, 1, 1, 0]], [0]), np.array([0.0, 0.2, -0.6, 0.4]))
    assert found[:, 0] == pytest.approx([0.45, 0.45, 0.45, 0.55])


def test_estimates_stay_in_their_match() -> None:
    two = told([[0, 1], [0, 1]], [0, 1])
    found = averaged_standings(two, np.array([1.0, -1.0, 0.0, 0.0]))
    assert found[:, 0] == pytest.approx([1.0, 1.0, 0.5, 0.5])


def test_each_of_three_seats_shares_out_what_it_does_not_expect_to_win() -> None:
    found = averaged_standings(told([[0, 1, 2]], [0], seats=3), np.array([1.0, -1.0, -1.0]))
    assert found[2] == pytest.approx([(1 + 0.5 + 0.5) / 3, 0.5 / 3, 0.5 / 3])


def test_events_of_chance_and_seats_without_a_turn_change_nothing() -> None:
    found = averaged_standings(told([[0, -1, 0]], [0]), np.array([0.6, np.nan, 0.6]))
    assert found[:, 0] == pytest.approx([0.65] * 3)


def gain_of_the_mover(found: Playtest) -> float:
    course = histories_of(found).course
    after = np.flatnonzero(course.segments.places > 0)
    movers = course.movers[after]
    gains = leads_at(course.standings[:, after], movers)
    return float((gains - leads_at(course.standings[:, after - 1], movers)).mean())


def test_whoever_had_just_moved_was_ahead() -> None:
    game = open_game("irensei-mini")
    found = playtest(game, "alphabeta:depth=2", 10, 1)
    assert gain_of_the_mover(found) > 0.2
    assert abs(gain_of_the_mover(judge(found, Judging(30)))) < 0.05


# --- Calibration ----------------------------------------------------------------------------------


def test_a_slope_raises_the_odds() -> None:
    found = calibrated(np.array([[0.8, 0.2], [0.5, 0.5]]), 2.0)
    assert found[0, 0] / found[0, 1] == pytest.approx(16.0)
    assert found[1].tolist() == [0.5, 0.5]
    three = calibrated(np.array([[0.5, 0.25, 0.25]]), np.array([1.0]))
    assert three[0] == pytest.approx([0.5, 0.25, 0.25])


def standings_of(leads: NDArray[Any]) -> NDArray[np.float64]:
    return np.stack([0.5 + 0.5 * leads, 0.5 - 0.5 * leads], axis=1)


def test_leads_that_are_always_right_grow_and_those_that_mean_nothing_shrink() -> None:
    rng = np.random.default_rng(1)
    winners = rng.integers(0, 2, 200)
    matches = even(200, 6, winners.tolist())
    every = np.ones(200, dtype=np.bool_)
    right = standings_of(np.repeat(np.where(winners == 0, 0.3, -0.3), 6))
    random = standings_of(rng.choice([-0.9, 0.9], 1200))
    assert fitted_slope(matches, right, every) > 3.0
    assert fitted_slope(matches, random, every) < 0.3


def test_the_slope_that_made_the_outcomes_is_found() -> None:
    rng = np.random.default_rng(2)
    leads = rng.uniform(-0.8, 0.8, 3000)
    odds = ((1 + leads) / (1 - leads)) ** 1.7
    winners = np.where(rng.random(3000) < odds / (1 + odds), 0, 1)
    matches = told([[0]] * 3000, winners.tolist())
    found = fitted_slope(matches, standings_of(leads), np.ones(3000, dtype=np.bool_))
    assert found == pytest.approx(1.7, abs=0.15)


def test_one_winner_in_all_matches_gives_a_sane_slope() -> None:
    matches = even(20, 8, [0] * 20)
    found = slopes_of(matches, standings_of(np.full(160, 0.5)))
    assert (found > SLOPE).all()
    assert (found < 10.0).all()


def test_no_match_that_ended_leaves_standings_as_they_are() -> None:
    matches = even(5, 4, [0] * 5)
    limit = np.full(5, REASONS.index(Reason.PLY_LIMIT), dtype=np.uint8)
    cut = replace(matches, columns={**matches.columns, "reasons": limit})
    assert slopes_of(cut, standings_of(np.full(20, 0.5))).tolist() == [SLOPE] * 5
    assert slopes_of(even(1, 4, [0]), standings_of(np.full(4, 0.5))).tolist() == [SLOPE]


def test_no_lead_is_fitted_to_the_outcome_of_its_own_match() -> None:
    rng = np.random.default_rng(3)
    values = rng.uniform(-1.0, 1.0, 120)
    one, other = even(20, 6, [0, 1] * 10), even(20, 6, [1, 1] + [0, 1] * 9)
    first, second = (judged_by("test", two, values).annotations for two in (one, other))
    assert np.array_equal(first[JUDGED_STANDINGS][:6], second[JUDGED_STANDINGS][:6])
    assert not np.array_equal(first[JUDGED_STANDINGS], second[JUDGED_STANDINGS])


# --- The judge ------------------------------------------------------------------------------------


def test_leads_do_not_depend_on_threads(played: Playtest, judged: Playtest) -> None:
    again = judge(played, Judging(30), jobs=3)
    assert to_bytes(again) == to_bytes(judged)


def test_the_record_says_who_judged(played: Playtest, judged: Playtest) -> None:
    assert judged.settings["judge"] == Judging(30).named(30)
    assert "judge" not in played.settings
    assert set(judged.annotations) == {JUDGED_VALUES, JUDGED_STANDINGS}
    values = judged.annotations[JUDGED_VALUES]
    assert len(values) == played.offsets[-1]
    assert (np.abs(values) <= 1.0).all()


def test_a_search_that_is_too_dear_gives_way_to_the_evaluation(played: Playtest) -> None:
    found = judge(played, Judging(30, steps=1))
    assert found.settings["judge"] == BY_EVALUATION
    assert standings_by_judge(found)[0] is found.standings


def test_playouts_are_as_many_as_the_work_allows(played: Playtest) -> None:
    assert affordable(Judging(50, steps=0), 10**9, 1) == 50
    assert affordable(Judging(50, steps=100), 1000, 10) == 50
    assert affordable(Judging(50, steps=100), 2500, 10) == 20
    one = played.some(0, 1)
    player = player_of(Judging(30).named(30), played.game)
    assert isinstance(player, SearchPlayer)
    found = load_rules(played.game).judged(one, player.spec)
    assert found is not None
    half = found.steps // (2 * len(found.values)) + 1
    assert judge(one, Judging(30, steps=half)).settings["judge"] == Judging(30).named(15)


def test_families_without_values_keep_their_standings() -> None:
    found = judge(playtest(lots(), Noted(), 2, 1), Judging(10))
    assert found.settings["judge"] == BY_EVALUATION
    assert found.annotations == {}


def test_no_matches_have_no_judge(played: Playtest) -> None:
    assert judge(played.some(0, 0), Judging(10)).settings["judge"] == BY_EVALUATION


# --- Leads of moments -----------------------------------------------------------------------------


def test_the_end_of_a_match_is_its_score_and_the_start_its_first_estimates(
    judged: Playtest,
) -> None:
    standings, starts = standings_by_judge(judged)
    last = judged.offsets[1:] - 1
    assert np.array_equal(standings[last], judged.columns["scores"])
    before = judged.annotations[JUDGED_STANDINGS]
    assert np.array_equal(starts, before[judged.offsets[:-1]])
    assert np.array_equal(standings[0], before[1])


def test_an_abandoned_match_ends_with_its_last_estimates() -> None:
    found = judge(playtest(open_game("hex-7"), "uniform", 2, 1, max_plies=9), Judging(10))
    standings, _ = standings_by_judge(found)
    assert np.array_equal(standings[8], found.annotations[JUDGED_STANDINGS][8])


def test_files_and_parts_keep_the_leads(judged: Playtest) -> None:
    again = from_bytes(to_bytes(judged))
    assert again.settings["judge"] == judged.settings["judge"]
    part = again.some(2, 4)
    whole, cut = histories_of(judged), histories_of(part)
    first, last = whole.moments.starts[[2, 4]]
    assert np.array_equal(cut.standings, whole.standings[:, first:last])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda one: one[:, :1],
        lambda one: one[:-1],
        lambda one: one + 1.0,
        lambda one: np.full_like(one, np.nan),
        lambda one: one.astype("U8"),
        lambda one: 0.4 * one,
    ],
)
def test_judged_standings_in_a_file_must_fit_the_seats(judged: Playtest, wrong: Any) -> None:
    notes = {**judged.annotations, JUDGED_STANDINGS: wrong(judged.annotations[JUDGED_STANDINGS])}
    with pytest.raises(StoreError):
        from_bytes(to_bytes(replace(judged, annotations=notes)))
