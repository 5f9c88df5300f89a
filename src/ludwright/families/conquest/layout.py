"""Where the territories of a map are drawn: at their own places, or in a layout made here.

A planar map without places is drawn without crossing borders: a first drawing from the embedding of
its graph is spread by forces, and a territory is moved only as far as no borders cross. If a map is
not planar, as many borders as possible are laid out like that; the others are left to be drawn as
curves. The same map always gets the same layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.families.conquest.lower import borders_of, territories_of
from ludwright.families.conquest.vocabulary import Map
from ludwright.families.shapes import Point

WIDTH: Final[float] = 1000.0
"""The width of a layout; places in the texts of maps are in thousandths of it too."""
TALLEST: Final[float] = 640.0
FLATTEST: Final[float] = 360.0
_TOO_CLOSE: Final[float] = 8.0
"""Territories nearer than this would hide each other: the places of such a map are not used."""
_BALANCING: Final[int] = 60
"""How often the pulls of borders are changed."""
_SPREADING: Final[int] = 80
"""How often all territories are moved."""
_REACH: Final[float] = 0.6
"""How far a border pushes other territories away, in ideal lengths of a border."""
_CLEARANCE: Final[float] = 0.3
"""How close a territory may come to a border that is not its own, in ideal lengths of one."""
_RANGE: Final[float] = 2.5
"""How far territories push each other away, in ideal lengths of a border."""

Border = tuple[int, int]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is drawn, with y downwards."""

    points: tuple[Point, ...]
    """By territory; the smallest coordinates are 0."""
    size: Point
    """The largest coordinates."""
    wrapped: frozenset[Border]
    """Borders that leave the map on the left and come back on the right."""
    bent: frozenset[Border]
    """Borders that would cross others if they were straight."""


def layout_of(board: Map) -> Layout:
    """The layout of a map."""
    territories = territories_of(board)
    places = [(one.at.x, one.at.y) for one in territories if one.at is not None]
    given = tuple(places) if len(places) == len(territories) else ()
    return _layout(len(territories), tuple(borders_of(board)), given)


@lru_cache(maxsize=256)
def _layout(count: int, borders: tuple[Border, ...], given: tuple[Point, ...]) -> Layout:
    if given and not _is_crowded(given):
        points = np.array(given, float)
        return _fitted(points, _wrapping(points, borders), frozenset(), stretch=1.0)
    kept = planar_part(count, borders)
    points = _lying(_spread(count, kept))
    bent = frozenset(borders) - frozenset(kept)
    return _fitted(points, frozenset(), bent, stretch=1.5, size=_size(count))


def _size(count: int) -> float:
    """Small maps need less room."""
    return min(1.0, max(0.6, sqrt(count / 36)))


def _is_crowded(given: Sequence[Point]) -> bool:
    return any(
        abs(ax - bx) < _TOO_CLOSE and abs(ay - by) < _TOO_CLOSE
        for (ax, ay), (bx, by) in combinations(given, 2)
    )


def _fitted(
    points: Points,
    wrapped: frozenset[Border],
    bent: frozenset[Border],
    *,
    stretch: float,
    size: float = 1.0,
) -> Layout:
    """The layout in a frame of this size; `stretch` is how much it may be distorted."""
    moved = points - points.min(axis=0)
    width, height = np.maximum(moved.max(axis=0), 1e-9)
    across = min(size * WIDTH / width, stretch * size * TALLEST / height)
    up = min(max(across, size * FLATTEST / height), across * stretch, size * TALLEST / height)
    across = min(across, up * stretch)
    moved *= (across, up)
    places = tuple((round(float(x), 2), round(float(y), 2)) for x, y in moved)
    right, bottom = (float(one) for one in moved.max(axis=0))
    return Layout(places, (right, bottom), wrapped, bent)


def _wrapping(points: Points, borders: Sequence[Border]) -> frozenset[Border]:
    """Long borders across the whole map that would cross others, as from Alaska to Kamchatka."""
    width = float(np.ptp(points[:, 0]))
    pairs = np.array(borders)
    found = [
        (one, other)
        for one, other in borders
        if abs(points[one, 0] - points[other, 0]) > 0.55 * width
        if _crossed(points, pairs, one, other).any()
    ]
    return frozenset(found)


# --- Planar maps ----------------------------------------------------------------------------------


