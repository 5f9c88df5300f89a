"""How thoroughly board games are tested: efforts by name, and the modes that each plays."""

from __future__ import annotations

from ludwright.criticism.effort import EFFORTS
from ludwright.criticism.effort import modes_of as plan

__all__ = ["EFFORTS", "plan"]
