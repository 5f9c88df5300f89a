from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.criticism.criterion import Criterion, Group
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.viability_criteria import (
    CRITERIA,
    advantage,
    balance,
    completion,
    deepening,
    drawishness,
    duration,
    length_spread,
    robustness_defensive,
    robustness_obstructive,
    robustness_random,
    timeouts,
)
from ludwright.families.combinatorial.library import open_game
from ludwright.play.outcome import Reason
from tests.criticism.histories import DRAWN, Told, assert_sound, random_matches, told_evidence, wins


def test_the_eleven_criteria_are_numbered_as_in_the_table() -> None:
    assert [one.number for one in CRITERIA] == [f"V{number}" for number in range(1, 12)]
    assert {one.group for one in CRITERIA} == {Group.VIABILITY}
    assert [one.number for one in CRITERIA if one.is_slow] == ["V8", "V9", "V10", "V11"]


def test_equation_2_completion_is_the_share_of_won_matches() -> None:
    assert _value(completion, told_evidence(*wins(2, 1, drawn=1))) == 0.75


def test_equation_3_duration_is_the_mean_deviation_from_the_preferred_length() -> None:
    evidence = told_evidence(_long(30), _long(60), _long(90), _long(120))
    assert _value(duration, evidence) == pytest.approx((0.5 + 0.0 + 0.5 + 1.0) / 4)


def test_duration_reads_the_preferred_length_of_the_evidence() -> None:
    assert _value(duration, told_evidence(_long(30), preferred_length=20)) == 0.5


def test_duration_never_exceeds_one() -> None:
    assert _value(duration, told_evidence(_long(50), preferred_length=10)) == 1.0


