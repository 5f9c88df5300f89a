"""Table 1 of Smith: the ten metrics on a reference board, beside the published values."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludwright.criticism.measure import Measure, Score, Unscored, mean_score
from ludwright.errors import LudwrightError
from ludwright.families.railway.appraisal import surveyed
from ludwright.families.railway.metrics import (
    PUBLISHED,
    Played,
    board_of,
    match_fitness,
    mean_fitness,
    metrics_of,
    plain_name,
    published_profile,
)
from ludwright.families.railway.network import Network
from ludwright.language.game import Game
from ludwright.plain import plain_of
from ludwright.play.share import Share, wilson

Told = Callable[[int, int], None]
FITNESS_MATCHES: int = 100
"""Of which the paper takes a fitness."""


@dataclass(frozen=True)
class Reference:
    """The metrics of a board at one number of seats."""

    game: str
    seats: int
    matches: int
    measures: dict[str, Measure]
    gridlock: Share
    fitness: Measure
    """Fitness (3) of single matches, averaged, with the metrics themselves as targets."""
    fitness_of_means: list[float]
    """Of the means of 100 matches at a time."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "matches": self.matches,
            "metrics": {
                plain_name(name): plain_of(one) | {"published": PUBLISHED[name][0]}
                for name, one in self.measures.items()
            },
            "gridlock": plain_of(self.gridlock),
            "fitness": plain_of(self.fitness),
            "fitness_of_means": self.fitness_of_means,
            "seconds": self.seconds,
        }


def reference(game: Game, seats: int, matches: int, seed: int, jobs: int) -> Reference:
    """Play matches of the greedy player on the board of a game, and measure."""
    begun = time.monotonic()
    played = surveyed(game, matches, seed, seats=seats, jobs=jobs)
    network = Network.of(board_of(game))
    found = metrics_of(network, played)
    targets = {name: one for name, one in found.items() if isinstance(one, Score)}
    fresh = surveyed(game, matches, seed + 1, seats=seats, jobs=jobs)
    single, groups = _fitness(network, fresh, targets)
    return Reference(
        game.name,
        seats,
        matches,
        found,
        wilson(float(played.is_stuck.sum()), matches),
        single,
        groups,
        time.monotonic() - begun,
    )


def _fitness(
    network: Network, fresh: Played, targets: dict[str, Score]
) -> tuple[Measure, list[float]]:
    """Fitness (3) of single matches, and of the means of 100 at a time."""
    try:
        ideals = published_profile(targets).ideals
    except LudwrightError as error:
        return Unscored(str(error)), []
    groups = [
        mean_fitness(network, fresh.some(at, at + FITNESS_MATCHES), ideals)
        for at in range(0, len(fresh) - FITNESS_MATCHES + 1, FITNESS_MATCHES)
    ]
    return mean_score(match_fitness(network, fresh, ideals)), groups


def table_lines(found: list[Reference]) -> list[str]:
    """The tables of several numbers of seats beside the published one."""
    head = f"{'':24}" + "".join(f"{f'{one.seats} seats':>18}" for one in found)
    lines = [head + f"{'published':>12}{'weight':>8}"]
    for name, (value, weight) in PUBLISHED.items():
        cells = "".join(f"{_told(one.measures[name]):>18}" for one in found)
        lines.append(f"{plain_name(name):24}{cells}{value:>12g}{weight:>8g}")
    stuck = "".join(f"{100 * (one.gridlock.value or 0.0):>17.2f}%" for one in found)
    lines.append(f"{'gridlock':24}{stuck}{'3.07%':>12}")
    single = "".join(f"{_told(one.fitness):>18}" for one in found)
    lines.append(f"{'fitness, single matches':24}{single}")
    means = "".join(
        f"{sum(one.fitness_of_means) / max(1, len(one.fitness_of_means)):>18.1f}" for one in found
    )
    lines.append(f"{'fitness of 100 matches':24}{means}")
    return lines


def _told(one: Measure) -> str:
    if isinstance(one, Unscored):
        return "none"
    return f"{one.value:.3f}" if one.error == 0 else f"{one.value:.3f} ± {one.margin:.3f}"
