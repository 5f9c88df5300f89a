"""Tests of whole runs: `python -m benchmarks.evolution crash | top RUN | rate OTHER`.

`crash`: a run that is killed ten times (kill -9) at random moments and resumed ends with the same
population as one that was never stopped.
`top RUN`: whether the criteria of the score are saturated among the best fifty games of a run,
whether the scores of its best ten are confirmed with new seeds, and how many of forty random viable
games are still viable when players search one ply deeper than in the screening.
`rate OTHER`: children per second of processor time of the whole process tree, beside those of
another installation, whose program `ludwright` is OTHER; both run at the same time.
Figures are saved in benchmarks/data/evolution.json; docs/results/evolution.md is written from them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.criterion import Group, criterion_named
from ludwright.criticism.effort import FULL, Effort
from ludwright.criticism.measure import Score
from ludwright.criticism.profile import aesthetic_score, default_profile
from ludwright.criticism.viability import thresholds_of, verdict_of
from ludwright.experiments.measuring import measure_all
from ludwright.language.game import read_game
from ludwright.running.run import Run
from ludwright.store.runs import RUN_FILE
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, Finalist, Generation
from ludwright.synthesis.worker_pool import worker_pool

HOME = Path(__file__).parents[1]
FIGURES = HOME / "benchmarks" / "data" / "evolution.json"
RESULTS = HOME / "docs" / "results" / "evolution.md"
FAMILY = "combinatorial"
BEST = 50
NEAR_THE_END = 0.01
KILLS = 10
CRASH_SEEDS = (
    "tic-tac-toe,hex-7,breakthrough-6,reversi-6,clobber,gomoku-hexhex,line-score,isolation"
)
CRASH_CHILDREN = 128
RATE_CHILDREN = 200
RATE_SEEDS = (1, 2)
FRESH_SEED = 90_210
SLOW_GAME = 3600.0
"""Seconds per game: no game is given up here."""
DEEPER_GAMES = 40
DEEPER = replace(FULL, name="deeper", matches=50, is_slow=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=["crash", "top", "rate"])
    parser.add_argument("run", nargs="?", type=Path, help="a run, or another ludwright")
    parser.add_argument(
        "--matches", type=int, default=400, help="matches per game that is measured again"
    )
    chosen = parser.parse_args()
    known = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    if chosen.part == "crash":
        known["crash"] = crash()
    elif chosen.part == "top":
        known["top"] = top(chosen.run.resolve(), chosen.matches)
    else:
        known["rate"] = rate(chosen.run)
    FIGURES.write_text(json.dumps(known, indent=1) + "\n")
    RESULTS.write_text(page(known), encoding="utf-8")
    print(RESULTS.read_text())
    return 0


# --- crash ----------------------------------------------------------------------------------------


def crash() -> dict[str, Any]:
    folder = HOME / "runs" / "crash"
    shutil.rmtree(folder, ignore_errors=True)
    begun = time.monotonic()
    subprocess.run(command(folder / "whole" / "run"), check=True, stdout=subprocess.DEVNULL)
    whole = time.monotonic() - begun
    rng = random.Random(9)
    killed = folder / "killed" / "run"
    kills: list[float] = []
    while len(kills) < KILLS:
        process = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL)
        kills.append(rng.uniform(0.03, 0.3) * whole)
        try:
            process.wait(kills[-1])
            kills.pop()  # it finished before it was killed
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
    subprocess.run(command(killed), check=True, stdout=subprocess.DEVNULL)
    first, second = generations(folder / "whole" / "run"), generations(killed)
    return {
        "children": CRASH_CHILDREN,
        "kills": len(kills),
        "same": first == second,
        "generations": len(first),
        "survivors": sum(one.has_survived for turn in first for one in turn.candidates),
    }


def command(folder: Path) -> list[str]:
    return [
        str(Path(sys.executable).with_name("ludwright")),
        *("evolve", FAMILY, "--seeds", CRASH_SEEDS, "--children", str(CRASH_CHILDREN)),
        *("--finalists", "2", "--effort", "quick", "--out", str(folder), "--resume", "--quiet"),
    ]


def generations(folder: Path) -> list[Generation]:
    with Store.open(folder / RUN_FILE, is_read_only=True) as store:
        return [replace(one, seconds={}) for one in store.generations(folder.name)]


# --- rate -----------------------------------------------------------------------------------------


def rate(other: Path) -> list[list[Any]]:
    """By seed: children, and the processor time of the other program and of this one."""
    ours = Path(sys.executable).with_name("ludwright")
    rows: list[list[Any]] = []
    for seed in RATE_SEEDS:
        begun = [_started(program, name, seed) for program, name in ((other, "a"), (ours, "b"))]
        spent = [_seconds_of(process) for process in begun]
        viable = [Run(_rate_folder(name, seed)).standing.viable for name in ("a", "b")]
        rows.append([seed, RATE_CHILDREN, *spent, *viable])
    return rows


def _started(program: Path, name: str, seed: int) -> subprocess.Popen[bytes]:
    folder = _rate_folder(name, seed)
    shutil.rmtree(folder, ignore_errors=True)
    words = [
        *(str(program), "evolve", FAMILY, "--seeds", CRASH_SEEDS, "--seed", str(seed)),
        *("--children", str(RATE_CHILDREN), "--finalists", "0", "--jobs", "1"),
        *("--out", str(folder), "--quiet"),
    ]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL)


def _rate_folder(name: str, seed: int) -> Path:
    return HOME / "runs" / "rate" / f"{name}-{seed}"


def _seconds_of(process: subprocess.Popen[bytes]) -> float:
    """The processor time of a process and of the workers it waited for."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"expected a finished run, got exit code {process.returncode}")
    return used.ru_utime + used.ru_stime


