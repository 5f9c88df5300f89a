"""Names for cities: invented ones, or those of real places at given coordinates."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import cos, isfinite, radians
from pathlib import Path
from typing import Final, NamedTuple

from ludwright.errors import DataError
from ludwright.families.railway.network import Network, Place
from ludwright.files import read_text

LARGEST_FILE: Final[int] = 10_000_000
"""Characters in a table of places."""
LONGEST_NAME: Final[int] = 40
"""Characters in a name."""
FARTHEST: Final[float] = 85.0
"""The latitude up to which places can be on a map."""
COLUMNS: Final[tuple[str, ...]] = ("name", "longitude", "latitude")
"""Of a table of places."""


class RealPlace(NamedTuple):
    """A real place, in degrees."""

    name: str
    longitude: float
    latitude: float


@cache
def town_names() -> tuple[str, ...]:
    """The invented names, in alphabetical order."""
    text = files("ludwright.families.railway").joinpath("towns.txt").read_text(encoding="utf-8")
    return tuple(text.split())


def invented_names(count: int, rng: random.Random) -> list[str]:
    """So many different names."""
    return rng.sample(town_names(), count)


def read_places(path: Path) -> list[RealPlace]:
    """The places in a CSV file with the columns name, longitude and latitude, in degrees."""
    rows = csv.DictReader(read_text(path, LARGEST_FILE).splitlines())
    missing = [one for one in COLUMNS if one not in (rows.fieldnames or ())]
    if missing:
        raise DataError(
            f"{path}: expected the columns {', '.join(COLUMNS)} in the first line, "
            f"got none called {missing[0]}"
        )
    return [_place_of(row, f"{path}: line {at}") for at, row in enumerate(rows, start=2)]


def _place_of(row: dict[str, str], where: str) -> RealPlace:
    name = (row["name"] or "").strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or '"' in name:
        raise DataError(
            f"{where}: expected a name of 1 to {LONGEST_NAME} characters, got {name[:50]!r}"
        )
    try:
        longitude, latitude = float(row["longitude"]), float(row["latitude"])
    except (TypeError, ValueError):
        raise DataError(
            f"{where}: expected degrees, got {str(row['longitude'])[:20]!r} and "
            f"{str(row['latitude'])[:20]!r}"
        ) from None
    if not (isfinite(longitude) and abs(longitude) <= 180 and abs(latitude) <= FARTHEST):
        raise DataError(
            f"{where}: expected a longitude from -180 to 180 and a latitude from -{FARTHEST:g} to "
            f"{FARTHEST:g}, got {longitude:g} and {latitude:g}"
        )
    return RealPlace(name, longitude, latitude)


def on_map(network: Network, places: Sequence[RealPlace]) -> list[str]:
    """The name of a real place for each city: the nearest, none of them twice.

    The map of the places is stretched over the board, as wide and as high as its cities are apart.
    """
    named = list({one.name: one for one in places}.values())
    if len(named) < len(network.places):
        raise DataError(
            f"expected at least {len(network.places)} places with different names, one for each "
            f"city, got {len(named)}"
        )
    spots = _projected(named, network.places)
    pairs = sorted(
        ((x - spot[0]) ** 2 + (y - spot[1]) ** 2, city, at)
        for city, (x, y) in enumerate(network.places)
        for at, spot in enumerate(spots)
    )
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, city, at in pairs:
        if city not in found and at not in taken:
            found[city] = at
            taken.add(at)
    return [named[found[city]].name for city in range(len(network.places))]


def _projected(named: Sequence[RealPlace], cities: Sequence[Place]) -> list[tuple[float, float]]:
    """Where the places are on the board, north at the top."""
    middle = radians(sum(one.latitude for one in named) / len(named))
    flat = [(one.longitude * cos(middle), -one.latitude) for one in named]
    ends = []
    for axis in (0, 1):
        values, wanted = [one[axis] for one in flat], [one[axis] for one in cities]
        spread = max(values) - min(values) or 1.0
        scale = (max(wanted) - min(wanted)) / spread
        ends.append([min(wanted) + (value - min(values)) * scale for value in values])
    return list(zip(*ends, strict=True))
