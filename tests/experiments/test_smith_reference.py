"""Table 1 of Smith."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from ludwright.criticism.measure import Score
from ludwright.experiments.railway_experiments import app
from ludwright.experiments.smith_reference import reference, table_lines
from ludwright.families.railway.variation import references


def test_the_figures_of_the_command_have_values_and_errors() -> None:
    found = CliRunner().invoke(app, ["smith-reference", "--matches", "120", "--json"])
    assert found.exit_code == 0, found.output
    data = json.loads(found.stdout)
    assert data["seats"] == 4
    assert set(data["metrics"]) == {
        *("score", "score-variance", "destinations", "routes-per-destination", "turns"),
        *("card-turns", "path-changes", "clutter", "intersections", "destinations-covered"),
    }
    for one in data["metrics"].values():
        assert {"value", "error", "samples", "published"} <= set(one)
    assert data["metrics"]["destinations"]["value"] == 36
    assert data["metrics"]["turns"]["error"] > 0
    assert len(data["fitness_of_means"]) == 1


def test_several_numbers_of_seats_stand_beside_each_other() -> None:
    found = [reference(references(seats)[0], seats, 100, 1, 1) for seats in (2, 4)]
    lines = table_lines(found)
    assert "2 seats" in lines[0]
    assert "4 seats" in lines[0]
    turns = [one.measures["railway-turns"] for one in found]
    assert all(isinstance(one, Score) for one in turns)
    assert lines[1].startswith("score")
    assert "70.86" in lines[1]


@pytest.mark.parametrize("seats", ["none", "", "0", "4,x"])
def test_a_wrong_number_of_seats_is_refused(seats: str) -> None:
    found = CliRunner().invoke(app, ["smith-reference", "--matches", "10", "--seats", seats])
    assert found.exit_code == 2
