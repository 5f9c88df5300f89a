"""How far apart the rules of two games are: parameters weigh little, structure much.

The weight of a difference falls with its depth in the tree (the idea of Browne & Maire 2010; they
published no constants, so these are ours). Removing a tree costs the square root of its size; a
distance is a share of the cost of removing both: 0 for the same rules, at most 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import permutations
from math import sqrt
from typing import Any

from ludwright.language.game import Game
from ludwright.language.grammar import table_of
from ludwright.language.ludeme import Ludeme

NUMBER_COST: float = 0.2
"""A number changed into one of another order of magnitude."""
WORD_COST: float = 0.6
"""A word, name or label that differs or is missing."""
RESULT_COST: float = 1.0
"""A result that differs: winning is not losing."""

_FEW: int = 2
"""Up to this many children all orders are tried; beyond, the Hungarian method is faster."""


def rule_distance(first: Game | Ludeme, second: Game | Ludeme) -> float:
    """The distance between two games, or of two trees of the same family."""
    ours = _node_of(first.root if isinstance(first, Game) else first)
    theirs = _node_of(second.root if isinstance(second, Game) else second)
    if ours is theirs or ours.key == theirs.key:
        return 0.0
    whole = ours.root_size + theirs.root_size
    # Swapping the arguments would add the same costs in another order; one order serves for both.
    if ours.key > theirs.key:
        ours, theirs = theirs, ours
    return min(1.0, _Comparison().cost(ours, theirs, 0) / whole)


def nearest_distance(game: Game, others: Iterable[Game]) -> float:
    """The distance to the nearest of some games; 1 if there are none."""
    return min((rule_distance(game, other) for other in others), default=1.0)


class _Node:
    """A ludeme prepared for comparison: without notes, with leaves and children separated."""

    __slots__ = ("children", "head", "key", "numbers", "root_size", "size", "words")

    def __init__(self, ludeme: Ludeme) -> None:
        self.head = type(ludeme)
        self.numbers: dict[tuple[str, int], int] = {}
        self.words: dict[tuple[str, int], tuple[str, bool]] = {}
        self.children: list[_Node] = []
        for spec in table_of(type(ludeme)).specs:
            if spec.is_identity:
                value = getattr(ludeme, spec.name)
                for position, part in enumerate(value if spec.is_many else (value,)):
                    self._add((spec.name, position), part)
        self.size: int = 1 + sum(child.size for child in self.children)
        self.root_size: float = sqrt(self.size)
        self.key = self._key()

    def _add(self, place: tuple[str, int], part: Any) -> None:
        if isinstance(part, Ludeme):
            self.children.append(_Node(part))
        elif isinstance(part, bool):
            if part:
                self.words[place] = (place[0], False)
        elif isinstance(part, int):
            self.numbers[place] = part
        elif isinstance(part, StrEnum):
            self.words[place] = (part.value, bool(getattr(part, "IS_RESULT", False)))
        elif part is not None:
            self.words[place] = (str(part), False)

    def _key(self) -> str:
        """A text that two nodes share if and only if they do not differ."""
        inside = "".join(child.key for child in self.children)
        return f"({self.head.__name__}{self.numbers}{self.words}{inside})"


_nodes: dict[int, tuple[Ludeme, _Node]] = {}
_MOST_NODES_KEPT: int = 4096
"""How many prepared trees are kept: each newcomer is compared with a whole population."""


def _node_of(root: Ludeme) -> _Node:
    kept = _nodes.get(id(root))
    # The tree is kept with its node, so that its id cannot pass to another tree.
    if kept is not None:
        return kept[1]
    node = _Node(root)
    if len(_nodes) >= _MOST_NODES_KEPT:
        _nodes.pop(next(iter(_nodes)))
    _nodes[id(root)] = (root, node)
    return node


class _Comparison:
    """The costs of one pair of trees; equal pairs at equal depth are compared once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, int], float] = {}

    def cost(self, ours: _Node, theirs: _Node, depth: int) -> float:
        if ours.key == theirs.key:
            return 0.0
        if ours.head is not theirs.head:
            return sqrt(ours.size + theirs.size) / (depth + 1)
        known = self._known.get((ours.key, theirs.key, depth))
        if known is None:
            known = _leaves(ours, theirs) / (depth + 1) + self._below(ours, theirs, depth)
            self._known[(ours.key, theirs.key, depth)] = known
        return known

    def _below(self, ours: _Node, theirs: _Node, depth: int) -> float:
        """The cheapest way to pair the children, with those left over added or removed."""
        few, many = ours.children, theirs.children
        if not few and not many:
            return 0.0
        is_swapped = len(few) > len(many)
        if is_swapped:
            few, many = many, few
        alone = [child.root_size / (depth + 2) for child in many]
        if not few:
            return sum(alone)
        # Pairing saves the cost of leaving the larger side's child unpaired.
        costs = [
            [
                (self.cost(b, a, depth + 1) if is_swapped else self.cost(a, b, depth + 1)) - price
                for b, price in zip(many, alone, strict=True)
            ]
            for a in few
        ]
        return sum(alone) + cheapest_assignment(costs)


