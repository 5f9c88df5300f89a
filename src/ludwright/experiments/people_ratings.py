"""People's ratings of known games: the packaged table, and tables of the same form.

A row is left out, with the reason, if its game cannot be opened; it is never dropped silently.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Any, Final

from ludwright.errors import LudwrightError, StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.files import read_text
from ludwright.language.check import require_sound
from ludwright.language.game import Game

PACKAGED: Final[str] = "human-ratings.csv"
COLUMNS: Final[tuple[str, ...]] = ("game", "name", "year", "rating", "users", "fidelity")
"""What a table must have; others, such as the number on a site, may stand beside."""
SAME: Final[str] = "same"
"""The fidelity of a text with the rules and the board of the rated game."""
LARGEST_FILE: Final[int] = 1 << 20
"""Characters in a table of ratings."""


@dataclass(frozen=True, slots=True)
class Rated:
    """One game with the mean of people's ratings."""

    game: str
    """A packaged name, or the path of a file."""
    name: str
    """As it is known."""
    year: int | None
    """None if it is unknown."""
    rating: float
    users: int
    fidelity: str

    @property
    def is_same(self) -> bool:
        """Whether our text has the rules of the rated game."""
        return self.fidelity == SAME


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A rated game that takes no part, and why."""

    game: str
    why: str


@dataclass(frozen=True)
class Ratings:
    """The rated games that can be opened, and the others."""

    games: Mapping[str, tuple[Rated, Game]]
    """By the name or path in the table."""
    left_out: tuple[LeftOut, ...]


def read_ratings(path: Path | None = None) -> Ratings:
    """The ratings of a file, or the packaged ones; paths of games are relative to the file."""
    if path is None:
        text = files("ludwright.experiments").joinpath(PACKAGED).read_text("utf-8")
        return opened(rated_of(text, PACKAGED), Path())
    return opened(rated_of(read_text(path, LARGEST_FILE), str(path)), path.parent)


def rated_of(text: str, place: str) -> list[Rated]:
    """The rows of a table of ratings."""
    reader = csv.DictReader(io.StringIO(text, newline=""), skipinitialspace=True)
    try:
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise StoreError(f"{place}, line 1: expected a column {missing[0]}, got none")
        found = [_rated(row, f"{place}, line {reader.line_num}") for row in reader]
    except csv.Error as error:
        raise StoreError(f"{place}: expected CSV, got {error}") from error
    twice = [one.game for at, one in enumerate(found) if one.game in _names(found[:at])]
    if twice:
        raise StoreError(f"{place}: expected each game once, got {twice[0]!r} twice")
    return found


def _names(rows: Sequence[Rated]) -> set[str]:
    return {one.game for one in rows}


def _rated(row: Mapping[Any, Any], place: str) -> Rated:
    if None in row or None in row.values():
        raise StoreError(f"{place}: expected as many values as the first line has")
    cells = {name: str(row[name]).strip() for name in COLUMNS}
    if not cells["game"]:
        raise StoreError(f"{place}: expected the name of a game, got nothing")
    year = int(_number(cells["year"] or "0", f"{place}, year"))
    return Rated(
        cells["game"],
        cells["name"],
        year or None,  # the table has 0 where it is not known
        _number(cells["rating"], f"{place}, rating"),
        int(_number(cells["users"], f"{place}, users")),
        cells["fidelity"],
    )


def _number(cell: str, place: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise StoreError(f"{place}: expected a number, got {cell!r}")
    return value


def opened(rated: Sequence[Rated], folder: Path) -> Ratings:
    """The games of the rows; those that cannot be opened or make no sense are left out."""
    games: dict[str, tuple[Rated, Game]] = {}
    left_out: list[LeftOut] = []
    digests: dict[str, str] = {}
    for one in rated:
        try:
            game = open_game(folder / one.game if one.game.endswith(".game") else one.game)
            require_sound(game)
        except LudwrightError as error:
            left_out.append(LeftOut(one.game, str(error)))
            continue
        if game.digest in digests:
            left_out.append(LeftOut(one.game, f"the same rules as {digests[game.digest]}"))
            continue
        digests[game.digest] = one.game
        games[one.game] = (one, game)
    return Ratings(games, tuple(left_out))