# --- top ------------------------------------------------------------------------------------------


def top(run: Path, matches: int) -> dict[str, Any]:
    with Store.open(run / RUN_FILE, is_read_only=True) as store:
        rows = store.candidates(
            run.name, best_first=True, only_viable=True, with_seeds=False, limit=BEST
        )
        best = [store.candidate(run.name, row.number) for row in rows]
        finalists = store.finalists(run.name)
        viable = store.candidates(run.name, only_viable=True, with_seeds=False)
        drawn = random.Random(FRESH_SEED).sample(viable, min(DEEPER_GAMES, len(viable)))
        sample = [store.candidate(run.name, row.number) for row in drawn]
    return {
        "run": run.name,
        "best": len(best),
        "saturation": saturation(best),
        "retest": fresh_scores(list(finalists)[:10], run, matches),
        "matches": matches,
        "deeper": deeper(sample, run),
    }


def deeper(sample: list[Candidate], run: Path) -> dict[str, int]:
    """How many of these viable games are still viable when players search one ply deeper."""
    games = [one.game for one in sample]
    with worker_pool(2) as pool:
        found = measure_all(games, DEEPER, FRESH_SEED, pool, run / "fresh.db")
    verdicts = [verdict_of(one, thresholds_of(FAMILY).lenient) for one in found.critiques.values()]
    return {
        "games": len(games),
        "viable": sum(one.is_certain for one in verdicts),
        "in doubt": sum(one.is_viable and not one.is_certain for one in verdicts),
    }


def saturation(best: list[Candidate]) -> list[list[Any]]:
    """For each quality criterion of the score, how many of the best games are at its better end."""
    rows: list[list[Any]] = []
    for name, term in default_profile(FAMILY).terms.items():
        one = criterion_named(name, FAMILY)
        if one.group is not Group.QUALITY:
            continue
        end = one.high if term.weight > 0 else one.low
        near = NEAR_THE_END * (one.high - one.low)
        values = [found.critique.value(name) for found in best if found.critique is not None]
        known = [value for value in values if value is not None]
        at_end = sum(abs(value - end) <= near for value in known)
        rows.append([name, end, len(known), at_end, min(known), max(known)])
    return rows


def fresh_scores(finalists: list[Finalist], run: Path, matches: int) -> list[list[Any]]:
    effort: Effort = replace(FULL, name=f"{matches} fresh matches", matches=matches, is_slow=False)
    games = [read_game(one.text) for one in finalists]
    with worker_pool(2, seconds=SLOW_GAME) as pool:
        found = measure_all(games, effort, FRESH_SEED, pool, run / "fresh.db")
    rows: list[list[Any]] = []
    for one, game in zip(finalists, games, strict=True):
        fresh = aesthetic_score(found.critiques[game.name], default_profile(FAMILY))
        low, high = one.score.interval()
        value = fresh.value if isinstance(fresh, Score) else None
        is_held = value is not None and low <= value <= high
        rows.append([game.name, one.score.value, low, high, value, is_held])
    return rows


