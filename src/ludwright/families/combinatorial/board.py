"""The geometry of boards: sites, neighbours, lines, sides, rows, labels and outlines.

This is the only statement of what a board looks like. The reference engine, the lowering to the
native core and the drawing all use it, so they cannot disagree. It has no notion of pieces,
players or rules, and imports nothing but the standard library.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Final, Literal

_Point = tuple[int, int]
_Cell = tuple[int, int, int]

TILINGS: Final[tuple[str, ...]] = ("square", "hex", "tri", "trunc-square")
"""The tilings a board may have."""

SHAPES: Final[tuple[str, ...]] = ("square", "rhombus", "tri", "hex", "trapezium", "boardless")
"""The outlines a board may have."""

NEIGHBOURHOODS: Final[tuple[str, ...]] = ("d-nbors", "i-nbors", "all-nbors")
"""The names of the neighbour classes: direct, indirect, both."""

LARGEST_SIZE: Final[int] = 64
"""The largest number a size may be."""

LARGEST_EXTENT: Final[int] = 1024
"""The most bits a board's embedding may take: the widest bit set of the native core."""

TRIANGLE_EDGE: Final[float] = 1.5
"""Edge of a drawn triangle, chosen so that a triangle has about the area of a unit square."""

_COMPASS: Final[tuple[str, ...]] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_OPPOSITE_COMPASS: Final[dict[str, str]] = {"s": "n", "w": "e", "sw": "ne", "nw": "se", "d": "u"}

# Directions as (name, (levels, rows, columns)), clockwise from north.
_Named = tuple[str, _Cell]
_RING: Final[tuple[_Named, ...]] = (
    ("n", (0, 1, 0)),
    ("ne", (0, 1, 1)),
    ("e", (0, 0, 1)),
    ("se", (0, -1, 1)),
    ("s", (0, -1, 0)),
    ("sw", (0, -1, -1)),
    ("w", (0, 0, -1)),
    ("nw", (0, 1, -1)),
)
_HEX_DIRECT: Final[tuple[_Named, ...]] = (
    ("ne", (0, 1, 0)),
    ("e", (0, 0, 1)),
    ("se", (0, -1, 1)),
    ("sw", (0, -1, 0)),
    ("w", (0, 0, -1)),
    ("nw", (0, 1, -1)),
)
_HEX_INDIRECT: Final[tuple[_Named, ...]] = (
    ("n", (0, 2, -1)),
    ("ene", (0, 1, 1)),
    ("ese", (0, -1, 2)),
    ("s", (0, -2, 1)),
    ("wsw", (0, -1, -1)),
    ("wnw", (0, 1, -2)),
)
# A strip of triangles alternates between two steps: from an up and from a down triangle,
# each as (rows, columns) of the embedding.
_TRIANGLE_STEPS: Final[dict[str, tuple[_Point, _Point]]] = {
    "ne": ((0, 1), (1, -1)),
    "e": ((0, 1), (0, 1)),
    "se": ((-1, 1), (0, 1)),
    "sw": ((-1, 1), (0, -1)),
    "w": ((0, -1), (0, -1)),
    "nw": ((0, -1), (1, -1)),
}
_SIDES: Final[dict[str, tuple[str, ...]]] = {
    "square": ("n", "e", "s", "w"),
    "brick": ("n", "e", "s", "w"),
    "rhombus": ("n", "e", "s", "w"),
    "hex": ("n", "ne", "se", "s", "sw", "nw"),
    "tri": ("ne", "s", "nw"),
    "trapezium": ("n", "ne", "s", "nw"),
}


