"""The moves of conquest games in Python: what a player decides, or what chance does.

In records a move is the eight bytes of the core's `Move` (`native/conquest/move.h`), as two whole
numbers.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

UNSEEN: int = 255
"""The number of a card or a mission that the viewer does not see."""
_BYTES = struct.Struct("<BBBBhh")
_NUMBERS = struct.Struct("<ii")


class Kind(IntEnum):
    """What a move is, in the order of the core."""

    DONE = 0
    CLAIM = 1
    DEAL = 2
    SCATTER = 3
    PLACE = 4
    TRADE = 5
    ROLL = 6
    ASSAULT = 7
    LOSSES = 8
    OCCUPY = 9
    FORTIFY = 10
    CARD = 11
    MISSION = 12


class ConquestMove(NamedTuple):
    """One decision or event; which numbers mean what depends on the kind.

    `a` and `b` are territories (from and to), a card or a mission; of a trade `a`, `b` and `c` are
    cards and `n` is one more than the territory that gets the depicted armies, or 0. Elsewhere `n`
    is a number of armies or dice. Of losses `n` are the attacker's and `m` the defender's.
    """

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0
    n: int = 0
    m: int = 0

    def packed(self) -> tuple[int, int]:
        """The two numbers that records keep."""
        first, second = _NUMBERS.unpack(_BYTES.pack(*self))
        return first, second

    @staticmethod
    def unpacked(numbers: Sequence[int]) -> ConquestMove:
        """The inverse of `packed`."""
        return ConquestMove(*_BYTES.unpack(_NUMBERS.pack(*numbers)))
