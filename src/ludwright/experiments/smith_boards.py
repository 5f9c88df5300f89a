"""Boards by grammatical evolution as in Smith's Table 2, and ours beside it.

Every run is a line of a file, so that an experiment that was interrupted goes on.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ludwright.criticism.measure import Score, Unscored
from ludwright.errors import StoreError
from ludwright.families.railway.appraisal import surveyed, targets_of
from ludwright.families.railway.geometry import look_of
from ludwright.families.railway.grammar import CODONS
from ludwright.families.railway.metrics import (
    Played,
    board_of,
    match_fitness,
    mean_fitness,
    metrics_of,
    our_profile,
    outside,
    plain_name,
    published_profile,
)
from ludwright.families.railway.network import Network
from ludwright.families.railway.variation import published_game, references
from ludwright.files import read_text, write_text
from ludwright.language.game import Game, read_game
from ludwright.play.families import family_of, load_rules
from ludwright.play.seeds import seed_of
from ludwright.play.share import wilson
from ludwright.play.workers import WorkerPool
from ludwright.presentation.line_plot import Line, line_plot
from ludwright.running.settings import search_settings
from ludwright.synthesis.grammar import random_genome
from ludwright.synthesis.loops import search_of
from ludwright.synthesis.preset import SearchOptions, preset_named

FAMILY: Final[str] = "railway"
KEPT: Final[str] = "runs.jsonl"
"""The file of finished runs."""
FRESH: Final[int] = 1000
"""Matches by which the answer of a run is judged."""
FITNESS_MATCHES: Final[int] = 100
"""Matches of which a published fitness is."""
ANSWERS: Final[int] = 5
"""Boards of a final list that are judged."""
GOOD: Final[float] = 25.0
"""The fitness above which the paper calls a board good."""
FIRST_SEED: Final[int] = 1001
"""The seeds of runs count from here: ours was developed with others."""
PICTURED: Final[int] = 6
READINGS: Final[tuple[str, ...]] = ("paper", "paper-of-means")
"""The presets that differ in how they read the paper's fitness."""
PUBLISHED: Final[dict[int, tuple[float, float, float]]] = {
    100: (47.75, 6.50, 0.13),
    200: (93.71, 18.33, 0.25),
    300: (141.44, 33.74, 0.25),
    400: (191.71, 74.43, 0.5),
    500: (237.51, 91.86, 0.63),
    1000: (622.15, 162.16, 0.91),
}
"""Table 2, by size of the population: seconds, fitness, and the share of good boards."""
_LARGEST: Final[int] = 100_000_000

Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Trial:
    """A run to be made."""

    preset: str
    seed: int
    offspring: int
    generations: int
    part: str
    """Of the experiment: table, ours or equal."""

    @property
    def key(self) -> list[Any]:
        """What tells it from others."""
        return [self.part, self.preset, self.offspring, self.generations, self.seed]


def trials(
    populations: Sequence[int],
    table_runs: int,
    our_runs: int,
    equal_runs: int,
    readings: Sequence[str] = READINGS,
) -> list[Trial]:
    """All runs of the experiment, those of ours first; the table has these readings."""
    ours = _options("ours")
    found = [
        Trial("ours", seed + FIRST_SEED, ours.offspring, ours.generations, "ours")
        for seed in range(our_runs)
    ]
    found += [
        Trial(preset, seed + FIRST_SEED, ours.offspring, ours.generations, "equal")
        for seed in range(equal_runs)
        for preset in READINGS
    ]
    paper = _options("paper")
    found += [
        Trial(preset, seed + FIRST_SEED, size, paper.generations, "table")
        for size in populations
        for seed in range(table_runs)
        for preset in readings
    ]
    return found


def _options(preset: str) -> SearchOptions:
    return preset_named(preset, FAMILY).options


# --- Runs -----------------------------------------------------------------------------------------


def run(trial: Trial, seats: int, pool: WorkerPool) -> dict[str, Any]:
    """Make a run, and judge the boards of its final list by fresh matches."""
    reference = references(seats)[0]
    targets = targets_of(reference, seats, 0, pool.jobs)
    preset = preset_named(trial.preset, FAMILY)
    options = replace(preset.options, offspring=trial.offspring, generations=trial.generations)
    profile = our_profile(targets) if trial.preset == "ours" else published_profile(targets)
    settings = search_settings(
        FAMILY, [reference], options, trial.seed, profile=profile, finalists=ANSWERS
    )
    begun, used = time.monotonic(), time.process_time()
    search = search_of(settings, [reference])
    while not search.is_over:
        generation = search.turn(pool)
        search.absorb(generation)
    last = search.finish(pool)
    search.absorb(last)
    seconds, used = time.monotonic() - begun, time.process_time() - used
    answers = [read_game(one.text) for one in search.finalists]
    judged = [
        judge(game, targets, seed_of(trial.seed, f"fresh {at}"), pool.jobs)
        for at, game in enumerate(answers)
    ]
    return {
        "key": trial.key,
        "seconds": seconds,
        "processor_seconds": used + sum(search.census.seconds.values()),
        "matches": search.matches,
        "generations": search.generation,
        "kinds": len(search.archive),
        "answers": judged,
    }


