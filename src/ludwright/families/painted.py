"""Text that may be coloured part by part: what the boards of all families in text share."""

from __future__ import annotations

from typing import Protocol


class Paint(Protocol):
    """Colours a part of a text board; the visible characters stay the same."""

    def __call__(self, text: str, *roles: str) -> str:
        """The text for its roles: `seat red`, `neutral`, `empty`, `mark`, `label`, `last`."""


def plain(text: str, *roles: str) -> str:  # noqa: ARG001
    """The text as it is."""
    return text
