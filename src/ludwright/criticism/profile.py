"""Profiles: how much each criterion counts, and the single score of a game that results.

A profile is data in a JSON or TOML file. It uses one of four methods:

- `sum`: each criterion counts by its distance from the mean of the games the profile was made
  from, in units of their spread, times its weight (Browne & Maire 2010). 0 is an average game.
- `harmonic`: the harmonic mean of a few criteria, each at least `FLOOR`, so that one fatal flaw is
  never averaged away (GAVEL, Todd et al. 2024).
- `distance`: how far the criteria are from ideal values, added up, with a minus sign: 0 is the
  ideal game (Rossato et al. 2023, who minimise the sum).
- `worst`: the same, but the criterion that is furthest from its ideal counts alone. With weights
  that are 1 over what is tolerated, a score above -1 means that all are within tolerance.

What could not be measured never helps: in a sum it counts as `MISSING` spreads worse than average.

A game that fails a gate has no score, and the reason is given instead. The exception is a sum in
which every criterion has a limit: it has a lowest value, and games that fail score below that, so
that evolution can still tell them apart. Either way they come after all games that pass.

A profile belongs to an effort: means and spreads are those of games whose players thought as hard
as that. It can be applied to other critiques, but the difference should be told.

The errors of criteria of the same matches are correlated. The error of a score takes these
correlations into account, as far as the critique contains them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib.resources import files
from math import inf, isfinite, isinf
from operator import not_
from pathlib import Path
from typing import Any, Final

import numpy as np

from ludwright.criticism.criterion import criterion_named
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import thinking_in
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.errors import DataError, LudwrightError, StoreError
from ludwright.files import parse_json, read_text, require_sound, write_text
from ludwright.plain import plain_of, read_plain
from ludwright.play.families import family_named

LUDI_WEIGHTS: Final[Mapping[str, float]] = {
    "clarity-variance": -0.376,
    "killer-moves": 0.359,
    "lead-change": -0.277,
    "drama-average": 0.217,
    "uncertainty-late": 0.202,
    "correction": 0.162,
    "decisiveness-threshold": 0.131,
    "momentum": 0.124,
    "permanence": 0.103,
    "duration": -0.091,
    "completion": 0.079,
}
"""Eleven of Browne's seventeen fitted weights, second-hand: from a study that quotes his thesis.
The scale of the criteria they were fitted to is unknown."""

MISSING: Final[float] = 2.0
"""How many spreads below average a criterion without a value counts in a sum: worse than nearly all
games, so that no game gains by what it hides."""

MOST_MISSING: Final[float] = 1 / 3
"""There is no score if more than this share of the absolute weight is missing."""
LARGEST_FILE: Final[int] = 1 << 20
"""Characters in a profile's file."""
FLOOR: Final[float] = 0.01
"""The least that a part of a harmonic mean counts for."""


class Method(StrEnum):
    """How a profile combines many scores into one."""

    SUM = "sum"
    HARMONIC = "harmonic"
    DISTANCE = "distance"
    WORST = "worst"


@dataclass(frozen=True, slots=True)
class Term:
    """One criterion in a sum: its weight, and the mean and spread that make it comparable."""

    weight: float
    mean: float
    spread: float

    def __post_init__(self) -> None:
        if not self.spread > 0:
            raise DataError(
                f"expected a spread above 0, got {self.spread:g}; "
                "leave out a criterion that is the same in all games"
            )


@dataclass(frozen=True, slots=True)
class Gate:
    """Limits of one criterion that a game must meet to be scored at all."""

    least: float = field(default=-inf, metadata={"exclude_if": isinf})
    most: float = field(default=inf, metadata={"exclude_if": isinf})
    is_optional: bool = field(default=False, metadata={"alias": "optional", "exclude_if": not_})
    """Whether games without a value pass, because not every effort measures the criterion."""

    def __post_init__(self) -> None:
        if isinf(self.least) and isinf(self.most):
            raise DataError("expected least, most or both, got neither")
        if self.least > self.most:
            raise DataError(
                f"expected least to be at most as large as most, got {self.least:g} and "
                f"{self.most:g}"
            )

    def objection(self, criterion: str, critique: Critique) -> str:
        """Why the game does not pass, or "" if it does."""
        found = critique[criterion]
        if isinstance(found, Unscored):
            why = f"the gate on {criterion} needs a value: {found.why}"
            return "" if self.is_optional else why
        if found.value < self.least:
            return f"{criterion} is {found.value:.3g}, at least {self.least:g} is required"
        if found.value > self.most:
            return f"{criterion} is {found.value:.3g}, at most {self.most:g} is allowed"
        return ""

    def shortfall(self, value: float) -> float:
        """How far a value is outside the limits, from 0 for inside to 1 for far outside."""
        away, bound = max((self.least - value, self.least), (value - self.most, self.most))
        return min(1.0, max(0.0, away) / abs(bound)) if bound else float(away > 0)


