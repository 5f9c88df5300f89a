"""Playtests of format 1, for two seats with everything open: how they become format 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.play.columns import (
    COLUMNS,
    Column,
    Level,
    plies_as_moments,
    standings_of_leads,
)

SEATS_1: Final[int] = 2
_SAME: Final[frozenset[str]] = frozenset(
    {"moves", "options", "values", "scores", "reasons", "indices"}
    | {"opening_plies", "out_of_time", "work"}
)
COLUMNS_1: Final[tuple[Column, ...]] = (
    *(one for one in COLUMNS if one.name in _SAME),
    Column("seats", "uint8", Level.PLY, low=0, high=SEATS_1 - 1),
    Column("leads", "float32", Level.PLY, low=-1.0, high=1.0),
    Column("start_leads", "float32", Level.MATCH, low=-1.0, high=1.0, key="start_lead"),
    Column("swapped", "uint8", Level.MATCH, low=0, high=1),
)
"""The columns of format 1: leads of the first seat after every ply, and whether seats were swapped.

Never changed again.
"""


def upgraded_columns(
    offsets: NDArray[np.int64], old: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """The columns of today, with `moment_offsets`, from checked columns of format 1."""
    matches = len(offsets) - 1
    seating = np.stack([old["swapped"], 1 - old["swapped"]], axis=1)
    return {
        **{name: old[name] for name in _SAME},
        **plies_as_moments(offsets, old["seats"]),
        "seats": old["seats"].astype(np.int8),
        "standings": standings_of_leads(old["leads"]),
        "start_standings": standings_of_leads(old["start_leads"]),
        "points": np.full((matches, SEATS_1), np.nan),
        "places": np.zeros((matches, SEATS_1), dtype=np.int8),
        "seating": seating.astype(np.int8),
    }


def upgraded_header(header: Mapping[str, Any]) -> dict[str, Any]:
    """The header with the settings of today."""
    settings = dict(header["settings"])
    if "swap_seats" in settings:
        settings["rotate_seats"] = settings.pop("swap_seats")
    return {**header, "settings": settings}
