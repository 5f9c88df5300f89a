"""Games with their history: candidates, why they were rejected, and generations.

A run is the list of its generations and nothing else. Everything a loop needs to continue follows
from them, so a killed run resumes where it stopped and ends as if it had never been interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score, score_from_json
from ludwright.files import require_sound
from ludwright.language.game import Game, read_game
from ludwright.shown import brief


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

    def to_json(self) -> dict[str, Any]:
        """The rejection as plain data."""
        return {"stage": self.stage.value, "cause": self.cause, "detail": self.detail}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rejection:
        """The rejection that `to_json` wrote."""
        return cls(Stage(data["stage"]), data["cause"], data["detail"])


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
    """Rule distances: `parents` (mean) and, for viable children, `seeds` (nearest)."""
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

    def to_json(self) -> dict[str, Any]:
        """The candidate as plain data."""
        return {
            "number": self.number,
            "generation": self.generation,
            "name": self.name,
            "digest": self.digest,
            "text": self.text,
            "parents": list(self.parents),
            "rejection": None if self.rejection is None else self.rejection.to_json(),
            "score": None if self.score is None else self.score.to_json(),
            "critique": None if self.critique is None else self.critique.to_json(),
            "is_viable": self.is_viable,
            "failings": list(self.failings),
            "distances": dict(self.distances),
            "cell": list(self.cell),
            "work": dict(self.work),
            "signature": self.signature,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Candidate:
        """The candidate that `to_json` wrote."""
        rejected, score, critique = data["rejection"], data["score"], data["critique"]
        require_sound({name: one for name, one in data.items() if name != "critique"})
        for name in ("name", "digest", "text", "signature"):
            if not isinstance(data[name], str):
                raise ValueError(f"{name}: expected a text, got {data[name]!r:.40}")
        return cls(
            number=data["number"],
            generation=data["generation"],
            name=data["name"],
            digest=data["digest"],
            text=data["text"],
            parents=tuple(data["parents"]),
            rejection=None if rejected is None else Rejection.from_json(rejected),
            score=None if score is None else score_from_json(score),
            critique=None if critique is None else Critique.from_json(critique),
            is_viable=data["is_viable"],
            failings=tuple(data["failings"]),
            distances=dict(data["distances"]),
            cell=tuple(data["cell"]),
            work=dict(data["work"]),
            signature=data["signature"],
        )


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

    def to_json(self) -> dict[str, Any]:
        """The retest as plain data."""
        return {
            "number": self.number,
            "score": self.score.to_json(),
            "tests": self.tests,
            "is_viable": self.is_viable,
            "critique": None if self.critique is None else self.critique.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Retest:
        """The retest that `to_json` wrote."""
        critique = data["critique"]
        return cls(
            data["number"],
            score_from_json(data["score"]),
            data["tests"],
            data["is_viable"],
            None if critique is None else Critique.from_json(critique),
        )


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

    def to_json(self) -> dict[str, Any]:
        """The finalist as plain data."""
        return {
            "number": self.number,
            "text": self.text,
            "score": self.score.to_json(),
            "critique": self.critique.to_json(),
            "is_viable": self.is_viable,
            "failings": list(self.failings),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Finalist:
        """The finalist that `to_json` wrote."""
        return cls(
            data["number"],
            data["text"],
            score_from_json(data["score"]),
            Critique.from_json(data["critique"]),
            data["is_viable"],
            tuple(data["failings"]),
        )


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

    def to_json(self) -> dict[str, Any]:
        """The fall as plain data."""
        data = {"number": self.number, "name": self.name, "test": self.test}
        return {**data, "reasons": list(self.reasons)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fall:
        """The fall that `to_json` wrote."""
        return cls(data["number"], data["name"], data["test"], tuple(data["reasons"]))


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

    @property
    def is_last(self) -> bool:
        """Whether it made no children but finished the best; the run may still be continued."""
        return not self.candidates
