"""Plots of playtests as SVG: no plotting library is needed.

A lead history shows, over the course of a match, how far the eventual winner was ahead: the mean of
all decided matches, the band that contains the middle 80 %, the three most typical matches and the
most dramatic one, whose winner was furthest behind for longest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludwright.criticism.evidence import SAMPLES
from ludwright.criticism.lead_history import Curve, LeadHistory, lead_history
from ludwright.play.playtest import Playtest
from ludwright.presentation.rendering import render

_WIDTH, _HEIGHT = 720, 440
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 56, _WIDTH - 24, _HEIGHT - 96
# The colours of Okabe and Ito (2008), which colour-blind readers can distinguish.
_MEAN, _DRAMATIC, _TYPICAL = "#0072B2", "#D55E00", "#7a7a7a"


@dataclass(frozen=True, slots=True)
class _Stroke:
    """How a curve is drawn."""

    colour: str
    width: float
    dash: str = "none"

    def through(self, curve: Curve) -> dict[str, Any]:
        """The curve, as the template draws it."""
        return {**self._look(), "points": " ".join(_points(curve.tolist()))}

    def entry(self, x: float, words: str) -> dict[str, Any]:
        """An entry of the legend."""
        return {**self._look(), "x": x, "words": words}

    def _look(self) -> dict[str, Any]:
        return {"colour": self.colour, "width": self.width, "dash": self.dash}


_MEAN_STROKE = _Stroke(_MEAN, 3.5)
_TYPICAL_STROKE = _Stroke(_TYPICAL, 1.3, "5 3")
_DRAMATIC_STROKE = _Stroke(_DRAMATIC, 2.0, "9 3 2 3")


def lead_plot(playtest: Playtest, title: str = "") -> str:
    """The lead histories of a playtest as SVG."""
    found = lead_history(playtest)
    return render(
        "leads.svg",
        title=title or f"{playtest.game.name}: lead of the eventual winner",
        font="Source Sans Pro, sans-serif",
        width=_WIDTH,
        height=_HEIGHT,
        left=_LEFT,
        right=_RIGHT,
        bottom=_BOTTOM,
        middle=_y(0.0),
        levels=[(lead, _y(lead)) for lead in (-1.0, -0.5, 0.0, 0.5, 1.0)],
        times=[(share, _x(share / 100 * (SAMPLES - 1))) for share in (0, 25, 50, 75, 100)],
        band="" if found is None else _band(found.low, found.high),
        band_colour=_MEAN,
        curves=[] if found is None else list(_curves(found)),
        legend=[] if found is None else list(_legend(found)),
    )


def _curves(found: LeadHistory) -> Iterator[dict[str, Any]]:
    for _, curve in found.typical:
        yield _TYPICAL_STROKE.through(curve)
    if found.dramatic is not None:
        yield _DRAMATIC_STROKE.through(found.dramatic[1])
    yield _MEAN_STROKE.through(found.mean)


def _legend(found: LeadHistory) -> Iterator[dict[str, Any]]:
    typical = ", ".join(str(index) for index, _ in found.typical)
    entries = [
        (_MEAN_STROKE, f"mean of {found.matches} (band: middle 80 %)"),
        (_TYPICAL_STROKE, f"typical: {typical}"),
    ]
    if found.dramatic is not None:
        entries.append((_DRAMATIC_STROKE, f"most dramatic: {found.dramatic[0]}"))
    x = float(_LEFT)
    for stroke, words in entries:
        yield stroke.entry(x, words)
        x += 46 + 6.7 * len(words)


def _x(sample: float) -> float:
    return _LEFT + sample / (SAMPLES - 1) * (_RIGHT - _LEFT)


def _y(lead: float) -> float:
    return _TOP + (1.0 - lead) / 2 * (_BOTTOM - _TOP)


def _points(curve: Sequence[float]) -> list[str]:
    return [f"{_x(i):.1f},{_y(value):.1f}" for i, value in enumerate(curve)]


def _band(low: Curve, high: Curve) -> str:
    return " ".join([*_points(high.tolist()), *reversed(_points(low.tolist()))])
