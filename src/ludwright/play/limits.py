"""Limits that the command line shows in its help; it loads nothing else for them."""

from __future__ import annotations

from typing import Final

CHOICE_SECONDS: float = 10.0
"""Processor time for one choice, if the player runs in a separate process."""
LARGEST_SEED: Final[int] = 2**63 - 1
"""The largest seed that people can choose."""
