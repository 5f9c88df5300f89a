"""Checks that a file holds a valid playtest: every field of the header, every number in columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import StoreError
from ludwright.play.playtest import (
    MATCH_COLUMNS,
    PLY_ANNOTATIONS,
    PLY_COLUMNS,
    REASONS,
    is_annotation_name,
)

FORMAT: Final[str] = "ludwright playtest"
FORMAT_VERSION: Final[int] = 1
PAIRS: Final[frozenset[str]] = frozenset({"scores", "work"})
"""Columns with one number per seat."""
LARGEST_SEED: Final[int] = 2**64 - 1


def checked_header(header: Any) -> dict[str, Any]:
    """The header with all its fields, each of the right type; raises StoreError otherwise."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise StoreError("expected a playtest, got a file of another kind")
    version = header.get("format_version")
    if version != FORMAT_VERSION:
        raise StoreError(
            f"expected format version {FORMAT_VERSION}, got {version!r:.80}; "
            "the file may come from a newer Ludwright"
        )
    found = {"settings": {}, "notes": [], "engine_version": "", **header}
    for name, (expected, is_fitting) in _FIELDS.items():
        if not is_fitting(found.get(name)):
            raise StoreError(f"header, {name}: expected {expected}, got {found.get(name)!r:.80}")
    return found


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SEED


_FIELDS: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "family": ("a text", _is_text),
    "game": ("a text", _is_text),
    "digest": ("a text", _is_text),
    "engine_version": ("a text", _is_text),
    "seed": ("a number from 0", _is_count),
    "matches": ("a number from 0", _is_count),
    "players": ("a list of texts", lambda value: _is_texts(value) and len(value) > 0),
    "notes": ("a list of texts", _is_texts),
    "settings": ("a table", lambda value: isinstance(value, dict)),
}


def check_columns(
    header: Mapping[str, Any], offsets: NDArray[Any], columns: Mapping[str, NDArray[Any]]
) -> None:
    """Raise StoreError unless all columns fit together and all values are in range."""
    matches, seats = header["matches"], len(header["players"])
    if offsets.shape != (matches + 1,) or offsets[0] != 0 or (np.diff(offsets) < 0).any():
        raise StoreError(f"expected {matches + 1} offsets that grow from 0, got others")
    lengths = np.diff(offsets)
    _check_shapes(columns, int(offsets[-1]), matches, seats)
    _within(columns, "seats", 0, seats - 1)
    _within(columns, "options", 0, np.inf)
    _within(columns, "leads", -1.0, 1.0)
    _within(columns, "start_leads", -1.0, 1.0)
    _within(columns, "scores", 0.0, 1.0)
    _within(columns, "reasons", 0, len(REASONS) - 1)
    _within(columns, "swapped", 0, 1)
    _within(columns, "out_of_time", 0, 1)
    _within(columns, "opening_plies", 0, np.inf)
    if (columns["opening_plies"] > lengths).any():
        raise StoreError("expected opening plies within the match, got more than it has")


def _check_shapes(
    columns: Mapping[str, NDArray[Any]], plies: int, matches: int, seats: int
) -> None:
    for kinds, count in ((PLY_COLUMNS, plies), (MATCH_COLUMNS, matches)):
        for name, kind in kinds.items():
            column = columns[name]
            width = (column.shape[1:] or (0,))[0] if name == "moves" else seats
            shape = (count, width) if name in PAIRS or name == "moves" else (count,)
            if column.dtype != kind or column.shape != shape or not width:
                got = f"{' by '.join(map(str, column.shape))} of {column.dtype}"
                raise StoreError(f"expected {count} {name} of {kind}, got {got}")


def _within(columns: Mapping[str, NDArray[Any]], name: str, low: float, high: float) -> None:
    column = columns[name]
    # NaN is neither below nor above; so test for what is within.
    if not ((column >= low) & (column <= high)).all():
        span = f"from {low:g}" + (f" to {high:g}" if np.isfinite(high) else "")
        raise StoreError(f"expected {name} {span}, got others")


def check_annotations(offsets: NDArray[Any], annotations: Mapping[str, NDArray[Any]]) -> None:
    """Raise StoreError unless the annotations made by the core fit the recorded plies."""
    plies = int(offsets[-1])
    for name, column in annotations.items():
        if not is_annotation_name(name):
            raise StoreError(f"expected the name of an annotation, got {name!r:.80}")
        if name in PLY_ANNOTATIONS and len(column) != plies:
            raise StoreError(f"expected {plies} entries of {name}, got {len(column)}")
    ends, values = annotations.get("move_value_offsets"), annotations.get("move_values")
    if (ends is None) != (values is None):
        raise StoreError("expected the values of moves with their offsets, got only one of the two")
    if ends is None or values is None:
        return
    is_whole = ends.shape == (plies + 1,) and ends.dtype.kind in "iu" and values.ndim == 1
    if not is_whole or ends[0] != 0 or ends[-1] != len(values) or (ends[1:] < ends[:-1]).any():
        raise StoreError("expected the values of the moves of each ply, got others")
