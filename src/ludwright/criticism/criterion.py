"""A criterion: one function of the evidence, with everything that users should know about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module

from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Sampled, Unscored, measure_of
from ludwright.criticism.modes import MAIN, ORDINARY_MODES
from ludwright.errors import UnknownName
from ludwright.language.registry import loaded, record_named


class Group(StrEnum):
    """What a criterion measures."""

    INTRINSIC = "intrinsic"
    """Rules and equipment."""
    VIABILITY = "viability"
    """Outcomes of matches."""
    QUALITY = "quality"
    """The course of matches."""
    BEYOND = "beyond"
    """Not among the 57 of Browne & Maire 2010."""


class Wanted(StrEnum):
    """Which end of the range is better."""

    HIGH = "high"
    LOW = "low"
    EITHER = "either"
    """A matter of taste."""


class Source(StrEnum):
    """Where the formula comes from."""

    PAPER = "paper"
    THESIS = "thesis"
    LUDII = "ludii"
    ROSSATO = "rossato"
    SMITH = "smith"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on a game at one end of a criterion, and how to move it away from there."""

    says: str
    """What players would notice: a clause without a full stop."""
    instead: str = ""
    """What usually moves a game away from this end; follows the word "try"."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One measure of a game."""

    name: str
    number: str
    """Letter and number in the tables of Ludi: I1 to I16, V1 to V11, Q1 to Q30; ours from B1."""
    group: Group
    idea: str
    formula: str
    wanted: Wanted
    source: Source
    fooled_by: str
    """What makes its value misleading."""
    function: Callable[[Evidence], Measure | Sampled]
    low: float = 0.0
    high: float = 1.0
    equation: str = ""
    """The number of its equation in the source, where it has one."""
    deviation: str = ""
    """How the formula differs from that equation, and why; empty if it does not."""
    needs: tuple[str, ...] = (MAIN,)
    """The modes of play whose matches it uses."""
    is_mean: bool = False
    """Whether it is a mean of one value per match."""
    when_low: Remark | None = None
    """For games far below most others; None if that means nothing."""
    when_high: Remark | None = None
    """For games far above most others."""

    @property
    def is_slow(self) -> bool:
        """Whether it needs more than ordinary matches."""
        return any(mode not in ORDINARY_MODES for mode in self.needs)

    def measure(self, evidence: Evidence) -> Measure:
        """The value of the criterion, or why it has none."""
        return measure_of(self.sample(evidence))

    def sample(self, evidence: Evidence) -> Measure | Sampled:
        """The same, with its values in groups of the matches where the criterion knows them."""
        for mode in self.needs:
            if mode not in evidence.playtests:
                return Unscored(f"no matches of the mode {mode!r} were played")
        return self.function(evidence)


_SPINE: tuple[str, ...] = (
    "ludwright.criticism.viability_criteria",
    "ludwright.criticism.quality_criteria",
    "ludwright.criticism.search_criteria",
    "ludwright.criticism.beyond_criteria",
)


def criterion(
    name: str,
    *,
    number: str,
    group: Group,
    idea: str,
    formula: str,
    wanted: Wanted,
    source: Source,
    fooled_by: str,
    low: float = 0.0,
    high: float = 1.0,
    equation: str = "",
    deviation: str = "",
    needs: tuple[str, ...] = (MAIN,),
    is_mean: bool = False,
    when_low: Remark | None = None,
    when_high: Remark | None = None,
) -> Callable[[Callable[[Evidence], Measure | Sampled]], Criterion]:
    """Turn the decorated function into a criterion."""

    def made(function: Callable[[Evidence], Measure | Sampled]) -> Criterion:
        return Criterion(
            name,
            number,
            group,
            idea,
            formula,
            wanted,
            source,
            fooled_by,
            function,
            low,
            high,
            equation,
            deviation,
            needs,
            is_mean,
            when_low,
            when_high,
        )

    return made


def criteria_of(family: str) -> tuple[Criterion, ...]:
    """All criteria for games of a family, ordered by number."""
    return _criteria_with(record_named(family).criteria)


@cache
def _criteria_with(own: str) -> tuple[Criterion, ...]:
    found: list[Criterion] = [] if not own else list(loaded(own))
    for name in _SPINE:
        found.extend(import_module(name).CRITERIA)
    return tuple(sorted(found, key=_order))


def criterion_named(name: str, family: str) -> Criterion:
    """The criterion with this name."""
    known = {one.name: one for one in criteria_of(family)}
    if name not in known:
        raise UnknownName("criterion", name, known)
    return known[name]


def _order(one: Criterion) -> tuple[int, int, str]:
    groups = list(Group)
    digits = "".join(char for char in one.number if char.isdigit())
    return groups.index(one.group), int(digits), one.number
