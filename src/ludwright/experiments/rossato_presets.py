"""Which preset of evolution finds the better conquest games with the same number of matches.

What is compared, and how, is fixed in `docs/results/conquest-evolution.md`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from ludwright.criticism.criterion import criterion_named
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Score
from ludwright.criticism.modes import MAIN
from ludwright.errors import StoreError
from ludwright.experiments.paired_tests import permutation_p, signed_rank_p
from ludwright.families.conquest.efforts import MOST_PLIES
from ludwright.families.conquest.fitness import Fitness, fitness_of, quick_fitness
from ludwright.files import write_text
from ludwright.language.game import read_game
from ludwright.plain import plain_of, read_plain
from ludwright.play.families import family_of, load_rules
from ludwright.play.playtest import playtest
from ludwright.play.seeds import seed_of
from ludwright.play.share import Share
from ludwright.play.workers import Faulty, Limits, WorkerPool
from ludwright.presentation.line_plot import Line, line_plot
from ludwright.running.settings import search_settings
from ludwright.synthesis.appraisal import Lottery
from ludwright.synthesis.candidate import Candidate
from ludwright.synthesis.generational import GenerationalSearch
from ludwright.synthesis.loops import search_of
from ludwright.synthesis.preset import preset_named
from ludwright.synthesis.search import PresetSearch

FAMILY: Final[str] = "conquest"
PRESETS: Final[tuple[str, str]] = ("paper", "ours")
FLOOR: Final[int] = 8
SIZES: Final[range] = range(8, 31)
FRESH: Final[int] = 2_000
"""Matches by which answers are compared."""
TRIAL: Final[int] = 500
"""Matches by which the best of a size is chosen among those of all searches."""
FEW: Final[int] = 5
"""Games of each size that a search keeps."""
LONG: Final[str] = "long"
"""How the one search is called that has the matches of all those of a preset with a floor."""
LONG_PRESET: Final[str] = "ours-by-size"
SKILL_MATCHES: Final[int] = 200
"""Of the strong player, by which answers are compared."""
CONFIRMING_MATCHES: Final[int] = 200
"""Of the strong player on a game of the final list of `ours`."""
CONFIRMED: Final[float] = 0.83
"""The share that it has to win: somewhat more than the 80 % that are wanted, since whoever passes
owes something to chance."""
FINALISTS: Final[int] = 5
"""On the final list of `ours`."""
RULE_BASED: Final[str] = "rossato"
RUNS_FILE: Final[str] = "searches.jsonl"
SHARES_FILE: Final[str] = "strong-shares.json"
_SECONDS: Final[float] = 7_200.0

Told = Callable[[int, int], None]
Key = tuple[str, int, int | None, int]
"""Preset, random seed, floor and generations of a search."""


@dataclass(frozen=True)
class Found:
    """What one search found."""

    preset: str
    seed: int
    floor: int | None
    generations: int
    text: str
    """Its answer."""
    own: float
    """The fitness of the answer by the search's own measurement."""
    matches: int
    """Played by the search."""
    finalists: tuple[tuple[str, float], ...]
    """Texts and own fitness of the games on the final list, best first; a population has none."""
    best: Mapping[str, tuple[str, ...]]
    """The texts of the best games of each size, by the search's own measurement, best first."""
    sizes: tuple[float, ...]
    """The mean number of territories of the games of each generation."""
    drift: tuple[float, ...]
    """The same where chance decides."""
    seconds: float

    @property
    def key(self) -> Key:
        """Which search it is."""
        return self.preset, self.seed, self.floor, self.generations


def search_task(task: dict[str, Any]) -> dict[str, Any]:
    """One search and its twin in which chance decides; in a worker."""
    begun = time.process_time()
    search, sizes = _searched(task)
    answer, own, matches = _answer(search)
    seconds = time.process_time() - begun
    _, drift = _searched(task, is_drift=True)
    found = Found(
        task["preset"],
        task["seed"],
        task["floor"],
        search.options.generations,
        answer.text,
        own,
        matches,
        tuple((one.text, -one.score.value) for one in search.finalists),
        _best_by_size(search),
        tuple(sizes),
        tuple(drift),
        seconds,
    )
    written: dict[str, Any] = plain_of(found)
    return written


