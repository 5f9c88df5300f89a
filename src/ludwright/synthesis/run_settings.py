"""The settings of a run: everything that determines what it finds, except how long it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludwright.criticism.effort import FULL, Effort
from ludwright.play.seeds import seed_of
from ludwright.synthesis.archive import DEFAULT_AXES
from ludwright.synthesis.preset import SearchOptions
from ludwright.synthesis.screen import Screening
from ludwright.synthesis.selection import PRESSURE

BATCH: int = 64
"""Children in one generation."""
ARCHIVE_SHARE: float = 0.5
"""How often the template is an elite of the archive rather than a member of the population."""
RETESTS: int = 6
"""Elites retested in one generation."""
LOOPS: Mapping[str, Mapping[str, Any]] = {"paper": {"archive_share": 0.0, "retests": 0}}
"""Presets of the usual loop: the settings in which they differ from it. `paper` is the loop of
Browne & Maire 2010: all parents come from the population, and nothing is tested twice."""


@dataclass(frozen=True)
class RunSettings:
    """Everything that determines what a run finds, except how long it runs."""

    family: str
    seed: int
    screening: Screening
    seeds: tuple[str, ...] = ()
    """The digests of the games it starts with."""
    axes: tuple[str, ...] = DEFAULT_AXES
    batch: int = BATCH
    archive_share: float = field(default=ARCHIVE_SHARE, metadata={"ge": 0, "le": 1})
    novelty_share: float = field(default=0.0, metadata={"ge": 0, "le": 1})
    """How often the template is chosen by how far its rules are from the nearest seed, instead of
    by its score."""
    pressure: float = field(default=PRESSURE, metadata={"ge": 1, "le": 2})
    """How often the best member is a parent, relative to the average."""
    retests: int = field(default=RETESTS, metadata={"ge": 0})
    """Elites retested in one generation."""
    finish: Effort = FULL
    finalists: int = 10
    policy_tries: int = 20
    """Attempts to improve the policy of each finalist."""
    search: SearchOptions | None = None
    """How a search by one of the family's presets goes; None for the usual loop."""

    def seed_for(self, purpose: str, number: int) -> int:
        """The seed for one purpose and one candidate."""
        return seed_of(self.seed, f"{purpose} {number}")
