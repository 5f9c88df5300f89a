"""Every exception, on one screen.

A message states what was expected, what came instead, where, and how to fix it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


class LudwrightError(Exception):
    """The base class of everything Ludwright raises on purpose."""


class GameSyntaxError(LudwrightError, ValueError):
    """A text that cannot be read as a game; `line` and `column` count from 1."""

    def __init__(
        self, message: str, *, line: int, column: int, text: str = "", source: str = ""
    ) -> None:
        self.message = message
        self.source = source
        """The file, if the text comes from one."""
        self.line = line
        self.column = column
        self.excerpt = excerpt(text, line, column)
        where = f"{source}: " if source else ""
        super().__init__(where + self.told())

    def told(self) -> str:
        """The error without the file."""
        return f"line {self.line}, column {self.column}: {self.message}{_below(self.excerpt)}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that makes no sense in a game, with its path in the tree.

    If the game was read from a text, line and column (from 1; 0 if unknown) and the excerpt show
    the place there; comparisons ignore them.
    """

    message: str
    place: str = ""
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)
    excerpt: str = field(default="", compare=False)

    def __str__(self) -> str:
        if self.line:
            return f"line {self.line}, column {self.column}: {self.message}{_below(self.excerpt)}"
        return f"{self.place}: {self.message}" if self.place else self.message

    def to_json(self) -> dict[str, str | int]:
        """The finding as plain data."""
        where = {"line": self.line, "column": self.column} if self.line else {}
        return {"message": self.message, "place": self.place, **where}


class GameCheckError(LudwrightError, ValueError):
    """A well-formed text of a game that makes no sense; carries all `findings` at once."""

    def __init__(self, findings: Iterable[Finding], source: str = "") -> None:
        self.findings = tuple(findings)
        self.source = source
        """The file, if the game comes from one."""
        count = len(self.findings)
        head = f"expected a sensible game, got {count} finding{'s' if count != 1 else ''}"
        head = f"{source}: {head}" if source else head
        lines = [line for finding in self.findings for line in str(finding).split("\n")]
        super().__init__("\n".join([head, *(f"  {line}" for line in lines)]))


class GameFault(LudwrightError, RuntimeError):
    """A game that failed during a match; `digest`, `seed` and `ply` reproduce it."""

    def __init__(self, message: str, *, digest: str, seed: int, ply: int) -> None:
        self.message = message
        self.digest = digest
        self.seed = seed
        self.ply = ply
        super().__init__(f"{message} (game {digest}, seed {seed}, ply {ply})")


class GrammarError(LudwrightError, ValueError):
    """A grammar that cannot be read, or a genome that cannot be derived by it."""


class IllegalMove(LudwrightError, ValueError):
    """A move that the rules do not allow in this position."""


class ImpossibleMove(IllegalMove):
    """A move that was understood, but cannot be made like that; the message says why."""


class NeedlessMove(IllegalMove):
    """A move that the rules have made for the player, since there was no choice."""


class SeatsError(LudwrightError):
    """A number of seats at which a game cannot be played."""


class PlayerError(LudwrightError, ValueError):
    """A player's name or settings that cannot be used; the message states what would be valid."""


class PlayerFault(LudwrightError, RuntimeError):
    """A player that crashed, hung or made an illegal move."""


LONGEST_SHOWN: int = 80
"""Characters of an unknown name that are told: what was given may be a whole text."""


class UnknownName(LudwrightError, LookupError):
    """A name that is not registered; `nearest` holds similar names."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        names = sorted(known)
        given = name if len(name) <= LONGEST_SHOWN else f"{name[: LONGEST_SHOWN - 1]}…"
        self.nearest = tuple(difflib.get_close_matches(given, names, n=3))
        way_out = self._way_out(names)
        super().__init__(f"expected the name of {_one(kind)}, got {given!r}; {way_out}")

    def _way_out(self, names: Sequence[str]) -> str:
        if self.nearest:
            return f"did you mean {_either(self.nearest)}?"
        if not names:
            return "none is known"
        rest = f" and {len(names) - 8} more" if len(names) > 8 else ""
        return f"known: {', '.join(names[:8])}{rest}"


class LimitExceeded(LudwrightError, RuntimeError):
    """A budget of plies, nodes, memory or time ran out, and no partial answer is possible."""


class StoreError(LudwrightError):
    """A store that cannot be opened, read or written."""


class DataError(StoreError, ValueError):
    """Plain data, from a file or a table, that does not fit what it should describe."""


class MatchTextError(StoreError, ValueError):
    """A text that cannot be read as a match, or is a match of another game."""


def excerpt(text: str, line: int, column: int) -> str:
    """Return the line of `text` with a caret under the column, or "" if there is no such line."""
    # Not `splitlines`, which also breaks at form feeds and the like: readers count line feeds.
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return ""
    shown = lines[line - 1].rstrip("\r")
    # Tabs stay tabs, so that the caret is in the right place at any tab width.
    gap = "".join("\t" if char == "\t" else " " for char in shown[: column - 1])
    gap += " " * (column - 1 - len(gap))
    return f"{shown}\n{gap}^"


def _below(shown: str) -> str:
    return "".join(f"\n    {line}" for line in shown.split("\n")) if shown else ""


def _one(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _either(names: Sequence[str]) -> str:
    quoted = [repr(name) for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
