from math import log10

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.criticism.criterion import Criterion, Group
from ludwright.criticism.evidence import SAMPLES
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.quality_criteria import (
    CRITERIA,
    branching_factor,
    convergence,
    correction,
    decision_ratio,
    decisiveness_moves,
    decisiveness_threshold,
    drama_average,
    drama_maximum,
    killer_moves,
    lead_change,
    momentum,
    permanence,
    stability,
    surprise,
    uncertainty,
    uncertainty_early,
    uncertainty_late,
    uncertainty_late_weighted,
)
from tests.criticism.histories import DRAWN, Told, assert_sound, random_matches, told_evidence

NEAR = 1e-6
"""Leads are stored with seven digits."""


def test_the_criteria_are_numbered_as_in_the_table() -> None:
    assert [one.number for one in CRITERIA if one.group is Group.QUALITY] == [
        *("Q1", "Q2", "Q3", "Q12", "Q13", "Q14", "Q15", "Q16", "Q17", "Q18"),
        *("Q19", "Q20", "Q21", "Q22", "Q23", "Q24", "Q25"),
    ]
    assert [one.number for one in CRITERIA if one.group is Group.BEYOND] == ["B1"]


def test_branching_factor_is_half_at_nine_moves_and_one_at_ninety_nine() -> None:
    assert _value(branching_factor, _with_options(8, 10)) == pytest.approx(0.5)
    assert _value(branching_factor, _with_options(99, 99)) == pytest.approx(1.0)
    assert _value(branching_factor, _with_options(900, 900)) == 1.0


def test_branching_factor_leaves_the_opening_out() -> None:
    match = Told([0.0] * 5, opening=2, options=[200, 200, 4, 2])
    assert _value(branching_factor, match) == pytest.approx(log10(3 + 1) / 2)


def test_convergence_is_half_where_options_stay() -> None:
    assert _value(convergence, _with_options(7, 7, 7)) == 0.5


def test_convergence_follows_the_slope_of_the_options() -> None:
    # 4, 3, 2, 1 options at times 1/4, 2/4, 3/4, 1: the share falls by 1/4 each quarter.
    assert _value(convergence, _with_options(4, 3, 2, 1)) == pytest.approx(1.0)
    assert _value(convergence, _with_options(1, 2, 3, 4)) == pytest.approx(0.0)
    # 8, 7, 6, 5: by 1/8 each quarter, a slope of -0.5.
    assert _value(convergence, _with_options(8, 7, 6, 5)) == pytest.approx(0.75)


def test_decision_ratio_counts_turns_with_a_choice() -> None:
    assert _value(decision_ratio, _with_options(1, 5, 2, 1)) == 0.5


def test_correction_is_the_part_of_the_movement_against_the_leader() -> None:
    # Rounds start at leads 0.4, 0.2, -0.2 and change them by -0.2, -0.4, -0.3.
    match = Told([0.4, 9e-1, 0.2, 0.0, -0.2, 0.0, -0.5, 0.0])
    assert _value(correction, match) == pytest.approx((0.2 + 0.4) / 0.9, abs=NEAR)


def test_correction_leaves_out_rounds_without_a_leader() -> None:
    match = Told([0.0, 0.0, 0.5, 0.0, 0.3, 0.0])
    assert _value(correction, match) == pytest.approx(1.0)


def test_correction_is_unscored_where_the_lead_never_moves() -> None:
    assert _why(correction, Told([0.3] * 9))


def test_momentum_is_the_share_of_rounds_that_go_on() -> None:
    # Rounds change the lead by 0.2, 0.2, -0.1, -0.1, 0: same, not, same, not.
    match = Told([0.0, 0.9, 0.2, 0.9, 0.4, 0.9, 0.3, 0.9, 0.2, 0.9, 0.2, 0.9])
    assert _value(momentum, match) == 0.5


def test_decisiveness_threshold_is_a_high_quantile_of_lost_leads() -> None:
    lost = [Told([0.0, -0.01 * step, 0.5, 1.0], winner=0) for step in range(21)]
    # 21 lost leads from 0 to 0.2: one above the 0.95 quantile, 0.19.
    assert _value(decisiveness_threshold, *lost) == pytest.approx(0.19, abs=NEAR)


def test_decisiveness_threshold_sees_the_loser_whichever_seat_it_has() -> None:
    match = Told([0.0, 0.6, -0.2, -1.0], winner=1)
    assert _value(decisiveness_threshold, match) == pytest.approx(0.6, abs=NEAR)


def test_decisiveness_moves_is_the_time_of_the_first_safe_lead() -> None:
    # The loser once led by 0.4; the winner did so after move 3 of 5.
    match = Told([0.0, -0.4, 0.3, 0.4, 0.6, 1.0], winner=0)
    assert _value(decisiveness_moves, match) == pytest.approx(3 / 5)


def test_decisiveness_moves_is_one_where_only_the_win_decides() -> None:
    match = Told([0.0, -0.4, 0.3, 0.1, 0.2, 1.0], winner=0)
    assert _value(decisiveness_moves, match) == 1.0


