"""What a conquest game must reach to be viable, and to come onto a final list."""

from __future__ import annotations

from typing import Final

from ludwright.criticism.viability import Threshold, at_least, at_most


def _thresholds(
    completion: float, advantage: float, duration: float, territories: int, skill: float
) -> tuple[Threshold, ...]:
    return (
        at_least("completion", completion, "too few matches have a winner"),
        at_most("timeouts", 0.1, "matches do not end in reasonable time"),
        at_most("advantage", advantage, "who has the first turn decides too often"),
        at_most("duration", duration, "matches are far from the preferred length"),
        at_least("mean-turns", 4.0, "matches are over at once"),
        at_least("territories", territories, "the map is too small to fight over"),
        at_least("real-choices", 0.25, "there is rarely a choice of attacks"),
        at_least("robustness-random", 0.6, "playing by rules hardly beats playing at random"),
        at_least("conquest-skill", skill, "a strong player hardly beats a simple one"),
    )


LENIENT: Final[tuple[Threshold, ...]] = _thresholds(0.5, 0.6, 0.9, 4, 0.0)
"""A game that fails one is not viable."""
STRICT: Final[tuple[Threshold, ...]] = _thresholds(0.8, 0.4, 0.75, 8, 0.2)
"""For the final list. The classic board has an advantage of about a third."""
