"""The two engines agree: a sample of the full proof by `make prove`."""

from __future__ import annotations

import pytest

from ludwright.families.combinatorial.conformance import Pair, mutant, report
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.check import check
from ludwright.language.syntax import read

MATCHES = 2
MOST_PLIES = 200
SECONDS = 0.3
"""A match of a slow game is cut off after this time."""
MUTANTS = 400
BATCH = 20
MUTANT_SECONDS = 0.15
MUTANT_SEED = 20261


@pytest.mark.parametrize("name", game_names())
def test_the_engines_agree_on_the_game(name: str) -> None:
    root = open_game(name).root
    assert isinstance(root, BoardGame)
    _agree(root, seeds=range(MATCHES), seconds=SECONDS)


@pytest.mark.parametrize("first", range(0, MUTANTS, BATCH))
def test_the_engines_agree_on_mutants(first: int) -> None:
    names = game_names()
    for number in range(first, first + BATCH):
        made = mutant(names, number, MUTANT_SEED)
        if not made.is_refused:
            _agree(made.root, seeds=(number,), seconds=MUTANT_SECONDS)


def test_many_mutants_are_sound() -> None:
    names = game_names()
    refused = sum(mutant(names, number, MUTANT_SEED).is_refused for number in range(100))
    assert refused < 60


def _agree(root: BoardGame, seeds: range | tuple[int, ...], seconds: float) -> None:
    pair = Pair(root)
    for seed in seeds:
        found = pair.play(seed, MOST_PLIES, seconds).disagreement
        assert found is None, report(found, root)


SMALL = "(tiling square) (size 4 4)"

# --- Regressions -------- ------------------------------------------------------------------------


def _game(rest: str, board: str = SMALL) -> BoardGame:
    root = read(f"(game Small (players White Black) (board {board}) {rest})", BoardGame)
    assert isinstance(root, BoardGame)
    return root


def _agree_on(rest: str, board: str = SMALL, seeds: int = 6) -> None:
    root = _game(rest, board)
    assert check(root) == []
    _agree(root, seeds=range(seeds), seconds=0.4)


ROWS = "(start (place (Man White) home (home 1)) (place (Man Black) home (home 1)))"
END = "(end (All win (reach away)) (All lose (no-move)))"


def _men(moves: str) -> str:
    return f"(pieces (Man All (moves {moves})))"


def test_a_rule_that_moves_the_pieces_of_the_other_player() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from White) (not (friend to)) (= (distance) 1)))"
            " (action (pop) (push)) (post (capture replace)))"
        )
        + ROWS
        + END
    )


def test_a_source_that_is_not_the_movers_is_still_a_piece() -> None:
    _agree_on(
        _men(
            "(move (pre (and (not (owner from)) (empty to) (steps f))) (action (pop) (push)))"
            " (move (pre (and (owner from) (not (friend to)) (steps fl))) (action (pop) (push))"
            " (post (capture replace)))"
        )
        + ROWS
        + END
    )


def test_a_copy_onto_an_enemy_captures_it() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from) (enemy to) (= (distance) 1))) (action (push))"
            " (post (capture replace)))"
            " (move (pre (and (owner from) (empty to) (= (distance) 1))) (action (pop) (push)))"
        )
        + ROWS
        + END
    )


def test_hands_and_places_of_the_mover_belong_to_the_first_player() -> None:
    _agree_on(
        _men("(move (pre (empty to)) (action (push)))")
        + "(start (place (Man mover) A1) (place (Man next) B1) (in-hand (Man enemy) 3))"
        + "(end (All win (in-a-row 3)))"
    )


def test_a_cell_gets_the_piece_of_the_first_place_that_names_it() -> None:
    _agree_on(
        _men("(move (pre (empty to)) (action (push)))")
        + "(start (place (Man White) A1 B2 rotate-sym) (place (Man Black) A1 A2))"
        + "(end (All win (in-a-row 3)))"
    )


def test_a_start_where_nobody_can_move_is_over() -> None:
    root = _game(_men("(move (pre (false)) (action (push)))") + "(end (All win (in-a-row 3)))")
    pair = Pair(root)
    assert pair.rules.start().outcome is not None
    assert pair.play(0, 10).is_over


def test_pieces_in_hand_count_for_who_had_pieces() -> None:
    _agree_on(
        _men("(move (pre (empty to)) (action (push)) (post (capture d-nbors)))")
        + "(start (in-hand (Man All) 2)) (end (All lose (no-pieces)))"
    )


def test_last_to_is_where_a_fallen_piece_lies() -> None:
    _agree_on(
        _men(
            "(move (pre (and (empty to) (not (same-line to last-to)))) (action (push))"
            " (post (gravity s)))"
        )
        + "(end (All win (in-a-row 3)))"
    )


def test_a_move_that_falls_back_where_it_was_changes_nothing() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from) (empty to) (= (distance) 1))) (action (pop) (push))"
            " (post (gravity s)))"
        )
        + "(start (place (Man White) A1 C1) (place (Man Black) B1 D1)) (end (All win (in-a-row 3)))"
    )


def test_slides_over_triangles_are_listed_once() -> None:
    for shape in ("tri", "hex"):
        _agree_on(
            _men(
                "(move (pre (and (owner from) (empty to) (line) (= (num-between any) 0)))"
                " (action (pop) (push)))"
            )
            + "(start (place (Man White) home) (place (Man Black) home))"
            + "(end (All win (in-a-row 3)))",
            board=f"(tiling tri) (shape {shape}) (size 4)",
            seeds=4,
        )


