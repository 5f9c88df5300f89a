from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from ludwright.cli.main import app
from ludwright.experiments.ludi_rediscover import has_the_rule, rediscovery_of
from ludwright.families.combinatorial.library import open_game, seed_names
from ludwright.synthesis.candidate import Candidate

SMALL = ["--seeds", "tic-tac-toe,hex-7,clobber", "--children", "4", "--finalists", "1"]


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["evolve", "combinatorial", *arguments])
    return result.exit_code, result.stdout, result.stderr


def flat(error: str) -> str:
    """The words of a message, which is wrapped to the terminal."""
    return " ".join(error.split())


def test_a_run_ends_with_a_report_and_resumes_to_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    options = [*SMALL, "--effort", "quick", "--out", str(folder), "--json", "--quiet"]
    code, out, _ = run(*options)
    assert code == 0
    first = json.loads(out)
    assert first["children"] == 4
    assert first["survivors"] + sum(one["count"] for one in first["rejections"]) == 4
    assert (folder / "export" / "report" / "index.html").is_file()
    code, out, _ = run(*options, "--resume")
    assert code == 0
    assert json.loads(out) == first


def test_a_folder_with_a_run_is_not_overwritten(tmp_path: Path) -> None:
    options = [*SMALL, "--effort", "quick", "--out", str(tmp_path / "once"), "--quiet"]
    assert run(*options)[0] == 0
    code, _, error = run(*options)
    assert code == 3
    assert "--resume" in error


def test_mistakes_are_reported_before_anything_runs(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "never"), "--seeds", "hex-7"]
    assert "mean-length<=40" in run(*out, "--limit", "mean-length<40")[2]
    assert "did you mean" in run(*out, "--archive", "concept,drama-averag")[2]
    assert "did you mean" in run(*out, "--lock", "bord")[2]
    assert "30m" in run(*out, "--budget", "soon")[2]
    assert not (tmp_path / "never").exists()


def test_the_rule_of_yavalath_is_known_and_no_seed_has_it() -> None:
    assert has_the_rule(open_game("yavalath"))
    assert not any(has_the_rule(open_game(name)) for name in seed_names())


def test_a_rediscovery_counts_children_until_the_rule() -> None:
    games = [open_game(name) for name in ("hex-7", "tic-tac-toe", "yavalath")]
    made = [
        Candidate(number, min(number, 1), game.name, game.digest, game.text)
        for number, game in enumerate(games)
    ]
    found = rediscovery_of(1, made, viable={2})
    assert (found.children, found.first, found.found, found.names) == (2, 2, 1, ("Yavalath",))
    assert found.first_viable == 2
    assert rediscovery_of(1, made, viable={1}).first_viable is None


def test_seeds_that_cannot_be_played_are_reported_and_leave_the_folder_free(tmp_path: Path) -> None:
    bad = tmp_path / "bad.game"
    bad.write_text(open_game("tic-tac-toe").text.replace("(All win", "(Green win", 1))
    words = ("--children", "1", "--finalists", "0", "-j", "1", "--out", str(tmp_path / "run"))
    code, _, said = run(*words, "--seeds", str(bad))
    assert code > 0
    assert "expected a player (Black, White), got 'Green'" in said
    code, out, said = run(*words, "--seeds", f"{bad},hex-7", "--json")
    # It was reported as a fault, with the name of an exception and over two lines.
    assert "rule safety, makes no sense (" in said
    assert "GameCheckError" not in said
    assert code == 0
    assert list(json.loads(out)["lost_seeds"]) == ["Tic-Tac-Toe"]


STUCK = (
    "(game Stuck (players (White n) (Black s)) (board (tiling square) (size 3 3))"
    " (pieces (Man All (moves (move (pre (and (owner from) (empty to) (steps b)))"
    " (action (pop) (push)))))) (start (place (Man White) home) (place (Man Black) home))"
    " (end (All win (reach away))))"
)


def test_a_seed_that_is_over_at_once_is_named_at_once_with_that_reason(tmp_path: Path) -> None:
    stuck = tmp_path / "stuck.game"
    stuck.write_text(STUCK, encoding="utf-8")
    words = ("--children", "1", "--finalists", "0", "-j", "1", "--out", str(tmp_path / "run"))
    code, out, said = run(*words, "--seeds", f"hex-7,{stuck}", "--json")
    assert code == 0
    reason = "rule safety, decided before the first move"
    assert json.loads(out)["lost_seeds"] == {"Stuck": reason}
    assert f"left out: Stuck: {reason}" in said.splitlines()
    assert any(line.startswith("children 1 of 1: ") for line in said.splitlines())


def test_an_empty_list_of_seeds_started_with_all_seeds(tmp_path: Path) -> None:
    for empty in ("", " ", ","):
        code, _, error = run("--seeds", empty, "--children", "1", "--out", str(tmp_path / "never"))
        assert code == 2
        assert f"expected names or paths of games after --seeds, got {empty!r}" in flat(error)
    assert not (tmp_path / "never").exists()


def test_an_experiment_with_an_empty_list_of_seeds_started_with_all_seeds(tmp_path: Path) -> None:
    words = ["experiment", "ludi-rediscover", "--seeds", "", "--out", str(tmp_path / "never")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert "expected names or paths of games after --seeds, got ''" in flat(result.stderr)


def test_an_empty_archive_kept_no_game_at_all(tmp_path: Path) -> None:
    code, _, error = run("--seeds", "hex-7", "--archive", "", "--out", str(tmp_path / "never"))
    assert code == 2
    assert "expected measures such as concept,mean-length after --archive, got ''" in flat(error)
    assert not (tmp_path / "never").exists()


def test_an_empty_budget_was_taken_for_none(tmp_path: Path) -> None:
    code, _, error = run("--seeds", "hex-7", "--budget", "", "--out", str(tmp_path / "never"))
    assert code == 2
    assert "expected a time such as 90s, 30m or 2h, got ''" in flat(error)
    assert not (tmp_path / "never").exists()
