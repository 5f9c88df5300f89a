"""The ten metrics of Smith's Table 1, what they are on a reference board, and his fitness (3).

Four are read from the board and one follows from its routes; five are means over matches, which are
played here without records or come from the records of a playtest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.measure import Measure, Score, Unscored, exactly, mean_score
from ludwright.criticism.profile import Ideal, Method, Profile
from ludwright.errors import LudwrightError
from ludwright.families.railway.geometry import Look, look_of
from ludwright.families.railway.network import Network
from ludwright.families.railway.vocabulary import Board, RailwayGame
from ludwright.language.game import Game

PUBLISHED: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "railway-score": (70.86, 1.5),
        "score-variance": (366.09, 0.8),
        "destinations": (36.0, 0.6),
        "routes-per-destination": (4.33, 0.8),
        "railway-turns": (195.42, 1.0),
        "card-turns": (0.64, 0.8),
        "path-changes": (11.24, 0.4),
        "clutter": (12.44, 1.5),
        "intersections": (3.64, 0.6),
        "destinations-covered": (0.01, 0.7),
    }
)
"""Table 1, in its order: the value on North America and the weight."""
NAMES: Final[tuple[str, ...]] = tuple(PUBLISHED)
SHARES: Final[Mapping[str, float]] = MappingProxyType(
    {
        "railway-score": 0.10,
        "railway-turns": 0.10,
        "score-variance": 0.25,
        "path-changes": 0.20,
        "clutter": 0.20,
        "intersections": 0.20,
    }
)
"""What we tolerate, as a share of the value on the reference board."""
DISTANCES: Final[Mapping[str, float]] = MappingProxyType(
    {"destinations": 2.0, "routes-per-destination": 0.4, "card-turns": 0.05}
)
"""What we tolerate, absolutely."""
COVERED: Final[float] = 0.02
"""The most covered cities for each route that we tolerate, whatever the reference board has."""
LEAST_TOLERANCE: Final[float] = 1e-6

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Played:
    """What is counted of some matches, by match."""

    score: Floats
    """The mean of the seats' points."""
    variance: Floats
    """Of the seats' points, around their mean."""
    turns: Floats
    """Of all seats."""
    card_turns: Floats
    """Turns in which cards were taken."""
    path_changes: Floats
    """How often the rest of a ticket's path was no part of what it was the turn before, over all
    seats."""
    is_stuck: Flags
    """Whether the match ended by gridlock."""

    def __len__(self) -> int:
        return len(self.score)

    def some(self, first: int, last: int) -> Played:
        """The matches from the first to the one before the last."""
        return Played(
            self.score[first:last],
            self.variance[first:last],
            self.turns[first:last],
            self.card_turns[first:last],
            self.path_changes[first:last],
            self.is_stuck[first:last],
        )

    @property
    def card_share(self) -> Floats:
        """The share of turns in which cards were taken."""
        found: Floats = self.card_turns / np.maximum(self.turns, 1.0)
        return found

    def by_name(self) -> dict[str, Floats]:
        """The five metrics of matches, by name."""
        return {
            "railway-score": self.score,
            "score-variance": self.variance,
            "railway-turns": self.turns,
            "card-turns": self.card_share,
            "path-changes": self.path_changes,
        }


def board_of(game: Game) -> Board:
    """The board of a railway game."""
    return cast("RailwayGame", game.root).board


def board_metrics(network: Network, look: Look | None = None) -> dict[str, float]:
    """The five metrics that are read from a board."""
    seen = look_of(network) if look is None else look
    return {
        "destinations": float(len(network.places)),
        "routes-per-destination": 2 * len(network.links) / max(1, len(network.places)),
        "clutter": seen.clutter,
        "intersections": seen.intersections,
        "destinations-covered": seen.covered,
    }


def metrics_of(network: Network, played: Played) -> dict[str, Measure]:
    """The ten metrics, in the order of the table."""
    still = board_metrics(network)
    moving = played.by_name()
    return {
        name: exactly(still[name]) if name in still else mean_score(moving[name]) for name in NAMES
    }


# --- Targets --------------------------------------------------------------------------------------


def tolerance(name: str, target: float) -> float:
    """By how much a metric may differ from its value on the reference board."""
    if name in DISTANCES:
        return DISTANCES[name]
    if name == "destinations-covered":
        return COVERED
    return max(SHARES[name] * abs(target), LEAST_TOLERANCE)


def our_profile(targets: Mapping[str, Score]) -> Profile:
    """Scores above -1 are within tolerance on all metrics; no city should be covered."""
    ideals = {
        name: Ideal(
            0.0 if name == "destinations-covered" else one.value, 1.0 / tolerance(name, one.value)
        )
        for name, one in targets.items()
    }
    return Profile("tolerances", method=Method.WORST, ideals=ideals)


def published_profile(targets: Mapping[str, Score]) -> Profile:
    """The sum in the denominator of fitness (3), negative: weighted errors in shares of targets."""
    for name, one in targets.items():
        if one.value == 0:
            raise LudwrightError(
                f"expected a reference board on which {name} is not 0, since the published fitness "
                "divides by it, got 0; use the preset `ours`, whose tolerances are absolute"
            )
    ideals = {
        name: Ideal(one.value, PUBLISHED[name][1] / abs(one.value)) for name, one in targets.items()
    }
    return Profile("fitness (3)", method=Method.DISTANCE, ideals=ideals)


def outside(measures: Mapping[str, Measure], targets: Mapping[str, Score]) -> dict[str, float]:
    """The metrics that are out of tolerance: how far, in units of what is tolerated."""
    profile = our_profile(targets)
    found: dict[str, float] = {}
    for name, ideal in profile.ideals.items():
        one = measures[name]
        away = np.inf if isinstance(one, Unscored) else ideal.weight * (one.value - ideal.value)
        if abs(away) > 1.0:
            found[name] = float(away)
    return found


# --- Fitness (3) ----------------------------------------------------------------------------------


def errors_of(values: Mapping[str, Any], ideals: Mapping[str, Ideal]) -> Any:
    """The sum of weighted errors: a number, or one for each match if values are by match."""
    return sum(one.weight * abs(values[name] - one.value) for name, one in ideals.items())


def match_fitness(network: Network, played: Played, ideals: Mapping[str, Ideal]) -> Floats:
    """Fitness (3) of each match by itself; 0 for those that end by gridlock."""
    values: dict[str, Any] = {**board_metrics(network), **played.by_name()}
    errors = np.maximum(errors_of(values, ideals), 1e-12)
    found: Floats = np.where(played.is_stuck, 0.0, 1.0 / errors)
    return found


def mean_fitness(network: Network, played: Played, ideals: Mapping[str, Ideal]) -> float:
    """Fitness (3) of the means of all matches, times the share of those without gridlock."""
    values: dict[str, float] = {
        **board_metrics(network),
        **{name: float(one.mean()) for name, one in played.by_name().items()},
    }
    error = max(float(errors_of(values, ideals)), 1e-12)
    return float(1.0 - played.is_stuck.mean()) / error


def plain_name(name: str) -> str:
    """The name of a metric in tables, without the word that keeps it apart from those of others."""
    return name.removeprefix("railway-")
