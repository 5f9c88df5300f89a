"""Finds the missing or superfluous bracket of a text from its indentation.

When brackets do not match, the reader notices late: at the end of the text, or after a bracket
that closed too much. Indentation, as the printer or an editor does it, gives a better answer:
what begins further to the left is not inside what begins further to the right.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

Bracket = tuple[int, bool]
"""The offset of a bracket, and whether it opens."""


@dataclass(slots=True)
class _Opened:
    """A bracket that is still open."""

    offset: int
    column: int
    inner: int | None = None
    """The column of the first bracket inside that begins a line."""


class _Lines:
    """Lines and columns of offsets, both from 1."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(at + 1 for at, char in enumerate(text) if char == "\n")]

    def line(self, offset: int) -> int:
        return bisect_right(self.starts, offset)

    def column(self, offset: int) -> int:
        return offset - self.starts[self.line(offset) - 1] + 1

    def begins_line(self, offset: int) -> bool:
        return not self.text[self.starts[self.line(offset) - 1] : offset].strip()


def unclosed(text: str, brackets: Sequence[Bracket]) -> tuple[int, int]:
    """The offset of the bracket that was left open, and the line at whose end it should close.

    That is the first one that is no further to the left than the start of a later line; the
    innermost one open at the end of the text if no line shows it.
    """
    lines = _Lines(text)
    missing = sum(1 if is_opening else -1 for _, is_opening in brackets)
    opened: list[int] = []
    previous = 0
    for offset, is_opening in brackets:
        if is_opening and lines.begins_line(offset):
            column = lines.column(offset)
            beside = [one for one in opened if lines.column(one) >= column]
            # If more are missing than at the end, the lines are not indented at all.
            if 0 < len(beside) <= missing:
                return beside[-1], lines.line(previous)
        if is_opening:
            opened.append(offset)
        elif opened:
            opened.pop()
        previous = offset
    return opened[-1], lines.line(len(text.rstrip()) - 1)


def superfluous(text: str, brackets: Sequence[Bracket]) -> int:
    """The offset of the closing bracket that is one too many.

    That is the last one before a line that begins further to the right than its siblings, the
    one that closed everything although more follows, or the one without an opening bracket.
    """
    lines = _Lines(text)
    opened: list[_Opened] = []
    previous = 0
    last_opening = max((at for at, (_, more) in enumerate(brackets) if more), default=-1)
    for at, (offset, is_opening) in enumerate(brackets):
        if not is_opening:
            if not opened:
                return offset
            opened.pop()
            if not opened and at < last_opening:
                return offset
            previous = offset
            continue
        column = lines.column(offset)
        if opened and lines.begins_line(offset):
            around = opened[-1]
            if around.inner is not None and column > around.inner and not brackets[at - 1][1]:
                return previous
            around.inner = around.inner or column
        opened.append(_Opened(offset, column))
    return brackets[-1][0]
