"""Lists of moves as people write them: `1. E5 D4  2. F6 C3`, and back into single moves.

Plies of one turn are joined by commas; a number stands before each round of the seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

WIDTH: Final[int] = 88
"""Characters in a line of moves."""
MOST_MOVES: Final[int] = 100_000
"""Moves that a text may hold."""
_COMMENT: Final = re.compile(r"\{[^{}]*\}|#[^\n]*")
_NUMBER: Final = re.compile(r"\d+\.+(?!\d)")
_RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})
_DIGITS: Final = re.compile(r"(\d+)")


class Ply(NamedTuple):
    """One move that was made; chance sits at -1."""

    seat: int
    text: str


def numbered(plies: Iterable[Ply], width: int = WIDTH) -> list[str]:
    """The moves in lines, each round of the seats with its number."""
    lines: list[str] = []
    for entry in _rounds(plies):
        if lines and len(lines[-1]) + 2 + len(entry) <= width:
            lines[-1] += f"  {entry}"
        else:
            lines.append(entry)
    return lines


def _rounds(plies: Iterable[Ply]) -> list[str]:
    rounds: list[list[str]] = []
    last = -1
    for seat, turn in groupby(plies, key=lambda ply: ply.seat):
        text = ",".join(ply.text for ply in turn)
        # Chance belongs to whichever round it falls in.
        if not rounds or (0 <= seat <= last):
            rounds.append([])
            last = -1
        last = max(last, seat)
        rounds[-1].append(text)
    return [f"{number}. {' '.join(turns)}" for number, turns in enumerate(rounds, start=1)]


def move_words(text: str) -> list[str]:
    """The single moves of a text; numbers, comments in braces or after #, and results are left out.

    Moves stand between spaces, line breaks, commas or semicolons.
    """
    bare = re.sub(r"[,;]", " ", _COMMENT.sub(" ", text))
    words = (_NUMBER.sub("", word, count=1) if word[0].isdigit() else word for word in bare.split())
    return [word for word in words if word and word not in _RESULTS]


def in_order(names: Iterable[str]) -> list[str]:
    """Moves or cells as people count them: A2 before A10."""
    return sorted(names, key=_natural)


def _natural(name: str) -> list[tuple[int, int, str]]:
    parts = _DIGITS.split(name.casefold())
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts if part]


def that_begin(names: Sequence[str], wanted: str) -> list[str]:
    """The moves from a cell or onto it where nothing moves; else those whose text begins so."""
    wanted = wanted.casefold()
    whole = [name for name in names if re.split(r"[-:+]", name.casefold())[0] == wanted]
    return whole or [name for name in names if name.casefold().startswith(wanted)]
