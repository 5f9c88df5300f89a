"""A long proof in batches: progress is saved, and the next start continues from there.

After a change of the sources that it covers it starts again. Ctrl-C stops it safely.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludwright.families.comparing import Comparison, report
from ludwright.language.game import Game

HOME = Path(__file__).parents[1]
WORKERS = 2

State = dict[str, Any]
Task = tuple[str, str, int, float]
"""Part, name, first number, seconds."""
Work = Callable[[str, int, float], dict[str, Any]]
"""Name, first number and seconds of a task; the result lists under `wrong` what disagrees."""


@dataclass(frozen=True)
class Proof:
    """Where a proof is kept, and which files it covers."""

    state: Path
    sources: tuple[str, ...]
    """Patterns of files: if any of them changes, the proof starts again."""
    unrelated: tuple[str, ...] = ()
    """How the names of files end that have no part in it."""

    def fingerprint(self) -> str:
        """A digest of all files that the proof covers."""
        found = hashlib.blake2b(digest_size=12)
        for pattern in self.sources:
            for path in sorted(HOME.glob(pattern)):
                if not path.name.endswith(self.unrelated):
                    found.update(path.read_bytes())
        return found.hexdigest()

    def load(self, *, fresh: bool, keep: bool) -> State:
        """What was done before, unless the sources have changed."""
        now = self.fingerprint()
        if self.state.exists() and not fresh:
            state: State = json.loads(self.state.read_text(encoding="utf-8"))
            if keep or state["sources"] == now:
                return state
            print("the engines or the games have changed: starting again", file=sys.stderr)
        return {"sources": now, "done": {}}

    def save(self, state: State) -> None:
        """Keep what was done."""
        self.state.parent.mkdir(parents=True, exist_ok=True)
        new = self.state.with_suffix(".new")
        new.write_text(json.dumps(state), encoding="utf-8")
        new.replace(self.state)

    def run(
        self, tasks: Sequence[Task], work: Mapping[str, Work], state: State, workers: int
    ) -> None:
        """Do the tasks that are not done; what Ctrl-C interrupts is done at the next start."""
        tasks = [task for task in tasks if key_of(task) not in state["done"]]
        print(f"{len(tasks)} batches to do, {len(state['done'])} already done", file=sys.stderr)
        try:
            self._run([(task, work[task[0]]) for task in tasks], state, workers)
        except KeyboardInterrupt:
            print("\nstopped; the next start continues from here", file=sys.stderr)
        self.save(state)

    def _run(self, jobs: Sequence[tuple[Task, Work]], state: State, workers: int) -> None:
        begun = saved = time.monotonic()
        with multiprocessing.Pool(workers, _ignore_interrupt) as pool:
            for count, (key, result) in enumerate(pool.imap_unordered(_do, jobs), start=1):
                state["done"][key] = result
                for wrong in result["wrong"]:
                    print(f"\nDISAGREEMENT in {key}:\n{wrong}\n", file=sys.stderr)
                now = time.monotonic()
                if now - saved > 5 or count == len(jobs):
                    saved = now
                    self.save(state)
                    left = (now - begun) / count * (len(jobs) - count)
                    print(
                        f"\r{count}/{len(jobs)} batches, {left / 60:.0f} min left, last {key}   ",
                        end="",
                        file=sys.stderr,
                        flush=True,
                    )
        print(file=sys.stderr)


def arguments_of(about: str | None, parts: Sequence[str]) -> argparse.ArgumentParser:
    """The arguments that every proof has."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="default: all")
    parser.add_argument("--workers", type=int, default=WORKERS, help="processes")
    parser.add_argument("--fresh", action="store_true", help="discard earlier results")
    parser.add_argument("--keep", action="store_true", help="keep results of older sources")
    return parser


def key_of(task: Task) -> str:
    """The name of a task in the state."""
    return f"{task[0]} {task[1]} {task[2]}"


def total(results: Sequence[Mapping[str, Any]], name: str) -> int:
    """The sum of a number over results."""
    return sum(result[name] for result in results)


def has_failed(state: State) -> bool:
    """Whether anything disagreed."""
    return any(result["wrong"] for result in state["done"].values())


def no_matches() -> dict[str, Any]:
    """The result of a task in which two engines follow matches, before the first."""
    return {"matches": 0, "plies": 0, "over": 0, "cut": 0, "wrong": []}


def count_matches(
    result: dict[str, Any], found: Iterable[Comparison], game: Game, what: str, most: int
) -> None:
    """Add matches that both engines have followed, of at most so many plies."""
    for one in found:
        result["matches"] += 1
        result["plies"] += one.plies
        result["over"] += one.is_over
        result["cut"] += not one.is_over and one.plies < most
        if one.disagreement is not None:
            result["wrong"].append(f"{what}: {report(one.disagreement, game)}")


def table_of(name: str) -> tuple[str, int]:
    """The game and the seats of a task's name, such as `risk-lux/4`."""
    game, _, seats = name.partition("/")
    return game, int(seats)


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(job: tuple[Task, Work]) -> tuple[str, dict[str, Any]]:
    task, work = job
    begun = time.monotonic()
    result = work(*task[1:])
    return key_of(task), {**result, "seconds": round(time.monotonic() - begun, 2)}
