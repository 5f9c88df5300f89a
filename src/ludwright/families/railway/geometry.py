"""The look of a board as figures: clutter, intersections and covered cities.

Routes are the straight lines between their cities. Distances are in thousandths of the board's
width. The paper (Smith) gives names and values only; `docs/decisions` says how these readings were
found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludwright.families.railway.network import Network, Place

NEAR: Final[float] = 130.0
"""Routes as near to a city as this clutter it."""
COVER: Final[float] = 20.0
"""A route nearer than this to a city that it does not serve covers it."""

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Look:
    """The figures of a board."""

    clutter: float
    """Routes that pass near a city, its own included, on average over cities."""
    intersections: float
    """Pairs of routes that touch, a shared city included, and once more those that cross, for each
    route."""
    covered: float
    """Pairs of a route and a city that it covers, for each route."""
    crossings: int
    """Pairs of routes that cross."""


def look_of(network: Network) -> Look:
    """The figures of a board; those of a board without routes are 0."""
    if not network.links:
        return Look(0.0, 0.0, 0.0, 0)
    places = np.array(network.places, dtype=np.float64)
    ends = network.ends
    away = distances(places, places[ends[:, 0]], places[ends[:, 1]])
    cities = np.arange(len(places))[:, None]
    is_foreign = (cities != ends[:, 0]) & (cities != ends[:, 1])
    crossing = crossings_among(places, ends)
    meeting = _share_end(ends) | crossing | _touching(places, ends)
    routes = len(ends)
    return Look(
        clutter=float((away < NEAR).sum()) / len(places),
        intersections=float(np.triu(meeting, 1).sum() + np.triu(crossing, 1).sum()) / routes,
        covered=float(((away < COVER) & is_foreign).sum()) / routes,
        crossings=int(np.triu(crossing, 1).sum()),
    )


def distances(points: Floats, ones: Floats, others: Floats) -> Floats:
    """From each point to each line between one and the other end: rows are points."""
    along = others - ones
    square = np.maximum((along**2).sum(axis=1), 1e-9)
    from_one = points[:, None, :] - ones[None, :, :]
    share = np.clip((from_one * along).sum(axis=2) / square, 0.0, 1.0)
    rest = from_one - share[:, :, None] * along
    found: Floats = np.sqrt((rest**2).sum(axis=2))
    return found


def crossings_among(places: Floats, ends: NDArray[np.int64]) -> Flags:
    """Which routes cross which: they have a point in common that is no end of either."""
    return crossings_of(places[ends[:, 0]], places[ends[:, 1]], places, ends)


def crossings_of(ones: Floats, others: Floats, places: Floats, ends: NDArray[np.int64]) -> Flags:
    """Which of the lines, by row, cross which of the routes, by column."""
    starts, stops = places[ends[:, 0]], places[ends[:, 1]]
    first = _side(starts, stops, ones) * _side(starts, stops, others)
    second = _side(ones, others, starts).T * _side(ones, others, stops).T
    found: Flags = (first < 0) & (second < 0)
    return found


def _side(ones: Floats, others: Floats, points: Floats) -> Floats:
    """On which side of each line, by column, each point, by row, is: -1, 0 or 1."""
    along = others - ones
    away = points[:, None, :] - ones[None, :, :]
    found: Floats = np.sign(along[:, 0] * away[:, :, 1] - along[:, 1] * away[:, :, 0])
    return found


def _share_end(ends: NDArray[np.int64]) -> Flags:
    one, other = ends[:, 0][:, None], ends[:, 1][:, None]
    found: Flags = (one == ends[:, 0]) | (one == ends[:, 1])
    found |= (other == ends[:, 0]) | (other == ends[:, 1])
    return found


def _touching(places: Floats, ends: NDArray[np.int64]) -> Flags:
    """Which routes, by row, pass exactly through an end of which; and the other way round."""
    on = distances(places, places[ends[:, 0]], places[ends[:, 1]]) < 1e-6
    found: Flags = (on[ends[:, 0]] | on[ends[:, 1]]).T
    return found | found.T


def is_free(
    one: Place, other: Place, network: Network, clearance: float, *, ends: Sequence[int]
) -> bool:
    """Whether a line crosses no route and keeps away from all cities but its own ends."""
    line_one, line_other = np.array([one], float), np.array([other], float)
    places = np.array(network.places, dtype=np.float64)
    foreign = [at for at in range(len(places)) if at not in ends]
    if foreign and distances(places[foreign], line_one, line_other).min() < clearance:
        return False
    if not network.links:
        return True
    return not bool(crossings_of(line_one, line_other, places, network.ends).any())
