"""Which criteria predict how people rank games: ridge regression, and the best set of criteria.

The best set is chosen by a cross-entropy search, as in Browne & Maire 2010; they published no
constants, so these are ours. With 57 criteria and 79 games some set always fits, whether or not it
means anything. So the search is repeated inside each fold of an outer cross-validation: the outer
correlation compares games with predictions by sets and weights that were found without them. It is
the honest number; the inner one is what the search maximised.

The predictions of one validation are not independent of each other, so Fisher's interval for their
correlation is too narrow: on coin flips it excludes 0 in 8 to 14 % of the runs instead of 5 %. The
interval of an outer correlation is therefore as wide as the correlations that the whole validation,
choice included, yields on shuffled targets, where there is nothing to find.

Predictions are relative to the mean of the games they were learned from. Otherwise leaving out a
good game lowers that mean, and a prediction without any information would correlate at -1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atanh, inf, sqrt, tanh
from typing import Any, Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ludwright.criticism.critique import Critique
from ludwright.criticism.profile import Profile, Term
from ludwright.errors import LudwrightError
from ludwright.plain import plain_of
from ludwright.play.share import Z_95

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Progress = Callable[[int, int], None]

RIDGE: Final[float] = 1e-3
"""Added to the variance of each standardised criterion, which is 1."""
FOLDS: Final[int] = 10
SHUFFLES: Final[int] = 39
"""Validations on shuffled targets behind an interval; best one less than a multiple of 20."""
LEAST_GAMES: Final[int] = 8
LEAST_PRESENT: Final[float] = 2 / 3
"""A criterion must have a value in this share of the games."""

START: Final[float] = 0.3
"""The initial probability of drawing each criterion."""
SUBSETS: Final[int] = 200
ELITE: Final[float] = 0.1
SMOOTHING: Final[float] = 0.7
PRICE: Final[float] = 0.002
"""The gain in correlation that an extra criterion must bring."""
SETTLED: Final[float] = 0.02
"""A criterion is settled when it is drawn, or not drawn, with less than this probability."""
MOST_ITERATIONS: Final[int] = 100
_BATCH = 32  # sets of criteria at once: their tables fit in the cache


# ------------------------------------------------------------------------------------- tables


@dataclass(frozen=True, eq=False)
class CriteriaTable:
    """The values of criteria, one row per game; NaN where there is none."""

    games: tuple[str, ...]
    criteria: tuple[str, ...]
    values: Floats
    left_out: tuple[str, ...] = ()
    """Criteria that have too few values, or the same value everywhere."""


def table_of(critiques: Sequence[Critique]) -> CriteriaTable:
    """The criteria that can tell games apart."""
    names = sorted({name for one in critiques for name, _ in one.scores()})
    rows = [[_or_nan(one.value(name)) for name in names] for one in critiques]
    values = np.asarray(rows, dtype=float).reshape(len(rows), len(names))
    is_useful = np.asarray([_is_useful(column) for column in values.T], dtype=bool)
    return CriteriaTable(
        tuple(one.game for one in critiques),
        tuple(np.asarray(names)[is_useful].tolist()) if names else (),
        values[:, is_useful] if names else values,
        tuple(np.asarray(names)[~is_useful].tolist()) if names else (),
    )


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def _is_useful(column: Floats) -> bool:
    present = column[np.isfinite(column)]
    return len(present) >= LEAST_PRESENT * len(column) and bool(np.ptp(present) > 1e-12)


@dataclass(frozen=True, eq=False)
class Scale:
    """Means and spreads that make criteria comparable."""

    means: Floats
    spreads: Floats
    """Infinite where all values are the same, so that they count as 0."""

    def apply(self, values: Floats) -> Floats:
        """The distances from the mean in units of the spread; 0 for missing values."""
        return np.nan_to_num((values - self.means) / self.spreads, nan=0.0)


def scale_of(values: Floats) -> Scale:
    """The scale of a table; missing values do not count."""
    is_present = np.isfinite(values)
    counts = np.maximum(is_present.sum(axis=0), 1)
    means = np.where(is_present, values, 0.0).sum(axis=0) / counts
    squares = np.where(is_present, (values - means) ** 2, 0.0).sum(axis=0) / counts
    spreads = np.sqrt(squares)
    return Scale(means, np.where(spreads > 1e-12, spreads, np.inf))


# --------------------------------------------------------------------------------- regression


@dataclass(frozen=True, eq=False)
class Fit:
    """A linear prediction from some criteria."""

    criteria: tuple[str, ...]
    weights: Floats
    """Per spread of the criterion."""
    scale: Scale
    bias: float

    def deviations(self, values: Floats) -> Floats:
        """The predictions, relative to the mean of the games the fit was learned from."""
        found: Floats = self.scale.apply(values) @ self.weights
        return found

    def profile(self, name: str, effort: str = "") -> Profile:
        """The fit as a profile; its scores are the predictions where no criterion lacks a value.

        `effort` is that of the critiques, if it is the same for all.
        """
        columns = zip(self.weights, self.scale.means, self.scale.spreads, strict=True)
        terms = [Term(float(w), float(m), float(s)) for w, m, s in columns]
        named = dict(zip(self.criteria, terms, strict=True))
        return Profile(name, named, bias=self.bias, effort=effort)


def fit(values: Floats, targets: Floats, criteria: Sequence[str], *, ridge: float = RIDGE) -> Fit:
    """The ridge regression of the targets on criteria standardised over these games."""
    scale = scale_of(values)
    table = scale.apply(values)
    mean = float(targets.mean())
    square = table.T @ table + ridge * len(table) * np.eye(table.shape[1])
    weights: Floats = np.linalg.solve(square, table.T @ (targets - mean)).astype(np.float64)
    return Fit(tuple(criteria), weights, scale, mean)


def left_out_errors(
    table: Floats, targets: Floats, subsets: Flags, *, ridge: float = RIDGE
) -> Floats:
    """Each target minus its prediction by a fit without it: one row per set of criteria.

    `table` is standardised. Uses the closed form with the hat matrix: with scale and penalty held
    fixed, it equals refitting without each game in turn.
    """
    found = [
        _errors_of_batch(table, targets, subsets[at : at + _BATCH], ridge)
        for at in range(0, len(subsets), _BATCH)
    ]
    return np.concatenate(found)


def _errors_of_batch(table: Floats, targets: Floats, subsets: Flags, ridge: float) -> Floats:
    games, criteria = table.shape
    size = max(1, int(subsets.sum(axis=1).max()))
    # Pad sets to one size with an empty criterion, which changes nothing.
    padded = np.concatenate([table, np.zeros((games, 1))], axis=1)
    places = np.where(subsets, np.arange(criteria), criteria)
    chosen = np.sort(places, axis=1)[:, :size]
    chosen = np.pad(chosen, ((0, 0), (0, size - chosen.shape[1])), constant_values=criteria)
    columns = padded.T[chosen]
    squares = columns @ columns.transpose(0, 2, 1) + ridge * games * np.eye(size)
    solved = np.linalg.solve(squares, columns)
    leverage = 1.0 / games + (solved * columns).sum(axis=1)
    away = targets - targets.mean()
    fitted = ((solved @ away)[:, None, :] @ columns)[:, 0]
    found: Floats = (away - fitted) / (1.0 - leverage)
    return found


def left_out_deviations(errors: Floats, targets: Floats) -> Floats:
    """The predictions behind these errors, relative to the mean of the other games."""
    count = len(targets)
    found: Floats = (targets - targets.mean()) * count / (count - 1) - errors
    return found


def correlations(rows: Floats, targets: Floats) -> Floats:
    """The correlation of each row with the targets; 0 for a constant row."""
    away = rows - rows.mean(axis=-1, keepdims=True)
    aim = targets - targets.mean()
    scale = np.sqrt((away**2).sum(axis=-1) * (aim**2).sum())
    is_flat = scale <= 1e-12
    found: Floats = np.where(is_flat, 0.0, (away @ aim) / np.where(is_flat, 1.0, scale))
    return found


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:+.3f} ({self.low:+.3f} to {self.high:+.3f}, n = {self.games})"


def correlation(left: Floats, right: Floats) -> Correlation:
    """The correlation of two lists of numbers with Fisher's interval; pairs must be independent."""
    value, count = float(correlations(left[None, :], right)[0]), len(left)
    return _with_interval(value, Z_95 / sqrt(count - 3) if count > 3 else inf, count)


