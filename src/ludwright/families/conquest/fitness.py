"""The fitness of Rossato et al. (2023), equation 1: how far seven criteria are from their ideals.

The values are those of the criteria; the error of the sum is that of the matches, so criteria that
err together are counted as such. `quick_fitness` plays and measures, for loops that do little else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isnan
from types import MappingProxyType
from typing import Final

import numpy as np

from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Score, Unscored, mean_score
from ludwright.criticism.segments import Floats
from ludwright.errors import UnknownName
from ludwright.families.conquest import courses
from ludwright.families.conquest.courses import USUAL_WEIGHTS, Courses, Weights, courses_of
from ludwright.language.game import Game
from ludwright.play.player import Player
from ludwright.play.playtest import Playtest, playtest


class Reading(StrEnum):
    """Which form of the equations."""

    REPAIRED = "repaired"
    PRINTED = "printed"


IDEALS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "completion": 1.0,
        "duration": 0.0,
        "advantage": 0.0,
        "branching": 0.5,
        "drama": 0.5,
        "killer-move": 0.5,
        "lead-change": 0.5,
    }
)
"""The ideal values of Table 1, in its order."""
NAMES: Final[tuple[str, ...]] = tuple(IDEALS)
_ADVANTAGE: Final[int] = NAMES.index("advantage")

PerMatch = Callable[[Courses], Floats]
VALUES: Final[Mapping[Reading, tuple[PerMatch, ...]]] = MappingProxyType(
    {
        Reading.REPAIRED: (
            courses.completed,
            courses.duration,
            courses.first_wins,
            courses.branching,
            courses.drama,
            courses.killer_move,
            courses.lead_change,
        ),
        Reading.PRINTED: (
            courses.completed,
            courses.duration,
            courses.first_wins,
            courses.branching_printed,
            courses.drama_printed,
            courses.killer_move_printed,
            courses.lead_change_printed,
        ),
    }
)
"""One number for each match, by criterion; the advantage follows from the wins of the first."""


@dataclass(frozen=True, slots=True)
class Fitness:
    """The sum of the distances of seven criteria from their ideals; the lower the better."""

    score: Score
    criteria: Mapping[str, float]
    """The values; NaN for what could not be measured."""
    distances: Mapping[str, float]
    """From the ideals; of what could not be measured, the largest possible."""

    @property
    def value(self) -> float:
        """The sum of the distances."""
        return self.score.value

    @property
    def unmeasured(self) -> tuple[str, ...]:
        """The criteria without a value, which count with the largest possible distance."""
        return tuple(name for name, value in self.criteria.items() if isnan(value))

    def __str__(self) -> str:
        missing = ", ".join(self.unmeasured)
        return f"{self.score}" + (f"; not measured, counted as worst: {missing}" * bool(missing))


def fitness(
    evidence: Evidence,
    ideals: Mapping[str, float] = IDEALS,
    reading: Reading = Reading.REPAIRED,
    weights: Weights = USUAL_WEIGHTS,
) -> Fitness | Unscored:
    """The fitness of a game by its ordinary matches."""
    if not evidence.playtests or len(evidence.main) == 0:
        return Unscored("no matches")
    return fitness_of(evidence.main, ideals, reading, weights)


def quick_fitness(
    game: Game,
    matches: int = 100,
    seed: int = 0,
    player: str | Player | Sequence[str | Player] = "rossato",
    ideals: Mapping[str, float] = IDEALS,
    *,
    reading: Reading = Reading.REPAIRED,
    seats: int | None = None,
    jobs: int = 1,
) -> Fitness:
    """Play matches of a game and measure its fitness; depends only on the arguments."""
    played = playtest(game, player, matches, seed, jobs, seats=seats)
    return fitness_of(played, ideals, reading)


def fitness_of(
    played: Playtest,
    ideals: Mapping[str, float] = IDEALS,
    reading: Reading = Reading.REPAIRED,
    weights: Weights = USUAL_WEIGHTS,
) -> Fitness:
    """The fitness by the matches of a playtest, of which there must be at least one."""
    wanted = _ideals_of(ideals)
    course = courses_of(played, weights)
    values = np.stack([one(course) for one in VALUES[reading]])
    is_known = ~np.isnan(values)
    counts = is_known.sum(axis=1)
    known = np.where(is_known, values, 0.0)
    means = known.sum(axis=1) / np.where(counts > 0, counts, np.nan)
    away = np.where(is_known, values - means[:, None], 0.0)

    # How the criteria follow from the means; all but the advantage are means.
    found, slopes = means.copy(), np.ones_like(means)
    even = 1.0 / played.seats
    found[_ADVANTAGE] = abs(means[_ADVANTAGE] - even) / (1.0 - even)
    slopes[_ADVANTAGE] = (1.0 if means[_ADVANTAGE] >= even else -1.0) / (1.0 - even)

    worst = np.maximum(wanted, 1.0 - wanted)
    distances = np.where(counts > 0, np.abs(found - wanted), worst)
    total = float(distances.sum())
    # The influence of each match on the sum. At the ideal itself either side will do.
    factors = np.where(found >= wanted, slopes, -slopes) * len(played) / np.maximum(counts, 1)
    influence = (factors[:, None] * away).sum(axis=0)
    measured = mean_score(total + influence)
    assert isinstance(measured, Score)
    score = Score(total, measured.error, len(played))
    return Fitness(
        score,
        dict(zip(NAMES, found.tolist(), strict=True)),
        dict(zip(NAMES, distances.tolist(), strict=True)),
    )


def _ideals_of(ideals: Mapping[str, float]) -> Floats:
    """In the order of the names; those of Table 1 where none is given."""
    if ideals is IDEALS:
        return _TABLE_1
    for name in ideals:
        if name not in IDEALS:
            raise UnknownName("criterion of the fitness", name, NAMES)
    found = np.asarray([ideals.get(name, IDEALS[name]) for name in NAMES], dtype=np.float64)
    if not ((found >= 0.0) & (found <= 1.0)).all():
        raise ValueError(f"expected ideals from 0 to 1, got {dict(ideals)}")
    return found


_TABLE_1: Final[Floats] = np.asarray(list(IDEALS.values()))
