"""Ctrl-C ends any command: real processes, interrupted in the middle of their longest work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.families.combinatorial.hostile import MANY_ORS, SLOW_MOVES

MOST_SECONDS = 5.0
"""From the signal to the end of the process; a quiet machine needs a tenth of a second."""
INTO_THE_WORK = 0.2
"""Seconds between the start of the work and the signal."""

MARKED = """
import os, sys
from importlib import import_module

handle, place, name, condition = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
owner = import_module(place)
original = getattr(owner, name)

def marked(*args, **settings):
    if condition in ("", *settings):
        os.write(handle, b".")
    return original(*args, **settings)

setattr(owner, name, marked)
sys.argv = ["ludwright", *sys.argv[5:]]
import_module("ludwright.cli.main").app_main()
"""
"""Runs a command that reports, through a pipe, when it starts a certain call."""

NATIVE = "ludwright._core.combinatorial"
FOREVER = "mcts:playouts=100000000"
THINKING = (NATIVE, "search", "")
PLAYING = (NATIVE, "play_matches", "keeps_finished")
CALIBRATING = (NATIVE, "play_matches", "")
ANNOTATING = (NATIVE, "annotate", "")
WAITING = ("ludwright.play.workers", "wait", "")
MEASURING = ("ludwright.cli.bench", "_measured", "")
DRAWING = ("ludwright.cli.show", "position_after", "")

COMMANDS: dict[str, tuple[tuple[str, str, str], list[str]]] = {
    "play-while-a-player-thinks": (
        THINKING,
        ["play", "hex-11", "--first", FOREVER, "--second", "uniform"],
    ),
    "play-while-alpha-beta-thinks": (
        THINKING,
        ["play", "hex-11", "--first", "alphabeta:depth=64", "--second", "uniform"],
    ),
    "calibration-of-many-ors": (
        CALIBRATING,
        ["playtest", "many-ors.game", "--players", "greedy,greedy", "-n", "1"],
    ),
    "playtest": (PLAYING, ["playtest", "hex-11", "--players", f"{FOREVER},uniform", "-n", "4"]),
    "playtest-on-threads": (
        PLAYING,
        ["playtest", "hex-11", "--players", f"{FOREVER},uniform", "-n", "4", "--jobs", "3"],
    ),
    "critique": (CALIBRATING, ["critique", "many-ors.game", "--effort", "full"]),
    "evolve": (
        WAITING,
        ["evolve", "combinatorial", "--seeds", "many-ors.game,hex-11", "--out", "run"],
    ),
    "bench": (MEASURING, ["bench", "playouts", "hex-11", "--seconds", "3600"]),
    "show": (DRAWING, ["show", "slow-moves.game"]),
    "experiment": (WAITING, ["experiment", "ludi-measure", "--out", "measured"]),
    "showcase": (PLAYING, ["showcase", "--players", f"{FOREVER},uniform", "--out", "shown"]),
}


def interrupted(
    folder: Path, call: tuple[str, str, str], command: list[str]
) -> tuple[subprocess.Popen[str], str]:
    """A command that was interrupted inside a call, and its messages."""
    (folder / "many-ors.game").write_text(MANY_ORS, encoding="utf-8")
    (folder / "slow-moves.game").write_text(SLOW_MOVES, encoding="utf-8")
    heard, told = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", MARKED, str(told), *call, *command],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        pass_fds=[told],
        text=True,
    )
    os.close(told)
    with process:
        try:
            assert os.read(heard, 1) == b".", "it ended before the call that was waited for"
            time.sleep(INTO_THE_WORK)
            process.send_signal(signal.SIGINT)
            _, messages = process.communicate(timeout=MOST_SECONDS)
        finally:
            process.kill()
            os.close(heard)
    return process, messages


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_ignored_ctrl_c(name: str, tmp_path: Path) -> None:
    process, messages = interrupted(tmp_path, *COMMANDS[name])
    assert process.returncode == 130
    # At the table the moves are printed instead.
    assert "interrupted" in messages or name.startswith("play-")
    assert "Traceback" not in messages


def test_an_interrupted_evolution_left_its_workers_behind(tmp_path: Path) -> None:
    """Workers are in a separate session: only the parent ends them."""
    process, _ = interrupted(tmp_path, *COMMANDS["evolve"])
    assert process.returncode == 130
    assert not _workers_of(process.pid)


def _workers_of(parent: int) -> list[str]:
    """The worker processes that a process has started."""
    found: list[str] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            command = path.read_text(encoding="utf-8", errors="replace")
            if f'"parent": {parent},' in command and "play.workers" in command:
                found.append(path.parent.name)
    return found
