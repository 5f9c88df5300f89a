"""Escape sequences in games, names, notes and file names reach no terminal, page or picture."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli import console
from ludwright.cli.main import app
from ludwright.families.combinatorial.library import open_game
from ludwright.play.playtest import Playtest, playtest
from ludwright.play.playtest_file import save

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"
GAME = f"""(game Evil (players White Black)
  (board (tiling square) (size 3 3)) (end (All win (in-a-row 3)))
  (support (description "{EVIL}") (aim "{EVIL}")))
"""
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")


def run(*words: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


def is_clean(text: str) -> bool:
    return HIDDEN.search(text) is None


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / f"evil{EVIL}.game"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    found = playtest(open_game("tic-tac-toe"), ("uniform", "uniform"), 2, 1)
    evil = Playtest(
        found.game,
        (f"one{EVIL}", "two"),
        1,
        found.offsets,
        found.columns,
        {"x": EVIL},
        notes=(f"note{EVIL}",),
    )
    save(evil, tmp_path / "evil.playtest")
    return tmp_path / "evil.playtest"


@pytest.mark.parametrize(
    "words",
    [
        ("check",),
        ("rules",),
        ("rules", "--text"),
        ("show",),
        ("playtest", "-p", "uniform", "-n", "2", "--progress"),
        ("play", "--first", "uniform", "--second", "uniform"),
        ("play",),
        ("critique", "-n", "4", "--depth", "1"),
    ],
)
def test_escapes_in_a_game_are_shown(game: Path, words: tuple[str, ...]) -> None:
    result = run(*words, game, typed="zz\x1b[2J\nrules\nquit\n")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout
    assert is_clean(result.stdout)
    assert is_clean(result.stderr)


def test_json_of_a_game_with_escapes_is_json(game: Path) -> None:
    told = run("check", game, "--json").stdout
    assert is_clean(told)
    assert json.loads(told)["games"][0]["file"] == str(game)
    assert is_clean(run("rules", game, "--json").stdout)


def test_pages_and_pictures_hold_no_controls(game: Path, tmp_path: Path) -> None:
    for name in ("a.svg", "a.txt"):
        assert run("show", game, "-o", tmp_path / name).exit_code == 0
    page = tmp_path / "a.html"
    assert run("critique", game, "-n", "4", "--depth", "1", "-o", page).exit_code == 0
    for name in ("a.svg", "a.txt", "a.html"):
        assert is_clean((tmp_path / name).read_text(encoding="utf-8")), name


def test_escapes_in_a_record_are_shown(played: Path) -> None:
    for words in ((), ("--match", "0"), ("--json",), ("--verify",)):
        result = run("replay", played, *words)
        assert result.exit_code == 0
        assert is_clean(result.stdout)
    assert r"note\x1b" in run("replay", played).stdout


@pytest.mark.parametrize(
    "words",
    [
        (f"sing{EVIL}",),
        ("playtest", "hex-7", f"--{EVIL}"),
        ("show", "hex-7", "-o", f"{EVIL}.gif"),
        ("rules", f"no-game{EVIL}"),
        ("rules", f"./no-file{EVIL}.game"),
        ("replay", f"{EVIL}.playtest"),
        ("playtest", "hex-7", "-p", f"./{EVIL}.py:Mine"),
        ("playtest", "hex-7", "--jobs", EVIL),
        ("runs", "show", EVIL),
        ("learn", f"{EVIL}.csv"),
        ("evolve", "--lock", EVIL),
    ],
)
def test_escapes_in_a_command_line_are_shown(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code in (2, 3)
    assert result.stderr
    assert is_clean(result.stderr)


def test_our_own_colours_are_kept_and_those_of_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(console, "has_colour", lambda *_: True)
    text = console.printable(console.coloured("bold\x1b[8m", "1") + "\x1b[2J")
    assert text == "\x1b[1mbold\\x1b[8m\x1b[0m\\x1b[2J"


def test_a_terminal_gets_our_colours_alone(game: Path) -> None:
    ours, theirs = pty.openpty()
    words = ["play", str(game), "--first", "uniform", "--second", "uniform"]
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-m", "ludwright.cli.main", *words], stdout=theirs, env=environment
    ) as child:
        os.close(theirs)
        said = b""
        try:
            while part := os.read(ours, 65536):
                said += part
        except OSError:  # how a terminal reports that the other end is closed
            pass
        os.close(ours)
        assert child.wait(30) == 0
    text = said.decode()
    assert "\x1b[1m" in text
    assert re.findall(r"\x1b(?!\[[0-9;]*[mK])", text) == []  # colours, and clearing a line
    assert "\x9b" not in text


def test_a_damaged_value_of_a_column_is_reported_without_escapes(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"first,second,preferred\na,b,{EVIL}\n", encoding="utf-8")
    assert is_clean(run("learn", tmp_path / "a.csv").stderr)
