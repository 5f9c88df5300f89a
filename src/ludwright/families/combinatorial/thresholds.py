"""What a board game must reach to be viable, and to come onto a final list."""

from __future__ import annotations

from typing import Final

from ludwright.criticism.viability import Threshold, at_least, usual_thresholds

ONE_COLOUR: Final[str] = "one colour wins too often"

LENIENT: Final[tuple[Threshold, ...]] = usual_thresholds(0.5, 0.5, 0.5, 0.5, 0.9, ONE_COLOUR)
"""A game that fails one is not viable. The paper describes them in words; the numbers are ours."""
STRICT: Final[tuple[Threshold, ...]] = (
    *usual_thresholds(0.8, 0.1, 0.7, 0.3, 0.75, ONE_COLOUR),
    at_least("strategic-depth", 0.1, "thinking longer hardly pays off"),
)
"""For the final list. Tic-Tac-Toe has a strategic depth of 0.05, Yavalath of 0.12, Hex of 0.5."""
