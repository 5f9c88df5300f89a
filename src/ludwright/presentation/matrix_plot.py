"""A table of numbers as shades, as SVG: each cell has its number and its shade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludwright.presentation.rendering import render

_LEFT, _TOP, _CELL, _HEIGHT = 76, 92, 40, 26
_PALE: Final[tuple[int, int, int]] = (247, 251, 255)
_DEEP: Final[tuple[int, int, int]] = (0, 80, 140)


def matrix_plot(
    title: str, axes: tuple[str, str], names: Sequence[str], rows: Sequence[Sequence[float]]
) -> str:
    """The numbers of the rows, darker where they are higher; names are those of both axes.

    `axes` are the words for what goes down and what goes across.
    """
    numbers = [number for row in rows for number in row]
    low, high = min(numbers), max(numbers)
    right, bottom = _LEFT + _CELL * len(names), _TOP + _HEIGHT * len(rows)
    return render(
        "matrix.svg",
        title=title,
        font="Source Sans Pro, sans-serif",
        width=right + 24,
        height=bottom + 64,
        left=_LEFT,
        top=_TOP,
        right=right,
        bottom=bottom,
        axes=axes,
        across=[(name, _LEFT + _CELL * (at + 0.5)) for at, name in enumerate(names)],
        down=[(name, _TOP + _HEIGHT * (at + 0.5)) for at, name in enumerate(names)],
        cell=(_CELL, _HEIGHT),
        cells=[
            _cell(number, (low, high), (across, down))
            for down, row in enumerate(rows)
            for across, number in enumerate(row)
        ],
        legend=[(part / 10, _shade(part / 10)) for part in range(11)],
        ends=(_words(low, high - low), _words(high, high - low)),
    )


def _cell(number: float, ends: tuple[float, float], place: tuple[int, int]) -> dict[str, Any]:
    low, high = ends
    share = (number - low) / (high - low) if high > low else 0.5
    return {
        "x": _LEFT + _CELL * place[0],
        "y": _TOP + _HEIGHT * place[1],
        "fill": _shade(share),
        "ink": "#ffffff" if share > 0.5 else "#222222",
        "words": _words(number, high - low),
    }


def _words(number: float, range_: float) -> str:
    return f"{number:.2f}" if range_ < 10 else f"{number:.0f}"


def _shade(share: float) -> str:
    mixed = [round(a + (b - a) * share) for a, b in zip(_PALE, _DEEP, strict=True)]
    return f"rgb({mixed[0]},{mixed[1]},{mixed[2]})"