def test_a_turn_of_two_plies_counted_as_two_turns() -> None:
    seats = [ply // 2 % 2 for ply in range(120)]
    evidence = told_evidence(Told([0.0] * 121, 0, seats=seats), _long(60))
    assert _value(duration, evidence) == 0.0


def test_an_abandoned_match_counted_half_for_a_player_who_had_not_won_yet() -> None:
    cut = Told([0.0, 0.0], DRAWN, reason=Reason.PLY_LIMIT)
    won = [Told([0.0, 0.0], 0), Told([0.0, 0.0], 1, is_swapped=True)]
    found = _score(robustness_random, told_evidence(random=[*won, *won, won[0], cut]))
    assert (found.value, found.samples) == (1.0, 4)
    assert "no match ended" in _why(robustness_random, told_evidence(random=[cut, cut]))


def test_balance_tells_colours_apart_from_turns() -> None:
    # White wins 3 of 4 when first and 1 of 4 when second: it is the first move that wins.
    evidence = told_evidence(*wins(3, 1), other_first=wins(3, 1))
    assert _value(balance, evidence) == 1.0
    assert _value(advantage, evidence) == 0.5


def test_advantage_tells_turns_apart_from_colours() -> None:
    # White wins 3 of 4 whether it is first or second: it is the colour that wins.
    evidence = told_evidence(*wins(3, 1), other_first=wins(1, 3))
    assert _value(balance, evidence) == 0.5
    assert _value(advantage, evidence) == 0.0


def test_both_ways_to_begin_weigh_the_same_however_many_matches_they_have() -> None:
    evidence = told_evidence(*wins(8, 0, drawn=5), other_first=wins(1, 1))
    assert _value(advantage, evidence) == pytest.approx(0.5)
    assert _value(balance, evidence) == pytest.approx(0.5)


def test_the_errors_of_both_ways_to_begin_add_as_squares() -> None:
    found = _score(advantage, told_evidence(*wins(3, 1), other_first=wins(2, 4)))
    # Agresti and Coull: 5 of 8 and 4 of 10.
    expected = sqrt((5 / 8) * (3 / 8) / 8 + (4 / 10) * (6 / 10) / 10)
    assert found.error == pytest.approx(expected)
    assert found.samples == 10


@pytest.mark.parametrize("one", [balance, advantage], ids=lambda one: one.name)
def test_who_is_favoured_is_unscored_where_nobody_wins(one: Criterion) -> None:
    assert "'main' was won" in _why(one, told_evidence(*wins(0, 0, 3), other_first=wins(0, 0, 3)))
    assert "other-first" in _why(one, told_evidence(*wins(3, 1), other_first=wins(0, 0, 3)))
    uneven = replace(told_evidence(*wins(3, 1)), game=open_game("breakthrough-6"))
    assert "other-first" in _why(one, uneven)


def test_where_both_orders_are_the_same_the_main_matches_are_those_of_both_ways() -> None:
    evidence = told_evidence(*wins(3, 1))
    assert _score(balance, evidence) == Score(1.0, 0.0, 4)
    found = _score(advantage, evidence)
    # Agresti and Coull: 5 of 8, and twice the share.
    assert found.value == 0.5
    assert found.error == pytest.approx(2 * sqrt((5 / 8) * (3 / 8) / 8))


def test_an_abandoned_match_counted_as_one_that_was_not_drawn() -> None:
    """How it would have ended is not known: draws are a share of the matches that ended."""
    reasons = (Reason.RULE, Reason.REPETITION, Reason.PLY_LIMIT, Reason.TIME_LIMIT, Reason.FAULT)
    matches = [Told([0.0, 0.0], DRAWN, reason=reason) for reason in reasons]
    matches.append(Told([0.0, 0.0], 0))
    assert _value(drawishness, told_evidence(*matches)) == pytest.approx(2 / 3)


def test_draws_of_matches_that_never_end_are_not_known() -> None:
    matches = [Told([0.0, 0.0], DRAWN, reason=Reason.PLY_LIMIT)] * 3
    evidence = told_evidence(*matches)
    assert drawishness.measure(evidence) == Unscored("no match ended by the rules")
    assert _value(completion, evidence) == 0.0
    assert _value(timeouts, evidence) == 1.0


def test_timeouts_counts_abandoned_matches_alone() -> None:
    reasons = (Reason.RULE, Reason.REPETITION, Reason.PLY_LIMIT, Reason.TIME_LIMIT, Reason.FAULT)
    matches = [Told([0.0, 0.0], DRAWN, reason=reason) for reason in reasons]
    assert _value(timeouts, told_evidence(*matches)) == pytest.approx(2 / 5)


def test_length_spread_is_the_deviation_as_part_of_the_mean() -> None:
    # Lengths 10, 20, 30: mean 20, standard deviation sqrt((100 + 0 + 100) / 2) = 10.
    assert _value(length_spread, told_evidence(_long(10), _long(20), _long(30))) == 0.5
    assert _value(length_spread, told_evidence(_long(10), _long(10))) == 0.0


def test_length_spread_never_exceeds_one() -> None:
    matches = [_long(1)] * 9 + [_long(100)]
    assert _value(length_spread, told_evidence(*matches)) == 1.0


def test_length_spread_needs_two_matches_with_moves() -> None:
    assert "a single match" in _why(length_spread, told_evidence(_long(10)))
    assert "moves" in _why(length_spread, told_evidence(_long(0), _long(0)))


def test_deepening_averages_three_steps_of_depth() -> None:
    evidence = told_evidence(
        deeper_2=_seen_by_player(1, 1, 1, 1),
        deeper_3=_seen_by_player(1, 1, 1, 0),
        deeper_4=_seen_by_player(1, 0, 0.5, 0.5),
    )
    # Scores 1, 0.75 and 0.5 have the mean 0.75.
    assert _value(deepening, evidence) == pytest.approx(0.5)


def test_deepening_is_zero_where_looking_further_harms() -> None:
    worse = _seen_by_player(0, 0, 0, 1)
    evidence = told_evidence(deeper_2=worse, deeper_3=worse, deeper_4=worse)
    assert _value(deepening, evidence) == 0.0


def test_deepening_needs_all_three_steps() -> None:
    rows = _seen_by_player(1, 1)
    assert "deeper-4" in _why(deepening, told_evidence(deeper_2=rows, deeper_3=rows))
    evidence = told_evidence(deeper_2=rows, deeper_3=[], deeper_4=rows)
    assert "deeper-3" in _why(deepening, evidence)


def test_robustness_random_is_the_score_of_the_normal_player() -> None:
    found = _score(robustness_random, told_evidence(random=_seen_by_player(1, 1, 0.5, 1, 0, 1)))
    assert found.value == pytest.approx(4.5 / 6)
    assert found.samples == 6


def test_pairs_that_cancel_leave_less_doubt_than_pairs_that_agree() -> None:
    cancelling = told_evidence(random=_seen_by_player(*[1, 0] * 6))
    agreeing = told_evidence(random=_seen_by_player(*[1, 1, 0, 0] * 3))
    assert _score(robustness_random, cancelling).value == 0.5
    assert _score(robustness_random, agreeing).value == 0.5
    assert _score(robustness_random, cancelling).error < _score(robustness_random, agreeing).error


def test_robustness_defensive_is_completion_times_score() -> None:
    evidence = told_evidence(defensive=_seen_by_player(1, 1, 0.5, 0))
    assert _value(robustness_defensive, evidence) == pytest.approx(0.75 * 2.5 / 4)


def test_robustness_obstructive_is_completion_times_matches_that_end() -> None:
    ended = wins(2, 0, drawn=1)
    evidence = told_evidence(obstructive=[*ended, Told([0.0, 0.0], reason=Reason.PLY_LIMIT)])
    assert _value(robustness_obstructive, evidence) == pytest.approx(0.5 * 0.75)


@pytest.mark.parametrize("one", CRITERIA, ids=lambda one: one.name)
def test_no_match_gives_no_score(one: Criterion) -> None:
    modes: dict[str, list[Told]] = {mode.replace("-", "_"): [] for mode in one.needs}
    modes.pop("main", None)
    assert _why(one, told_evidence(preferred_length=60, **modes))


@settings(deadline=None)
@given(main=st.lists(random_matches(), max_size=5), others=st.lists(random_matches(), max_size=5))
def test_any_matches_give_a_value_in_range_or_a_reason(
    main: list[Told], others: list[Told]
) -> None:
    modes = {mode.replace("-", "_"): others for one in CRITERIA for mode in one.needs}
    del modes["main"]
    evidence = told_evidence(*main, preferred_length=8, **modes)
    for one in CRITERIA:
        assert_sound(one, one.measure(evidence))


def _long(moves: int) -> Told:
    return Told([0.0] * (moves + 1))


def _seen_by_player(*points: float) -> list[Told]:
    """Matches by the result of player 0, who has the second seat in every second match."""
    found: list[Told] = []
    for match, got in enumerate(points):
        seat = match % 2
        winner = DRAWN if got == 0.5 else seat if got == 1 else 1 - seat
        found.append(Told([0.0] * 5, winner, is_swapped=bool(seat)))
    return found


def _score(one: Criterion, evidence: Evidence) -> Score:
    found = one.measure(evidence)
    assert isinstance(found, Score)
    return found


def _value(one: Criterion, evidence: Evidence) -> float:
    return _score(one, evidence).value


def _why(one: Criterion, evidence: Evidence) -> str:
    found = one.measure(evidence)
    assert isinstance(found, Unscored)
    return found.why
