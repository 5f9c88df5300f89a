"""Limits of players that the command line shows in its help; it loads nothing else for them."""

from __future__ import annotations

CHOICE_SECONDS: float = 10.0
"""Processor time for one choice, if the player runs in a separate process."""
