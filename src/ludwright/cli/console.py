"""What all commands share: output, progress, and errors as messages with exit codes.

Results go to stdout, progress and messages to stderr. With `--json` stdout is JSON and nothing
else.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import typer

from ludwright.cli.streams import discard_stdout, is_reader_gone
from ludwright.errors import (
    GameCheckError,
    GameFault,
    GameSyntaxError,
    IllegalMove,
    LimitExceeded,
    LudwrightError,
    PlayerFault,
    StoreError,
    UnknownName,
)
from ludwright.play.limits import CHOICE_SECONDS, LARGEST_SEED
from ludwright.shown import shown, shown_json

OK, FAILED, USAGE, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""The exit codes of all commands."""
EXIT_CODES: tuple[tuple[int, str], ...] = (
    (OK, "success; also if the reader of the output has closed it"),
    (FAILED, "a game or a player failed during a match"),
    (
        USAGE,
        "wrong usage: an unknown command, option, game, player, criterion or move; a value out of "
        "range; a player that cannot be loaded",
    ),
    (
        BAD_INPUT,
        "a file that cannot be read or written, or with invalid contents: a game with a syntax "
        "error or one that makes no sense, a damaged playtest, table, profile or run",
    ),
    (LIMIT, "a limit was exceeded: a text too long or nested too deep, a search too large"),
    (INTERRUPTED, "interrupted"),
)
"""What each code means, the same for all commands; the reference page prints this table."""
MOST_MATCHES = 10_000_000
MOST_CHILDREN = 1_000_000_000
MOST_GAMES = 10_000
"""The largest numbers that options accept: anything larger is a typing error or would overflow."""

_ESCAPE = "".join(chr(0x100000 + int.from_bytes(os.urandom(4), "big") % 0xFFFE) for _ in range(2))
"""Marks the start of our own escape sequences until they are printed; it cannot be guessed."""

Json = typer.Option(False, "--json", help="Print JSON and nothing else.")
Quiet = typer.Option(False, "--quiet", "-q", help="Print no progress and no remarks.")
Force = typer.Option(False, "--force", "-f", help="Replace existing files.")
Progress = typer.Option(
    None, "--progress/--no-progress", help="Show progress. Default: only on terminals."
)
RunProgress = typer.Option(
    None, "--progress/--no-progress", help="Show progress. Default: yes, unless --quiet."
)
Isolate = typer.Option(
    True,
    "--isolate/--no-isolate",
    help="Run players from files in separate processes with limits, or in this one to debug them.",
)
ChoiceSeconds = typer.Option(
    CHOICE_SECONDS,
    "--choice-seconds",
    min=1.0,
    max=86400.0,
    help="Processor time that a player from a file may use for one move.",
)
Seats = typer.Option(
    None, "--seats", min=1, help="Seats at the table. Default: the fewest of the game."
)
Game = typer.Argument(..., help="A packaged game by name, or the path of a .game file.")


def seed_option(default: int = 1) -> Any:
    """The option for the random seed, with one range for all commands."""
    return typer.Option(default, "--seed", min=0, max=LARGEST_SEED, help="Random seed.")


def jobs_option(what: str, default: str = "auto") -> Any:
    """The option for the number of threads or worker processes, read by `jobs_of`."""
    text = f"{what}: a number, or auto for one per core."
    return typer.Option(default, "--jobs", "-j", help=text)


def complete_game(incomplete: str) -> list[str]:
    """The names of packaged games with this prefix, for shell completion."""
    from ludwright.play.families import every_family

    names = sorted(name for family in every_family() for name in family.game_names())
    return [name for name in names if name.startswith(incomplete.lower())]


def complete_family(incomplete: str) -> list[str]:
    """The names of families with this prefix, for shell completion."""
    from ludwright.language.registry import family_names

    return [name for name in family_names() if name.startswith(incomplete.lower())]


def complete_player(incomplete: str) -> list[str]:
    """The names of players with this prefix, for shell completion."""
    from ludwright.play.roster import player_kinds

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{kind.name}" for kind in player_kinds() if kind.name.startswith(last)]


def open_game(name: str) -> Any:
    """The game with this name or path."""
    from ludwright.play.families import open_game as opened

    # A file in the current folder takes precedence, even without a suffix or a slash.
    return opened(Path(name) if Path(name).is_file() else name)


def sound_game(name: str) -> Any:
    """The game of a name or path; raises GameCheckError if it makes no sense."""
    from ludwright.language.check import require_sound

    found = open_game(name)
    require_sound(found)
    return found


def check_output(path: Path | None, *, force: bool, makes_folder: bool = False) -> None:
    """Before the work starts, refuse an output that cannot be written or would replace a file."""
    from ludwright.files import make_folder, require_folder, require_free

    if path is None:
        return
    require_free(path, force=force)
    if makes_folder:
        make_folder(path.parent)
    require_folder(path)


def print_json(value: Any) -> None:
    """Write plain data to stdout."""
    # Characters missing from the encoding become JSON escapes, so that the text stays JSON.
    is_narrow = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=is_narrow, indent=2, allow_nan=False)
    sys.stdout.write(shown_json(text) + "\n")


def say(text: str = "") -> None:
    """Write a line of the result to stdout."""
    sys.stdout.write(printable(text) + "\n")


