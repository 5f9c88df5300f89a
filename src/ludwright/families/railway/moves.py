"""The moves of railway games in Python: what a player decides, or what chance does.

In records a move is the eight bytes of the core's `Move` (`native/railway/move.h`), as two whole
numbers.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

UNSEEN: int = 255
"""The number of a card or a ticket that the viewer does not see."""
_BYTES = struct.Struct("<BBBBhh")
_NUMBERS = struct.Struct("<ii")


class Kind(IntEnum):
    """What a move is, in the order of the core."""

    DEAL = 0
    """Chance: `a` is the card that the seat in turn is dealt at the beginning."""
    TURN_UP = 1
    """Chance: `a` is the card that is laid face up."""
    OFFER = 2
    """Chance: `a` is the ticket that the mover draws."""
    KEEP = 3
    """`a`: which of the tickets drawn are kept, as bits, in the order of their numbers; `b`: how
    many that are."""
    TAKE = 4
    """`a`: the card taken from the market."""
    DRAW = 5
    """The mover draws a card blind."""
    CARD = 6
    """Chance: `a` is the card that the mover draws."""
    TICKETS = 7
    """The mover draws tickets."""
    BUILD = 8
    """`a`: the track, `b`: the colour of the cards, `c`: how many locomotives are among them. With
    locomotives only, `b` is the locomotive."""
    PASS = 9


class RailwayMove(NamedTuple):
    """One decision or event; which numbers mean what depends on the kind."""

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
    def unpacked(numbers: Sequence[int]) -> RailwayMove:
        """The inverse of `packed`."""
        return RailwayMove(*_BYTES.unpack(_NUMBERS.pack(*numbers)))
