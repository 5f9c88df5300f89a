"""What the colours of tracks and cards look like: a fill, and a symbol beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludwright.families.railway.vocabulary import Colour
from ludwright.families.shapes import Point, digits


@dataclass(frozen=True, slots=True)
class Look:
    """How a colour is drawn."""

    fill: str
    ink: str
    """Of the symbol."""
    symbol: str
    """The name of its shape, "" for none."""


_DARK, _LIGHT = "#1f1f1f", "#ffffff"
LOOKS: Final[dict[Colour, Look]] = {
    Colour.RED: Look("#d1362f", _LIGHT, "disc"),
    Colour.ORANGE: Look("#f0932b", _DARK, "triangle"),
    Colour.YELLOW: Look("#f7de3a", _DARK, "diamond"),
    Colour.GREEN: Look("#3f9b46", _LIGHT, "square"),
    Colour.BLUE: Look("#2f74c0", _LIGHT, "ring"),
    Colour.PINK: Look("#e69ac8", _DARK, "plus"),
    Colour.BLACK: Look("#3a3a3a", _LIGHT, "bars"),
    Colour.WHITE: Look("#ffffff", _DARK, "cross"),
    Colour.GRAY: Look("#c9c7c0", _DARK, ""),
}
"""The look of each colour."""
LOCOMOTIVE_LOOK: Final[Look] = Look("#efe6d2", _DARK, "star")
"""The look of the card that stands for any colour."""
_STAR = (0.0, -1.15), (0.28, -0.38), (1.1, -0.36), (0.45, 0.15), (0.68, 0.93), (0.0, 0.47)
_CORNERS: Final[dict[str, tuple[Point, ...]]] = {
    "triangle": ((0.0, -1.0), (1.0, 0.8), (-1.0, 0.8)),
    "diamond": ((0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)),
    "square": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "star": (*_STAR, *((-x, y) for x, y in reversed(_STAR[1:-1]))),
}
_STROKES: Final[dict[str, tuple[tuple[Point, Point], ...]]] = {
    "plus": (((-1.0, 0.0), (1.0, 0.0)), ((0.0, -1.0), (0.0, 1.0))),
    "bars": (((-0.9, -0.5), (0.9, -0.5)), ((-0.9, 0.5), (0.9, 0.5))),
    "cross": (((-0.8, -0.8), (0.8, 0.8)), ((0.8, -0.8), (-0.8, 0.8))),
}


def drawn_symbol(look: Look, x: float, y: float, size: float) -> str:
    """The symbol of a colour around a point; `size` is half its width."""
    if look.symbol in _CORNERS:
        corners = (f"{_at(x, size, a)} {_at(y, size, b)}" for a, b in _CORNERS[look.symbol])
        return f'<path d="M{"L".join(corners)}z" fill="{look.ink}"/>'
    if look.symbol in _STROKES:
        lines = (
            f"M{_at(x, size, a[0])} {_at(y, size, a[1])}L{_at(x, size, b[0])} {_at(y, size, b[1])}"
            for a, b in _STROKES[look.symbol]
        )
        return (
            f'<path d="{"".join(lines)}" fill="none" stroke="{look.ink}" '
            f'stroke-width="{digits(0.5 * size)}"/>'
        )
    if look.symbol == "disc":
        radius, style = 0.85 * size, f'fill="{look.ink}"'
    elif look.symbol == "ring":
        width = f'stroke-width="{digits(0.5 * size)}"'
        radius, style = 0.8 * size, f'fill="none" stroke="{look.ink}" {width}'
    else:
        return ""
    return f'<circle cx="{digits(x)}" cy="{digits(y)}" r="{digits(radius)}" {style}/>'


def _at(middle: float, size: float, share: float) -> str:
    return digits(middle + size * share)
