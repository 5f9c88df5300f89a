"""A move of a board game as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SWAP_RULE: Final[int] = -2
"""The rule of a ply by which the players change sides."""


@dataclass(frozen=True, order=True, slots=True)
class Move:
    """One ply. Sorted by rule, then source, target and option."""

    rule: int
    """Which rule of the game, counted over all pieces in written order; -1 for a plain pass, -2 for
    changing sides."""
    source: int
    """The site `from`, or -1."""
    target: int
    """The site `to`, or -1."""
    option: int = 0
    """Bits 0 to 3: which optional consequences happen; the bits above: what the mover chose."""
