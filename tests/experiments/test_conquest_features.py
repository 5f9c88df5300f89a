"""`ludwright features`: what a board shows at the stages of every turn, of any playtest."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludwright.experiments.conquest_commands import app
from ludwright.families.conquest.features import MEASURED, NAMES
from ludwright.play.playtest import playtest
from ludwright.play.playtest_file import save


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three seats that rotate, and cards."""
    path = tmp_path_factory.mktemp("matches") / "lux.playtest"
    players = ["killbot", "rossato", "stinky"]
    save(playtest("risk-lux", players, 3, 4, seats=3, rotate_seats=True), path)
    return path


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_all_matches_are_a_table(matches: Path) -> None:
    result = run("features", str(matches))
    assert result.exit_code == 0, result.output
    rows = rows_of(result.output)
    assert tuple(rows[0]) == NAMES
    assert {row["match"] for row in rows} == {"0", "1", "2"}
    assert {row["stage"] for row in rows} == {"start", "placed", "attacked", "end"}
    assert all(float(row[name]) >= 0 for row in rows for name in MEASURED)


def test_players_are_told_by_the_seats_that_they_rotate_through(matches: Path) -> None:
    rows = rows_of(run("features", str(matches)).output)
    first = {row["player"] for row in rows if row["seat"] == "0"}
    assert first == {"killbot", "rossato", "stinky"}


def test_one_match_is_a_part_of_the_table(matches: Path) -> None:
    rows = rows_of(run("features", str(matches)).output)
    assert rows_of(run("features", str(matches), "--match", "1").output) == [
        row for row in rows if row["match"] == "1"
    ]
    result = run("features", str(matches), "--match", "3")
    assert result.exit_code != 0
    assert "expected a match below 3, got 3" in result.output


def test_json_holds_the_same_numbers(matches: Path, tmp_path: Path) -> None:
    rows = rows_of(run("features", str(matches)).output)
    found = json.loads(run("features", str(matches), "--json").output)
    assert [{name: str(value) for name, value in row.items()} for row in found] == rows
    out = tmp_path / "features.json"
    assert run("features", str(matches), "-o", str(out)).exit_code == 0
    assert json.loads(out.read_text()) == found


def test_an_existing_table_is_not_replaced(matches: Path, tmp_path: Path) -> None:
    out = tmp_path / "features.csv"
    out.write_text("mine")
    assert run("features", str(matches), "-o", str(out)).exit_code != 0
    assert out.read_text() == "mine"
    assert run("features", str(matches), "-o", str(out), "--force").exit_code == 0
    assert out.read_text() == run("features", str(matches)).output


def test_matches_of_other_families_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.playtest"
    save(playtest("tic-tac-toe", "uniform", 1, 4), path)
    result = run("features", str(path))
    assert result.exit_code != 0
    assert "expected a conquest game, got Tic-Tac-Toe" in result.output
