"""Where names are written on a map: those of places beside circles, clear of everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from typing import Final

from ludwright.families.shapes import Box, Line, Point, distance, distance_to, width_of

LINE: Final[float] = 1.0
"""The height of a line, in sizes of the font."""
TITLE: Final[float] = 12.5
"""The size of the font of the titles of groups."""
_STEPS: Final[int] = 12
"""How many places across and down a group are tried for its name."""
_SWEEPS: Final[int] = 3
"""How often every name looks for a better place among the others."""
_AROUND: Final[int] = 24
"""How many directions from a circle are tried for its name."""


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


@dataclass(frozen=True, slots=True)
class Ground:
    """What names should stay clear of."""

    circles: tuple[Point, ...]
    radius: float
    lines: tuple[Line, ...]
    frame: Box
    """What no name should leave."""
    reach: float = 0.0
    """Half the thickness of the lines."""
    line_cost: float = 10.0
    """What is lost by writing over a line."""
    length_cost: float = 0.0
    """What is lost by each unit of a line that is written over."""

    def around(self, place: Point, reach: float) -> Ground:
        """The ground without what is farther than this from a place."""
        near = tuple(one for one in self.circles if distance(one, place) < reach)
        lines = tuple(line for line in self.lines if distance_to(place, line) < reach)
        return replace(self, circles=near, lines=lines)


@lru_cache(maxsize=128)
def placed_labels(
    names: tuple[str, ...], font: float, ground: Ground, *, is_round: bool = False
) -> tuple[Label, ...]:
    """A place for each name, one by one those of the circles, over as little as possible.

    `is_round`: all directions are tried, for circles that are small beside their names.
    """
    spots = _around if is_round else _choices
    choices = [
        spots(name, place, ground.radius, font)
        for name, place in zip(names, ground.circles, strict=True)
    ]
    fixed = [
        _fixed_costs(options, ground, place)
        for options, place in zip(choices, ground.circles, strict=True)
    ]
    chosen = [min(range(len(costs)), key=costs.__getitem__) for costs in fixed]
    for _ in range(_SWEEPS):
        for at, options in enumerate(choices):
            others = [choices[k][chosen[k]].box for k in range(len(names)) if k != at]
            costs = [
                fixed[at][number] + sum(6 * overlap(one.box, box) for box in others)
                for number, one in enumerate(options)
            ]
            chosen[at] = min(range(len(costs)), key=costs.__getitem__)
    return tuple(options[number] for options, number in zip(choices, chosen, strict=True))


def _fixed_costs(options: Sequence[Label], ground: Ground, place: Point) -> list[float]:
    corners = [(x, y) for one in options for x in one.box[::2] for y in one.box[1::2]]
    farthest = max(distance(place, corner) for corner in corners)
    near = ground.around(place, farthest + ground.radius + ground.reach)
    return [_fixed_cost(one, near) for one in options]


@lru_cache(maxsize=128)
def placed_titles(
    names: tuple[str, ...], groups: tuple[int, ...], taken: tuple[Box, ...], ground: Ground
) -> tuple[Point, ...]:
    """The middle of a name for each group of circles, clear of boxes that are taken."""
    found: list[Point] = []
    boxes = list(taken)
    for number, name in enumerate(names):
        members = zip(ground.circles, groups, strict=True)
        own = [place for place, group in members if group == number]
        inside = [line for line in ground.lines if line[0] in own and line[1] in own]
        places = _grid(own, ground.radius)
        choices = [_title(name, place, own, inside, ground.radius) for place in places]
        costs = [
            _fixed_cost(one, ground) + sum(6 * overlap(one.box, box) for box in boxes)
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
    lost = 40.0 * at_sea + 0.05 * distance(place, middle)
    return Label((name,), x, box[1], "middle", box, lost)


def _is_land(place: Point, own: Sequence[Point], inside: Sequence[Line], reach: float) -> bool:
    """Whether a place is near a circle or a border inside, or between three that are joined."""
    if any(distance(place, one) < reach for one in own):
        return True
    if any(distance_to(place, line) < reach for line in inside):
        return True
    joined = {frozenset(line) for line in inside}
    return any(
        _is_between(place, *line, corner)
        for line in inside
        for corner in own
        if frozenset((line[0], corner)) in joined and frozenset((line[1], corner)) in joined
    )


def _is_between(place: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether a place is in the triangle of three points."""
    turns = [
        (q[0] - p[0]) * (place[1] - p[1]) - (q[1] - p[1]) * (place[0] - p[0])
        for p, q in ((a, b), (b, c), (c, a))
    ]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


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


def _around(name: str, place: Point, radius: float, font: float) -> list[Label]:
    """The name in all directions, touching the circle or a little away from it."""
    found: list[Label] = []
    for number, lines in enumerate(_broken(name)):
        width, height = max(width_of(line, font) for line in lines), LINE * font * len(lines)
        for apart, step in product((0.0, 0.4 * font, 0.9 * font), range(_AROUND)):
            across, down = cos(2 * pi * step / _AROUND), sin(2 * pi * step / _AROUND)
            # The nearest point of the box lies on the circle around the place.
            away = radius + 0.15 * font + apart
            x = place[0] + across * away + 0.5 * width * _eased(across)
            y = place[1] + down * away + 0.5 * height * _eased(down)
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            lost = 4.0 * number + 1.2 * apart + 3.0 * abs(across * down)
            found.append(Label(lines, x, box[1], "middle", box, lost))
    return found


def _eased(share: float) -> float:
    """How far a box is pushed aside in a direction: all of it unless that is nearly across."""
    return max(-1.0, min(1.0, 2.5 * share))


def _broken(name: str) -> Iterator[tuple[str, ...]]:
    """The name in one line, and in two lines of similar length if it is long."""
    words = name.split()
    if len(name) <= 12 or len(words) == 1:
        yield (name,)
    if len(name) > 9 and len(words) > 1:
        cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        yield min(cuts, key=lambda cut: max(map(len, cut)))


def _fixed_cost(label: Label, ground: Ground) -> float:
    left, top, right, bottom = label.box
    radius, reach, frame = ground.radius, ground.reach, ground.frame
    cost = label.preference
    for x, y in ground.circles:
        cost += 8 * overlap(label.box, (x - radius, y - radius, x + radius, y + radius))
    grown = (left - reach, top - reach, right + reach, bottom + reach)
    for line in ground.lines:
        share = _inside(line, grown)
        if share > 0:
            length = share * distance(*line)
            cost += ground.line_cost + ground.length_cost * length
    outside = max(0.0, frame[0] - left) + max(0.0, right - frame[2])
    outside += max(0.0, frame[1] - top) + max(0.0, bottom - frame[3])
    return cost + 40 * outside


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return across * up if across > 0 and up > 0 else 0.0


def _inside(line: Line, box: Box) -> float:
    """The share of a line that is in a box."""
    (x, y), (to_x, to_y) = line
    start, end = 0.0, 1.0
    for place, way, low, high in ((x, to_x - x, box[0], box[2]), (y, to_y - y, box[1], box[3])):
        if abs(way) < 1e-9:
            if not low < place < high:
                return 0.0
            continue
        first, second = sorted(((low - place) / way, (high - place) / way))
        start, end = max(start, first), min(end, second)
    return max(0.0, end - start)
