"""How much skill matters, on hand-made results and on two games."""

from __future__ import annotations

from dataclasses import replace
from math import log10

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.criticism.beyond_criteria import (
    CRITERIA,
    first_share,
    security,
    skill_ladder,
    skill_of,
    skill_trace,
    strategic_depth,
)
from ludwright.criticism.criterion import Criterion
from ludwright.criticism.effort import FULL, plan_of
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.modes import LADDER, SKILL_MODES
from ludwright.families.combinatorial.library import open_game
from ludwright.play.outcome import Reason
from ludwright.play.playtest import playtest
from tests.criticism.histories import (
    DRAWN,
    SMALL_GAME,
    Told,
    random_matches,
    told_evidence,
    told_playtest,
    wins,
)


def value(measure: Measure) -> float:
    assert isinstance(measure, Score), measure
    return measure.value


def skilled(*levels: tuple[int, int]) -> Evidence:
    """Levels given by the wins of the stronger and of the weaker side."""
    playtests = {
        f"skill-{number}": told_playtest(wins(*level))
        for number, level in enumerate(levels, start=1)
    }
    return Evidence(SMALL_GAME, playtests)


def test_points_follow_the_player_not_the_seat() -> None:
    rows = [Told([0.0], 0), Told([0.0], 0, is_swapped=True), Told([0.0], DRAWN, is_swapped=True)]
    assert told_playtest(rows).player_points(0).tolist() == [1.0, 0.0, 0.5]


def test_skill_is_the_area_raised_by_what_comes_next() -> None:
    # Results 0.2, 0.4, 0.6, 0.8: the area is 0.5 and the next result would be 1.
    assert skill_of(np.asarray([[0.2, 0.4, 0.6, 0.8]])) == pytest.approx([1.0])
    # Results of 0.5 throughout: 0.5 + 0.5 * 0.5.
    assert skill_of(np.asarray([[0.5] * 4])) == pytest.approx([0.75])
    # Falling, 0.8, 0.6, 0.4, 0.2: the next is 0, only the area is left.
    assert skill_of(np.asarray([[0.8, 0.6, 0.4, 0.2]])) == pytest.approx([0.5])
    # Lost levels count as 0: area 0.25, and the line 0.2 0.2 0.2 -> mean -0.1, next below 0.
    assert skill_of(np.asarray([[1.0, -0.6, -0.4, -0.4]])) == pytest.approx([0.25])


def test_a_game_of_luck_shows_no_skill() -> None:
    evidence = skilled((20, 20), (20, 20), (20, 20), (20, 20))
    assert value(skill_trace.measure(evidence)) == 0.0
    assert value(strategic_depth.measure(evidence)) == 0.0


def test_depth_adds_up_the_strength_of_all_levels() -> None:
    evidence = skilled((30, 10), (30, 10), (30, 10), (20, 20))
    elo = 3 * 400 * log10(30.5 / 10.5)
    assert value(strategic_depth.measure(evidence)) == pytest.approx(elo / (elo + 800))


def test_a_further_level_is_read_too() -> None:
    four = skilled(*[(30, 10)] * 4)
    five = skilled(*[(30, 10)] * 5)
    assert value(strategic_depth.measure(five)) > value(strategic_depth.measure(four))


def laddered(*rungs: tuple[int, int], cut: int = 0) -> Evidence:
    """Rungs given by the wins of the stronger and of the weaker side, and matches cut short."""
    short = [Told([0.0, 0.0], DRAWN, reason=Reason.PLY_LIMIT)] * cut
    playtests = {
        mode: told_playtest([*wins(*level), *short])
        for mode, level in zip(LADDER, rungs, strict=True)
    }
    return Evidence(SMALL_GAME, playtests)


def test_the_ladder_is_elo_per_doubling_of_the_playouts() -> None:
    found = skill_ladder.measure(laddered((75, 25), (75, 25), (50, 50)))
    assert isinstance(found, Score)
    # Four times the playouts are two doublings.
    assert found.value == pytest.approx(2 / 3 * 400 * log10(75.5 / 25.5) / 2)
    assert found.samples == 300
    assert 5 < found.error < 20


def test_no_rung_shows_more_than_its_matches_can() -> None:
    assert value(skill_ladder.measure(laddered(*[(400, 0)] * 3))) == 400.0
    assert value(skill_ladder.measure(laddered(*[(10, 90)] * 3))) == 0.0


