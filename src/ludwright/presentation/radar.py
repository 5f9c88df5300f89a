"""A radar chart of criteria with their intervals, as SVG: a game at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score
from ludwright.play.families import every_family, family_named
from ludwright.presentation.rendering import render

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
_COLOUR, _GRID, _MISSING = "#0072B2", "#cccccc", "#999999"


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Spoke:
    """One criterion: its axis, and its value with the interval along it."""

    name: str
    angle: float
    score: Score | None

    def at(self, share: float) -> Point:
        """The point at this share of the radius."""
        return self._point(_RADIUS * min(1.0, max(0.0, share)))

    def _point(self, radius: float) -> Point:
        return _X + radius * sin(self.angle), _Y - radius * cos(self.angle)

    @property
    def rim(self) -> Point:
        """Where the axis ends."""
        return self.at(1.0)

    @property
    def label(self) -> Point:
        """Where the name stands."""
        x, y = self._point(_RADIUS + 12)
        return x, y + 4

    @property
    def anchor(self) -> str:
        """Which end of the name stands there."""
        side = sin(self.angle)
        return "middle" if abs(side) < 0.2 else "start" if side > 0 else "end"

    @property
    def value(self) -> Point:
        """The value; the centre if there is none."""
        return self.at(0.0 if self.score is None else self.score.value)

    @property
    def low(self) -> Point:
        """The low end of the interval."""
        return self.at(0.0 if self.score is None else self.score.interval(0.0, 1.0)[0])

    @property
    def high(self) -> Point:
        """The high end of the interval."""
        return self.at(0.0 if self.score is None else self.score.interval(0.0, 1.0)[1])


def radar_svg(critique: Critique, family: str | None = None, title: str = "") -> str:
    """The radar chart of a critique; a criterion without a score is a hollow mark in the middle.

    Without a family, the axes are those that were measured of any family.
    """
    axes = (*AXES, *(_measured_glance(critique) if family is None else family_named(family).glance))
    spokes = [
        _Spoke(name, 2 * pi * place / len(axes), found if isinstance(found, Score) else None)
        for place, name in enumerate(axes)
        for found in (critique[name],)
    ]
    heading = title or critique.game.replace("-", " ")
    return render(
        "radar.svg",
        title=f"criteria of {heading}",
        heading=heading,
        font="sans-serif",
        width=_WIDTH,
        height=_HEIGHT,
        x=_X,
        y=_Y,
        spokes=spokes,
        rings=[_points([one.at(share) for one in spokes]) for share in (0.25, 0.5, 0.75, 1.0)],
        shape=_points([one.value for one in spokes]),
        colour=_COLOUR,
        grid=_GRID,
        missing=_MISSING,
    )


def _measured_glance(critique: Critique) -> tuple[str, ...]:
    names = dict.fromkeys(name for family in every_family() for name in family.glance)
    return tuple(name for name in names if name in critique.measures)


def _points(places: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
