"""What users can ask of evolution: locked parts of the rules, limits and targets for measures.

Written as on the command line: a lock `pieces/Stone/moves`, a limit `mean-length<=40`, a target
`mean-length=30` or, with three times the weight, `mean-length=30*3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite, isinf
from typing import Any

from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.measure import Measure, Score
from ludwright.errors import UnknownName
from ludwright.language.game import Game
from ludwright.language.grammar import table_of
from ludwright.language.ludeme import FieldSpec, Ludeme, Name
from ludwright.language.syntax import Path
from ludwright.language.vary import Locks

QUANTITIES: dict[str, float] = {"mean-length": 20.0, "first-share": 0.1, "novelty": 0.1}
"""Measures without a useful range, each with the distance that counts as one step."""
SHARE_OF_RANGE: float = 0.25
"""The fraction of a criterion's range that counts as one step."""
FURTHEST: float = 4.0
"""The most steps that are penalised: a game far from one target may be good in every other way."""

_NUMBER = r"[-+]?(?:[0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})"
_LIMIT = re.compile(rf"\s*([a-z][a-z0-9-]*)\s*(<=|>=)\s*({_NUMBER})\s*")
_TARGET = re.compile(rf"\s*([a-z][a-z0-9-]*)\s*=\s*({_NUMBER})\s*(?:\*\s*({_NUMBER})\s*)?")


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds that a measure has to stay within."""

    name: str
    """A criterion, or one of `QUANTITIES`."""
    least: float = field(default=-inf, metadata={"exclude_if": isinf})
    most: float = field(default=inf, metadata={"exclude_if": isinf})

    @classmethod
    def parse(cls, text: str) -> Limit:
        """The limit written as `name<=number` or `name>=number`."""
        match = _LIMIT.fullmatch(text)
        if match is None:
            raise ValueError(
                f"expected a limit such as 'mean-length<=40' or 'balance>=0.6', got {text!r}"
            )
        name, relation, number = match.groups()
        return cls(name, most=float(number)) if relation == "<=" else cls(name, least=float(number))

    def broken_by(self, measure: Measure) -> bool:
        """Whether the measure is out of bounds beyond doubt.

        Its whole 95 % interval has to lie outside: a game is not rejected for what may be chance. A
        measure without a value does not break a limit.
        """
        if not isinstance(measure, Score):
            return False
        low, high = measure.interval()
        return high < self.least or low > self.most

    def __str__(self) -> str:
        bounds = []
        if isfinite(self.least):
            bounds.append(f"{self.name}>={self.least:g}")
        if isfinite(self.most):
            bounds.append(f"{self.name}<={self.most:g}")
        return " and ".join(bounds) or self.name


@dataclass(frozen=True, slots=True)
class Target:
    """A value that a measure should be close to."""

    name: str
    value: float
    weight: float = 1.0
    """The penalty for one step."""
    step: float = SHARE_OF_RANGE
    """The distance that counts as one step."""

    @classmethod
    def parse(cls, text: str, steps: Mapping[str, float]) -> Target:
        """The target written as `name=number` or `name=number*weight`.

        `steps` holds the size of one step for every measure.
        """
        match = _TARGET.fullmatch(text)
        if match is None:
            raise ValueError(
                f"expected a target such as 'mean-length=30' or 'drama-average=0.2*3', got {text!r}"
            )
        name, value, weight = match.groups()
        _require_known(name, steps)
        if weight is not None and float(weight) <= 0:
            raise ValueError(f"expected a weight above 0, got {weight} in {text!r}")
        return cls(name, float(value), float(weight or 1.0), steps[name])

    def penalty(self, measure: Measure) -> float:
        """The penalty for the distance; 0 for a measure without a value."""
        if not isinstance(measure, Score):
            return 0.0
        return self.weight * min(FURTHEST, abs(measure.value - self.value) / self.step)

    def __str__(self) -> str:
        weight = "" if self.weight == 1.0 else f"*{self.weight:g}"
        return f"{self.name}={self.value:g}{weight}"


@dataclass(frozen=True, slots=True)
class Steering:
    """Everything a user asked for."""

    locks: tuple[str, ...] = ()
    """Parts of the rules that a child takes unchanged from its template."""
    limits: tuple[Limit, ...] = ()
    targets: tuple[Target, ...] = ()

    @classmethod
    def parse(
        cls,
        locks: Sequence[str],
        limits: Sequence[str],
        targets: Sequence[str],
        *,
        family: str,
        games: Sequence[Game],
    ) -> Steering:
        """The steering given on a command line, for the family and the games to start with.

        Raises UnknownName for an unknown measure and for a lock that fits none of the games, and
        ValueError for a text that cannot be read.
        """
        for lock in locks:
            _require_part(lock, games)
        steps = _steps(family)
        bounds = tuple(map(Limit.parse, limits))
        for limit in bounds:
            _require_known(limit.name, steps)
        return cls(tuple(locks), bounds, tuple(Target.parse(text, steps) for text in targets))

    def locks_on(self, root: Ludeme) -> Locks | None:
        """The locked parts of one game; None if it has none of them."""
        paths = [path for lock in self.locks for path in locked_paths(root, lock)]
        return Locks.of(paths) if paths else None

    def penalty(self, measures: Mapping[str, Measure]) -> float:
        """The total penalty for the distances from all targets, to be subtracted from a score."""
        found = ((target, measures.get(target.name)) for target in self.targets)
        return sum(target.penalty(measure) for target, measure in found if measure is not None)


def _steps(family: str) -> dict[str, float]:
    """By measure, the distance that counts as one step."""
    ranges = {one.name: SHARE_OF_RANGE * (one.high - one.low) for one in criteria_of(family)}
    return {**ranges, **QUANTITIES}


def _require_known(name: str, known: Mapping[str, float]) -> None:
    if name not in known:
        raise UnknownName("criterion", name, known)


# --- Locks ----------------------------------------------------------------------------------------


def locked_paths(root: Ludeme, lock: str) -> list[Path]:
    """The paths of the parts that a lock refers to in one game.

    A lock is a path from the root, such as `board/size`, `pieces/Stone/moves` or `end/0`: each step
    is a field, the word or the name of a clause, or its number, counted from 0. Places as printed
    by the static check, such as `end.clauses[0]`, work too. If the path does not fit the root, it
    may start anywhere: `in-a-row` locks every such clause.
    """
    steps = [step for step in re.split(r"[/.\[\]]+", lock.strip()) if step]
    if not steps:
        return []
    found = _followed([((), root)], steps)
    return found or _followed(list(_everything(root, ())), steps)


_Place = tuple[Path, Any]


def _followed(places: list[_Place], steps: Sequence[str]) -> list[Path]:
    for step in steps:
        # Two steps may lead to the same part: its field and its word.
        found = {path: value for place in places for path, value in _inside(place, step)}
        places = list(found.items())
    return [path for path, _ in places]


def _inside(place: _Place, step: str) -> Iterator[_Place]:
    """The direct parts of a part that the step may refer to."""
    path, value = place
    if isinstance(value, tuple):
        yield from _items(value, path, step)
    elif isinstance(value, Ludeme):
        for spec in table_of(type(value)).specs:
            part = getattr(value, spec.name)
            if not spec.is_identity:
                continue
            if step in _field_words(spec):
                yield (*path, spec.name), part
            elif spec.is_many:
                yield from _items(part, (*path, spec.name), step)
            elif isinstance(part, Ludeme) and _is_called(part, step):
                yield (*path, spec.name), part


def _items(items: tuple[Any, ...], path: Path, step: str) -> Iterator[_Place]:
    for index, part in enumerate(items):
        if isinstance(part, Ludeme) and (_is_called(part, step) or step == str(index)):
            yield (*path, index), part


def _field_words(spec: FieldSpec) -> tuple[str, ...]:
    words = (spec.name, spec.name.replace("_", "-"), spec.clause, spec.flag)
    return tuple(word for word in words if word is not None)


def _is_called(ludeme: Ludeme, step: str) -> bool:
    name = getattr(ludeme, "name", None)
    return step == ludeme.word or (isinstance(name, Name) and step == name)


def _everything(ludeme: Ludeme, path: Path) -> Iterator[_Place]:
    """Every ludeme of the rules with its path."""
    yield path, ludeme
    for spec in table_of(type(ludeme)).specs:
        value = getattr(ludeme, spec.name)
        if not spec.is_identity:
            continue
        for index, part in enumerate(value if spec.is_many else (value,)):
            if isinstance(part, Ludeme):
                step = (spec.name, index) if spec.is_many else (spec.name,)
                yield from _everything(part, (*path, *step))


def _require_part(lock: str, games: Sequence[Game]) -> None:
    if not any(locked_paths(game.root, lock) for game in games):
        raise UnknownName("part of the rules", lock, _part_names(games))


def _part_names(games: Sequence[Game]) -> set[str]:
    """What a lock may start with in one of the games."""
    names: set[str] = set()
    for game in games:
        for _, ludeme in _everything(game.root, ()):
            for spec in table_of(type(ludeme)).specs:
                if spec.is_identity:
                    names.add(spec.clause or spec.name.replace("_", "-"))
            if ludeme.word is not None:
                names.add(ludeme.word)
    return names
