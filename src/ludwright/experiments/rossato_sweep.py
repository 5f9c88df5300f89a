"""Sections 5.1 to 5.3 of Rossato et al. (2023): 3,250 runs of their genetic algorithm, made again.

Each run has a twin in which chance decides instead of fitness: what both show is drift.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import floor
from pathlib import Path
from statistics import fmean
from typing import Any, Final, cast

from ludwright.errors import StoreError
from ludwright.experiments.rossato_presets import map_picture
from ludwright.families.conquest.board import board_of
from ludwright.families.conquest.fitness import IDEALS, quick_fitness
from ludwright.families.conquest.genes import PUBLISHED
from ludwright.families.conquest.isomorphism import is_isomorphic
from ludwright.families.conquest.variation import INITIAL_MAPS, PAPER, initial_games
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import Game, read_game
from ludwright.plain import plain_of, read_plain
from ludwright.play.seeds import seed_of
from ludwright.play.workers import Faulty, Limits, WorkerPool
from ludwright.presentation.line_plot import Line, line_plot
from ludwright.running.settings import search_settings
from ludwright.synthesis.appraisal import Judge, Lottery
from ludwright.synthesis.generational import GenerationalSearch
from ludwright.synthesis.search import PresetSearch

FAMILY: Final[str] = "conquest"
GENERATIONS: Final[tuple[int, ...]] = tuple(range(10, 191, 20))
OFFSPRING: Final[tuple[int, ...]] = tuple(range(5, 51, 5))
MUTATIONS: Final[tuple[float, ...]] = (0.1, 0.2, 0.4, 0.6, 0.8)
RUNS_FILE: Final[str] = "runs.jsonl"
TOP: Final[int] = 10
"""The runs of Table 2."""
AGAIN: Final[int] = 2_000
"""Fresh matches of the best games."""
SMALL_MAP: Final[int] = 10
"""The paper counts the runs whose best map has at most so many territories."""
_RUN_SECONDS: Final[float] = 7_200.0
_GOLDEN: Final[float] = 0.6180339887498949

Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Setting:
    """The hyper-parameters of one run."""

    generations: int
    offspring: int
    tournament: int
    mutation: float

    @property
    def games(self) -> int:
        """How many games it measures."""
        return (self.generations + 1) * self.offspring

    def __str__(self) -> str:
        return (
            f"{self.generations} generations, {self.offspring} games, "
            f"tournament {self.tournament}, rate {self.mutation:g}"
        )


def grid() -> tuple[Setting, ...]:
    """All settings of section 5.1: tournaments of 2, 4, … up to half of the games."""
    return tuple(
        Setting(generations, offspring, tournament, mutation)
        for generations, offspring in product(GENERATIONS, OFFSPRING)
        for tournament in range(2, offspring // 2 + 1, 2)
        for mutation in MUTATIONS
    )


def in_even_order(count: int) -> list[int]:
    """All numbers below `count`, so that any first part of the list is spread evenly.

    The first and the last come first: they are the fastest and the longest run. The others follow
    in steps of the golden section, as multiples of which never come close to each other.
    """
    free = dict.fromkeys(range(count))
    found = [0, count - 1]
    step = 0
    while len(found) < count:
        step += 1
        place = floor(step * _GOLDEN % 1.0 * count)
        if place in free and place not in (0, count - 1):
            found.append(place)
            del free[place]
        elif step > 20 * count:
            found += [one for one in free if one not in (0, count - 1)]
    return found[:count]


# --- One run --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finished:
    """What is kept of a run."""

    number: int
    """Its place in the grid."""
    setting: Setting
    fitness: float
    """Of the best game of the last generation, by its last measurement."""
    error: float
    curve: tuple[tuple[float, float], ...]
    """The best and the mean fitness of each generation."""
    sizes: tuple[float, ...]
    """The mean number of territories in each generation."""
    drift: tuple[float, ...]
    """The same where chance decides."""
    text: str
    """The best game."""
    isomorphic: Mapping[str, int]
    """Games of the last generation whose map is an initial one but for names, by that map."""
    seconds: float
    """Processor time of the run."""
    drift_seconds: float

    @property
    def game(self) -> Game:
        """The best game."""
        return read_game(self.text)

    @cached_property
    def size(self) -> int:
        """The territories of the best game."""
        return _size(self.text)


def run_task(task: dict[str, Any]) -> dict[str, Any]:
    """One run and its twin; in a worker."""
    setting = read_plain(Setting, task["setting"])
    seed = seed_of(task["seed"], f"sweep {task['number']}")
    begun = time.process_time()
    curve: list[tuple[float, float]] = []
    sizes: list[float] = []
    search = _searched(setting, seed, task["matches"], None, curve, sizes)
    seconds = time.process_time() - begun
    drift: list[float] = []
    _searched(setting, seed, task["matches"], Lottery(), [], drift)
    best = search.population[0]
    assert best.score is not None, "populations are of scored games"
    found = Finished(
        task["number"],
        setting,
        -best.score.value,
        best.score.error,
        tuple(curve),
        tuple(sizes),
        tuple(drift),
        best.text,
        _isomorphic([one.game for one in search.population]),
        seconds,
        time.process_time() - begun - seconds,
    )
    written: dict[str, Any] = plain_of(found)
    return written


def _searched(
    setting: Setting,
    seed: int,
    matches: int,
    judge: Judge | None,
    curve: list[tuple[float, float]],
    sizes: list[float],
) -> PresetSearch:
    seeds = initial_games()
    options = replace(
        PAPER.options,
        generations=setting.generations,
        offspring=setting.offspring,
        tournament=setting.tournament,
        mutation=setting.mutation,
    )
    settings = search_settings(FAMILY, seeds, options, seed, matches=matches)
    search = GenerationalSearch(settings, seeds, judge)
    while not search.is_over:
        search.absorb(search.turn(None))
        scores = [-one.score.value for one in search.population if one.score is not None]
        curve.append((round(min(scores), 4), round(fmean(scores), 4)))
        sizes.append(round(fmean(_size(one.text) for one in search.population), 3))
    return search


def _size(text: str) -> int:
    return text.count("(territory ")


def _isomorphic(games: Sequence[Game]) -> dict[str, int]:
    known = [(name, _root(one)) for name, one in zip(INITIAL_MAPS, initial_games(), strict=True)]
    boards = [(name, board_of(root.map)) for name, root in known]
    found: Counter[str] = Counter()
    for game in games:
        board = board_of(_root(game).map)
        found.update(name for name, other in boards if is_isomorphic(board, other))
    return dict(found)


def _root(game: Game) -> ConquestGame:
    return cast("ConquestGame", game.root)


# --- The sweep ------------------------------------------------------------------------------------


def sweep(
    sample: int | None, matches: int, seed: int, jobs: int, out: Path, told: Told | None = None
) -> Sweep:
    """Make the runs that are missing in a folder; all of the grid, or a sample spread evenly."""
    settings = grid()
    wanted = in_even_order(len(settings))[:sample]
    path = out / RUNS_FILE
    done = {one.number: one for one in read_runs(path, matches, seed)} if path.exists() else {}
    left = [number for number in wanted if number not in done]
    tasks = (
        {"number": one, "setting": plain_of(settings[one]), "matches": matches, "seed": seed}
        for one in left
    )
    out.mkdir(parents=True, exist_ok=True)
    limits = Limits(seconds=_RUN_SECONDS)
    with WorkerPool(run_task, jobs, limits) as pool, path.open("a", encoding="utf-8") as file:
        for number, answer in zip(left, pool.map_ordered(tasks), strict=True):
            if isinstance(answer, Faulty):
                raise StoreError(f"run {number} of the sweep failed: {answer}; start again")
            line = json.dumps({"matches": matches, "seed": seed, **answer})
            file.write(line + "\n")
            file.flush()
            done[number] = read_plain(Finished, answer)
            if told is not None:
                told(len([one for one in wanted if one in done]), len(wanted))
    return Sweep(tuple(done[one] for one in wanted), matches, len(settings))


def read_runs(path: Path, matches: int, seed: int) -> Iterator[Finished]:
    """The runs that a file has; one that was being written when the process ended is left out."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            data = json.loads(line)
        except ValueError:
            continue
        asked = (data.get("matches"), data.get("seed"))
        if asked != (matches, seed):
            raise StoreError(
                f"{path}, line {number}: expected runs of {matches} matches and seed {seed}, got "
                f"{asked[0]} and {asked[1]}; choose another folder"
            )
        yield read_plain(Finished, data, place=f"{path}, line {number}")


