"""Speed of conquest games: against a program written for one of them, and with the criteria.

    python -m benchmarks.conquest                  a minute or two
    python -m benchmarks.conquest --rounds 40      steadier on a busy machine
    python -m benchmarks.conquest --json

All times are processor time. The contenders take turns, round after round, and of each the best
round counts: other work on the machine can only make a round slower. First both programs play the
same game in the same way, which is checked: shares of wins, of draws, and the number of turns.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from benchmarks import yardsticks
from ludwright.families.conquest.efforts import MOST_PLIES
from ludwright.families.conquest.fitness import quick_fitness
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.variation import PAPER, initial_games
from ludwright.play.families import load_rules
from ludwright.play.playtest import playtest
from ludwright.play.roster import player_of
from ludwright.running.settings import search_settings
from ludwright.synthesis.generational import GenerationalSearch

# The folder of the same name hides the module from the type checker.
build = yardsticks.build  # type: ignore[attr-defined,unused-ignore]
run = yardsticks.run  # type: ignore[attr-defined,unused-ignore]

ROOT = Path(__file__).parents[1]
PROGRAMS = ROOT / "build" / "yardsticks"
GAME = "rossato-classic"
SMALL = "rossato-artificial-3-10t"
PLAYER = "rossato"
MATCHES_AT_ONCE = 500
"""Of our engine in a round."""
SECONDS = 0.15
"""Of the yardstick in a round."""
COMPARED = 20_000
"""Matches of ours that are compared with the yardstick's."""
LEAST_YARDSTICK, LEAST_RATIO = 15_000.0, 0.5
MOST_MILLISECONDS = {GAME: 12.0, SMALL: 4.0}
"""Of 100 matches with the seven criteria and the fitness."""
MOST_SECONDS = 12.0
"""Of the published genetic algorithm: 10 generations, 50 games, 100 matches each."""
EVOLUTIONS = 2
"""Of which the faster one counts."""
FURTHEST = 4.0
"""Standard errors by which shares and turns may differ: three quantities, once in 5000 runs."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured, the best of all rounds."""

    ours: float
    """Matches per second of processor time, of which only the results are kept, as the yardstick
    does."""
    recorded: float
    """The same with records of every ply, ready for criteria."""
    yardstick: float
    with_criteria: dict[str, float]
    """Milliseconds of 100 matches and their criteria, by game."""
    evolution: float
    """Seconds of the published genetic algorithm, on one core."""
    differences: dict[str, float]
    """Between ours and the yardstick, in standard errors."""

    @property
    def ratio(self) -> float:
        """Ours against the yardstick."""
        return self.ours / self.yardstick

    def bars(self) -> dict[str, bool]:
        """Whether each bar is reached."""
        found = {
            f"the yardstick plays {LEAST_YARDSTICK:.0f} matches a second": self.yardstick
            >= LEAST_YARDSTICK,
            "ours plays half as many": self.ratio >= LEAST_RATIO,
            "both play the same game": max(map(abs, self.differences.values())) < FURTHEST,
        }
        for game, most in MOST_MILLISECONDS.items():
            found[f"100 matches of {game} with criteria in {most:g} ms"] = (
                self.with_criteria[game] <= most
            )
        found[f"the genetic algorithm in {MOST_SECONDS:g} s"] = self.evolution <= MOST_SECONDS
        return found


def measure(rounds: int) -> Figures:
    """Let the contenders take turns."""
    program = build(GAME, PROGRAMS)
    games = {name: open_game(name) for name in (GAME, SMALL)}
    rules: Any = load_rules(games[GAME], 2)
    spec = getattr(player_of(PLAYER, games[GAME]), "spec")  # noqa: B009 - of native players only
    ours: list[float] = []
    recorded: list[float] = []
    theirs: list[float] = []
    scored: dict[str, list[float]] = {name: [] for name in games}
    for turn in range(rounds):
        theirs.append(run(program, SECONDS, turn)["playouts_per_second"])
        played = partial(rules.playouts, MATCHES_AT_ONCE, turn, MOST_PLIES, 1, (spec, spec))
        ours.append(MATCHES_AT_ONCE / _seconds(played))
        kept = partial(playtest, games[GAME], PLAYER, MATCHES_AT_ONCE, turn)
        recorded.append(MATCHES_AT_ONCE / _seconds(kept))
        for name, game in games.items():
            scored[name].append(_seconds(partial(quick_fitness, game, 100, turn)))
    best = {name: 1e3 * min(found) for name, found in scored.items()}
    evolution = min(_seconds(partial(evolve, seed)) for seed in range(EVOLUTIONS))
    return Figures(max(ours), max(recorded), max(theirs), best, evolution, differences(program))


def evolve(seed: int) -> None:
    """The published genetic algorithm with the hyper-parameters of its best run."""
    seeds = initial_games()
    settings = search_settings("conquest", seeds, PAPER.options, seed, matches=PAPER.matches)
    search = GenerationalSearch(settings, seeds)
    while not search.is_over:
        search.absorb(search.turn(None))


def differences(program: Path) -> dict[str, float]:
    """How far ours and the yardstick are apart, in standard errors."""
    report = run(program, 4.0, 99)
    played = playtest(open_game(GAME), PLAYER, COMPARED, 99)
    turns = np.diff(played.moment_offsets)
    shares = {"first_wins": 0, "second_wins": 1, "draws": -1}
    found = {}
    for name, seat in shares.items():
        ours, theirs = float((played.winners == seat).mean()), float(report[name])
        spread = theirs * (1.0 - theirs) * (1.0 / COMPARED + 1.0 / report["playouts"])
        found[name] = (ours - theirs) / sqrt(spread)
    error = sqrt(turns.var() / COMPARED + report["plies_per_playout_error"] ** 2)
    found["turns"] = (float(turns.mean()) - report["plies_per_playout"]) / error
    return found


def _seconds(action: Callable[[], object]) -> float:
    begun = process_time()
    action()
    return process_time() - begun


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.rounds)
    if asked.json:
        print(json.dumps({**asdict(found), "ratio": found.ratio, "bars": found.bars()}, indent=1))
        return
    print(f"{GAME}: ours {found.ours:.0f} matches a second, yardstick {found.yardstick:.0f}")
    print(f"ours with records: {found.recorded:.0f}")
    print(f"ratio {found.ratio:.2f}")
    print(f"genetic algorithm, 10 generations of 50 games: {found.evolution:.1f} s on one core")
    for game, spent in found.with_criteria.items():
        print(f"100 matches of {game} with criteria: {spent:.2f} ms")
    told = ", ".join(f"{name} {value:+.1f}" for name, value in found.differences.items())
    print(f"differences in standard errors: {told}")
    for bar, is_reached in found.bars().items():
        print(f"{'reached' if is_reached else 'MISSED '} {bar}")


if __name__ == "__main__":
    main()
