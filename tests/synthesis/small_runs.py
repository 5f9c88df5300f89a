"""Runs small enough for tests: few seeds, few matches, everything else as usual."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ludwright.criticism.effort import QUICK
from ludwright.criticism.measure import Score
from ludwright.criticism.profile import default_profile
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import Game
from ludwright.running.driver import Goal, evolve
from ludwright.store.runs import RUN_FILE
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, Generation
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import Screening
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.worker_pool import worker_pool

FAMILY = "combinatorial"
SEEDS = ("tic-tac-toe", "hex-7", "breakthrough-6", "reversi-6", "clobber")


def small_seeds() -> list[Game]:
    return [open_game(name) for name in SEEDS]


def generation_of(games: list[Game]) -> Generation:
    """A generation of viable games, each of its own kind and better than the next."""
    children = [
        Candidate(
            number,
            1,
            game.name,
            game.digest,
            game.text,
            score=Score(1.0 - number, 0.1, 10),
            is_viable=True,
            cell=(game.name,),
        )
        for number, game in enumerate(games)
    ]
    return Generation(1, tuple(children))


def small_settings(seed: int = 1, steering: Steering | None = None) -> RunSettings:
    games = small_seeds()
    screening = Screening(
        default_profile(FAMILY),
        steering or Steering(),
        replace(QUICK, name="first look", matches=4),
        replace(QUICK, name="quick", matches=6),
        replace(QUICK, name="confirmation", matches=12),
    )
    return RunSettings(
        FAMILY,
        seed,
        screening,
        seeds=tuple(game.digest for game in games),
        batch=8,
        finish=QUICK,
        finalists=2,
        policy_tries=2,
    )


def small_run(
    folder: Path, children: int, jobs: int = 1, steering: Steering | None = None
) -> Evolution:
    with worker_pool(jobs) as pool:
        run = evolve(
            folder,
            small_settings(steering=steering),
            small_seeds(),
            Goal(children=children),
            pool,
            is_resumed=True,
        )
    assert isinstance(run.evolution, Evolution)
    return run.evolution


def kept(folder: Path) -> list[Generation]:
    """The generations of a run, without data that may differ between machines."""
    with Store.open(folder / RUN_FILE, is_read_only=True) as store:
        return [replace(one, seconds={}) for one in store.generations(folder.name)]
