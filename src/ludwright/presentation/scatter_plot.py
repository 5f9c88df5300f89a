"""Named points, such as games by score and rating, as SVG; each may have an interval across."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ludwright.presentation.interval_plot import COLOURS
from ludwright.presentation.line_plot import ticks, widened
from ludwright.presentation.rendering import render

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM = 900, 70, 876, 48, 560
_NEAR_THE_EDGE: Final[float] = 0.8
"""Beyond this share of the width, names stand to the left of their points."""


@dataclass(frozen=True, slots=True)
class Point:
    """A named point."""

    words: str
    x: float
    y: float
    margin: float = 0.0
    """Half of the interval of x."""
    kind: int = 0
    """Its place in the legend."""


def scatter_plot(
    title: str, across: str, up: str, points: Sequence[Point], kinds: Sequence[str]
) -> str:
    """The points, with the words for what is across and what is up; kinds differ in their fill."""
    frame = _Frame(points)
    return render(
        "scatter.svg",
        title=title,
        font="Source Sans Pro, sans-serif",
        width=_WIDTH,
        height=_BOTTOM + 64 + 20 * len(kinds),
        left=_LEFT,
        right=_RIGHT,
        top=_TOP,
        bottom=_BOTTOM,
        across=across,
        up=up,
        levels=[(f"{one:g}", frame.y(one)) for one in ticks(frame.low, frame.high)],
        numbers=[(f"{one:g}", frame.x(one)) for one in ticks(frame.first, frame.last)],
        dots=[frame.dot(one) for one in points],
        legend=[
            {**_look(kind), "words": words, "y": _BOTTOM + 64 + 20 * kind}
            for kind, words in enumerate(kinds)
        ],
    )


def _look(kind: int) -> dict[str, str]:
    colour = COLOURS[(kind + 1) % len(COLOURS)]
    return {"colour": colour, "fill": colour if kind == 0 else "#ffffff"}


class _Frame:
    """Where numbers are on the page."""

    def __init__(self, points: Sequence[Point]) -> None:
        ends = [one.x + sign * one.margin for one in points for sign in (-1, 1)] or [0.0, 1.0]
        ups = [one.y for one in points] or [0.0, 1.0]
        self.first, self.last = _spaced(min(ends), max(ends))
        self.low, self.high = _spaced(min(ups), max(ups))

    def x(self, number: float) -> float:
        return _LEFT + (number - self.first) / (self.last - self.first) * (_RIGHT - _LEFT)

    def y(self, number: float) -> float:
        return _BOTTOM - (number - self.low) / (self.high - self.low) * (_BOTTOM - _TOP)

    def dot(self, point: Point) -> dict[str, Any]:
        x, y = self.x(point.x), self.y(point.y)
        is_right = x > _LEFT + _NEAR_THE_EDGE * (_RIGHT - _LEFT)
        low, high = self.x(point.x - point.margin), self.x(point.x + point.margin)
        return {
            **_look(point.kind),
            "words": point.words,
            "x": x,
            "y": y,
            "bar": f"M{low:.1f} {y:.1f}H{high:.1f}" if point.margin else "",
            "shift": -6 if is_right else 6,
            "anchor": "end" if is_right else "start",
        }


def _spaced(low: float, high: float) -> tuple[float, float]:
    low, high = widened(low, high)
    space = 0.05 * (high - low)
    return low - space, high + space
