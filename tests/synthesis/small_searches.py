"""Searches by presets that are small enough for tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ludwright.language.game import Game
from ludwright.running.driver import Goal, evolve
from ludwright.running.settings import search_settings
from ludwright.store.runs import RUN_FILE
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Generation
from ludwright.synthesis.loops import Loop
from ludwright.synthesis.preset import preset_named
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.worker_pool import worker_pool

FAMILY = "conquest"


def seeds_of(preset: str) -> list[Game]:
    return list(preset_named(preset, FAMILY).seeds(None))


def small_settings(preset: str, seed: int = 1) -> RunSettings:
    usual = preset_named(preset, FAMILY).options
    options = replace(usual, generations=3, offspring=8, tournament=3)
    found = search_settings(FAMILY, seeds_of(preset), options, seed, matches=8, finalists=2)
    return replace(found, finish=replace(found.finish, matches=20))


def small_search(folder: Path, preset: str, jobs: int = 1) -> Loop:
    """A search that continues if it was begun."""
    with worker_pool(jobs) as pool:
        settings = small_settings(preset)
        run = evolve(folder, settings, seeds_of(preset), Goal(), pool, is_resumed=True)
    return run.evolution


def kept(folder: Path) -> list[Generation]:
    """The generations of a run, without what may differ between machines."""
    with Store.open(folder / RUN_FILE, is_read_only=True) as store:
        return [replace(one, seconds={}) for one in store.generations(folder.name)]
