"""Plots of runs as SVG, without a plotting library: scores over candidates, and the archive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, inf, log10

from ludwright.store.runs import CandidateRow

_WIDTH, _HEIGHT = 720, 380
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 28, 24, 88
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


def score_plot(rows: Sequence[CandidateRow]) -> str:
    """Every scored candidate, the best viable child so far, and the mean over each interval."""
    scored = [(row, row.score.value) for row in rows if row.score is not None]
    title = "Scores over the run"
    if not scored:
        note = _text("no candidate has a score yet", _WIDTH / 2, _HEIGHT / 2, 16)
        return _picture(title, _WIDTH, _HEIGHT, [note])
    values = [value for _, value in scored]
    space = max(0.02, 0.05 * (max(values) - min(values)))
    frame = _Frame(max(row.number for row in rows), min(values) - space, max(values) + space)
    others = [(row.number, value) for row, value in scored if not row.is_viable]
    viable = [(row.number, value) for row, value in scored if row.is_viable]
    children = [(row.number, value) for row, value in scored if row.is_viable and row.generation]
    first_child = min((row.number for row in rows if row.generation), default=0)
    body = [
        *_axes(frame, first_child),
        _dots(frame, others, _OTHER, 3),
        _dots(frame, viable, _VIABLE, 5),
    ]
    body.append(_curve(frame.points(_means(scored, frame.last)), _MEAN, "6 3"))
    body.append(_curve(frame.points(_best_so_far(children, frame.last)), _BEST, "none"))
    return _picture(title, _WIDTH, _HEIGHT, [*body, *_legend()])


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
    left, top, width, height = 150, 60, 104, 48
    best = {cell: max(one, key=_score) for cell, one in kept.items()}
    scores = [_score(one) for one in best.values()]
    body: list[str] = []
    for column, name in enumerate(across):
        body.append(_text(_short(name), left + (column + 0.5) * width, top - 10, 12))
    for line, name in enumerate(down):
        middle = top + (line + 0.5) * height
        body.append(_text(_short(name, 22), left - 10, middle + 4, 12, "end"))
        for column, other in enumerate(across):
            corner = (left + column * width, top + line * height, width, height)
            games = kept.get((name, other), [])
            body += _box(corner, games, min(scores), max(scores))
    whole = (max(left + width * len(across) + 20, 420), top + height * len(down) + 20)
    if len(axes) == 2:
        body.append(_text(f"rows: {axes[0]}, columns: {axes[1]}", left, top - 30, 12, "start"))
    return _picture("The best viable child of each kind", *whole, body)


def _box(
    corner: tuple[float, float, float, float],
    games: Sequence[CandidateRow],
    low: float,
    high: float,
) -> list[str]:
    x, y, width, height = corner
    frame = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" stroke="#ffffff"'
    if not games:
        return [f'{frame} fill="#f2f2f2"/>']
    best = max(games, key=_score)
    share = (_score(best) - low) / (high - low) if high > low else 1.0
    ink = "#ffffff" if share > 0.5 else "#222222"
    label = f"{best.name}: {_score(best):.3f}; {len(games)} viable"
    return [
        f'{frame} fill="{_shade(share)}"><title>{escape(label)}</title></rect>',
        _text(_short(best.name), x + width / 2, y + height / 2 - 3, 12, colour=ink),
        _text(
            f"{_score(best):.2f} · {len(games)}", x + width / 2, y + height / 2 + 14, 12, colour=ink
        ),
    ]


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


def _axes(frame: _Frame, first_child: int) -> list[str]:
    parts: list[str] = []
    for score in _ticks(frame.low, frame.high):
        y = frame.y(score)
        parts.append(f'<path d="M{_LEFT} {y:.1f} H{_WIDTH - _RIGHT}" stroke="#dddddd"/>')
        parts.append(_text(f"{score:g}", _LEFT - 8, y + 4, 12, "end"))
    parts += [
        _text(f"{number:g}", frame.x(number), _HEIGHT - _BOTTOM + 20, 12)
        for number in _ticks(0, max(frame.last, 1))
    ]
    parts.append(_text("candidate number", _WIDTH / 2, _HEIGHT - _BOTTOM + 40, 13))
    if first_child:
        x = frame.x(first_child - 0.5)
        parts.append(
            f'<path d="M{x:.1f} {_TOP - 14} V{_HEIGHT - _BOTTOM}" stroke="#999999" '
            'stroke-dasharray="2 4"/>'
        )
        parts.append(_text("seeds", x - 6, _TOP - 6, 12, "end"))
        parts.append(_text("children", x + 6, _TOP - 6, 12, "start"))
    return parts


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two ends, about five of them."""
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(one for one in (power, 2 * power, 5 * power, 10 * power) if one >= rough)
    # Rounded, because multiples of 0.1 are not exact.
    return [round(n * step, 10) for n in range(ceil(low / step), floor(high / step) + 1)]


def _dots(frame: _Frame, points: Iterable[tuple[int, float]], colour: str, size: float) -> str:
    # One path for all dots: thousands of circles would make the page slow.
    path = "".join(f"M{frame.x(x):.1f} {frame.y(y):.1f}h0" for x, y in points)
    return (
        f'<path d="{path}" stroke="{colour}" stroke-width="{size:g}" stroke-linecap="round" '
        'stroke-opacity="0.6" fill="none"/>'
        if path
        else ""
    )


def _curve(points: str, colour: str, dash: str) -> str:
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5" '
        f'stroke-dasharray="{dash}" stroke-linejoin="round"/>'
    )


def _legend() -> list[str]:
    parts: list[str] = []
    entries = [
        (_BEST, "none", "best viable child so far"),
        (_MEAN, "6 3", "mean of survivors"),
        (_VIABLE, "0.1 9", "viable"),
        (_OTHER, "0.1 9", "not viable"),
    ]
    x, y = float(_LEFT), _HEIGHT - 16
    for colour, dash, text in entries:
        parts.append(
            f'<path d="M{x:g} {y - 4} h28" stroke="{colour}" stroke-width="4" '
            f'stroke-linecap="round" stroke-dasharray="{dash}" fill="none"/>'
        )
        parts.append(_text(text, x + 36, y, 12, "start"))
        x += 54 + 6.2 * len(text)
    return parts


def _text(
    text: str, x: float, y: float, size: int, anchor: str = "middle", colour: str = "#333333"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _picture(title: str, width: float, height: float, body: Sequence[str]) -> str:
    name = escape(title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{name}" font-family="system-ui, sans-serif">'
    )
    ground = f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
    return "\n".join([head, f"<title>{name}</title>", ground, *body, "</svg>"]) + "\n"
