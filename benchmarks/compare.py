"""Speed of Ludwright: against OpenSpiel, against hand-written programs, and from text to play.

Contenders take turns: there are at least five rounds, and every contender runs once in each; the
best counts, in processor time. Every figure is saved as soon as it is measured, so an interrupted
run can be continued with ``--missing``.

    python -m benchmarks.compare                          everything
    python -m benchmarks.compare --only hex-11,threads    some games or sections
    python -m benchmarks.compare --missing                only missing figures
    python -m benchmarks.compare --page                   rewrite the page from the saved figures
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import yardsticks
from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import board, program
from ludwright.families.combinatorial.library import game_names, game_text, open_game
from ludwright.families.combinatorial.policy import policy_of
from ludwright.families.combinatorial.rules import NativeRules, load_rules
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.game import Game
from ludwright.language.syntax import read

ROOT = Path(__file__).parents[1]
FIGURES = Path(__file__).parent / "data" / "speed.json"
PAGE = ROOT / "docs" / "results" / "speed.md"
PROGRAMS = ROOT / "build" / "yardsticks"

ROUNDS = 5
CLOSE_ROUNDS = 25
"""Rounds against hand-written programs: results are close to the bar, and on a busy machine five
rounds are not enough to find the best of both."""
MAX_PLIES = 2000
SEED = 2008
EXPLORATION = 1.4
SIMULATIONS = 10_000
FRESH_RUNS = 20
FRESH_MATCHES = 1000

ROLLOUT_BARS: dict[str, float | None] = {
    "hex-11": 15,
    "gomoku-15": 100,
    "connect-four": 10,
    "y-11": 10,
    "clobber": 10,
    "breakthrough-8": 10,
    "reversi-8": 10,
    "lines-of-action-8": 10,
    "english-draughts": 25,
    "tic-tac-toe": None,
    "hex-7": None,
    "havannah-8": 5,
}
"""Our playouts as a multiple of OpenSpiel's, at least; None if there is no requirement."""
OTHER_NAMES: dict[str, str] = {"gomoku-15": "mnk-15-15-5"}
"""Games that OpenSpiel implements twice, with the other name."""
YARDSTICK_BARS: dict[str, float] = {"yavalath": 4, "breakthrough-8": 8, "reversi-8": 8}
"""How many times faster a hand-written program may be, at most."""
YARDSTICK_LEAST = 60.0
"""Playouts of a hand-written program as a multiple of OpenSpiel's, at least; otherwise it is too
slow to be a yardstick."""
SEARCH_GAMES: tuple[str, ...] = ("hex-11", "breakthrough-8")
SEARCH_BAR = 10.0
FRESH_BARS: dict[str, float] = {
    "yavalath": 0.030,
    "hex-11": 0.050,
    "reversi-8": 0.150,
    "english-draughts": 0.150,
}
"""Seconds from the text of a game to 1,000 finished random matches."""
THREAD_GAMES: tuple[str, ...] = ("yavalath", "hex-11", "breakthrough-8")
THREAD_BAR = 0.90
START_BARS: dict[str, float] = {"import": 0.3, "help": 0.5, "load": 0.020}
"""Seconds to import the package, to print the help, and to load any packaged game."""

Row = dict[str, Any]
Rate = Callable[[float], float]
"""Runs for the given seconds and returns the count per second of processor time."""


@dataclass(frozen=True)
class Bar:
    """One requirement, and what was measured."""

    section: str
    what: str
    asked: str
    measured: str
    is_met: bool


def say(text: str) -> None:
    """Report progress."""
    print(text, file=sys.stderr, flush=True)


# --- rates ----------------------------------------------------------------------------------------


def rate_of(run: Callable[[int, int], float], slice_seconds: float = 0.02) -> Rate:
    """A rate from ``run(count, seed)``, which returns its seconds of processor time."""
    count = 16
    while run(count, 0) < slice_seconds:
        count *= 2

    def measure(seconds: float) -> float:
        done, spent, seed = 0, 0.0, 1
        while spent < seconds:
            spent += run(count, seed)
            done += count
            seed += 1
        return done / spent

    return measure


