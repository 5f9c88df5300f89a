"""Runs are driven from one place, with any number of workers, and keep evidence on request."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ludwright.running.driver import Goal, evolve
from ludwright.running.run import Run, load_run
from ludwright.synthesis.candidate import Generation
from tests.running.conftest import CHILDREN, two_seed_settings, two_seeds


def timeless(run: Run) -> list[Generation]:
    return [replace(one, seconds={}) for one in run.generations]


def test_keeping_evidence_changes_nothing_in_what_is_found(finished: Run, tmp_path: Path) -> None:
    goal = Goal(children=CHILDREN)
    bare = evolve(
        tmp_path / "first", two_seed_settings(), two_seeds(), goal, 2, keeps_evidence=False
    )
    assert timeless(bare) == timeless(finished)
    assert bare.evidence(0) is None


def test_a_run_without_a_goal_would_never_end(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected children, survivors or seconds"):
        evolve(tmp_path / "first", two_seed_settings(), two_seeds(), Goal())
    assert not (tmp_path / "first").exists()


def test_every_generation_and_every_game_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    heard: list[str] = []
    run = evolve(
        tmp_path / "first",
        replace(two_seed_settings(), finalists=0),
        two_seeds(),
        Goal(children=6),
        told=lambda evolution: told.append(evolution.generation),
        heard=lambda step: heard.append(step.what),
    )
    assert told == [0, 1, 2]
    assert (heard.count("seeds"), heard.count("children")) == (2, 6)
    assert len(load_run(run.folder).generations) == 3
