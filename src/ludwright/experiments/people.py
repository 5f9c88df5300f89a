"""How far scores agree with people's ratings of known games.

What is compared, and what of it is the result, was decided beforehand (docs/decisions/0040): the
rank correlation of one profile's score with the ratings. All else is exploration, and the number of
things that were tried stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.random import Generator

from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort, plan_of
from ludwright.criticism.learning import groups_of
from ludwright.criticism.measure import Measure, Score
from ludwright.criticism.profile import Profile, aesthetic_score
from ludwright.criticism.regression import (
    FOLDS,
    LEAST_GAMES,
    SHUFFLES,
    Correlation,
    Progress,
    Study,
    study,
    table_of,
    validated_correlation,
)
from ludwright.criticism.viability import thresholds_of, verdict_of
from ludwright.errors import LudwrightError
from ludwright.experiments.measuring import Measured, Told, measure_all
from ludwright.experiments.people_ratings import LeftOut, Rated, Ratings
from ludwright.experiments.rank_statistics import (
    Agreement,
    Estimate,
    Floats,
    Tested,
    agreement,
    family_wise,
    partial_spearman,
    ranks,
)
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.rules import load_rules
from ludwright.language.game import Game
from ludwright.play.workers import WorkerPool

FAMILY: Final[str] = "combinatorial"
STORE: Final[str] = "store.db"
"""Holds the measured games; a restarted experiment continues from it."""
SECONDS: Final[float] = 1800.0
"""Processor time for one game."""
FEWEST: Final[int] = LEAST_GAMES
"""Rated games without which nothing can be said."""
BOARD_SIZE: Final[str] = "board size"

PAPER_RANKS: Final[Mapping[str, tuple[int, int]]] = {
    "ndengrod": (1, 19),
    "yavalath": (2, 19),
    "teiglith": (4, 19),
    "elrostir": (5, 19),
    "gorodrui": (7, 19),
    "valion": (16, 19),
    "thesis-004": (1, 79),
    "thesis-061": (6, 79),
}
"""Ranks by people in Browne & Maire 2010 and in Browne's thesis, and of how many games."""


@dataclass(frozen=True)
class RatedGame:
    """A rated game with its measures."""

    rated: Rated
    cells: int
    critique: Critique
    is_viable: bool
    scores: Mapping[str, Measure]
    """By profile."""
    failed: Mapping[str, tuple[str, ...]]
    """The gates of each profile that it fails, in words."""


@dataclass(frozen=True)
class PaperGame:
    """A game with its rank by people in the paper."""

    game: str
    rank: int
    of: int
    scores: Mapping[str, Measure]


@dataclass(frozen=True)
class Compared:
    """One list of values beside the ratings."""

    whole: Agreement
    given_board_size: Estimate | None
    """The rank correlation once board size is accounted for; None for board size itself."""
    in_folds: Correlation
    """Of ratings with predictions from the ranks of the values, fitted inside folds."""
    same: Agreement | None
    """Over games with the rules and the board of the rated game; None if there are too few."""
    simplified: Agreement | None
    """Over the other games."""


@dataclass(frozen=True)
class People:
    """All that the experiment found."""

    headline: str
    """The profile whose agreement is the result."""
    effort: str
    seed: int
    games: tuple[RatedGame, ...]
    """The best rated first."""
    left_out: tuple[LeftOut, ...]
    profiles: Mapping[str, Compared]
    baselines: Mapping[str, Compared]
    criteria: Mapping[str, Tested]
    study: Study | None
    """By sets of criteria; None if no criterion differs between games."""
    paper_games: tuple[PaperGame, ...]

    @property
    def result(self) -> Agreement:
        """The agreement of the headline's profile."""
        return self.profiles[self.headline].whole

    @property
    def is_null(self) -> bool:
        """Whether the ratings give no reason to believe the score."""
        return self.result.spearman.low <= 0

    @property
    def tried(self) -> int:
        """How many things were compared with the ratings."""
        sets = 0 if self.study is None else len(self.study.sets)
        return len(self.profiles) + len(self.baselines) + len(self.criteria) + sets