def test_steps_on_diagonals_are_longer_than_they_look_without_diagonal_neighbours() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from) (not (friend to)) (line all-nbors)"
            " (= (distance) (line-count)))) (action (pop) (push)) (post (capture replace)))"
        )
        + ROWS
        + "(end (All win (group)))"
    )


def test_flags_of_all_directions_are_kept_and_turned() -> None:
    for board in ("(tiling square i-nbors) (size 4 4)", "(tiling hex) (shape hex) (size 3)"):
        _agree_on(
            "(pieces (Tile All (flags n ne e) (moves (move (pre (empty to)) (action (push))"
            " (post (rotate any) (add-flags sw))))))"
            "(end (All win (connect flagged all-sides)))",
            board=board,
            seeds=4,
        )


def test_a_group_is_of_one_owner_whoever_is_meant() -> None:
    _agree_on(
        _men(
            "(move (pre (empty to)) (action (push))"
            " (post (capture group-of (All) (if (>= (num-groups any) (largest-group All))))))"
        )
        + "(end (All win (capture 5)))"
    )


def test_a_pass_has_no_consequences() -> None:
    _agree_on(
        _men(
            "(move (pre (empty to)) (action (push)))"
            " (move (action pass) (post (score 3) (capture choice optional) (repeat)))"
        )
        + "(end (All win (in-a-row 3)))"
    )


def test_capturing_asks_the_if_of_each_capture() -> None:
    _agree_on(
        _men(
            "(move (pre (and (empty to) (or (capturing) (= (mod (move-num) 3) 1)))) (action (push))"
            " (post (capture d-nbors (if (>= (num-nbors current friend) 2)))))"
            " (move (priority 1) (pre (empty to)) (action (push)))"
        )
        + "(end (All win (capture 3)))"
    )


def test_a_prisoner_from_the_same_cell_goes_to_the_bottom() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from) (not (friend to)) (= (distance) 1)))"
            " (action (pop all) (push)) (post (capture replace subsume)))"
        )
        + ROWS
        + "(end (All win (stack 4)) (All lose (no-move)))"
    )


def test_what_is_captured_in_passing_is_no_longer_underneath() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from) (= (distance) 1))) (action (pop) (push))"
            " (post (score (num-captures replace)) (remove to (if (>= (height to) 3))) (swap)"
            " (score (num-captures replace))))"
        )
        + ROWS
        + "(end (All win (score 6)))"
    )


def test_the_board_stands_again_only_after_a_move() -> None:
    _agree_on(
        _men("(move (pre (and (owner from) (empty to) (= (distance) 1))) (action (pop) (push)))")
        + "(start (place (Man White) A1 B1) (place (Man Black) A4 B4))"
        + "(play can-pass (repetition board-draw)) (end (All win (in-a-row 4)))"
    )


def test_pieces_of_nobody_are_moved_by_both() -> None:
    _agree_on(
        "(pieces (Ball neutral (moves (move (pre (and (neutral from) (empty to) (= (distance) 1)))"
        " (action (pop) (push))))))"
        "(start (place (Ball neutral) B2 C3)) (play (quiet-limit 20))"
        "(end (All win (reach (Ball neutral) away)))"
    )


def test_a_piece_keeps_its_state_when_it_becomes_another_type() -> None:
    _agree_on(
        "(pieces (Man All (state 2) (moves (move (pre (empty to)) (action (push))"
        " (post (convert King (if (edge to))))))) (King All (state 1)))"
        "(end (All win (in-a-row 3)))"
    )


def test_choices_are_of_the_type_the_record_names() -> None:
    _agree_on(
        "(pieces (Man All (moves (move (pre (empty to)) (action (push))"
        " (post (capture any-one (King enemy) optional)))))"
        " (King All (moves (move (pre (and (empty to) (edge to))) (action (push))))))"
        "(end (All win (capture 4)))"
    )


def test_a_ring_of_squares_that_meet_at_corners_is_open() -> None:
    for board in ("(tiling square) (size 5 5)", "(tiling square i-nbors) (size 5 5)"):
        _agree_on(
            _men("(move (pre (empty to)) (action (push)))") + "(end (All win (cycle)))", board
        )


def test_a_new_direction_changes_steps_and_not_rows() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from) (empty to) (or (steps f) (steps fl))))"
            " (action (pop) (push))"
            " (post (change-dirn e (if (away to)))))"
        )
        + ROWS
        + "(play (quiet-limit 30)) (end (All win (reach 3 home)))"
    )


def test_repetition_is_not_asked_when_a_move_may_go_on() -> None:
    _agree_on(
        _men(
            "(move (pre (and (owner from) (empty to) (= (distance) 1))) (action (pop) (push))"
            " (post (repeat)))"
        )
        + "(start (place (Man White) A1) (place (Man Black) D4)) (end (All win (reach away)))"
    )


def test_words_that_a_board_lacks_are_refused() -> None:
    pieces = _men("(move (pre (supported to u)) (action (push)))")
    assert check(_game(pieces + "(end (All win (in-a-row 3)))"))
    hexagon = "(tiling hex) (shape hex) (size 3)"
    assert check(_game("(end (All win (reach e)))", hexagon))
