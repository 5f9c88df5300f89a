from __future__ import annotations

import csv
import io
import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludwright.cli.main import app

QUICK = ["-n", "4", "--depth", "1", "--quiet"]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are kept in the working directory."""
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["critique", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_json_holds_every_quick_criterion_with_error_and_samples_or_a_reason() -> None:
    code, out, _ = run("breakthrough-6", *QUICK, "--json")
    assert code == 0
    (found,) = json.loads(out)["critiques"]
    assert found["game"] == "Breakthrough-6"
    assert set(found["verdict"]) == {"viable", "failings", "doubts"}
    assert len(found["measures"]) >= 48
    for measure in found["measures"].values():
        assert set(measure) in ({"value", "error", "samples"}, {"unscored"})


def test_csv_has_a_line_per_criterion() -> None:
    code, out, _ = run("tic-tac-toe", *QUICK, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert {"completion", "aesthetic-score"} <= {row["criterion"] for row in rows}


def test_csv_has_percentiles_where_there_are_any() -> None:
    code, out, _ = run("tic-tac-toe", "--csv", "--quiet", "--no-keep")
    rows = {row["criterion"]: row for row in csv.DictReader(io.StringIO(out))}
    assert code == 0
    for name in ("aesthetic-score", "drawishness"):
        low, at, high = (rows[name][f"percentile{end}"] for end in ("_low", "", "_high"))
        assert 0.0 <= float(low) <= float(at) <= float(high) <= 1.0
    assert rows["goal-line"]["percentile"] == ""


def test_html_has_a_radar_a_lead_history_and_the_rules(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, _, _ = run("hex-7", *QUICK, "--html", "--out", str(page))
    text = page.read_text(encoding="utf-8")
    assert code == 0
    matches = text.count("<h3>Match ")
    assert matches > 0
    assert text.count("<svg") == 3 + matches
    assert "criteria of" in text
    assert "lead of the eventual winner" in text
    assert "<h2>Rules</h2>" in text
    assert text.count("ludwright replay ") == matches


def test_a_page_asks_for_nothing_from_elsewhere() -> None:
    code, text, _ = run("hex-7", *QUICK, "--html", "--no-keep")
    assert code == 0
    assert "<script" not in text
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"(src|href)=|url\(|@import", text)


def test_a_page_of_the_usual_effort_shows_percentiles_and_advice() -> None:
    code, text, _ = run("tic-tac-toe", "hex-7", "--html", "--quiet", "--no-keep")
    assert code == 0
    assert text.startswith("<!doctype html>")
    assert "Critique of Tic Tac Toe, Hex 7" in text
    assert text.count('class="rank large"') == 2
    assert "Many matches end in a draw." in text
    assert "<p>Try " in text


def test_text_names_groups_and_the_verdict() -> None:
    code, out, _ = run("tic-tac-toe", *QUICK)
    assert code == 0
    assert out.startswith("Tic-Tac-Toe: ")
    assert all(group in out for group in ("intrinsic", "viability", "quality", "beyond"))


def test_a_game_that_is_over_before_it_begins_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "stuck.game"
    path.write_text(
        "(game Stuck (players (White n) (Black s)) (board (tiling square) (size 3 3))"
        " (pieces (Man All (moves (move (pre (and (owner from) (empty to) (steps b)))"
        " (action (pop) (push)))))) (start (place (Man White) home) (place (Man Black) home))"
        " (end (All win (reach away))))",
        encoding="utf-8",
    )
    code, out, _ = run(str(path), *QUICK, "--json")
    assert code == 0
    (found,) = json.loads(out)["critiques"]
    assert not found["verdict"]["viable"]
    assert "before the first move" in found["verdict"]["failings"][0]
    code, out, _ = run(str(path), *QUICK, "--html")
    assert code == 0
    assert "before the first move" in out


def test_an_unknown_effort_is_an_error_of_usage() -> None:
    code, out, error = run("hex-7", "--effort", "fulll")
    assert code == 2
    assert out == ""
    assert "did you mean 'full'" in error


def test_a_match_that_is_mentioned_can_be_opened_by_the_command_that_is_printed() -> None:
    code, out, _ = run("hex-7", *QUICK)
    assert code == 0
    commands = [line.strip() for line in out.splitlines() if "ludwright replay" in line]
    assert commands
    for command in commands:
        _, *words = shlex.split(command)
        opened = CliRunner().invoke(app, words)
        assert opened.exit_code == 0
        assert f"match {words[words.index('--match') + 1]}, seed 1" in opened.stdout


def test_matches_are_kept_once_for_all_that_decides_them(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    for seed in ("1", "1", "2"):
        assert run("hex-7", *QUICK, "--seed", seed, "--keep", str(folder))[0] == 0
    assert len(list(folder.iterdir())) == 2
    names = {path.name for path in folder.glob("*/*")}
    assert names == {"main.playtest", "other-first.playtest"}


def test_matches_are_not_kept_with_no_keep(tmp_path: Path) -> None:
    code, out, _ = run("hex-7", *QUICK, "--no-keep")
    assert code == 0
    assert "ludwright replay" not in out
    assert list(tmp_path.iterdir()) == []
    assert run("hex-7", *QUICK, "--no-keep", "--keep", "x")[0] == 2


def test_a_folder_that_cannot_be_made_stops_only_those_who_asked_for_it(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file where the folder would be")
    code, out, error = run("hex-7", "-n", "4", "--depth", "1")
    assert code == 0
    assert "matches are not kept" in error
    assert out.startswith("Hex-7: ")
    assert run("hex-7", *QUICK, "--keep", str(tmp_path / "runs" / "x"))[0] == 3


def test_a_score_of_the_usual_effort_has_a_percentile_with_its_uncertainty() -> None:
    code, out, _ = run("tic-tac-toe", "--quiet", "--json", "--no-keep")
    assert code == 0
    (found,) = json.loads(out)["critiques"]
    rank = found["percentile"]
    assert 0.0 <= rank["low"] < rank["share"] < rank["high"] <= 1.0
    assert rank["games"] > 100
    assert "mean-length" in found["percentiles"]
    assert any(one["criterion"] == "board-size" for one in found["remarks"])
    assert found["players"]["player"].startswith("alphabeta:depth=")


def test_another_effort_had_no_percentile_and_now_says_that_it_is_rough() -> None:
    code, out, _ = run("tic-tac-toe", *QUICK)
    assert code == 0
    line = next(line for line in out.splitlines() if "better than" in line)
    assert "they were measured with another effort (quick: 20 matches at about" in line


def test_weaknesses_come_with_something_to_try() -> None:
    code, out, _ = run("tic-tac-toe", "--quiet", "--no-keep")
    assert code == 0
    assert "better than" in out
    lines = out.splitlines()
    at = next(i for i, line in enumerate(lines) if "many matches end in a draw" in line)
    assert lines[at + 1].strip().startswith("try ")
