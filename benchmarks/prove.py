"""The full proof that the two engines agree: `python -m benchmarks.prove [PART …]`.

The parts are `conformance`, `mutants` and `perft`. It takes an hour or more, so progress is saved
in runs/prove/state.json and the next start continues from there; after a change of the engines or
the games it starts again. Ctrl-C stops it safely. docs/results/conformance.md is written at the
end and whenever it stops.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial.conformance import Pair, mutant, report
from ludwright.families.combinatorial.library import game_names, open_game, perft_table
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.reference import ReferenceRules, perft
from ludwright.families.combinatorial.vocabulary import BoardGame

HOME = Path(__file__).parents[1]
STATE = HOME / "runs" / "prove" / "state.json"
RESULTS = HOME / "docs" / "results" / "conformance.md"
SOURCES = (
    "src/ludwright/families/combinatorial/*.py",
    "src/ludwright/language/*.py",
    "src/ludwright/games/combinatorial/*.game",
    "native/combinatorial/position*.h",
    "native/combinatorial/program.*",
    "native/play/bits.h",
    "native/combinatorial/operations.h",
)
"""The files that the proof covers: if any of them changes, the proof starts again."""
UNRELATED = (
    "criteria.py",
    "drawing.py",
    "picture.py",
    "policy.py",
    "policy_choice.py",
    "repair.py",
    "variation.py",
    "_in_english.py",
)

PARTS = ("perft", "mutants", "conformance")
PUBLISHED = ("breakthrough-8", "connect-four", "english-draughts", "reversi-8", "tic-tac-toe")
"""Games with published tables: the reference counts them to the full depth."""
MATCHES = 200
MOST_PLIES = 200
GAME_BATCH = 10
MUTANTS = 10_200
"""Enough to leave 10,000 without those cut off by time."""
MUTANT_BATCH = 25
MUTANT_SEED = 1
WORKERS = 2

Task = tuple[str, str, int, float]
"""Part, name, first number, seconds."""


def main() -> int:
    """Run the given parts, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument(
        "--match-seconds",
        type=float,
        default=30.0,
        help="CPU time; longer matches are cut off and counted as such",
    )
    parser.add_argument("--mutant-seconds", type=float, default=3.0, help="the same, for mutants")
    parser.add_argument(
        "--perft-seconds",
        type=float,
        default=10.0,
        help="stop deepening the reference after this time, except for published tables",
    )
    parser.add_argument("--workers", type=int, default=WORKERS, help="processes")
    parser.add_argument("--fresh", action="store_true", help="discard earlier results")
    parser.add_argument("--keep", action="store_true", help="keep results of older sources")
    arguments = parser.parse_args()
    state = _load(fresh=arguments.fresh, keep=arguments.keep)
    state["command"] = "python -m benchmarks.prove"
    limits = {
        "conformance": arguments.match_seconds,
        "mutants": arguments.mutant_seconds,
        "perft": arguments.perft_seconds,
    }
    state["limits"] = limits
    tasks = [
        task for task in _tasks(arguments.parts or PARTS, limits) if _key(task) not in state["done"]
    ]
    print(f"{len(tasks)} batches to do, {len(state['done'])} already done", file=sys.stderr)
    try:
        _run(tasks, state, arguments.workers)
    except KeyboardInterrupt:
        print("\nstopped; the next start continues from here", file=sys.stderr)
    _write_results(state)
    return 1 if any(result["wrong"] for result in state["done"].values()) else 0


def _tasks(parts: Sequence[str], limits: Mapping[str, float]) -> Iterator[Task]:
    if "perft" in parts:
        for name in sorted(game_names(), key=lambda name: name not in PUBLISHED):
            seconds = math.inf if name in PUBLISHED else limits["perft"]
            yield "perft", name, 0, seconds
    if "mutants" in parts:
        for first in range(0, MUTANTS, MUTANT_BATCH):
            yield "mutants", "", first, limits["mutants"]
    if "conformance" in parts:
        # A few matches of every game first, so that a proof stopped halfway covers all games.
        for first in range(0, MATCHES, GAME_BATCH):
            for name in game_names():
                yield "conformance", name, first, limits["conformance"]


