"""The names of the modes of play: what evidence is filed under, and what criteria ask for."""

from __future__ import annotations

from typing import Final

MAIN: Final[str] = "main"
"""Ordinary matches between equal players."""
OTHER_FIRST: Final[str] = "other-first"
"""The same, but the usual second player moves first."""
DEEP: Final[str] = "deep"
"""The main matches again, with some of their positions searched deeply."""
AGAINST_RANDOM: Final[str] = "random"
"""An ordinary player against players that choose at random."""
AGAINST_DEFENSIVE: Final[str] = "defensive"
"""An ordinary player against one that only makes the opponent's position worse."""
AGAINST_OBSTRUCTIVE: Final[str] = "obstructive"
"""An ordinary player against one that only leaves the opponent few moves."""

ORDINARY_MODES: Final[frozenset[str]] = frozenset({MAIN, OTHER_FIRST})
"""Modes that every effort plays, where the family has them."""


def deeper(depth: int) -> str:
    """A depth against a depth of one ply less."""
    return f"deeper-{depth}"


def skill(level: int) -> str:
    """A level of the skill trace, from 1: a player against others with half its thinking."""
    return f"skill-{level}"


def rung(number: int) -> str:
    """A rung of the skill ladder, from 1: a player against others with a quarter of its work."""
    return f"ladder-{number}"


DEEPER: Final[tuple[str, ...]] = (deeper(2), deeper(3), deeper(4))
"""Matches between neighbouring depths."""
SKILL_MODES: Final[tuple[str, ...]] = (skill(1), skill(2), skill(3), skill(4))
"""The levels of the skill trace."""
LADDER: Final[tuple[str, ...]] = (rung(1), rung(2), rung(3))
"""The rungs of the skill ladder."""
