"""Whether learning from comparisons finds the truth, and estimates its own accuracy honestly.

People and games are simulated, so the truth is known: every game has a strength, and people compare
pairs by the Bradley-Terry model with ties. There are as many games, comparisons and people as in
Browne & Maire 2010. Criteria either carry information about the strengths or are pure noise.

    python -m benchmarks.learning               all worlds; prints and writes the results page
    python -m benchmarks.learning --worlds 5
    python -m benchmarks.learning --coins       only whether few games are judged honestly
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ludwright.criticism.comparisons import Comparison, Preferred
from ludwright.criticism.learning import Ranking, rank_games
from ludwright.criticism.ranking import Strengths, bradley_terry, duels_of, kendall_tau
from ludwright.criticism.regression import CriteriaTable, Study, correlation, study, validate
from ludwright.play.share import Z_95

PAGE = Path(__file__).parents[1] / "docs" / "results" / "learning.md"
GAMES, COMPARISONS, PEOPLE, CRITERIA = 79, 628, 57, 57
"""The sizes of Browne & Maire 2010."""
SPREAD = 1.5
"""The standard deviation of the strengths of simulated games."""
TIE = 0.3
PLANTED: tuple[float, ...] = (0.7, -0.6, 0.5, 0.5, -0.4, 0.4)
"""The true weights of the first criteria of an informative world."""
UNEXPLAINED = 0.7
"""The standard deviation of the part of the strength that no criterion explains."""
WORLDS, MORE_WORLDS, SMALL_WORLDS = 20, 200, 250
COIN_GAMES: tuple[int, ...] = (8, 12, 20, 30)
COIN_RUNS, COIN_CRITERIA, COIN_SHUFFLES = 200, 6, 19
"""Runs on coin flips for each number of games, and settings that make them fast."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class World:
    """Games with known true strengths, and people's comparisons of them."""

    games: tuple[str, ...]
    truth: Floats
    comparisons: tuple[Comparison, ...]
    table: CriteriaTable


def world(rng: Generator, *, is_informative: bool) -> World:
    games = tuple(f"game-{at:02d}" for at in range(GAMES))
    values = rng.standard_normal((GAMES, CRITERIA))
    truth = rng.standard_normal(GAMES)
    if is_informative:
        truth = values[:, : len(PLANTED)] @ np.asarray(PLANTED) + UNEXPLAINED * truth
    truth = SPREAD * (truth - truth.mean()) / truth.std()
    criteria = tuple(f"criterion-{at:02d}" for at in range(CRITERIA))
    said = compare(games, truth, rng)
    return World(games, truth, said, CriteriaTable(games, criteria, values))


def compare(games: Sequence[str], truth: Floats, rng: Generator) -> tuple[Comparison, ...]:
    """People's comparisons of random pairs."""
    found = []
    for at in range(COMPARISONS):
        first, second = rng.choice(len(games), 2, replace=False)
        odds = np.exp([truth[first], truth[second], (truth[first] + truth[second]) / 2])
        odds[2] *= TIE
        said = list(Preferred)[rng.choice(3, p=odds / odds.sum())]
        found.append(Comparison(games[first], games[second], said, f"person-{at % PEOPLE:02d}"))
    return tuple(found)


def coverage(strengths: Strengths, truth: Floats) -> float:
    """The share of games whose 95 % interval contains the true strength."""
    low, high = strengths.intervals().T
    return float(((low <= truth) & (truth <= high)).mean())


@dataclass(frozen=True, eq=False)
class Finding:
    """What was learned in one world, compared with the truth."""

    ranking: Ranking
    coverage: float
    tau_strengths: float
    tau_cross_entropy: float
    study: Study
    found: float
    """The share of planted criteria in the chosen set; in a world of noise, of the first six."""


def learn(seed: int, *, is_informative: bool, restarts: int) -> Finding:
    rng = np.random.default_rng([seed, is_informative])
    made = world(rng, is_informative=is_informative)
    ranking = rank_games(made.comparisons, rng, restarts=restarts)
    aim = ranking.strengths.values
    assert ranking.strengths.games == made.games
    studied = study(made.table, aim, rng)
    planted = set(made.table.criteria[: len(PLANTED)])
    return Finding(
        ranking,
        coverage(ranking.strengths, made.truth),
        kendall_tau(aim, made.truth),
        kendall_tau(-ranking.cross_entropy.mean_ranks, made.truth),
        studied,
        len(planted & set(studied.fit.criteria)) / len(planted),
    )


def more_coverage(worlds: int) -> tuple[float, float]:
    """The mean coverage of the intervals over many worlds, and its standard error."""
    shares = []
    for seed in range(worlds):
        rng = np.random.default_rng([seed, 7])
        made = world(rng, is_informative=False)
        shares.append(coverage(bradley_terry(duels_of(made.comparisons, made.games)), made.truth))
    return mean_of(shares)


