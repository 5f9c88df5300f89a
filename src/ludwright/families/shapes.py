"""Parts of pictures that several families draw: circles, boxes and escaped text, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import hypot
from textwrap import wrap
from typing import Final

from ludwright.shown import shown

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

Line = tuple[Point, Point]

INK: Final[str] = "#2b2b2b"
"""The colour of letters and outlines."""
FAINT: Final[str] = "#6d6a63"
"""The colour of what matters less."""
_LETTER: Final[float] = 0.5
"""The mean width of a letter, in sizes of the font."""


def distance(one: Point, other: Point) -> float:
    """How far two points are from each other."""
    return hypot(one[0] - other[0], one[1] - other[1])


def distance_to(place: Point, line: Line) -> float:
    """How far a point is from a line between two points."""
    (x, y), (to_x, to_y) = line
    along_x, along_y = to_x - x, to_y - y
    length = along_x**2 + along_y**2
    share = ((place[0] - x) * along_x + (place[1] - y) * along_y) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return distance(place, (x + share * along_x, y + share * along_y))


def width_of(text: str, font: float) -> float:
    """About how wide a text is."""
    return _LETTER * font * len(text)


def filled_lines(lines: Iterable[str], width: float, font: float) -> Iterator[str]:
    """The lines, broken where they are too long."""
    letters = max(20, int(width / width_of("x", font) * 1.02))
    for line in lines:
        yield from wrap(line, letters) or [""]


def digits(value: float) -> str:
    """A coordinate, as short as possible."""
    return f"{round(value, 2) + 0.0:g}"


def line_path(start: Point, end: Point) -> str:
    """The path of a straight line."""
    return f"M{digits(start[0])} {digits(start[1])}L{digits(end[0])} {digits(end[1])}"


def drawn_circle(
    x: float, y: float, radius: float, fill: str, stroke: str, width: float, *, dashes: str = ""
) -> str:
    """A circle."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<circle cx="{digits(x)}" cy="{digits(y)}" r="{digits(radius)}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{digits(width)}"{dashed}/>'
    )


def drawn_box(box: Box, fill: str, *, stroke: str = "none", rounding: float = 0.0) -> str:
    """A rectangle."""
    left, top, right, bottom = box
    return (
        f'<rect x="{digits(left)}" y="{digits(top)}" width="{digits(right - left)}" '
        f'height="{digits(bottom - top)}" rx="{digits(rounding)}" fill="{fill}" '
        f'stroke="{stroke}"/>'
    )


def drawn_text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    anchor: str = "start",
    weight: str = "normal",
    is_outlined: bool = False,
) -> str:
    """Escaped text on a base line; outlined where it stands on a map."""
    halo = ""
    if is_outlined:
        halo = ' stroke="#ffffff" stroke-width="2.6" stroke-opacity="0.8" paint-order="stroke"'
    heavy = ' font-weight="bold"' if weight == "bold" else ""
    return (
        f'<text x="{digits(x)}" y="{digits(y)}" font-size="{digits(size)}" fill="{fill}" '
        f'text-anchor="{anchor}"{heavy}{halo} stroke-linejoin="round">{escape(text)}</text>'
    )


def whole_picture(
    body: Iterable[str],
    *,
    title: str,
    name: str,
    size: Point,
    depth: float,
    ground: tuple[str, str],
) -> str:
    """The SVG text of a map of some size, with a title above and what is so deep below it.

    `name` is what a picture without a title is called; `ground` the colours of the map and of the
    edge of its ground.
    """
    head = 40.0 if title else 8.0
    width, height = size
    fill, edge = ground
    called = escape(title or name)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {digits(-head)} {digits(width)} '
        f'{digits(head + height + depth)}" role="img" aria-label="{called}" '
        'font-family="Source Sans Pro, sans-serif">',
        f"<title>{called}</title>",
        drawn_box((0, -head, width, height + depth), "#ffffff"),
        drawn_box((4, 0, width - 4, height), fill, stroke=edge, rounding=10),
    ]
    if title:
        parts.append(drawn_text(title, width / 2, -14, 22, anchor="middle", weight="bold"))
    return shown("\n".join([*parts, *body, "</svg>"]) + "\n")
