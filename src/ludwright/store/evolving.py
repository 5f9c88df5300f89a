"""Runs in a store: every generation is saved before the next begins."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludwright.errors import LudwrightError, StoreError
from ludwright.language.game import Game
from ludwright.language.vary import collect_rarely
from ludwright.play.workers import WorkerPool
from ludwright.store.runs import RUN_FILE, RunState
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Generation
from ludwright.synthesis.evolution import Evolution, Heard, RunSettings, is_done


@dataclass(frozen=True, slots=True)
class Goal:
    """When a run ends: whichever limit is reached first."""

    children: int | None = None
    survivors: int | None = None
    seconds: float | None = None
    """Wall-clock time; two runs that it ends need not be the same."""


Told = Callable[[Evolution], None]
"""Called after every generation."""


def evolve(
    folder: Path,
    settings: RunSettings,
    seeds: Sequence[Game],
    goal: Goal,
    pool: WorkerPool,
    *,
    told: Told | None = None,
    heard: Heard | None = None,
    is_resumed: bool = False,
) -> Evolution:
    """Run until the goal is reached, then finish; a stopped run continues where it was."""
    begun = time.monotonic()
    collect_rarely()
    evolution = Evolution(settings, seeds)
    with open_run(folder, settings, is_resumed=is_resumed) as store:
        name = folder.resolve().name
        for generation in store.generations(name):
            evolution.absorb(generation)
        if told is not None:
            told(evolution)
        try:
            while not _is_reached(evolution, goal, begun):
                generation = evolution.turn(pool, goal.children, heard)
                _require_parents(generation)
                store.save_generation(name, generation)
                evolution.absorb(generation)
                if told is not None:
                    told(evolution)
            if not evolution.is_finished:
                last = evolution.finish(pool, heard)
                store.save_generation(name, last)
                evolution.absorb(last)
        except BaseException:
            store.set_state(name, RunState.STOPPED)
            raise
        store.set_state(name, RunState.FINISHED)
    return evolution


def open_run(folder: Path, settings: RunSettings, *, is_resumed: bool) -> Store:
    """The store in a folder, with its run started or resumed; everything else in it is kept."""
    store = Store.open(folder / RUN_FILE)
    asked = (folder.resolve().name, settings.family, settings.seed, settings.to_json())
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


def _is_reached(evolution: Evolution, goal: Goal, begun: float) -> bool:
    if evolution.generation == 0:
        return False
    if goal.seconds is not None and time.monotonic() - begun >= goal.seconds:
        return True
    return is_done(evolution.census, children=goal.children, survivors=goal.survivors)
