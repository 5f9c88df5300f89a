"""From people's preferences to a profile: rank games, find criteria that predict the ranking."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.random import Generator

from ludwright.criticism.comparisons import Comparison, Coverage, coverage_of
from ludwright.criticism.criterion import Group, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, exactly
from ludwright.criticism.ranking import (
    RESTARTS,
    BestOrder,
    CrossEntropyRanking,
    Strengths,
    best_order,
    bradley_terry,
    duels_of,
    kendall_tau,
    rank_by_cross_entropy,
)
from ludwright.criticism.regression import FOLDS, SHUFFLES, Study, study, table_of
from ludwright.errors import DataError, LudwrightError, StoreError
from ludwright.files import parse_json, read_text
from ludwright.language.registry import family_names
from ludwright.plain import read_plain

LARGEST_FILE: Final[int] = 64 << 20
"""Characters in a file of critiques: about a thousand games by all criteria."""

Progress = Callable[[int, int], None]


class Target(StrEnum):
    """What the criteria are to predict."""

    STRENGTH = "strength"
    """The strength in the Bradley-Terry model."""
    RANK = "rank"
    """The mean rank by the cross-entropy method, counted from the last."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """The order of games by people's comparisons, by several methods."""

    coverage: Coverage
    strengths: Strengths
    cross_entropy: CrossEntropyRanking
    best: BestOrder
    strengths_rate: float
    """The share of comparisons the strengths agree with."""
    best_conceivable_rate: float
    """A rate that no order exceeds."""
    tau: float
    """Kendall's tau between strengths and mean ranks."""

    def target(self, what: Target) -> Mapping[str, float]:
        """The values to predict, by game; more is better."""
        places = len(self.strengths.games) - self.cross_entropy.mean_ranks
        values = self.strengths.values if what is Target.STRENGTH else places
        return dict(zip(self.strengths.games, values.tolist(), strict=True))

    def to_json(self) -> dict[str, Any]:
        """The ranking as plain data."""
        ranks = dict(
            zip(self.cross_entropy.games, self.cross_entropy.mean_ranks.tolist(), strict=True)
        )
        games = [row | {"mean_rank": ranks[row["game"]]} for row in self.strengths.to_json()]
        return {
            "coverage": self.coverage.to_json(),
            "games": games,
            "tie": self.strengths.tie,
            "rates": {
                "strengths": self.strengths_rate,
                "cross_entropy_mean": self.cross_entropy.rate_mean,
                "cross_entropy_variance": self.cross_entropy.rate_variance,
                "best_found": self.best.rate,
                "best_conceivable": self.best_conceivable_rate,
            },
            "tau": self.tau,
        }


def rank_games(
    comparisons: Sequence[Comparison],
    rng: Generator,
    *,
    restarts: int = RESTARTS,
    progress: Progress | None = None,
) -> Ranking:
    """Rank games by people's comparisons, by all methods."""
    duels = duels_of(comparisons)
    strengths = bradley_terry(duels)
    found = rank_by_cross_entropy(duels, rng, restarts=restarts, progress=progress)
    return Ranking(
        coverage=coverage_of(comparisons),
        strengths=strengths,
        cross_entropy=found,
        best=best_order(duels, [strengths.values, -found.mean_ranks]),
        strengths_rate=duels.rate(strengths.values),
        best_conceivable_rate=duels.best_conceivable_rate(),
        tau=kendall_tau(strengths.values, -found.mean_ranks),
    )


def study_ranking(
    ranking: Ranking,
    critiques: Sequence[Critique],
    rng: Generator,
    *,
    target: Target = Target.STRENGTH,
    folds: int = FOLDS,
    shuffles: int = SHUFFLES,
    progress: Progress | None = None,
) -> Study:
    """Find which criteria of the compared games predict how people rank them."""
    aim = ranking.target(target)
    known = critiques_by_game(critiques, aim)
    if not known:
        raise LudwrightError(
            "expected critiques of the games that were compared, got none of them; "
            "use the same names in both files"
        )
    wanted = np.asarray([aim[name] for name in known])
    table = table_of(list(known.values()))
    return study(
        table,
        wanted,
        rng,
        folds=folds,
        shuffles=shuffles,
        groups=groups_of(table.criteria),
        progress=progress,
    )


def groups_of(names: Iterable[str]) -> dict[str, list[str]]:
    """The criteria of each group of Browne & Maire 2010 among these names, in any family."""
    groups = {one.name: one.group for family in family_names() for one in criteria_of(family)}
    wanted = (Group.INTRINSIC, Group.QUALITY, Group.VIABILITY)
    listed = list(names)
    return {group: [name for name in listed if groups.get(name) == group] for group in wanted}