def test_matches_that_were_cut_short_are_no_draws_on_the_ladder() -> None:
    clean = skill_ladder.measure(laddered(*[(30, 10)] * 3))
    assert skill_ladder.measure(laddered(*[(30, 10)] * 3, cut=60)) == clean
    found = skill_ladder.measure(laddered(*[(8, 2)] * 3, cut=90))
    assert found == Unscored("rung 1: 10 matches ended, and fewer than 20 say nothing")


def test_more_matches_make_smaller_errors() -> None:
    few, many = skilled(*[(15, 5)] * 4), skilled(*[(150, 50)] * 4)
    for one in (skill_trace, strategic_depth):
        small, large = one.measure(many), one.measure(few)
        assert isinstance(small, Score)
        assert isinstance(large, Score)
        assert 0 < small.error < 0.5 * large.error


@pytest.mark.parametrize("one", [skill_trace, strategic_depth], ids=lambda one: one.name)
def test_a_missing_or_empty_level_is_told(one: Criterion) -> None:
    for evidence in (skilled(*[(3, 1)] * 3), skilled(*[(3, 1)] * 3, (0, 0))):
        assert isinstance(one.measure(evidence), Unscored)


@pytest.mark.parametrize("one", [skill_trace, strategic_depth], ids=lambda one: one.name)
def test_intervals_hold_the_truth_about_as_often_as_they_say(one: Criterion) -> None:
    rng = np.random.default_rng(5)
    shares = [0.85, 0.75, 0.7, 0.65]

    def played(matches: int) -> Evidence:
        won = [int(rng.binomial(matches, share)) for share in shares]
        return skilled(*[(count, matches - count) for count in won])

    truth = skilled(*[(round(2000 * share), round(2000 * (1 - share))) for share in shares])
    wanted = value(one.measure(truth))
    hits = 0
    for _ in range(100):
        found = one.measure(played(40))
        assert isinstance(found, Score)
        low, high = found.interval()
        hits += low <= wanted <= high
    assert 88 <= hits <= 99


def test_security_is_the_share_of_moves_the_winner_leads() -> None:
    ahead = Told([0.0, 0.1, -0.2, 0.3, 1.0], 0)
    behind = Told([0.0, 0.1, 0.2, 0.3, -1.0], 1)
    drawn = Told([0.0, 0.5, 0.5, 0.5, 0.0])
    assert value(security.measure(told_evidence(ahead, drawn))) == pytest.approx(2 / 3)
    assert value(security.measure(told_evidence(ahead, behind))) == pytest.approx(1 / 3)
    assert isinstance(security.measure(told_evidence(drawn)), Unscored)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=4, max_size=6),
    st.lists(random_matches(), max_size=5),
)
def test_values_and_errors_stay_in_range(
    levels: list[tuple[int, int]], matches: list[Told]
) -> None:
    playtests = {**skilled(*levels).playtests, **told_evidence(*matches).playtests}
    evidence = Evidence(SMALL_GAME, playtests)
    for one in CRITERIA:
        found = one.measure(evidence)
        if isinstance(found, Score):
            assert one.low <= found.value <= one.high
            assert found.error > 0


def test_the_first_share_counted_the_usual_beginner_twice() -> None:
    # One colour always wins, so the first mover wins half; twice as many matches have the usual
    # first mover.
    evidence = told_evidence(*wins(20, 0), other_first=wins(0, 10))
    assert value(first_share.measure(evidence)) == 0.5
    evidence = told_evidence(*wins(15, 5), other_first=wins(5, 5, 8))
    assert value(first_share.measure(evidence)) == pytest.approx((0.75 + 0.5) / 2)
    uneven = replace(told_evidence(*wins(3, 1)), game=open_game("breakthrough-6"))
    assert isinstance(first_share.measure(uneven), Unscored)


def depth_of(name: str) -> float:
    """The strategic depth of a packaged game, played as a full critique does."""
    game = open_game(name)
    played = {
        mode.name: playtest(game, mode.players, mode.matches, 1, rotate_seats=mode.rotate_seats)
        for mode in plan_of("combinatorial").modes(FULL, 2)
        if mode.name in SKILL_MODES
    }
    return value(strategic_depth.measure(Evidence(game, played)))


def test_thinking_pays_in_hex_and_not_in_tic_tac_toe() -> None:
    # Players that judged every leaf directly gained nothing in Hex by thinking twice as long.
    assert depth_of("tic-tac-toe") < 0.2 < 0.35 < depth_of("hex-7")
