"""The columns of a playtest, declared once: to add a column, add one line to `COLUMNS`.

Files, their checks, JSON lines, records and parts of playtests all follow this table.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.play.outcome import REASONS

CHANCE: Final[int] = -1
"""The seat of a ply that chance decided."""
MOST_WIDTH: Final[int] = 64
"""The most numbers of a move."""


class Level(StrEnum):
    """What a row of a column belongs to."""

    PLY = "ply"
    MOMENT = "moment"
    """A position that the judge looked at: after every ply or, if turns are longer, every turn."""
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, the type of its numbers, and what its rows are."""

    name: str
    kind: str
    """The type of the numbers, as NumPy names it."""
    level: Level
    is_by_seat: bool = False
    """Whether a row has one number per seat."""
    low: float = -inf
    high: float = inf
    """The range of valid numbers; infinity for any number, even none (NaN)."""
    is_wide: bool = False
    """Whether a row has several numbers: as many as the family's moves or measures."""
    is_optional: bool = False
    """Whether games of some families do not have it."""
    key: str = ""
    """Its name in a line of JSON, if it is another."""

    @property
    def json_key(self) -> str:
        """Its name in a line of JSON."""
        return self.key or self.name

    @property
    def is_table(self) -> bool:
        """Whether a row has more than one number."""
        return self.is_wide or self.is_by_seat

    def shape(self, rows: int, seats: int) -> tuple[int | None, ...]:
        """The expected shape; None stands for any width."""
        if self.is_wide:
            return (rows, None)
        return (rows, seats) if self.is_by_seat else (rows,)


COLUMNS: Final[tuple[Column, ...]] = (
    Column("moves", "int32", Level.PLY, is_wide=True),
    Column("seats", "int8", Level.PLY, low=CHANCE),
    Column("options", "int32", Level.PLY, low=0),
    Column("values", "float32", Level.PLY),
    Column("moment_plies", "int32", Level.MOMENT, low=1),
    Column("moment_seats", "int8", Level.MOMENT, low=CHANCE),
    Column("standings", "float64", Level.MOMENT, is_by_seat=True, low=0.0, high=1.0),
    Column("measures", "float64", Level.MOMENT, is_wide=True, is_optional=True),
    Column("start_standings", "float64", Level.MATCH, is_by_seat=True, low=0.0, high=1.0),
    Column("scores", "float32", Level.MATCH, is_by_seat=True, low=0.0, high=1.0),
    Column("points", "float64", Level.MATCH, is_by_seat=True),
    Column("places", "int8", Level.MATCH, is_by_seat=True, low=0),
    Column("seating", "int8", Level.MATCH, is_by_seat=True, low=0),
    Column("reasons", "uint8", Level.MATCH, low=0, high=len(REASONS) - 1, key="reason"),
    Column("indices", "uint64", Level.MATCH, key="match"),
    Column("opening_plies", "int32", Level.MATCH, low=0),
    Column("out_of_time", "uint8", Level.MATCH, low=0, high=1),
    Column("work", "uint64", Level.MATCH, is_by_seat=True),
)
"""All columns but the offsets of plies and moments, from which the rest is cut into matches."""

OFFSETS: Final[Mapping[Level, str]] = {Level.PLY: "offsets", Level.MOMENT: "moment_offsets"}
"""Where the rows of each match begin: int64, one entry more than matches."""
OFFSET_KIND: Final[str] = "int64"
COLUMN_NAMES: Final[frozenset[str]] = frozenset({*(one.name for one in COLUMNS), *OFFSETS.values()})


def held(names: Container[str], table: Sequence[Column] = COLUMNS) -> tuple[Column, ...]:
    """The columns of the table, without the optional ones that are not among the names."""
    return tuple(one for one in table if not one.is_optional or one.name in names)


def of_level(level: Level, table: Sequence[Column] = COLUMNS) -> dict[str, str]:
    """The columns of a level and their types."""
    return {one.name: one.kind for one in table if one.level is level}


PLY_COLUMNS: Final[dict[str, str]] = of_level(Level.PLY)
"""Columns with one row per ply, and their types."""
MOMENT_COLUMNS: Final[dict[str, str]] = of_level(Level.MOMENT)
"""Columns with one row per moment, and their types."""
MATCH_COLUMNS: Final[dict[str, str]] = of_level(Level.MATCH)
"""Columns with one row per match, and their types."""


def cut(
    columns: Mapping[str, NDArray[Any]], offsets: NDArray[np.int64], first: int, last: int
) -> dict[str, NDArray[Any]]:
    """The columns of the matches from `first` to before `last`, with their `moment_offsets`."""
    moments = columns["moment_offsets"]
    rows = {
        Level.PLY: slice(int(offsets[first]), int(offsets[last])),
        Level.MOMENT: slice(int(moments[first]), int(moments[last])),
        Level.MATCH: slice(first, last),
    }
    found = {one.name: columns[one.name][rows[one.level]] for one in held(columns)}
    return {**found, "moment_offsets": moments[first : last + 1] - moments[first]}


def finished_only(
    columns: Mapping[str, Any],
) -> tuple[NDArray[np.int64], dict[str, NDArray[Any]]]:
    """The offsets and columns of the finished matches, each of its type.

    Nothing is copied if all of them are finished and all types are right.
    """
    table = held(columns)
    arrays = {one.name: np.asarray(columns[one.name], dtype=one.kind) for one in table}
    bounds = {level: np.asarray(columns[name], OFFSET_KIND) for level, name in OFFSETS.items()}
    finished = np.asarray(columns["finished"]).astype(bool)
    if not finished.all():
        kept = {level: np.repeat(finished, np.diff(one)) for level, one in bounds.items()}
        kept[Level.MATCH] = finished
        arrays = {one.name: arrays[one.name][kept[one.level]] for one in table}
        bounds = {level: offsets_of(np.diff(one)[finished]) for level, one in bounds.items()}
    return bounds[Level.PLY], {**arrays, "moment_offsets": bounds[Level.MOMENT]}


def offsets_of(lengths: Iterable[int] | NDArray[Any]) -> NDArray[np.int64]:
    """Where each of several consecutive parts begins, and where the last one ends."""
    counted = np.asarray(lengths if isinstance(lengths, np.ndarray) else list(lengths))
    found = np.zeros(len(counted) + 1, dtype=np.int64)
    np.cumsum(counted, out=found[1:])
    return found


def plies_as_moments(offsets: NDArray[np.int64], seats: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The moments of matches that are judged after every ply, without their standings."""
    made = np.arange(1, int(offsets[-1]) + 1) - np.repeat(offsets[:-1], np.diff(offsets))
    return {
        "moment_offsets": offsets,
        "moment_plies": made.astype(np.int32),
        "moment_seats": seats.astype(np.int8),
    }


def standings_of_leads(leads: NDArray[Any]) -> NDArray[np.float64]:
    """The standings of two seats, given how far the first one leads, from -1 to 1.

    Their difference is the lead again, exactly for any lead that is not tiny.
    """
    half = 0.5 * np.asarray(leads, dtype=np.float64)
    return np.stack([0.5 + half, 0.5 - half], axis=1)


def measures_of(columns: Mapping[str, NDArray[Any]]) -> NDArray[np.float64]:
    """The family's own numbers, one row per moment; rows of none where it has none."""
    return columns.get("measures", np.empty((len(columns["moment_plies"]), 0)))


def leads_of(standings: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each seat is ahead of the best of the others; for one seat, its standing."""
    if standings.shape[1] == 1:
        return standings
    ordered = np.sort(standings, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    # Where the best is shared, `second` equals it.
    return standings - np.where(standings == best, second, best)