def test_equation_4_drama_is_the_mean_shortfall_of_the_winner_while_behind() -> None:
    # Behind by 0.04 and 0.36 after two of the measured moves; the last position is left out.
    match = Told([-1.0, -0.04, 0.5, -0.36, 0.2, -1.0], winner=0)
    assert _value(drama_average, match) == pytest.approx((0.2 + 0.6) / 2, abs=NEAR)
    assert _value(drama_maximum, match) == pytest.approx(0.6, abs=NEAR)


def test_equation_4_drama_leaves_the_opening_out_and_skips_draws() -> None:
    won = Told([0.0, 0.9, 0.9, 0.25, -0.1, -1.0], winner=1, opening=2)
    drawn = Told([0.0, -1.0, 1.0, -1.0, 1.0, 0.0], winner=DRAWN)
    assert _value(drama_average, won, drawn) == pytest.approx(0.5, abs=NEAR)


def test_equation_4_drama_is_zero_where_the_winner_never_trails() -> None:
    match = Told([0.0, 0.1, 0.2, 1.0], winner=0)
    assert _value(drama_average, match) == 0.0
    assert _value(drama_maximum, match) == 0.0


def test_killer_moves_is_the_largest_gain_of_a_mover() -> None:
    # Gains: first 0.1, second 0.5 (the lead falls), first 0.2; the last move is left out.
    match = Told([0.0, 0.1, -0.4, -0.2, -1.0])
    assert _value(killer_moves, match) == pytest.approx(0.5, abs=NEAR)


def test_killer_moves_asks_who_moved() -> None:
    # Both first moves are the first seat's, and the second one loses.
    match = Told([0.0, 0.1, -0.4, -0.2, -1.0], seats=[0, 0, 0, 1])
    assert _value(killer_moves, match) == pytest.approx(0.2, abs=NEAR)


def test_killer_moves_stay_from_zero_to_one() -> None:
    assert _value(killer_moves, Told([-1.0, 1.0, 1.0])) == 1.0
    assert _value(killer_moves, Told([1.0, 0.0, 0.0])) == 0.0


def test_lead_change_counts_leaders_and_ignores_level_positions() -> None:
    # Measured: 0.1, 0, -0.2, -0.1, 0.3: two changes in four steps.
    assert _value(lead_change, Told([0.0, 0.1, 0.0, -0.2, -0.1, 0.3, 1.0])) == 0.5
    # 0.1, 0, 0.2: the first leader still leads.
    assert _value(lead_change, Told([0.0, 0.1, 0.0, 0.2, 1.0])) == 0.0


def test_permanence_is_one_where_the_lead_goes_straight_on() -> None:
    assert _value(permanence, Told([0.0, 0.1, 0.2, 0.3, 1.0])) == pytest.approx(1.0, abs=NEAR)


def test_permanence_falls_where_replies_undo_gains() -> None:
    # Changes 0.1, -0.1, 0.1 differ by 0.2 and 0.2.
    assert _value(permanence, Told([0.0, 0.1, 0.0, 0.1, 1.0])) == pytest.approx(0.8, abs=NEAR)
    assert _value(permanence, Told([0.0, 1.0, 0.0, 1.0, 1.0])) == 0.0


def test_stability_and_surprise_read_the_changes_of_the_lead() -> None:
    # Changes 0.1, -0.3, 0.2.
    match = Told([0.0, 0.1, -0.2, 0.0, 1.0])
    assert _value(stability, match) == pytest.approx(1 - 0.2, abs=NEAR)
    assert _value(surprise, match) == pytest.approx((0.01 + 0.09 + 0.04) / 3, abs=NEAR)


def test_uncertainty_is_one_less_the_mean_lead() -> None:
    assert _value(uncertainty, Told([0.25] * 5)) == pytest.approx(0.75)
    # A lead that rises from 0 to -1 in equal steps has the mean 0.5.
    assert _value(uncertainty, Told([0.0, -0.25, -0.5, -0.75, -1.0])) == pytest.approx(0.5)


def test_uncertainty_early_reads_the_first_half_alone() -> None:
    match = Told([0.0, 0.0, 0.0, 1.0, 1.0])
    assert _value(uncertainty_early, match) == 1.0
    assert _value(uncertainty, match) < 0.7


def test_equation_5_uncertainty_is_half_where_the_lead_follows_the_line() -> None:
    assert _value(uncertainty_late, Told([0.0, -0.5, -1.0], winner=1)) == pytest.approx(0.5)


def test_equation_5_uncertainty_spans_its_range() -> None:
    assert _value(uncertainty_late, Told([1.0] * 4, winner=0)) == pytest.approx(0.0)
    assert _value(uncertainty_late, Told([0.0] * 4, winner=0)) == pytest.approx(1.0)
    # A winner who trails by the maximum: each sample is capped at 1.
    assert _value(uncertainty_late, Told([-1.0] * 4, winner=0)) == pytest.approx(1.5)