def planar_part(count: int, borders: Sequence[Border]) -> tuple[Border, ...]:
    """The borders of a planar map; of others, as many in their order as are planar together."""
    import networkx as nx

    graph = _graph(count, borders)
    if nx.check_planarity(graph)[0]:
        return tuple(borders)
    # A border taken from the end of the list is more often one between continents.
    graph = _graph(count, ())
    kept: list[Border] = []
    for border in sorted(borders, key=lambda pair: pair[1] - pair[0]):
        graph.add_edge(*border)
        if nx.check_planarity(graph)[0]:
            kept.append(border)
        else:
            graph.remove_edge(*border)
    return tuple(sorted(kept))


def _graph(count: int, borders: Sequence[Border]) -> Any:
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(borders)
    return graph


def _spread(count: int, borders: Sequence[Border]) -> Points:
    """A drawing without crossings, spread evenly; 1 is about the length of a border."""
    import networkx as nx

    if count < 3:
        return np.column_stack([np.arange(count), np.zeros(count)]).astype(float)
    embedding = nx.check_planarity(_graph(count, borders))[1]
    points = _from_outside_in(embedding, borders)
    if _has_crossing(points, borders):
        planar = nx.combinatorial_embedding_to_pos(embedding)
        points = np.array([planar[at] for at in range(count)], float)
    return _relaxed(points, borders)


def _from_outside_in(embedding: Any, borders: Sequence[Border]) -> Points:
    """The drawing of Tutte (1963): the largest face outside, every other territory between others.

    Borders pull their ends together, and any forces of pull give a drawing without crossings if
    all faces are triangles. So faces are cut into triangles by weak lines, and then long borders
    pull harder and short ones less, again and again.
    """
    from networkx.algorithms.planar_drawing import triangulate_embedding

    triangles, outer = triangulate_embedding(embedding, fully_triangulate=False)
    lines = np.array(sorted((one, other) for one, other in triangles.edges() if one < other))
    real = set(borders)
    ideal = np.array([1.0 if (one, other) in real else 1.5 for one, other in lines.tolist()])
    pull = np.where(ideal > 1, 0.2, 1.0)
    turns = 2 * np.pi * np.arange(len(outer)) / len(outer)
    rim = np.column_stack([1.5 * np.cos(turns), np.sin(turns)])
    points = _balanced(lines, pull, outer, rim, len(embedding))
    for _ in range(_BALANCING):
        lengths = np.linalg.norm(points[lines[:, 0]] - points[lines[:, 1]], axis=1) / ideal
        pull *= np.clip(lengths / max(float(lengths.mean()), 1e-9), 0.25, 4.0) ** 0.3
        pull = np.clip(pull, 1e-3, 1e3)
        points = _balanced(lines, pull, outer, rim, len(embedding))
    return points


def _balanced(
    lines: NDArray[np.intp], pull: NDArray[np.float64], outer: list[int], rim: Points, count: int
) -> Points:
    """Where all pulls are in balance, with the outer territories held on the rim."""
    pulls = np.zeros((count, count))
    np.add.at(pulls, (lines[:, 0], lines[:, 1]), -pull)
    pulls += pulls.T
    pulls[np.diag_indices(count)] = -pulls.sum(axis=1)
    free = np.setdiff1d(np.arange(count), outer)
    held = np.array(outer)
    points = np.zeros((count, 2))
    points[held] = rim
    if len(free):
        pulled: Points = -pulls[np.ix_(free, held)] @ rim
        points[free] = np.linalg.solve(pulls[np.ix_(free, free)], pulled)
    return points


# --- Spreading ------------------------------------------------------------------------------------


def _relaxed(points: Points, borders: Sequence[Border]) -> Points:
    """The drawing with territories moved apart and borders of similar length; nothing crosses."""
    if len(points) < 3 or not borders:
        return points
    web = _Web(np.array(borders), len(points))
    lengths = np.linalg.norm(points[web.pairs[:, 0]] - points[web.pairs[:, 1]], axis=1)
    points = points / max(float(lengths.mean()), 1e-9)
    for step in range(_SPREADING):
        reach = 0.3 * (1 - step / _SPREADING) + 0.02
        wanted = _forces(points, web.pairs)
        sizes = np.linalg.norm(wanted, axis=1, keepdims=True)
        wanted *= np.minimum(1.0, reach / np.maximum(sizes, 1e-12))
        points = web.moved(points, wanted)
    return points


