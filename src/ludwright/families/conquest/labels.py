"""Where the names of territories are written on a map: beside their circles, clear of everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ludwright.families.conquest.layout import Point

LINE: Final[float] = 1.0
"""The height of a line, in sizes of the font."""
_LETTER: Final[float] = 0.5
"""The mean width of a letter, in sizes of the font."""
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
