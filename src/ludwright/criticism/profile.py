"""Profiles: how much each criterion counts, and the single score of a game that results.

A profile is data in a JSON or TOML file. It uses one of two methods:

- `sum`: each criterion counts by its distance from the mean of the games the profile was made
  from, in units of their spread, times its weight (Browne & Maire 2010). 0 is an average game.
- `harmonic`: the harmonic mean of a few criteria, each at least `FLOOR`, so that one fatal flaw is
  never averaged away (GAVEL, Todd et al. 2024).

With either method, a game that fails a gate has no score, and the reason is given instead.

The errors of criteria of the same matches are correlated. The error of a score takes these
correlations into account, as far as the critique contains them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from ludwright.criticism.criterion import criterion_named
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.errors import LudwrightError, StoreError
from ludwright.files import parse_json, read_text, require_sound, write_text
from ludwright.plain import own_form
from ludwright.play.families import family_named

PUBLISHED_WEIGHTS: Final[Mapping[str, float]] = {
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
"""Eleven of Browne's seventeen fitted weights, from a study that quotes his thesis."""

MOST_MISSING: Final[float] = 1 / 3
"""There is no score if more than this share of the absolute weight is missing."""
LARGEST_FILE: Final[int] = 1 << 20
"""Characters in a profile's file."""
FLOOR: Final[float] = 0.01
"""The least that a part of a harmonic mean counts for."""

Made = TypeVar("Made")


class Method(StrEnum):
    """How a profile combines many scores into one."""

    SUM = "sum"
    HARMONIC = "harmonic"


@dataclass(frozen=True, slots=True)
class Term:
    """One criterion in a sum: its weight, and the mean and spread that make it comparable."""

    weight: float
    mean: float = 0.0
    spread: float = 1.0

    def __post_init__(self) -> None:
        if not self.spread > 0:
            raise LudwrightError(
                f"expected a spread above 0, got {self.spread:g}; "
                "leave out a criterion that is the same in all games"
            )

    def to_json(self) -> dict[str, float]:
        """The term as plain data."""
        return {"weight": self.weight, "mean": self.mean, "spread": self.spread}


@dataclass(frozen=True, slots=True)
class Gate:
    """Limits of one criterion that a game must meet to be scored at all."""

    criterion: str
    least: float = -inf
    most: float = inf

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise LudwrightError(
                f"expected least to be at most as large as most, got {self.least:g} and "
                f"{self.most:g}"
            )

    def objection(self, critique: Critique) -> str:
        """Why the game does not pass, or "" if it does."""
        found = critique[self.criterion]
        if isinstance(found, Unscored):
            return f"the gate on {self.criterion} needs a value: {found.why}"
        if found.value < self.least:
            return f"{self.criterion} is {found.value:.3g}, at least {self.least:g} is required"
        if found.value > self.most:
            return f"{self.criterion} is {found.value:.3g}, at most {self.most:g} is allowed"
        return ""

    def to_json(self) -> dict[str, float]:
        """The limits that are set, as plain data."""
        both = {"least": self.least, "most": self.most}
        return {name: limit for name, limit in both.items() if isfinite(limit)}


@dataclass(frozen=True, slots=True)
class Part:
    """One criterion, from 0 to 1, in a harmonic mean."""

    criterion: str
    is_reversed: bool = False
    """Whether 1 - x counts instead of x."""
    is_optional: bool = False
    """Whether the mean leaves it out if it has no value."""

    def of(self, critique: Critique) -> Measure:
        """The value that enters the mean."""
        found = critique[self.criterion]
        if isinstance(found, Unscored) or not self.is_reversed:
            return found
        return Score(1.0 - found.value, found.error, found.samples)

    def to_json(self) -> dict[str, bool]:
        """The flags that are set, as plain data."""
        both = {"reversed": self.is_reversed, "optional": self.is_optional}
        return {name: is_so for name, is_so in both.items() if is_so}


GATES: Final[tuple[Gate, ...]] = (
    Gate("completion", least=0.2),
    Gate("decision-ratio", least=0.1),
)
"""The gates of GAVEL that are criteria of all games."""

PARTS: Final[tuple[Part, ...]] = (
    Part("balance"),
    Part("completion"),
    Part("drawishness", is_reversed=True),
    Part("decision-ratio"),
    Part("skill-trace", is_optional=True),
)
"""What GAVEL takes the harmonic mean of."""