def judge(game: Game, targets: dict[str, Score], seed: int, jobs: int) -> dict[str, Any]:
    """The metrics of a board over fresh matches, and its fitness in both readings."""
    played = surveyed(game, FRESH, seed, jobs=jobs)
    network = Network.of(board_of(game))
    found = metrics_of(network, played)
    away = {
        name: one.weight * (measure.value - one.value)
        for name, one in our_profile(targets).ideals.items()
        if not isinstance(measure := found[name], Unscored)
    }
    return {
        "text": game.text,
        "is_good": not outside(found, targets),
        "worst": max(abs(one) for one in away.values()),
        "away": {plain_name(name): one for name, one in away.items()},
        "crossings": look_of(network).crossings,
        "gridlocks": int(played.is_stuck.sum()),
        **fitness_of(network, played, targets),
    }


def fitness_of(network: Network, played: Played, targets: dict[str, Score]) -> dict[str, float]:
    """The published fitness of single matches, and of the means of 100."""
    ideals = published_profile(targets).ideals
    groups = [
        mean_fitness(network, played.some(at, at + FITNESS_MATCHES), ideals)
        for at in range(0, len(played) - FITNESS_MATCHES + 1, FITNESS_MATCHES)
    ]
    return {
        "fitness": float(match_fitness(network, played, ideals).mean()),
        "fitness_of_means": sum(groups) / max(1, len(groups)),
        "best_of_means": max(groups, default=0.0),
    }


def experiment(
    wanted: Sequence[Trial], seats: int, pool: WorkerPool, out: Path, told: Told
) -> list[dict[str, Any]]:
    """Make all runs that the folder does not have yet."""
    path = out / KEPT
    rows = list(_kept(path))
    known = {json.dumps(row["key"]) for row in rows}
    for at, trial in enumerate(wanted):
        told(at, len(wanted))
        if json.dumps(trial.key) not in known:
            rows.append(run(trial, seats, pool))
            write_text(path, "".join(json.dumps(row) + "\n" for row in rows))
    told(len(wanted), len(wanted))
    asked = {json.dumps(trial.key) for trial in wanted}
    return [row for row in rows if json.dumps(row["key"]) in asked]


