from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

from ludwright.families.conquest.board import Board, board_of, border
from ludwright.families.conquest.isomorphism import is_isomorphic
from ludwright.families.conquest.maps import map_names, packaged_map


def shuffled(board: Board, rng: random.Random) -> Board:
    order = list(range(len(board)))
    rng.shuffle(order)
    return replace(board, borders=frozenset(border(order[a], order[b]) for a, b in board.borders))


def any_matching(first: Board, second: Board) -> bool:
    return any(
        frozenset(border(order[a], order[b]) for a, b in first.borders) == second.borders
        for order in permutations(range(len(first)))
    )


def test_every_map_is_itself_in_any_order_and_no_other() -> None:
    rng = random.Random(1)
    boards = {name: board_of(packaged_map(name)) for name in map_names()}
    for name, board in boards.items():
        assert is_isomorphic(board, shuffled(board, rng))
        others = [
            other for other in boards if other != name and is_isomorphic(board, boards[other])
        ]
        assert others == []


def test_one_border_elsewhere_is_another_map() -> None:
    square = Board(
        tuple("abcd"), (0,) * 4, ("All",), (1,), frozenset({(0, 1), (1, 2), (2, 3), (0, 3)})
    )
    kite = replace(square, borders=frozenset({(0, 1), (1, 2), (0, 2), (2, 3)}))
    assert not is_isomorphic(square, kite)


def test_it_agrees_with_trying_all_orders() -> None:
    rng = random.Random(2)
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    for _ in range(200):
        count = rng.randint(3, 8)
        first, second = (
            Board(tuple("abcde"), (0,) * 5, ("All",), (1,), frozenset(rng.sample(pairs, count)))
            for _ in range(2)
        )
        assert is_isomorphic(first, second) == any_matching(first, second)