def our_playouts(rules: NativeRules) -> Rate:
    """Our random matches."""
    start = rules.start().native

    def run(count: int, seed: int) -> float:
        begin = time.process_time()
        start.playouts(count, seed, MAX_PLIES, 1)
        return time.process_time() - begin

    return rate_of(run)


def our_simulations(rules: NativeRules) -> Rate:
    """Simulations of our tree search, from the start of the game."""
    start = rules.start().native
    policy = policy_of(rules.root).native(rules.program)
    spec = {"kind": "mcts", "playouts": SIMULATIONS, "exploration": EXPLORATION}

    def measure(seconds: float) -> float:
        done, spent, seed = 0, 0.0, 1
        while spent < seconds:
            begin = time.process_time()
            done += int(native.search(start, spec, policy, 1.0, seed, 0)["work"])
            spent += time.process_time() - begin
            seed += 1
        return done / spent

    return measure


def their_playouts(name: str) -> Rate:
    """Random rollouts of OpenSpiel."""
    from benchmarks import openspiel

    return lambda seconds: openspiel.rollouts_per_second(openspiel.GAMES[name], seconds)


def their_simulations(name: str) -> Rate:
    """Simulations of OpenSpiel's tree search."""
    from benchmarks import openspiel

    text = openspiel.GAMES[name]
    return lambda seconds: openspiel.mcts_simulations_per_second(text, seconds, SIMULATIONS)


def yardstick_playouts(name: str) -> Rate:
    """Random matches of the program written for this game only."""
    built = yardsticks.build(name, PROGRAMS)  # type: ignore[attr-defined,unused-ignore]
    run = yardsticks.run  # type: ignore[attr-defined,unused-ignore]
    return lambda seconds: float(run(built, seconds, SEED)["playouts_per_second"])


def in_turns(
    contenders: Mapping[str, Rate], seconds: float, rounds: int = ROUNDS
) -> dict[str, float]:
    """The best rate of each contender over the rounds; they take turns in every round."""
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, measure in contenders.items():
            best[name] = max(best[name], measure(seconds))
    return best


# --- sections -------------------------------------------------------------------------------------


def rollouts(name: str, seconds: float) -> Row:
    """Random matches per second of every contender that can play the game."""
    contenders = {"ours": our_playouts(load_rules(open_game(name)))}
    if name in ROLLOUT_BARS:
        contenders["openspiel"] = their_playouts(name)
    if name in OTHER_NAMES:
        contenders["openspiel_other"] = their_playouts(OTHER_NAMES[name])
    if name in YARDSTICK_BARS:
        contenders["yardstick"] = yardstick_playouts(name)
    rounds = CLOSE_ROUNDS if name in YARDSTICK_BARS else ROUNDS
    return dict(in_turns(contenders, seconds, rounds))


def search(name: str, seconds: float) -> Row:
    """Simulations per second of both tree searches."""
    rules = load_rules(open_game(name))
    contenders = {"ours": our_simulations(rules), "openspiel": their_simulations(name)}
    return dict(in_turns(contenders, seconds))


def forget_boards() -> None:
    """Clear the caches of boards, so that the next game starts without them."""
    board._make_board.cache_clear()
    program.board_numbers.cache_clear()


def play_text(text: str, seed: int) -> None:
    """Read, check, lower and play."""
    rules = load_rules(Game(read(text, BoardGame, "new game")))
    rules.start().native.playouts(FRESH_MATCHES, seed, MAX_PLIES, 1)


def fresh(name: str, _seconds: float) -> Row:
    """Time from the text of a new game to 1,000 finished random matches."""
    play_text(game_text("tic-tac-toe"), 0)  # warm up with another game
    text = game_text(name)
    walls: list[float] = []
    works: list[float] = []
    for run in range(FRESH_RUNS):
        forget_boards()
        wall, work = time.perf_counter(), time.process_time()
        play_text(text, run)
        walls.append(time.perf_counter() - wall)
        works.append(time.process_time() - work)
    return {
        "best": min(walls),
        "median": statistics.median(walls),
        "processor": min(works),
    }


