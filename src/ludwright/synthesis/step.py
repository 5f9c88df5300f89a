"""Steps: how a run reports that one of its games is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludwright.synthesis.candidate import Candidate, Fall


@dataclass(frozen=True, slots=True)
class Step:
    """Reports that one game of a turn is done."""

    what: str
    """`seeds`, `children`, `retests`, or one of the tests at the end of a run."""
    done: int
    most: int
    """Games of this kind in this turn; at the end of a run, the largest possible number."""
    candidate: Candidate | None = None
    """The seed or child that was judged."""
    fall: Fall | None = None
    """Why a game will not be on the final list, unless too few others are left."""


Heard = Callable[[Step], None]
"""Called after every game of a turn."""


def silent(_: Step) -> None:
    """Ignore a step."""