def remark(text: str, *, quiet: bool = False) -> None:
    """Write a line to stderr."""
    if not quiet:
        sys.stderr.write(printable(text) + "\n")


def printable(text: str) -> str:
    """The text as it is safe to print: with our own colours, but no escapes from elsewhere."""
    return shown(text).replace(_ESCAPE, "\033")


def has_colour(stream: Any = None) -> bool:
    """Whether to use colours: on terminals, unless NO_COLOR is set (no-color.org)."""
    stream = stream if stream is not None else sys.stdout
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and _term() != "dumb"


def _term() -> str:
    return os.environ.get("TERM", "")


def coloured(text: str, code: str, stream: Any = None) -> str:
    """The text in a terminal colour, or plain if the stream (stdout by default) has none."""
    return f"{_ESCAPE}[{code}m{text}{_ESCAPE}[0m" if has_colour(stream) else text


def uncoloured(text: str) -> str:
    """The text without our own colours, as it belongs in a file."""
    return re.sub(rf"{_ESCAPE}\[[0-9;]*m", "", text)


def fail(message: str, code: int) -> NoReturn:
    """Write an error to stderr and exit."""
    mark = "\033[31merror:\033[0m" if has_colour(sys.stderr) else "error:"
    sys.stderr.write(f"{mark} {shown(message)}\n")
    raise typer.Exit(code)


def code_of(error: BaseException) -> int:
    """The exit code for an expected error, or -1 for a bug of ours."""
    if isinstance(error, LimitExceeded):
        return LIMIT
    if isinstance(error, GameSyntaxError | GameCheckError | StoreError | OSError):
        return BAD_INPUT
    if isinstance(error, GameFault | PlayerFault):
        return FAILED
    if isinstance(error, UnknownName | IllegalMove | LudwrightError):
        return USAGE
    return -1


@contextmanager
def errors_told() -> Iterator[None]:
    """Turn errors into messages and exit codes; a traceback is a bug."""
    try:
        yield
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        raise typer.Exit(INTERRUPTED) from None
    except (LudwrightError, OSError, ImportError) as error:
        if isinstance(error, BrokenPipeError) and is_reader_gone():
            discard_stdout()
            raise typer.Exit(OK) from None
        code = code_of(error) if not isinstance(error, ImportError) else USAGE
        fail(_message(error), code)


def _message(error: BaseException) -> str:
    if not isinstance(error, OSError):
        return str(error)
    reason = (error.strerror or str(error)).lower()
    # An error without a file name comes from a stream, and only stdout is written to unguarded.
    return f"{error.filename or 'the result cannot be written'}: {reason}"


class ProgressLine:
    """Progress on stderr, by default only on terminals: a bar there, else a line now and then."""

    def __init__(self, what: str, *, wanted: bool | None, quiet: bool) -> None:
        is_terminal = sys.stderr.isatty()
        self.is_shown = not quiet and (is_terminal if wanted is None else wanted)
        self.is_live = is_terminal and _term() != "dumb"
        self.what = what
        self.begun = time.monotonic()
        self._last = -1.0
        self._bar: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Show how much is finished, unless that was shown a moment ago."""
        now = time.monotonic()
        is_due = now - self._last >= (0.1 if self.is_live else 2.0)
        if not self.is_shown or not (is_due or done >= total):
            return
        self._last = now
        seconds = now - self.begun
        rate = f", {done / seconds:.0f} a second" if done and seconds > 0 else ""
        if self.is_live:
            self._live_bar().show(done, total, rate.removeprefix(", "))
            return
        sys.stderr.write(f"{shown(self.what)} {_bar(done, total)} {done}/{total}{rate}\n")
        sys.stderr.flush()

    def _live_bar(self) -> Any:
        if self._bar is None:
            from ludwright.cli.live import Bar

            self._bar = Bar(sys.stderr, self.what)
        return self._bar

    def close(self) -> None:
        """End the bar."""
        if self._bar is not None:
            self._bar.close()


def _bar(done: int, total: int, width: int = 24) -> str:
    full = width if total == 0 else width * done // total
    return "[" + "#" * full + "." * (width - full) + "]"


def jobs_of(text: str) -> int:
    """The number of threads or workers: a number, or `auto` for one per core."""
    if text == "auto":
        return os.cpu_count() or 1
    count = whole_number(text)
    if count is None or count < 1:
        raise typer.BadParameter(f"expected a number of threads or auto, got {text[:40]!r}")
    return min(count, 1024)


def whole_number(text: str) -> int | None:
    """The number written as at most 18 ASCII digits, or None."""
    text = text.strip()
    is_number = text.isascii() and text.isdigit() and len(text) <= 18
    return int(text) if is_number else None


def seat_players(text: str, seats: int) -> tuple[str, ...]:
    """The players in a list such as `mcts:50,uniform`: one for each seat, or one for all seats."""
    from ludwright.play.roster import split_players

    names = split_players(text)
    if len(names) not in (1, seats):
        raise typer.BadParameter(
            f"expected one player or {seats}, one for each seat, got {len(names)}: {text[:80]!r}; "
            "--seats sets the number of seats"
        )
    return names * seats if len(names) == 1 else names


def effort_named(name: str, family: str) -> Any:
    """The effort of this name for games of a family."""
    from ludwright.criticism.effort import plan_of

    return plan_of(family).effort(name)