CHILD = """
import sys
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.rules import load_rules
start = load_rules(open_game(sys.argv[1])).start().native
print("ready", flush=True)
for line in sys.stdin:
    count, seed = map(int, line.split())
    start.playouts(count, seed, 2000, 1)
    print("done", flush=True)
"""
"""A process that plays the number of matches given by each line of its input."""


def time_processes(children: Sequence[subprocess.Popen[str]], count: int, seed: int) -> float:
    """Seconds until all processes, running in parallel, have played their matches."""
    begin = time.perf_counter()
    for number, child in enumerate(children):
        assert child.stdin is not None
        child.stdin.write(f"{count} {seed + number}\n")
        child.stdin.flush()
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()
    return time.perf_counter() - begin


def start_processes(name: str, number: int) -> list[subprocess.Popen[str]]:
    """Processes that have loaded the game and are waiting."""
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(number)
    ]
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()
    return children


def threads(name: str, seconds: float) -> Row:
    """Two threads of one call against two simultaneous processes, in wall time."""
    start = load_rules(open_game(name)).start().native
    rate = our_playouts(load_rules(open_game(name)))(0.1)
    count = max(64, int(rate * seconds))
    is_same = start.playouts(count, SEED, MAX_PLIES, 1) == start.playouts(count, SEED, MAX_PLIES, 2)
    children = start_processes(name, 2)
    by_threads: list[float] = []
    by_processes: list[float] = []
    for turn in range(ROUNDS):
        begin = time.perf_counter()
        start.playouts(2 * count, turn, MAX_PLIES, 2)
        by_threads.append(time.perf_counter() - begin)
        by_processes.append(time_processes(children, count, turn))
    for child in children:
        child.communicate()
    return {
        "threads": 2 * count / min(by_threads),
        "processes": 2 * count / min(by_processes),
        "same_results": is_same,
    }


