"""Values with their intervals, several series side by side in each row, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ludwright.criticism.measure import Measure, Score
from ludwright.presentation.rendering import render

_WIDTH, _LEFT, _RIGHT, _TOP = 820, 190, 790, 64
_STEP: Final[int] = 13
"""Between the series of a row."""
_GAP: Final[int] = 16
"""Between rows."""
# The colours of Okabe and Ito (2008), which colour-blind readers can distinguish.
COLOURS: Final[tuple[str, ...]] = ("#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")


@dataclass(frozen=True, slots=True)
class Series:
    """One value for each row, where there is one."""

    words: str
    values: Mapping[str, Measure]
    """By row; a value with an error of 0 is drawn without an interval."""


def interval_plot(title: str, rows: Sequence[str], series: Sequence[Series], most: float) -> str:
    """The values of each row from 0 to `most`, one line of the row for each series."""
    height_of_row = _STEP * len(series) + _GAP
    bottom = _TOP + height_of_row * len(rows)
    marks = [
        _mark(found, _TOP + at * height_of_row + _GAP / 2 + (place + 0.5) * _STEP, most, place)
        for at, row in enumerate(rows)
        for place, one in enumerate(series)
        if isinstance(found := one.values.get(row), Score)
    ]
    ticks = [most * part / 5 for part in range(6)]
    return render(
        "intervals.svg",
        title=title,
        font="Source Sans Pro, sans-serif",
        width=_WIDTH,
        height=bottom + 46 + 22 * len(series),
        left=_LEFT,
        right=_RIGHT,
        top=_TOP,
        bottom=bottom,
        rows=[(row, _TOP + height_of_row * at, height_of_row) for at, row in enumerate(rows)],
        ticks=[(tick, _x(tick, most)) for tick in ticks],
        marks_drawn=marks,
        legend=[
            {"words": one.words, "colour": COLOURS[place], "y": bottom + 50 + 22 * place}
            for place, one in enumerate(series)
        ],
    )


def _x(value: float, most: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * min(max(value / most, 0.0), 1.0)


def _mark(score: Score, y: float, most: float, place: int) -> dict[str, Any]:
    low, high = score.interval(0.0, most)
    return {
        "x": _x(score.value, most),
        "y": y,
        "low": _x(low, most),
        "high": _x(high, most),
        "colour": COLOURS[place],
        "is_exact": score.error == 0.0,
    }