@dataclass(frozen=True, slots=True)
class Part:
    """How one criterion, from 0 to 1, enters a harmonic mean."""

    is_reversed: bool = field(default=False, metadata={"alias": "reversed", "exclude_if": not_})
    """Whether 1 - x counts instead of x."""
    is_optional: bool = field(default=False, metadata={"alias": "optional", "exclude_if": not_})
    """Whether the mean leaves it out if it has no value."""

    def of(self, found: Measure) -> Measure:
        """The value that enters the mean, from that of the criterion."""
        if isinstance(found, Unscored) or not self.is_reversed:
            return found
        return Score(1.0 - found.value, found.error, found.samples)


@dataclass(frozen=True, slots=True)
class Ideal:
    """The value that a criterion should have."""

    value: float
    weight: float = field(default=1.0, metadata={"ge": 0})
    """What a distance of 1 costs."""
    missing: float = field(default=1.0, metadata={"ge": 0})
    """The distance that counts if the criterion has no value."""


GATES: Final[Mapping[str, Gate]] = {
    "completion": Gate(least=0.2),
    "decision-ratio": Gate(least=0.1),
}
"""The gates of GAVEL that are criteria of all games; board games add that of coverage."""

PARTS: Final[Mapping[str, Part]] = {
    "balance": Part(),
    "completion": Part(),
    "drawishness": Part(is_reversed=True),
    "decision-ratio": Part(),
    "skill-trace": Part(is_optional=True),
}
"""What GAVEL takes the harmonic mean of."""


@dataclass(frozen=True)
class Profile:
    """A taste: how the criteria of a game become its score. Its files have the same parts."""

    name: str
    effort: str = field(default="", kw_only=True, metadata={"exclude_if": not_})
    """The effort behind means and spreads, in words; none where nothing was standardised."""
    about: str = field(default="", kw_only=True, metadata={"exclude_if": not_})
    """Where it comes from, and how far to trust it."""
    method: Method = field(default=Method.SUM, kw_only=True)
    bias: float = field(default=0.0, kw_only=True, metadata={"exclude_if": not_})
    terms: Mapping[str, Term] = field(
        default_factory=dict, metadata={"alias": "criteria", "exclude_if": not_}
    )
    """By criterion; empty for harmonic means."""
    parts: Mapping[str, Part] = field(default_factory=dict, metadata={"exclude_if": not_})
    """By criterion; for harmonic means only."""
    gates: Mapping[str, Gate] = field(default_factory=dict, metadata={"exclude_if": not_})
    """By criterion."""
    ideals: Mapping[str, Ideal] = field(default_factory=dict, metadata={"exclude_if": not_})
    """By criterion; for distances, added up or the worst."""
    limit: float = field(default=inf, kw_only=True, metadata={"exclude_if": isinf, "gt": 0})
    """The most spreads that a criterion counts in a sum, above average or below."""

    def __post_init__(self) -> None:
        if not self.name:
            raise DataError("name: expected a text, got ''")
        if self.method is Method.SUM and not any(one.weight for one in self.terms.values()):
            raise DataError("expected a criterion with a weight other than 0, got none")
        if self.method is Method.HARMONIC and not self.parts:
            raise DataError("expected parts for the harmonic mean, got none")
        needs_ideals = self.method in (Method.DISTANCE, Method.WORST)
        if needs_ideals and not any(one.weight for one in self.ideals.values()):
            raise DataError("expected an ideal with a weight above 0, got none")
        given = {
            Method.SUM: bool(self.terms or self.bias or isfinite(self.limit)),
            Method.HARMONIC: bool(self.parts),
            Method.DISTANCE: bool(self.ideals),
        }
        own = Method.DISTANCE if needs_ideals else self.method
        if any(has_any for method, has_any in given.items() if method is not own):
            has = _PARTS_OF[self.method]
            raise DataError(f"expected only {has} and gates with method {self.method}, got others")

    def criteria(self) -> list[str]:
        """The names of the criteria it uses."""
        return list(dict.fromkeys([*self.terms, *self.gates, *self.parts, *self.ideals]))

    def objections(self, critique: Critique) -> tuple[str, ...]:
        """Which gates a game fails, in words."""
        found = (gate.objection(name, critique) for name, gate in self.gates.items())
        return tuple(one for one in found if one)

    def caveat(self, effort: str) -> str:
        """What to say about scores of critiques of another effort, which is in words, or ""."""
        ours, theirs = thinking_in(self.effort), thinking_in(effort)
        if not self.effort or ours == theirs:
            return ""
        return (
            f"a rough figure: the profile {self.name} belongs to matches {ours}, "
            f"these were played {theirs}"
        )