@dataclass(frozen=True)
class Profile:
    """A taste: how the criteria of a game become its score."""

    name: str
    terms: Mapping[str, Term]
    """By criterion; empty for harmonic means."""
    bias: float = 0.0
    gates: tuple[Gate, ...] = ()
    method: Method = Method.SUM
    parts: tuple[Part, ...] = ()
    """For harmonic means only."""

    def __post_init__(self) -> None:
        if self.method is Method.SUM and not any(one.weight for one in self.terms.values()):
            raise LudwrightError("expected a criterion with a weight other than 0, got none")
        if self.method is Method.HARMONIC and not self.parts:
            raise LudwrightError("expected parts for the harmonic mean, got none")

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: Any) -> Any:
        """Its plain data has the form of a profile's file."""
        return own_form(cls.from_json, cls.to_json)

    def criteria(self) -> list[str]:
        """The names of the criteria it uses."""
        others: list[Gate | Part] = [*self.gates, *self.parts]
        return [*self.terms, *(one.criterion for one in others)]

    def to_json(self) -> dict[str, Any]:
        """The profile as plain data."""
        data: dict[str, Any] = {"name": self.name, "method": str(self.method)}
        if self.method is Method.SUM:
            data["bias"] = self.bias
            data["criteria"] = {name: one.to_json() for name, one in self.terms.items()}
        else:
            data["parts"] = {one.criterion: one.to_json() for one in self.parts}
        if self.gates:
            data["gates"] = {one.criterion: one.to_json() for one in self.gates}
        return data

    @classmethod
    def from_json(cls, data: Any, place: str = "profile") -> Profile:
        """The profile that `to_json` wrote; `place` begins the message if something is wrong."""
        known = _table(data, place)
        method = _method(known, place)
        body = ("bias", "criteria") if method is Method.SUM else ("parts",)
        _only(known, ("name", "method", "gates", *body), place)
        return _at(
            place,
            cls,
            name=_text(known, "name", place),
            terms=_terms(known, place) if method is Method.SUM else {},
            bias=_number(known, "bias", place, 0.0),
            gates=_gates(known, place),
            method=method,
            parts=_parts(known, place) if method is Method.HARMONIC else (),
        )


GATED: Final = Profile("gated", {}, gates=GATES, method=Method.HARMONIC, parts=PARTS)
"""Needs no learned weights: gates, and the harmonic mean of what every game needs."""


# ---------------------------------------------------------------------------------------- scores


def aesthetic_score(critique: Critique, profile: Profile) -> Measure:
    """The score of a game by a profile.

    In a harmonic mean a part below `FLOOR` counts as `FLOOR`. Each part's share of the error is
    half the change of the mean between one error below and one above the part: the delta method
    with a difference instead of a slope, because at the floor the slope is far too steep.

    In a sum a criterion without a value counts as average, and its whole weight enters the error:
    a game of that population is typically one spread away. If more than a third of the absolute
    weight is missing, there is no score. `samples` is the smallest number among the criteria that
    were sampled.
    """
    for gate in profile.gates:
        if objection := gate.objection(critique):
            return Unscored(objection)
    if profile.method is Method.HARMONIC:
        return _harmonic_score(critique, profile.parts)
    return _sum_score(critique, profile)


def _sum_score(critique: Critique, profile: Profile) -> Measure:
    weighted = {name: one for name, one in profile.terms.items() if one.weight}
    missing = [name for name in weighted if isinstance(critique[name], Unscored)]
    lost = sum(abs(weighted[name].weight) for name in missing)
    share = lost / sum(abs(one.weight) for one in weighted.values())
    if share > MOST_MISSING:
        return Unscored(f"{share:.0%} of the weight has no value: {', '.join(sorted(missing))}")
    total, counts = profile.bias, [inf]
    errors = {name: weighted[name].weight for name in missing}
    for name, one in weighted.items():
        found = critique[name]
        if isinstance(found, Score):
            total += one.weight * (found.value - one.mean) / one.spread
            errors[name] = one.weight * found.error / one.spread
            counts.append(_sampled(found))
    return Score(total, critique.correlations.error_of(errors), _smallest(counts))


