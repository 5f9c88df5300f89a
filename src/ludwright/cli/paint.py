"""Colours for boards in text, where the terminal supports them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ludwright.cli.console import coloured, has_colour

# The background may be white or black, so neither colour is usable; O and X mark those seats.
_SEATS = {
    "white": "36",
    "black": "35",
    "red": "31",
    "blue": "34",
    "yellow": "33",
    "green": "32",
    "pink": "95",
    "sky blue": "96",
    "orange": "93",
    "brown": "33",
    "silver": "37",
}
_ROLES = {"neutral": "2", "empty": "2", "label": "2", "mark": "32", "last": "7"}


def board_paint(stream: Any = None) -> Callable[..., str]:
    """A function that colours the parts of a board, or changes nothing if colours are off."""
    is_coloured = has_colour(stream)

    def paint(text: str, *roles: str) -> str:
        if not is_coloured or not text.strip():
            return text
        return coloured(text, ";".join(map(_code, roles)), stream)

    return paint


def _code(role: str) -> str:
    if role.startswith("seat "):
        return _SEATS.get(role.removeprefix("seat "), "0")
    return _ROLES.get(role, "0")


def has_cursor(stream: Any) -> bool:
    """Whether a line can be overwritten: on terminals that understand escape sequences."""
    return bool(stream.isatty()) and os.environ.get("TERM", "") != "dumb"
