"""Table 2 of Smith, and ours beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludwright.errors import StoreError
from ludwright.experiments.smith_boards import (
    KEPT,
    Trial,
    experiment,
    figures,
    pictures,
    summary,
    table_lines,
    trials,
)
from ludwright.play.workers import WorkerPool
from ludwright.synthesis.worker_pool import worker_pool

TRIALS = [
    Trial("ours", 7, 5, 1, "ours"),
    Trial("paper", 7, 5, 1, "equal"),
    Trial("paper-of-means", 7, 6, 1, "table"),
]


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with worker_pool(1) as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("smith-boards")


@pytest.fixture(scope="module")
def rows(pool: WorkerPool, folder: Path) -> list[dict[str, Any]]:
    return experiment(TRIALS, 4, pool, folder, lambda _, __: None)


def test_runs_are_judged_by_fresh_matches(rows: list[dict[str, Any]]) -> None:
    ours, paper, _ = rows
    assert len(rows) == 3
    for one in ours["answers"]:
        assert one["crossings"] == 0
        assert one["is_good"] == (one["worst"] <= 1.0)
        assert set(one["away"]) >= {"score", "turns"}
    assert not paper["answers"][0]["is_good"]
    assert paper["answers"][0]["crossings"] > 0


def test_runs_that_the_folder_has_are_not_made_again(
    rows: list[dict[str, Any]], folder: Path, pool: WorkerPool
) -> None:
    before = (folder / KEPT).read_text(encoding="utf-8")
    again = experiment(TRIALS[:2], 4, pool, folder, lambda _, __: None)
    assert again == rows[:2]
    assert (folder / KEPT).read_text(encoding="utf-8") == before


@pytest.mark.slow
def test_figures_are_summed_up_and_drawn(rows: list[dict[str, Any]]) -> None:
    data = summary(rows, 4)
    assert data["ours"]["runs"] == 1
    assert data["equal"]["paper"]["good"] == 0
    assert data["reference"]["is_good"]
    lines = table_lines(data)
    assert lines[1].startswith("ours")
    assert lines[-1].startswith("reference board")
    assert set(figures(data)) == {"smith-time.svg", "smith-fitness.svg", "smith-good.svg"}
    drawn = pictures(rows, 4)
    assert len(drawn) == 7
    assert all(one.lstrip().startswith("<svg") for one in drawn.values())


def test_a_broken_file_of_runs_is_told(tmp_path: Path, pool: WorkerPool) -> None:
    (tmp_path / KEPT).write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(StoreError, match="line 1: expected a run"):
        experiment(TRIALS, 4, pool, tmp_path, lambda _, __: None)


def test_the_experiment_has_runs_of_ours_of_equal_matches_and_of_the_table() -> None:
    found = trials([100, 200], 2, 3, 1)
    assert [one.part for one in found] == ["ours"] * 3 + ["equal"] * 2 + ["table"] * 8
    assert {one.generations for one in found if one.part == "table"} == {40}
    ours, equal = found[0], found[3]
    assert (ours.offspring, ours.generations) == (equal.offspring, equal.generations)


def test_the_table_may_have_one_reading_of_the_fitness() -> None:
    found = trials([100], 2, 0, 1, ["paper"])
    assert [one.preset for one in found if one.part == "table"] == ["paper"] * 2
    assert [one.preset for one in found if one.part == "equal"] == ["paper", "paper-of-means"]
