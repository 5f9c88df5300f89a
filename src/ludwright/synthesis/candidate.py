"""Games with their history: candidates, why they were rejected, and generations.

A run is the list of its generations and nothing else. Everything a loop needs to continue follows
from them, so a killed run resumes where it stopped and ends as if it had never been interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score
from ludwright.language.game import Game, read_game
from ludwright.shown import brief
from ludwright.synthesis.packed_evidence import PackedEvidence


class Stage(StrEnum):
    """The tests a child has to pass, in order."""

    VARIATION = "variation"
    """It differs from every earlier game."""
    SAFETY = "rule safety"
    """Its rules make sense and can be played."""
    STEERING = "steering"
    """It stays within the limits set by the user."""
    SPEED = "speed"
    """A player plans a move within its budget."""
    POLICY = "policy"
    """Some policy finishes matches, and more than half of them have a winner."""
    INBREEDING = "inbreeding"
    """It is far enough from every member of the population."""
    FAULT = "fault"
    """It did not crash, hang or exhaust the memory of its worker."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a child did not join the population."""

    stage: Stage
    cause: str
    """A few words, the same for all children that fail for this reason, so they can be counted."""
    detail: str = ""
    """What exactly was found."""

    def __str__(self) -> str:
        return f"{self.stage}, {self.cause}" + (f" ({self.detail})" if self.detail else "")


@dataclass(frozen=True)
class Candidate:
    """A game, where it came from and how it was judged."""

    number: int
    """Counts from 0 over the whole run, seeds first."""
    generation: int
    """0 for seeds."""
    name: str
    digest: str
    text: str
    parents: tuple[str, ...] = ()
    """Digests; the template first."""
    rejection: Rejection | None = None
    score: Score | None = None
    """The preliminary score; None if the candidate was rejected."""
    critique: Critique | None = None
    is_viable: bool = False
    failings: tuple[str, ...] = ()
    """What keeps it from being viable, in words."""
    distances: Mapping[str, float] = field(default_factory=dict)
    """Rule distances: `parents` (mean) and `seeds` (nearest), for viable children at least."""
    cell: tuple[str, ...] = ()
    """Its place in the archive."""
    work: Mapping[str, int] = field(default_factory=dict)
    """Matches played, by stage."""
    signature: str = ""
    """Games with the same signature play alike; "" if it was not computed."""

    def __repr__(self) -> str:
        found = f"{'viable' if self.is_viable else 'not viable'}, {self.score}"
        if self.rejection is not None:
            found = f"rejected: {brief(self.rejection.cause)}"
        return f"<Candidate {self.number} {brief(self.name, 40)!r}, {found}>"

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        return read_game(self.text, self.name)

    @property
    def has_survived(self) -> bool:
        """Whether it joined the population."""
        return self.rejection is None


@dataclass(frozen=True)
class Retest:
    """An elite measured again with a fresh seed; it keeps its cell only if it still scores best."""

    number: int
    """The candidate."""
    score: Score
    """Pooled over all its tests so far."""
    tests: int
    is_viable: bool
    critique: Critique | None = None


@dataclass(frozen=True)
class Finalist:
    """A viable game at the end of a run, with its policy improved and everything measured again."""

    number: int
    """The candidate."""
    text: str
    """The game with its improved policy."""
    score: Score
    critique: Critique
    is_viable: bool
    """Whether it also passes the stricter thresholds of the final list."""
    failings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fall:
    """A viable game that is not on the final list because it failed a later, harder test."""

    number: int
    """The candidate."""
    name: str
    test: str
    """The test it failed: the play-off or the final measurement."""
    reasons: tuple[str, ...]
    """What was expected and what was measured, in words."""

    def __str__(self) -> str:
        return f"{self.name} failed the {self.test}: {'; '.join(self.reasons)}"


class Occasion(StrEnum):
    """The measurements of a candidate whose matches are kept."""

    SCREENING = "screening"
    """Its latest measurement as a member of the population, by a screening or a retest."""
    FINAL = "final"
    """The measurement at the end of the run, with its policy improved."""


@dataclass(frozen=True)
class CandidateEvidence:
    """The matches behind the latest critique of a candidate; none if it is no longer viable."""

    number: int
    """The candidate."""
    occasion: Occasion
    packed: PackedEvidence | None


@dataclass(frozen=True)
class Generation:
    """One turn of the loop: its children, in order, and the elites it retested."""

    number: int
    candidates: tuple[Candidate, ...]
    retests: tuple[Retest, ...] = ()
    finalists: tuple[Finalist, ...] = ()
    """Only in the last generation of a run."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Processor time by stage: reported, but not part of the result."""
    faults: tuple[str, ...] = ()
    """Games that failed during a retest or the final tests: the name and what happened."""
    falls: tuple[Fall, ...] = ()
    """Only in the last generation of a run."""
    evidence: tuple[CandidateEvidence, ...] = field(default=(), compare=False, repr=False)
    """The matches behind the viable ones. They are saved, but not read with the generation."""

    @property
    def is_last(self) -> bool:
        """Whether it made no children but finished the best; the run may still be continued."""
        return not self.candidates