def children_seconds() -> float:
    """Processor time of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def time_command(command: Sequence[str]) -> Row:
    """Processor and wall time of the fastest of five new processes; None if one fails."""
    works: list[float] = []
    walls: list[float] = []
    for _ in range(ROUNDS):
        wall, work = time.perf_counter(), children_seconds()
        done = subprocess.run(command, capture_output=True, check=False)
        walls.append(time.perf_counter() - wall)
        works.append(children_seconds() - work)
        if done.returncode != 0:
            return {"seconds": None, "clock": None}
    return {"seconds": min(works), "clock": min(walls)}


def load_seconds(name: str) -> float:
    """Processor time to read, check and lower a game without cached boards; best of five."""
    times: list[float] = []
    for _ in range(ROUNDS):
        forget_boards()
        begin = time.process_time()
        load_rules(open_game(name))
        times.append(time.process_time() - begin)
    return min(times)


def starting(name: str, _seconds: float) -> Row:
    """The time the package takes to start."""
    if name == "import":
        return time_command([sys.executable, "-c", "import ludwright"])
    if name == "help":
        return time_command([str(Path(sys.executable).parent / "ludwright"), "--help"])
    loads = {game: load_seconds(game) for game in game_names()}
    slowest = max(loads, key=lambda game: loads[game])
    middle = statistics.median(loads.values())
    return {"seconds": loads[slowest], "slowest": slowest, "median": middle, "games": len(loads)}


SECTIONS: dict[str, tuple[Callable[[str, float], Row], tuple[str, ...], float]] = {
    "rollouts": (rollouts, (*ROLLOUT_BARS, "yavalath"), 0.3),
    "search": (search, SEARCH_GAMES, 0.5),
    "fresh": (fresh, tuple(FRESH_BARS), 0.0),
    "threads": (threads, THREAD_GAMES, 0.3),
    "start": (starting, tuple(START_BARS), 0.0),
}
"""Each section: how it is measured, for which games, and the seconds per round."""


# --- bars -----------------------------------------------------------------------------------------


def rollout_bars(rows: Mapping[str, Row]) -> list[Bar]:
    """Playouts against OpenSpiel."""
    bars: list[Bar] = []
    for name, least in ROLLOUT_BARS.items():
        row = rows.get(f"rollouts/{name}")
        if row is None or least is None:
            continue
        for other in ("openspiel", "openspiel_other"):
            if other in row:
                ratio = row["ours"] / row[other]
                what = name if other == "openspiel" else f"{name} against `mnk`"
                bars.append(
                    Bar("playouts", what, f"≥ {least:g} ×", f"{ratio:.1f} ×", ratio >= least)
                )
    return bars


def yardstick_bars(rows: Mapping[str, Row]) -> list[Bar]:
    """Playouts against hand-written programs, and whether those are fast enough to count."""
    bars: list[Bar] = []
    for name, most in YARDSTICK_BARS.items():
        row = rows.get(f"rollouts/{name}")
        if row is None:
            continue
        factor = row["yardstick"] / row["ours"]
        bars.append(
            Bar("hand-written", name, f"within {most:g} ×", f"{factor:.2f} ×", factor <= most)
        )
        if "openspiel" in row:
            ratio = row["yardstick"] / row["openspiel"]
            what = f"{name}: yardstick against OpenSpiel"
            is_met = ratio >= YARDSTICK_LEAST
            bars.append(
                Bar("hand-written", what, f"≥ {YARDSTICK_LEAST:g} ×", f"{ratio:.0f} ×", is_met)
            )
    return bars


def other_bars(rows: Mapping[str, Row]) -> list[Bar]:
    """Tree search, new games, threads and starting."""
    bars: list[Bar] = []
    for name in SEARCH_GAMES:
        if row := rows.get(f"search/{name}"):
            ratio = row["ours"] / row["openspiel"]
            measured, is_met = f"{ratio:.1f} ×", ratio >= SEARCH_BAR
            bars.append(Bar("tree search", name, f"≥ {SEARCH_BAR:g} ×", measured, is_met))
    for name, most in FRESH_BARS.items():
        if row := rows.get(f"fresh/{name}"):
            measured = f"{milli(row['best'])}, median {milli(row['median'])}"
            bars.append(Bar("new game", name, f"≤ {milli(most)}", measured, row["best"] <= most))
    for name in THREAD_GAMES:
        if row := rows.get(f"threads/{name}"):
            share = row["threads"] / row["processes"]
            same = "same results" if row["same_results"] else "OTHER RESULTS"
            is_met = share >= THREAD_BAR and row["same_results"]
            bars.append(Bar("two threads", name, "≥ 90 %", f"{share:.0%}, {same}", is_met))
    for name, most in START_BARS.items():
        if row := rows.get(f"start/{name}"):
            bars.append(start_bar(name, most, row))
    return bars


def start_bar(name: str, most: float, row: Row) -> Bar:
    """The bar of one starting time."""
    what = {"import": "`import ludwright`", "help": "`ludwright --help`"}.get(name, "")
    if name == "load":
        what = f"loading the slowest of {row['games']} games ({row['slowest']})"
    seconds = row["seconds"]
    measured = "not there" if seconds is None else milli(seconds)
    if row.get("clock") is not None:
        measured += f" ({milli(row['clock'])} wall time)"
    return Bar("start", what, f"≤ {milli(most)}", measured, seconds is not None and seconds <= most)


def milli(seconds: float) -> str:
    """Seconds as milliseconds."""
    return f"{1000 * seconds:.1f} ms" if seconds < 0.1 else f"{1000 * seconds:.0f} ms"


def all_bars(rows: Mapping[str, Row]) -> list[Bar]:
    """All requirements that were measured."""
    return [*rollout_bars(rows), *yardstick_bars(rows), *other_bars(rows)]


# --- output ---------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def bars_table(bars: Sequence[Bar]) -> str:
    """All bars with their measurements."""
    rows = [
        [bar.section, bar.what, bar.asked, bar.measured, "met" if bar.is_met else "**not met**"]
        for bar in bars
    ]
    return table(["", "what", "required", "measured", ""], rows)


def rates_table(rows: Mapping[str, Row], section: str) -> str:
    """The rates behind the ratios, in thousands per second."""
    contenders = ("ours", "openspiel", "openspiel_other", "yardstick")
    lines: list[list[str]] = []
    for key, row in rows.items():
        part, _, name = key.partition("/")
        if part == section:
            rates = [f"{row[one] / 1000:,.4g}" if one in row else "" for one in contenders]
            lines.append([name, *rates])
    return table(["thousands per second", "ours", "OpenSpiel", "its `mnk`", "hand-written"], lines)


def builds_table(ratios: Mapping[str, float]) -> str:
    """Rates of playouts as multiples of an earlier build's; see `benchmarks.builds`."""
    return table(
        ["game", "times as fast as before"], [[name, f"{r:.2f}"] for name, r in ratios.items()]
    )