def correlation_beyond_luck(left: Floats, right: Floats, by_luck: Sequence[float]) -> Correlation:
    """The correlation of predictions and targets, with an interval from what chance alone yields.

    `by_luck` are the correlations of the same validation on shuffled targets. The interval excludes
    0 if at most one in twenty of them, this one included, is as far from 0 as this one. If there is
    nothing to find, that happens in 5 % of the cases, however few the games.
    """
    value = float(correlations(left[None, :], right)[0])
    furthest = sorted((abs(_fisher(one)) for one in by_luck), reverse=True)
    # In integers: 39 and 1 are 40, a twentieth of which is 2.
    place = (len(furthest) + 1) // 20
    return _with_interval(value, furthest[place - 1] if place else inf, len(left))


def _fisher(value: float) -> float:
    return atanh(min(max(value, -0.999999), 0.999999))


def _with_interval(value: float, half: float, count: int) -> Correlation:
    middle = _fisher(value)
    return Correlation(value, tanh(middle - half), tanh(middle + half), count)


# -------------------------------------------------------------------------------- the best set


def best_subset(
    values: Floats, targets: Floats, rng: Generator, *, ridge: float = RIDGE
) -> tuple[int, ...]:
    """The criteria that best predict left-out games, found by cross-entropy search."""
    table = scale_of(values).apply(values)
    chances = np.full(table.shape[1], START)
    known: dict[bytes, float] = {}
    for _ in range(MOST_ITERATIONS):
        drawn = rng.random((SUBSETS, len(chances))) < chances
        worth = _fitness(table, targets, drawn, known, ridge)
        elite = np.argsort(-worth, kind="stable")[: round(ELITE * SUBSETS)]
        chances += SMOOTHING * (drawn[elite].mean(axis=0) - chances)
        if bool(((chances < SETTLED) | (chances > 1 - SETTLED)).all()):
            break
    best = max(known, key=lambda key: known[key])
    return tuple(np.flatnonzero(np.frombuffer(best, dtype=bool)).tolist())