# ------------------------------------------------------------------------------------ measuring


def measured_games(
    ratings: Ratings,
    profiles: Sequence[Profile],
    effort: Effort,
    seed: int,
    pool: WorkerPool,
    folder: Path,
    told: Told | None = None,
) -> tuple[list[RatedGame], list[PaperGame], list[LeftOut]]:
    """Play and measure the rated games and those of the paper; earlier results are kept."""
    ours = {name: open_game(name) for name in PAPER_RANKS}
    everything = [*(game for _, game in ratings.games.values()), *ours.values()]
    critiques, faults = _critiques(everything, effort, seed, pool, folder / STORE, told)
    found: list[RatedGame] = []
    left_out = list(ratings.left_out)
    for rated, game in ratings.games.values():
        if game.digest in critiques:
            found.append(_rated_game(rated, game, critiques[game.digest], profiles))
        else:
            left_out.append(LeftOut(rated.game, faults[game.digest]))
    paper = [
        PaperGame(name, *PAPER_RANKS[name], _scores(critiques[game.digest], profiles))
        for name, game in ours.items()
        if game.digest in critiques
    ]
    return sorted(found, key=lambda one: -one.rated.rating), paper, left_out


def _critiques(
    games: Sequence[Game],
    effort: Effort,
    seed: int,
    pool: WorkerPool,
    path: Path,
    told: Told | None,
) -> tuple[dict[str, Critique], dict[str, str]]:
    """Critiques and faults by digest; games of one name are measured one after the other."""
    waiting = {game.digest: game for game in games}
    total = len(waiting)
    critiques: dict[str, Critique] = {}
    faults: dict[str, str] = {}

    def tell(before: int, done: int, _: int) -> None:
        if told is not None:
            told(before + done, total)

    while waiting:
        batch = list({game.name: game for game in waiting.values()}.values())
        before = total - len(waiting)
        found = measure_all(batch, effort, seed, pool, path, partial(tell, before))
        _share_out(batch, found, critiques, faults)
        for game in batch:
            del waiting[game.digest]
    return critiques, faults


def _share_out(
    batch: Sequence[Game], found: Measured, critiques: dict[str, Critique], faults: dict[str, str]
) -> None:
    for game in batch:
        if game.name in found.critiques:
            critiques[game.digest] = found.critiques[game.name]
        else:
            faults[game.digest] = found.faults[game.name]


def _rated_game(
    rated: Rated, game: Game, critique: Critique, profiles: Sequence[Profile]
) -> RatedGame:
    verdict = verdict_of(critique, thresholds_of(FAMILY).lenient)
    cells = len(load_rules(game).board.sites)
    failed = {one.name: one.objections(critique) for one in profiles}
    scores = _scores(critique, profiles)
    return RatedGame(rated, cells, critique, verdict.is_viable, scores, failed)


def _scores(critique: Critique, profiles: Sequence[Profile]) -> dict[str, Measure]:
    return {one.name: aesthetic_score(critique, one) for one in profiles}


# ------------------------------------------------------------------------------------ comparing


def compare(
    games: Sequence[RatedGame],
    headline: str,
    effort: Effort,
    seed: int,
    *,
    left_out: Sequence[LeftOut] = (),
    paper_games: Sequence[PaperGame] = (),
    shuffles: int = SHUFFLES,
    progress: Progress | None = None,
) -> People:
    """Set the scores beside the ratings; games without a score are tied for last."""
    if len(games) < FEWEST:
        raise LudwrightError(
            f"expected at least {FEWEST} rated games that can be measured, got {len(games)}; "
            "rate more games, or mend those that were left out"
        )
    rng = np.random.default_rng(seed)
    comparing, testing, studying = rng.spawn(3)
    ratings = np.asarray([one.rated.rating for one in games])
    side = _Side(games, ratings, comparing, shuffles)
    names = list(games[0].scores)
    return People(
        headline=headline,
        effort=plan_of(FAMILY).told(effort),
        seed=seed,
        games=tuple(games),
        left_out=tuple(left_out),
        profiles={name: side.compared(_scored(games, name)) for name in names},
        baselines={name: side.compared(one, name) for name, one in _baselines(games).items()},
        criteria=_tested_criteria(games, ratings, testing),
        study=_studied(games, ratings, studying, shuffles, progress),
        paper_games=tuple(paper_games),
    )


