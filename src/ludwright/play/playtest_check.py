"""Checks that a file holds a valid playtest: every field of the header, every number in columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import StoreError
from ludwright.files import LARGEST_NUMBER
from ludwright.language.seats import MOST_SEATS
from ludwright.play.columns import CHANCE, COLUMNS, MOST_WIDTH, Column, Level, held
from ludwright.play.playtest import PLY_ANNOTATIONS, is_annotation_name
from ludwright.play.playtest_format_1 import COLUMNS_1, SEATS_1

FORMAT: Final[str] = "ludwright playtest"
FORMAT_VERSION: Final[int] = 2
TABLES: Final[Mapping[int, tuple[Column, ...]]] = {1: COLUMNS_1, FORMAT_VERSION: COLUMNS}
"""The columns of each format that can be read."""
SUM_ERROR: Final[float] = 1e-6
"""How far from 1 a sum of scores or standings may be."""


def checked_header(header: Any) -> dict[str, Any]:
    """The header with all its fields, each of the right type; raises StoreError otherwise."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise StoreError("expected a playtest, got a file of another kind")
    version = header.get("format_version")
    if not _is_count(version) or version not in TABLES:
        raise StoreError(
            f"expected a format version up to {FORMAT_VERSION}, got {version!r:.80}; "
            "the file may come from a newer Ludwright"
        )
    found = {"settings": {}, "notes": [], "engine_version": "", **header}
    for name, (expected, is_fitting) in _FIELDS.items():
        if not is_fitting(found.get(name)):
            raise StoreError(f"header, {name}: expected {expected}, got {found.get(name)!r:.80}")
    if version == 1 and len(found["players"]) != SEATS_1:
        raise StoreError(f"header, players: expected {SEATS_1}, got {len(found['players'])}")
    return found


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER


_FIELDS: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "family": ("a text", _is_text),
    "game": ("a text", _is_text),
    "digest": ("a text", _is_text),
    "engine_version": ("a text", _is_text),
    "seed": ("a number from 0", _is_count),
    "matches": ("a number from 0", _is_count),
    "players": (
        f"a list of 1 to {MOST_SEATS} texts",
        lambda value: _is_texts(value) and 1 <= len(value) <= MOST_SEATS,
    ),
    "notes": ("a list of texts", _is_texts),
    "settings": ("a table", lambda value: isinstance(value, dict)),
}


def check_offsets(name: str, offsets: NDArray[Any], matches: int) -> None:
    """Raise StoreError unless the offsets cut rows into this many matches."""
    if offsets.shape != (matches + 1,) or offsets[0] != 0 or (offsets[1:] < offsets[:-1]).any():
        raise StoreError(f"expected {matches + 1} {name} that grow from 0, got others")


def check_ranges(
    table: Sequence[Column],
    columns: Mapping[str, NDArray[Any]],
    rows: Mapping[Level, int],
    seats: int,
) -> None:
    """Raise StoreError unless all columns have their shapes and types, and values in range."""
    for one in table:
        column, shape = columns[one.name], one.shape(rows[one.level], seats)
        if column.dtype != one.kind or not is_shape(column.shape, shape):
            got = f"{' by '.join(map(str, column.shape))} of {column.dtype}"
            wanted = " by ".join("any" if count is None else str(count) for count in shape)
            raise StoreError(f"expected {wanted} {one.name} of {one.kind}, got {got}")
        _check_range(one, column)


def is_shape(found: Sequence[int], wanted: Sequence[int | None]) -> bool:
    """Whether a shape is the wanted one, in which None stands for any width of rows."""
    return len(found) == len(wanted) and all(
        got == count or (count is None and 1 <= got <= MOST_WIDTH)
        for got, count in zip(found, wanted, strict=True)
    )


def _check_range(one: Column, column: NDArray[Any]) -> None:
    low, high = one.low, one.high
    if low == -np.inf and high == np.inf:
        return
    # NaN is neither below nor above; so test for what is within.
    if not ((column >= low) & (column <= high)).all():
        span = f"from {low:g}" + (f" to {high:g}" if np.isfinite(high) else "")
        raise StoreError(f"expected {one.name} {span}, got others")


