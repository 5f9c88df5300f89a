"""Playouts take short cuts; matches played ply by ply do not. Their results must agree."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.language.syntax import read, write

PLY_LIMIT = 300
LARGEST_Z = 4.5
"""One comparison in 150,000 exceeds this by chance; about 250 are made."""


def program_of(text: str) -> native.Program:
    root = read(text, v.BoardGame)
    assert isinstance(root, v.BoardGame)
    return native.Program(lower(root))


def by_plies(program: native.Program, matches: int, seed: int) -> tuple[list[float], list[float]]:
    """Lengths and first player's scores of uniform matches, played and evaluated ply by ply."""
    policy = native.Policy(program, [[0.0] * 20, [0.0] * 20])
    uniform = {"kind": "uniform"}
    played = native.play_matches(
        program.start(),
        [uniform, uniform],
        [policy, policy],
        policy,
        1.0,
        seed,
        [],
        PLY_LIMIT,
        rotate_seats=False,
        first_index=0,
        count=matches,
        jobs=1,
    )
    lengths = np.diff(played["offsets"]).astype(float)
    return list(lengths), [float(score) for score in played["scores"][:, 0]]


def z_score(total: float, squares: float, n: int, sample: list[float]) -> float:
    mean = total / n
    variance = max(squares / n - mean * mean, 1e-9) / n
    other = float(np.mean(sample))
    other_variance = float(np.var(sample)) / len(sample)
    return (mean - other) / math.sqrt(variance + other_variance + 1e-9)


@pytest.mark.parametrize("name", game_names())
def test_playouts_agree_with_matches_played_ply_by_ply(name: str) -> None:
    root = open_game(name).root
    assert isinstance(root, v.BoardGame)
    program = native.Program(lower(root))
    lengths, scores = by_plies(program, 300, seed=5)
    cost = 6e6 / max(1.0, float(np.mean(lengths)) * root.board.size[0])
    n = int(min(4000, max(300, cost / 100)))
    found = program.start().playouts(n, seed=6, max_plies=PLY_LIMIT)
    assert abs(z_score(found["plies"], found["plies_squared"], n, lengths)) < LARGEST_Z
    points = found["first"] + found["draws"] / 2
    squares = found["first"] + found["draws"] / 4
    assert abs(z_score(points, squares, n, scores)) < LARGEST_Z


def test_the_same_seed_gives_the_same_playouts_on_any_number_of_threads() -> None:
    for name in ("yavalath", "hex-7", "reversi-6", "lines-of-action-5", "thesis-061"):
        root = open_game(name).root
        assert isinstance(root, v.BoardGame)
        start = native.Program(lower(root)).start()
        alone = start.playouts(500, seed=3, max_plies=PLY_LIMIT, jobs=1)
        assert alone == start.playouts(500, seed=3, max_plies=PLY_LIMIT, jobs=2)
        assert alone != start.playouts(500, seed=4, max_plies=PLY_LIMIT, jobs=1)


def test_a_playout_stops_at_its_ply_limit() -> None:
    for name in ("hex-7", "yavalath", "breakthrough-6", "chinese-checkers-mini"):
        root = open_game(name).root
        assert isinstance(root, v.BoardGame)
        found = native.Program(lower(root)).start().playouts(50, seed=1, max_plies=3)
        assert found["plies"] == 150
        assert found["limits"] == 50


def test_a_losing_connection_is_found_at_the_ply_where_it_arises() -> None:
    """Both players' connections are searched separately; the earlier one decides."""
    program = program_of(
        "(game Both (players White Black) (board (tiling square i-nbors) (size 4 4) "
        "(regions (White n) (White s) (Black n) (Black s))) "
        "(end (White win (connect own-regions)) (Black lose (connect own-regions))))"
    )
    assert program.facts["scatter"] == 1
    lengths, scores = by_plies(program, 3000, seed=1)
    found = program.start().playouts(20_000, seed=2, max_plies=PLY_LIMIT)
    assert abs(z_score(found["plies"], found["plies_squared"], 20_000, lengths)) < LARGEST_Z
    share = found["first"] + found["draws"] / 2
    squares = found["first"] + found["draws"] / 4
    assert abs(z_score(share, squares, 20_000, scores)) < LARGEST_Z


RINGS = (
    "(game Rings (players White Black) (board (tiling hex) (shape hex) (size 4) "
    "(regions (All A1) (All A4) (All D1) (All D7) (All G1) (All G4))) "
    "(end (All {result} (or (cycle) (connect (regions 0 1)) (connect (regions 2 3 4)) {more}))))"
)
NEVER = "(in-a-row 9)"
"""A row longer than the board: it never ends a match, but only stones looked at one by one tell."""


@pytest.mark.parametrize("result", ["win", "lose", "draw"])
def test_groups_in_trees_end_matches_where_flooding_does(result: str) -> None:
    """Both draw the same order of stones, so the results are the same, not only as likely."""
    by_trees = program_of(RINGS.format(result=result, more="(connect (regions 0 5))"))
    by_floods = program_of(RINGS.format(result=result, more=f"(connect (regions 0 5)) {NEVER}"))
    assert (by_trees.facts["scatter"], by_floods.facts["scatter"]) == (3, 2)
    starts = [by_trees.start(), by_floods.start()]
    for seed in range(40):
        # Later starts have stones on the board already, as the leaves of a search do.
        found = [start.playouts(500, seed=seed, max_plies=PLY_LIMIT) for start in starts]
        assert found[0] == found[1]
        moves = starts[0].moves()
        rule, source, target, option = (int(number) for number in moves[seed * 7 % len(moves)])
        following = [start.after(rule, source, target, option) for start in starts]
        if following[0].outcome is None:
            starts = following


def test_playouts_of_havannah_end_where_flooding_finds_the_end() -> None:
    root = open_game("havannah-8").root
    assert isinstance(root, v.BoardGame)
    text = write(root)
    last = "(connect (regions 9 10 11))"
    assert last in text
    by_trees, by_floods = program_of(text), program_of(text.replace(last, f"{last} (in-a-row 20)"))
    assert (by_trees.facts["scatter"], by_floods.facts["scatter"]) == (3, 2)
    found = [
        program.start().playouts(2000, seed=9, max_plies=PLY_LIMIT)
        for program in (by_trees, by_floods)
    ]
    assert found[0] == found[1]


def test_rings_on_squares_are_looked_for_by_flooding() -> None:
    program = program_of(
        "(game Squares (players White Black) (board (tiling square i-nbors) (size 5 5)) "
        "(end (All win (cycle))))"
    )
    assert program.facts["scatter"] == 2


@pytest.mark.parametrize("name", ["lines-of-action-5", "lines-of-action-8"])
def test_moves_drawn_by_piece_and_way_are_uniform(name: str) -> None:
    """Playouts draw until they find a move; matches list all moves and draw once."""
    root = open_game(name).root
    assert isinstance(root, v.BoardGame)
    program = native.Program(lower(root))
    lengths, scores = by_plies(program, 2000, seed=11)
    n = 4000
    found = program.start().playouts(n, seed=12, max_plies=PLY_LIMIT)
    assert abs(z_score(found["plies"], found["plies_squared"], n, lengths)) < LARGEST_Z
    points = found["first"] + found["draws"] / 2
    squares = found["first"] + found["draws"] / 4
    assert abs(z_score(points, squares, n, scores)) < LARGEST_Z


def test_arrows_that_never_leave_need_no_stacks() -> None:
    root = open_game("amazons").root
    assert isinstance(root, v.BoardGame)
    assert not native.Program(lower(root)).facts["rich"]