def _kept(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    for number, line in enumerate(read_text(path, _LARGEST).splitlines(), start=1):
        try:
            yield json.loads(line)
        except ValueError as error:
            raise StoreError(
                f"{path}: line {number}: expected a run, got something else; remove the file"
            ) from error


# --- Summaries ------------------------------------------------------------------------------------


def summary(rows: Sequence[dict[str, Any]], seats: int) -> dict[str, Any]:
    """The figures of all runs: those of ours, of equal numbers of matches, and of Table 2."""
    return {
        "seats": seats,
        "ours": _summed([row for row in rows if row["key"][0] == "ours"]),
        "equal": {
            preset: _summed([row for row in rows if row["key"][:2] == ["equal", preset]])
            for preset in READINGS
        },
        "table": [
            {"preset": preset, "population": size}
            | _summed([row for row in rows if row["key"][:3] == ["table", preset, size]])
            for preset in READINGS
            for size in sorted({row["key"][2] for row in rows if row["key"][0] == "table"})
        ],
        "reference": _of_reference(seats),
    }


def _of_reference(seats: int) -> dict[str, Any]:
    """The reference board, judged as if a run had found it."""
    reference = references(seats)[0]
    found = judge(reference, targets_of(reference, seats, 0), seed_of(0, "reference"), 1)
    return {name: one for name, one in found.items() if name != "text"}


def _summed(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if not rows:
        return {"runs": 0}
    firsts = [row["answers"][0] for row in rows if row["answers"]]
    good = sum(one["is_good"] for one in firsts)
    share = wilson(good, len(rows))
    matches = FRESH * len(firsts)
    stuck = wilson(sum(one["gridlocks"] for one in firsts), matches)
    means = {
        name: sum(one[name] for one in firsts) / max(1, len(firsts))
        for name in ("fitness", "fitness_of_means", "worst", "crossings")
    }
    return {
        "runs": len(rows),
        "good": good,
        "good_share": [share.value, share.low, share.high],
        "good_boards": sum(one["is_good"] for row in rows for one in row["answers"]),
        "boards": sum(len(row["answers"]) for row in rows),
        "seconds": sum(row["seconds"] for row in rows) / len(rows),
        "most_seconds": max(row["seconds"] for row in rows),
        "processor_seconds": sum(row["processor_seconds"] for row in rows) / len(rows),
        "matches": sum(row["matches"] for row in rows) / len(rows),
        "above_25": sum(one["fitness"] > GOOD for one in firsts),
        "means_above_25": sum(one["best_of_means"] > GOOD for one in firsts),
        "gridlock": [stuck.value, stuck.low, stuck.high],
        **means,
    }


def table_lines(data: dict[str, Any]) -> list[str]:
    """The figures, line by line."""
    lines = [
        f"{'':31}{'runs':>5}{'good':>6}{'share':>19}{'good boards':>13}{'seconds':>9}"
        f"{'processor':>11}{'matches':>9}{'fitness':>9}{'of means':>9}{'worst':>7}"
        f"{'crossings':>10}{'gridlock':>10}"
    ]
    named = [("ours", data["ours"])]
    named += [(f"{preset}, equal matches", one) for preset, one in data["equal"].items()]
    named += [(f"{one['preset']} {one['population']}", one) for one in data["table"]]
    lines += [_line(name, one) for name, one in named if one["runs"]]
    found = data["reference"]
    lines.append(
        f"reference board: fitness {found['fitness']:.2f}, of means "
        f"{found['fitness_of_means']:.1f}, worst metric {found['worst']:.2f} of what is tolerated"
    )
    return lines


def _line(name: str, one: dict[str, Any]) -> str:
    share, low, high = one["good_share"]
    boards = f"{one['good_boards']} of {one['boards']}"
    return (
        f"{name:31}{one['runs']:>5}{one['good']:>6}{f'{share:.2f} ({low:.2f}–{high:.2f})':>19}"
        f"{boards:>13}{one['seconds']:>9.1f}{one['processor_seconds']:>11.1f}"
        f"{one['matches']:>9.0f}{one['fitness']:>9.2f}"
        f"{one['fitness_of_means']:>9.2f}{one['worst']:>7.2f}{one['crossings']:>10.1f}"
        f"{one['gridlock'][0]:>10.4f}"
    )


# --- Pictures -------------------------------------------------------------------------------------


def figures(data: dict[str, Any]) -> dict[str, str]:
    """Figure 6 beside ours, as SVG by file name; none without runs of the table."""
    sizes = [one for one in data["table"] if one["runs"]]
    if not sizes:
        return {}
    plots = {
        "smith-time.svg": ("Time of a run", "seconds", 0, "seconds"),
        "smith-fitness.svg": ("Fitness of the best board", "fitness (3)", 1, "fitness_of_means"),
        "smith-good.svg": ("Runs that end with a good board", "share of runs", 2, "share"),
    }
    found: dict[str, str] = {}
    for file, (title, up, place, name) in plots.items():
        lines = [Line("published", [(float(k), row[place]) for k, row in PUBLISHED.items()])]
        for preset in READINGS:
            points = [
                (float(one["population"]), _figure(one, name))
                for one in sizes
                if one["preset"] == preset
            ]
            lines.append(Line(preset, points))
        found[file] = line_plot(title, "genomes in a population", up, lines)
    return found


def _figure(one: dict[str, Any], name: str) -> float:
    if name == "share":
        return float(one["means_above_25"]) / float(one["runs"])
    return float(one[name])


def pictures(rows: Sequence[dict[str, Any]], seats: int) -> dict[str, str]:
    """The six best answers of ours, and the boards of six random genomes, as SVG by file name."""
    firsts = [row["answers"][0] for row in rows if row["key"][0] == "ours" and row["answers"]]
    best = sorted(firsts, key=lambda one: float(one["worst"]))[:PICTURED]
    found = {
        f"board-ours-{at}.svg": picture(read_game(one["text"])) for at, one in enumerate(best, 1)
    }
    reference = references(seats)[0]
    for at in range(1, PICTURED + 1):
        genome = random_genome(CODONS, random.Random(at))
        game = published_game([reference], genome)
        found[f"board-random-{at}.svg"] = picture(game, f"Random genome {at}")
    return found


def picture(game: Game, title: str | None = None) -> str:
    """The board of a game before the first turn, as SVG; its title is the name of the game."""
    svg: str = family_of(game).draw_svg(load_rules(game).start(0), title=title or game.name)
    return svg