def page(figures: Mapping[str, Any]) -> str:
    """The results page."""
    rows = figures["rows"]
    return f"""# Speed

`make bench` measures this (`python -m benchmarks.compare`; `--only hex-11,threads` for a part)
against OpenSpiel {figures["openspiel"]} from PyPI, whose rollouts run inside its C++ tree search:
one simulation whose evaluator plays them all. Contenders take turns, five rounds
({CLOSE_ROUNDS} for games that have a hand-written program), and the best round of each counts, in
processor time of one thread; new games and two threads are measured in wall time. Compare the
ratios: rates depend on the machine.

{bars_table(all_bars(rows))}

Nothing about a new game is cached in the process: its text is read, checked
and lowered, and 1,000 random matches are played to the end; best and median of {FRESH_RUNS} runs,
in wall time. Two threads are one call with `jobs=2`, compared with two processes that play the same
number of matches at the same time.

## Random matches

{rates_table(rows, "rollouts")}

Hand-written programs (`benchmarks/yardsticks/`) play one game each, as bitboards, and are compiled
for the processor they run on; Ludwright reads any game from its text and compiles nothing.
OpenSpiel has Gomoku twice, with the same rules: as `gomoku` and, much slower, as `mnk`.

## Special ways of playing out

Some games have playouts of their own: groups kept in trees (Havannah), lanes with tiers and cells
in between (draughts, Konane), conditions asked once for all moves (Konane, Amazons), pieces and
ways drawn until there is a move (Lines of Action). The rate is given as a multiple of that before
these were introduced, measured in turns by
`python -m benchmarks.builds ../before --only playouts --games GAMES --save`.

{builds_table(figures.get("builds", {}))}

## Tree search

Simulations in a search of {SIMULATIONS:,} from the first position, one rollout each.

{rates_table(rows, "search")}
"""


def load_figures() -> dict[str, Any]:
    """The figures of earlier runs."""
    if not FIGURES.exists():
        return {"openspiel": "", "rows": {}}
    found: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return found


def save_figures(figures: dict[str, Any]) -> None:
    """Save the figures in the order of the sections, and write the page."""
    keys = [f"{section}/{name}" for section, (_, names, _) in SECTIONS.items() for name in names]
    figures["rows"] = {key: figures["rows"][key] for key in keys if key in figures["rows"]}
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(figures), encoding="utf-8")


def measure_all(only: Sequence[str], *, is_missing_only: bool) -> dict[str, Any]:
    """Measure what was requested; figures are saved one by one."""
    from benchmarks import openspiel

    figures = load_figures()
    figures["openspiel"] = openspiel.version()
    for section, (measure, names, seconds) in SECTIONS.items():
        for name in names:
            key = f"{section}/{name}"
            is_asked = not only or not {section, name, key}.isdisjoint(only)
            if not is_asked or (is_missing_only and key in figures["rows"]):
                continue
            say(f"measuring {key} …")
            figures["rows"][key] = measure(name, seconds)
            say(f"  {json.dumps(figures['rows'][key])}")
            save_figures(figures)
    return figures


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="speed of Ludwright against others")
    parser.add_argument(
        "--only", default="", help="games, sections or section/game, separated by commas"
    )
    parser.add_argument("--missing", action="store_true", help="only what has no figure yet")
    parser.add_argument("--page", action="store_true", help="only write the page")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser.parse_args()


def main() -> None:
    """Measure, save and print."""
    asked = arguments()
    if asked.page:
        figures = load_figures()
        save_figures(figures)
    else:
        only = [word for word in asked.only.split(",") if word]
        figures = measure_all(only, is_missing_only=asked.missing)
    if asked.json:
        print(json.dumps(figures, indent=1))
    else:
        print(bars_table(all_bars(figures["rows"])))


if __name__ == "__main__":
    main()