@dataclass(frozen=True)
class Sweep:
    """All runs, and what they show."""

    runs: tuple[Finished, ...]
    matches: int
    """Of each game."""
    grid_size: int

    @cached_property
    def best(self) -> list[Finished]:
        """The runs by the fitness of their best games."""
        return sorted(self.runs, key=lambda one: (one.fitness, one.number))

    @property
    def fastest(self) -> Finished:
        """The run with the smallest hyper-parameters."""
        return min(self.runs, key=lambda one: one.number)

    @property
    def longest(self) -> Finished:
        """The run with the largest."""
        return max(self.runs, key=lambda one: one.number)

    @cached_property
    def grid_hours(self) -> float:
        """The processor time of the whole grid, from the time of each game of these runs."""
        seconds = sum(one.seconds + one.drift_seconds for one in self.runs)
        games = sum(one.setting.games for one in self.runs)
        return sum(one.games for one in grid()) * seconds / games / 3600.0

    def by(self, what: str) -> dict[float, tuple[float, float, int]]:
        """The mean and the least final fitness and the runs, by one of the hyper-parameters."""
        groups: dict[float, list[float]] = {}
        for one in self.runs:
            groups.setdefault(getattr(one.setting, what), []).append(one.fitness)
        return {key: (fmean(some), min(some), len(some)) for key, some in sorted(groups.items())}

    @cached_property
    def choices(self) -> dict[str, dict[str, int]]:
        """How many best games have each value of each attribute."""
        roots = [_root(one.game) for one in self.runs]
        return {
            gene.name: {
                str(choice): sum(gene.value(root) == choice for root in roots)
                for choice in gene.choices
            }
            for gene in PUBLISHED
        }

    @cached_property
    def dominated(self) -> dict[str, int]:
        """Runs whose last generation has no map but one of the initial ones, by that map."""
        found = [
            name
            for one in self.runs
            for name, count in one.isomorphic.items()
            if count >= one.setting.offspring
        ]
        return dict(Counter(found))

    def to_json(self) -> dict[str, Any]:
        """The sweep as plain data, without the texts of all games."""
        sizes = [one.size for one in self.runs]
        return {
            "runs": len(self.runs),
            "grid": self.grid_size,
            "matches": self.matches,
            "seconds": sum(one.seconds for one in self.runs),
            "drift_seconds": sum(one.drift_seconds for one in self.runs),
            "grid_hours": self.grid_hours,
            "top": [_row(one) for one in self.best[:TOP]],
            "fastest": _criteria_row(self.fastest),
            "longest": _criteria_row(self.longest),
            "by": {
                what: {f"{key:g}": list(some) for key, some in self.by(what).items()}
                for what in ("generations", "mutation", "offspring", "tournament")
            },
            "sizes": {
                "least": min(sizes),
                "mean": fmean(sizes),
                "most": max(sizes),
                "share_small": sum(one <= SMALL_MAP for one in sizes) / len(sizes),
                "population_mean": fmean(one.sizes[-1] for one in self.runs),
                "drift_mean": fmean(one.drift[-1] for one in self.runs),
                "first_mean": fmean(one.sizes[0] for one in self.runs),
            },
            "choices": self.choices,
            "dominated": self.dominated,
            "runs_with_initial_maps": sum(bool(one.isomorphic) for one in self.runs),
        }