def more_noise(worlds: int, games: int = 40, criteria: int = 20) -> tuple[float, float]:
    """The mean outer correlation over many small worlds of noise, and its standard error."""
    found = []
    for seed in range(worlds):
        rng = np.random.default_rng([seed, 99])
        values, aims = rng.standard_normal((games, criteria)), rng.standard_normal(games)
        found.append(correlation(validate(values, aims, rng).deviations, aims).value)
    return mean_of(found)


@dataclass(frozen=True, slots=True)
class Coins:
    """How often an interval excluded 0 when people flipped coins."""

    games: int
    runs: int
    outer: int
    """With criteria chosen."""
    outer_all: int
    """With all criteria."""
    fisher: int
    """With all criteria, by Fisher's interval, for comparison."""


def coin_flips(games: int, runs: int) -> Coins:
    """Rank games by coin flips, eight per game, and study criteria that are noise."""
    names = tuple(f"game-{at:02d}" for at in range(games))
    criteria = tuple(f"criterion-{at}" for at in range(COIN_CRITERIA))
    excluded = np.zeros(3, dtype=int)
    for seed in range(runs):
        rng = np.random.default_rng([seed, games, 5])
        said = tuple(
            Comparison(names[one], names[other], rng.choice([Preferred.FIRST, Preferred.SECOND]))
            for one, other in (rng.choice(games, 2, replace=False) for _ in range(4 * games))
        )
        strengths = bradley_terry(duels_of(said, names)).values
        table = CriteriaTable(names, criteria, rng.standard_normal((games, COIN_CRITERIA)))
        found = study(table, strengths, rng, shuffles=COIN_SHUFFLES)
        half = Z_95 / np.sqrt(games - 3)
        is_beyond = abs(np.arctanh(np.clip(found.outer_all.value, -0.999999, 0.999999))) > half
        excluded += [
            found.outer.low > 0 or found.outer.high < 0,
            found.outer_all.low > 0 or found.outer_all.high < 0,
            is_beyond,
        ]
    return Coins(games, runs, *map(int, excluded))


def coin_rows(found: Sequence[Coins]) -> list[str]:
    """How often 0 was excluded, as a table."""
    rows = [
        f"| {one.games} | {one.outer / one.runs:.1%} | {one.outer_all / one.runs:.1%} | "
        f"{one.fisher / one.runs:.1%} |"
        for one in found
    ]
    runs = sum(one.runs for one in found)
    every = [
        sum(getattr(one, name) for one in found) / runs for name in ("outer", "outer_all", "fisher")
    ]
    return [
        "| games | criteria chosen | all criteria | all criteria, by Fisher's interval |",
        "|--:|--:|--:|--:|",
        *rows,
        f"| all | {every[0]:.1%} | {every[1]:.1%} | {every[2]:.1%} |",
    ]


def coin_section(found: Sequence[Coins]) -> list[str]:
    """The section of the page about few games."""
    return [
        "## Few games",
        "",
        f"`python -m benchmarks.learning --coins`: people flip coins, four comparisons per game, "
        f"{COIN_CRITERIA} criteria are noise, {found[0].runs} runs for",
        "each number of games. How often the 95 % interval of the honest correlation excluded 0; "
        "5 % would be right:",
        "",
        *coin_rows(found),
        "",
        f"The width of the interval comes from {COIN_SHUFFLES} shuffles of the ranking (39 by "
        "default). Fisher's interval assumes that the",
        "predictions of a cross-validation are independent, which they are not. `learn` refuses "
        "fewer than 8 games.",
    ]


def is_calibrated(found: Sequence[Coins]) -> bool:
    """Whether 0 was excluded in 2 to 8 % of all runs."""
    runs = sum(one.runs for one in found)
    return all(
        0.02 <= sum(getattr(one, name) for one in found) / runs <= 0.08
        for name in ("outer", "outer_all")
    )


def spread(values: Sequence[float], style: str = "+.3f") -> str:
    """The mean with its standard error, and the smallest and largest, as two cells."""
    mean, error = mean_of(values)
    plain = style.replace("+", "")
    return f"{mean:{style}} ± {error:{plain}} | {min(values):{style}} to {max(values):{style}}"


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values)))


def ranking_rows(found: Sequence[Finding]) -> list[str]:
    def row(what: str, values: Sequence[float], style: str) -> str:
        return f"| {what} | {spread(values, style)} |"

    rankings = [one.ranking for one in found]
    return [
        "| | mean ± its error | over the worlds |",
        "|---|--:|--:|",
        row(
            "95 % intervals of strengths that contain the truth", [o.coverage for o in found], ".1%"
        ),
        row("tau, strengths and truth", [o.tau_strengths for o in found], "+.3f"),
        row("tau, cross-entropy and truth", [o.tau_cross_entropy for o in found], "+.3f"),
        row("tau, strengths and cross-entropy", [r.tau for r in rankings], "+.3f"),
        row("classification rate, strengths", [r.strengths_rate for r in rankings], ".4f"),
        row("… cross-entropy", [r.cross_entropy.rate_mean for r in rankings], ".4f"),
        row("… its variance", [r.cross_entropy.rate_variance for r in rankings], ".6f"),
        row("… best order found by local search", [r.best.rate for r in rankings], ".4f"),
        row("… that no order exceeds", [r.best_conceivable_rate for r in rankings], ".4f"),
    ]


