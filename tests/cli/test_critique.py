from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from typer.testing import CliRunner

from ludwright.cli.main import app

QUICK = ["-n", "4", "--depth", "1", "--quiet"]


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


def test_html_has_a_radar_a_lead_history_and_the_rules(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, _, _ = run("hex-7", *QUICK, "--html", "--out", str(page))
    text = page.read_text(encoding="utf-8")
    assert code == 0
    assert text.count("<svg") == 3
    assert "criteria of" in text
    assert "lead of the eventual winner" in text


def test_text_names_groups_and_the_verdict() -> None:
    code, out, _ = run("tic-tac-toe", *QUICK)
    assert code == 0
    assert out.startswith("Tic-Tac-Toe: ")
    assert all(group in out for group in ("intrinsic", "viability", "quality", "beyond"))


def test_a_game_that_is_over_before_it_begins_is_told_so(tmp_path: Path) -> None:
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


def test_an_unknown_effort_is_an_error_of_usage() -> None:
    code, out, error = run("hex-7", "--effort", "fulll")
    assert code == 2
    assert out == ""
    assert "did you mean 'full'" in error
