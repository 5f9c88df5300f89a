"""The encoding for all games: numbers by hash, the same in every process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from ludwright.play.encoding import HASHED_ACTIONS, HashedEncoding
from ludwright.play.rules import Position, Rules


class View:
    """A position of which only the moves and the view matter."""

    def __init__(self, moves: Sequence[tuple[int, ...]], view: Mapping[str, Any]) -> None:
        self._moves = moves
        self._view = view

    def moves(self) -> Sequence[tuple[int, ...]]:
        return self._moves

    def view(self, _: int) -> Mapping[str, Any]:
        return self._view


class Packing:
    """Rules that pack moves as they are."""

    def pack_move(self, move: tuple[int, ...]) -> tuple[int, ...]:
        return move


def encoding() -> HashedEncoding:
    return HashedEncoding(cast("Rules", Packing()))


def position(moves: Sequence[tuple[int, ...]], /, **view: Any) -> Position:
    return cast("Position", View(moves, view))


def test_numbers_are_hashes_that_no_process_changes() -> None:
    assert encoding().numbers(position([(0, 1), (2, 3)])) == (824, 95)


def test_moves_that_collide_get_different_numbers() -> None:
    moves = [(number,) for number in range(3000)]
    numbers = encoding().numbers(position(moves))
    assert len(set(numbers)) == len(moves)
    assert max(numbers) < HASHED_ACTIONS
    # The order in which moves are listed does not matter.
    assert encoding().numbers(position(moves[::-1])) == numbers[::-1]


def test_everything_seen_counts_except_the_legal_moves() -> None:
    def seen(**view: Any) -> Any:
        return encoding().observe(position([], **view), 0)

    base = seen(card=5, piles=[1, 2], phase="deal")
    assert np.array_equal(base, seen(card=5, piles=[1, 2], phase="deal", moves=["a"]))
    for other in (
        seen(card=6, piles=[1, 2], phase="deal"),
        seen(card=5, piles=[2, 1], phase="deal"),
        seen(card=5, piles=[1, 2], phase="play"),
        seen(card=None, piles=[1, 2], phase="deal"),
    ):
        assert not np.array_equal(base, other)


def test_values_beyond_the_limit_are_cut() -> None:
    assert encoding().observe(position([], points=10**9), 0).max() == 32_767