def _row(one: Finished) -> dict[str, Any]:
    again = quick_fitness(one.game, AGAIN, seed_of(one.number, "again"))
    return {
        "fitness": one.fitness,
        "error": one.error,
        "again": again.value,
        "again_error": again.score.error,
        "territories": one.size,
        **plain_of(one.setting),
    }


def _criteria_row(one: Finished) -> dict[str, Any]:
    found = quick_fitness(one.game, AGAIN, seed_of(one.number, "again"))
    return {**_row(one), "criteria": dict(found.criteria), "distances": dict(found.distances)}


# --- Tables and figures ---------------------------------------------------------------------------

TABLE_2: Final[tuple[tuple[float, Setting], ...]] = (
    (0.779, Setting(10, 50, 22, 0.6)),
    (0.798, Setting(150, 30, 12, 0.1)),
    (0.800, Setting(50, 50, 16, 0.6)),
    (0.823, Setting(150, 30, 8, 0.6)),
    (0.847, Setting(150, 20, 6, 0.8)),
)
"""As published."""
TABLE_3: Final[Mapping[str, tuple[float, float]]] = {
    "completion": (0.98, 1.0),
    "duration": (0.41, 0.69),
    "advantage": (0.0, 0.02),
    "branching": (0.76, 0.50),
    "drama": (0.30, 0.42),
    "killer-move": (0.78, 0.56),
    "lead-change": (0.25, 0.42),
}
"""As published: the fastest and the longest run."""
CHOICES: Final[Mapping[str, Mapping[str, int]]] = {
    "factor": {"1": 773, "2": 807, "3": 845, "4": 825},
    "defence dice": {"2": 1674, "3": 1576},
    "deal": {"random": 1900, "draft": 1350},
    "occupation": {"dice": 2629, "all": 621},
}
"""As published, of 3,250 runs."""