# --- the page -------------------------------------------------------------------------------------


def page(known: dict[str, Any]) -> str:
    parts = ["# What a run is worth"]
    if "crash" in known:
        parts.append(_crash_part(known["crash"]))
    if "rate" in known:
        parts.append(_rate_part(known["rate"]))
    if "top" in known:
        parts.append(_top_part(known["top"]))
    return "\n\n".join(parts) + "\n"


def _crash_part(found: dict[str, Any]) -> str:
    same = "identical" if found["same"] else "**different**"
    return (
        "## Killed and resumed\n\n"
        f"A run of {found['children']} children was killed with kill -9 at {found['kills']} random "
        f"moments and resumed each time. Its {found['generations']} generations with "
        f"{found['survivors']} survivors, retests and finalists are {same} to those of a run that "
        "was never stopped.\n\nCommand: `python -m benchmarks.evolution crash`."
    )


def _rate_part(rows: list[list[Any]]) -> str:
    lines = [
        "## Children per second of processor time",
        "",
        f"Runs from eight seeds (`{CRASH_SEEDS}`) with one worker and no finalists, the program "
        "before and after at the same time on the same machine; the time of the whole process "
        "tree, the seeds included. Both play alpha-beta at depth 2 and score by the same profile. "
        "Before, a child could take ten seconds of processor time; now it has a budget of counted "
        "work, matches with the other player first are left out where both orders are the same, "
        "and confirmations and retests stop after forty matches if their answer is clear.",
        "",
        "| seed | children | before, s | after, s | children per s before | after | ratio "
        "| viable before | after |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for seed, count, before, after, viable, viable_after in rows:
        lines.append(
            f"| {seed} | {count} | {before:.0f} | {after:.0f} | {count / before:.2f} "
            f"| {count / after:.2f} | {before / after:.2f} "
            f"| {viable} | {viable_after} |"
        )
    before, after, viable, viable_after = (sum(row[place] for row in rows) for place in range(2, 6))
    lines += [
        "",
        f"Together: {before / after:.2f} times as many children per second, and "
        f"{viable_after / after / (viable / before):.2f} times as many viable ones: part of the "
        "time is saved because more children are rejected for their cost and fewer are confirmed.",
        "",
    ]
    lines += ["Command: `python -m benchmarks.evolution rate OTHER/bin/ludwright`."]
    return "\n".join(lines)


def _top_part(found: dict[str, Any]) -> str:
    held = sum(row[5] for row in found["retest"])
    lines = [
        "## At the top",
        "",
        f"The best {found['best']} viable games of the run `{found['run']}`: how many lie within "
        "1 % of the range from the end that the score rewards.",
        "",
        "| criterion | best | games | at the end | least | most |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, end, count, near, least, most in found["saturation"]:
        lines.append(f"| {name} | {end:g} | {count} | {near} | {least:.3f} | {most:.3f} |")
    lines += [
        "",
        f"The published scores of its finalists, and those of {found['matches']} matches with "
        f"fresh seeds: **{held} of {len(found['retest'])}** lie inside the published interval.",
        "",
        "| game | published | 95 % interval | fresh | inside |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for name, score, low, high, value, is_held in found["retest"]:
        fresh = "none" if value is None else f"{value:+.3f}"
        mark = "yes" if is_held else "no"
        lines.append(f"| {name} | {score:+.3f} | {low:+.3f} to {high:+.3f} | {fresh} | {mark} |")
    deeper = found["deeper"]
    lines += [
        "",
        f"Of {deeper['games']} viable games of the run, drawn at random, {deeper['viable']} are "
        f"viable and {deeper['in doubt']} in doubt when played at depth {DEEPER.depth} "
        f"instead of 2 ({DEEPER.matches} matches each).",
        "",
        f"Command: `python -m benchmarks.evolution top runs/{found['run']} "
        f"--matches {found['matches']}`.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
