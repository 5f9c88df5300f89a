"""Streams that are closed, narrow, full or not read must not cause a traceback."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMMAND = (sys.executable, "-m", "ludwright.cli.main")
ASCII = {"PYTHONIOENCODING": "ascii", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}
NOTED = """(game Little (players White Black) (board (tiling square) (size 3 3))
  (end (All win (in-a-row 3))) (support (description "three – or … ½")))
"""


def started(*words: str, env: dict[str, str] | None = None, **settings: Any) -> Any:
    given = {**os.environ, "PYTHONWARNINGS": "error", **(env or {})}
    return subprocess.run([*COMMAND, *words], env=given, timeout=60, **settings)


def piped(*words: str, env: dict[str, str] | None = None, typed: bytes = b"") -> Any:
    return started(*words, env=env, input=typed, capture_output=True)


def in_shell(line: str) -> Any:
    command = line.replace("ludwright", " ".join(COMMAND))
    return subprocess.run(["bash", "-c", command], capture_output=True, timeout=60)


@pytest.mark.parametrize(
    "words",
    [
        ("show", "reversi-8"),
        ("games",),
        ("critique", "tic-tac-toe", "-n", "2", "--depth", "1"),
        ("--help",),
    ],
    ids=lambda words: words[0],
)
def test_an_ascii_stdout_ended_in_a_traceback(words: tuple[str, ...]) -> None:
    result = piped(*words, env=ASCII)
    assert result.returncode == 0, result.stderr
    assert result.stdout.isascii()
    assert b"Traceback" not in result.stderr


def test_what_ascii_lacks_is_written_plainly_and_json_stays_json(tmp_path: Path) -> None:
    file = tmp_path / "é.game"
    file.write_text(NOTED, encoding="utf-8")
    assert b"three - or ... \\xbd" in piped("rules", str(file), "--text", env=ASCII).stdout
    told = piped("rules", str(file), "--json", env=ASCII)
    assert "three – or … ½" in json.loads(told.stdout)["text"]


def test_bytes_that_are_no_text_at_the_prompt_ended_in_a_traceback() -> None:
    result = piped("play", "tic-tac-toe", typed=b"\xff\xfe\nquit\n")
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr


def test_a_name_that_is_no_text_ended_in_a_traceback(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.game"
    for stream in ("stdout", "stderr"):
        command = "check" if stream == "stdout" else "rules"
        result = subprocess.run([*COMMAND, command, name], capture_output=True, timeout=60)
        assert result.returncode == 3
        assert b"\\udcff.game" in getattr(result, stream)


@pytest.mark.parametrize(
    "words",
    [
        "games >&-",
        "playtest tic-tac-toe -n 2 -p uniform --progress 2>&-",
        "play tic-tac-toe <&-",
        "check tic-tac-toe --json <&- >&- 2>&-",
    ],
)
def test_a_closed_stream_ended_in_a_traceback(words: str) -> None:
    result = in_shell(f"ludwright {words}")
    assert result.returncode == 0, result.stderr
    assert b"Traceback" not in result.stderr


def test_an_error_with_a_closed_stderr_keeps_its_code() -> None:
    assert in_shell("ludwright rules nosuch 2>&-").returncode == 2
    assert in_shell("ludwright rules yavalath --nosuch 2>&-").returncode == 2


def test_what_is_printed_never_goes_into_a_file_that_took_the_number_of_stdout(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.jsonl"
    words = f"playtest tic-tac-toe -n 2 -p uniform -o {file}"
    assert in_shell(f"ludwright {words} <&- >&- 2>&-").returncode == 0
    lines = file.read_text().splitlines()
    assert len(lines) == 3
    assert all(json.loads(line) for line in lines)


@pytest.mark.parametrize(
    "words",
    [("games", "--json"), ("rules", "yavalath"), ("--version",)],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("is_buffered", [True, False])
def test_a_broken_pipe_ended_in_a_traceback(words: tuple[str, ...], is_buffered: bool) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    env = {"PYTHONUNBUFFERED": "" if is_buffered else "1"}
    result = started(*words, env=env, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert result.returncode == 0, result.stderr
    assert result.stderr == b""


def test_remarks_without_a_reader_do_not_end_the_work(tmp_path: Path) -> None:
    file = tmp_path / "a.playtest"
    words = ("playtest", "tic-tac-toe", "-n", "3", "-p", "uniform", "--progress", "-o")
    reading, writing = os.pipe()
    os.close(reading)
    result = started(*words, str(file), stdout=subprocess.PIPE, stderr=writing)
    os.close(writing)
    assert result.returncode == 0
    assert b"3 matches" in result.stdout
    assert file.is_file()


def test_a_full_disk_under_stdout_is_reported(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    with (tmp_path / "out").open("wb") as out:
        result = started("games", stdout=out, stderr=subprocess.PIPE, preexec_fn=limit)
    assert result.returncode == 3
    assert b"cannot be written" in result.stderr
    assert b"Traceback" not in result.stderr
    assert b"Exception ignored" not in result.stderr