_PARTS_OF: Final[Mapping[Method, str]] = {
    Method.SUM: "criteria, bias, a limit",
    Method.HARMONIC: "parts",
    Method.DISTANCE: "ideals",
    Method.WORST: "ideals",
}
"""What the file of a profile has besides gates."""


GATED: Final = Profile("gated", method=Method.HARMONIC, parts=PARTS, gates=GATES)
"""Needs no learned weights: gates, and the harmonic mean of what every game needs."""


# ---------------------------------------------------------------------------------------- scores


def aesthetic_score(critique: Critique, profile: Profile) -> Measure:
    """The score of a game by a profile.

    In a harmonic mean a part below `FLOOR` counts as `FLOOR`. Each part's share of the error is
    half the change of the mean between one error below and one above the part: the delta method
    with a difference instead of a slope, because at the floor the slope is far too steep.

    In a sum a criterion without a value counts as `MISSING` spreads worse than average, and its
    whole weight enters the error: a game of that population is typically one spread away. If more
    than a third of the absolute weight is missing, there is no score. If criteria have a limit, a
    game that fails gates scores the lowest sum minus its shortfalls, a missing value being 1.

    With ideals the score is minus the sum of the distances; an error counts in the direction in
    which it moves the distance, and in full for a criterion without a value; or minus the largest
    distance, with the error of that criterion alone. `samples` is the
    smallest number among the criteria that were sampled.
    """
    if failed := profile.objections(critique):
        return _failed_score(critique, profile) if isfinite(profile.limit) else Unscored(failed[0])
    if profile.method is Method.HARMONIC:
        return _harmonic_score(critique, profile.parts)
    if profile.method is Method.DISTANCE:
        return _distance_score(critique, profile.ideals)
    if profile.method is Method.WORST:
        return _worst_score(critique, profile.ideals)
    return _sum_score(critique, profile)


def _sum_score(critique: Critique, profile: Profile) -> Measure:
    weighted = {name: one for name, one in profile.terms.items() if one.weight}
    missing = [name for name in weighted if isinstance(critique[name], Unscored)]
    lost = sum(abs(weighted[name].weight) for name in missing)
    share = lost / sum(abs(one.weight) for one in weighted.values())
    if share > MOST_MISSING:
        return Unscored(f"{share:.0%} of the weight has no value: {', '.join(sorted(missing))}")
    worst = min(MISSING, profile.limit)
    total, counts = profile.bias - worst * lost, [inf]
    errors = {name: weighted[name].weight for name in missing}
    for name, one in weighted.items():
        found = critique[name]
        if isinstance(found, Score):
            away = (found.value - one.mean) / one.spread
            total += one.weight * _within(away, profile.limit)
            errors[name] = one.weight * _swing(away, found.error / one.spread, profile.limit)
            counts.append(_sampled(found))
    return Score(total, critique.correlations.error_of(errors), _smallest(counts))


def _within(away: float, limit: float) -> float:
    return min(max(away, -limit), limit)


