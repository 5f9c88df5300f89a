"""`ludwright experiment people` on a few small games with invented ratings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludwright.criticism import regression
from ludwright.experiments import people as experiment
from ludwright.experiments import people_commands
from ludwright.experiments.ludi_commands import app
from ludwright.families.combinatorial.library import open_game

SMALL = (
    *("achi", "tic-tac-toe", "hexapawn", "octapawn", "three-mens-morris", "tapatan", "hex-7"),
    *("four-by-four", "nine-holes"),
)


@pytest.fixture
def ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(experiment, "PAPER_RANKS", {"elrostir": (5, 19)})
    monkeypatch.setattr(regression, "MOST_ITERATIONS", 1)
    rows = [f"{name},1,{name},1900,{at},9,same" for at, name in enumerate(SMALL)]
    rows.append("mine.game,1,Mine,1900,9,9,same")
    rows.append("no-such-game,1,None,1900,9,9,same")
    (tmp_path / "mine.game").write_text(open_game("teeko").text)
    path = tmp_path / "ratings.csv"
    path.write_text("game,bgg,name,year,rating,users,fidelity\n" + "\n".join(rows) + "\n")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["people", *map(str, arguments)])


def test_ratings_of_a_file_are_compared_and_a_second_start_only_reads(
    ratings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--ratings", ratings, "--out", tmp_path / "out", "--shuffles", 19, "--jobs", 2)
    first = run(*options, "--json")
    assert first.exit_code == 0, first.stderr
    data = json.loads(first.stdout)
    assert list(data)[:3] == ["spearman", "pairs", "n"]
    assert (data["n"], data["profile"]) == (10, "board")
    assert list(data["profiles"]) == ["board", "ludi", "gated"]
    assert [one["game"] for one in data["left_out"]] == ["no-such-game"]
    assert "left out: no-such-game" in first.stderr
    assert {one["game"] for one in data["games"]} == {*SMALL, "mine.game"}
    assert [one["game"] for one in data["paper_games"]] == ["elrostir"]
    assert all((tmp_path / "out" / name).is_file() for name in people_commands.FILES)

    monkeypatch.setattr("ludwright.experiments.measuring.critique_task", None)
    again = run(*options, "--profile", "ludi")
    assert again.exit_code == 0, again.stderr
    assert "the profile ludi" in again.stdout
    kept = json.loads((tmp_path / "out" / "people.json").read_text())
    assert (kept["profile"], list(kept["profiles"])) == ("ludi", ["ludi", "board", "gated"])
    assert kept["spearman"] == pytest.approx(data["profiles"]["ludi"]["whole"]["spearman"]["value"])


def test_results_of_others_are_not_replaced(ratings: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "people.md").write_text("mine")
    result = run("--ratings", ratings, "--out", tmp_path / "out")
    assert result.exit_code == 3, result.output
    assert (tmp_path / "out" / "people.md").read_text() == "mine"
