"""Output for terminals, drawn by rich: bars and lines that are redrawn in place, and tables.

Imported only when a stream is a terminal; otherwise output is plain text, line by line. Nothing
here starts a thread: a display is redrawn when its owner has something new to show.
"""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from typing import Any, Final, Literal

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ludwright.cli.console import has_colour, printable
from ludwright.shown import shown

_NARROWEST: Final[int] = 20
"""Room for the last column of a table, even where the terminal has none."""
_RULE: Final = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
"""A line below the head of a table, and no other."""


def terminal(stream: Any) -> Console:
    """The terminal behind a stream; texts are printed as they are, without markup."""
    return Console(
        file=stream,
        force_terminal=True,
        no_color=not has_colour(stream),
        markup=False,
        highlight=False,
        emoji=False,
    )


class Bar:
    """A progress bar with the time that is left."""

    def __init__(self, stream: Any, what: str) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}", markup=False),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=terminal(stream),
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task(shown(what), total=None, rate="")
        self._progress.start()
        atexit.register(self.close)  # rich hides the cursor; whatever happens, it comes back

    def show(self, done: int, total: int, rate: str = "") -> None:
        """Draw how much is finished."""
        self._progress.update(self._task, completed=done, total=total, rate=rate, refresh=True)

    def close(self) -> None:
        """Leave the bar as it is, and give the cursor back."""
        self._progress.stop()
        atexit.unregister(self.close)


class Screenful:
    """Lines that are drawn over each other at the bottom of a terminal."""

    def __init__(self, stream: Any) -> None:
        self._live = Live(
            console=terminal(stream),
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()
        atexit.register(self.close)

    def show(self, text: str, share: float | None = None) -> None:
        """Draw the text over the last one, cut at the edge; with a bar if a share is given."""
        words = Text.from_ansi(printable(text), no_wrap=True, overflow="ellipsis")
        if share is None:
            self._live.update(words, refresh=True)
            return
        line = Table.grid(padding=(0, 1, 0, 0))
        line.add_column(width=20)
        line.add_column(no_wrap=True, overflow="ellipsis")
        line.add_row(ProgressBar(total=1.0, completed=min(1.0, max(0.0, share)), width=20), words)
        self._live.update(line, refresh=True)

    def say(self, text: str) -> None:
        """Write a line above that stays."""
        self._live.console.print(Text.from_ansi(printable(text)), soft_wrap=True)

    def close(self) -> None:
        """Leave the last text as it is, and give the cursor back."""
        self._live.stop()
        atexit.unregister(self.close)


def table_lines(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()
) -> list[str]:
    """A table as lines that fit the terminal: its last column is cut where there is no room.

    `right` are the columns of numbers. The lines contain no colours, so they can be printed by
    `say` like any other text.
    """
    lines = [[shown(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    console = Console(color_system=None, markup=False, highlight=False, emoji=False)
    # Two spaces stand between columns.
    room = console.width - sum(width + 2 for width in widths[:-1])
    widths[-1] = min(widths[-1], max(room, _NARROWEST))
    table = Table(box=_RULE, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    for place, (name, width) in enumerate(zip(lines[0], widths, strict=True)):
        justify: Literal["left", "right"] = "right" if place in right else "left"
        table.add_column(Text(name), justify=justify, width=width, no_wrap=True)
    for row in lines[1:]:
        table.add_row(*(Text(cell, no_wrap=True, overflow="ellipsis") for cell in row))
    with console.capture() as captured:
        console.print(table, width=sum(widths) + 2 * len(widths), crop=False)
    return [line.rstrip() for line in captured.get().splitlines()]
