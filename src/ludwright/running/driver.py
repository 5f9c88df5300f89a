"""The driver of runs: every generation is saved before the next begins."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from ludwright.errors import LudwrightError, StoreError
from ludwright.language.game import Game
from ludwright.language.vary import collect_rarely
from ludwright.plain import plain_of
from ludwright.play.workers import WorkerPool
from ludwright.running.run import Run
from ludwright.store.runs import RUN_FILE, RunState
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Generation
from ludwright.synthesis.evolution import is_done
from ludwright.synthesis.loops import Loop, loop_of
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.step import Heard, silent
from ludwright.synthesis.worker_pool import worker_pool


@dataclass(frozen=True, slots=True)
class Goal:
    """When a run ends: whichever limit is reached first."""

    children: int | None = None
    survivors: int | None = None
    seconds: float | None = None
    """Wall-clock time; two runs that it ends need not be the same."""


Told = Callable[[Loop], None]
"""Called after every generation."""


def evolve(
    folder: Path,
    settings: RunSettings,
    seeds: Sequence[Game],
    goal: Goal,
    pool: WorkerPool | int = 1,
    *,
    told: Told | None = None,
    heard: Heard | None = None,
    is_resumed: bool = False,
    keeps_evidence: bool = True,
) -> Run:
    """Run until the goal is reached, then finish; a stopped run continues where it was.

    A search by a preset also ends when its own options say so.

    `pool` is a pool of workers, or the number of workers to start. `told` is called after every
    generation, `heard` after every game. `keeps_evidence` keeps the matches of viable games, so
    that criteria can be measured on them later; it has no influence on what is found.
    """
    if goal == Goal() and settings.search is None:
        raise ValueError("expected children, survivors or seconds as the goal of a run, got none")
    begun = time.monotonic()
    collect_rarely()
    evolution = loop_of(settings, seeds, keeps_evidence=keeps_evidence)
    tell = told or (lambda _: None)
    with _workers(pool) as workers, _running(folder, settings, is_resumed=is_resumed) as saved:
        for generation in saved.generations():
            evolution.absorb(generation)
        tell(evolution)
        while not _is_reached(evolution, goal, begun):
            generation = evolution.turn(workers, goal.children, heard or silent)
            _require_parents(generation)
            saved.save(generation)
            evolution.absorb(generation)
            tell(evolution)
        if not evolution.is_finished:
            last = evolution.finish(workers, heard or silent)
            saved.save(last)
            evolution.absorb(last)
    return Run(folder, evolution)


@dataclass(frozen=True)
class _SavedRun:
    """The run that is being written."""

    store: Store
    name: str

    def generations(self) -> Iterator[Generation]:
        return self.store.generations(self.name)

    def save(self, generation: Generation) -> None:
        self.store.save_generation(self.name, generation)


@contextmanager
def _running(folder: Path, settings: RunSettings, *, is_resumed: bool) -> Iterator[_SavedRun]:
    """The run in a folder; it counts as finished afterwards, or as stopped by an error."""
    with open_run(folder, settings, is_resumed=is_resumed) as store:
        name = folder.resolve().name
        try:
            yield _SavedRun(store, name)
        except BaseException:
            store.set_state(name, RunState.STOPPED)
            raise
        store.set_state(name, RunState.FINISHED)


@contextmanager
def _workers(pool: WorkerPool | int) -> Iterator[WorkerPool]:
    with worker_pool(pool) if isinstance(pool, int) else nullcontext(pool) as workers:
        yield workers


def open_run(folder: Path, settings: RunSettings, *, is_resumed: bool) -> Store:
    """The store in a folder, with its run started or resumed; everything else in it is kept."""
    store = Store.open(folder / RUN_FILE)
    asked = (folder.resolve().name, settings.family, settings.seed, plain_of(settings))
    try:
        if not is_resumed:
            store.forget_empty_runs()
        if not store.runs():
            store.new_run(*asked)
        elif is_resumed:
            store.resume_run(*asked)
        else:
            raise StoreError(
                f"expected a folder without a run, got {folder}, which holds one; "
                "resume it with --resume, or choose another folder"
            )
    except BaseException:
        store.close()
        raise
    return store


def _require_parents(generation: Generation) -> None:
    """Raise an error with the reasons if no seed can be bred from."""
    if generation.number > 0 or any(one.has_survived for one in generation.candidates):
        return
    reasons = "; ".join(f"{one.name}: {one.rejection}" for one in generation.candidates)
    raise LudwrightError(
        f"expected seeds that can be played and measured, got none ({reasons}); choose others"
    )


def _is_reached(evolution: Loop, goal: Goal, begun: float) -> bool:
    if evolution.generation == 0:
        return False
    if evolution.is_over:
        return True
    if goal.seconds is not None and time.monotonic() - begun >= goal.seconds:
        return True
    return is_done(evolution.census, children=goal.children, survivors=goal.survivors)
