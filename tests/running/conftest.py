from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.criticism.effort import QUICK
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import Game
from ludwright.running.driver import Goal, evolve
from ludwright.running.run import Run
from ludwright.synthesis.run_settings import RunSettings
from tests.synthesis.small_runs import small_settings

CHILDREN = 18


def two_seeds() -> list[Game]:
    return [open_game("hex-7"), open_game("breakthrough-6")]


def two_seed_settings() -> RunSettings:
    return replace(
        small_settings(),
        seed=11,  # no child of it comes near the limit of processor time, which may strike or not
        seeds=tuple(game.digest for game in two_seeds()),
        batch=6,
        finish=replace(QUICK, matches=4),
        finalists=1,
    )


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small run that found a viable game."""
    folder = tmp_path_factory.mktemp("running") / "first"
    return evolve(folder, two_seed_settings(), two_seeds(), Goal(children=CHILDREN))
