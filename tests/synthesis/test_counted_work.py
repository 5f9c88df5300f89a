"""Limits of children count work: what a run finds must not depend on the speed of a machine."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludwright.families.combinatorial.library import open_game
from ludwright.play.workers import Limits, WorkerPool
from ludwright.running.driver import Goal, evolve
from ludwright.synthesis.candidate import Stage
from ludwright.synthesis.evaluation import evaluate, screen_task
from ludwright.synthesis.screen import TOO_MUCH_WORK, remeasure, screen
from ludwright.synthesis.worker_pool import worker_pool
from tests.synthesis.small_runs import kept, small_seeds, small_settings

CHILDREN = 16
LITTLE = 8_000_000
"""Steps that suffice for some children of a small run."""


def slowed(task: dict[str, Any]) -> dict[str, Any]:
    """Evaluate a task on a machine that is three times slower."""
    begun = time.process_time()
    answer = evaluate(task)
    end = begun + 3.0 * (time.process_time() - begun)
    while time.process_time() < end:
        pass
    return answer


def run_with(pool: WorkerPool, folder: Path) -> list[Any]:
    settings = small_settings()
    settings = replace(settings, screening=replace(settings.screening, work=LITTLE), finalists=0)
    with pool:
        evolve(folder, settings, small_seeds(), Goal(children=CHILDREN), pool)
    return kept(folder)


def test_a_slow_machine_rejected_children_that_a_fast_one_kept(tmp_path: Path) -> None:
    usual = run_with(worker_pool(2), tmp_path / "usual" / "run")
    slow = run_with(WorkerPool(slowed, 1, Limits()), tmp_path / "slow" / "run")
    assert usual == slow
    causes = [
        one.rejection.cause
        for turn in usual
        for one in turn.candidates
        if one.rejection is not None
    ]
    assert TOO_MUCH_WORK in causes


def test_a_child_has_a_limit_of_work_and_none_of_time() -> None:
    text = open_game("tic-tac-toe").text
    task = screen_task(text, (), 1, {}, is_inbred=False, known=(), novelty=None)
    assert "seconds" not in task


def test_a_confirmation_stops_where_its_answer_is_clear() -> None:
    text = open_game("breakthrough-6").text
    screening = small_settings().screening
    whole = screen(text, (), 1, replace(screening, soonest=12))
    assert whole.matches["confirmation"] == 18
    short = screen(text, (), 1, replace(screening, soonest=2))
    # Two matches never are enough, so those of the whole confirmation count alone.
    assert short.matches["confirmation"] == 18 + 3
    assert (short.critique, short.score) == (whole.critique, whole.score)


def test_a_retest_stops_unless_a_rival_may_be_better() -> None:
    text = open_game("breakthrough-6").text
    screening = replace(small_settings().screening, soonest=40)
    effort = replace(screening.confirmation, matches=50)
    alone = remeasure(text, 1, screening, effort, rivals=())
    assert alone.score is not None
    assert alone.matches["confirmation"] == 60
    rivalled = remeasure(text, 1, screening, effort, rivals=[alone.score.value])
    assert rivalled.matches["confirmation"] == 60 + 75
    beaten = remeasure(text, 1, screening, effort, rivals=[alone.score.value + 100.0])
    assert beaten == replace(alone, seconds=beaten.seconds)


def test_what_is_bound_to_exceed_the_limit_is_not_begun() -> None:
    text = open_game("gomoku-hexhex").text
    screening = small_settings().screening
    whole = screen(text, (), 1, screening)
    assert whole.rejection is None
    for work in (1_000_000, 10_000_000, 100_000_000):
        found = screen(text, (), 1, replace(screening, work=work))
        if found.rejection is not None:
            assert (found.rejection.stage, found.rejection.cause) == (Stage.SPEED, TOO_MUCH_WORK)
            assert sum(found.matches.values()) < sum(whole.matches.values())
        else:
            assert found.critique == whole.critique
