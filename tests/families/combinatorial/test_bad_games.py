"""Games that make no sense are reported, and describing or drawing a sound one never fails."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludwright.errors import GameCheckError, LimitExceeded
from ludwright.families.combinatorial.family import FAMILY
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.picture import draw_svg, draw_text, status
from ludwright.families.combinatorial.repair import Repair
from ludwright.families.combinatorial.rules import board_game
from ludwright.families.combinatorial.variation import child
from ludwright.language.check import check
from ludwright.language.game import Game, read_game
from ludwright.language.vary import cross, mutate
from ludwright.synthesis.steering import Steering

PARENTS = ("hex-7", "breakthrough-6", "reversi-6", "clobber", "yavalath", "english-draughts")


def game_with(board: str, phase: int) -> Game:
    return read_game(
        f"(game Odd (players White Black) (board {board}) "
        f"(start (place (Stone White) home (phase {phase})) (place (Stone Black) home)) "
        "(end (All win (in-a-row 3))))"
    )


@pytest.mark.parametrize(
    ("board", "phase", "colours"),
    [
        ("(tiling square) (size 4 4)", 2, "0, 1"),
        ("(tiling tri) (shape square) (size 4 4)", 2, "0, 1"),
        ("(tiling hex) (size 1 2)", 1, "0, 2"),
    ],
)
def test_a_colour_that_no_cell_has_passed_the_check(board: str, phase: int, colours: str) -> None:
    game = game_with(board, phase)
    [finding] = check(game)
    assert f"expected a colour that cells of the board have ({colours})" in finding.message
    assert finding.place.startswith("start")
    with pytest.raises(GameCheckError, match="colour"):
        FAMILY.load_rules(game)


def test_a_colour_that_no_cell_has_broke_the_rules_in_english() -> None:
    told = FAMILY.rules_text(game_with("(tiling square) (size 4 4)", 2))
    assert "Black has Stones on the row nearest to them." in told
    assert "White has" not in told


def test_colours_that_cells_have_are_no_findings() -> None:
    for board, phases in (("(tiling square) (size 4 4)", 2), ("(tiling hex) (size 4 4)", 3)):
        for phase in range(phases):
            assert check(game_with(board, phase)) == []


def test_a_child_gets_a_colour_that_its_board_has() -> None:
    hexes, squares = (
        board_game(game_with(board, 0))
        for board in ("(tiling hex) (size 4 4)", "(tiling square) (size 4 4)")
    )
    odd = board_game(game_with("(tiling square) (size 4 4)", 2))
    mended = Repair(odd, squares, hexes).game
    assert "(phase 1)" in Game(mended).text
    assert check(Game(mended)) == []


def _shown(game: Game, rng: random.Random) -> None:
    """Describe and draw a sound game and a few of its positions."""
    FAMILY.rules_text(game)
    rules = FAMILY.load_rules(game)
    position: Any = rules.start(0)
    for _ in range(4):
        draw_text(position, moves=True)
        draw_svg(position, title="odd", moves=True)
        status(position)
        position.view(position.seat)
        moves = position.moves()
        if not moves:
            return
        move = rng.choice(moves)
        assert rules.read_move(position, rules.write_move(position, move)) == move
        position = position.after(move)


def test_whatever_passes_the_check_can_be_described_drawn_and_played() -> None:
    rng = random.Random(9)
    games = [open_game(name) for name in PARENTS]
    sound = 0
    for number in range(120):
        first, second = rng.choice(games), rng.choice(games)
        if number % 3:
            root = cross(first.root, second.root, rng, 0.1)
            game = Game(mutate(root, rng, 0.1))  # not repaired
        else:
            game = child(first, second, rng, Steering())
        if check(game):
            continue
        try:
            _shown(game, rng)
        except LimitExceeded:
            continue
        sound += 1
        games.append(game)
    assert sound > 40
