"""What the seats of a match look like: a different colour and mark for each.

A seat called Black is dark and one called Red is red; seats with other names take what is left,
light before dark. Most of the colours are those of Okabe and Ito (2008), which colour-blind readers
can distinguish, and the mark (a shape in pictures, a character in text) distinguishes seats without
any colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LARGEST_TABLE: Final[int] = 6
"""The most seats that have different marks."""


@dataclass(frozen=True, slots=True)
class SeatColour:
    """How a seat is shown."""

    name: str
    """The name of the colour."""
    fill: str
    ink: str
    """For letters on the fill, and the outline, which is visible on a board of any colour."""
    shape: str
    """One of `SHAPES`."""
    sign: str
    """The character of the shape in text."""
    is_evident: bool
    """Whether the seat's name already names the colour."""

    def letter(self, letter: str) -> str:
        """The letter of a piece in text: upper case for the lightest seat, else lower case."""
        return letter.upper() if self.sign == _MARKS[0][1] else letter.lower()


@dataclass(frozen=True, slots=True)
class _Paint:
    name: str
    fill: str
    ink: str
    words: tuple[str, ...] = ()
    """Other words in the name of a seat that mean this colour."""


_DARK, _LIGHT = "#262626", "#fdfdfb"
_PAINTS: Final[tuple[_Paint, ...]] = (
    _Paint("white", _LIGHT, _DARK, ("light", "ivory", "day", "snow")),
    _Paint("black", _DARK, _LIGHT, ("dark", "ebony", "night", "coal")),
    _Paint("red", "#D55E00", _LIGHT, ("scarlet", "crimson", "vermilion")),
    _Paint("blue", "#0072B2", _LIGHT, ("navy",)),
    _Paint("yellow", "#F0E442", _DARK, ("gold", "golden", "amber")),
    _Paint("green", "#009E73", _LIGHT, ("emerald", "jade")),
    _Paint("pink", "#CC79A7", _DARK, ("purple", "violet", "magenta")),
    _Paint("sky blue", "#56B4E9", _DARK, ("sky", "cyan", "azure", "turquoise")),
    _Paint("orange", "#E69F00", _DARK),
    _Paint("brown", "#7a4a21", _LIGHT, ("tan", "bronze", "copper")),
    _Paint("silver", "#c3c7cc", _DARK, ("grey", "gray")),
)
"""The colours; a seat whose name mentions none takes the one at its number, if it is free."""
_MARKS: Final[tuple[tuple[str, str], ...]] = (
    ("disc", "O"),
    ("square", "X"),
    ("triangle", "A"),
    ("diamond", "D"),
    ("hexagon", "H"),
    ("bar", "I"),
)
SHAPES: Final[tuple[str, ...]] = tuple(shape for shape, _ in _MARKS)
"""The shapes of marks, from the lightest seat to the darkest."""


def seat_colours(names: Sequence[str]) -> tuple[SeatColour, ...]:
    """Return how each seat looks, in the order of the names.

    The lightest seat is a disc, or an O in text, the next lightest a square or an X, and so on, so
    that White and Black have the same marks whichever moves first.
    """
    if len(names) > LARGEST_TABLE:
        raise ValueError(f"expected at most {LARGEST_TABLE} seats, got {len(names)}")
    said = [_said(name) for name in names]
    paints = [None if paint in said[:seat] else paint for seat, paint in enumerate(said)]
    for seat, paint in enumerate(paints):
        if paint is None:
            free = [one for one in (_PAINTS[seat], *_PAINTS) if one not in paints]
            paints[seat] = free[0]
    chosen = [paint for paint in paints if paint is not None]
    order = sorted(chosen, key=lambda paint: -lightness(paint.fill))
    return tuple(
        SeatColour(
            paint.name, paint.fill, paint.ink, *_MARKS[order.index(paint)], paint == said[seat]
        )
        for seat, paint in enumerate(chosen)
    )


def lightness(colour: str) -> float:
    """Return the relative luminance (WCAG 2.1) of a colour written as #rrggbb."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _said(name: str) -> _Paint | None:
    """Return the colour that a seat's name mentions, such as black for Black or TheBlackArmy."""
    words = [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)]
    for word in words:
        for paint in _PAINTS:
            if word == paint.name or word in paint.words:
                return paint
    return None
