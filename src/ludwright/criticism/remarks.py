"""A critique in words: strengths, weaknesses and character of a game, and what to try.

Every observation belongs to one end of one criterion; its words are in the criterion's declaration.
Failed thresholds are always mentioned. Any other criterion is mentioned only if the game is
certainly in the upper or lower third of the packaged games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from ludwright.criticism.criterion import Criterion, Remark, Wanted, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score
from ludwright.criticism.peers import Percentile, Ranked, percent
from ludwright.criticism.profile import Profile
from ludwright.criticism.viability import Threshold, thresholds_of

MOST_OF_A_KIND: Final[int] = 5
"""Observations of each kind; the most unusual come first."""


class Kind(StrEnum):
    """What an observation means for the quality of a game."""

    STRENGTH = "strengths"
    WEAKNESS = "weaknesses"
    CHARACTER = "unlike most games"
    """A matter of taste."""


class End(StrEnum):
    """An end of the range of a criterion."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing to say about a game."""

    kind: Kind
    criterion: str
    end: End
    """At which end of the criterion the game is."""
    says: str
    advice: str = field(metadata={"alias": "try"})
    """What to try, or "" if there is nothing to improve."""
    figures: str
    """The value, and how it compares."""
    weight: float = field(metadata={"exclude": True})
    """How unusual it is; the largest come first."""


def remarks_on(
    critique: Critique, family: str, profile: Profile, ranked: Mapping[str, Ranked]
) -> tuple[Observation, ...]:
    """The observations by kind, the most unusual first; `ranked` is by criterion."""
    failed = {one.criterion: one for one in _failed(critique, family)}
    found = list(failed.values())
    for one in criteria_of(family):
        place = ranked.get(one.name)
        if one.name not in failed and isinstance(place, Percentile):
            found += _unusual(one, critique, profile, place)
    found.sort(key=lambda one: -one.weight)
    return tuple(one for kind in Kind for one in _most_unusual(found, kind))


def _most_unusual(found: Iterable[Observation], kind: Kind) -> list[Observation]:
    """The first of a kind, without those that repeat the same advice."""
    chosen: list[Observation] = []
    for one in found:
        is_said = one.advice and any(one.advice == other.advice for other in chosen)
        if one.kind is kind and not is_said:
            chosen.append(one)
    return chosen[:MOST_OF_A_KIND]


def _failed(critique: Critique, family: str) -> Iterator[Observation]:
    """The failed thresholds: why a game is not viable."""
    known = {one.name: one for one in criteria_of(family)}
    for threshold in thresholds_of(family).lenient:
        score = critique[threshold.criterion]
        if isinstance(score, Score) and threshold.verdict(score) == "failed":
            yield _fallen(known[threshold.criterion], threshold, score)


def _fallen(one: Criterion, threshold: Threshold, score: Score) -> Observation:
    remark = one.when_low if threshold.is_least else one.when_high
    return Observation(
        Kind.WEAKNESS,
        one.name,
        End.LOW if threshold.is_least else End.HIGH,
        threshold.failing,
        "" if remark is None else remark.instead,
        f"{one.name} {number(score.value)}, {threshold.wanted}",
        2.0,
    )


def _unusual(
    one: Criterion, critique: Critique, profile: Profile, place: Percentile
) -> Iterator[Observation]:
    score = critique[one.name]
    remark = one.when_high if place.is_high else one.when_low if place.is_low else None
    if remark is None or not isinstance(score, Score):
        return
    kind = _kind(wanted_by(profile, one), is_high=place.is_high)
    share = place.share if place.is_high else 1.0 - place.share
    relation = "higher" if place.is_high else "lower"
    figures = (
        f"{one.name} {number(score.value)}, {relation} than {percent(share)} of packaged games"
    )
    yield Observation(
        kind,
        one.name,
        End.HIGH if place.is_high else End.LOW,
        remark.says,
        _advice(remark, kind),
        figures,
        share,
    )


def wanted_by(profile: Profile, one: Criterion) -> Wanted:
    """Which end is wanted; a profile that weighs the criterion decides."""
    term = profile.terms.get(one.name)
    if term is None or term.weight == 0:
        return one.wanted
    return Wanted.HIGH if term.weight > 0 else Wanted.LOW


def _kind(wanted: Wanted, *, is_high: bool) -> Kind:
    if wanted is Wanted.EITHER:
        return Kind.CHARACTER
    return Kind.STRENGTH if (wanted is Wanted.HIGH) == is_high else Kind.WEAKNESS


def _advice(remark: Remark, kind: Kind) -> str:
    return "" if kind is Kind.STRENGTH else remark.instead


def number(value: float) -> str:
    """A value with a readable number of digits."""
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