def _harmonic_score(critique: Critique, parts: Iterable[Part]) -> Measure:
    scores: dict[Part, Score] = {}
    for part in parts:
        found = part.of(critique)
        if isinstance(found, Score):
            scores[part] = found
        elif not part.is_optional:
            return Unscored(f"{part.criterion} has no value: {found.why}")
    if not scores:
        return Unscored("none of the parts has a value")
    values = [one.value for one in scores.values()]
    errors: dict[str, float] = {}
    for at, (part, one) in enumerate(scores.items()):
        change = _change(values, at, one.error)
        errors[part.criterion] = -change if part.is_reversed else change
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
    gates: tuple[Gate, ...] = (),
) -> Profile:
    """The profile with these weights in which the games of the critiques score 0 on average.

    Means and spreads are over the games that have a value. Games without a score do not count.
    """
    terms = {key: _standard_term(key, weight, critiques) for key, weight in weights.items()}
    level = Profile(name, terms)
    scores = [aesthetic_score(one, level) for one in critiques]
    values = [one.value for one in scores if isinstance(one, Score)]
    if not values:
        raise LudwrightError(f"expected games that can be scored, got none of {len(critiques)}")
    return Profile(name, terms, bias=-float(np.mean(values)), gates=gates)


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
    """The profile that comes with a family."""
    resource = family_named(family).profile
    if not resource:
        raise LudwrightError(
            f"expected a profile that comes with the family {family}, got none; "
            f"give a profile of your own, or {GATED.name}"
        )
    return _packaged(resource, family)


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
    data = profile.to_json()
    text = _toml(data) if path.suffix == ".toml" else json.dumps(data, indent=2, allow_nan=False)
    write_text(path, text.strip() + "\n")


def _profile_of(text: str, place: str) -> Profile:
    kind = "TOML" if place.endswith(".toml") else "JSON"
    try:
        data = tomllib.loads(text) if kind == "TOML" else parse_json(text)
        require_sound(data)
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{place}: expected {kind}, got something else: {error}") from error
    return Profile.from_json(data, place)


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


def _method(data: Mapping[str, Any], place: str) -> Method:
    found = data.get("method", "sum")
    if found not in tuple(Method):
        raise _wrong(f"{place}, method", "sum or harmonic", found)
    return Method(found)


def _terms(data: Mapping[str, Any], place: str) -> dict[str, Term]:
    terms: dict[str, Term] = {}
    for name, where, one in _entries(data, "criteria", place):
        _only(one, ("weight", "mean", "spread"), where)
        numbers = [_number(one, key, where) for key in ("weight", "mean", "spread")]
        terms[name] = _at(where, Term, *numbers)
    return terms


def _gates(data: Mapping[str, Any], place: str) -> tuple[Gate, ...]:
    gates: list[Gate] = []
    for name, where, one in _entries(data, "gates", place):
        _only(one, ("least", "most"), where)
        if not one:
            raise _wrong(where, "least, most or both", one)
        limits = (_number(one, "least", where, -inf), _number(one, "most", where, inf))
        gates.append(_at(where, Gate, name, *limits))
    return tuple(gates)


def _parts(data: Mapping[str, Any], place: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    for name, where, one in _entries(data, "parts", place):
        _only(one, ("reversed", "optional"), where)
        parts.append(Part(name, _flag(one, "reversed", where), _flag(one, "optional", where)))
    return tuple(parts)


def _entries(
    data: Mapping[str, Any], key: str, place: str
) -> Iterable[tuple[str, str, Mapping[str, Any]]]:
    """The tables in a table: the name, place and content of each."""
    for name, one in _table(data.get(key, {}), f"{place}, {key}").items():
        where = f"{place}, {key}, {name}"
        yield name, where, _table(one, where)


def _table(data: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise _wrong(place, "a table of names and values", data)
    return data


def _only(data: Mapping[str, Any], known: Sequence[str], place: str) -> None:
    for key in data:
        if key not in known:
            raise _wrong(place, f"one of {', '.join(known)}", key)


def _number(data: Mapping[str, Any], key: str, place: str, default: float | None = None) -> float:
    if key not in data and default is not None:
        return default
    found = data.get(key)
    if isinstance(found, bool) or not isinstance(found, int | float) or not isfinite(found):
        raise _wrong(f"{place}, {key}", "a number", found)
    return float(found)


def _text(data: Mapping[str, Any], key: str, place: str) -> str:
    found = data.get(key)
    if not isinstance(found, str) or not found:
        raise _wrong(f"{place}, {key}", "a text", found)
    return found


def _flag(data: Mapping[str, Any], key: str, place: str) -> bool:
    found = data.get(key, False)
    if not isinstance(found, bool):
        raise _wrong(f"{place}, {key}", "true or false", found)
    return found


def _wrong(place: str, expected: str, got: Any) -> StoreError:
    shown = "nothing" if got is None else repr(got)
    return StoreError(f"{place}: expected {expected}, got {shown[:80]}")


def _at(place: str, make: Callable[..., Made], *given: Any, **named: Any) -> Made:
    """The result of `make`; its errors are raised again with the place."""
    try:
        return make(*given, **named)
    except LudwrightError as error:
        raise StoreError(f"{place}: {error}") from error
