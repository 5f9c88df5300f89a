"""The settings of a run: everything that determines what it finds, except how long it runs."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright.criticism.effort import FULL, Effort
from ludwright.play.seeds import seed_of
from ludwright.synthesis.archive import DEFAULT_AXES
from ludwright.synthesis.preset import SearchOptions
from ludwright.synthesis.screen import Screening

BATCH: int = 64
"""Children in one generation."""
ARCHIVE_SHARE: float = 0.5
"""How often the template is an elite of the archive rather than a member of the population."""


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
    archive_share: float = ARCHIVE_SHARE
    finish: Effort = FULL
    finalists: int = 10
    policy_tries: int = 20
    """Attempts to improve the policy of each finalist."""
    search: SearchOptions | None = None
    """How a search by one of the family's presets goes; None for the usual loop."""

    def seed_for(self, purpose: str, number: int) -> int:
        """The seed for one purpose and one candidate."""
        return seed_of(self.seed, f"{purpose} {number}")