@dataclass(frozen=True, slots=True)
class Direction:
    """One direction in which lines run across a board."""

    name: str
    """Compass name: ``n``, ``ne`` …, ``u`` and ``d`` between levels, ``neu`` and such in space."""

    angle_order: int
    """Clockwise position in its class; 0 is the first one clockwise from north, north included."""

    direct: bool
    """True if a step crosses an edge, False if it crosses a corner."""

    vector: tuple[int, int, int]
    """The step as (levels, rows, columns); for triangles the lattice direction of the strip."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board:
    """A board: its sites and how they are arranged.

    A site is a bit position in an embedding grid, ``(level * height + row) * width + column``,
    so a step in one direction is one shift of a bit set (two for triangles). Build boards with
    :func:`make_board`; equal arguments give the same object.
    """

    tiling: str
    """One of `TILINGS`."""
    shape: str
    """One of `SHAPES`."""
    sizes: tuple[int, ...]
    """The sizes as the game states them."""
    indirect: bool
    """True if cells that meet only at a corner count as neighbours."""
    width: int
    """Columns of the embedding grid."""
    height: int
    """Rows of one level of the embedding grid."""
    levels: int
    """Levels of the board: 1 unless it is in space."""
    extent: int
    """The highest site plus one: the bits a set of sites needs."""
    sites: tuple[int, ...]
    """The sites of the board, ascending."""
    directions: tuple[Direction, ...]
    """Every line direction, direct ones first, each class clockwise from north."""
    step: tuple[tuple[int, ...], ...]
    """``step[direction][site]`` is the next site, or -1."""
    parts: tuple[tuple[tuple[int, frozenset[int]], ...], ...]
    """For each direction ``((delta, sites that step by delta), …)``: at most two parts."""
    opposite: tuple[int, ...]
    """The index of the opposite of each direction."""
    clockwise: tuple[int, ...]
    """Each direction turned once clockwise: by 90 degrees on squares and 4.8.8, else by 60."""
    neighbours: tuple[tuple[int, ...], ...]
    """By site, the neighbours under the adjacency of the board, ascending."""
    direct_neighbours: tuple[tuple[int, ...], ...]
    """By site, the cells that share an edge, ascending."""
    indirect_neighbours: tuple[tuple[int, ...], ...]
    """By site, the cells that share only a corner (on hexes: that a single edge joins)."""
    sides: dict[str, frozenset[int]]
    """The sides of the outline by compass name, clockwise; a board in space adds u and d."""
    corners: frozenset[int]
    """The sites where two sides meet (three in space)."""
    edge: frozenset[int]
    """The sites with fewer direct neighbours than a cell of their kind has inside the board."""
    centre: frozenset[int]
    """The site or sites nearest to the centre of gravity."""
    phase: tuple[int, ...]
    """By site, the colour in a proper colouring of the tiling; -1 off the board."""
    phases: int
    """How many phases the tiling has."""
    labels: tuple[str, ...]
    """By site, the written coordinate; empty off the board."""
    _site_of_label: dict[str, int]
    _rows: dict[str, tuple[frozenset[int], ...]]
    _distances: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Show the arguments that recreate this board."""
        sizes, indirect = self.sizes, self.indirect
        return f"make_board({self.tiling!r}, {self.shape!r}, {sizes!r}, {indirect=})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by arguments, so that boards stay unique in every process."""
        arguments = (self.tiling, self.shape, self.sizes)
        return partial(make_board, indirect=self.indirect), arguments

    def coordinates(self, site: int) -> tuple[int, int, int]:
        """Return (level, row, column) of a site in the embedding grid."""
        plane, column = divmod(site, self.width)
        level, row = divmod(plane, self.height)
        return level, row, column

    def line_directions(self, nbors: str | None = None) -> tuple[int, ...]:
        """Return the directions of a neighbour class; None means the adjacency of the board."""
        if nbors is None:
            nbors = "all-nbors" if self.indirect else "d-nbors"
        if nbors not in NEIGHBOURHOODS:
            raise ValueError(f"expected one of {', '.join(NEIGHBOURHOODS)}, got {nbors!r}")
        wanted = {"d-nbors": (True,), "i-nbors": (False,), "all-nbors": (True, False)}[nbors]
        return tuple(i for i, line in enumerate(self.directions) if line.direct in wanted)

    def distance(self, start: int, end: int) -> int:
        """Return the least number of steps between neighbours from start to end, or -1."""
        found = self._distances.get(start)
        if found is None:
            found = self._distances[start] = self._distances_from(start)
        return found[end]

    def _distances_from(self, start: int) -> tuple[int, ...]:
        """Search breadth first from one site, because most games ask about few sites."""
        distances = [-1] * self.extent
        distances[start] = 0
        queue = deque([start])
        while queue:
            site = queue.popleft()
            for other in self.neighbours[site]:
                if distances[other] < 0:
                    distances[other] = distances[site] + 1
                    queue.append(other)
        return tuple(distances)

    def rows(self, direction_name: str) -> tuple[frozenset[int], ...]:
        """Return the rows from home to away for a player who plays towards a compass point.

        Where the outline has a side of that name, the last row is (or, for triangles, holds)
        that side.
        """
        if direction_name not in self._rows:
            raise ValueError(f"expected one of {', '.join(self._rows)}, got {direction_name!r}")
        return self._rows[direction_name]

    def label(self, site: int) -> str:
        """Return the written coordinate of a site, such as ``C4`` or ``C4.2`` in space."""
        return self.labels[site]

    def site(self, label: str) -> int | None:
        """Return the site of a written coordinate, or None if the board has no such site."""
        return self._site_of_label.get(label)

    def turn(self, direction: int, steps: int) -> int:
        """Turn a direction clockwise (counter-clockwise if steps is negative) in the plane."""
        # 12 turns are the identity for turns by 60 and by 90 degrees alike.
        for _ in range(steps % 12):
            direction = self.clockwise[direction]
        return direction

    def facing(self, compass: str) -> int:
        """Return the direct direction of that name, or the first direct one clockwise from it."""
        direct = {line.name: i for i, line in enumerate(self.directions) if line.direct}
        if compass in direct:
            return direct[compass]
        if compass not in _COMPASS:
            names = dict.fromkeys((*_COMPASS, *direct))
            raise ValueError(f"expected one of {', '.join(names)}, got {compass!r}")
        start = _COMPASS.index(compass)
        ahead = (*_COMPASS[start:], *_COMPASS[:start])
        return next(direct[name] for name in ahead if name in direct)

    def diagonal(self, direction: int, side: Literal["left", "right"]) -> int | None:
        """Return the direction half a turn step to the left or right of a direction.

        Squares and 4.8.8: the diagonal between a direction and its neighbour. Hexes and
        triangles, which have none: the neighbouring direction itself. Up and down have none.
        """
        if side not in ("left", "right"):
            raise ValueError(f"expected 'left' or 'right', got {side!r}")
        turned = self.turn(direction, 1 if side == "right" else -1)
        if turned == direction:
            return None
        if self.tiling in ("hex", "tri"):
            return turned
        pair = zip(self.directions[direction].vector, self.directions[turned].vector, strict=True)
        wanted = tuple(_sign(one + other) for one, other in pair)
        signs = [tuple(map(_sign, line.vector)) for line in self.directions]
        return signs.index(wanted)

    def centre_of(self, site: int) -> tuple[float, float]:
        """Return the middle of a cell as drawn: y grows northward, levels lie side by side."""
        level, row, column = self.coordinates(site)
        x, y = _plane_centre(self.tiling, row, column)
        return x + level * (self.width + 1), y

    def polygon(self, site: int) -> tuple[tuple[float, float], ...]:
        """Return the corners of a cell as drawn, clockwise."""
        _, row, column = self.coordinates(site)
        x, y = self.centre_of(site)
        count, radius, first = _outline_of_cell(self.tiling, row, column)
        angles = (first + 2 * pi * i / count for i in range(count))
        return tuple((x + radius * sin(angle), y + radius * cos(angle)) for angle in angles)


