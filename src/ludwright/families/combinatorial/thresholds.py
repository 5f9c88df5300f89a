"""What a board game must reach to be viable, and to come onto a final list."""

from __future__ import annotations

from ludwright.criticism.viability import LENIENT, STRICT

__all__ = ["LENIENT", "STRICT"]