def test_equation_5_caps_each_sample_of_each_match() -> None:
    match = Told([-0.5] * 4, winner=0)
    capped = [min(1.0, step / (SAMPLES - 1) + 0.5) for step in range(SAMPLES)]
    assert _value(uncertainty_late, match) == pytest.approx(0.5 + sum(capped) / SAMPLES)


def test_late_weighted_uncertainty_tells_early_leads_from_late_ones() -> None:
    early, late = Told([0.8, 0.8, 0.0, 0.0]), Told([0.0, 0.0, 0.8, 0.8])
    assert _value(uncertainty, early) == pytest.approx(_value(uncertainty, late))
    early_value = _value(uncertainty_late_weighted, early)
    assert early_value > _value(uncertainty_late_weighted, late) + 0.2
    assert _value(uncertainty_late_weighted, Told([0.25] * 4)) == pytest.approx(0.75)


@pytest.mark.parametrize("one", CRITERIA, ids=lambda one: one.name)
def test_matches_that_end_in_their_opening_give_a_reason_or_a_value(one: Criterion) -> None:
    short = [Told([0.0, 0.5, 1.0][: moves + 1], winner=0, opening=4) for moves in (0, 1, 2)]
    found = one.measure(told_evidence(*short))
    assert isinstance(found, Unscored) or one.name.startswith("uncertainty")


@pytest.mark.parametrize("one", CRITERIA, ids=lambda one: one.name)
def test_without_matches_there_is_a_reason(one: Criterion) -> None:
    assert _why(one)


@pytest.mark.parametrize(
    "one",
    [
        decisiveness_threshold,
        decisiveness_moves,
        drama_average,
        drama_maximum,
        uncertainty_late,
    ],
    ids=lambda one: one.name,
)
def test_what_needs_a_winner_is_unscored_in_drawn_matches(one: Criterion) -> None:
    assert "won" in _why(one, Told([0.0] * 9, DRAWN))


@settings(deadline=None, max_examples=50)
@given(matches=st.lists(random_matches(), min_size=2, max_size=4))
def test_means_over_matches_are_the_means_of_single_matches(matches: list[Told]) -> None:
    together = told_evidence(*matches)
    alone = [told_evidence(match) for match in matches]
    for one in CRITERIA:
        if one.is_mean:
            singles = [found for each in alone if isinstance(found := one.measure(each), Score)]
            _assert_mean(one.measure(together), [found.value for found in singles])


def _assert_mean(found: Measure, values: list[float]) -> None:
    if values:
        assert isinstance(found, Score)
        assert found.samples == len(values)
        assert found.value == pytest.approx(sum(values) / len(values))
    else:
        assert isinstance(found, Unscored)


@settings(deadline=None)
@given(matches=st.lists(random_matches(), max_size=5))
def test_any_matches_give_a_value_in_range_or_a_reason(matches: list[Told]) -> None:
    evidence = told_evidence(*matches)
    for one in CRITERIA:
        assert_sound(one, one.measure(evidence))


@pytest.mark.parametrize("one", CRITERIA, ids=lambda one: one.name)
def test_errors_shrink_with_more_matches(one: Criterion) -> None:
    few, many = (one.measure(told_evidence(*_wandering(count))) for count in (20, 320))
    assert isinstance(few, Score)
    assert isinstance(many, Score)
    assert many.error < few.error / 2


def test_resampled_errors_are_the_same_each_time() -> None:
    evidence = told_evidence(*_wandering(20))
    assert decisiveness_moves.measure(evidence) == decisiveness_moves.measure(evidence)


def _wandering(count: int) -> list[Told]:
    """Matches whose leads are random walks with a fixed seed."""
    rng = np.random.default_rng(1)
    found: list[Told] = []
    for _ in range(count):
        moves = int(rng.integers(10, 40))
        leads = np.tanh(np.cumsum(rng.normal(0.0, 0.4, moves + 1)))
        options = rng.integers(1, 4, moves).tolist()
        found.append(Told(leads.tolist(), int(rng.integers(0, 2)), opening=2, options=options))
    return found


def _with_options(*options: int) -> Told:
    return Told([0.0] * (len(options) + 1), options=options)


def _value(one: Criterion, *matches: Told) -> float:
    found = one.measure(told_evidence(*matches))
    assert isinstance(found, Score)
    return found.value


def _why(one: Criterion, *matches: Told) -> str:
    found = one.measure(told_evidence(*matches))
    assert isinstance(found, Unscored)
    return found.why


@pytest.mark.parametrize("length", [1, 2, 3, 5, 8, 13, 40])
def test_a_match_open_throughout_was_more_than_open(length: int) -> None:
    # Weights that sum to 1 up to rounding gave 1.0000000000000002 on some processors.
    found = uncertainty_late_weighted.measure(told_evidence(Told([0.0] * (length + 1))))
    assert isinstance(found, Score)
    assert found.value == pytest.approx(1.0)
    assert_sound(uncertainty_late_weighted, found)