def _fitness(
    table: Floats, targets: Floats, drawn: Flags, known: dict[bytes, float], ridge: float
) -> Floats:
    """The fitness of each set; sets seen before are not fitted again."""
    keys = [row.tobytes() for row in drawn]
    new = list({key: at for at, key in enumerate(keys) if key not in known}.values())
    if new:
        subsets = drawn[new]
        errors = left_out_errors(table, targets, subsets, ridge=ridge)
        found = correlations(left_out_deviations(errors, targets), targets)
        worth = found - PRICE * subsets.sum(axis=1)
        known.update(zip([keys[at] for at in new], worth.tolist(), strict=True))
    return np.asarray([known[key] for key in keys])


# --------------------------------------------------------------------------- honest validation


@dataclass(frozen=True, eq=False)
class Validation:
    """Predictions of every game by fits that never saw it."""

    deviations: Floats
    """One per game, relative to the mean of the games it was learned from."""
    chosen: Floats
    """The share of folds that chose each criterion."""


Choice = Callable[[Floats, Floats, Generator], Sequence[int]]
"""Picks criteria from the games of a fold."""


def validate(
    values: Floats,
    targets: Floats,
    rng: Generator,
    choose: Choice = best_subset,
    *,
    folds: int = FOLDS,
    progress: Progress | None = None,
) -> Validation:
    """Predict each game by criteria, scale and weights that all come from other games."""
    games, criteria = values.shape
    folds = min(folds, games)
    deviations, chosen = np.zeros(games), np.zeros(criteria)
    for turn, held in enumerate(_folds(games, folds, rng)):
        rest = np.setdiff1d(np.arange(games), held)
        picked = list(choose(values[rest], targets[rest], rng))
        learned = fit(values[rest][:, picked], targets[rest], [str(at) for at in picked])
        deviations[held] = learned.deviations(values[held][:, picked])
        chosen[picked] += 1.0 / folds
        if progress is not None:
            progress(turn + 1, folds)
    return Validation(deviations, chosen)


def all_criteria(values: Floats, _targets: Floats, _rng: Generator) -> Sequence[int]:
    """Choose all criteria."""
    return range(values.shape[1])


def _folds(games: int, folds: int, rng: Generator) -> Iterator[NDArray[np.intp]]:
    yield from (np.sort(part) for part in np.array_split(rng.permutation(games), folds))


# -------------------------------------------------------------------------------------- study


@dataclass(frozen=True, slots=True)
class Importance:
    """How useful one criterion of the set is."""

    criterion: str
    weight: float
    increase: float
    """How much the prediction error grows without it."""
    chosen: float
    """The share of outer folds whose search chose it too."""


@dataclass(frozen=True, slots=True)
class CriteriaSet:
    """How well one set of criteria predicts games that it was not fitted to."""

    name: str
    criteria: int
    outer: Correlation


@dataclass(frozen=True, eq=False)
class Study:
    """How well criteria predict the strengths of games."""

    fit: Fit
    """The best set, fitted to all games."""
    inner: Correlation
    """By leaving one out, for the very set chosen to maximise it: flattering."""
    outer: Correlation
    """With the choice repeated without the predicted games: honest."""
    outer_all: Correlation
    """With all criteria and no choice: honest too."""
    error: float
    """Mean absolute error of predictions of left-out games, as a share of the targets' range."""
    importances: tuple[Importance, ...]
    """The criteria of the set, the most important first."""
    left_out: tuple[str, ...]
    sets: tuple[CriteriaSet, ...] = ()
    """All criteria, those of each group, and the best set, each validated alike."""

    def to_json(self) -> dict[str, Any]:
        """The study as plain data, without the fit."""
        return {
            "inner": plain_of(self.inner),
            "outer": plain_of(self.outer),
            "outer_all": plain_of(self.outer_all),
            "error": self.error,
            "criteria": plain_of(self.importances, tuple[Importance, ...]),
            "left_out": list(self.left_out),
            "sets": plain_of(self.sets, tuple[CriteriaSet, ...]),
        }


