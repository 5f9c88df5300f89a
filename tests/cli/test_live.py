"""What terminals get instead of plain lines: bars, redrawn texts and tables."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludwright.cli.console import ProgressLine, coloured, uncoloured
from ludwright.cli.live import Screenful, table_lines

ESCAPES = re.compile(r"\033\[[0-9;?]*[A-Za-z]")
SHOWN_AGAIN = "\033[?25h"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")


def on_terminal(*words: str, folder: Path) -> str:
    """What a command writes to a terminal of 80 columns."""
    pid, place = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(COLUMNS="80", TERM="xterm")
        os.execv(sys.executable, [sys.executable, "-m", "ludwright.cli.main", *words])
    seen = b""
    while True:
        try:
            part = os.read(place, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(place)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, seen.decode()
    return seen.decode()


def test_a_table_fits_the_terminal_and_cuts_its_last_column() -> None:
    lines = table_lines(("game", "seats", "goal"), [("hex", "2", "connect " * 20)], right=(1,))
    assert lines[0] == "game  seats  goal"
    assert set(lines[1]) == {"─"}
    assert lines[2].startswith("hex       2  connect connect")
    assert lines[2].endswith("…")
    assert max(map(len, lines)) <= 60


def test_a_table_prints_markup_and_escapes_as_text() -> None:
    lines = table_lines(("name", "note"), [("[bold]x[/bold]", "\033[31mred :smile:")])
    assert lines[2] == r"[bold]x[/bold]  \x1b[31mred :smile:"


def test_a_table_without_rows_has_its_head() -> None:
    assert table_lines(("a", "b"), [])[0] == "a  b"


def test_progress_on_a_terminal_is_a_bar_that_gives_the_cursor_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = Terminal()
    monkeypatch.setattr(sys, "stderr", out)
    line = ProgressLine("playing [red]", wanted=None, quiet=False)
    line(0, 40)
    line(40, 40)
    line.close()
    text = out.getvalue()
    assert text.endswith(SHOWN_AGAIN)
    assert "playing [red]" in ESCAPES.sub("", text)
    assert "40/40" in ESCAPES.sub("", text)


def test_progress_elsewhere_stays_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    line = ProgressLine("playing", wanted=True, quiet=False)
    line(40, 40)
    line.close()
    assert out.getvalue().startswith("playing [########################] 40/40")
    assert "\033" not in out.getvalue()


def test_progress_without_any_work_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr(sys, "stderr", out)
    ProgressLine("playing", wanted=None, quiet=False).close()
    assert out.getvalue() == ""


def test_a_screenful_is_drawn_over_and_shows_escapes_as_text() -> None:
    out = Terminal()
    screen = Screenful(out)
    screen.show("first\nsecond")
    screen.show("a name with \033[2J in it", 0.5)
    screen.say("[b]stays")
    screen.close()
    text = out.getvalue()
    assert "\033[2J" not in text
    assert r"a name with \x1b[2J in it" in text
    assert "[b]stays" in text
    assert text.endswith(SHOWN_AGAIN)


def test_a_critique_written_from_a_terminal_had_marks_of_colours_in_it(tmp_path: Path) -> None:
    words = ("critique", "tic-tac-toe", "-n", "2", "--depth", "1", "--no-keep", "-o", "a.txt")
    on_terminal(*words, folder=tmp_path)
    text = (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert text.startswith("Tic-Tac-Toe: ")
    assert not [char for char in text if ord(char) >= 0x100000]


def test_our_own_colours_are_removed_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert coloured("a", "1") != "a"
    assert uncoloured(f"{coloured('a', '1')} [1m") == "a [1m"


def test_the_list_of_games_is_a_table_on_a_terminal_and_lines_in_a_pipe(tmp_path: Path) -> None:
    seen = on_terminal("games", "hex-7", folder=tmp_path).splitlines()
    assert seen[0].split() == ["game", "seats", "board", "goal"]
    command = [sys.executable, "-m", "ludwright.cli.main", "games", "hex-7"]
    plain = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert plain == "hex-7  2 seats  49 hexes  win: connect all your own regions\n"


def test_rich_is_not_imported_for_a_pipe() -> None:
    code = (
        "import sys\n"
        "from ludwright.cli.main import app\n"
        "app(['playtest', 'tic-tac-toe', '-n', '2', '-p', 'uniform', '--progress'], "
        "standalone_mode=False)\n"
        "assert not {'rich.live', 'rich.progress', 'rich.table'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
