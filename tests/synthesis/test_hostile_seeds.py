"""Seeds designed to be slow: left out after a fixed amount of work, the same on every machine."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import read_game
from ludwright.plain import plain_of, read_plain
from ludwright.synthesis import evaluation
from ludwright.synthesis.candidate import Stage
from ludwright.synthesis.evaluation import (
    evaluate,
    remeasure_task,
)
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.screen import Finding
from ludwright.synthesis.worker_pool import worker_pool
from tests.families.combinatorial.hostile import MANY_ORS, SLOW_MOVES
from tests.synthesis.small_runs import small_settings

LITTLE = 60_000_000
"""Steps: enough for tic-tac-toe, a quarter of a second for the others."""


def measured(text: str, **changed: Any) -> Finding:
    screening = small_settings().screening
    rules = plain_of(screening)
    task = remeasure_task(text, 1, rules, screening.preliminary, is_seed=True)
    return read_plain(Finding, evaluate({**task, **changed}))


@pytest.mark.parametrize("text", [MANY_ORS, SLOW_MOVES], ids=["many-ors", "slow-moves"])
def test_a_hostile_seed_was_measured_for_minutes(text: str) -> None:
    found = measured(text, work=LITTLE)
    assert found.rejection is not None
    assert found.rejection.stage is Stage.SPEED
    assert found.rejection.cause == "too much work to measure"
    assert f"{LITTLE} steps" in found.rejection.detail
    assert found == measured(text, work=LITTLE)


def test_the_limit_of_a_seed_changes_nothing_below_it() -> None:
    text = open_game("tic-tac-toe").text
    found = [measured(text, work=work) for work in (LITTLE, 1 << 60)]
    assert found[0].rejection is None
    assert found[0].critique == found[1].critique
    assert found[0].signature == found[1].signature


def test_a_run_continues_without_its_hostile_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "SEED_WORK", LITTLE)
    seeds = [read_game(MANY_ORS), open_game("tic-tac-toe"), read_game(SLOW_MOVES)]
    evolution = Evolution(small_settings(), seeds)
    with worker_pool(1) as pool:
        evolution.absorb(evolution.turn(pool))
    assert [one.name for one in evolution.population] == ["Tic-Tac-Toe"]
    left_out = {one.name: str(one.rejection) for one in evolution.lost_seeds()}
    assert list(left_out) == ["Many-ors", "Slow-moves"]
    assert all("too much work to measure" in reason for reason in left_out.values())