def check_columns(
    offsets: NDArray[Any], columns: Mapping[str, NDArray[Any]], matches: int, seats: int
) -> None:
    """Raise StoreError unless all columns of today's format fit together."""
    moments = columns["moment_offsets"]
    check_offsets("offsets", offsets, matches)
    check_offsets("moment_offsets", moments, matches)
    rows = {Level.PLY: int(offsets[-1]), Level.MOMENT: int(moments[-1]), Level.MATCH: matches}
    check_ranges(held(columns), columns, rows, seats)
    for name in ("seats", "moment_seats"):
        if (columns[name] >= seats).any():
            raise StoreError(f"expected {name} from {CHANCE} to {seats - 1}, got others")
    for name in ("scores", "standings", "start_standings"):
        _check_sums(name, columns[name])
    if (columns["opening_plies"] > np.diff(offsets)).any():
        raise StoreError("expected opening plies within the match, got more than it has")
    _check_moments(offsets, moments, columns["moment_plies"])
    _check_tables(columns, seats)


def _check_sums(name: str, column: NDArray[Any]) -> None:
    if not (np.abs(column.sum(axis=1, dtype=np.float64) - 1.0) <= SUM_ERROR).all():
        raise StoreError(f"expected {name} that sum to 1 in each row, got others")


def _check_moments(
    offsets: NDArray[Any], moments: NDArray[Any], moment_plies: NDArray[Any]
) -> None:
    counts = np.diff(moments)
    if (moment_plies > np.repeat(np.diff(offsets), counts)).any():
        raise StoreError("expected moment_plies within the match, got larger ones")
    is_first = np.zeros(len(moment_plies), dtype=np.bool_)
    is_first[moments[:-1][counts > 0]] = True
    if (np.diff(moment_plies)[~is_first[1:]] <= 0).any():
        raise StoreError("expected moment_plies that rise during a match, got others")


def _check_tables(columns: Mapping[str, NDArray[Any]], seats: int) -> None:
    if not (np.sort(columns["seating"], axis=1) == np.arange(seats)).all():
        raise StoreError("expected a seating with each player once, got others")
    if (columns["places"] > seats).any():
        raise StoreError(f"expected places from 0 to {seats}, got others")
    for name in ("points", "measures"):
        if name in columns and np.isinf(columns[name]).any():
            raise StoreError(f"expected finite {name}, got others")


_STANDINGS = Column("judged_standings", "float64", Level.PLY, is_by_seat=True, low=0.0, high=1.0)
_JUDGED = (Column("judged_values", "float32", Level.PLY), _STANDINGS)
"""Annotations that criteria read as they read columns."""


def check_annotations(
    offsets: NDArray[Any], annotations: Mapping[str, NDArray[Any]], seats: int
) -> None:
    """Raise StoreError unless the annotations made by the core fit the recorded plies."""
    plies = int(offsets[-1])
    for name, column in annotations.items():
        if not is_annotation_name(name):
            raise StoreError(f"expected the name of an annotation, got {name!r:.80}")
        if name in PLY_ANNOTATIONS and len(column) != plies:
            raise StoreError(f"expected {plies} entries of {name}, got {len(column)}")
    for one in _JUDGED:
        if one.name in annotations:
            check_ranges((one,), annotations, {Level.PLY: plies}, seats)
    if _STANDINGS.name in annotations:
        _check_sums(_STANDINGS.name, annotations[_STANDINGS.name])
    ends, values = annotations.get("move_value_offsets"), annotations.get("move_values")
    if (ends is None) != (values is None):
        raise StoreError("expected the values of moves with their offsets, got only one of the two")
    if ends is None or values is None:
        return
    is_whole = ends.shape == (plies + 1,) and ends.dtype.kind in "iu" and values.ndim == 1
    if not is_whole or ends[0] != 0 or ends[-1] != len(values) or (ends[1:] < ends[:-1]).any():
        raise StoreError("expected the values of the moves of each ply, got others")
