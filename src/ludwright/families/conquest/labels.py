"""Where names are written on a map: those of territories beside circles, clear of everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from ludwright.families.conquest.layout import Point

LINE: Final[float] = 1.0
"""The height of a line, in sizes of the font."""
_LETTER: Final[float] = 0.5
"""The mean width of a letter, in sizes of the font."""
TITLE: Final[float] = 12.5
"""The size of the font of continents."""
_STEPS: Final[int] = 12
"""How many places across and down a continent are tried for its name."""
_SWEEPS: Final[int] = 3
"""How often every name looks for a better place among the others."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name beside a circle, in one or two lines."""

    lines: tuple[str, ...]
    x: float
    """Of the middle of the lines, or of the side at the circle."""
    top: float
    anchor: str
    """`start`, `middle` or `end`: where x is on the lines."""
    box: Box
    preference: float
    """What is lost by writing it here, if nothing is in the way."""


Line = tuple[Point, Point]


@lru_cache(maxsize=128)
def placed_labels(
    names: tuple[str, ...],
    circles: tuple[Point, ...],
    radius: float,
    font: float,
    lines: tuple[Line, ...],
    frame: Box,
) -> tuple[Label, ...]:
    """A place for each name: near its circle, and over as little as possible.

    `lines` are the borders; `frame` is what no name should leave.
    """
    choices = [
        _choices(name, place, radius, font) for name, place in zip(names, circles, strict=True)
    ]
    fixed = [
        [_fixed_cost(one, circles, radius, lines, frame) for one in options] for options in choices
    ]
    chosen = [min(range(len(costs)), key=costs.__getitem__) for costs in fixed]
    for _ in range(_SWEEPS):
        for at, options in enumerate(choices):
            others = [choices[k][chosen[k]].box for k in range(len(names)) if k != at]
            costs = [
                fixed[at][number] + sum(6 * _overlap(one.box, box) for box in others)
                for number, one in enumerate(options)
            ]
            chosen[at] = min(range(len(costs)), key=costs.__getitem__)
    return tuple(options[number] for options, number in zip(choices, chosen, strict=True))


@lru_cache(maxsize=128)
def placed_titles(
    names: tuple[str, ...],
    groups: tuple[int, ...],
    circles: tuple[Point, ...],
    radius: float,
    taken: tuple[Box, ...],
    lines: tuple[Line, ...],
    frame: Box,
) -> tuple[Point, ...]:
    """The middle of a name for each group of circles, clear of boxes that are taken."""
    found: list[Point] = []
    boxes = list(taken)
    for number, name in enumerate(names):
        own = [place for place, group in zip(circles, groups, strict=True) if group == number]
        inside = [line for line in lines if line[0] in own and line[1] in own]
        choices = [_title(name, place, own, inside, radius) for place in _grid(own, radius)]
        costs = [
            _fixed_cost(one, circles, radius, lines, frame)
            + sum(6 * _overlap(one.box, box) for box in boxes)
            for one in choices
        ]
        label = choices[min(range(len(costs)), key=costs.__getitem__)]
        boxes.append(label.box)
        found.append((label.x, (label.box[1] + label.box[3]) / 2))
    return tuple(found)


def _grid(own: Sequence[Point], radius: float) -> Iterator[Point]:
    """Places over the land of some circles."""
    left, right = min(x for x, _ in own), max(x for x, _ in own)
    top, bottom = min(y for _, y in own) - 1.6 * radius, max(y for _, y in own) + 1.6 * radius
    for row in range(_STEPS + 1):
        for column in range(_STEPS + 1):
            yield left + (right - left) * column / _STEPS, top + (bottom - top) * row / _STEPS


def _title(
    name: str, place: Point, own: Sequence[Point], inside: Sequence[Line], radius: float
) -> Label:
    """A name there; worse if it is not on land, or far from the middle."""
    x, y = place
    width = 1.3 * width_of(name, TITLE)
    box = (x - width / 2, y - TITLE / 2, x + width / 2, y + TITLE / 2)
    middle = (sum(a for a, _ in own) / len(own), sum(b for _, b in own) / len(own))
    probes = ((x, y), (box[0], y), (box[2], y))
    at_sea = sum(not _is_land(probe, own, inside, radius + 8) for probe in probes)
    lost = 40.0 * at_sea + 0.05 * sqrt(_square(place, middle))
    return Label((name,), x, box[1], "middle", box, lost)