def make_board(tiling: str, shape: str, sizes: Iterable[int], *, indirect: bool = False) -> Board:
    """Return the board with this tiling, shape and sizes, always the same object.

    Raises ValueError if the combination makes no sense or the board is too large.
    """
    return _make_board(tiling, shape, tuple(sizes), indirect=indirect)


@lru_cache(maxsize=512)
def _make_board(tiling: str, shape: str, sizes: tuple[int, ...], *, indirect: bool) -> Board:
    """Build a board step by step; the arguments are hashable."""
    _check(tiling, shape, sizes)
    # Step 1. Points of the lattice, and the cells that stand on them.
    outline = _outline(tiling, shape)
    points = _points(tiling, outline, sizes)
    levels = sizes[2] if len(sizes) == 3 else 1
    plane = _plane_cells(tiling, points)
    width = 1 + max(column for _, column in plane)
    height = 1 + max(row for row, _ in plane)
    _check_extent(width * height * levels, tiling, shape, sizes)
    cells = sorted((level, row, column) for level in range(levels) for row, column in plane)
    number = {cell: (cell[0] * height + cell[1]) * width + cell[2] for cell in cells}
    extent = max(number.values()) + 1
    # Step 2. Lines and neighbours.
    directions = _directions(tiling, levels)
    step = tuple(_steps(tiling, line, number, extent) for line in directions)
    direct = _reached(step, directions, extent, direct=True)
    corner_only = _reached(step, directions, extent, direct=False)
    if tiling == "tri":
        corner_only = _vertex_neighbours(number, direct, extent)
    both = tuple(tuple(sorted({*a, *b})) for a, b in zip(direct, corner_only, strict=True))
    # Step 3. Sides, rows, colours and labels.
    sides = _sides(tiling, outline, points, number, levels)
    phases = {site: _phase(tiling, cell) for cell, site in number.items()}
    named = _labels(tiling, number, levels)
    labels = [named.get(site, "") for site in range(extent)]
    return Board(
        tiling=tiling,
        shape=shape,
        sizes=sizes,
        indirect=indirect,
        width=width,
        height=height,
        levels=levels,
        extent=extent,
        sites=tuple(sorted(number.values())),
        directions=directions,
        step=step,
        parts=tuple(_parts(table) for table in step),
        opposite=_opposites(directions),
        clockwise=_clockwise(tiling, directions),
        neighbours=both if indirect else direct,
        direct_neighbours=direct,
        indirect_neighbours=corner_only,
        sides=sides,
        corners=_corners(tiling, outline, points, number, levels),
        edge=_edge(tiling, number, direct, levels),
        centre=_centre(tiling, number),
        phase=tuple(phases.get(site, -1) for site in range(extent)),
        phases={"square": 2, "hex": 3, "tri": 2, "trunc-square": 3}[tiling],
        labels=tuple(labels),
        _site_of_label=_sites_of_labels(labels),
        _rows=_all_rows(tiling, outline, number),
    )