def _leaves(ours: _Node, theirs: _Node) -> float:
    cost = 0.0
    for place in ours.numbers.keys() | theirs.numbers.keys():
        x, y = ours.numbers.get(place), theirs.numbers.get(place)
        if x is None or y is None:
            # A number in place of a word is counted with the word.
            cost += 0.0 if place in ours.words or place in theirs.words else NUMBER_COST
        elif x != y:
            cost += NUMBER_COST * min(1.0, abs(x - y) / max(abs(x), abs(y), 1))
    for place in ours.words.keys() | theirs.words.keys():
        word, other = ours.words.get(place), theirs.words.get(place)
        if word != other:
            is_result = (word or other or ("", False))[1]
            cost += RESULT_COST if is_result else WORD_COST
    return cost


def cheapest_assignment(costs: list[list[float]]) -> float:
    """The least sum of one entry from each row, no column twice; no more rows than columns."""
    rows, columns = len(costs), len(costs[0])
    if rows == 1:
        return min(costs[0])
    if columns <= _FEW:
        orders = permutations(range(columns), rows)
        return min(sum(costs[i][j] for i, j in enumerate(order)) for order in orders)
    return _hungarian(costs)


def _hungarian(costs: list[list[float]]) -> float:
    """Kuhn 1955 with shortest augmenting paths (Jonker & Volgenant 1987); columns count from 1."""
    rows, columns = len(costs), len(costs[0])
    row_price = [0.0] * (rows + 1)
    column_price = [0.0] * (columns + 1)
    row_of = [0] * (columns + 1)
    for row in range(1, rows + 1):
        row_of[0] = row
        column = 0
        slack = [float("inf")] * (columns + 1)
        came_from = [0] * (columns + 1)
        is_done = [False] * (columns + 1)
        # Step 1. Grow a tree of tight edges until it meets a free column.
        while row_of[column] != 0:
            is_done[column] = True
            current = row_of[column]
            step, following = float("inf"), 0
            for j in range(1, columns + 1):
                if is_done[j]:
                    continue
                reduced = costs[current - 1][j - 1] - row_price[current] - column_price[j]
                if reduced < slack[j]:
                    slack[j], came_from[j] = reduced, column
                if slack[j] < step:
                    step, following = slack[j], j
            for j in range(columns + 1):
                if is_done[j]:
                    row_price[row_of[j]] += step
                    column_price[j] -= step
                else:
                    slack[j] -= step
            column = following
        # Step 2. Turn the assignment over along the path.
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return sum(costs[row_of[j] - 1][j - 1] for j in range(1, columns + 1) if row_of[j])