def _scored(games: Sequence[RatedGame], profile: str) -> Floats:
    found = [one.scores[profile] for one in games]
    return np.asarray([one.value if isinstance(one, Score) else -inf for one in found])


def _baselines(games: Sequence[RatedGame]) -> dict[str, Floats]:
    """What needs no criticism, or hardly any; NaN where it is unknown."""
    found = {
        BOARD_SIZE: np.asarray([float(one.cells) for one in games]),
        "year": np.asarray([nan if one.rated.year is None else one.rated.year for one in games]),
        "branching factor": _measure(games, "branching-factor"),
        "length": _measure(games, "mean-length"),
        "viable": np.asarray([float(one.is_viable) for one in games]),
        "constant": np.zeros(len(games)),
    }
    return {name: one for name, one in found.items() if (~np.isnan(one)).sum() >= FEWEST}


def _measure(games: Sequence[RatedGame], criterion: str) -> Floats:
    found = [one.critique.value(criterion) for one in games]
    return np.asarray([nan if one is None else one for one in found])


@dataclass(frozen=True)
class _Side:
    """Sets lists of values beside the ratings of the same games."""

    games: Sequence[RatedGame]
    ratings: Floats
    rng: Generator
    shuffles: int

    def compared(self, values: Floats, name: str = "") -> Compared:
        known = ~np.isnan(values)
        is_same = np.asarray([one.rated.is_same for one in self.games])
        cells = np.asarray([float(one.cells) for one in self.games])[known]
        ours, theirs = values[known], self.ratings[known]
        given = None if name == BOARD_SIZE else partial_spearman(ours, theirs, cells, self.rng)
        return Compared(
            agreement(ours, theirs, self.rng),
            given,
            validated_correlation(
                ranks(ours)[:, None], theirs, self.rng, folds=FOLDS, shuffles=self.shuffles
            ),
            self._over(values, known & is_same),
            self._over(values, known & ~is_same),
        )

    def _over(self, values: Floats, wanted: Any) -> Agreement | None:
        if wanted.sum() < FEWEST:
            return None
        return agreement(values[wanted], self.ratings[wanted], self.rng)


def _tested_criteria(
    games: Sequence[RatedGame], ratings: Floats, rng: Generator
) -> dict[str, Tested]:
    """Every criterion that can tell these games apart, the most telling first."""
    table = table_of([one.critique for one in games])
    columns = dict(zip(table.criteria, table.values.T, strict=True))
    found = family_wise(columns, ratings, rng)
    return dict(sorted(found.items(), key=lambda item: -abs(item[1].spearman)))


def _studied(
    games: Sequence[RatedGame],
    ratings: Floats,
    rng: Generator,
    shuffles: int,
    progress: Progress | None,
) -> Study | None:
    table = table_of([one.critique for one in games])
    if not table.criteria or np.ptp(ratings) == 0:
        return None
    # The paper has no criteria beyond its three groups, so they are in none of its sets.
    groups = groups_of(table.criteria)
    members = {name for group in groups.values() for name in group}
    places = [at for at, name in enumerate(table.criteria) if name in members]
    kept = replace(
        table,
        criteria=tuple(table.criteria[at] for at in places),
        values=table.values[:, places],
    )
    if not places:
        return None
    return study(kept, ratings, rng, shuffles=shuffles, groups=groups, progress=progress)