def study(
    table: CriteriaTable,
    targets: Floats,
    rng: Generator,
    *,
    folds: int = FOLDS,
    shuffles: int = SHUFFLES,
    groups: Mapping[str, Collection[str]] | None = None,
    progress: Progress | None = None,
) -> Study:
    """Find the best set of criteria, fit it, and measure honestly how well it predicts.

    `groups` are sets of criteria by name that are validated too, as in the paper's Table I.
    """
    _require(table, targets)
    values = table.values
    shuffling, grouping = rng.spawn(2)
    picked = list(best_subset(values, targets, rng))
    best = fit(values[:, picked], targets, [table.criteria[at] for at in picked])
    errors = _errors(values[:, picked], targets)
    outer = validate(values, targets, rng, folds=folds)
    every = validate(values, targets, rng, all_criteria, folds=folds)
    by_luck = _by_luck(values, targets, shuffling, folds, shuffles, progress)
    chosen = correlation_beyond_luck(outer.deviations, targets, by_luck[0])
    whole = correlation_beyond_luck(every.deviations, targets, by_luck[1])
    sets = [
        CriteriaSet(
            name,
            len(places),
            validated_correlation(
                values[:, places], targets, grouping, folds=folds, shuffles=shuffles
            ),
        )
        for name, members in (groups or {}).items()
        if (places := [at for at, one in enumerate(table.criteria) if one in members])
    ]
    return Study(
        fit=best,
        inner=correlation(left_out_deviations(errors, targets), targets),
        outer=chosen,
        outer_all=whole,
        error=_relative(errors, targets),
        importances=_importances(best, values[:, picked], targets, outer.chosen[picked]),
        left_out=table.left_out,
        sets=(
            CriteriaSet("all", len(table.criteria), whole),
            *sets,
            CriteriaSet("best", len(picked), chosen),
        ),
    )


def validated_correlation(
    values: Floats,
    targets: Floats,
    rng: Generator,
    *,
    folds: int = FOLDS,
    shuffles: int = SHUFFLES,
) -> Correlation:
    """The correlation of targets with predictions by all these criteria, fitted inside folds."""
    found = validate(values, targets, rng, all_criteria, folds=folds)
    by_luck: list[float] = []
    for _ in range(shuffles):
        mixed = rng.permutation(targets)
        seen = validate(values, mixed, rng, all_criteria, folds=folds)
        by_luck.append(float(correlations(seen.deviations[None, :], mixed)[0]))
    return correlation_beyond_luck(found.deviations, targets, by_luck)


def _by_luck(
    values: Floats,
    targets: Floats,
    rng: Generator,
    folds: int,
    shuffles: int,
    progress: Progress | None,
) -> tuple[list[float], list[float]]:
    """The outer correlations on shuffled targets, with a choice of criteria and with all."""
    found: tuple[list[float], list[float]] = ([], [])
    choices: tuple[Choice, Choice] = (best_subset, all_criteria)
    for turn in range(shuffles):
        mixed = rng.permutation(targets)
        for choose, into in zip(choices, found, strict=True):
            seen = validate(values, mixed, rng, choose, folds=folds)
            into.append(float(correlations(seen.deviations[None, :], mixed)[0]))
        if progress is not None:
            progress(turn + 1, shuffles)
    return found


def _require(table: CriteriaTable, targets: Floats) -> None:
    if len(table.games) < LEAST_GAMES or not table.criteria or np.ptp(targets) == 0:
        raise LudwrightError(
            f"expected at least {LEAST_GAMES} games of different strength with criteria that "
            f"differ, got {len(table.games)} games and {len(table.criteria)} criteria; "
            "compare or measure more games"
        )


def _errors(values: Floats, targets: Floats) -> Floats:
    """The errors when predicting left-out games by all these criteria."""
    everything = np.ones((1, values.shape[1]), dtype=bool)
    found: Floats = left_out_errors(scale_of(values).apply(values), targets, everything)[0]
    return found


def _relative(errors: Floats, targets: Floats) -> float:
    return float(np.abs(errors).mean() / np.ptp(targets))


def _importances(
    best: Fit, values: Floats, targets: Floats, chosen: Floats
) -> tuple[Importance, ...]:
    whole = _relative(_errors(values, targets), targets)
    without = [
        _relative(_errors(np.delete(values, at, axis=1), targets), targets)
        for at in range(len(best.criteria))
    ]
    found = [
        Importance(name, float(weight), error - whole, float(share))
        for name, weight, error, share in zip(
            best.criteria, best.weights, without, chosen, strict=True
        )
    ]
    return tuple(sorted(found, key=lambda one: -one.increase))
