"""A radar chart of criteria with their intervals, as SVG: a game at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score
from ludwright.play.families import family_named

AXES: tuple[str, ...] = (
    "completion",
    "balance",
    "decision-ratio",
    "branching-factor",
    "drama-average",
    "killer-moves",
    "lead-change",
    "uncertainty-late",
    "decisiveness-moves",
    "permanence",
    "momentum",
    "correction",
)
"""The criteria of all games that are shown, before those of the family's `glance`; values above 1
are drawn at the rim."""

_WIDTH, _HEIGHT, _RADIUS = 720, 480, 170.0
_X, _Y = _WIDTH / 2, _HEIGHT / 2 + 8
_FILL, _GRID, _MISSING = "#0072B2", "#cccccc", "#999999"


@dataclass(frozen=True, slots=True)
class _Spoke:
    name: str
    angle: float
    score: Score | None

    def at(self, share: float) -> tuple[float, float]:
        """The point at this share of the radius."""
        share = min(1.0, max(0.0, share))
        return (
            _X + _RADIUS * share * sin(self.angle),
            _Y - _RADIUS * share * cos(self.angle),
        )


def radar_svg(critique: Critique, family: str, title: str = "") -> str:
    """The radar chart of a critique; a criterion without a score is a hollow mark in the middle."""
    axes = (*AXES, *family_named(family).glance)
    spokes = [
        _Spoke(name, 2 * pi * place / len(axes), found if isinstance(found, Score) else None)
        for place, name in enumerate(axes)
        for found in (critique[name],)
    ]
    heading = escape(title or critique.game.replace("-", " "))
    body = [*_rings(spokes), *map(_axis, spokes), _shape(spokes), *map(_mark, spokes)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'font-family="sans-serif" role="img" aria-label="criteria of {heading}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>'
        f'<text x="{_X:g}" y="26" text-anchor="middle" font-size="18">{heading}</text>'
        + "".join(body)
        + "</svg>"
    )


def _rings(spokes: Sequence[_Spoke]) -> list[str]:
    return [
        f'<polygon points="{_points([one.at(share) for one in spokes])}" fill="none" '
        f'stroke="{_GRID}"/>'
        for share in (0.25, 0.5, 0.75, 1.0)
    ]


def _axis(one: _Spoke) -> str:
    x, y = one.at(1.0)
    side = sin(one.angle)
    anchor = "middle" if abs(side) < 0.2 else "start" if side > 0 else "end"
    label_x = _X + (_RADIUS + 12) * side
    label_y = _Y - (_RADIUS + 12) * cos(one.angle) + 4
    value = "unscored" if one.score is None else f"{one.score.value:.2f}"
    return (
        f'<path d="M{_X:g} {_Y:g} L{x:.1f} {y:.1f}" stroke="{_GRID}"/>'
        f'<text x="{label_x:.1f}" y="{label_y:.1f}" text-anchor="{anchor}" font-size="14">'
        f"{escape(one.name.replace('-', ' '))} "
        f'<tspan fill="#555555">{value}</tspan></text>'
    )


def _shape(spokes: Sequence[_Spoke]) -> str:
    places = [one.at(0.0 if one.score is None else one.score.value) for one in spokes]
    return (
        f'<polygon points="{_points(places)}" fill="{_FILL}" fill-opacity="0.22" '
        f'stroke="{_FILL}" stroke-width="2"/>'
    )


def _mark(one: _Spoke) -> str:
    """The value with its interval along the axis."""
    if one.score is None:
        return f'<circle cx="{_X:g}" cy="{_Y:g}" r="3" fill="#fff" stroke="{_MISSING}"/>'
    low, high = one.score.interval(0.0, 1.0)
    (x0, y0), (x1, y1), (x, y) = one.at(low), one.at(high), one.at(one.score.value)
    return (
        f'<path d="M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}" stroke="{_FILL}" stroke-width="3" '
        f'stroke-opacity="0.6"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{_FILL}"/>'
    )


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