def _is_land(place: Point, own: Sequence[Point], inside: Sequence[Line], reach: float) -> bool:
    """Whether a place is near a circle or a border inside, or between three that are joined."""
    if any(_square(place, one) < reach * reach for one in own):
        return True
    if any(_to_line(place, line) < reach for line in inside):
        return True
    joined = {frozenset(line) for line in inside}
    return any(
        _is_between(place, *line, corner)
        for line in inside
        for corner in own
        if frozenset((line[0], corner)) in joined and frozenset((line[1], corner)) in joined
    )


def _to_line(place: Point, line: Line) -> float:
    """The distance from a place to a line."""
    (x, y), (to_x, to_y) = line
    along_x, along_y = to_x - x, to_y - y
    length = along_x**2 + along_y**2
    share = ((place[0] - x) * along_x + (place[1] - y) * along_y) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return sqrt(_square(place, (x + share * along_x, y + share * along_y)))


def _is_between(place: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether a place is in the triangle of three points."""
    turns = [
        (q[0] - p[0]) * (place[1] - p[1]) - (q[1] - p[1]) * (place[0] - p[0])
        for p, q in ((a, b), (b, c), (c, a))
    ]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def _square(one: Point, other: Point) -> float:
    across, down = one[0] - other[0], one[1] - other[1]
    return across * across + down * down


def width_of(text: str, font: float) -> float:
    """About how wide a text is."""
    return _LETTER * font * len(text)


def _choices(name: str, place: Point, radius: float, font: float) -> list[Label]:
    x, y = place
    gap = 0.25 * font
    found: list[Label] = []
    for number, lines in enumerate(_broken(name)):
        width, height = max(width_of(line, font) for line in lines), LINE * font * len(lines)
        extra = 12.0 * number
        below, above = y + radius + gap, y - radius - gap - height
        middle, low, high = y - height / 2, y + 0.5 * radius, y - 0.5 * radius - height
        side = radius + 1.5 * gap
        # The upper left of a circle has the owner's mark, so the left is the last choice.
        for left, top, anchor, lost in (
            (x - width / 2, below, "middle", 0.0),
            (x - width / 2, above, "middle", 10.0),
            (x + side, middle, "start", 14.0),
            (x + 0.8 * radius, low, "start", 18.0),
            (x - 0.8 * radius - width, low, "end", 18.0),
            (x + 0.8 * radius, high, "start", 20.0),
            (x - side - width, middle, "end", 22.0),
        ):
            at = {"middle": left + width / 2, "start": left, "end": left + width}[anchor]
            box = (left, top, left + width, top + height)
            found.append(Label(lines, at, top, anchor, box, lost + extra))
    return found


def _broken(name: str) -> Iterator[tuple[str, ...]]:
    """The name in one line, and in two lines of similar length if it is long."""
    words = name.split()
    if len(name) <= 12 or len(words) == 1:
        yield (name,)
    if len(name) > 9 and len(words) > 1:
        cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        yield min(cuts, key=lambda cut: max(map(len, cut)))


def _fixed_cost(
    label: Label, circles: Sequence[Point], radius: float, lines: Sequence[Line], frame: Box
) -> float:
    left, top, right, bottom = label.box
    cost = label.preference
    for x, y in circles:
        cost += 8 * _overlap(label.box, (x - radius, y - radius, x + radius, y + radius))
    cost += 10 * sum(_hits(line, label.box) for line in lines)
    outside = max(0.0, frame[0] - left) + max(0.0, right - frame[2])
    outside += max(0.0, frame[1] - top) + max(0.0, bottom - frame[3])
    return cost + 40 * outside


def _overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return across * up if across > 0 and up > 0 else 0.0


def _hits(line: Line, box: Box) -> bool:
    """Whether a line passes through a box: clipped to the box, something is left."""
    (x, y), (to_x, to_y) = line
    start, end = 0.0, 1.0
    for place, way, low, high in ((x, to_x - x, box[0], box[2]), (y, to_y - y, box[1], box[3])):
        if abs(way) < 1e-9:
            if not low < place < high:
                return False
            continue
        first, second = sorted(((low - place) / way, (high - place) / way))
        start, end = max(start, first), min(end, second)
    return start < end