class _Web:
    """The borders of a map, and what must not happen to them."""

    def __init__(self, pairs: NDArray[np.intp], count: int) -> None:
        self.pairs = pairs
        one, other = pairs[:, 0], pairs[:, 1]
        ends = np.zeros((len(pairs), count), bool)
        ends[np.arange(len(pairs)), one] = ends[np.arange(len(pairs)), other] = True
        self.ends = ends
        """By border and territory: whether the border ends there."""
        self.is_apart = ~(ends[:, one] | ends[:, other])
        """By two borders: whether they have no end in common."""
        self.stars = [_Star.of(at, pairs) for at in range(count)]

    def moved(self, points: Points, wanted: Points) -> Points:
        """The points moved as wanted, or one after another as far as there is no trouble."""
        room = np.minimum(self._distances(points), _CLEARANCE) - 1e-9
        tried: Points = points + wanted
        if not self._is_troubled(tried, room):
            return tried
        tried = points.copy()
        for at, star in enumerate(self.stars):
            star.move(tried, at, wanted[at])
        return tried

    def _is_troubled(self, points: Points, room: NDArray[np.float64]) -> bool:
        """Whether borders cross, or a territory comes too close to one."""
        if (self._distances(points) < room).any():
            return True
        a, b = points[self.pairs[:, 0]], points[self.pairs[:, 1]]
        crossed = _cross(a[:, None], b[:, None], a[None], b[None]) & self.is_apart
        return bool(crossed.any())

    def _distances(self, points: Points) -> NDArray[np.float64]:
        """By territory and border: how far apart they are; large where the border ends there."""
        starts, ends = points[self.pairs[:, 0]], points[self.pairs[:, 1]]
        found = _distances(points[:, None], starts[None], ends[None])
        found[self.ends.T] = 9.0
        return found


@dataclass(frozen=True, slots=True)
class _Star:
    """The borders of one territory, and those that they must not cross."""

    tips: NDArray[np.intp]
    """Its neighbours."""
    ones: NDArray[np.intp]
    others: NDArray[np.intp]
    """The two ends of each border elsewhere."""
    is_apart: NDArray[np.bool_]
    """By neighbour and border elsewhere: whether the border does not end there."""

    @staticmethod
    def of(at: int, pairs: NDArray[np.intp]) -> _Star:
        """The star of a territory."""
        is_own = (pairs == at).any(axis=1)
        own, far = pairs[is_own], pairs[~is_own]
        tips = np.where(own[:, 0] == at, own[:, 1], own[:, 0])
        is_apart = (far[None] != tips[:, None, None]).all(axis=2)
        return _Star(tips, far[:, 0], far[:, 1], is_apart)

    def move(self, points: Points, at: int, wish: Points) -> None:
        """Move the territory as wished, or only a part of the way.

        Its borders must not cross others, and no territory may come too close to a border.
        """
        before = points[at].copy()
        needed = min(_CLEARANCE, self._clearance(points, at))
        ends = points[self.tips][:, None]
        a, b = points[self.ones][None], points[self.others][None]
        for part in (1.0, 0.5, 0.25, 0.1):
            points[at] = before + part * wish
            if (_cross(points[at], ends, a, b) & self.is_apart).any():
                continue
            if self._clearance(points, at) >= needed:
                return
        points[at] = before

    def _clearance(self, points: Points, at: int) -> float:
        """The distance from the territory to borders elsewhere, and from its own to territories."""
        here = points[at]
        nearest = _distances(here, points[self.ones], points[self.others]).min(initial=9.0)
        away = _distances(points[:, None], here, points[self.tips][None])
        away[at] = 9.0
        away[self.tips, np.arange(len(self.tips))] = 9.0
        return float(min(nearest, away.min(initial=9.0)))


def _distances(points: Points, starts: Points, ends: Points) -> NDArray[np.float64]:
    """From points to the lines between starts and ends."""
    along = ends - starts
    squares = np.maximum((along**2).sum(axis=-1), 1e-12)
    share = np.clip(((points - starts) * along).sum(axis=-1) / squares, 0.0, 1.0)
    apart = points - starts - share[..., None] * along
    found: NDArray[np.float64] = np.sqrt((apart**2).sum(axis=-1))
    return found