# Arguments.


def _check(tiling: str, shape: str, sizes: tuple[int, ...]) -> None:
    """Reject names, counts and ranges that no board has."""
    if tiling not in TILINGS:
        raise ValueError(f"expected a tiling out of {', '.join(TILINGS)}, got {tiling!r}")
    if shape not in SHAPES:
        raise ValueError(f"expected a shape out of {', '.join(SHAPES)}, got {shape!r}")
    if tiling == "trunc-square" and shape not in ("square", "rhombus"):
        raise ValueError(f"expected shape square or rhombus for trunc-square, got {shape!r}")
    in_space = tiling == "square" and shape == "square"
    most = 3 if in_space else 2 if shape in ("square", "rhombus", "trapezium") else 1
    if not 1 <= len(sizes) <= most:
        raise ValueError(
            f"expected 1 to {most} sizes for a {shape} board of {tiling} tiling, got {sizes!r}"
        )
    for size in sizes:
        if not 1 <= size <= LARGEST_SIZE:
            raise ValueError(f"expected sizes from 1 to {LARGEST_SIZE}, got {size!r} in {sizes!r}")


def _check_extent(extent: int, tiling: str, shape: str, sizes: tuple[int, ...]) -> None:
    """Reject a board whose embedding does not fit the widest bit set."""
    if extent > LARGEST_EXTENT:
        raise ValueError(
            f"expected a board of at most {LARGEST_EXTENT} grid places, "
            f"got {extent} from {tiling} {shape} {sizes!r}; make it smaller"
        )


# Points and cells.


def _outline(tiling: str, shape: str) -> str:
    """Resolve the shape: the window of a boardless game, upright rectangles of slanted lattices."""
    if shape == "boardless":
        shape = "hex" if tiling == "hex" else "square"
    return "brick" if shape == "square" and tiling in ("hex", "tri") else shape


