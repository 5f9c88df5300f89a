"""Experiment III of Browne & Maire 2010: how many children survive, and how many are viable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score
from ludwright.language.distance import nearest_distance, rule_distance
from ludwright.language.game import Game
from ludwright.synthesis.candidate import Candidate
from ludwright.synthesis.evolution import Evolution

VARIANT: float = 0.05
"""To be counted, viable games must be further than this from every seed and from each other."""
NEW_GAME: float = 0.10
"""Beyond this rule distance, a game is new and not a variant."""
LEAST_CRITERIA: int = 2
"""The number of criteria that must differ beyond their errors for two games to count as two: one of
fifty may do so by chance."""


@dataclass(frozen=True)
class Account:
    """The results of a run, as the paper reports them."""

    children: int
    survivors: int
    viable: int
    """Children that are viable after all their tests."""
    counted: tuple[Candidate, ...]
    """Viable games, far from the seeds and each other, that also play differently; best first."""
    new_games: tuple[Candidate, ...]
    """Those of them that are not variants."""
    concepts: Mapping[str, int]
    """How the counted games are won."""
    distance_to_parents: float
    """Mean over the survivors."""
    distance_to_seeds: float
    """Mean over the counted games, to the nearest seed."""
    distance_to_each_other: float
    """Mean over neighbours in the ranking of the counted games."""
    seconds: Mapping[str, float]
    """Processor time by stage."""

    @property
    def share(self) -> float:
        """The share of counted games among the survivors."""
        return len(self.counted) / self.survivors if self.survivors else 0.0

    def to_json(self) -> dict[str, Any]:
        """The account as plain data."""
        return {
            "children": self.children,
            "survivors": self.survivors,
            "viable": self.viable,
            "counted": [one.name for one in self.counted],
            "new_games": [one.name for one in self.new_games],
            "share": self.share,
            "concepts": dict(self.concepts),
            "distance_to_parents": self.distance_to_parents,
            "distance_to_seeds": self.distance_to_seeds,
            "distance_to_each_other": self.distance_to_each_other,
            "seconds": dict(self.seconds),
        }


def account_of(evolution: Evolution, seeds: Sequence[Game]) -> Account:
    """The results of a run."""
    viable = evolution.viable()
    counted: list[Candidate] = []
    for one in viable:
        if nearest_distance(one.game, seeds) > VARIANT and _is_unlike(one, counted):
            counted.append(one)
    new_games = [one for one in counted if nearest_distance(one.game, seeds) > NEW_GAME]
    survivors = [one for one in evolution.population if one.generation > 0]
    concepts = Counter(one.cell[0] for one in counted if one.cell)
    return Account(
        children=evolution.census.children,
        survivors=evolution.census.survivors,
        viable=len(viable),
        counted=tuple(counted),
        new_games=tuple(new_games),
        concepts=dict(concepts.most_common()),
        distance_to_parents=_mean([one.distances.get("parents", 0.0) for one in survivors]),
        distance_to_seeds=_mean([nearest_distance(one.game, seeds) for one in counted]),
        distance_to_each_other=_mean(
            [rule_distance(one.game, other.game) for one, other in pairwise(counted)]
        ),
        seconds=dict(evolution.census.seconds),
    )


def _is_unlike(one: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether its rules are far from those of all others, and it plays measurably differently."""
    return all(
        rule_distance(one.game, other.game) > VARIANT and _differ(one.critique, other.critique)
        for other in others
    )


def _differ(first: Critique | None, second: Critique | None) -> bool:
    if first is None or second is None:
        return True
    theirs = dict(second.scores())
    differing = sum(
        _is_beyond_error(score, theirs[name]) for name, score in first.scores() if name in theirs
    )
    return differing >= LEAST_CRITERIA


def _is_beyond_error(first: Score, second: Score) -> bool:
    """Whether they differ by more than three standard errors."""
    error = hypot(first.error, second.error)
    return error > 0 and abs(first.value - second.value) > 3.0 * error


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