def _searched(
    task: Mapping[str, Any], *, is_drift: bool = False
) -> tuple[PresetSearch, list[float]]:
    preset = preset_named(task["preset"], FAMILY)
    seeds = list(preset.seeds(None))
    options = replace(preset.options, floor=task["floor"], **task.get("numbers", {}))
    settings = search_settings(
        FAMILY, seeds, options, task["seed"], matches=task["matches"], finalists=FINALISTS
    )
    search = search_of(settings, seeds, Lottery(("territories",)) if is_drift else None)
    sizes: list[float] = []
    while not search.is_over:
        turn = search.turn(None)
        search.absorb(turn)
        members = search.population if isinstance(search, GenerationalSearch) else turn.candidates
        sizes.append(round(fmean(size_of(one.text) for one in members), 3))
    return search, sizes


def _answer(search: PresetSearch) -> tuple[Candidate, float, int]:
    """The answer of a search, its own measurement of it, and the matches it played."""
    if isinstance(search, GenerationalSearch):
        best = search.population[0]
        assert best.score is not None, "populations are of scored games"
        again = search.options.generations * search.settings.screening.preliminary.matches
        return best, -best.score.value, search.matches + again
    each = search.final_matches
    search.absorb(search.finish(None))
    first = search.finalists[0]
    chosen = next(one for one in search.population if one.number == first.number)
    return chosen, -first.score.value, search.matches + each * len(search.finalists)