def table_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The tables as text, from the sweep as plain data."""
    yield (
        f"{data['runs']} of {data['grid']} runs; the whole grid takes {data['grid_hours']:.1f} "
        "hours of processor time"
    )
    yield ""
    yield "best runs (Table 2)        fitness  again  territories  gens  games  tourn  rate"
    for place, one in enumerate(data["top"], start=1):
        published = f"{TABLE_2[place - 1][0]:.3f}" if place <= len(TABLE_2) else "     "
        yield (
            f"  {place:2}  published {published}      {one['fitness']:.3f}  {one['again']:.3f}"
            f"  {one['territories']:11}  {one['generations']:4}  {one['offspring']:5}"
            f"  {one['tournament']:5}  {one['mutation']:4g}"
        )
    yield ""
    yield "Table 3       ideal   fastest: paper   ours    longest: paper   ours"
    for name, (fast, long) in TABLE_3.items():
        ours = [data[which]["criteria"][name] for which in ("fastest", "longest")]
        pairs = f"{fast:14.2f}  {ours[0]:5.2f}   {long:14.2f}  {ours[1]:5.2f}"
        yield f"{name:13} {IDEALS[name]:5g}   {pairs}"
    yield ""
    yield from _size_lines(data)
    yield from _choice_lines(data)


def _size_lines(data: Mapping[str, Any]) -> Iterator[str]:
    sizes = data["sizes"]
    yield (
        f"territories of the best games: {sizes['least']} to {sizes['most']}, mean "
        f"{sizes['mean']:.2f}; at most {SMALL_MAP} in {sizes['share_small']:.2%}"
    )
    yield (
        f"mean of populations: {sizes['first_mean']:.1f} at first, {sizes['population_mean']:.1f} "
        f"at the end; where chance decides {sizes['drift_mean']:.1f} at the end"
    )
    yield (
        f"runs that end with one initial map alone: {sum(data['dominated'].values())}"
        f" ({', '.join(data['dominated']) or 'none'})"
    )


def _choice_lines(data: Mapping[str, Any]) -> Iterator[str]:
    for name, counts in data["choices"].items():
        told = ", ".join(
            f"{choice} {count / data['runs']:.0%} (paper {CHOICES[name][choice] / 3250:.0%})"
            for choice, count in counts.items()
        )
        yield f"{name}: {told}"


def figures(swept: Sweep) -> dict[str, str]:
    """The figures of the paper as SVG, by file name."""
    found = {
        f"figure-3{letter}.svg": _course(one)
        for letter, one in zip("ab", swept.best[:2], strict=False)
    }
    names = {
        "figure-4.svg": ("generations", "generations"),
        "figure-5.svg": ("mutation", "mutation rate"),
        "by-offspring.svg": ("offspring", "games in a population"),
        "by-tournament.svg": ("tournament", "games in a tournament"),
    }
    for name, (what, words) in names.items():
        groups = swept.by(what)
        lines = [
            Line("mean of the runs", [(key, mean) for key, (mean, _, _) in groups.items()]),
            Line("best run", [(key, least) for key, (_, least, _) in groups.items()]),
        ]
        found[name] = line_plot(f"Final fitness and {words}", words, "fitness", lines)
    found["sizes.svg"] = _sizes_plot(swept)
    for name, one in (("figure-6a.svg", swept.fastest), ("figure-6b.svg", swept.longest)):
        found[name] = map_picture(one.text)
    return found


def _course(one: Finished) -> str:
    lines = [
        Line("best of the generation", [(at, best) for at, (best, _) in enumerate(one.curve)]),
        Line("mean of the generation", [(at, mean) for at, (_, mean) in enumerate(one.curve)]),
    ]
    return line_plot(str(one.setting), "generation", "fitness", lines)


def _sizes_plot(swept: Sweep) -> str:
    """The mean size of populations over the generations, of the runs that have come so far."""
    last = max(len(one.sizes) for one in swept.runs)
    lines = []
    for words, part in (("selection by fitness", "sizes"), ("chance instead", "drift")):
        rows = [getattr(one, part) for one in swept.runs]
        points = [
            (float(at), fmean(row[at] for row in rows if len(row) > at)) for at in range(last)
        ]
        lines.append(Line(words, points))
    title = "Territories of populations: selection and drift"
    return line_plot(title, "generation", "mean territories", lines)