def _key(task: Task) -> str:
    return f"{task[0]} {task[1]} {task[2]}"


def _run(tasks: list[Task], state: dict[str, Any], workers: int) -> None:
    begun = saved = time.monotonic()
    with multiprocessing.Pool(workers, _ignore_interrupt) as pool:
        for count, (key, result) in enumerate(pool.imap_unordered(_work, tasks), start=1):
            state["done"][key] = result
            for wrong in result["wrong"]:
                print(f"\nDISAGREEMENT in {key}:\n{wrong}\n", file=sys.stderr)
            now = time.monotonic()
            if now - saved > 5 or count == len(tasks):
                saved = now
                _save(state)
                left = (now - begun) / count * (len(tasks) - count)
                print(
                    f"\r{count}/{len(tasks)} batches, {left / 60:.0f} min left, last {key}   ",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
    print(file=sys.stderr)


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(task: Task) -> tuple[str, dict[str, Any]]:
    part, name, first, seconds = task
    begun = time.monotonic()
    work = {"mutants": _mutants, "conformance": _matches, "perft": _perft}[part]
    result = work(name, first, seconds)
    return _key(task), {**result, "seconds": round(time.monotonic() - begun, 2)}


def _root(name: str) -> BoardGame:
    root = open_game(name).root
    assert isinstance(root, BoardGame)
    return root


def _matches(name: str, first: int, seconds: float) -> dict[str, Any]:
    root = _root(name)
    pair = Pair(root)
    result: dict[str, Any] = {"matches": 0, "plies": 0, "cut": 0, "wrong": []}
    for seed in range(first, first + GAME_BATCH):
        played = pair.play(seed, MOST_PLIES, seconds)
        result["matches"] += 1
        result["plies"] += played.plies
        result["cut"] += not played.is_over and played.plies < MOST_PLIES
        if played.disagreement is not None:
            result["wrong"].append(f"seed {seed}: {report(played.disagreement, root)}")
    return result


def _mutants(_: str, first: int, seconds: float) -> dict[str, Any]:
    names = game_names()
    result: dict[str, Any] = {"mutants": 0, "refused": 0, "plies": 0, "cut": 0, "wrong": []}
    for number in range(first, first + MUTANT_BATCH):
        made = mutant(names, number, MUTANT_SEED)
        result["mutants"] += 1
        if made.is_refused:
            result["refused"] += 1
            continue
        try:
            played = Pair(made.root).play(number, MOST_PLIES, seconds)
        except Exception as error:  # noqa: BLE001 - whatever the error is, the proof must name the mutant
            result["wrong"].append(f"mutant {number} of {made.parent}: {error!r}")
            continue
        result["plies"] += played.plies
        result["cut"] += not played.is_over and played.plies < MOST_PLIES
        if played.disagreement is not None:
            text = report(played.disagreement, made.root)
            result["wrong"].append(f"mutant {number} of {made.parent}: {text}")
    return result


def _perft(name: str, _: int, seconds: float) -> dict[str, Any]:
    recorded, root = perft_table(name), _root(name)
    core = native.Program(lower(root)).start()
    begun = time.monotonic()
    counted = [core.perft(depth) for depth in range(1, len(recorded) + 1)]
    core_seconds = time.monotonic() - begun
    wrong = [] if tuple(counted) == recorded else [f"core {counted}, recorded {recorded}"]
    start, depth = ReferenceRules(root).start(), 0
    begun = time.monotonic()
    spent = 0.0
    # The time of the next depth grows with its number of leaves.
    while depth < len(recorded):
        ahead = spent * recorded[depth] / max(1, recorded[depth - 1]) if depth else 0.0
        if ahead > seconds:
            break
        before = time.monotonic()
        leaves = perft(start, depth + 1)
        spent = time.monotonic() - before
        if leaves != recorded[depth]:
            wrong.append(f"reference {leaves} at depth {depth + 1}, recorded {recorded[depth]}")
            break
        depth += 1
    return {
        "depth": len(recorded),
        "leaves": recorded[-1],
        "core_seconds": round(core_seconds, 3),
        "reference_depth": depth,
        "reference_leaves": recorded[depth - 1] if depth else 0,
        "reference_seconds": round(time.monotonic() - begun, 1),
        "wrong": wrong,
    }


# --- State and results ----------------------------------------------------------------------


def _fingerprint() -> str:
    found = hashlib.blake2b(digest_size=12)
    for pattern in SOURCES:
        for path in sorted(HOME.glob(pattern)):
            if not path.name.endswith(UNRELATED):
                found.update(path.read_bytes())
    return found.hexdigest()


def _load(*, fresh: bool, keep: bool) -> dict[str, Any]:
    now = _fingerprint()
    if STATE.exists() and not fresh:
        state: dict[str, Any] = json.loads(STATE.read_text(encoding="utf-8"))
        if keep or state["sources"] == now:
            return state
        print("the engines or the games have changed: starting again", file=sys.stderr)
    return {"sources": now, "done": {}}


def _save(state: dict[str, Any]) -> None:
    STATE.parent.mkdir(parents=True, exist_ok=True)
    new = STATE.with_suffix(".new")
    new.write_text(json.dumps(state), encoding="utf-8")
    new.replace(STATE)


def _sum(results: list[dict[str, Any]], name: str) -> int:
    return sum(result[name] for result in results)


def _write_results(state: dict[str, Any]) -> None:
    _save(state)
    done = {part: [] for part in PARTS}  # type: dict[str, list[dict[str, Any]]]
    by_game: dict[str, list[dict[str, Any]]] = {}
    perfts: dict[str, dict[str, Any]] = {}
    for key, result in state["done"].items():
        part, name, _ = key.split(" ")
        done[part].append(result)
        if part == "conformance":
            by_game.setdefault(name, []).append(result)
        if part == "perft":
            perfts[name] = result
    mutants, matches = done["mutants"], done["conformance"]
    wrong = sum(len(result["wrong"]) for result in state["done"].values())
    lines = [
        "# The native core and the reference engine",
        "",
        "Both engines play the same random match; after every ply the legal moves, pieces, hands,",
        "scores, captures, cell states, seat, a move to be continued, and the outcome with its",
        "reason are compared.",
        f"Command: `{state['command']}` (resumable; sources {state['sources']}).",
        f"A match that takes longer than {state['limits']['conformance']:.0f} s of processor time "
        f"({state['limits']['mutants']:.0f} s for a mutant) is stopped there.",
        "",
        f"**Disagreements: {wrong}.**",
        "",
        f"- Packaged games: {len(by_game)} of {len(game_names())}, "
        f"{_sum(matches, 'matches')} matches, {_sum(matches, 'plies')} plies compared; "
        f"{_sum(matches, 'cut')} matches stopped by the time limit.",
        f"- Mutants: {_sum(mutants, 'mutants')}, of these {_sum(mutants, 'refused')} refused by "
        f"the static check, the others compared over one match of at most {MOST_PLIES} plies "
        f"({_sum(mutants, 'plies')} plies); {_sum(mutants, 'cut')} stopped by the time limit.",
        f"- Perft: {len(perfts)} tables, in full by the core, to the depth shown by the reference.",
        "",
        "## Perft",
        "",
        "| game | depth | leaves | core s | reference depth | leaves | reference s |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, result in sorted(perfts.items()):
        lines.append(
            f"| {name} | {result['depth']} | {result['leaves']} | {result['core_seconds']} "
            f"| {result['reference_depth']} | {result['reference_leaves']} "
            f"| {result['reference_seconds']} |"
        )
    lines += [
        "",
        "## Matches",
        "",
        "| game | matches | mean plies | cut off |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, results in sorted(by_game.items()):
        count = _sum(results, "matches")
        mean = _sum(results, "plies") / count
        lines.append(f"| {name} | {count} | {mean:.1f} | {_sum(results, 'cut')} |")
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
