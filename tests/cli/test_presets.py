from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludwright.cli.main import app

SMALL = ["--generations", "2", "--offspring", "6", "--matches", "8", "--finalists", "1"]


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [*arguments])
    return result.exit_code, result.stdout, result.stderr


def flat(error: str) -> str:
    return " ".join(error.split())


@pytest.mark.parametrize("preset", ["paper", "ours"])
def test_a_preset_is_run_stored_resumed_and_reported(preset: str, tmp_path: Path) -> None:
    folder = tmp_path / preset
    words = ["evolve", "conquest", "--preset", preset, *SMALL, "--floor", "9", "--jobs", "1"]
    words += ["--tournament", "3", "--mutation", "0.5", "--out", str(folder), "--json", "--quiet"]
    code, out, error = run(*words)
    assert code == 0, error
    first = json.loads(out)
    assert len(first["finalists"]) == 1
    assert first["finalists"][0]["score"]["value"] < 0
    page = (folder / "export" / "report" / "index.html").read_text()
    assert "<svg" in page
    code, out, _ = run(*words, "--resume")
    assert code == 0
    assert json.loads(out) == first
    code, out, _ = run("runs", "show", str(folder), "--json")
    shown = json.loads(out)
    assert shown["settings"]["search"]["preset"] == preset
    assert shown["settings"]["search"]["floor"] == 9
    code, _, error = run(*words[:-4], "--out", str(folder), "--floor", "10", "--resume")
    assert code == 3
    assert "search.floor was 9 and is 10" in flat(error)


def test_three_play_with_the_player_that_is_asked_for(tmp_path: Path) -> None:
    words = ["evolve", "conquest", *SMALL, "--seats", "3", "--player", "angry", "--jobs", "1"]
    code, out, error = run(*words, "--out", str(tmp_path / "three"), "--json", "--quiet")
    assert code == 0, error
    assert json.loads(out)["children"] > 0
    games = list((tmp_path / "three" / "export" / "games").glob("*.game"))
    assert "(seats 3 3)" in games[0].read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["conquest", "--preset", "papre"], "did you mean 'paper'"),
        (["conquest", "--preset", "paper", "--lock", "map"], "expected no --lock with a preset"),
        (["conquest", "--preset", "paper", "--effort", "full"], "expected no --effort"),
        (["conquest", "--player", "nobody-known"], "expected the name of a player"),
        (["conquest", "--mutation", "1.5"], "'--mutation'"),
        (["conquest", "--archive", "territories:0"], "expected a width"),
        (["conquest", "--floor", "500"], "territories"),
        (["combinatorial", "--generations", "5"], "expected a family with presets"),
        (["combinatorial", "--preset", "papre"], "did you mean 'paper'"),
    ],
)
def test_mistakes_are_reported_before_anything_runs(
    words: list[str], told: str, tmp_path: Path
) -> None:
    out = tmp_path / "never"
    code, _, error = run("evolve", *words, "--out", str(out), "--quiet")
    assert code != 0
    assert told in flat(error)
    assert not (out / "export").exists()
