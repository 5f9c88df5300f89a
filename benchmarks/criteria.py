"""How long criteria take: `python -m benchmarks.criteria [--game NAME] [--matches N] [--runs N]`.

Plays matches at depth 1 once, then measures all fast criteria on them, and the correlations that
the error of a score needs, again and again on fresh evidence. Prints the best time of all runs in
milliseconds: on the clock, and of the processor, which other programs disturb less.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter, process_time

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.correlation import correlations_of
from ludwright.criticism.criterion import Criterion, criteria_of
from ludwright.criticism.effort import QUICK
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.gathering import gather
from ludwright.families.combinatorial.library import open_game

SEED = 1


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds of one run."""

    criteria: float
    correlations: float
    by_criterion: dict[str, float]


def main() -> None:
    """Play, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="yavalath")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--each", action="store_true", help="print each criterion too")
    wanted = parser.parse_args()
    game = open_game(wanted.game)
    evidence = gather(game, replace(QUICK, matches=wanted.matches, depth=1), SEED)
    criteria = tuple(one for one in criteria_of(game.family) if not one.is_slow)
    print(f"{game.name}, {wanted.matches} matches at depth 1, best of {wanted.runs} runs, in ms")
    for name, clock in (("clock", perf_counter), ("processor", process_time)):
        runs = [measured(evidence, criteria, clock) for _ in range(wanted.runs)]
        first = min(run.criteria for run in runs)
        second = min(run.correlations for run in runs)
        together = min(run.criteria + run.correlations for run in runs)
        print(
            f"{name:10} criteria {1e3 * first:6.1f}   correlations {1e3 * second:6.1f}"
            f"   together {1e3 * together:6.1f}"
        )
    if wanted.each:
        print_each(runs)


def measured(
    evidence: Evidence, criteria: tuple[Criterion, ...], clock: Callable[[], float]
) -> Run:
    """Measure matches that have never been measured."""
    fresh = Evidence(
        evidence.game,
        {mode: replace(played) for mode, played in evidence.playtests.items()},
        evidence.preferred_length,
    )
    found, times = {}, {}
    begun = clock()
    for one in criteria:
        before = clock()
        found[one.name] = one.sample(fresh)
        times[one.name] = clock() - before
    halfway = clock()
    correlations_of(fresh, criteria, found)
    return Run(halfway - begun, clock() - halfway, times)


def print_each(runs: list[Run]) -> None:
    """The criteria, slowest first; what several need counts for the first of them."""
    best = {name: min(run.by_criterion[name] for run in runs) for name in runs[0].by_criterion}
    for name in sorted(best, key=lambda name: -best[name]):
        print(f"{1e3 * best[name]:8.2f}  {name}")


if __name__ == "__main__":
    main()