def _swing(away: float, error: float, limit: float) -> float:
    """Half the change of a limited value as it goes from an error below to an error above."""
    return (_within(away + error, limit) - _within(away - error, limit)) / 2.0


def _failed_score(critique: Critique, profile: Profile) -> Measure:
    """Below the lowest sum, by how far the game is outside the gates."""
    found = {name: critique[name] for name in profile.gates}
    if not any(isinstance(one, Score) for one in found.values()):
        return Unscored("none of the criteria with a gate has a value")
    lowest = profile.bias - profile.limit * sum(abs(one.weight) for one in profile.terms.values())
    total, counts = lowest, [inf]
    errors: dict[str, float] = {}
    for name, gate in profile.gates.items():
        one = found[name]
        if isinstance(one, Score):
            total -= gate.shortfall(one.value)
            below, above = one.value - one.error, one.value + one.error
            errors[name] = (gate.shortfall(below) - gate.shortfall(above)) / 2.0
            counts.append(_sampled(one))
        elif not gate.is_optional:
            total -= 1.0
    return Score(total, critique.correlations.error_of(errors), _smallest(counts))


def _distance_score(critique: Critique, ideals: Mapping[str, Ideal]) -> Measure:
    if not any(isinstance(critique[name], Score) for name in ideals):
        return Unscored("none of the criteria with an ideal has a value")
    total, counts = 0.0, [inf]
    errors: dict[str, float] = {}
    for name, one in ideals.items():
        found = critique[name]
        if isinstance(found, Score):
            away = found.value - one.value
            total -= one.weight * abs(away)
            errors[name] = (-one.weight if away >= 0 else one.weight) * found.error
            counts.append(_sampled(found))
        else:
            total -= one.weight * one.missing
            errors[name] = one.weight * one.missing
    return Score(total, critique.correlations.error_of(errors), _smallest(counts))


def _worst_score(critique: Critique, ideals: Mapping[str, Ideal]) -> Measure:
    """Minus the largest distance; its error is that of the criterion that has it."""
    found: list[tuple[float, float]] = []
    counts = [inf]
    for name, one in ideals.items():
        measure = critique[name]
        if isinstance(measure, Score):
            away = abs(measure.value - one.value)
            found.append((one.weight * away, one.weight * measure.error))
            counts.append(_sampled(measure))
        else:
            found.append((one.weight * one.missing, one.weight * one.missing))
    if all(isinstance(critique[name], Unscored) for name in ideals):
        return Unscored("none of the criteria with an ideal has a value")
    furthest, error = max(found)
    return Score(-furthest, error, _smallest(counts))


def _harmonic_score(critique: Critique, parts: Mapping[str, Part]) -> Measure:
    scores: dict[str, Score] = {}
    for name, part in parts.items():
        found = part.of(critique[name])
        if isinstance(found, Score):
            scores[name] = found
        elif not part.is_optional:
            return Unscored(f"{name} has no value: {found.why}")
    if not scores:
        return Unscored("none of the parts has a value")
    values = [one.value for one in scores.values()]
    errors: dict[str, float] = {}
    for at, (name, one) in enumerate(scores.items()):
        change = _change(values, at, one.error)
        errors[name] = -change if parts[name].is_reversed else change
    error = critique.correlations.error_of(errors)
    return Score(_harmonic(values), error, _smallest(map(_sampled, scores.values())))


def _harmonic(values: Sequence[float]) -> float:
    return len(values) / sum(1.0 / max(one, FLOOR) for one in values)


def _change(values: Sequence[float], at: int, error: float) -> float:
    """Half the change of the mean as one value goes from an error below to an error above."""
    below, above = list(values), list(values)
    below[at] -= error
    above[at] += error
    return (_harmonic(above) - _harmonic(below)) / 2.0


def _sampled(score: Score) -> float:
    """The samples behind a score; infinite for exact values."""
    return score.samples if score.error > 0 else inf


def _smallest(counts: Iterable[float]) -> int:
    least = min(counts)
    return int(least) if isfinite(least) else 1


# -------------------------------------------------------------------------------- new profiles


