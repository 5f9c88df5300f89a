"""Players from files on the command line: what they do, and how it is reported."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli.main import app
from tests.play.test_own_player import FILE, does, is_soon_gone

ISOLATION = pytest.mark.parametrize("isolation", ["--isolate", "--no-isolate"])


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def playtest(player: str, *words: str) -> Result:
    players = f"{player},uniform"
    return run("playtest", "tic-tac-toe", "-p", players, "--openings", "none", "-j1", *words)


@ISOLATION
def test_what_a_player_prints_spoilt_the_json(
    isolation: str, capfd: pytest.CaptureFixture[str]
) -> None:
    done = playtest(f"{FILE}:Nice", "-n", "2", "--json", isolation)
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 2
    said = capfd.readouterr()  # output of worker processes
    assert said.out == ""
    assert (done.stderr + said.err).count("my turn 0\n") == 2
    table = ("play", "tic-tac-toe", "--second", f"{FILE}:Nice", "--json", isolation)
    done = run(*table, typed="A1\nquit\n")
    assert done.exit_code == 0, done.stderr
    assert len(json.loads(done.stdout)["moves"]) == 2
    assert "my turn 0\n" in done.stderr + capfd.readouterr().err


@ISOLATION
def test_a_player_that_failed_in_all_matches_scored_half_with_exit_0(isolation: str) -> None:
    done = playtest(does("leave"), "-n", "3", isolation)
    assert done.exit_code == 1
    assert "not known (no samples) of the points" in done.stdout
    assert "faults: 3 of 3 matches ended because a player failed; they do not count" in done.stdout
    assert "SystemExit: 0" in done.stdout
    assert "got a player that failed in each" in done.stderr
    done = playtest(does("leave"), "-n", "3", "--json", isolation)
    assert done.exit_code == 1
    summary: dict[str, Any] = json.loads(done.stdout)
    assert summary["faults"] == 3
    assert [share["value"] for share in summary["player_shares"]] == [None, None]
    assert len(summary["notes"]) == 4


@ISOLATION
def test_a_player_that_left_ended_the_match_at_the_table_without_a_word(isolation: str) -> None:
    done = run(*("play", "tic-tac-toe", "--first", does("leave"), isolation), typed="C3\nC2\nC1\n")
    assert done.exit_code == 1
    assert "failed at ply 3: SystemExit: 0" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_showcase_without_a_match_is_no_success(tmp_path: Path) -> None:
    players = f"{does('leave', 1)},uniform"
    out = tmp_path / "out"
    done = run("showcase", "--game", "tic-tac-toe", "--players", players, "--out", str(out), "-n1")
    assert done.exit_code == 1
    assert "got a player that failed in each" in done.stderr
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("command", ["playtest", "play"])
def test_ctrl_c_left_a_busy_player_behind(command: str) -> None:
    players = {
        "playtest": ["-p", f"{does('spin', 1)},uniform"],
        "play": ["--first", does("spin", 1)],
    }
    # A background job would ignore the signal.
    start = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from ludwright.cli.main import app_main; app_main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", start, command, "tic-tac-toe", *players[command]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as running:
        assert running.stderr is not None
        try:
            word, pid = running.stderr.readline().split()
            assert word == "spinning"
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 130
    assert is_soon_gone(int(pid))
