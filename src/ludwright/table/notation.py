"""Writes and reads lists of moves such as `1. E5 D4  2. F6 C3`.

Plies of one turn are joined by commas; each round of the seats is numbered. In such lists the
spaces and separators within the name of a move are written as underscores: `roll card_7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

WIDTH: Final[int] = 88
"""Characters in a line of moves."""
MOST_MOVES: Final[int] = 100_000
"""The most moves in a text."""
_COMMENT: Final = re.compile(r"\{[^{}]*\}|#[^\n]*")
_NUMBER: Final = re.compile(r"\d+\.+(?!\d)")
_RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})
_DIGITS: Final = re.compile(r"(\d+)")
_SEPARATORS: Final = re.compile(r"[\s,;]+")


class Ply(NamedTuple):
    """One move that was made; the seat of chance is -1."""

    seat: int
    text: str


def numbered(plies: Iterable[Ply], width: int = WIDTH) -> list[str]:
    """The moves in lines, with each round of the seats numbered."""
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
        text = ",".join(one_word(ply.text) for ply in turn)
        # A move of chance belongs to the round in which it happens.
        if not rounds or (0 <= seat <= last):
            rounds.append([])
            last = -1
        last = max(last, seat)
        rounds[-1].append(text)
    return [f"{number}. {' '.join(turns)}" for number, turns in enumerate(rounds, start=1)]


def one_word(name: str) -> str:
    """The name of a move as it stands in a list of moves."""
    return _SEPARATORS.sub("_", name)


def move_words(text: str) -> list[str]:
    """The moves in a text, without numbers, results, and comments in braces or after #.

    Moves are separated by spaces, line breaks, commas or semicolons.
    """
    bare = re.sub(r"[,;]", " ", _COMMENT.sub(" ", text))
    words = (_NUMBER.sub("", word, count=1) if word[0].isdigit() else word for word in bare.split())
    return [word for word in words if word and word not in _RESULTS]


def in_order(names: Iterable[str]) -> list[str]:
    """Moves or cells in natural order: A2 before A10."""
    return sorted(names, key=_natural)


def _natural(name: str) -> list[tuple[int, int, str]]:
    parts = _DIGITS.split(name.casefold())
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts if part]


def that_begin(names: Sequence[str], wanted: str) -> list[str]:
    """The moves from a cell, or placements on it; if there are none, those with this prefix."""
    wanted = wanted.casefold()
    whole = [name for name in names if re.split(r"[-:+]", name.casefold())[0] == wanted]
    return whole or [name for name in names if name.casefold().startswith(wanted)]