def _points(tiling: str, outline: str, sizes: tuple[int, ...]) -> frozenset[_Point]:
    """Return the lattice points (row from the south, column from the west) of an outline."""
    # Triangles stand on three points each, so n of them along a side need n + 1 points.
    more = 1 if tiling == "tri" else 0
    n = sizes[0] + more
    m = (sizes[1] if len(sizes) > 1 else sizes[0]) + more
    rows: dict[int, range]
    if outline == "hex":
        rows = {r: range(max(0, n - 1 - r), min(2 * n - 2, 3 * n - 3 - r) + 1)
                for r in range(2 * n - 1)}  # fmt: skip
    elif outline == "tri":
        rows = {r: range(n - r) for r in range(n)}
    elif outline == "trapezium":
        rows = {r: range(n + m - 1 - r) for r in range(m)}
    elif outline == "brick":
        rows = {r: range((m - 1) // 2 - r // 2, (m - 1) // 2 - r // 2 + n) for r in range(m)}
    else:
        rows = {r: range(n) for r in range(m)}
    scale = 2 if tiling == "trunc-square" else 1
    return frozenset((scale * r, scale * c) for r, columns in rows.items() for c in columns)


def _plane_cells(tiling: str, points: frozenset[_Point]) -> frozenset[_Point]:
    """Return the cells of one level as (row, column) of the embedding grid."""
    if tiling == "tri":
        candidates = {(r, 2 * c + half) for r, c in points for half in (-1, 0, 1)}
        return frozenset(cell for cell in candidates if points.issuperset(_anchors(tiling, *cell)))
    if tiling == "trunc-square":
        gaps = {(r + 1, c + 1) for r, c in points if (r + 2, c + 2) in points}
        return points | gaps
    return points


def _anchors(tiling: str, row: int, column: int) -> tuple[_Point, ...]:
    """Return the lattice points of a cell: itself, or the vertices of a triangle."""
    if tiling != "tri":
        return ((row, column),)
    c, is_down = divmod(column, 2)
    last = (row + 1, c + 1) if is_down else (row, c)
    return (row, c + 1), (row + 1, c), last


# Lines and neighbours.


def _directions(tiling: str, levels: int) -> tuple[Direction, ...]:
    """List the line directions of a tiling, direct ones first, each class clockwise."""
    direct: tuple[_Named, ...] = _HEX_DIRECT
    indirect: tuple[_Named, ...] = ()
    if tiling == "hex":
        indirect = _HEX_INDIRECT
    elif tiling == "trunc-square":
        # Octagons lie two grid places apart; the little squares lie between on the diagonals.
        direct = tuple(
            (name, (0, r * 2, c * 2) if r * c == 0 else (0, r, c)) for name, (_, r, c) in _RING
        )
    elif tiling == "square":
        direct, indirect = _RING[0::2], _RING[1::2]
        if levels > 1:
            direct += (("u", (1, 0, 0)), ("d", (-1, 0, 0)))
            indirect += tuple((name + "u", (1, r, c)) for name, (_, r, c) in _RING)
            indirect += tuple((name + "d", (-1, r, c)) for name, (_, r, c) in _RING)
    return tuple(
        Direction(name, order, is_direct, vector)
        for is_direct, group in ((True, direct), (False, indirect))
        for order, (name, vector) in enumerate(group)
    )


def _steps(tiling: str, line: Direction, number: dict[_Cell, int], extent: int) -> tuple[int, ...]:
    """Return the next site in one direction for every site, -1 where there is none."""
    table = [-1] * extent
    for (level, row, column), site in number.items():
        up, rows, columns = line.vector
        if tiling == "tri":
            rows, columns = _TRIANGLE_STEPS[line.name][column % 2]
        elif tiling == "trunc-square" and column % 2 and 0 in (rows, columns):
            continue  # little squares touch octagons only, at their four sloping edges
        table[site] = number.get((level + up, row + rows, column + columns), -1)
    return tuple(table)


def _parts(table: tuple[int, ...]) -> tuple[tuple[int, frozenset[int]], ...]:
    """Split a step table into shifts: which sites move by which difference."""
    sites_by_delta: dict[int, set[int]] = {}
    for site, target in enumerate(table):
        if target >= 0:
            sites_by_delta.setdefault(target - site, set()).add(site)
    return tuple((delta, frozenset(sites)) for delta, sites in sorted(sites_by_delta.items()))


def _reached(
    step: tuple[tuple[int, ...], ...],
    directions: tuple[Direction, ...],
    extent: int,
    *,
    direct: bool,
) -> tuple[tuple[int, ...], ...]:
    """Return for every site the sites one step away in the directions of one class."""
    tables = [table for table, line in zip(step, directions, strict=True) if line.direct == direct]
    return tuple(tuple(sorted({table[site] for table in tables} - {-1})) for site in range(extent))


def _vertex_neighbours(
    number: dict[_Cell, int], direct: tuple[tuple[int, ...], ...], extent: int
) -> tuple[tuple[int, ...], ...]:
    """Return for every triangle those that share only a vertex with it."""
    around: dict[_Point, set[int]] = {}
    for (_, row, column), site in number.items():
        for point in _anchors("tri", row, column):
            around.setdefault(point, set()).add(site)
    found: list[tuple[int, ...]] = [()] * extent
    for (_, row, column), site in number.items():
        touching = set().union(*(around[point] for point in _anchors("tri", row, column)))
        found[site] = tuple(sorted(touching - {site, *direct[site]}))
    return tuple(found)


def _opposites(directions: tuple[Direction, ...]) -> tuple[int, ...]:
    """Return the index of the reversed vector of each direction."""
    index = {line.vector: i for i, line in enumerate(directions)}
    return tuple(index[-up, -rows, -columns] for up, rows, columns in index)


def _clockwise(tiling: str, directions: tuple[Direction, ...]) -> tuple[int, ...]:
    """Return the index of each vector turned clockwise once, by 60 or 90 degrees."""
    index = {line.vector: i for i, line in enumerate(directions)}
    if tiling in ("hex", "tri"):
        return tuple(index[up, -columns, rows + columns] for up, rows, columns in index)
    return tuple(index[up, -columns, rows] for up, rows, columns in index)


# Sides, rows and centre.


def _ruler(tiling: str, outline: str, compass: str) -> Callable[[_Point], int]:
    """Return how to number the row a lattice point is on, counted towards n, ne, e or se."""
    is_slanted = tiling in ("hex", "tri")
    if compass == "n":
        return lambda point: point[0]
    if compass == "ne":
        return lambda point: point[0] + point[1]
    if compass == "se" and not is_slanted and outline not in ("hex", "tri", "trapezium"):
        return lambda point: point[1] - point[0]
    if compass == "e" and outline == "brick":
        return lambda point: point[1] + point[0] // 2
    if compass == "e" and is_slanted and outline != "rhombus":
        return lambda point: 2 * point[1] + point[0]
    # East of upright columns; south-east of the columns of a slanted lattice, and of the
    # outlines cut from it, whatever cells fill them.
    return lambda point: point[1]


def _all_rows(
    tiling: str, outline: str, number: dict[_Cell, int]
) -> dict[str, tuple[frozenset[int], ...]]:
    """Return the rows from home to away for the eight compass points, up and down."""
    rows: dict[str, tuple[frozenset[int], ...]] = {}
    for name in (*_COMPASS, "u", "d"):
        if name in _OPPOSITE_COMPASS:
            continue
        groups: dict[int, set[int]] = {}
        ruler = _ruler(tiling, outline, name)
        for (level, row, column), site in number.items():
            # The lowest vertex gives both triangles of one strip the same row.
            lowest = min(ruler(point) for point in _anchors(tiling, row, column))
            groups.setdefault(level if name == "u" else lowest, set()).add(site)
        rows[name] = tuple(frozenset(groups[key]) for key in sorted(groups))
    rows.update({back: rows[name][::-1] for back, name in _OPPOSITE_COMPASS.items()})
    return rows


def _point_sides(
    tiling: str, outline: str, points: frozenset[_Point]
) -> dict[str, frozenset[_Point]]:
    """Return the lattice points on each side of the outline, clockwise."""
    sides: dict[str, frozenset[_Point]] = {}
    for name in _SIDES[outline]:
        ruler = _ruler(tiling, outline, _OPPOSITE_COMPASS.get(name, name))
        wanted = (min if name in _OPPOSITE_COMPASS else max)(ruler(point) for point in points)
        sides[name] = frozenset(point for point in points if ruler(point) == wanted)
    return sides


def _sides(
    tiling: str,
    outline: str,
    points: frozenset[_Point],
    number: dict[_Cell, int],
    levels: int,
) -> dict[str, frozenset[int]]:
    """Return the cells along each side; a triangle belongs to a side if a whole edge lies on it."""
    needed = 2 if tiling == "tri" else 1
    sides = {
        name: frozenset(
            site
            for (_, row, column), site in number.items()
            if len(on_side.intersection(_anchors(tiling, row, column))) >= needed
        )
        for name, on_side in _point_sides(tiling, outline, points).items()
    }
    if levels > 1:
        sides["u"] = frozenset(site for cell, site in number.items() if cell[0] == levels - 1)
        sides["d"] = frozenset(site for cell, site in number.items() if cell[0] == 0)
    return sides


def _corners(
    tiling: str,
    outline: str,
    points: frozenset[_Point],
    number: dict[_Cell, int],
    levels: int,
) -> frozenset[int]:
    """Return the cells on a point where two neighbouring sides meet, in an outer level."""
    around = [*_point_sides(tiling, outline, points).values()]
    turning: set[_Point] = set()
    for one, other in pairwise([*around, around[0]]):
        turning |= one & other
    return frozenset(
        site
        for (level, row, column), site in number.items()
        if level in (0, levels - 1) and not turning.isdisjoint(_anchors(tiling, row, column))
    )


def _edge(
    tiling: str,
    number: dict[_Cell, int],
    direct: tuple[tuple[int, ...], ...],
    levels: int,
) -> frozenset[int]:
    """Return the cells that lack a direct neighbour."""
    full = {"square": 4 if levels == 1 else 6, "hex": 6, "tri": 3, "trunc-square": 8}[tiling]
    little = 4 if tiling == "trunc-square" else full
    return frozenset(
        site
        for (_, row, _), site in number.items()
        if len(direct[site]) < (little if row % 2 else full)
    )


def _centre(tiling: str, number: dict[_Cell, int]) -> frozenset[int]:
    """Return the cells nearest to the centre of gravity of all cells."""
    places = {site: (cell[0], *_plane_centre(tiling, *cell[1:])) for cell, site in number.items()}
    middle = tuple(sum(axis) / len(places) for axis in zip(*places.values(), strict=True))
    away = {
        site: sum((a - b) ** 2 for a, b in zip(place, middle, strict=True))
        for site, place in places.items()
    }
    # Equal distances may differ in the last bits because of rounding.
    least = min(away.values()) + 1e-9
    return frozenset(site for site, square in away.items() if square <= least)


# Colours and labels.


def _phase(tiling: str, cell: _Cell) -> int:
    """Return the colour of a cell."""
    level, row, column = cell
    if tiling == "hex":
        return (column - row) % 3
    if tiling == "tri":
        return column % 2
    if tiling == "trunc-square":
        return 2 if row % 2 else (row + column) // 2 % 2
    return (level + row + column) % 2


def _letters(index: int) -> str:
    """Return the name of a row or column: A to Z, then AA, AB and so on."""
    text = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        text = chr(ord("A") + digit) + text
    return text


def _labels(tiling: str, number: dict[_Cell, int], levels: int) -> dict[int, str]:
    """Return the written coordinate of every site."""
    labels: dict[int, str] = {}
    cells_in_row: dict[int, int] = {}
    for (level, row, column), site in sorted(number.items()):
        if tiling in ("hex", "tri"):
            cells_in_row[row] = cells_in_row.get(row, 0) + 1
            labels[site] = f"{_letters(row)}{cells_in_row[row]}"
        else:
            labels[site] = f"{_letters(column)}{row + 1}" + (f".{level + 1}" * (levels > 1))
    return labels


def _sites_of_labels(labels: list[str]) -> dict[str, int]:
    """Invert the labels; in space a label without a level means the first level."""
    found = {label: site for site, label in enumerate(labels) if label}
    first = {label.removesuffix(".1"): site for label, site in found.items() if label[-2:] == ".1"}
    return first | found


# Places in the picture.


def _plane_centre(tiling: str, row: int, column: int) -> tuple[float, float]:
    """Return the middle of a cell of one level, in units of about one cell."""
    if tiling == "hex":
        return column + row / 2, row * sqrt(3) / 2
    if tiling == "tri":
        # The two triangles of a rhombus have their middles at a third of their height.
        y = row + (2 / 3 if column % 2 else 1 / 3)
        return TRIANGLE_EDGE * (column + 1 + row) / 2, TRIANGLE_EDGE * y * sqrt(3) / 2
    if tiling == "trunc-square":
        return column / 2, row / 2
    return float(column), float(row)


def _outline_of_cell(tiling: str, row: int, column: int) -> tuple[int, float, float]:
    """Return corners, radius and clockwise angle of the first corner from north."""
    if tiling == "hex":
        return 6, 1 / sqrt(3), 0.0
    if tiling == "tri":
        return 3, TRIANGLE_EDGE / sqrt(3), pi if column % 2 else 0.0
    if tiling == "trunc-square":
        # All edges are equal: that of an octagon whose opposite edges lie one unit apart.
        edge = sqrt(2) - 1
        return (4, edge / sqrt(2), 0.0) if row % 2 else (8, 0.5 / cos(pi / 8), pi / 8)
    return 4, 1 / sqrt(2), pi / 4


def _sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)
