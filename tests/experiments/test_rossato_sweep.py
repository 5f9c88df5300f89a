from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ludwright.errors import StoreError
from ludwright.experiments.rossato_sweep import (
    RUNS_FILE,
    TABLE_2,
    Finished,
    Setting,
    Sweep,
    figures,
    grid,
    in_even_order,
    read_runs,
    run_task,
    sweep,
    table_lines,
)
from ludwright.plain import plain_of, read_plain


def test_the_grid_has_the_published_number_of_runs() -> None:
    settings = grid()
    assert len(settings) == len(set(settings)) == 3250
    assert settings[0] == Setting(10, 5, 2, 0.1)
    assert settings[-1] == Setting(190, 50, 24, 0.8)
    assert all(one in settings for _, one in TABLE_2)


def test_any_first_part_of_the_order_is_spread_over_the_grid() -> None:
    order = in_even_order(3250)
    assert sorted(order) == list(range(3250))
    assert order[:2] == [0, 3249]
    settings = grid()
    for count in (100, 400):
        rates = Counter(settings[one].mutation for one in order[:count])
        lengths = Counter(settings[one].generations for one in order[:count])
        assert min(rates.values()) > 0.7 * count / 5
        assert min(lengths.values()) > 0.7 * count / 10


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sweep]:
    """The fastest run alone, twice under different numbers: a slice of the whole."""
    out = tmp_path_factory.mktemp("sweep")
    tasks = [
        {"number": number, "setting": plain_of(Setting(3, 5, 2, 0.4)), "matches": 6, "seed": 1}
        for number in (0, 3249)
    ]
    answers = [run_task(task) for task in tasks]
    runs = [read_plain(Finished, one) for one in answers]
    return out, Sweep(tuple(runs), 6, 3250)


def test_a_run_keeps_its_course_and_that_of_its_twin(swept: tuple[Path, Sweep]) -> None:
    first, second = swept[1].runs
    assert len(first.curve) == len(first.sizes) == len(first.drift) == 4
    assert first.sizes[0] == first.drift[0]
    assert all(best <= mean for best, mean in first.curve)
    assert first.fitness == pytest.approx(first.curve[-1][0], abs=1e-4)
    assert first.text != second.text
    assert 2 <= first.size <= 120


def test_the_tables_and_figures_are_made_of_the_runs(swept: tuple[Path, Sweep]) -> None:
    found = swept[1]
    data = found.to_json()
    assert data["runs"] == 2
    assert [one["fitness"] for one in data["top"]] == sorted(one.fitness for one in found.runs)
    assert sum(data["choices"]["deal"].values()) == 2
    text = "\n".join(table_lines(data))
    assert "published 0.779" in text
    drawn = figures(found)
    assert {"figure-3a.svg", "figure-4.svg", "figure-5.svg", "figure-6a.svg"} <= set(drawn)
    assert all(one.startswith("<svg") for one in drawn.values())


def test_a_sweep_that_was_interrupted_goes_on(tmp_path: Path, swept: tuple[Path, Sweep]) -> None:
    lines = [json.dumps({"matches": 6, "seed": 1, **plain_of(one)}) for one in swept[1].runs]
    (tmp_path / RUNS_FILE).write_text("\n".join([*lines, lines[0][:50]]))
    again = sweep(2, 6, 1, 1, tmp_path)
    assert again.runs == swept[1].runs
    assert list(read_runs(tmp_path / RUNS_FILE, 6, 1)) == list(swept[1].runs)
    with pytest.raises(StoreError, match="expected runs of 7 matches"):
        sweep(2, 7, 1, 1, tmp_path)
