"""`ludwright play` as people use it: with typed lines, through a pipe and on a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli.console import coloured
from ludwright.cli.main import app
from ludwright.cli.paint import board_paint

TWO = ("--first", "person", "--second", "person")
WON = "A1\nB1\nA2\nB2\nA3\n"


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["play", *words], input=typed)


def told(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


# --- Typed lines ----------------------------------------------------------------------------------


def test_the_end_was_called_rule_and_the_session_left_at_once() -> None:
    found = told("tic-tac-toe", *TWO, typed=WON + "undo\nC3\nlist\n")
    assert "The match is over: White wins: three in a row A1 A2 A3." in found
    assert "1. A1 B1  2. A2 B2  3. C3" in found


def test_nothing_is_lost_when_the_input_ends() -> None:
    assert told("tic-tac-toe", *TWO, typed="A1\nB2\n").endswith("moves so far:\n  1. A1 B2\n")
    assert "moves" not in told("tic-tac-toe", *TWO)


def test_moves_are_sorted_and_can_be_filtered() -> None:
    found = told("gomoku-15", *TWO, typed="moves A\n")
    assert "15 legal moves starting with A:\n  A1  A2  A3  A4" in found
    found = told("breakthrough-8", *TWO, typed="moves B2\nmoves Z\n")
    assert "3 legal moves starting with B2:\n  B2-A3  B2-B3  B2-C3\n" in found
    assert "0 legal moves starting with Z\n" in found


def test_pasted_moves_are_made_at_once() -> None:
    line = "1. A1 B1 {good} 2. A2 B2 3. A3 1-0\n"
    assert "White wins: three in a row" in told("tic-tac-toe", *TWO, typed=line)
    pasted = "paste\n1. A1 B1\n2. A2\n\nlist\n"
    assert "  1. A1 B1  2. A2\n" in told("tic-tac-toe", *TWO, typed=pasted)
    bad = told("tic-tac-toe", *TWO, typed="1. A1 A1\nlist\n")
    assert "ply 2: expected a legal move, got 'A1'" in bad
    assert "no moves so far" in bad


def test_unknown_words_suggest_what_was_meant() -> None:
    found = told("tic-tac-toe", *TWO, typed="undoo\nZ9\nlook\nlook Q7\nundo x\nundo\nredo\n")
    assert "did you mean 'undo'?" in found
    assert "expected a legal move, got 'Z9'" in found
    assert "expected a place on the board, as in: look D4" in found
    assert "expected the name of a cell, got 'Q7'" in found
    assert "expected a number of moves, got 'x'" in found
    assert "there is nothing to take back" in found
    assert "there is nothing to make again" in found


def test_a_number_of_thousands_of_digits_ended_the_session() -> None:
    found = told("tic-tac-toe", *TWO, typed=f"A1\nundo {'9' * 5000}\nlist\n")
    assert f"expected a number of moves, got '{'9' * 40}'" in found
    assert "1. A1" in found


def test_stacks_and_parts_of_turns_are_reported() -> None:
    found = told("focus-mini", *TWO, typed="A1-B1\nlook b1\n")
    assert "B1: 2 pieces, from top to bottom\n    White Stone\n    Black Stone" in found
    assert "move 2 of 2" in told("amazons", *TWO, typed="A4-A5\n")


def test_hints_tell_three_moves_with_lines_and_the_adviser() -> None:
    found = told("yavalath", *TWO, typed="E5\nhint mcts:200\nhint nobody\n")
    assert (
        len(re.findall(r"^  [123]\. \w\d   \d+%, [a-z ]+   then \w\d \w\d \w\d$", found, re.M)) == 3
    )
    assert "expected score of Black, by mcts:200" in found
    assert "expected the name of a player, got 'nobody'" in found


def test_an_adviser_that_fails_leaves_the_match_alone(tmp_path: Path) -> None:
    own = tmp_path / "boom.py"
    own.write_text("class Boom:\n    def choose(self, *_):\n        raise OSError('no luck')\n")
    found = told("tic-tac-toe", *TWO, typed=f"hint {own}:Boom\nB2\n")
    assert "no luck" in found
    assert found.endswith("  1. B2\n")


def test_two_computers_cannot_play_for_ever() -> None:
    words = ("--first", "uniform", "--second", "uniform", "--max-plies", "6")
    assert "draw: the ply limit of 6 was reached" in told("gomoku", *words)


def test_the_end_of_a_chain_of_jumps_was_reported_as_plays_pass() -> None:
    words = ("konane", "--first", "uniform", "--second", "uniform", "--seed", "3")
    found = told(*words)
    assert "(uniform) stops\n" in found
    assert "plays pass" not in found


def test_the_same_seed_plays_the_same_match() -> None:
    words = ("yavalath", "--first", "mcts:20", "--second", "uniform", "--seed", "5")
    assert told(*words) == told(*words)


# --- Saving and loading ---------------------------------------------------------------------------


def test_a_match_could_not_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    found = told("tic-tac-toe", "--second", "uniform", "--seed", "3", typed=f"A1\nsave {file}\n")
    assert f"wrote {file}" in found
    assert "moves so far" not in found
    again = told("tic-tac-toe", "--load", str(file), typed="list\n")
    assert "White: person, Black: uniform" in again
    assert re.search(r"1\. A1 \w\d\n", again)
    record = json.loads(run("tic-tac-toe", "--load", str(file), "--json").stdout)
    assert record["seed"] == 3
    assert record["moves"][0] == "A1"


def test_saving_does_not_replace_a_file_unasked(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("precious")
    found = told("tic-tac-toe", *TWO, typed=f"A1\nsave {file}\n")
    assert "which exists; " in found
    assert "--force" in found
    assert file.read_text() == "precious"
    told("tic-tac-toe", *TWO, typed=f"A1\nsave {file} --force\n")
    assert "1. A1" in file.read_text()


def test_a_file_cannot_choose_which_code_runs(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    own = tmp_path / "evil.py"
    own.write_text(f"open({str(mark)!r}, 'w').close()\nclass Evil:\n    choose = None\n")
    file = tmp_path / "match.txt"
    file.write_text(f"seat 2 (Black): {own}:Evil\nA1\n")
    found = told("tic-tac-toe", "--load", str(file))
    assert "White: person, Black: person" in found
    assert "only the command line can name such players" in found
    assert not mark.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"A1 A1",
        b"\xff\xfe\x00",
        b"seed: 1e9\nA1",
        b"seat 99999: person",
        b"resigned: seat 3\nA1",
        b"A1 \x1b[2J\x1b]0;x\x07",
        b"{" * 1000,
    ],
)
def test_hostile_files_are_errors(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(content)
    for words in (("play", "tic-tac-toe"), ("show", "tic-tac-toe")):
        result = CliRunner().invoke(app, [*words, "--load", str(file)])
        assert result.exit_code == 3, result.output
        assert result.stderr.startswith("error: ")
        assert "\x1b" not in result.output
    typed = told("tic-tac-toe", *TWO, typed=f"load {file}\nload {tmp_path}\nload nowhere\nB2\n")
    assert typed.endswith("  1. B2\n")


def test_a_match_too_long_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(b"A1 " * 400_000)
    assert run("tic-tac-toe", "--load", str(file)).exit_code == 4


def test_names_that_no_file_can_have_are_reported() -> None:
    typed = "load a\0b\nsave a\0b\nsave\nload\nsave .\nB2\n"
    found = told("tic-tac-toe", *TWO, typed=typed)
    assert found.count("embedded null byte") == 2
    assert "expected a file, as in: save match.txt" in found
    assert found.endswith("  1. B2\n")


def test_a_pipe_instead_of_a_file_does_not_hang(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    assert run("tic-tac-toe", "--load", str(fifo)).exit_code == 3


# --- Through a pipe and on a terminal -------------------------------------------------------------

COMMAND = [sys.executable, "-m", "ludwright.cli.main"]


def test_the_command_reads_a_pipe_and_prints_no_colours() -> None:
    result = subprocess.run(
        [*COMMAND, "play", "tic-tac-toe", *TWO],
        input=WON,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0
    assert "White wins: three in a row A1 A2 A3" in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


class Terminal:
    """The command on its own terminal."""

    def __init__(self, *words: str, **changes: str) -> None:
        self.seen = ""
        self.pid, self.place = pty.fork()
        if self.pid == 0:
            environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **changes}
            if "NO_COLOR" not in changes:
                environment.pop("NO_COLOR", None)
            os.execve(sys.executable, [*COMMAND, *words], environment)

    def until(self, wanted: str) -> str:
        """Read until the text appears; return everything since the last call."""
        begun, last = time.monotonic(), len(self.seen)
        while wanted not in self.seen[last:]:
            assert time.monotonic() - begun < 60, self.seen
            if select.select([self.place], [], [], 1.0)[0]:
                try:
                    data = os.read(self.place, 4096)
                except OSError:
                    data = b""
                assert data, f"the command ended before {wanted!r}: {self.seen}"
                self.seen += data.decode(errors="replace")
        return self.seen[last:]

    def type(self, text: str) -> None:
        os.write(self.place, text.encode())

    def ended(self) -> int:
        """Read to the end; return the exit code."""
        while True:
            try:
                data = os.read(self.place, 4096)
            except OSError:
                break
            if not data:
                break
            self.seen += data.decode(errors="replace")
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.place)
        return code


def test_a_terminal_has_colours_and_ctrl_c_leaves_with_the_moves() -> None:
    at = Terminal("play", "tic-tac-toe", *TWO)
    at.until("White> ")
    at.type("B2\n")
    found = at.until("Black> ")
    assert "\x1b[36;7mO!\x1b[0m" in found
    at.type("A1\nB1\nA2\nB3\n")
    assert "three in a row" in at.until("over> ")
    at.type("undo\n")
    at.until("White> ")
    os.kill(at.pid, signal.SIGINT)
    assert at.ended() == 130
    assert "moves so far:\r\n  1. B2 A1  2. B1 A2" in at.seen
    assert "Traceback" not in at.seen


def test_no_color_is_respected_and_the_end_of_input_leaves_with_the_moves() -> None:
    at = Terminal("play", "tic-tac-toe", *TWO, NO_COLOR="1")
    at.until("White> ")
    at.type("B2\n")
    at.until("Black> ")
    at.type("\x04")
    assert at.ended() == 0
    assert "\x1b[36" not in at.seen
    assert "moves so far:" in at.seen


def test_dumb_terminals_get_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    assert board_paint()("O!", "seat white", "last") == "O!"
    monkeypatch.setenv("TERM", "xterm")
    assert "36;7mO!" in board_paint()("O!", "seat white", "last")


# --- Other commands -------------------------------------------------------------------------------


def invoke(*words: str, typed: str | None = None) -> Any:
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_show_reads_what_replay_prints(tmp_path: Path) -> None:
    kept = str(tmp_path / "some.jsonl")
    invoke(
        "playtest", "draughts-mini", "-n", "1", "--players", "uniform", "--seed", "2", "-o", kept
    )
    printed = invoke("replay", kept, "--match", "0")
    moves = "\n".join(line for line in printed.splitlines() if re.match(r"\d+\. ", line))
    shown = invoke("show", "draughts-mini", "--moves", moves)
    assert shown == "\n".join(printed.splitlines()[-len(shown.splitlines()) :]) + "\n"
    assert invoke("show", "draughts-mini", "--load", "-", typed=moves) == shown
    assert json.loads(invoke("show", "draughts-mini", "-m", moves, "--json"))["ending"] in shown


def test_a_replay_cut_by_a_limit_says_so(tmp_path: Path) -> None:
    kept = str(tmp_path / "cut.jsonl")
    words = ("--players", "uniform", "--max-plies", "4", "-o", kept)
    invoke("playtest", "gomoku", "-n", "1", *words)
    assert invoke("replay", kept, "--match", "0").endswith("the ply limit of 4 was reached\n")


def test_lines_of_games_did_not_tell_the_goal() -> None:
    lines = invoke("games").splitlines()
    assert max(map(len, lines)) <= 100
    yavalath = next(line for line in lines if line.startswith("yavalath "))
    assert "2 seats  61 hexes" in yavalath
    assert "make four in a row" in yavalath
    for entry in json.loads(invoke("games", "--json"))["games"]:
        assert entry["goal"]
        assert entry["board"]
        assert entry["seats"] == [2, 2] or entry["family"] != "combinatorial"


def test_pieces_on_the_terminal_have_the_colour_that_their_seat_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludwright.cli.paint.has_colour", lambda _stream: True)
    monkeypatch.setattr("ludwright.cli.paint.coloured", lambda text, code, _: f"<{code}>{text}")
    paint = board_paint()
    assert paint("A", "seat red") == "<31>A"
    assert paint("A", "seat blue") != paint("A", "seat red") != paint("A", "seat white")


def test_boards_on_stderr_were_coloured_as_stdout_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.cli.console.has_colour", lambda stream=None: stream is None)
    assert coloured("A", "1") != "A"
    assert coloured("A", "1", sys.stderr) == "A"
