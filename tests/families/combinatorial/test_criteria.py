"""Criteria of board games: of their rules, and of matches replayed on the board."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import replace
from math import log2
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.modes import MAIN
from ludwright.families.combinatorial import criteria as of_boards
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.board import make_board
from ludwright.families.combinatorial.criteria import (
    CRITERIA,
    INTRINSIC,
    board_coverage,
    near_table,
    overlaps,
    purpose,
    response,
    traces_of,
    variety,
    variety_score,
)
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.rules import load_rules
from ludwright.language.game import Game
from ludwright.language.ludeme import size
from ludwright.play.columns import Level, held, plies_as_moments
from ludwright.play.playtest import Playtest, playtest

NAMED = {one.name: one for one in CRITERIA}


def evidence_of(game: Game, *matches: str, opening: int = 0) -> Evidence:
    """Evidence from matches given move by move."""
    rules = load_rules(game)
    moves: list[tuple[int, int, int, int]] = []
    seats: list[int] = []
    lengths: list[int] = []
    for text in matches:
        position = rules.start()
        for word in text.split():
            move = rules.read_move(position, word)
            moves.append(rules.pack_move(move))
            seats.append(position.seat)
            position = position.after(move)
        lengths.append(len(text.split()))
    columns: dict[str, NDArray[Any]]
    offsets = np.cumsum([0, *lengths], dtype=np.int64)
    rows = {Level.PLY: len(moves), Level.MOMENT: len(moves), Level.MATCH: len(matches)}
    columns = {
        one.name: np.full((rows[one.level], 2) if one.is_by_seat else rows[one.level], 0, one.kind)
        for one in held(())
    }
    columns |= plies_as_moments(offsets, np.asarray(seats))
    columns["standings"] += 0.5
    columns["start_standings"] += 0.5
    columns["moves"] = np.asarray(moves, dtype=np.int32).reshape(-1, 4)
    columns["seats"] = np.asarray(seats, dtype=np.int8)
    columns["opening_plies"] = np.full(len(matches), opening, dtype=np.int32)
    return Evidence(game, {MAIN: Playtest(game, ("a", "b"), 0, offsets, columns)})


def value(measure: Measure) -> float:
    assert isinstance(measure, Score), measure
    return measure.value


def of_rules(criterion: str, game: str) -> float:
    found = NAMED[criterion].measure(Evidence(open_game(game), {}))
    assert isinstance(found, Score)
    assert found.error == 0
    return found.value


# --- Rules ----------------------------------------------------------------------------------------


def test_notes_do_not_make_rules_longer() -> None:
    game = open_game("yavalath")
    assert isinstance(game.root, v.BoardGame)
    bare = Game(replace(game.root, support=None))
    wanted = 1 / (1 + log2(1 + size(bare.root) / 20))
    assert of_rules("rule-simplicity", "yavalath") == pytest.approx(wanted)
    assert value(NAMED["rule-simplicity"].measure(Evidence(bare, {}))) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("criterion", "game", "wanted"),
    [
        ("board-size", "tic-tac-toe", 0.09),
        ("board-size", "gomoku-15", 1.0),
        # Four corners with three neighbours, four edges with five, a centre with eight.
        ("connectivity", "tic-tac-toe", (4 * 3 + 4 * 5 + 8) / 9 / 8),
        ("piece-variety", "yavalath", 0.0),
        ("piece-variety", "english-draughts", 0.5),
    ],
)
def test_equipment_is_counted(criterion: str, game: str, wanted: float) -> None:
    assert of_rules(criterion, game) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("criterion", "those_that_do", "those_that_do_not"),
    [
        ("placement", ["yavalath", "tic-tac-toe", "achi"], ["breakthrough-6", "halma-mini"]),
        ("movement", ["breakthrough-6", "achi"], ["yavalath", "hex-11"]),
        ("capture", ["breakthrough-6", "pente", "push-fight-line"], ["yavalath", "halma-mini"]),
        ("conversion", ["reversi-8", "grow-state"], ["yavalath", "breakthrough-6"]),
        ("stacking", ["stack-four", "focus-mini", "valion"], ["yavalath", "breakthrough-6"]),
        ("goal-line", ["yavalath", "gomoku"], ["hex-11", "breakthrough-6"]),
        ("goal-connection", ["hex-11", "havannah-lite"], ["yavalath"]),
        ("goal-group", ["lines-of-action-8", "gather-six"], ["yavalath"]),
        ("goal-reach", ["breakthrough-6", "halma-mini"], ["yavalath"]),
        ("goal-capture", ["pente", "draughts-mini"], ["yavalath", "clobber"]),
        ("goal-score", ["reversi-8", "stack-four"], ["yavalath", "hex-11"]),
        ("goal-no-move", ["clobber", "isolation"], ["yavalath", "hex-11"]),
    ],
)
def test_rules_are_recognised(
    criterion: str, those_that_do: Sequence[str], those_that_do_not: Sequence[str]
) -> None:
    assert {name: of_rules(criterion, name) for name in those_that_do} == dict.fromkeys(
        those_that_do, 1.0
    )
    assert {name: of_rules(criterion, name) for name in those_that_do_not} == dict.fromkeys(
        those_that_do_not, 0.0
    )


def test_every_game_has_a_goal_and_values_in_range() -> None:
    goals = [one for one in INTRINSIC if one.name.startswith("goal-")]
    for name in game_names():
        evidence = Evidence(open_game(name), {})
        for one in INTRINSIC:
            assert one.low <= value(one.measure(evidence)) <= one.high
        assert any(value(one.measure(evidence)) for one in goals), name


# --- On the board ---------------------------------------------------------------------------------

NOUGHTS = open_game("tic-tac-toe")
STEPS = open_game("halma-mini")


def test_coverage_counts_cells_ever_occupied() -> None:
    evidence = evidence_of(NOUGHTS, "A1 A2 A3", "A1")
    assert value(board_coverage.measure(evidence)) == pytest.approx((3 / 9 + 1 / 9) / 2)


def test_coverage_counts_cells_that_were_left_again() -> None:
    start = load_rules(STEPS).start()
    word = next(name for name in start.notation if "-" in name)
    cells = len(load_rules(STEPS).board.sites)
    occupied = len(start.native.pieces())
    evidence = evidence_of(STEPS, word)
    assert value(board_coverage.measure(evidence)) == pytest.approx((occupied + 1) / cells)


def test_variety_compares_matches_at_half_time() -> None:
    # After two of four moves: the same, then one cell of three in common.
    same = evidence_of(NOUGHTS, "A1 A2 C1 C2", "A1 A2 C2 C1")
    assert value(variety.measure(same)) == 0.0
    other = evidence_of(NOUGHTS, "A1 A2 C1 C2", "A1 B2 C2 C1")
    assert value(variety.measure(other)) == pytest.approx(2 / 3)


def test_variety_tells_owners_apart() -> None:
    evidence = evidence_of(NOUGHTS, "A1 A2 C1 C2", "A2 A1 C2 C1")
    assert value(variety.measure(evidence)) == 1.0


def test_one_match_has_no_variety() -> None:
    assert isinstance(variety.measure(evidence_of(NOUGHTS, "A1 A2")), Unscored)


def test_empty_boards_are_alike() -> None:
    assert overlaps(np.zeros((2, 5), dtype=np.bool_)).tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_the_error_of_variety_is_that_of_leaving_matches_out() -> None:
    rng = np.random.default_rng(3)
    middles = rng.random((9, 20)) < 0.4
    overlap = overlaps(middles)
    without = [
        variety_score(np.delete(np.delete(overlap, i, 0), i, 1)).value for i in range(len(overlap))
    ]
    wanted = np.sqrt(8 / 9 * np.square(np.asarray(without) - np.mean(without)).sum())
    assert variety_score(overlap).error == pytest.approx(wanted)


@given(arrays(np.bool_, st.tuples(st.integers(2, 6), st.integers(1, 8))))
def test_variety_is_a_share(middles: NDArray[np.bool_]) -> None:
    found = variety_score(overlaps(middles))
    assert -1e-9 <= found.value <= 1 + 1e-9
    assert found.error > 0


def there_and_back(times: int) -> str:
    """Both players of a game of steps move a piece out and back again."""
    rules = load_rules(STEPS)
    position = rules.start()
    words: list[str] = []
    for _ in range(2):
        rows = position.native.moves().tolist()
        words.append(position.notation[0])
        position = position.after(rules.unpack_move(rows[0]))
    back = ["-".join(reversed(word.partition(":")[0].split("-"))) for word in words]
    return " ".join([*words, *back] * times)


def test_going_back_is_no_purpose() -> None:
    evidence = evidence_of(free_steps(), there_and_back(1))
    assert value(purpose.measure(evidence)) == 0.5
    evidence = evidence_of(free_steps(), there_and_back(1), opening=2)
    assert value(purpose.measure(evidence)) == 0.0


def free_steps() -> Game:
    """The game of steps, where positions may be repeated."""
    root = STEPS.root
    assert isinstance(root, v.BoardGame)
    play = replace(root.play or v.Play(), repetition=v.Repetition.IGNORED)
    return Game(replace(root, play=play))


def test_to_and_fro_is_seen_as_long_as_it_goes_on() -> None:
    evidence = evidence_of(free_steps(), there_and_back(3))
    assert value(purpose.measure(evidence)) == pytest.approx(2 / 12)


def test_placements_have_purpose() -> None:
    evidence = evidence_of(NOUGHTS, "A1 A2 A3")
    assert value(purpose.measure(evidence)) == 1.0
    assert isinstance(purpose.measure(evidence_of(NOUGHTS, "A1 A2", opening=2)), Unscored)


def test_near_is_two_steps() -> None:
    board = make_board("square", "square", (5,))
    table = near_table(board)
    corner = board.site("A1")
    assert corner is not None
    near = {board.label(site) for site in board.sites if table[corner, site]}
    assert near == {"A1", "A2", "A3", "B1", "B2", "C1"}
    assert not table[:, -1].any()


def test_response_compares_replies_with_chance() -> None:
    game = open_game("gomoku")
    board = load_rules(game).board
    corner = board.site("A1")
    assert corner is not None
    # The second player answers next to the corner; the first move has nothing to answer.
    legal = len(board.sites) - 1
    chance = (near_table(board)[corner].sum() - 1) / legal
    assert value(response.measure(evidence_of(game, "A1 B2"))) == pytest.approx(1 / (1 + chance))
    assert value(response.measure(evidence_of(game, "A1 I9"))) == 0.0


def test_response_is_chance_where_everything_is_near() -> None:
    assert value(response.measure(evidence_of(NOUGHTS, "B2 A1 C3 C1"))) == pytest.approx(0.5)


def test_a_first_move_answers_nothing() -> None:
    assert isinstance(response.measure(evidence_of(NOUGHTS, "A1")), Unscored)


@pytest.mark.parametrize("name", ["yavalath", "breakthrough-6", "focus-mini", "ataxx-mini"])
def test_played_values_stay_in_range(name: str) -> None:
    game = open_game(name)
    evidence = Evidence(game, {MAIN: playtest(game, ["uniform"] * 2, 8, 1, max_plies=40)})
    for one in (board_coverage, variety, purpose, response):
        found = one.measure(evidence)
        assert isinstance(found, Score)
        assert one.low <= found.value <= one.high
        assert found.error > 0


def test_no_match_is_a_reason() -> None:
    evidence = evidence_of(NOUGHTS)
    for one in (board_coverage, variety, purpose, response):
        assert isinstance(one.measure(evidence), Unscored)


def test_matches_are_replayed_once_and_forgotten_with_the_playtest() -> None:
    evidence = evidence_of(NOUGHTS, "A1 A2 A3")
    assert traces_of(evidence.main) is traces_of(evidence.main)
    known = len(of_boards._traces)
    del evidence
    gc.collect()
    assert len(of_boards._traces) < known
