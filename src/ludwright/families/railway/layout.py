"""Where the cities, routes and cars of a board are drawn.

A route is a straight line, or a curve if that would pass over another city.
Its tracks are rows of cars side by side, a car for each space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from math import atan2, cos, degrees, radians, sin
from typing import Final, NamedTuple

from ludwright.families.railway.lower import Track, tracks_of
from ludwright.families.railway.vocabulary import Board
from ludwright.families.shapes import Point, distance, distance_to

WIDTH: Final[float] = 1040.0
"""The width of a layout, unless the board is too tall for that."""
TALLEST: Final[float] = 860.0
_LARGEST: Final[float] = 1.6
"""How much a board with little on it is enlarged at most."""
_RADIUS: Final[float] = 7.5
_CAR_WIDTH: Final[float] = 11.0
_BENDS: Final[tuple[float, ...]] = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25)
"""How far aside a curve is drawn, in lengths of the route."""
_STEPS: Final[int] = 32
"""In how many straight pieces a curve is measured."""

Curve = tuple[Point, ...]


class Car(NamedTuple):
    """The place of one car: its middle, its direction in degrees, and its size."""

    x: float
    y: float
    angle: float
    length: float
    width: float

    def moved(self, lengths: float) -> Point:
        """The point so many lengths of the car from its middle, in its direction."""
        way, turn = lengths * self.length, radians(self.angle)
        return self.x + way * cos(turn), self.y + way * sin(turn)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is drawn, with y downwards."""

    places: tuple[Point, ...]
    """By city; the smallest coordinates are 0."""
    size: Point
    """The largest coordinates."""
    radius: float
    """Of the circles of cities."""
    curves: tuple[Curve, ...]
    """By route."""
    cars: tuple[tuple[Car, ...], ...]
    """By track."""


def layout_of(board: Board) -> Layout:
    """The layout of a board."""
    given = tuple((city.x, city.y) for city in board.cities)
    return _layout(given, tuple(tracks_of(board)))


@lru_cache(maxsize=256)
def _layout(given: tuple[tuple[int, int], ...], tracks: tuple[Track, ...]) -> Layout:
    places, size = _fitted(given)
    apart = min((distance(a, b) for a, b in combinations(places, 2)), default=WIDTH)
    radius = max(3.0, min(_RADIUS, 0.3 * apart))
    tracks_by_route: dict[int, list[Track]] = {}
    for track in tracks:
        tracks_by_route.setdefault(track.route, []).append(track)
    curves = _curves([group[0] for group in tracks_by_route.values()], places, radius)
    cars = [
        row
        for group, curve in zip(tracks_by_route.values(), curves, strict=True)
        for row in _rows(curve, group[0].length, len(group), radius)
    ]
    return Layout(places, size, radius, tuple(curves), tuple(cars))


def _fitted(given: Sequence[tuple[int, int]]) -> tuple[tuple[Point, ...], Point]:
    left, top = min(x for x, _ in given), min(y for _, y in given)
    width, height = max(x for x, _ in given) - left, max(y for _, y in given) - top
    scale = min(_LARGEST, WIDTH / max(width, 1), TALLEST / max(height, 1))
    places = tuple((scale * (x - left), scale * (y - top)) for x, y in given)
    return places, (scale * width, scale * height)


# --- Curves ---------------------------------------------------------------------------------------


def _curves(routes: Sequence[Track], places: Sequence[Point], radius: float) -> list[Curve]:
    """The curve of each route: straight where that is clear of other cities."""
    found: list[Curve] = [(places[one.one], places[one.other]) for one in routes]
    ends = [{one.one, one.other} for one in routes]
    near = radius + 0.9 * _CAR_WIDTH
    for at, (start, *_, end) in enumerate(found):
        rest = [place for city, place in enumerate(places) if city not in ends[at]]
        others = [curve for number, curve in enumerate(found) if number != at]
        if _covered(found[at], rest, near) == 0:
            continue
        curves = {bend: _curve(start, end, bend) for one in _BENDS for bend in (one, -one)}
        costs = {bend: _lost(curve, rest, others, near) for bend, curve in curves.items()}
        found[at] = curves[min(costs, key=lambda bend: (costs[bend], abs(bend), bend))]
    return found


def _covered(curve: Curve, cities: Sequence[Point], near: float) -> float:
    """How much a curve covers cities that are nearer than that."""
    return sum(max(0.0, near - _to_curve(place, curve)) for place in cities)


def _lost(curve: Curve, cities: Sequence[Point], others: Sequence[Curve], near: float) -> float:
    """How bad a curve is: the cities it covers, the routes it crosses, how far it goes outside."""
    crossed = sum(_are_crossing(curve, other) for other in others)
    beyond = max(max(-x, x - WIDTH, -y, y - TALLEST) for x, y in curve)
    return _covered(curve, cities, near) + 4.0 * crossed + max(0.0, beyond)


def _curve(start: Point, end: Point, bend: float) -> Curve:
    """The curve through a point beside the middle of a route."""
    if not bend:
        return start, end
    side = (start[1] - end[1], end[0] - start[0])
    # The middle of a quadratic curve lies half way to its control point.
    control = tuple((start[i] + end[i]) / 2 + 2 * bend * side[i] for i in (0, 1))
    points: list[Point] = []
    for step in range(_STEPS + 1):
        share = step / _STEPS
        rest = 1 - share
        x, y = (
            rest * rest * start[i] + 2 * rest * share * control[i] + share * share * end[i]
            for i in (0, 1)
        )
        points.append((x, y))
    return tuple(points)


def _are_crossing(one: Curve, other: Curve) -> bool:
    """Whether two curves cross elsewhere than at a common end."""
    return any(_crosses(a, b, c, d) for a, b in pairwise(one) for c, d in pairwise(other))


def _crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < -1e-9 and _turn(c, d, a) * _turn(c, d, b) < -1e-9


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _to_curve(place: Point, curve: Curve) -> float:
    """The distance from a place to a curve."""
    return min(distance_to(place, line) for line in pairwise(curve))


# --- Cars -----------------------------------------------------------------------------------------


def _rows(curve: Curve, spaces: int, tracks: int, radius: float) -> list[tuple[Car, ...]]:
    """The cars of each track of a route, between the circles of its cities."""
    whole = sum(distance(a, b) for a, b in pairwise(curve))
    edge = min(radius + 3.5, 0.3 * whole)
    room = (whole - 2 * edge) / spaces
    length = max(1.0, room - min(3.0, 0.15 * room))
    width = max(2.0, min(_CAR_WIDTH, 0.6 * length))
    aside = 0.0 if tracks == 1 else width / 2 + 0.8
    rows: list[tuple[Car, ...]] = []
    for side in (-aside, aside)[:tracks]:
        cars = []
        for space in range(spaces):
            (x, y), (across, down) = _at(curve, edge + (space + 0.5) * room)
            place = (x - side * down, y + side * across)
            cars.append(Car(*place, degrees(atan2(down, across)), length, width))
        rows.append(tuple(cars))
    return rows


def _at(curve: Curve, way: float) -> tuple[Point, Point]:
    """The point so far along a curve, and the direction there."""
    for a, b in pairwise(curve):
        piece = distance(a, b)
        if way <= piece or b == curve[-1]:
            direction = ((b[0] - a[0]) / piece, (b[1] - a[1]) / piece) if piece else (1.0, 0.0)
            return (a[0] + way * direction[0], a[1] + way * direction[1]), direction
        way -= piece
    raise ValueError("expected a curve of two points or more")
