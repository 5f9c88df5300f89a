"""Playouts take short cuts; matches played ply by ply do not. Their results must agree."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.language.syntax import read

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
