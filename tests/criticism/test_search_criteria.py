"""Criteria based on searches, measured on hand-made values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.criticism.criterion import Criterion
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.modes import DEEP, MAIN
from ludwright.criticism.search_criteria import (
    CRITERIA,
    clarity_narrowness,
    clarity_variance,
    control,
    coolness,
    depth,
    discernment,
    foul_up,
    puzzle_quality,
    tension,
)
from ludwright.play.families import Annotation
from ludwright.play.playtest import Playtest, annotate, playtest
from tests.criticism.histories import SMALL_GAME, Told, told_playtest

Values = Sequence[float]
WIN_IN_ONE, WIN_IN_THREE = 0.999, 0.997


@dataclass(frozen=True)
class Searched:
    """A position after a deep search; one without values was not sampled."""

    values: Values = ()
    best: Sequence[int] = (-1, -1, -1, -1)
    reached: int = 3


def with_values(played: Playtest, positions: Sequence[Values]) -> Playtest:
    counts = [len(values) for values in positions]
    flat = [value for values in positions for value in values]
    played.annotate("move_values", np.asarray(flat, dtype=np.float32))
    played.annotate("move_value_offsets", np.cumsum([0, *counts], dtype=np.int64))
    return played


def main_of(
    *matches: Sequence[Values], leads: Sequence[float] | None = None, opening: int = 0
) -> Evidence:
    """Matches given by the values of all moves in each of their positions."""
    told = [Told(leads or [0.0] * (len(match) + 1), opening=opening) for match in matches]
    played = told_playtest(told)
    return Evidence(
        SMALL_GAME, {MAIN: with_values(played, [one for match in matches for one in match])}
    )


def deep_of(*matches: Sequence[Searched]) -> Evidence:
    positions = [one for match in matches for one in match]
    played = told_playtest([Told([0.0] * (len(match) + 1)) for match in matches])
    with_values(played, [one.values for one in positions])
    best = np.asarray([one.best for one in positions], dtype=np.int32).reshape(-1, 4)
    played.annotate("best_moves", best)
    played.annotate("value_depths", np.asarray([one.reached for one in positions], dtype=np.int8))
    return Evidence(SMALL_GAME, {MAIN: told_playtest([]), DEEP: played})


def value(measure: Measure) -> float:
    assert isinstance(measure, Score), measure
    return measure.value


# --- One ply deep ---------------------------------------------------------------------------------


def test_clarity_is_the_root_of_the_variance_of_values_from_0_to_1() -> None:
    evidence = main_of([[-1.0, 1.0], [0.0, 0.0]], [[0.5, -0.5]])
    # Values 0 and 1, then twice 0.5; in the other match 0.75 and 0.25.
    assert value(clarity_variance.measure(evidence)) == pytest.approx((0.25 + 0.25) / 2)


def test_a_forced_move_says_nothing_about_clarity() -> None:
    evidence = main_of([[-1.0, 1.0], [0.3]])
    assert value(clarity_variance.measure(evidence)) == pytest.approx(0.5)
    assert isinstance(clarity_variance.measure(main_of([[0.3]])), Unscored)


def test_narrowness_counts_moves_near_the_best() -> None:
    # The mean is 0.2, so a good move has at least 0.2 + 0.75 * 0.6 = 0.65.
    evidence = main_of([[0.8, 0.66, 0.0, 0.0, -0.46]])
    assert value(clarity_narrowness.measure(evidence)) == pytest.approx(2 / 5)


def test_moves_of_equal_worth_are_all_good() -> None:
    assert value(clarity_narrowness.measure(main_of([[0.1] * 7]))) == 1.0


def test_openings_are_left_out() -> None:
    evidence = main_of([[-1.0, 1.0], [0.0, 0.0], [0.5, -0.5]], opening=2)
    assert value(clarity_variance.measure(evidence)) == pytest.approx(0.25)


def test_a_game_is_cool_where_every_move_harms_its_mover() -> None:
    # The first seat is ahead by 0.5 and must lose ground; the second is behind by 0.4 and improves;
    # the first is ahead by 0.1 and keeps it.
    match = [[0.4, 0.1], [-0.2, -0.9], [0.099, -1.0]]
    evidence = main_of(match, leads=[0.5, 0.4, 0.1, 0.1])
    assert value(coolness.measure(evidence)) == pytest.approx(1 / 3)


def test_the_scale_of_searches_alone_makes_nothing_cool() -> None:
    evidence = main_of([[0.99 * 0.8]], leads=[0.8, 0.8])
    assert value(coolness.measure(evidence)) == 0.0


def test_control_counts_the_replies_that_are_nearly_best() -> None:
    # 2 of at most 4 replies lie within 0.1 of the best on the scale from 0 to 1, then 1 of them.
    evidence = main_of([[0.5, 0.35, 0.2, -1.0], [0.0]])
    assert value(control.measure(evidence)) == pytest.approx((0.5 + 0.75) / 2)


def threatened(rows: list[list[int]], opening: int = 0) -> Evidence:
    played = told_playtest([Told([0.0] * (len(rows) + 1), opening=opening)])
    played.annotate("threats", np.asarray(rows, dtype=np.int8).reshape(-1, 2))
    return Evidence(SMALL_GAME, {MAIN: played})


def test_tension_is_the_share_of_positions_with_a_threat() -> None:
    rows = [[0, 0], [1, 0], [0, 1], [0, 0]]
    assert value(tension.measure(threatened(rows))) == 0.5
    assert value(tension.measure(threatened(rows, opening=2))) == 0.5
    assert value(tension.measure(threatened([*rows, [1, 1]], opening=4))) == 1.0


def test_tension_knows_nothing_of_unknown_threats() -> None:
    assert value(tension.measure(threatened([[0, -1], [1, -1], [0, 0]]))) == 0.5
    assert isinstance(tension.measure(threatened([[0, -1]])), Unscored)


# --- Searched deeply ------------------------------------------------------------------------------


def test_a_foul_up_loses_more_than_a_quarter() -> None:
    blunder = Searched([0.5, 0.2], [1, 1, 0, 0])
    slip = Searched([0.5, 0.3], [1, 1, 0, 0])
    evidence = deep_of([blunder, slip, Searched()], [slip])
    assert value(foul_up.measure(evidence)) == pytest.approx(0.25)
    assert value(discernment.measure(evidence)) == 1.0


def test_matches_without_a_sampled_position_do_not_count() -> None:
    evidence = deep_of([Searched([0.5, -0.5], [1, 0, 0, 0])], [Searched(), Searched()])
    found = foul_up.measure(evidence)
    assert value(found) == 1.0
    assert isinstance(found, Score)
    assert found.samples == 1


def test_discernment_takes_moves_of_equal_worth_for_one() -> None:
    twin = Searched([0.5, 0.5, 0.1], [1, 0, 0, 1])
    assert value(discernment.measure(deep_of([twin]))) == 0.0
    assert value(depth.measure(deep_of([twin]))) == 0.25


@pytest.mark.parametrize(
    ("best", "wanted"),
    [([0, 1, 2, 0], 0.25), ([1, 0, 2, 0], 0.5), ([2, 1, 0, 0], 0.75), ([1, 2, 1, 0], 1.0)],
)
def test_depth_is_where_the_choice_is_first_made(best: list[int], wanted: float) -> None:
    assert value(depth.measure(deep_of([Searched([0.3, 0.2, 0.1], best)]))) == wanted


def test_positions_that_were_not_searched_to_the_end_are_left_out() -> None:
    whole = Searched([0.3, 0.2], [0, 0, 0, 0])
    assert value(depth.measure(deep_of([whole, Searched([0.3, 0.2], [1, 1, 0, -1])]))) == 0.25
    assert value(foul_up.measure(deep_of([whole, Searched([0.3, -0.2], [1, 1, 1, 1], 1)]))) == 0.0
    hidden = Searched([0.2, WIN_IN_THREE], [0, 0, 1, 1], 2)
    assert isinstance(puzzle_quality.measure(deep_of([hidden])), Unscored)
    cut = deep_of([Searched([0.3, 0.2], [1, 1, -1, -1])])
    assert isinstance(depth.measure(cut), Unscored)


def test_a_puzzle_has_one_hidden_solution() -> None:
    puzzle = Searched([0.2, WIN_IN_THREE, -0.1], [0, 0, 1, 1])
    two_ways = Searched([WIN_IN_THREE, WIN_IN_THREE, 0.3], [2, 2, 0, 1])
    at_once = Searched([0.2, WIN_IN_ONE], [1, 1, 1, 1])
    quiet = Searched([0.2, 0.5], [0, 0, 1, 1])
    assert value(puzzle_quality.measure(deep_of([puzzle]))) == pytest.approx(1.0)
    for other in (two_ways, at_once, quiet):
        assert value(puzzle_quality.measure(deep_of([other]))) == 0.0
    half = deep_of([puzzle, puzzle, quiet], [quiet, at_once])
    assert value(puzzle_quality.measure(half)) == pytest.approx(0.5)


def test_shorter_puzzles_are_worth_less() -> None:
    in_two = Searched([0.2, 0.998], [0, 1, 1, 1])
    assert value(puzzle_quality.measure(deep_of([in_two]))) == pytest.approx(2 / 3)


# --- All of them ----------------------------------------------------------------------------------


@pytest.mark.parametrize("one", CRITERIA, ids=lambda one: one.name)
def test_without_annotations_there_is_a_reason_instead_of_a_value(one: Criterion) -> None:
    played = told_playtest([Told([0.0, 0.1, 0.2])])
    found = one.measure(Evidence(SMALL_GAME, {MAIN: played, DEEP: played}))
    assert isinstance(found, Unscored)
    assert found.why == "no values of moves"


leads = st.floats(-1.0, 1.0, width=32)


@st.composite
def searched_positions(draw: st.DrawFn) -> Searched:
    values = draw(st.lists(leads, max_size=6))
    if not values:
        return Searched(reached=0)
    best = draw(st.lists(st.integers(0, len(values) - 1), min_size=4, max_size=4))
    known = draw(st.integers(1, 4))
    return Searched(values, [*best[:known], *[-1] * (4 - known)], draw(st.integers(1, 3)))


@given(st.lists(st.lists(searched_positions(), max_size=6), max_size=5), st.sampled_from([0, 2]))
def test_values_and_errors_stay_in_range(matches: list[list[Searched]], opening: int) -> None:
    deep = deep_of(*matches).playtests[DEEP]
    every = [[one.values or [0.0] for one in match] for match in matches]
    main = main_of(*every, opening=opening).main
    rows = [[len(one.values) % 2, -1 if len(one.values) == 3 else 0] for m in matches for one in m]
    main.annotate("threats", np.asarray(rows, dtype=np.int8).reshape(-1, 2))
    for one in CRITERIA:
        found = one.measure(Evidence(SMALL_GAME, {MAIN: main, DEEP: deep}))
        if isinstance(found, Score):
            assert one.low - 1e-9 <= found.value <= one.high + 1e-9, one.name
            assert found.error > 0
            assert found.samples >= 1


def test_real_annotations_are_read() -> None:
    played = playtest(SMALL_GAME, ["alphabeta:depth=1", "uniform"], 6, seed=3)
    annotate(played, Annotation(value_depth=3, best_depths=4, threats=True))
    evidence = Evidence(SMALL_GAME, {MAIN: played, DEEP: played})
    for one in CRITERIA:
        found = value(one.measure(evidence))
        assert one.low <= found <= one.high
    assert value(tension.measure(evidence)) > 0
