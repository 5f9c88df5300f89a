"""How conquest games are tested: by rule-based players, which play a hundred matches in 10 ms."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ludwright.criticism.effort import (
    Effort,
    Mode,
    Plan,
    contests,
    ordinary_modes,
    skill_modes,
)
from ludwright.criticism.modes import AGAINST_RANDOM
from ludwright.families.conquest.courses import PREFERRED_TURNS

RULE_BASED: Final[str] = "rossato"
"""Plays the ordinary matches."""
STRONG_PLAYER: Final[str] = "planner:nodes=300"
"""Whose results against the rule-based player show how much playing well pays."""
STRONG: Final[str] = "strong"
"""The mode of play in which it meets rule-based players."""
STRONG_MATCHES: Final[int] = 200
"""Most matches of that mode: they are the most expensive."""
MOST_PLIES: Final[int] = 20_000
"""Of a match: several hundred turns, far beyond what anybody would sit through."""

EFFORTS: Final = MappingProxyType(
    {
        "quick": Effort("quick", 200, 1, is_slow=False, preferred_length=PREFERRED_TURNS),
        "full": Effort("full", 1000, 1, is_slow=True, preferred_length=PREFERRED_TURNS),
    }
)


def modes(effort: Effort, seats: int) -> tuple[Mode, ...]:
    """The modes in which conquest games are played."""
    found = ordinary_modes(RULE_BASED, effort)
    if not effort.is_slow:
        return found
    return (
        *found,
        *contests([(AGAINST_RANDOM, RULE_BASED, "uniform")], effort.matches // 5, seats),
        *contests(
            [(STRONG, STRONG_PLAYER, RULE_BASED)], min(effort.matches, STRONG_MATCHES), seats
        ),
        *skill_modes(_thinker, effort.matches, seats),
    )


def _thinker(nodes: int) -> str:
    return f"planner:nodes={nodes}"


def _rule_based(effort: Effort) -> str:  # noqa: ARG001
    return "rule-based play"


PLAN: Final = Plan(modes, EFFORTS, thinking=_rule_based, max_plies=lambda *_: MOST_PLIES)
"""The plan of conquest games."""