def _best_by_size(search: PresetSearch) -> dict[str, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for one in search.viable():
        found.setdefault(size_of(one.text), []).append(one.text)
    return {str(size): tuple(some[:FEW]) for size, some in sorted(found.items()) if size in SIZES}


def size_of(text: str) -> int:
    """The territories of a game, from its text."""
    return text.count("(territory ")


# --- All searches ---------------------------------------------------------------------------------


def compare(
    pairs: int,
    matches: int,
    seed: int,
    strong: str,
    jobs: int,
    out: Path,
    told: Told | None = None,
) -> Comparison:
    """Make the searches that are missing in a folder, and measure what they found."""
    usual = preset_named(PRESETS[0], FAMILY).options.generations
    wanted: list[Key] = [
        (preset, seed + pair, floor, usual)
        for floor in (FLOOR, None)
        for pair in range(pairs)
        for preset in PRESETS
    ]
    long = (LONG_PRESET, seed, FLOOR, pairs * (usual + 1) - 1)
    wanted.append(long)
    out.mkdir(parents=True, exist_ok=True)
    path = out / RUNS_FILE
    done = {one.key: one for one in _read(path, matches)}
    left = [one for one in wanted if one not in done]
    tasks = (_task(one, matches) for one in left)
    with (
        WorkerPool(search_task, jobs, Limits(seconds=_SECONDS)) as pool,
        path.open("a", encoding="utf-8") as file,
    ):
        for key, answer in zip(left, pool.map_ordered(tasks), strict=True):
            if isinstance(answer, Faulty):
                raise StoreError(f"the search {key} failed: {answer}; start again")
            file.write(json.dumps({"matches_each": matches, **answer}) + "\n")
            file.flush()
            found = read_plain(Found, answer)
            done[found.key] = found
            if told is not None:
                told(sum(one in done for one in wanted), len(wanted))
    return Comparison(
        tuple(done[one] for one in wanted if one != long), done[long], strong, jobs, out
    )


def _task(key: Key, matches: int) -> dict[str, Any]:
    preset, seed, floor, generations = key
    numbers = {"generations": generations}
    found = {"preset": preset, "seed": seed, "floor": floor, "matches": matches}
    return {**found, "numbers": numbers}


def _read(path: Path, matches: int) -> Iterator[Found]:
    if not path.exists():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            data = json.loads(line)
        except ValueError:
            continue  # it was being written when the process ended
        if data.get("matches_each") != matches:
            raise StoreError(
                f"{path}, line {number}: expected searches of {matches} matches a game, got "
                f"{data.get('matches_each')}; choose another folder"
            )
        yield read_plain(Found, data, place=f"{path}, line {number}")


@dataclass(frozen=True)
class Answer:
    """The game that a search is judged by."""

    text: str
    own: float
    """Its fitness by the search's own measurement."""
    place: int = 1
    """On the final list."""
    confirming: int = 0
    """Matches that the strong player played to confirm it, beside those of the search."""


@dataclass(frozen=True)
class Comparison:
    """All searches."""

    found: tuple[Found, ...]
    long: Found
    """The one search of ours with the matches of all."""
    strong: str
    """The player whose results show whether playing well pays."""
    jobs: int = 1
    out: Path | None = None
    """The folder in which measured shares are kept, since the strong player takes its time."""

    def of(self, preset: str, floor: int | None) -> list[Found]:
        """The searches of a preset, by seed."""
        return [one for one in self.found if (one.preset, one.floor) == (preset, floor)]

    def to_json(self) -> dict[str, Any]:
        """Everything measured, as plain data."""
        return {
            "with_floor": self._compared(FLOOR),
            "without_floor": self._compared(None),
            "sizes": self._by_size(),
            "drift": {
                preset: {
                    "sizes": [fmean(some) for some in zip(*_same_length(all_of), strict=True)],
                    "drift": [fmean(some) for some in zip(*_same_length(twins), strict=True)],
                }
                for preset in PRESETS
                for all_of in [[one.sizes for one in self.of(preset, None)]]
                for twins in [[one.drift for one in self.of(preset, None)]]
            },
            LONG: self._row(self.long),
            "seconds": sum(one.seconds for one in (*self.found, self.long)),
            "strong": self.strong,
        }

    def _compared(self, floor: int | None) -> dict[str, Any]:
        rows = []
        for theirs, ours in zip(*(self.of(preset, floor) for preset in PRESETS), strict=True):
            rows.append({"seed": theirs.seed, "paper": self._row(theirs), "ours": self._row(ours)})
        differences = [row["ours"]["fitness"] - row["paper"]["fitness"] for row in rows]
        return {
            "pairs": rows,
            "paper": fmean(row["paper"]["fitness"] for row in rows),
            "ours": fmean(row["ours"]["fitness"] for row in rows),
            "difference": fmean(differences),
            "permutation_p": permutation_p(differences),
            "signed_rank_p": signed_rank_p(differences),
        }

    def _row(self, found: Found) -> dict[str, Any]:
        chosen = self.answer(found)
        game = read_game(chosen.text)
        played = playtest(
            game,
            RULE_BASED,
            FRESH,
            seed_of(found.seed, f"fresh {found.preset} {found.floor}"),
            self.jobs,
            openings=(),
            max_plies=MOST_PLIES,
        )
        measured = fitness_of(played)
        choices = criterion_named("real-choices", FAMILY).measure(Evidence(game, {MAIN: played}))
        row = {
            **_fitness_json(measured),
            "own": chosen.own,
            "matches": found.matches,
            "territories": size_of(chosen.text),
            "criteria": dict(measured.criteria),
            "real_choices": choices.value if isinstance(choices, Score) else None,
            "place": chosen.place,
            "confirming": chosen.confirming,
            "text": chosen.text,
        }
        if not _is_confirmed(found):
            return row
        share = self._share(chosen.text, SKILL_MATCHES, "skill")
        assert share.value is not None, "matches were played"
        return {**row, "strong_share": share.to_json(), "skill": 2.0 * share.value - 1.0}

    def answer(self, found: Found) -> Answer:
        """The first game of the final list on which the strong player wins often enough.

        The one on which it wins most, if there is none.
        """
        if not _is_confirmed(found):
            return Answer(found.text, found.own)
        shares: list[float] = []
        for text, own in found.finalists:
            share = self._share(text, CONFIRMING_MATCHES, "confirming")
            shares.append(share.value or 0.0)
            if shares[-1] >= CONFIRMED:
                return Answer(text, own, len(shares), len(shares) * CONFIRMING_MATCHES)
        place = shares.index(max(shares))
        text, own = found.finalists[place]
        return Answer(text, own, place + 1, len(shares) * CONFIRMING_MATCHES)

    def _share(self, text: str, matches: int, purpose: str) -> Share:
        """The strong player's share on a game, kept for the next start."""
        path = None if self.out is None else self.out / SHARES_FILE
        known = json.loads(path.read_text("utf-8")) if path is not None and path.exists() else {}
        key = f"{self.strong}, {purpose}, {matches}: {read_game(text).digest}"
        if key in known:
            return read_plain(Share, known[key])
        share = skill(text, self.strong, matches, seed_of(0, key), self.jobs)
        if path is not None:
            write_text(path, json.dumps({**known, key: plain_of(share)}, indent=2) + "\n")
        return share

    def _by_size(self) -> dict[str, dict[str, Any]]:
        """For each size the best of each preset, and of the long search, which tries a few."""
        found: dict[str, dict[str, Any]] = {}
        for size in map(str, SIZES):
            texts = {
                preset: [one.best[size][0] for one in self.of(preset, FLOOR) if size in one.best]
                for preset in PRESETS
            }
            texts[LONG] = list(self.long.best.get(size, ()))
            found[size] = {
                who: self._best_of(who, size, some) for who, some in texts.items() if some
            }
        return found

    def _best_of(self, who: str, size: str, texts: Sequence[str]) -> dict[str, Any]:
        """The best game of a size by a trial, and fresh matches of it."""

        def measured(text: str, matches: int, purpose: str) -> Fitness:
            seed = seed_of(int(size), f"{purpose} {who}")
            return quick_fitness(read_game(text), matches, seed, jobs=self.jobs)

        text = min(texts, key=lambda one: measured(one, TRIAL, "trial").value)
        return {**_fitness_json(measured(text, FRESH, "fresh")), "text": text}


def _is_confirmed(found: Found) -> bool:
    """Whether the strong player is asked: for `ours` with a floor."""
    return found.floor is not None and found.preset == PRESETS[1]


def skill(text: str, strong: str, matches: int, seed: int, jobs: int) -> Share:
    """The share of matches that the strong player wins against rule-based ones."""
    played = playtest(
        read_game(text),
        [strong, RULE_BASED],
        matches,
        seed,
        jobs,
        rotate_seats=True,
        openings=(),
        max_plies=MOST_PLIES,
    )
    return played.player_share(0)


def _fitness_json(found: Fitness) -> dict[str, Any]:
    low, high = found.score.interval(0.0)
    return {"fitness": found.value, "low": low, "high": high}


def _same_length(rows: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    shortest = min(map(len, rows))
    return [row[:shortest] for row in rows]


# --- Tables and figures ---------------------------------------------------------------------------

PICTURED: Final[tuple[tuple[str, int | None], ...]] = (
    ("ours", None),
    ("paper", None),
    (LONG, 11),
    (LONG, 17),
    (LONG, 23),
    (LONG, 30),
)
"""The maps that are drawn: the best answer of a preset, or its best game of a size."""


def table_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The comparison as text, from plain data."""
    for words, part in (("floor of 8", "with_floor"), ("no floor", "without_floor")):
        found = data[part]
        yield f"{words}: fitness by {FRESH} fresh matches"
        yield "  seed   paper (own) size   ours (own) size   strong player wins on ours"
        for row in found["pairs"]:
            cells = "   ".join(
                f"{row[preset]['fitness']:.3f} ({row[preset]['own']:.3f}) "
                f"{row[preset]['territories']:3}"
                for preset in PRESETS
            )
            share = row["ours"].get("strong_share")
            told = (
                "" if share is None else f"{share['value']:.3f}, skill {row['ours']['skill']:.2f}"
            )
            yield f"  {row['seed']:4}   {cells}   {told}"
        yield (
            f"  mean   paper {found['paper']:.3f}, ours {found['ours']:.3f}, difference "
            f"{found['difference']:+.3f}; p = {found['permutation_p']:.4f} (permutation), "
            f"{found['signed_rank_p']:.4f} (signed rank)"
        )
    one = data[LONG]
    yield (
        f"one search of ours with the matches of all: {one['fitness']:.3f} ({one['own']:.3f}), "
        f"{one['territories']} territories"
    )
    yield "best game of each size, with 95 % interval"
    for size, row in data["sizes"].items():
        bests = [
            f"{preset} {one['fitness']:.3f} ({one['low']:.3f} to {one['high']:.3f})"
            if (one := row.get(preset)) is not None
            else f"{preset} none"
            for preset in (*PRESETS, LONG)
        ]
        yield f"  {size:>3}   {'   '.join(bests)}"


def figures(data: Mapping[str, Any]) -> dict[str, str]:
    """The figures as SVG, by file name."""
    return {
        "pairs.svg": _pairs_plot(data["with_floor"]),
        "sizes.svg": _sizes_plot(data["sizes"]),
        "drift.svg": _drift_plot(data["drift"]),
    }


def _pairs_plot(found: Mapping[str, Any]) -> str:
    lines = []
    for preset in PRESETS:
        rows = [(row["seed"], row[preset]) for row in found["pairs"]]
        points = [(float(seed), one["fitness"]) for seed, one in rows]
        lines.append(Line(preset, points, [one["high"] - one["fitness"] for _, one in rows]))
    title = f"Fitness of the answers by {FRESH} fresh matches, floor of {FLOOR} territories"
    return line_plot(title, "random seed", "fitness (0 is ideal)", lines)


def _sizes_plot(sizes: Mapping[str, Any]) -> str:
    words = {"paper": "paper, ten searches", "ours": "ours, ten searches"}
    words[LONG] = "ours, one search with the matches of ten"
    lines = []
    for who, told in words.items():
        rows = [(int(size), row[who]) for size, row in sizes.items() if who in row]
        points = [(float(size), one["fitness"]) for size, one in rows]
        lines.append(Line(told, points, [one["high"] - one["fitness"] for _, one in rows]))
    return line_plot("The best game of each size", "territories", "fitness (0 is ideal)", lines)


def _drift_plot(drift: Mapping[str, Any]) -> str:
    lines = [
        Line(f"{preset}{words}", list(enumerate(drift[preset][part])))
        for preset in PRESETS
        for part, words in (("sizes", ""), ("drift", ", chance instead of fitness"))
    ]
    title = "Territories without a floor: selection and drift"
    return line_plot(title, "generation", "mean territories", lines)


def pictures(data: Mapping[str, Any]) -> dict[str, str]:
    """Six maps as SVG, by file name."""
    found: dict[str, str] = {}
    for preset, size in PICTURED:
        if size is None:
            rows = [(row[preset]["fitness"], row["seed"]) for row in data["with_floor"]["pairs"]]
            best = min(rows)[1]
            text = next(
                row[preset]["text"] for row in data["with_floor"]["pairs"] if row["seed"] == best
            )
            name = f"map-{preset}.svg"
        elif preset in data["sizes"].get(str(size), {}):
            text, name = data["sizes"][str(size)][preset]["text"], f"map-{preset}-{size}.svg"
        else:
            continue
        found[name] = map_picture(text)
    return found


def map_picture(text: str) -> str:
    """The map of a game, with its first owners, as SVG."""
    game = read_game(text)
    return family_of(game).draw_svg(load_rules(game).start(0), title=game.name)
