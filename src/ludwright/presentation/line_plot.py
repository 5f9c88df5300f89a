"""Curves over numbers, such as generations or sizes, as SVG; points may have intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any, Final

from ludwright.presentation.interval_plot import COLOURS
from ludwright.presentation.rendering import render

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM = 760, 70, 736, 48, 380
_DASHES: Final[tuple[str, ...]] = ("none", "7 4", "2 4", "10 3 2 3", "1 3", "12 6")
"""Curves differ in more than their colour."""
_FEW_POINTS: int = 40
"""Up to so many points of a curve are marked by dots."""


@dataclass(frozen=True, slots=True)
class Line:
    """A curve."""

    words: str
    points: Sequence[tuple[float, float]]
    """From left to right."""
    margins: Sequence[float] = ()
    """Half of the interval of each point; empty for none."""


def line_plot(title: str, across: str, up: str, lines: Sequence[Line]) -> str:
    """The curves, with the words for what is across and what is up."""
    shown = [one for one in lines if one.points]
    frame = _Frame(shown)
    return render(
        "lines.svg",
        title=title,
        font="Source Sans Pro, sans-serif",
        width=_WIDTH,
        height=_BOTTOM + 70 + 20 * len(shown),
        left=_LEFT,
        right=_RIGHT,
        top=_TOP,
        bottom=_BOTTOM,
        across=across,
        up=up,
        levels=[(f"{one:g}", frame.y(one)) for one in ticks(frame.low, frame.high)],
        numbers=[(f"{one:g}", frame.x(one)) for one in ticks(frame.first, frame.last)],
        curves=[frame.curve(one, place) for place, one in enumerate(shown)],
        legend=[
            {
                "words": one.words,
                "colour": COLOURS[place % len(COLOURS)],
                "dash": _DASHES[place % len(_DASHES)],
                "y": _BOTTOM + 68 + 20 * place,
            }
            for place, one in enumerate(shown)
        ],
    )


class _Frame:
    """Where numbers are on the page."""

    def __init__(self, lines: Sequence[Line]) -> None:
        acrosses = [x for one in lines for x, _ in one.points] or [0.0, 1.0]
        ups = [y for one in lines for _, y in one.points] or [0.0, 1.0]
        for one in lines:
            for (_, y), margin in zip(one.points, one.margins, strict=False):
                ups += [y - margin, y + margin]
        self.first, self.last = widened(min(acrosses), max(acrosses))
        low, high = widened(min(ups), max(ups))
        space = 0.05 * (high - low)
        self.low = max(0.0, low - space) if low >= 0 else low - space
        self.high = high + space

    def x(self, number: float) -> float:
        return _LEFT + (number - self.first) / (self.last - self.first) * (_RIGHT - _LEFT)

    def y(self, number: float) -> float:
        return _BOTTOM - (number - self.low) / (self.high - self.low) * (_BOTTOM - _TOP)

    def curve(self, line: Line, place: int) -> dict[str, Any]:
        places = [(self.x(x), self.y(y)) for x, y in line.points]
        bars = [
            f"M{self.x(x):.1f} {self.y(y - margin):.1f}V{self.y(y + margin):.1f}"
            for (x, y), margin in zip(line.points, line.margins, strict=False)
        ]
        is_marked = len(places) <= _FEW_POINTS
        return {
            "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in places),
            "dots": "".join(f"M{x:.1f} {y:.1f}h0" for x, y in places) if is_marked else "",
            "bars": "".join(bars),
            "colour": COLOURS[place % len(COLOURS)],
            "dash": _DASHES[place % len(_DASHES)],
        }


def widened(low: float, high: float) -> tuple[float, float]:
    """Two ends that differ."""
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two ends, about six of them."""
    rough = (high - low) / 6
    power = 10.0 ** floor(log10(rough))
    step = next(one for one in (power, 2 * power, 5 * power, 10 * power) if one >= rough)
    # Rounded, because multiples of 0.1 are not exact.
    return [round(n * step, 10) for n in range(ceil(low / step), floor(high / step) + 1)]
