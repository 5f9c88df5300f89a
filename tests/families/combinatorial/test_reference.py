"""The reference engine on small positions whose legal moves and effects are known."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ludwright.errors import IllegalMove
from ludwright.families.combinatorial.move import Move
from ludwright.families.combinatorial.reference import (
    PASS,
    SWAP,
    ReferencePosition,
    ReferenceRules,
    perft,
)
from ludwright.families.combinatorial.reference_terms import Piece
from ludwright.families.combinatorial.vocabulary import (
    BoardGame,
    CaptureType,
    Combinatorial,
    Condition,
    Count,
    EndCondition,
    Post,
)
from ludwright.language.syntax import read
from ludwright.play.outcome import Outcome, Reason

SQUARE = "(tiling square) (size {size})"
DIAGONAL = "(tiling square i-nbors) (size {size})"
STEP = "(move (pre (and (empty to) (adjacent))) (action (pop) (push)){post})"
SLIDE = "(move (pre (and (empty to) (line) (= (num-between any) 0))) (action (pop) (push)){post})"
DROP = "(move (pre (empty to)) (action (push)){post})"
NEVER = "(All win (in-a-row 9))"
FIRST_WINS = Outcome((1.0, 0.0), Reason.RULE)
SECOND_WINS = Outcome((0.0, 1.0), Reason.RULE)


def start_of(text: str) -> ReferencePosition:
    game = read(text, BoardGame)
    assert isinstance(game, BoardGame)
    return ReferenceRules(game).start()


def start(
    moves: str = DROP,
    *,
    post: str = "",
    place: str = "",
    board: str = SQUARE,
    size: str = "5",
    end: str = NEVER,
    play: str = "",
    pieces: str = "",
) -> ReferencePosition:
    """The start of a small game; White is (w), Black is (b) in `place`: "w A1 A2; b B1"."""
    board = board.format(size=size)
    moves = moves.format(post=f" (post {post})" if post else "")
    pieces = pieces or f"(Stone All (moves {moves}))"
    names = {"w": "Stone White", "b": "Stone Black", "n": "Stone neutral"}
    clauses = [clause.split(maxsplit=1) for clause in place.split(";") if clause.strip()]
    placed = "".join(
        clause[1] if clause[0] == "!" else f"(place ({names[clause[0]]}) {clause[1]})"
        for clause in clauses
    )
    text = (
        f"(game Small (players (White n) (Black s)) (board {board}) (pieces {pieces}) "
        f"(start {placed}) (play {play}) (end {end}))"
    )
    return piled(start_of(text), clauses)


def piled(position: ReferencePosition, clauses: list[list[str]]) -> ReferencePosition:
    """With a stack wherever `place` repeats a cell, which the start of a game cannot have."""
    stacks = list(position.stacks)
    named: set[str] = set()
    for who, cells in clauses:
        for label in cells.split() if who in "wbn" else ():
            if label in named:
                stacks[site(position, label)] += (Piece(0, "wbn".index(who), 0, 0),)
            named.add(label)
    return replace(position, stacks=tuple(stacks))


def site(position: ReferencePosition, label: str) -> int:
    found = position.rules.board.site(label)
    assert found is not None
    return found


def at(position: ReferencePosition, label: str) -> str:
    """The owners of the stack on a cell, bottom first."""
    return "".join("wbn"[piece.owner] for piece in position.stacks[site(position, label)])


def board_of(position: ReferencePosition) -> dict[str, str]:
    labels = position.rules.board.labels
    return {
        labels[index]: at(position, labels[index])
        for index, stack in enumerate(position.stacks)
        if stack
    }


def names(position: ReferencePosition) -> list[str]:
    """The legal moves as `A1-B2`, `B2` or `pass`."""
    return [name_of(position, move) for move in position.moves()]


def name_of(position: ReferencePosition, move: Move) -> str:
    if move.target < 0:
        return "pass"
    labels = position.rules.board.labels
    source = f"{labels[move.source]}-" if move.source >= 0 else ""
    option = f"/{move.option}" if move.option else ""
    return f"{source}{labels[move.target]}{option}"


def play(position: ReferencePosition, *moves: str) -> ReferencePosition:
    for name in moves:
        found = [move for move in position.moves() if name_of(position, move) == name]
        assert len(found) == 1, f"{name} is not among {names(position)}"
        position = position.after(found[0])
    return position


# Whole games, against known numbers.

TIC_TAC_TOE = """(game Tic-Tac-Toe (players White Black) (board (tiling square i-nbors) (size 3))
    (end (All win (in-a-row 3))))"""
CONNECT_FOUR = """(game Connect-Four (players White Black)
    (board (tiling square i-nbors) (size 7 6))
    (pieces (Stone All (moves (move (pre (and (empty to) (supported to s))) (action (push))))))
    (end (All win (in-a-row 4))))"""
BREAKTHROUGH = """(game Breakthrough (players (White n) (Black s))
    (board (tiling square i-nbors) (size 8))
    (pieces (Pawn All (moves
        (move (pre (and (empty to) (steps f))) (action (pop) (push)))
        (move (pre (and (not (friend to)) (or (steps fl) (steps fr)))) (action (pop) (push))
            (post (capture replace))))))
    (start (place (Pawn White) home (home 1) rotate-sym))
    (end (All win (reach away)) (All lose (no-move))))"""
REVERSI = """(game Reversi (players Black White) (board (tiling square i-nbors) (size 8))
    (pieces (Disc All (moves
        (move (pre (and (empty to) (flanks))) (action (push)) (post (convert flank current))))))
    (start (place (Disc White) D4 E5) (place (Disc Black) D5 E4))
    (end (All win (and (no-moves) (score best)))))"""
DRAUGHTS = """(game Draughts (players (Black n) (White s))
    (board (tiling square i-nbors) (size 8))
    (pieces
        (King All (moves
            (move mandatory (dirn all)
                (pre (and (empty to) (steps fl fl) (= (num-between enemy) 1)))
                (action (pop) (push)) (post (capture between) (repeat)))
            (move (dirn all) (pre (and (empty to) (steps fl))) (action (pop) (push)))))
        (Man All (moves
            (move mandatory
                (pre (and (empty to) (or (steps fl fl) (steps fr fr)) (= (num-between enemy) 1)))
                (action (pop) (push))
                (post (capture between) (repeat) (convert King (if (side to away)))))
            (move (pre (and (empty to) (or (steps fl) (steps fr)))) (action (pop) (push))
                (post (convert King (if (side to away))))))))
    (start (place (Man Black) home (home 1) (home 2) (phase 0))
        (place (Man White) home (home 1) (home 2) (phase 0)))
    (end (All win (eliminate enemy)) (All lose (no-move))))"""
YAVALATH = """(game Yavalath (players White Black) (board (tiling hex) (shape hex) (size 5))
    (end (All win (in-a-row 4)) (All lose (in-a-row 3))))"""


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (TIC_TAC_TOE, [9, 72, 504, 3024]),
        (CONNECT_FOUR, [7, 49, 343, 2401]),
        (BREAKTHROUGH, [22, 484]),
        (REVERSI, [4, 12, 56, 244, 1396]),
        (DRAUGHTS, [7, 49, 302, 1469]),
    ],
    ids=["tic-tac-toe", "connect-four", "breakthrough", "reversi", "draughts"],
)
def test_perft(text: str, counts: list[int]) -> None:
    position = start_of(text)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_tic_tac_toe_to_the_end() -> None:
    position = start_of(TIC_TAC_TOE)
    # Below ply 5 the transpositions are shared, so that the whole tree is quick.
    seen: dict[tuple[object, ...], tuple[int, int, int]] = {}

    def results(here: ReferencePosition) -> tuple[int, int, int]:
        if here.outcome is not None:
            won = here.outcome.scores[0]
            return int(won == 1), int(won == 0), int(won == 0.5)
        if len(board_of(here)) == 9:
            return 0, 0, 1
        if here.key not in seen:
            parts = [results(here.after(move)) for move in here.moves()]
            first, second, drawn = (sum(part) for part in zip(*parts, strict=True))
            seen[here.key] = first, second, drawn
        return seen[here.key]

    assert results(position) == (131184, 77904, 46080)


def test_tic_tac_toe_at_depths_five_and_six() -> None:
    counts: dict[tuple[object, ...], int] = {}

    def count(here: ReferencePosition, depth: int) -> int:
        if depth == 1:
            return len(here.moves())
        if here.key not in counts:
            counts[here.key] = sum(count(here.after(move), depth - 1) for move in here.moves())
        return counts[here.key]

    assert count(start_of(TIC_TAC_TOE), 5) == 15120
    counts.clear()
    assert count(start_of(TIC_TAC_TOE), 6) == 54720


def test_full_board_ends_the_match() -> None:
    position = play(start(size="1"), "A1")
    assert position.outcome == Outcome((0.5, 0.5), Reason.NO_MOVES)
    assert position.moves() == ()


def test_four_wins_before_three_loses() -> None:
    position = start_of(YAVALATH)
    moves = ["E1", "A1", "E2", "A2", "E4", "I1"]
    assert play(position, *moves, "E3").outcome == FIRST_WINS
    assert play(position, "E1", "A1", "E2", "A3", "E3").outcome == SECOND_WINS


# Moving, placing and stacking.


def test_movement_needs_the_movers_piece_of_the_type() -> None:
    assert names(start(STEP, place="w A1; b C3", size="3")) == ["A1-B1", "A1-A2"]


def test_a_condition_on_the_owner_of_from_opens_it_to_others() -> None:
    moves = "(move (pre (and (enemy from) (empty to) (adjacent))) (action (pop) (push)))"
    position = start(moves, place="w A1; b C3", size="3")
    assert names(position) == ["C3-C2", "C3-B3"]
    assert board_of(play(position, "C3-C2")) == {"A1": "w", "C2": "b"}


def test_illegal_move_is_refused() -> None:
    position = start(STEP, place="w A1; b C3", size="3")
    with pytest.raises(IllegalMove, match="legal moves"):
        position.after(Move(0, site(position, "A1"), site(position, "C1"), 0))


def test_hands_run_out() -> None:
    position = start(size="3", place="! (in-hand (Stone White) 1)")
    assert position.hands == ((1,), (0,))
    position = play(position, "A1")
    assert position.hands == ((0,), (0,))
    assert names(position) == []


def test_stacks_move_whole_or_in_part() -> None:
    place = "w A1; b A1; w A1; b C1"
    part = "(move (pre (line)) (action (pop 2) (push)))"
    assert board_of(play(start(part, place=place, size="3"), "A1-C1")) == {"A1": "w", "C1": "bbw"}
    whole = "(move (pre (= (distance) (height from))) (action (pop all) (push)))"
    position = start(whole, place=place, size="4")
    assert names(position) == ["A1-D1", "A1-C2", "A1-B3", "A1-A4"]
    assert board_of(play(position, "A1-C2")) == {"C2": "wbw", "C1": "b"}


def test_popping_more_than_there_is_is_illegal() -> None:
    moves = "(move (pre (empty to)) (action (pop 2) (push)))"
    assert names(start(moves, place="w A1", size="2")) == []


def test_two_pushes_after_one_pop_place_a_new_piece() -> None:
    moves = "(move (pre (adjacent)) (action (pop) (push) (push from)))"
    assert board_of(play(start(moves, place="w A1", size="2"), "A1-B1")) == {"A1": "w", "B1": "w"}


def test_trail_leaves_a_blocker() -> None:
    moves = "(move (pre (and (empty to) (adjacent))) (action (pop) (push trail)))"
    position = play(start(moves, place="w A1; b B3", size="3"), "A1-B1")
    assert board_of(position) == {"A1": "n", "B1": "w", "B3": "b"}
    assert position.stacks[site(position, "A1")][0].kind == 1


def test_boardless_pieces_touch() -> None:
    board = "(tiling square) (shape boardless) (size {size})"
    position = start(board=board, size="5")
    assert len(names(position)) == 25
    assert sorted(names(play(position, "C3"))) == ["B3", "C2", "C4", "D3"]


def test_steps_turn_and_walk() -> None:
    knight = "(move (dirn all) (pre (or (steps f f r f) (steps f f l f))) (action (pop) (push)))"
    assert sorted(names(start(knight, place="w A1"))) == ["A1-B3", "A1-C2"]
    forward = "(move (pre (or (steps fl) (steps fr) (steps b))) (action (pop) (push)))"
    position = start(forward, place="w C3; b A5")
    assert sorted(names(position)) == ["C3-B4", "C3-C2", "C3-D4"]
    assert sorted(names(play(position, "C3-C2"))) == ["A5-B4"]


def test_connected_movement_runs_over_friends() -> None:
    moves = "(move (pre (and (empty to) (connected))) (action (pop) (push)))"
    position = start(moves, place="w A1 B1 C1; b A5", size="4")
    from_a1 = {name for name in names(position) if name.startswith("A1")}
    assert from_a1 == {"A1-A2", "A1-B2", "A1-C2", "A1-D1"}


# Captures, each as a move with its effect.


@pytest.mark.parametrize(
    ("moves", "place", "move", "after", "captured"),
    [
        (
            "(move (pre (and (enemy to) (adjacent))) (action (pop) (push)) (post (capture)))",
            "w A1; b B1; b B1",
            "A1-B1",
            {"B1": "w"},
            2,
        ),
        (DROP.format(post=" (post (capture d-nbors))"), "b A1 C1 B2", "B1", {"B1": "w"}, 3),
        (DROP.format(post=" (post (capture i-nbors))"), "b A2 B2", "B1", {"B1": "w", "B2": "b"}, 1),
        (DROP.format(post=" (post (capture all-nbors))"), "b A2 B2", "B1", {"B1": "w"}, 2),
        (
            DROP.format(post=" (post (capture surround))"),
            "w B1; b A1; b A2; w B2",
            "A3",
            {"B1": "w", "B2": "w", "A3": "w"},
            2,
        ),
        (
            "(move (pre (and (empty to) (= (num-between enemy) 2))) (action (pop) (push)) "
            "(post (capture between)))",
            "w A1; b B1 C1",
            "A1-D1",
            {"D1": "w"},
            2,
        ),
        (
            DROP.format(post=" (post (capture custodial))"),
            "w A3 E1; b B3 C3 C1",
            "D3",
            {"A3": "w", "E1": "w", "C1": "b", "D3": "w"},
            2,
        ),
        (
            DROP.format(post=" (post (capture (custodial 2)))"),
            "w A1 D4; b B1 C1 D2 D3 E1",
            "D1",
            {"A1": "w", "D4": "w", "D1": "w", "E1": "b"},
            4,
        ),
        (
            DROP.format(post=" (post (capture (custodial 1)))"),
            "w A1; b B1 C1",
            "D1",
            {"A1": "w", "B1": "b", "C1": "b", "D1": "w"},
            0,
        ),
        (
            DROP.format(post=" (post (capture intervention))"),
            "b A1 C1 B2",
            "B1",
            {"B1": "w", "B2": "b"},
            2,
        ),
        (
            STEP.format(post=" (post (capture approach))"),
            "w A1; b C1 D1 A3",
            "A1-B1",
            {"B1": "w", "A3": "b"},
            2,
        ),
        (
            STEP.format(post=" (post (capture withdraw))"),
            "w C1; b A1 B1 E1",
            "C1-D1",
            {"D1": "w", "E1": "b"},
            2,
        ),
        (
            DROP.format(post=" (post (capture line-of))"),
            "w A3; b E1 D1 A4",
            "A1",
            {"A1": "w", "A3": "w", "E1": "b", "A4": "b"},
            1,
        ),
        (
            DROP.format(post=" (post (capture group-of))"),
            "b B1 C1 C2 E5",
            "A1",
            {"A1": "w", "E5": "b"},
            3,
        ),
        (
            DROP.format(post=" (post (capture d-nbors (friend)))"),
            "w A1; b C1",
            "B1",
            {"B1": "w", "C1": "b"},
            1,
        ),
        (
            DROP.format(post=" (post (capture d-nbors (if (>= (height current) 2))))"),
            "b A1; b A1; b C1",
            "B1",
            {"B1": "w", "C1": "b"},
            2,
        ),
    ],
)
def test_capture(moves: str, place: str, move: str, after: dict[str, str], captured: int) -> None:
    position = play(start(moves, place=place), move)
    assert board_of(position) == after
    assert sum(position.captured[0]) == captured


def test_chosen_captures() -> None:
    position = start(post="(capture choice)", place="b A1 B1", size="2")
    first = 16 * (site(position, "A1") + 1)
    assert [name for name in names(position) if name.startswith("A2")] == [
        f"A2/{first}",
        f"A2/{16 * (site(position, 'B1') + 1)}",
    ]
    assert board_of(play(position, f"A2/{first}")) == {"A2": "w", "B1": "b"}
    beside = start(post="(capture any-one)", place="b A1 B1", size="2")
    assert [name for name in names(beside) if name.startswith("A2")] == [f"A2/{first}"]
    assert names(start(post="(capture choice)", size="1")) == ["A1"]


def test_optional_consequences_are_always_offered_both_ways() -> None:
    position = start(post="(capture d-nbors optional)", place="b A1", size="3 1")
    assert names(position) == ["B1", "B1/1", "C1", "C1/1"]
    assert board_of(play(position, "B1")) == {"A1": "b", "B1": "w"}
    assert board_of(play(position, "B1/1")) == {"B1": "w"}


def test_subsume_and_recycle() -> None:
    jump = (
        "(move (pre (and (empty to) (= (num-between enemy) 1))) (action (pop all) (push)) "
        "(post (capture between subsume)))"
    )
    position = play(start(jump, place="w A1; w B1; b B1", size="3"), "A1-C1")
    assert board_of(position) == {"B1": "w", "C1": "bw"}
    hands = "! (in-hand (Stone All) 2)"
    position = play(start(post="(capture d-nbors recycle)", place=f"b A1;{hands}", size="2"), "B1")
    assert position.hands == ((1,), (3,))


def test_counts_of_captures_before_the_move() -> None:
    surround = "(move (pre (and (empty to) (= (num-captures surround) 1))) (action (push)))"
    assert names(start(surround, place="w B1; b A1", size="3")) == ["A2"]
    capturing = (
        "(move (pre (and (empty to) (capturing))) (action (push)) "
        "(post (capture custodial (if (edge current)))))"
    )
    position = start(capturing, place="w A1 C3; b B1 C2", size="5")
    assert names(position) == ["C1"]
    assert names(start(capturing, place="w A2; b B2", size="5")) == []
    taking = "(pre (and (adjacent) (empty to) (> (num-captures surround) 0)))"
    moved = f"(move {taking} (action (pop) (push)))"
    # Leaving A2, the piece would give A1 a liberty.
    assert names(start(moved, place="w A2; b A1", size="2 2")) == []


def test_replace_takes_what_lay_on_the_target() -> None:
    moves = "(move (pre (and (line) (> (num-captures replace) 1))) (action (pop) (push)){post})"
    position = start(moves, post="(capture replace)", place="w A1; w C1; b C1; b A3", size="3")
    assert names(position) == ["A1-C1"]
    assert board_of(play(position, "A1-C1")) == {"C1": "w", "A3": "b"}


# Other consequences.


def test_displace() -> None:
    push = "(move (pre (and (enemy to) (adjacent))) (action (pop) (push)) (post (displace away)))"
    position = play(start(push, place="w A1; b B1", size="4"), "A1-B1")
    assert board_of(position) == {"B1": "w", "C1": "b"}
    position = play(start(push, place="w A1; b B1 C1", size="4"), "A1-B1")
    assert board_of(position) == {"B1": "w", "C1": "b"}
    assert position.captured == ((1, 0), (0, 0))
    position = play(start(push, place="w A1; b B1", size="2"), "A1-B1")
    assert board_of(position) == {"B1": "w"}
    around = start(post="(displace all)", place="b B1 A2; w C2", size="4")
    assert board_of(play(around, "B2")) == {"B2": "w", "C2": "w"}
    north = start(post="(displace n (enemy) 2)", place="b A2", size="5")
    assert board_of(play(north, "A1")) == {"A1": "w", "A4": "b"}


def test_swap_remove_and_gravity() -> None:
    swap = "(move (pre (and (enemy to) (adjacent))) (action (pop) (push)) (post (swap)))"
    assert board_of(play(start(swap, place="w A1; b B1", size="2"), "A1-B1")) == {
        "A1": "b",
        "B1": "w",
    }
    removed = play(start(post="(remove last-to)", size="3"), "A1", "B2")
    assert board_of(removed) == {"B2": "b"}
    assert removed.captured == ((0, 0), (0, 0))
    fallen = play(start(post="(gravity s)", place="b A1", size="4"), "A4")
    assert board_of(fallen) == {"A1": "b", "A2": "w"}
    assert fallen.last_to == site(fallen, "A2")


def test_states_of_pieces_and_cells() -> None:
    moves = (
        "(move (pre (= (distance) (+ (piece-state) 1))) (action (pop) (push)) "
        "(post (inc-state (mod 2)) (cell-state to (num-between empty))))"
    )
    position = start(moves, place="w A1", size="4 1")
    assert names(position) == ["A1-B1"]
    position = play(position, "A1-B1", "pass")
    assert names(position) == ["B1-D1"]
    position = play(position, "B1-D1")
    assert position.stacks[site(position, "D1")][0].state == 0
    assert position.cell_states[site(position, "D1")] == 1
    clamped = play(start(post="(piece-state (* 99 99))", size="2"), "A1")
    assert clamped.stacks[site(clamped, "A1")][0].state == 255


def test_flags_turn() -> None:
    piece = (
        "(Arrow All (flags n e) (moves (move (pre (empty to)) (action (push)) (post (rotate 1)))))"
    )
    position = play(start(pieces=piece, size="2"), "A1")
    directions = position.rules.board.directions
    flags = position.stacks[site(position, "A1")][0].flags
    assert [line.name for i, line in enumerate(directions) if flags >> i & 1] == ["e", "s"]
    chosen = start(post="(rotate any)", size="1")
    assert names(chosen) == ["A1/16", "A1/32", "A1/48"]
    marked = play(start(post="(add-flags n se) (remove-flags n)", size="2"), "A1")
    flags = marked.stacks[site(marked, "A1")][0].flags
    assert [line.name for i, line in enumerate(directions) if flags >> i & 1] == ["se"]


def test_change_of_direction_changes_forward_and_home() -> None:
    moves = "(move (pre (and (empty to) (steps f))) (action (pop) (push)) (post (change-dirn e)))"
    position = play(start(moves, place="w A1; b C3", size="3"), "A1-A2", "C3-C2")
    assert names(position) == ["A2-B2"]


def test_conversion_by_type_owner_and_condition() -> None:
    position = play(
        start(post="(convert custodial current)", place="w A1; b B1 C1", size="5"), "D1"
    )
    assert board_of(position) == {"A1": "w", "B1": "w", "C1": "w", "D1": "w"}
    away = play(start(post="(convert neutral (if (away to)))", size="2"), "A2", "B2")
    assert board_of(away) == {"A2": "n", "B2": "b"}


def test_score_counts_points() -> None:
    position = start(post="(score (num-nbors to any))", place="b A1 C1", end="(All win (score 2))")
    assert play(position, "B2").outcome is None
    assert play(position, "B1").scores == (2, 0)
    assert play(position, "B1").outcome == FIRST_WINS


# Repeat, mandatory, priority.

JUMP = (
    "(move {flags} (pre (and (empty to) (= (distance) 2) (= (num-between enemy) 1))) "
    "(action (pop) (push)) (post (capture between) (repeat{how})))"
)


def test_repeat_goes_on_with_the_same_piece() -> None:
    jump = JUMP.replace("{flags}", "mandatory").replace("{how}", "")
    position = start(jump + STEP, place="w A1 A5; b B1 D1 D5")
    assert names(position) == ["A1-C1"]
    position = play(position, "A1-C1")
    assert position.seat == 0
    assert names(position) == ["C1-E1"]
    position = play(position, "C1-E1")
    assert position.seat == 1
    assert board_of(position) == {"E1": "w", "A5": "w", "D5": "b"}


def test_optional_repeat_can_be_stopped() -> None:
    jump = JUMP.replace("{flags}", "").replace("{how}", " optional")
    position = play(start(jump, place="w A1; b B1 D1 D5"), "A1-C1")
    assert names(position) == ["pass", "C1-E1"]
    stopped = play(position, "pass")
    assert (stopped.seat, stopped.passes) == (1, 0)


def test_promotion_ends_a_repeat() -> None:
    jump = JUMP.replace("{flags}", "").replace("{how}", ") (convert King")
    pieces = f"(King All) (Stone All (moves {jump}))"
    position = play(start(pieces=pieces, place="w A1; b B1 D1"), "A1-C1")
    assert position.seat == 1
    assert position.stacks[site(position, "C1")][0].kind == 0


def test_repeated_placement() -> None:
    position = start(post="(repeat (if (corner to)))", size="3")
    assert play(position, "B2").seat == 1
    again = play(position, "A1")
    assert again.seat == 0
    assert again.continuation == (0, -1)
    assert play(again, "B1").seat == 1


def test_priority_and_mandatory() -> None:
    low = "(move (priority 1) (pre (and (empty to) (edge to))) (action (push)))"
    high = "(move (pre (and (empty to) (site to B2))) (action (push)))"
    position = start(low + high, size="3")
    assert names(position) == ["B2"]
    assert len(names(play(position, "B2"))) == 8
    must = "(move mandatory (priority 5) (pre (and (empty to) (corner to))) (action (push)))"
    assert sorted(names(start(low + high + must, size="3"))) == ["A1", "A3", "C1", "C3"]


def test_owner_of_a_move_and_of_a_piece_type() -> None:
    moves = "(move (owner White) (pre (and (empty to) (edge to))) (action (push)))"
    position = start(moves, size="2")
    assert len(names(position)) == 4
    assert names(play(position, "A1")) == ["pass"]
    pieces = "(Stone Black (moves (move (pre (empty to)) (action (push)))))"
    assert names(start(pieces=pieces, size="2")) == ["pass"]


# Turns, passing, repetition, limits.


def test_moves_per_turn() -> None:
    position = start(play="(moves-per-turn 2) first-move-one", size="3")
    seats = [position.seat]
    for move in ["A1", "A2", "A3", "B1"]:
        position = play(position, move)
        seats.append(position.seat)
    assert seats == [0, 1, 1, 0, 0]


def test_progressive_turns() -> None:
    position = start(play="progressive", size="4")
    seats = []
    for move in ["A1", "A2", "A3", "B1", "B2", "B3"]:
        seats.append(position.seat)
        position = play(position, move)
    assert seats == [0, 1, 1, 0, 0, 0]


def test_a_pass_ends_the_turn() -> None:
    position = start(play="(moves-per-turn 3) can-pass", size="3")
    assert play(position, "A1", "pass").seat == 1


def test_free_passes_end_the_match() -> None:
    position = start(play="can-pass", size="2")
    assert names(position)[0] == "pass"
    assert position.moves()[0] == PASS
    once = play(position, "A1", "pass")
    assert once.outcome is None
    assert once.moves_made == (1, 0)
    assert play(once, "pass").outcome == Outcome((0.5, 0.5), Reason.PASSES)


def test_a_rule_can_pass() -> None:
    moves = "(move (pre (first-move)) (action pass)) " + DROP
    position = start(moves, size="2")
    assert names(position)[0] == "pass"
    assert position.moves()[0] == Move(0, -1, -1, 0)
    assert play(position, "pass", "pass").outcome == Outcome((0.5, 0.5), Reason.PASSES)


def test_repetition_is_illegal() -> None:
    position = start(STEP, place="w A1; b A2", size="2 2")
    position = play(position, "A1-B1", "A2-B2", "B1-A1")
    assert names(position) == ["B2-B1"]  # B2-A2 would bring back the start


def test_repetition_draws_the_third_time() -> None:
    position = start(STEP, place="w A1; b A2", size="2 2", play="(repetition draw)")
    circle = ["A1-B1", "A2-B2", "B1-A1", "B2-A2"]
    position = play(position, *circle)
    assert position.outcome is None
    assert play(position, *circle).outcome == Outcome((0.5, 0.5), Reason.REPETITION)


def test_quiet_limit() -> None:
    ignored = "(repetition ignored) (quiet-limit 3)"
    position = play(start(STEP, place="w A1; b A2", size="2 2", play=ignored), "A1-B1", "A2-B2")
    assert position.outcome is None
    assert play(position, "B1-A1").outcome == Outcome((0.5, 0.5), Reason.QUIET_LIMIT)


def test_a_move_that_changes_nothing_is_illegal() -> None:
    moves = "(move (pre (and (friend to) (adjacent))) (action (pop) (push)) (post (swap)))"
    assert names(start(moves, place="w A1 B1", size="2")) == []


# Ends.


@pytest.mark.parametrize(
    ("end", "place", "move", "outcome"),
    [
        ("(All win (in-a-row 3))", "w A1 B1", "C1", FIRST_WINS),
        ("(All win (in-a-row 3))", "w A1 B2", "C3", None),
        ("(All win (in-a-row 3 i-nbors))", "w A1 B2", "C3", FIRST_WINS),
        ("(All lose (in-a-row 3))", "w A1 B1", "C1", SECOND_WINS),
        ("(All draw (in-a-row 3))", "w A1 B1", "C1", Outcome((0.5, 0.5), Reason.RULE)),
        ("(White win (in-a-row 2)) (Black win (in-a-row 2))", "w A1; b C1 D1", "B1", FIRST_WINS),
        ("(All win (in-a-row 2)) mover-loses", "w A1; b C1 D1", "B1", SECOND_WINS),
        (
            "(All win (in-a-row 2)) draw",
            "w A1; b C1 D1",
            "B1",
            Outcome((0.5, 0.5), Reason.RULE),
        ),
        ("(All win (connect all-sides))", "w A1 B1 C1 D1 A2 A3 A4 A5", "E1", FIRST_WINS),
        ("(All win (connect all-sides))", "w A1 B1 C1 D1 A2 A3 A4", "E1", None),
        ("(All win (group 3))", "w A1 B1", "B2", FIRST_WINS),
        ("(All win (group 3))", "w A1 B1", "C2", None),
        ("(All win (group))", "w A1 C1", "B1", FIRST_WINS),
        ("(All win (group))", "w A1 C1 E1", "B1", None),
        ("(All win (group))", "", "B1", None),
        ("(All win (pattern f r f r f))", "w A1 B1 A2", "B2", FIRST_WINS),
        ("(All win (pattern f r f r f))", "w A1 B1 A2", "C2", None),
        ("(All win (cycle))", "w B2 C2 D2 B3 D3 B4 C4", "D4", FIRST_WINS),
        ("(All win (cycle 2))", "w B2 C2 D2 B3 D3 B4 C4", "D4", None),
        ("(All win (cycle))", "w C3 B3 D3 C2", "C4", FIRST_WINS),
        ("(All win (cycle full))", "w C3 B3 D3 C2", "C4", FIRST_WINS),
        ("(All win (cycle 1))", "w C3 B3 D3 C2", "C4", None),
        ("(All win (cycle full))", "w B3 D3 C2", "C4", None),
        ("(All win (reach away))", "", "C5", FIRST_WINS),
        ("(All win (reach 2 home))", "w A1", "C1", FIRST_WINS),
        ("(All win (reach e))", "", "E2", FIRST_WINS),
        ("(All win (reach C3))", "", "C3", FIRST_WINS),
        ("(All win (reach all away))", "w A5", "B5", FIRST_WINS),
        ("(All win (reach all away))", "w A1", "B5", None),
        ("(All win (reach fill away))", "w A5 B5 C5 D5", "E5", FIRST_WINS),
        ("(All win (reach all-sides))", "w A1", "E5", FIRST_WINS),
        ("(All win (score best))", "w A1; b E5", "B1", FIRST_WINS),
        ("(All win (and (score best) (not (in-a-row 2))))", "w A1", "B1", None),
        ("(All win (or (score 9) (score 2)))", "w A1", "B1", FIRST_WINS),
        ("(All lose (no-pieces))", "", "A1", None),
    ],
)
def test_end(end: str, place: str, move: str, outcome: Outcome | None) -> None:
    assert play(start(end=end, place=place), move).outcome == outcome


def test_connect_own_regions() -> None:
    board = "(tiling hex) (shape rhombus) (size 3) (regions (White n) (White s) (Black e w))"
    end = "(All win (connect own-regions))"
    position = start(board=board, end=end, place="w A1 B1")
    assert play(position, "C1").outcome == FIRST_WINS
    assert play(position, "C3").outcome is None


def test_connect_by_flags() -> None:
    pieces = "(Wire All (flags e w) (moves (move (pre (empty to)) (action (push)))))"
    end = "(All win (connect flagged (regions 0 1)))"
    board = "(tiling square) (size {size}) (regions (All A1 A2) (All B1 B2))"
    position = start(pieces=pieces, board=board, end=end, size="2")
    assert play(position, "A1", "A2", "B1").outcome == FIRST_WINS
    up = "(tiling square) (size {size}) (regions (All A1 B1) (All A2 B2))"
    position = start(pieces=pieces, board=up, end=end, size="2")
    assert play(position, "A1", "B1", "A2").outcome is None


def test_capture_and_eliminate_ends() -> None:
    taking = "(move (pre (and (adjacent) (enemy to))) (action (pop) (push)) (post (capture)))"
    place = "w A1; b B1 E5"
    assert play(start(taking, place=place, end="(All win (capture))"), "A1-B1").outcome
    nobody = Outcome((0.5, 0.5), Reason.NO_MOVES)
    assert play(start(taking, place=place, end="(All win (capture 2))"), "A1-B1").outcome == nobody
    assert (
        play(start(taking, place=place, end="(All win (capture all))"), "A1-B1").outcome == nobody
    )
    one = "w A1; b B1"
    for end in ["(capture all)", "(capture Stone all)", "(eliminate enemy)"]:
        assert play(start(taking, place=one, end=f"(All win {end})"), "A1-B1").outcome == FIRST_WINS
    assert play(start(taking, place=one, end="(All lose (no-pieces))"), "A1-B1").outcome


def test_stack_and_state_ends() -> None:
    onto = "(move (pre (adjacent)) (action (pop all) (push)){post})"
    place = "w A1; b B1; w B1"
    assert play(start(onto, place=place, end="(All win (stack 3))"), "A1-B1").outcome == FIRST_WINS
    owned = start(onto, place=place, end="(All win (stack 3 owner))")
    assert play(owned, "A1-B1").outcome is None
    raised = start(onto, post="(inc-state)", place="w A1", end="(All win (state 1))")
    assert play(raised, "A1-B1").outcome == FIRST_WINS
    marked = start(onto, post="(cell-state to 7)", place="w A1", end="(All win (state B1 7))")
    assert play(marked, "A1-B1").outcome == FIRST_WINS


def test_no_move_and_no_moves() -> None:
    apart = "(move (pre (and (empty to) (= (num-nbors to any) 0))) (action (push)))"
    position = start(apart, size="3", end="(All lose (no-move))")
    assert play(position, "B2", "A1", "A3", "C1").outcome is None
    assert play(position, "B2", "A1", "A3", "C1", "C3").outcome == FIRST_WINS
    white = "(move (owner White) (pre (empty to)) (action (push)))"
    position = start(white, size="2 1", end="(All win (no-moves))")
    assert play(position, "A1").outcome is None
    assert play(position, "A1", "pass", "B1").outcome == FIRST_WINS


def test_opponents_turn_only() -> None:
    end = "(All win (in-a-row 2) opp-turn)"
    position = start(end=end, size="3")
    position = play(position, "A1", "C3", "B1")
    assert position.outcome is None
    assert play(position, "A3").outcome == FIRST_WINS


# The start.


def test_places_by_row_phase_exception_and_symmetry() -> None:
    rows = "! (place (Stone All) home (phase 0) (except A1))"
    assert board_of(start(place=rows, size="3")) == {"C1": "w", "A3": "b", "C3": "b"}
    away = "! (place (Stone White) (away 1) (home 9))"
    assert board_of(start(place=away, size="2")) == {"A1": "w", "B1": "w"}
    mirror = "! (place (Stone White) A1 B1 mirror)"
    assert board_of(start(place=mirror, size="3")) == {"A1": "w", "B1": "w", "A3": "b", "B3": "b"}
    turned = "! (place (Stone White) A1 B2 rotate-sym)"
    assert board_of(start(place=turned, size="3")) == {"A1": "w", "B2": "w", "C3": "b"}
    hexes = "(tiling hex) (shape hex) (size {size})"
    assert board_of(
        start(place="! (place (Stone White) A1 rotate-sym)", board=hexes, size="2")
    ) == {
        "A1": "w",
        "C2": "b",
    }


@pytest.mark.parametrize("text", [CONNECT_FOUR, BREAKTHROUGH, REVERSI, DRAUGHTS, YAVALATH])
def test_random_matches_end_and_positions_never_change(text: str) -> None:
    generator = random.Random(7)
    position = start_of(text)
    first = position.key
    beginning = position
    for _ in range(60):
        moves = position.moves()
        if not moves:
            break
        assert list(moves) == sorted(set(moves))
        position = position.after(generator.choice(moves))
        assert sum(map(len, position.stacks)) <= 64
    assert beginning.key == first


# Every word is understood, on every kind of board.

BOARDS = [
    "(tiling square i-nbors) (size 4 4 2)",
    "(tiling hex) (shape hex) (size 3)",
    "(tiling tri) (shape tri) (size 4)",
    "(tiling trunc-square) (size 3)",
    "(tiling hex) (shape trapezium) (size 3 3)",
]
REGIONS = "(regions (White n) (Black s) (All A1 B1))"


def examples(category: type[Combinatorial]) -> list[str]:
    return [ludeme.example for ludeme in Combinatorial.vocabulary.members(category)]


def game_with(*, board: str, pre: str = "(true)", post: str = "", end: str = NEVER) -> str:
    """A game that places and moves, with one word in it."""
    word = f"(post {post})" if post else ""
    return f"""(game Word (players White Black) (board {board} {REGIONS}) (pieces
        (Stone All (flags e w) (moves
            (move (pre (and (or (empty to) {pre}) (< (height to) 3))) (action (push)) {word})
            (move (pre (or (adjacent) {pre})) (action (pop) (push)) {word})))
        (King All (moves (move (pre (adjacent)) (action (pop all) (push)) {word}))))
        (start (place (King White) A1) (place (King Black) B2) (in-hand (Stone All) 9))
        (end {end}))"""


def play_some(text: str) -> None:
    generator = random.Random(3)
    position = start_of(text)
    for _ in range(6):
        if position.outcome is not None:
            break
        position = position.after(generator.choice(position.moves()))


@pytest.mark.parametrize("board", BOARDS)
def test_every_condition_is_understood(board: str) -> None:
    for example in examples(Condition):
        play_some(game_with(board=board, pre=example))


@pytest.mark.parametrize("board", BOARDS)
def test_every_count_is_understood(board: str) -> None:
    for example in examples(Count):
        play_some(game_with(board=board, pre=f"(> {example} 0)"))


@pytest.mark.parametrize("board", BOARDS)
def test_every_consequence_is_understood(board: str) -> None:
    kinds = [f"(capture {kind})" for kind in CaptureType]
    for example in [*examples(Post), *kinds, "(rotate any)", "(convert choice King)"]:
        play_some(game_with(board=board, post=example))


@pytest.mark.parametrize("board", BOARDS)
def test_every_end_is_understood(board: str) -> None:
    for example in examples(EndCondition):
        play_some(game_with(board=board, end=f"(All win {example})"))


# --- Changing sides -------------------------------------------------------------------------------


def test_before_their_first_move_the_second_player_may_change_sides() -> None:
    first = play(start(play="(pie)"), "A1")
    assert SWAP not in start(play="(pie)").moves()
    assert SWAP in first.moves()
    swapped = first.after(SWAP)
    assert (first.seat, swapped.seat, swapped.side) == (1, 0, 1)
    assert swapped.stacks == first.stacks
    assert SWAP not in swapped.moves()
    assert SWAP not in play(first, "B2").moves()
    assert SWAP not in play(swapped, "B2").moves()


def test_a_player_who_has_changed_sides_wins_with_the_other_side() -> None:
    position = start(play="(pie)", end="(White win (in-a-row 2))")
    swapped = play(position, "A1").after(SWAP)
    assert play(swapped, "E5", "A2").outcome == SECOND_WINS
    assert play(position, "A1", "E5", "A2").outcome == FIRST_WINS


def test_changing_sides_is_no_way_out_of_having_no_move() -> None:
    position = start(play="(pie)", size="1 1", end="(All lose (no-move))")
    assert play(position, "A1").outcome == FIRST_WINS


def test_changing_sides_is_offered_before_the_first_ply_of_a_turn_only() -> None:
    position = play(start(play="(pie) (moves-per-turn 2)"), "A1", "A2")
    assert SWAP in position.moves()
    assert SWAP not in play(position, "B1").moves()


# --- Captures of several plies --------------------------------------------------------------------

CAPTURING = (
    "(move (pre (and (owner from) (empty to) (line) (= (distance) 2) (= (num-between enemy) 1)))"
    " (action (pop) (push)) (post (capture between{later}) (repeat{repeat})))"
)


def jumps(place: str, *, later: str = "", play: str = "") -> ReferencePosition:
    moves = CAPTURING.format(later=later, repeat="")
    return start(moves, place=place, play=f"(repetition draw) {play}")


def test_only_the_longest_capture_is_legal() -> None:
    place = "w A1; b B1 D1 A2"
    assert sorted(names(jumps(place))) == ["A1-A3", "A1-C1"]
    assert sorted(names(jumps(place, play="longest-capture"))) == ["A1-C1"]


def test_of_equally_long_captures_any_is_legal() -> None:
    assert sorted(names(jumps("w A1; b B1 A2", play="longest-capture"))) == ["A1-A3", "A1-C1"]


def test_the_longest_capture_is_asked_of_every_ply() -> None:
    going_on = play(jumps("w A1; b B1 D1 C2 C4 E2", play="longest-capture"), "A1-C1")
    assert sorted(names(going_on)) == ["C1-C3", "C1-E1"]
    going_on = play(jumps("w A1; b B1 D1 C2 C4", play="longest-capture"), "A1-C1")
    assert sorted(names(going_on)) == ["C1-C3"]


def test_a_quiet_move_is_illegal_while_the_longest_capture_takes_something() -> None:
    moves = f"{CAPTURING.format(later='', repeat='')} {STEP}"
    position = start(moves, place="w A1; b B1", play="(repetition draw) longest-capture")
    assert sorted(names(position)) == ["A1-C1"]


def test_pieces_captured_later_stand_until_the_turn_ends() -> None:
    position = jumps("w A1; b B1 D1 A5", later=" later")
    hop = play(position, "A1-C1")
    b1 = hop.rules.board.site("B1")
    assert b1 is not None
    assert hop.held == {b1}
    assert [piece.owner for piece in hop.stacks[b1]] == [2]
    assert hop.captured[0][0] == 1
    done = play(hop, "C1-E1")
    assert done.held == frozenset()
    assert done.stacks[b1] == ()
    assert done.captured[0][0] == 2


def test_a_piece_captured_later_cannot_be_jumped_again() -> None:
    around = "w A1; b B1 C2 B3 A2"
    assert sorted(names(play(jumps(around), "A1-C1", "C1-C3", "C3-A3"))) == ["A3-A1"]
    again = play(jumps(around, later=" later"), "A1-C1", "C1-C3", "C3-A3", "A3-A1")
    assert again.seat == 1
    there_and_back = "w A1; b B1 E5"
    assert play(jumps(there_and_back, later=" later"), "A1-C1").seat == 1


def test_a_move_may_be_repeated_by_another_kind_of_move() -> None:
    leap = CAPTURING.replace("enemy", "friend").replace("(capture between{later}) ", "")
    both = f"{leap.format(repeat=' optional any')} {CAPTURING.format(later='', repeat='')}"
    position = play(start(both, place="w A1 B1; b D1 E5"), "A1-C1")
    assert sorted(names(position)) == ["C1-A1", "C1-E1", "pass"]
    assert play(position, "C1-E1").seat == 1
    same = f"{leap.format(repeat=' optional')} {CAPTURING.format(later='', repeat='')}"
    assert sorted(names(play(start(same, place="w A1 B1; b D1 E5"), "A1-C1"))) == ["C1-A1", "pass"]


def test_a_cell_is_visited_until_the_turn_ends() -> None:
    step = "(move (pre (and (empty to) (adjacent) (not (visited to)))) (action (pop) (push)))"
    position = start(step, place="w A1; b E5", play="(repetition draw) (moves-per-turn 2)")
    assert sorted(names(play(position, "A1-A2"))) == ["A2-A3", "A2-B2"]
    later = play(position, "A1-A2", "A2-A3", "E5-E4", "E4-E3")
    assert sorted(names(later)) == ["A3-A2", "A3-A4", "A3-B3"]


def test_a_piece_converted_at_rest_changes_only_where_its_move_ends() -> None:
    jump = CAPTURING.format(later="", repeat="").replace(
        "(repeat)", "(repeat) (convert King at-rest (if (edge to)))"
    )
    pieces = f"(Stone All (moves {jump})) (King All)"
    hop = play(start(pieces=pieces, place="w A1; b B1 C2 E5"), "A1-C1")
    assert hop.seat == 0
    assert play(hop, "C1-C3").pieces_on_board() == (1, 1)
    kinds = [piece.kind for stack in play(hop, "C1-C3").stacks for piece in stack]
    assert kinds == [0, 0]
    ended = play(start(pieces=pieces, place="w A1; b B1 E5"), "A1-C1")
    assert sorted(piece.kind for stack in ended.stacks for piece in stack) == [0, 1]
