"""How railway games are tested: by the greedy player, which plays thousands of matches a second."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ludwright.criticism.effort import Effort, Mode, Plan, contests, ordinary_modes
from ludwright.criticism.modes import AGAINST_RANDOM

GREEDY: Final[str] = "rail-greedy"
"""Plays the ordinary matches: the player of Smith."""
SKILLED: Final[str] = "rail-route-focused"
"""Who beats the greedy player where playing well pays: it prefers few long tracks."""
SKILL: Final[str] = "skill"
"""The mode of play in which they meet."""
MOST_PLIES: Final[int] = 10_000
PREFERRED_TURNS: Final[int] = 160
"""About those of four players on North America."""

EFFORTS: Final = MappingProxyType(
    {
        "quick": Effort("quick", 200, 1, is_slow=False, preferred_length=PREFERRED_TURNS),
        "full": Effort("full", 1000, 1, is_slow=True, preferred_length=PREFERRED_TURNS),
    }
)


def modes(effort: Effort, seats: int) -> tuple[Mode, ...]:
    """The modes in which railway games are played."""
    found = ordinary_modes(GREEDY, effort)
    if not effort.is_slow:
        return found
    return (
        *found,
        *contests([(AGAINST_RANDOM, GREEDY, "uniform")], effort.matches // 5, seats),
        *contests([(SKILL, SKILLED, GREEDY)], effort.matches, seats),
    )


def _greedy(effort: Effort) -> str:  # noqa: ARG001
    return "greedy play"


PLAN: Final = Plan(modes, EFFORTS, thinking=_greedy, max_plies=lambda *_: MOST_PLIES)
"""The plan of railway games."""
