"""Board games as numbers: every legal move has its own number, planes show the position."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from ludwright.errors import LudwrightError
from ludwright.families.combinatorial.encoding import BoardEncoding
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.rules import NativeRules
from ludwright.language.game import read_game
from ludwright.play.encoding import encoding_of

STEP = "(move (pre (adjacent)) (action (pop) (push)) (post {0}))"
CHOOSING = (
    "(game G (players White Black) (board (tiling square i-nbors) (size 5 5))"
    " (pieces (Stone All (moves (move (action pass)) {0})))"
    " (start (place (Stone White) A1 B2 C2 D2) (place (Stone Black) A4 C3 C4 E3))"
    " (end (All lose (no-move))))"
)
"""A game with a rule that passes and one with the given consequences."""


def followed(rules: NativeRules, seed: int, plies: int = 60) -> int:
    """Play at random and check the numbers on the way; returns how many moves were numbered."""
    encoding, rng, meant = BoardEncoding(rules), Random(seed), dict[int, object]()
    position = rules.start()
    for _ in range(plies):
        moves = position.moves()
        numbers = encoding.numbers(position)
        assert len(set(numbers)) == len(moves)
        for number, move in zip(numbers, moves, strict=True):
            assert 0 <= number < encoding.actions
            assert meant.setdefault(number, move) == move
        if not moves:
            break
        position = position.after(rng.choice(moves))
        assert encoding.observe(position, 0).shape == encoding.shape
    return len(meant)


@pytest.mark.parametrize("name", game_names())
def test_no_two_moves_of_a_packaged_game_share_a_number(name: str) -> None:
    assert followed(NativeRules(open_game(name)), seed=1, plies=30) > 1


@pytest.mark.parametrize(
    "posts",
    [
        "(capture any-one)",
        "(capture choice optional)",
        "(capture d-nbors optional) (convert i-nbors mover optional)",
        "(rotate any) (repeat optional)",
    ],
)
def test_optional_consequences_and_choices_have_numbers(posts: str) -> None:
    rules = NativeRules(read_game(CHOOSING.format(STEP.format(posts))))
    assert any(move.option for move in rules.start().moves())
    assert sum(followed(rules, seed) for seed in range(3)) > 50


def test_numbers_count_the_pass_then_sources_then_targets() -> None:
    rules = NativeRules(read_game(CHOOSING.format(STEP.format("(capture d-nbors)"))))
    encoding = BoardEncoding(rules)
    position = rules.start()
    found = {
        rules.write_move(position, move): number
        for move, number in zip(position.moves(), encoding.numbers(position), strict=True)
    }
    assert encoding.actions == 1 + 1 + 25 * 25
    # After the plain pass and the rule that passes: A1 is site 0, B1 site 1, A2 site 5.
    assert found["A1-B1"] == 2 + 0 * 25 + 1
    assert found["B2-A3"] == 2 + 6 * 25 + 10


def test_planes_show_own_pieces_first_and_whose_turn_it_is() -> None:
    rules = NativeRules(open_game("yavalath"))
    encoding, position = BoardEncoding(rules), rules.start()
    position = position.after(rules.read_move(position, "E5"))
    row, column = rules.board.coordinates(rules.board.site("E5") or 0)[1:]
    for seat in (0, 1):
        seen = dict(
            zip(encoding.planes, np.moveaxis(encoding.observe(position, seat), -1, 0), strict=True)
        )
        mine, theirs = seen["own Stone"], seen["other's Stone"]
        assert (mine[row, column], theirs[row, column]) == ((1, 0) if seat == 0 else (0, 1))
        assert mine.sum() + theirs.sum() == 1
        assert seen["last target"][row, column] == seen["last target"].sum() == 1
        assert seen["board"].sum() == 61
        assert seen["own turn"].sum() == (61 if seat == 1 else 0)


def test_planes_show_stacks_hands_and_points() -> None:
    rules = NativeRules(open_game("lasca-lite"))
    encoding, rng, position = BoardEncoding(rules), Random(3), rules.start()
    below = 0.0
    for _ in range(60):
        if not position.moves():
            break
        position = position.after(rng.choice(position.moves()))
        planes = np.moveaxis(encoding.observe(position, 0), -1, 0)
        seen = dict(zip(encoding.planes, planes, strict=True))
        pieces = len(position.native.pieces())
        assert seen["height"].sum() == pieces
        below = max(below, float(seen["own below"].sum() + seen["other's below"].sum()))
    assert below > 0
    held = NativeRules(open_game("three-mens-morris"))
    planes = BoardEncoding(held).observe(held.start(), 1)
    names = BoardEncoding(held).planes
    kind = next(name for name in names if name.startswith("own") and name.endswith("in hand"))
    assert planes[..., names.index(kind)].max() == 3


def test_the_record_of_the_family_names_this_encoding() -> None:
    assert isinstance(encoding_of(NativeRules(open_game("yavalath"))), BoardEncoding)


def test_a_game_with_too_many_moves_is_refused() -> None:
    text = CHOOSING.format(STEP.format("(capture choice)")).replace("(size 5 5)", "(size 30 30)")
    with pytest.raises(LudwrightError, match="expected at most 16777216 different moves, got"):
        BoardEncoding(NativeRules(read_game(text)))
