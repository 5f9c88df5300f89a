"""The command line: exit codes, pure JSON, no tracebacks, quick help."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli.main import app

GOOD = """(game Little (players White Black) (board (tiling square) (size 3 3))
  (end (All win (in-a-row 3))))
"""


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def pure_json(*words: str, code: int = 0) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == code, result.stderr
    return json.loads(result.stdout)


def process(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludwright.cli.main", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **settings)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {
        "good": GOOD,
        "syntax": GOOD.replace("in-a-row", "in-a-raw"),
        "senseless": GOOD.replace("(in-a-row 3)", "(capture Queen)"),
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.game").write_text(text)
    return {name: str(tmp_path / f"{name}.game") for name in [*texts, "missing"]}


@pytest.mark.parametrize(
    ("name", "code"), [("good", 0), ("syntax", 3), ("senseless", 3), ("missing", 3)]
)
def test_check_has_its_exit_codes(files: dict[str, str], name: str, code: int) -> None:
    assert run("check", files[name]).exit_code == code
    report = pure_json("check", files[name], code=code)["games"][0]
    assert report["ok"] is (code == 0)


def test_check_points_at_the_place(files: dict[str, str]) -> None:
    result = run("check", files["syntax"], files["good"])
    assert result.exit_code == 3
    assert "line 2" in result.stdout
    assert "did you mean" in result.stdout
    assert "ok" in result.stdout


@pytest.mark.parametrize("command", ["rules", "show", "playtest", "play"])
@pytest.mark.parametrize(
    ("name", "code"), [("syntax", 3), ("senseless", 3), ("missing", 3), ("yavalat", 2)]
)
def test_a_bad_game_is_a_message(files: dict[str, str], command: str, name: str, code: int) -> None:
    result = run(command, files.get(name, name))
    assert result.exit_code == code
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_an_unknown_game_has_suggestions() -> None:
    assert "did you mean 'yavalath'" in run("rules", "yavalat").stderr


def test_an_unknown_command_is_a_usage_error() -> None:
    assert run("sing").exit_code == 2
    assert run("playtest", "hex-7", "-n", "many").exit_code == 2


def test_rules_are_reported() -> None:
    assert "make four in a row" in run("rules", "yavalath").stdout
    assert pure_json("rules", "yavalath")["game"] == "Yavalath"
    assert run("rules", "yavalath", "--text").stdout.startswith("(game Yavalath")


def test_games_are_listed() -> None:
    names = [entry["game"] for entry in pure_json("games")["games"]]
    assert {"yavalath", "hex-11"} <= set(names)
    tagged = pure_json("games", "--tag", "connection", "--tag", "hex")["games"]
    assert "hex-11" in [entry["game"] for entry in tagged]
    assert len(tagged) < len(names)


def test_show_draws(tmp_path: Path) -> None:
    text = run("show", "tic-tac-toe", "--moves", "A1 b2").stdout
    assert "X!" in text
    assert "White (O) to move" in text
    assert pure_json("show", "tic-tac-toe", "--moves", "A1, B2")["ply"] == 2
    for name, head in (("b.svg", b"<svg"), ("b.txt", b" 3")):
        assert run("show", "tic-tac-toe", "-o", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_bytes().startswith(head)
    assert run("show", "tic-tac-toe", "-o", str(tmp_path / "b.gif")).exit_code == 2
    assert run("show", "tic-tac-toe", "--moves", "A1 A1").exit_code == 2


def test_show_writes_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert run("show", "hex-7", "-o", str(tmp_path / "b.png")).exit_code == 0
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("suffix", ["playtest", "jsonl"])
def test_playtest_saves_what_replay_shows(tmp_path: Path, suffix: str) -> None:
    file = str(tmp_path / f"a.{suffix}")
    words = ["playtest", "tic-tac-toe", "-p", "mcts:20,uniform", "-n", "20", "--seed", "1"]
    summary = pure_json(*words, "-o", file)
    assert summary["matches"] == 20
    assert summary["seed"] == 1
    assert pure_json("replay", file)["player_shares"] == summary["player_shares"]
    verified = run("replay", file, "--verify")
    assert verified.exit_code == 0
    assert "20 matches" in verified.stdout
    assert "1. " in run("replay", file, "--match", "3").stdout
    assert "ply 1" in run("replay", file, "--match", "0", "--step").stdout
    assert pure_json("replay", file, "--match", "0")["record"]["notation"]
    assert run("replay", file, "--match", "99").exit_code == 2


def test_replay_of_a_damaged_file_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "a.playtest"
    file.write_bytes(b"PK nonsense")
    result = run("replay", str(file))
    assert result.exit_code == 3
    assert "damaged" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["-p", "nobody"],
        ["-p", "mcts:playouts=0"],
        ["-p", "uniform,uniform,uniform"],
        ["--openings", "3"],
        ["--openings", "x"],
        ["--jobs", "none"],
        ["-p", "person"],
    ],
)
def test_a_wrong_playtest_is_a_usage_error(words: list[str]) -> None:
    result = run("playtest", "tic-tac-toe", "-n", "2", *words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_own_player_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n    def choose(self, position, budget, rng):\n"
        "        return position.moves()[-1]\n"
    )
    summary = pure_json("playtest", "tic-tac-toe", "-p", f"{file}:Mine,uniform", "-n", "4")
    assert summary["matches"] == 4


def test_bench_prints_what_the_issue_asks() -> None:
    found = pure_json("bench", "playouts", "tic-tac-toe", "--seconds", "0.05")
    assert list(found) == ["games"]
    row = found["games"][0]
    assert list(row) == [
        *("game", "playouts_per_second", "plies_per_playout"),
        *("first_wins", "second_wins", "draws"),
    ]
    assert row["game"] == "tic-tac-toe"
    assert row["first_wins"] + row["second_wins"] + row["draws"] == pytest.approx(1.0)
    assert 0.5 < row["first_wins"] < 0.67


def test_bench_measures_a_player() -> None:
    for game, player in (("rossato-classic", "rossato"), ("tic-tac-toe", "mcts:5")):
        row = pure_json("bench", "playouts", game, "--player", player, "--seconds", "0.02")[
            "games"
        ][0]
        assert row["first_wins"] + row["second_wins"] + row["draws"] == pytest.approx(1.0)
        # Who plays at random hardly ever wins on the classic map before the limit of turns.
        assert row["draws"] < 0.5


def test_play_takes_moves_and_words() -> None:
    typed = "help\nmoves\nboard\nrules\nB2\nhint\nundo\nzz\nB2\nresign\n"
    result = run("play", "tic-tac-toe", "--second", "mcts:20", typed=typed)
    assert result.exit_code == 0
    for part in ("take back your last move", "9 legal moves", "by mcts:", "White resigns"):
        assert part in result.stdout
    assert "expected a legal move, got 'zz" in result.stdout


def test_play_to_the_end_and_as_json() -> None:
    result = run(
        "play",
        "tic-tac-toe",
        "--first",
        "person",
        "--second",
        "person",
        "--json",
        typed="A1\nB1\nA2\nB2\nA3\n",
    )
    found = json.loads(result.stdout)
    assert found["moves"] == ["A1", "B1", "A2", "B2", "A3"]
    assert found["scores"] == [1.0, 0.0]
    assert "The match is over: White wins: three in a row A1 A2 A3" in result.stderr


def test_play_by_colour_and_leaving() -> None:
    result = run("play", "reversi-8", "--white", "uniform", "--black", "person", typed="")
    assert result.exit_code == 0
    assert "Black: person, White: uniform" in result.stdout


def test_computers_can_be_watched() -> None:
    result = run("play", "tic-tac-toe", "--first", "uniform", "--second", "greedy")
    assert "The match is over" in result.stdout


def test_showcase_writes_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "show"
    result = run("showcase", "--out", str(out), "--players", "mcts:50,greedy", "-n", "6")
    assert result.exit_code == 0, result.stderr
    for name in ("index.html", "rules.txt", "board.svg", "leads.svg", "tournament.playtest"):
        assert (out / name).stat().st_size > 0
        assert str(out / name) in result.stdout
    page = (out / "index.html").read_text()
    assert "make four in a row" in page
    assert page.count("<svg") == 2


def test_progress_is_for_terminals_or_on_request() -> None:
    words = ("playtest", "tic-tac-toe", "-p", "uniform", "-n", "4")
    assert run(*words).stderr == ""
    assert "4/4" in run(*words, "--progress").stderr
    assert run(*words, "--progress", "--quiet").stderr == ""


def test_no_colour_when_asked_or_piped() -> None:
    result = process("rules", "nonsense", env={**os.environ, "NO_COLOR": "1"})
    assert "\x1b" not in result.stdout + result.stderr


def test_completion_script_is_made() -> None:
    result = process("--show-completion", "bash", env={**os.environ, "SHELL": "/bin/bash"})
    assert "complete" in result.stdout + result.stderr
    script = Path(sys.executable).parent / "ludwright"
    if not script.exists():
        pytest.skip("the command is not installed beside this Python")
    words = {"COMP_WORDS": "ludwright rules yava", "COMP_CWORD": "2"}
    settings = {**os.environ, **words, "_LUDWRIGHT_COMPLETE": "complete_bash"}
    completed = subprocess.run([script], capture_output=True, text=True, env=settings, timeout=60)
    assert completed.stdout.split() == ["yavalath"]


def cpu_seconds(*words: str) -> float:
    """The least processor time of three runs, counting only child processes."""
    best = 1e9
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, spent)
    return best


def test_import_and_help_are_quick() -> None:
    assert cpu_seconds("-c", "import ludwright") <= 0.3
    assert cpu_seconds("-m", "ludwright.cli.main", "--help") <= 0.5


def test_interrupt_saves_what_is_finished(tmp_path: Path) -> None:
    file = tmp_path / "a.playtest"
    command = [sys.executable, "-m", "ludwright.cli.main", "playtest", "hex-7", "-n", "1000000"]
    command += ["-p", "mcts:20", "-o", str(file), "--json", "--progress"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        while " a second" not in child.stderr.readline():  # until some matches are finished
            assert child.poll() is None
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "interrupted" in err
    assert json.loads(out)["matches"] > 0
    assert file.exists()


def test_a_text_beyond_the_limits_does_not_keep_others_from_being_checked(tmp_path: Path) -> None:
    large = tmp_path / "large.game"
    large.write_text("(game " + "x" * 70_000)
    result = run("check", "--json", str(large), "tic-tac-toe")
    assert result.exit_code == 4
    assert [one["ok"] for one in json.loads(result.stdout)["games"]] == [False, True]
    told = run("check", str(large)).stdout
    assert told.startswith(f"{large}: expected a text of at most")  # the file was named twice


def test_a_player_that_raises_is_reported(tmp_path: Path) -> None:
    own = tmp_path / "boom.py"
    own.write_text("class Boom:\n    def choose(self, *_):\n        raise OSError('no luck')\n")
    result = run("play", "tic-tac-toe", "--first", f"{own}:Boom", "--second", "uniform")
    assert result.exit_code > 0
    assert "failed at ply 1: OSError: no luck" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_playtest_that_lost_matches_is_not_replayed(tmp_path: Path) -> None:
    kept = tmp_path / "some.jsonl"
    run("playtest", "tic-tac-toe", "-n", "4", "-o", str(kept), "--players", "uniform")
    kept.write_text("".join(kept.read_text().splitlines(keepends=True)[:-2]))
    result = run("replay", str(kept), "--verify")
    assert result.exit_code > 0
    assert "expected 4 matches" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["games", "--tag", "captur"], "did you mean 'capture'"),
        (["playtest", "tic-tac-toe", "-o", "nowhere/x.playtest"], "expected a folder"),
        (["playtest", "tic-tac-toe", "--players", "mcts:playouts=5,playouts=6"], "once"),
        (["play", "hex-7", "--first", "uniform", "--white", "greedy"], "one player for White"),
        (["critique", "hex-7", "--effort", "ful"], "the name of an effort"),
    ],
)
def test_impossible_values_are_reported(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code > 0
    assert message in " ".join(result.stderr.split())


def test_a_match_of_an_empty_playtest_was_expected_from_0_to_minus_1(tmp_path: Path) -> None:
    file = str(tmp_path / "empty.playtest")
    assert run("playtest", "tic-tac-toe", "-n", "0", "-o", file).exit_code == 0
    result = run("replay", file, "--match", "0")
    assert result.exit_code == 2
    assert "expected a playtest with matches, got one without any" in result.stderr