def standardise(
    critiques: Sequence[Critique],
    weights: Mapping[str, float],
    name: str,
    gates: Mapping[str, Gate] | None = None,
    *,
    limit: float = inf,
    effort: str = "",
    about: str = "",
) -> Profile:
    """The profile with these weights in which the games of the critiques score 0 on average.

    Means and spreads are over the games that have a value. Games without a score, and games that
    fail gates, do not count in that average.
    """
    terms = {key: _standard_term(key, weight, critiques) for key, weight in weights.items()}
    level = Profile(name, terms, gates=gates or {}, limit=limit, effort=effort, about=about)
    scores = [aesthetic_score(one, level) for one in critiques if not level.objections(one)]
    values = [one.value for one in scores if isinstance(one, Score)]
    if not values:
        raise LudwrightError(f"expected games that can be scored, got none of {len(critiques)}")
    return replace(level, bias=-float(np.mean(values)))


def _standard_term(criterion: str, weight: float, critiques: Iterable[Critique]) -> Term:
    values = [x for one in critiques if (x := one.value(criterion)) is not None]
    if len(values) < 2 or np.ptp(values) == 0:
        raise LudwrightError(
            f"expected {criterion} to differ between at least two games, got "
            f"{len(set(values))} value{'s' if len(set(values)) != 1 else ''} in {len(values)} "
            "games; leave it out of the weights or measure more games"
        )
    return Term(weight, float(np.mean(values)), float(np.std(values, ddof=1)))


# --------------------------------------------------------------------------- packaged profiles


def default_profile(family: str) -> Profile:
    """The profile that comes with a family; the gated one, which needs no weights, if none does."""
    resource = family_named(family).profile
    return _packaged(resource, family) if resource else gated_profile(family)


def gated_profile(family: str) -> Profile:
    """The profile with gates for games of a family: its own, or the one for all games."""
    resource = family_named(family).profiles.get(GATED.name)
    return GATED if resource is None else _packaged(resource, family)


def _packaged(resource: str, family: str) -> Profile:
    """The profile in a packaged file, named like `some.package/file.json`."""
    package, _, name = resource.partition("/")
    try:
        text = files(package).joinpath(name).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError) as error:
        raise StoreError(
            f"expected a profile of {family} in {resource}, got no such file; "
            "give a profile of your own, or reinstall the package"
        ) from error
    return _profile_of(text, name)


# ---------------------------------------------------------------------------------------- files


def read_profile(path: str | Path, family: str | None = None) -> Profile:
    """The profile in a file: TOML if its name ends in `.toml`, otherwise JSON.

    If a family is given, its games must have all criteria of the profile.
    """
    path = Path(path)
    text = read_text(path, LARGEST_FILE)
    found = _profile_of(text, str(path))
    if family is not None:
        for name in found.criteria():
            criterion_named(name, family)
    return found


def profile_of(name_or_path: str | None, family: str) -> Profile:
    """The profile for games of a family: the default, a packaged one by name, or one in a file."""
    if name_or_path is None:
        return default_profile(family)
    if name_or_path == GATED.name:
        return gated_profile(family)
    packaged = family_named(family).profiles.get(name_or_path)
    return _packaged(packaged, family) if packaged else read_profile(name_or_path, family)


def write_profile(profile: Profile, path: str | Path) -> None:
    """Write a profile: as TOML if the name ends in `.toml`, otherwise as JSON."""
    path = Path(path)
    data = plain_of(profile)
    text = _toml(data) if path.suffix == ".toml" else json.dumps(data, indent=2, allow_nan=False)
    write_text(path, text.strip() + "\n")


def _profile_of(text: str, place: str) -> Profile:
    kind = "TOML" if place.endswith(".toml") else "JSON"
    try:
        data = tomllib.loads(text) if kind == "TOML" else parse_json(text)
        require_sound(data)
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{place}: expected {kind}, got something else: {error}") from error
    return read_plain(Profile, data, place=place, only_known=True)


def _toml(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> str:
    """Plain data as TOML: simple values first, then the tables."""
    simple = {key: one for key, one in table.items() if not isinstance(one, Mapping)}
    lines = [f"{_quoted(key)} = {_quoted(one)}" for key, one in simple.items()]
    for key, one in table.items():
        if isinstance(one, Mapping):
            inner = (*path, key)
            lines += ["", f"[{'.'.join(map(_quoted, inner))}]", _toml(one, inner)]
    return "\n".join(lines)


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")