def _forces(points: Points, pairs: NDArray[np.intp]) -> Points:
    """Where each territory is drawn to."""
    away = points[:, None] - points[None]
    squares = np.maximum((away**2).sum(axis=2), 1e-4)
    is_near = squares < _RANGE**2
    force: Points = (np.where(is_near, 0.4 / squares, 0.0)[..., None] * away).sum(axis=1)
    along = points[pairs[:, 1]] - points[pairs[:, 0]]
    lengths = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    pull = 0.5 * along * (lengths - 1) / lengths
    np.add.at(force, pairs[:, 0], pull)
    np.add.at(force, pairs[:, 1], -pull)
    force += _pushes(points, pairs, along, lengths)
    return force


def _pushes(points: Points, pairs: NDArray[np.intp], along: Points, lengths: Points) -> Points:
    """How borders push away territories that lie close to them, and are pushed themselves."""
    force = np.zeros_like(points)
    offset = points[:, None] - points[pairs[:, 0]][None]
    share = np.clip((offset * along[None]).sum(axis=2) / (lengths[:, 0] ** 2), 0.0, 1.0)
    apart = offset - share[..., None] * along[None]
    # A territory on a border that is not its own leaves it sideways.
    across = np.column_stack([-along[:, 1], along[:, 0]]) / lengths
    is_on = (apart**2).sum(axis=2) < 1e-6
    apart = np.where(is_on[..., None], 1e-3 * across[None], apart)
    distance = np.maximum(np.linalg.norm(apart, axis=2), 1e-6)
    is_near = distance < _REACH
    is_near[pairs[:, 0], np.arange(len(pairs))] = False
    is_near[pairs[:, 1], np.arange(len(pairs))] = False
    push = np.where(is_near, (_REACH - distance) / distance, 0.0)[..., None] * apart
    force += push.sum(axis=1)
    np.add.at(force, pairs[:, 0], -0.5 * push.sum(axis=0))
    np.add.at(force, pairs[:, 1], -0.5 * push.sum(axis=0))
    return force


def _cross(p: Points, q: Points, a: Points, b: Points) -> NDArray[np.bool_]:
    """Whether the line from p to q and the one from a to b cross or touch.

    Lines that continue each other do not, though none of their ends is to a side.
    """
    sides = _side(p, q, a) * _side(p, q, b)
    others = _side(a, b, p) * _side(a, b, q)
    crossed: NDArray[np.bool_] = (sides <= 0) & (others <= 0) & (sides + others < 0)
    return crossed


def _crossed(points: Points, pairs: NDArray[np.intp], one: int, other: int) -> NDArray[np.bool_]:
    """Which borders the line between two territories crosses; not those that end at one of them."""
    a, b = points[pairs[:, 0]], points[pairs[:, 1]]
    is_apart = ((pairs != one) & (pairs != other)).all(axis=1)
    found: NDArray[np.bool_] = _cross(points[one], points[other], a, b) & is_apart
    return found


def _side(a: Points, b: Points, c: Points) -> NDArray[np.float64]:
    """On which side of the line from a to b the point c is."""
    turn: NDArray[np.float64] = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (
        b[..., 1] - a[..., 1]
    ) * (c[..., 0] - a[..., 0])
    return turn


def _has_crossing(points: Points, borders: Sequence[Border]) -> bool:
    pairs = np.array(borders)
    return any(_crossed(points, pairs, one, other).any() for one, other in borders)


def crossing_borders(layout: Layout, borders: Sequence[Border]) -> list[tuple[Border, Border]]:
    """The pairs of straight borders that cross."""
    points = np.array(layout.points)
    straight = [one for one in borders if one not in layout.wrapped | layout.bent]
    pairs = np.array(straight)
    found: list[tuple[Border, Border]] = []
    for at, (one, other) in enumerate(straight):
        crossed = np.flatnonzero(_crossed(points, pairs, one, other))
        found += [(straight[at], straight[number]) for number in crossed if number > at]
    return found


def _lying(points: Points) -> Points:
    """The drawing turned so that it is widest from left to right."""
    centred = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    # The sign of an eigenvector is arbitrary: the first territory goes to the upper left.
    turned: Points = centred @ axes[:, ::-1]
    turned *= np.where(turned[0] > 0, -1.0, 1.0)
    return turned