def study_rows(informative: Sequence[Finding], noise: Sequence[Finding]) -> list[str]:
    lines = ["| mean ± its error | informative | range | noise | range |", "|---|--:|--:|--:|--:|"]

    def row(what: str, sides: Sequence[Sequence[float]], style: str = "+.3f") -> None:
        lines.append(f"| {what} | {' | '.join(spread(one, style) for one in sides)} |")

    both = (informative, noise)
    row("inner correlation (flattering)", [[o.study.inner.value for o in s] for s in both])
    row("**outer correlation (honest)**", [[o.study.outer.value for o in s] for s in both])
    row("outer, all criteria", [[o.study.outer_all.value for o in s] for s in both])
    row("criteria chosen", [[len(o.study.importances) for o in s] for s in both], ".1f")
    row("planted criteria among them", [[o.found for o in s] for s in both], ".0%")
    return lines


def page(
    informative: Sequence[Finding],
    noise: Sequence[Finding],
    many: tuple[float, float],
    small: tuple[float, float],
    coins: Sequence[Coins],
    restarts: int,
) -> str:
    mean, error = many
    lines = [
        "# Learning from comparisons",
        "",
        "`python -m benchmarks.learning` generates worlds in which the truth is known, and learns "
        f"from them: {GAMES} games,",
        f"{COMPARISONS} comparisons by {PEOPLE} people and {CRITERIA} criteria, the sizes of "
        f"Browne & Maire 2010. Strengths have a spread of {SPREAD};",
        f"between equal games a tie is {TIE} times as likely as either win. In informative worlds "
        f"{len(PLANTED)} criteria make up most of",
        "the strength; in worlds of noise none is related to it. "
        f"{len(noise)} worlds of each kind, {restarts} searches per ranking.",
        "A small part runs as a test (`tests/criticism/test_ranking.py`, `test_regression.py`).",
        "",
        "## Ranking",
        "",
        *ranking_rows([*informative, *noise]),
        "",
        f"Over {MORE_WORLDS} more worlds the intervals contained the truth in {mean:.1%} ± "
        f"{error:.1%} of the games; 90 % to 99 % is required.",
        "The cross-entropy method agrees with more comparisons than the strengths do, but less "
        "with the truth: it also fits",
        "the noise in what people said.",
        "",
        "## Criteria",
        "",
        *study_rows(informative, noise),
        "",
        f"Over {SMALL_WORLDS} small worlds of noise (40 games, 20 criteria) the outer correlation "
        f"was {small[0]:+.3f} ± {small[1]:.3f} on average.",
        "The search finds a flattering set in any noise. The outer correlation shows the "
        "difference: it is 0 up to chance where there is",
        "nothing to learn, and stays high where there is.",
        "",
        *coin_section(coins),
    ]
    return "\n".join(lines) + "\n"


def is_proven(
    informative: Sequence[Finding],
    noise: Sequence[Finding],
    many: tuple[float, float],
    small: tuple[float, float],
) -> bool:
    """Whether the figures meet the requirements."""
    outer_noise = float(np.mean([one.study.outer.value for one in noise]))
    inner_noise = float(np.mean([one.study.inner.value for one in noise]))
    outer = float(np.mean([one.study.outer.value for one in informative]))
    is_honest = abs(outer_noise) < 0.1 and abs(small[0]) <= 3 * small[1]
    return 0.9 <= many[0] <= 0.99 and is_honest and inner_noise > 0.3 and outer > 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description="learning from simulated people")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--restarts", type=int, default=5)
    parser.add_argument("--coins", action="store_true", help="only the runs on coin flips")
    parser.add_argument("--runs", type=int, default=COIN_RUNS, help="runs on coin flips")
    asked = parser.parse_args()
    begun = time.process_time()
    coins = [coin_flips(games, asked.runs) for games in COIN_GAMES]
    if asked.coins:
        print("\n".join(coin_section(coins)))
        raise SystemExit(0 if is_calibrated(coins) else 1)
    informative = [
        learn(seed, is_informative=True, restarts=asked.restarts) for seed in range(asked.worlds)
    ]
    noise = [
        learn(seed, is_informative=False, restarts=asked.restarts) for seed in range(asked.worlds)
    ]
    many, small = more_coverage(MORE_WORLDS), more_noise(SMALL_WORLDS)
    text = page(informative, noise, many, small, coins, asked.restarts)
    print(text)
    print(f"{time.process_time() - begun:.0f} seconds")
    if asked.worlds >= WORLDS:
        PAGE.write_text(text, encoding="utf-8")
    if not is_proven(informative, noise, many, small) or not is_calibrated(coins):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
