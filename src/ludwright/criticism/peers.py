"""How a game compares with the packaged ones: percentiles, with their uncertainty.

A table in the package holds the measures of every packaged game at one effort and seed, so any
profile can be applied to it. Values of different efforts are only roughly comparable: a game that
was measured with another effort is compared all the same, and the difference is stated.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import erf, inf, sqrt
from typing import Any, Final

import numpy as np

from ludwright.criticism.criterion import Criterion
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.profile import Profile, aesthetic_score
from ludwright.errors import StoreError
from ludwright.plain import own_form, plain_of, read_plain
from ludwright.play.families import family_named
from ludwright.play.share import Z_95

FEWEST_GAMES: Final[int] = 20
"""With fewer games to compare with, there is no percentile."""
FEWEST_VALUES: Final[int] = 10
"""A criterion with fewer different values sorts games into classes rather than ranking them."""
DIGITS: Final[int] = 5
"""Significant digits of the table."""


@dataclass(frozen=True, slots=True)
class Percentile:
    """The share of the packaged games that lie below a value, with its 95 % interval."""

    share: float
    low: float
    high: float
    games: int
    """How many games it was compared with."""

    def __str__(self) -> str:
        low, high = percent(self.low), percent(self.high)
        return percent(self.share) + (f" ({low} to {high})" if low != high else "")

    @property
    def is_high(self) -> bool:
        """Whether the game is certainly in the upper third."""
        return self.low > 2 / 3

    @property
    def is_low(self) -> bool:
        """Whether the game is certainly in the lower third."""
        return self.high < 1 / 3


Ranked = Percentile | Unscored
"""A percentile, or the reason why there is none."""


@dataclass(frozen=True)
class Peers:
    """The measures of a family's packaged games."""

    effort: str
    seed: int
    version: str
    """Of the program that measured them."""
    critiques: tuple[Critique, ...]
    measured: int
    """How many games the table holds."""

    @property
    def difference(self) -> str:
        """What to say about a game that was measured with another effort."""
        return f"they were measured with another effort ({self.effort})"

    def without(self, digest: str) -> Peers:
        """The same table without one game: no game is compared with itself."""
        others = tuple(one for one in self.critiques if one.digest != digest)
        return replace(self, critiques=others)

    def rank_criterion(self, one: Criterion, found: Measure) -> Ranked:
        """Where a value of a criterion lies among the packaged games."""
        others = _scores(critique[one.name] for critique in self.critiques)
        if len({other.value for other in others}) < FEWEST_VALUES:
            return Unscored("the packaged games have too few different values")
        return rank(found, others, one.low, one.high)

    def rank_score(self, found: Measure, profile: Profile) -> Ranked:
        """Where a score by a profile lies among the packaged games that have one."""
        return rank(found, _scores(aesthetic_score(one, profile) for one in self.critiques))

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: Any) -> Any:
        """As plain data it is a table: one list of values and one of errors for each game."""
        return own_form(lambda data: read_plain(_Table, data).peers(), _Table.of)


@dataclass(frozen=True, slots=True)
class _Row:
    """The measures of one game, in the order of the table's criteria; None for no value."""

    digest: str
    values: tuple[float | None, ...]
    errors: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """The form of the table in its file."""

    effort: str
    seed: int
    version: str
    criteria: tuple[str, ...]
    games: Mapping[str, _Row]

    @classmethod
    def of(cls, peers: Peers) -> Any:
        names = tuple(dict.fromkeys(name for one in peers.critiques for name in one.measures))
        rows = {one.game: _row(one, names) for one in peers.critiques}
        return plain_of(cls(peers.effort, peers.seed, peers.version, names, rows))

    def peers(self) -> Peers:
        critiques = [
            Critique(row.digest, game, self.effort, self.seed, _measures(self.criteria, row))
            for game, row in self.games.items()
        ]
        return Peers(self.effort, self.seed, self.version, tuple(critiques), len(critiques))


def percent(share: float) -> str:
    """A share as a whole percentage."""
    return f"{100.0 * share:.0f} %"


def rank(found: Measure, others: Sequence[Score], low: float = -inf, high: float = inf) -> Ranked:
    """The percentile of a score among others.

    A tie counts half. The interval has two parts, added as variances: how many others lie within
    the 95 % interval of the score itself, and how many could lie on its other side because of
    their own errors.
    """
    if isinstance(found, Unscored):
        return found
    if len(others) < FEWEST_GAMES:
        return Unscored(f"only {len(others)} packaged games have a value to compare with")
    values = np.asarray([one.value for one in others])
    worst, best = found.interval(low, high)
    share = float(((values < found.value) + 0.5 * (values == found.value)).mean())
    below, above = share - float((values < worst).mean()), float((values <= best).mean()) - share
    chance = Z_95 * sqrt(sum(_overtaking(found.value, one) for one in others)) / len(others)
    return Percentile(
        share,
        max(0.0, share - sqrt(below**2 + chance**2)),
        min(1.0, share + sqrt(above**2 + chance**2)),
        len(others),
    )


def _overtaking(value: float, other: Score) -> float:
    """The variance of whether another game truly lies below a value."""
    if other.error == 0:
        return 0.0
    chance = 0.5 * (1.0 + erf((value - other.value) / (other.error * sqrt(2.0))))
    return chance * (1.0 - chance)


def _scores(measures: Iterable[Measure]) -> list[Score]:
    return [one for one in measures if isinstance(one, Score)]


def _row(one: Critique, names: Sequence[str]) -> _Row:
    scores = [found if isinstance(found := one[name], Score) else None for name in names]
    return _Row(
        one.digest,
        tuple(None if found is None else _rounded(found.value) for found in scores),
        tuple(None if found is None else _rounded(found.error) for found in scores),
    )


def _rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def _measures(names: Sequence[str], row: _Row) -> dict[str, Measure]:
    columns = zip(names, row.values, row.errors, strict=True)
    return {
        # The effort determines the number of samples; nothing here depends on it.
        name: Unscored("no value") if value is None or error is None else Score(value, error, 1)
        for name, value, error in columns
    }


# ----------------------------------------------------------------------------- packaged tables


def peers_of(family: str, effort: str) -> Peers | Unscored:
    """The table of a family's packaged games for an effort in words, else the first table."""
    tables = [_table(resource) for resource in family_named(family).peers]
    if not tables:
        return Unscored(f"the packaged games of {family} have not been measured")
    return next((one for one in tables if one.effort == effort), tables[0])


@cache
def _table(resource: str) -> Peers:
    package, _, name = resource.partition("/")
    try:
        return read_plain(Peers, json.loads(files(package).joinpath(name).read_text("utf-8")))
    except (OSError, ModuleNotFoundError, ValueError) as error:
        raise StoreError(
            f"expected measures of packaged games in {resource}, got none that can be read "
            f"({error}); reinstall the package"
        ) from error
