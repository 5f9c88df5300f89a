"""Whether evolution rediscovers Yavalath's rule: a line of N wins, a line of N - 1 loses.

The seed games do not have such a rule. For runs with different random seeds, this reports how soon
a child has the rule, whether it survives, and whether it is viable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludwright.families.combinatorial import vocabulary as v
from ludwright.language.game import Game
from ludwright.synthesis.candidate import Candidate

PAPER_CHILDREN: int = 5_000
"""About as many as the paper's run made for its 1,389 survivors."""
NAMED_SEEDS: tuple[int, ...] = (101, 202, 303)
"""The seeds of the runs at the paper's length, named before any of them was begun."""


@dataclass(frozen=True)
class Rediscovery:
    """The result of one run."""

    seed: int
    children: int
    first: int | None
    """The number of children when the rule first appeared."""
    first_survivor: int | None
    first_viable: int | None
    found: int
    """Children that have the rule."""
    names: tuple[str, ...]
    """Of those that survived."""

    def to_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "seed": self.seed,
            "children": self.children,
            "first": self.first,
            "first_survivor": self.first_survivor,
            "first_viable": self.first_viable,
            "found": self.found,
            "names": list(self.names),
        }


def has_the_rule(game: Game) -> bool:
    """Whether a line of N wins and a line of N - 1 loses, for the same players."""
    if not isinstance(game.root, v.BoardGame):
        return False
    clauses = game.root.end.clauses
    wins = {(one.player, n) for one in clauses if one.result == v.Result.WIN for n in _lines(one)}
    losses = {
        (one.player, n) for one in clauses if one.result == v.Result.LOSE for n in _lines(one)
    }
    return any((player, n - 1) in losses for player, n in wins)


def _lines(clause: v.EndClause) -> Iterator[int]:
    yield from _lines_in(clause.condition)


def _lines_in(condition: v.EndCondition) -> Iterator[int]:
    """The lengths of lines that help to meet the condition."""
    if isinstance(condition, v.InARow):
        yield condition.count
    elif isinstance(condition, v.EndAnd | v.EndOr):
        for part in condition.conditions:
            yield from _lines_in(part)


def rediscovery_of(
    seed: int, candidates: Sequence[Candidate], viable: Collection[int]
) -> Rediscovery:
    """How soon the children of a run had the rule.

    `viable` holds the numbers of the candidates that are viable after all their tests.
    """
    children = [one for one in candidates if one.generation > 0]
    having = [(place, one) for place, one in enumerate(children, 1) if has_the_rule(one.game)]
    return Rediscovery(
        seed=seed,
        children=len(children),
        first=_first(place for place, _ in having),
        first_survivor=_first(place for place, one in having if one.has_survived),
        first_viable=_first(place for place, one in having if one.number in viable),
        found=len(having),
        names=tuple(one.name for _, one in having if one.has_survived),
    )


def _first(places: Iterator[int]) -> int | None:
    return next(places, None)
