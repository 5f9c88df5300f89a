"""The full proof that the two engines agree: `python -m benchmarks.prove [PART …]`.

The parts are `conformance`, `mutants` and `perft`. It takes an hour or more, so progress is saved
in runs/prove/state.json and the next start continues from there; after a change of the engines or
the games it starts again. Ctrl-C stops it safely. docs/results/conformance.md is written at the
end and whenever it stops.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.proof import HOME, Proof, State, Task, arguments_of, has_failed, total
from ludwright._core import combinatorial as native
from ludwright.families.combinatorial.conformance import Pair, mutant, report
from ludwright.families.combinatorial.library import game_names, open_game, perft_table
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.reference import ReferenceRules, perft
from ludwright.families.combinatorial.vocabulary import BoardGame

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

PROOF = Proof(HOME / "runs" / "prove" / "state.json", SOURCES, UNRELATED)


def main() -> int:
    """Run the given parts, or all."""
    parser = arguments_of(__doc__, PARTS)
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
    arguments = parser.parse_args()
    state = PROOF.load(fresh=arguments.fresh, keep=arguments.keep)
    state["command"] = "python -m benchmarks.prove"
    limits = {
        "conformance": arguments.match_seconds,
        "mutants": arguments.mutant_seconds,
        "perft": arguments.perft_seconds,
    }
    state["limits"] = limits
    work = {"mutants": _mutants, "conformance": _matches, "perft": _perft}
    PROOF.run([*_tasks(arguments.parts or PARTS, limits)], work, state, arguments.workers)
    _write_results(state)
    return int(has_failed(state))


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


# --- Results ------------------------------------------------------------------------------------


def _write_results(state: State) -> None:
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
        f"{total(matches, 'matches')} matches, {total(matches, 'plies')} plies compared; "
        f"{total(matches, 'cut')} matches stopped by the time limit.",
        f"- Mutants: {total(mutants, 'mutants')}, of these {total(mutants, 'refused')} refused by "
        f"the static check, the others compared over one match of at most {MOST_PLIES} plies "
        f"({total(mutants, 'plies')} plies); {total(mutants, 'cut')} stopped by the time limit.",
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
        count = total(results, "matches")
        mean = total(results, "plies") / count
        lines.append(f"| {name} | {count} | {mean:.1f} | {total(results, 'cut')} |")
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