@dataclass(frozen=True, eq=False)
class Learning:
    """People's comparisons, and the critiques of the games if there are any."""

    comparisons: Sequence[Comparison]
    critiques: Sequence[Critique] | None
    seed: int = 0

    @property
    def effort(self) -> str:
        """The effort of the critiques in words, if they have only one."""
        found = {one.effort for one in self.critiques or ()}
        return found.pop() if len(found) == 1 else ""

    def ranked(self, restarts: int = RESTARTS, progress: Progress | None = None) -> Ranking:
        """The games in the order of people's preferences."""
        luck, _ = np.random.default_rng(self.seed).spawn(2)
        return rank_games(self.comparisons, luck, restarts=restarts, progress=progress)

    def missing(self, ranking: Ranking) -> list[str]:
        """A remark about ranked games without a critique, if there are any."""
        if self.critiques is None:
            return []
        games = ranking.strengths.games
        names = sorted(set(games) - set(critiques_by_game(self.critiques, dict.fromkeys(games))))
        rest = f" and {len(names) - 8} more" if len(names) > 8 else ""
        return [f"no critique of {', '.join(names[:8])}{rest}"] if names else []

    def studied(
        self,
        ranking: Ranking,
        target: Target = Target.STRENGTH,
        folds: int = FOLDS,
        shuffles: int = SHUFFLES,
        progress: Progress | None = None,
    ) -> Study | None:
        """Which criteria predict the ranking; None without critiques."""
        if self.critiques is None:
            return None
        _, luck = np.random.default_rng(self.seed).spawn(2)
        return study_ranking(
            ranking,
            self.critiques,
            luck,
            target=target,
            folds=folds,
            shuffles=shuffles,
            progress=progress,
        )


def critiques_by_game(
    critiques: Sequence[Critique], games: Mapping[str, Any]
) -> dict[str, Critique]:
    """The critiques of the games, which are given by name, in any case, or by digest."""
    known: dict[str, Critique] = {}
    for one in critiques:
        for key in {one.game.casefold(), one.digest} - {""}:
            if key in known and known[key] is not one:
                raise LudwrightError(
                    f"expected one critique of each game, got two of {one.game!r}; remove one"
                )
            known[key] = one
    found = ((name, known.get(name) or known.get(name.casefold())) for name in sorted(games))
    return {name: one for name, one in found if one is not None}


# ---------------------------------------------------------------------------------------- files


def read_critiques(path: str | Path) -> tuple[Critique, ...]:
    """The critiques in a file: JSON as `ludwright critique --json` prints it, or CSV.

    JSON is a list of critiques or an object that holds one as "critiques". CSV has a column `game`
    and a column for each criterion; an empty cell means no value.
    """
    path = Path(path)
    text = read_text(path, LARGEST_FILE)
    is_csv = path.suffix.lower() == ".csv"
    return _from_csv(text, str(path)) if is_csv else _from_json(text, str(path))


def _from_json(text: str, place: str) -> tuple[Critique, ...]:
    try:
        data = parse_json(text)
    except ValueError as error:
        raise StoreError(f"{place}: expected JSON, got something else: {error}") from error
    data = data.get("critiques") if isinstance(data, Mapping) else data
    if not isinstance(data, list):
        raise StoreError(f'{place}: expected a list of critiques, alone or as "critiques"')
    return tuple(_critique(one, f"{place}, critique {at}") for at, one in enumerate(data, 1))


def _critique(data: Any, place: str) -> Critique:
    try:
        return read_plain(Critique, data)
    except DataError as error:
        raise StoreError(
            f"{place}: expected what `ludwright critique --json` prints, got something else: "
            f"{error}"
        ) from error


def _from_csv(text: str, place: str) -> tuple[Critique, ...]:
    reader = csv.DictReader(io.StringIO(text, newline=""), skipinitialspace=True)
    try:
        names = [name.strip() for name in reader.fieldnames or ()]
        if "game" not in names or len(set(names)) != len(names):
            raise StoreError(f"{place}, line 1: expected a column game and one for each criterion")
        reader.fieldnames = names
        return tuple(_row_critique(row, f"{place}, line {reader.line_num}") for row in reader)
    except csv.Error as error:
        line = reader.reader.line_num  # that of the bad row; `reader.line_num` is one behind
        raise StoreError(f"{place}, line {line}: expected CSV, got {error}") from error


def _row_critique(row: Mapping[Any, Any], place: str) -> Critique:
    if None in row or None in row.values():
        raise StoreError(f"{place}: expected as many values as the first line has")
    if not row["game"].strip():
        raise StoreError(f"{place}: expected the name of a game, got nothing")
    cells = {name: cell.strip() for name, cell in row.items() if name != "game"}
    measures: dict[str, Measure] = {}
    for name, cell in cells.items():
        if cell:
            measures[name] = exactly(_number(cell, f"{place}, {name}"))
    return Critique("", row["game"].strip(), "read from a table", 0, measures)


def _number(cell: str, place: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise StoreError(f"{place}: expected a number, got {cell!r}")
    return value
