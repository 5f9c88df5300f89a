"""`ludwright actions` and `ludwright replay-actions`: a match as a log and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludwright.experiments.conquest_commands import app
from ludwright.play.playtest import playtest
from ludwright.play.playtest_file import save


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("matches") / "hahn.playtest"
    save(playtest("risk-hahn", ["hahn:332", "hahn:231"], 2, 4), path)
    return path


def test_a_log_is_written_and_replayed(matches: Path, tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    result = run("actions", str(matches), "--match", "1", "-o", str(log))
    assert result.exit_code == 0, result.output
    lines = log.read_text().splitlines()
    assert all(len(line.split()) == 10 for line in lines)
    assert run("actions", str(matches), "-m", "1").output == log.read_text()
    found = json.loads(run("replay-actions", str(log), "risk-hahn", "--json").output)
    assert found["actions"] == len(lines)
    assert sorted(found["scores"]) == [0.0, 1.0]
    told = run("replay-actions", str(log), "risk-hahn").output
    assert f"{len(lines)} actions, {found['plies']} plies: all follow the rules" in told


def test_a_match_that_is_not_there_is_told(matches: Path) -> None:
    result = run("actions", str(matches), "--match", "2")
    assert result.exit_code != 0
    assert "expected a match below 2, got 2" in result.output


def test_an_existing_log_is_not_replaced(matches: Path, tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    log.write_text("mine")
    assert run("actions", str(matches), "-o", str(log)).exit_code != 0
    assert log.read_text() == "mine"
    assert run("actions", str(matches), "-o", str(log), "--force").exit_code == 0


def test_games_that_a_log_cannot_hold_are_told_why(tmp_path: Path) -> None:
    path = tmp_path / "cards.playtest"
    save(playtest("rossato-artificial-3-10t", "rossato", 1, 4), path)
    result = run("actions", str(path))
    assert result.exit_code != 0
    assert "it has cards, and the log has no place for a card" in result.output


def test_games_of_other_families_are_refused(matches: Path, tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    run("actions", str(matches), "-o", str(log))
    result = run("replay-actions", str(log), "tic-tac-toe")
    assert result.exit_code != 0
    assert "expected a conquest game, got Tic-Tac-Toe" in result.output


def test_a_broken_log_is_told_with_its_line(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    log.write_text("0 0 0 -1 1 1 -1 -1 -1 -1\nnonsense\n")
    result = run("replay-actions", str(log), "risk-hahn")
    assert result.exit_code != 0
    assert "line 2: expected ten whole numbers, got 'nonsense'" in result.output
