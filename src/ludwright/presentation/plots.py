"""Plots of playtests as SVG text, written directly: no plotting library is needed.

A lead history shows, over the course of a match, how far the eventual winner was ahead: the mean of
all decided matches, the band that contains the middle 80 %, the three most typical matches and the
most dramatic one, whose winner was furthest behind for longest.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludwright.criticism.evidence import SAMPLES
from ludwright.criticism.lead_history import Curve, LeadHistory, lead_history
from ludwright.play.playtest import Playtest
from ludwright.shown import shown

_WIDTH, _HEIGHT = 720, 440
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 56, 24, 96
# The colours of Okabe and Ito (2008), which colour-blind readers can distinguish.
_MEAN, _DRAMATIC, _TYPICAL = "#0072B2", "#D55E00", "#7a7a7a"


def lead_plot(playtest: Playtest, title: str = "") -> str:
    """The lead histories of a playtest as SVG."""
    found = lead_history(playtest)
    heading = title or f"{playtest.game.name}: lead of the eventual winner"
    if found is None:
        note = _text("no match was decided", _WIDTH / 2, _HEIGHT / 2, 16)
        return _picture(heading, [*_axes(), note])
    body = [*_axes(), _band(found.low, found.high)]
    body += [_line(curve, _TYPICAL, 1.3, dash="5 3") for _, curve in found.typical]
    if found.dramatic is not None:
        body.append(_line(found.dramatic[1], _DRAMATIC, 2.0, dash="9 3 2 3"))
    body.append(_line(found.mean, _MEAN, 3.5))
    return _picture(heading, [*body, *_legend(found)])


def _legend(found: LeadHistory) -> list[str]:
    typical = ", ".join(str(index) for index, _ in found.typical)
    entries = [
        (_MEAN, 3.5, "", f"mean of {found.matches} (band: middle 80 %)"),
        (_TYPICAL, 1.3, "5 3", f"typical: {typical}"),
    ]
    if found.dramatic is not None:
        entries.append((_DRAMATIC, 2.0, "9 3 2 3", f"most dramatic: {found.dramatic[0]}"))
    parts: list[str] = []
    x = float(_LEFT)
    y = _HEIGHT - 18
    for colour, width, dash, text in entries:
        parts.append(
            f'<path d="M{x:g} {y - 4} h28" stroke="{colour}" stroke-width="{width:g}" '
            f'stroke-dasharray="{dash or "none"}" fill="none"/>'
        )
        parts.append(_text(text, x + 34, y, 14, anchor="start"))
        x += 46 + 6.7 * len(text)
    return parts


def _axes() -> list[str]:
    parts: list[str] = []
    for lead in (-1.0, -0.5, 0.0, 0.5, 1.0):
        y = _y(lead)
        shade = "#555555" if lead == 0 else "#dddddd"
        parts.append(f'<path d="M{_LEFT} {y:g} H{_WIDTH - _RIGHT}" stroke="{shade}"/>')
        parts.append(_text(f"{lead:+g}" if lead else "0", _LEFT - 10, y + 4, 14, anchor="end"))
    for share in (0, 25, 50, 75, 100):
        x = _x(share / 100 * (SAMPLES - 1))
        parts.append(_text(f"{share} %", x, _HEIGHT - _BOTTOM + 20, 14))
    parts.append(_text("course of the match", (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 52, 15))
    middle = _y(0.0)
    parts.append(
        f'<text x="18" y="{middle:g}" font-size="15" text-anchor="middle" '
        f'transform="rotate(-90 18 {middle:g})" fill="#333333">lead of the winner</text>'
    )
    return parts


def _x(sample: float) -> float:
    return _LEFT + sample / (SAMPLES - 1) * (_WIDTH - _LEFT - _RIGHT)


def _y(lead: float) -> float:
    return _TOP + (1.0 - lead) / 2 * (_HEIGHT - _TOP - _BOTTOM)


def _points(curve: Sequence[float]) -> str:
    return " ".join(f"{_x(i):.1f},{_y(value):.1f}" for i, value in enumerate(curve))


def _line(curve: Curve, colour: str, width: float, dash: str = "none") -> str:
    return (
        f'<polyline points="{_points(curve.tolist())}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:g}" stroke-dasharray="{dash}" stroke-linejoin="round"/>'
    )


def _band(low: Curve, high: Curve) -> str:
    upper = _points(high.tolist())
    lower = " ".join(reversed(_points(low.tolist()).split()))
    return f'<polygon points="{upper} {lower}" fill="{_MEAN}" fill-opacity="0.15"/>'


def _text(text: str, x: float, y: float, size: int, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="#333333">{escape(text)}</text>'
    )


def _picture(title: str, body: Sequence[str]) -> str:
    name = escape(title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{name}" font-family="Source Sans Pro, sans-serif">'
    )
    heading = (
        f'<text x="{_WIDTH / 2:g}" y="30" font-size="20" font-weight="bold" '
        f'text-anchor="middle" fill="#222222">{name}</text>'
    )
    ground = f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>'
    lines = [head, f"<title>{name}</title>", ground, heading, *body, "</svg>"]
    return shown("\n".join(lines) + "\n")
