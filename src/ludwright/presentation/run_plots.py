"""Plots of runs as SVG, without a plotting library: scores over candidates, and the archive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, log10
from typing import Any

from ludwright.presentation.rendering import render
from ludwright.store.runs import CandidateRow

_WIDTH, _HEIGHT = 720, 380
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 28, 24, 88
_ARCHIVE_LEFT, _ARCHIVE_TOP, _BOX_WIDTH, _BOX_HEIGHT = 150, 60, 104, 48
_FONT = "system-ui, sans-serif"
_BINS = 40
"""Intervals of the run over which the mean is taken."""
# The colours of Okabe and Ito (2008), which colour-blind readers can tell apart.
_BEST, _MEAN, _VIABLE, _OTHER = "#D55E00", "#0072B2", "#009E73", "#9a9a9a"
_PALE, _DEEP = (247, 251, 255), (0, 80, 140)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Maps candidate numbers and scores to places in the picture."""

    last: int
    low: float
    high: float

    def x(self, number: float) -> float:
        return _LEFT + number / max(self.last, 1) * (_WIDTH - _LEFT - _RIGHT)

    def y(self, score: float) -> float:
        share = (score - self.low) / (self.high - self.low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    def points(self, curve: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in curve)

    def dots(self, places: Iterable[tuple[int, float]]) -> str:
        return "".join(f"M{self.x(x):.1f} {self.y(y):.1f}h0" for x, y in places)


def score_plot(rows: Sequence[CandidateRow]) -> str:
    """Every scored candidate, the best viable child so far, and the mean over each interval."""
    scored = [(row, row.score.value) for row in rows if row.score is not None]
    look = {
        "title": "Scores over the run",
        "font": _FONT,
        "width": _WIDTH,
        "height": _HEIGHT,
        "left": _LEFT,
        "top": _TOP,
        "right": _WIDTH - _RIGHT,
        "bottom": _HEIGHT - _BOTTOM,
    }
    if not scored:
        return render("scores.svg", **look, dots=[])
    values = [value for _, value in scored]
    space = max(0.02, 0.05 * (max(values) - min(values)))
    frame = _Frame(max(row.number for row in rows), min(values) - space, max(values) + space)
    others = [(row.number, value) for row, value in scored if not row.is_viable]
    viable = [(row.number, value) for row, value in scored if row.is_viable]
    children = [(row.number, value) for row, value in scored if row.is_viable and row.generation]
    first_child = min((row.number for row in rows if row.generation), default=0)
    return render(
        "scores.svg",
        **look,
        levels=[(score, frame.y(score)) for score in _ticks(frame.low, frame.high)],
        numbers=[(number, frame.x(number)) for number in _ticks(0, max(frame.last, 1))],
        border=frame.x(first_child - 0.5) if first_child else None,
        dots=[
            {"path": frame.dots(others), "colour": _OTHER, "size": 3},
            {"path": frame.dots(viable), "colour": _VIABLE, "size": 5},
        ],
        curves=[
            _curve(frame.points(_means(scored, frame.last)), _MEAN, "6 3"),
            _curve(frame.points(_best_so_far(children, frame.last)), _BEST, "none"),
        ],
        legend=_legend(),
    )


def _curve(points: str, colour: str, dash: str) -> dict[str, str]:
    return {"points": points, "colour": colour, "dash": dash}


def archive_plot(rows: Sequence[CandidateRow], axes: Sequence[str] = ()) -> str:
    """The best viable child of each kind, one box per cell; "" if no child has a cell."""
    kept: dict[tuple[str, str], list[CandidateRow]] = {}
    for row in rows:
        if row.generation and row.cell and row.is_viable and row.score is not None:
            kept.setdefault((row.cell[0], " / ".join(row.cell[1:])), []).append(row)
    if not kept:
        return ""
    across = sorted({cell[1] for cell in kept}, key=_place)
    down = sorted({cell[0] for cell in kept}, key=_place)
    best = [_score(max(one, key=_score)) for one in kept.values()]
    boxes = [
        _box((column, line), kept.get((name, other), []), min(best), max(best))
        for line, name in enumerate(down)
        for column, other in enumerate(across)
    ]
    return render(
        "archive.svg",
        title="The best viable child of each kind",
        font=_FONT,
        width=max(_ARCHIVE_LEFT + _BOX_WIDTH * len(across) + 20, 420),
        height=_ARCHIVE_TOP + _BOX_HEIGHT * len(down) + 20,
        left=_ARCHIVE_LEFT,
        top=_ARCHIVE_TOP,
        box_width=_BOX_WIDTH,
        box_height=_BOX_HEIGHT,
        across=[
            (_short(name), _ARCHIVE_LEFT + (column + 0.5) * _BOX_WIDTH)
            for column, name in enumerate(across)
        ],
        down=[
            (_short(name, 22), _ARCHIVE_TOP + (line + 0.5) * _BOX_HEIGHT)
            for line, name in enumerate(down)
        ],
        boxes=boxes,
        axes=axes,
    )


def _box(
    at: tuple[int, int], games: Sequence[CandidateRow], low: float, high: float
) -> dict[str, Any]:
    """A cell of the archive: its best game and how many are viable."""
    corner = {
        "x": _ARCHIVE_LEFT + at[0] * _BOX_WIDTH,
        "y": _ARCHIVE_TOP + at[1] * _BOX_HEIGHT,
    }
    if not games:
        return {**corner, "fill": "#f2f2f2", "label": ""}
    best = max(games, key=_score)
    share = (_score(best) - low) / (high - low) if high > low else 1.0
    return {
        **corner,
        "fill": _shade(share),
        "ink": "#ffffff" if share > 0.5 else "#222222",
        "label": f"{best.name}: {_score(best):.3f}; {len(games)} viable",
        "name": _short(best.name),
        "figures": f"{_score(best):.2f} · {len(games)}",
    }


def _score(row: CandidateRow) -> float:
    return -inf if row.score is None else row.score.value


def _shade(share: float) -> str:
    mixed = [round(a + (b - a) * share) for a, b in zip(_PALE, _DEEP, strict=True)]
    return f"rgb({mixed[0]},{mixed[1]},{mixed[2]})"


def _place(name: str) -> tuple[float, str]:
    """A sort key: "below …" first, then numbers in order, then words."""
    number = re.search(r"-?\d+(\.\d+)?", name)
    if number is None:
        return inf, name
    return (-inf if name.startswith("below") else float(number.group())), name


def _short(name: str, most: int = 14) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _best_so_far(viable: Sequence[tuple[int, float]], last: int) -> list[tuple[float, float]]:
    steps: list[tuple[float, float]] = []
    best = -inf
    for number, value in viable:
        if value > best:
            steps += [(number, best), (number, value)] if steps else [(number, value)]
            best = value
    return [*steps, (last, best)] if steps else []


def _means(scored: Sequence[tuple[CandidateRow, float]], last: int) -> list[tuple[float, float]]:
    width = max(1.0, (last + 1) / _BINS)
    bins: dict[int, list[tuple[int, float]]] = {}
    for row, value in scored:
        bins.setdefault(int(row.number / width), []).append((row.number, value))
    return [
        (sum(n for n, _ in one) / len(one), sum(value for _, value in one) / len(one))
        for _, one in sorted(bins.items())
    ]


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two ends, about five of them."""
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(one for one in (power, 2 * power, 5 * power, 10 * power) if one >= rough)
    # Rounded, because multiples of 0.1 are not exact.
    return [round(n * step, 10) for n in range(ceil(low / step), floor(high / step) + 1)]


def _legend() -> list[dict[str, Any]]:
    entries = [
        (_BEST, "none", "best viable child so far"),
        (_MEAN, "6 3", "mean of survivors"),
        (_VIABLE, "0.1 9", "viable"),
        (_OTHER, "0.1 9", "not viable"),
    ]
    found: list[dict[str, Any]] = []
    x = float(_LEFT)
    for colour, dash, words in entries:
        found.append({"x": x, "colour": colour, "dash": dash, "words": words})
        x += 54 + 6.2 * len(words)
    return found
