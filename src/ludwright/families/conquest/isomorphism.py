"""Whether two maps are the same but for names, continents and bonuses: isomorphic graphs."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.families.conquest.board import Board

ROUNDS: int = 4
"""Rounds of comparing territories by their neighbours before any are matched."""


def is_isomorphic(first: Board, second: Board) -> bool:
    """Whether the territories can be matched so that borders match."""
    if len(first) != len(second) or len(first.borders) != len(second.borders):
        return False
    kinds, others = _kinds(first), _kinds(second)
    if sorted(kinds) != sorted(others):
        return False
    # Rare kinds first, and then whatever borders a matched territory: mistakes show early.
    return _matched(first, second, kinds, others, _order(first, kinds), {})


def _kinds(board: Board) -> list[int]:
    """A number for each territory, the same for those that isomorphic maps may match."""
    kinds = [len(around) for around in board.neighbours]
    for _ in range(ROUNDS):
        kinds = [
            hash((kinds[one], tuple(sorted(kinds[other] for other in around))))
            for one, around in enumerate(board.neighbours)
        ]
    return kinds


def _order(board: Board, kinds: Sequence[int]) -> list[int]:
    left = set(range(len(board)))
    order: list[int] = []
    while left:
        beside = {one for one in left if any(near in order for near in board.neighbours[one])}
        chosen = min(beside or left, key=lambda one: (kinds.count(kinds[one]), one))
        order.append(chosen)
        left.remove(chosen)
    return order


def _matched(
    first: Board,
    second: Board,
    kinds: Sequence[int],
    others: Sequence[int],
    order: Sequence[int],
    found: dict[int, int],
) -> bool:
    if len(found) == len(order):
        return True
    one = order[len(found)]
    taken = set(found.values())
    near = {found[other] for other in first.neighbours[one] if other in found}
    for other in range(len(second)):
        if other in taken or kinds[one] != others[other]:
            continue
        if {place for place in second.neighbours[other] if place in taken} != near:
            continue
        found[one] = other
        if _matched(first, second, kinds, others, order, found):
            return True
        del found[one]
    return False
