"""Rankings from paired comparisons: cross-entropy, local search, and the Bradley-Terry model.

There are three methods because each has a weakness. The cross-entropy method (after Browne & Maire
2010; the constants are ours) looks for the order that most comparisons agree with, and has no error
estimate. Local search shows how many could agree at best. The Bradley-Terry model, with Davidson's
ties, gives every game a strength with an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, nan
from typing import Any, Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ludwright.criticism.comparisons import Comparison, Preferred
from ludwright.errors import LudwrightError
from ludwright.play.share import Z_95

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Progress = Callable[[int, int], None]

SAMPLES: Final[int] = 500
ELITE: Final[float] = 0.1
SMOOTHING: Final[float] = 0.7
"""The weight of the elite in the next distribution."""
LEAST_SPREAD: Final[float] = 0.01
PATIENCE: Final[int] = 15
"""Iterations without a better elite after which a search stops."""
MOST_ITERATIONS: Final[int] = 1000
RESTARTS: Final[int] = 30
RIDGE: Final[float] = 0.05
"""Pulls strengths towards 0 like a prior with a standard deviation of 4.5, so that games that won
every or no comparison stay finite."""


@dataclass(frozen=True, eq=False)
class Duels:
    """Comparisons as indices into the list of games."""

    games: tuple[str, ...]
    winners: Indices
    losers: Indices
    """The game that lost to the one at the same place in `winners`."""
    tied: tuple[Indices, Indices]

    @property
    def decided(self) -> int:
        """Comparisons that are not ties."""
        return len(self.winners)

    def rate(self, strengths: Floats) -> float:
        """The classification rate: the share of decided comparisons the strengths agree with."""
        agreed = strengths[self.winners] > strengths[self.losers]
        return float(agreed.mean()) if self.decided else nan

    def wins(self) -> Floats:
        """How often each game (row) was preferred to each other (column)."""
        table = np.zeros((len(self.games), len(self.games)))
        np.add.at(table, (self.winners, self.losers), 1.0)
        return table

    def best_conceivable_rate(self) -> float:
        """A rate that no ranking exceeds: each pair in the order that most people preferred."""
        wins = self.wins()
        return float(1.0 - np.minimum(wins, wins.T).sum() / 2.0 / max(self.decided, 1))


def duels_of(comparisons: Iterable[Comparison], games: Sequence[str] | None = None) -> Duels:
    """The comparisons between the given games; by default, between all that occur."""
    asked = list(comparisons)
    names = {name for one in asked for name in (one.first, one.second)}
    order = tuple(sorted(names)) if games is None else tuple(games)
    place = {name: at for at, name in enumerate(order)}
    pairs: dict[Preferred, list[tuple[int, int]]] = {which: [] for which in Preferred}
    for one in asked:
        if one.first in place and one.second in place:
            pairs[one.preferred].append((place[one.first], place[one.second]))
    swapped = [(winner, loser) for loser, winner in pairs[Preferred.SECOND]]
    winners, losers = _columns(pairs[Preferred.FIRST] + swapped)
    if not len(winners):
        raise LudwrightError(
            "expected comparisons in which one game is preferred, got none; collect some first"
        )
    return Duels(order, winners, losers, _columns(pairs[Preferred.TIE]))


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[Indices, Indices]:
    table = np.asarray(pairs, dtype=np.intp).reshape(-1, 2)
    return table[:, 0].copy(), table[:, 1].copy()


# ------------------------------------------------------------------------------- cross-entropy


@dataclass(frozen=True, eq=False)
class CrossEntropyRanking:
    """The results of many searches for the order that agrees with most comparisons."""

    games: tuple[str, ...]
    mean_ranks: Floats
    """By game, 1 for the best."""
    rank_spreads: Floats
    """How much each game's rank varies between searches, as a standard deviation."""
    rates: Floats
    """The classification rate each search reached."""

    @property
    def rate_mean(self) -> float:
        """The mean classification rate."""
        return float(self.rates.mean())

    @property
    def rate_variance(self) -> float:
        """The variance of the rate between searches."""
        return float(self.rates.var(ddof=1)) if len(self.rates) > 1 else 0.0

    def order(self) -> tuple[str, ...]:
        """The games, best first."""
        return tuple(self.games[at] for at in np.argsort(self.mean_ranks, kind="stable"))


def rank_by_cross_entropy(
    duels: Duels, rng: Generator, *, restarts: int = RESTARTS, progress: Progress | None = None
) -> CrossEntropyRanking:
    """Rank by the mean of several cross-entropy searches."""
    ranks = np.empty((restarts, len(duels.games)))
    rates = np.empty(restarts)
    for turn in range(restarts):
        found = _search_order(duels, rng)
        ranks[turn] = ranks_of(found)
        rates[turn] = duels.rate(found)
        if progress is not None:
            progress(turn + 1, restarts)
    return CrossEntropyRanking(duels.games, ranks.mean(0), ranks.std(0), rates)


def _search_order(duels: Duels, rng: Generator) -> Floats:
    """The strengths that one cross-entropy search settles on."""
    count, elite = len(duels.games), max(1, round(ELITE * SAMPLES))
    # Single precision, so that whole tables of samples fit in the cache.
    mean, spread = np.zeros(count, np.float32), np.ones(count, np.float32)
    best, since = -1, 0
    for _ in range(MOST_ITERATIONS):
        # One row per game, so that picking winners and losers copies whole rows.
        drawn = rng.standard_normal((count, SAMPLES), dtype=np.float32)
        drawn = mean[:, None] + spread[:, None] * drawn
        agreed = drawn[duels.winners] > drawn[duels.losers]
        fitness = agreed.sum(axis=0, dtype=np.int32)
        # A stable sort: which of equal samples a partition picks depends on the processor.
        chosen = np.argsort(fitness, kind="stable")[SAMPLES - elite :]
        mean += SMOOTHING * (drawn[:, chosen].mean(axis=1) - mean)
        spread += SMOOTHING * (drawn[:, chosen].std(axis=1) - spread)
        np.maximum(spread, LEAST_SPREAD, out=spread)
        worst = int(fitness[chosen].min())
        best, since = (worst, 0) if worst > best else (best, since + 1)
        if since >= PATIENCE:
            break
    return mean.astype(np.float64)


# -------------------------------------------------------------------------------- local search


@dataclass(frozen=True, slots=True)
class BestOrder:
    """The order found by local search that agrees with most comparisons."""

    games: tuple[str, ...]
    """Best first."""
    rate: float
    """Its classification rate; moving any single game does not improve it."""


def best_order(duels: Duels, starts: Iterable[Floats]) -> BestOrder:
    """The best order reached from the starts by runs of adjacent swaps.

    A run moves one game past any number of neighbours, so it can reach a distant place even if
    the first swaps alone gain nothing.
    """
    margin = duels.wins()
    margin -= margin.T
    orders = [_climb(np.argsort(-start, kind="stable"), margin) for start in starts]
    rates = [duels.rate(-ranks_of_order(order)) for order in orders]
    best = int(np.argmax(rates))
    return BestOrder(tuple(duels.games[at] for at in orders[best]), rates[best])


def _climb(order: Indices, margin: Floats) -> Indices:
    """The order after all runs of swaps that improve it."""
    is_moving = True
    while is_moving:
        is_moving = False
        for game in order.copy():
            here = int(np.flatnonzero(order == game)[0])
            rest = np.delete(order, here)
            # At place k a game ranks above the games from k on, and below those before k.
            gains = np.concatenate([[0.0], np.cumsum(-margin[game, rest])])
            there = int(np.argmax(gains))
            if gains[there] > gains[here]:
                order = np.insert(rest, there, game)
                is_moving = True
    return order


# -------------------------------------------------------------------------- Bradley and Terry


@dataclass(frozen=True, eq=False)
class Strengths:
    """How strongly each game is preferred, by the Bradley-Terry model with Davidson's ties.

    A game of strength a is preferred to one of strength b with odds exp(a - b). The mean strength
    is 0.
    """

    games: tuple[str, ...]
    values: Floats
    errors: Floats
    """One standard deviation each, from the observed information."""
    tie: float
    """Davidson's nu: between equal games a tie is this many times as likely as either win."""

    def intervals(self) -> Floats:
        """The 95 % intervals: one row of low and high per game."""
        half = Z_95 * self.errors
        return np.stack([self.values - half, self.values + half], axis=1)

    def order(self) -> tuple[str, ...]:
        """The games, best first."""
        return tuple(self.games[at] for at in np.argsort(-self.values, kind="stable"))

    def to_json(self) -> list[dict[str, Any]]:
        """The games, best first, as plain data."""
        low, high = self.intervals().T
        return [
            {
                "game": self.games[at],
                "strength": float(self.values[at]),
                "low": float(low[at]),
                "high": float(high[at]),
            }
            for at in np.argsort(-self.values, kind="stable")
        ]


def bradley_terry(duels: Duels, *, ridge: float = RIDGE) -> Strengths:
    """The most likely strengths, by Newton's method; the likelihood has a single maximum."""
    model = _Davidson(duels, ridge)
    found = np.zeros(model.size)
    value, slope, curve = model.at(found)
    for _ in range(100):
        step = np.linalg.solve(curve, slope)
        # Halve the step where Newton's method overshoots.
        for _ in range(40):
            tried = model.at(found + step)
            if tried[0] >= value:
                break
            step /= 2.0
        found = found + step
        value, slope, curve = tried
        if np.abs(step).max() < 1e-9:
            break
    return model.strengths(found, curve)


class _Davidson:
    """The penalised log-likelihood: strengths first, then the logarithm of nu if there are ties."""

    def __init__(self, duels: Duels, ridge: float) -> None:
        self.duels = duels
        self.ridge = ridge
        count = len(duels.games)
        self.has_ties = len(duels.tied[0]) > 0
        self.size = count + self.has_ties
        self.first = np.concatenate([duels.winners, duels.tied[0]])
        self.second = np.concatenate([duels.losers, duels.tied[1]])
        self.is_tie = np.arange(len(self.first)) >= duels.decided
        # The contribution of each result to the logit: one row per comparison and result.
        rows = np.arange(len(self.first))
        self.design = np.zeros((3, len(self.first), self.size))
        self.design[0, rows, self.first] = 1.0
        self.design[1, rows, self.second] = 1.0
        self.design[2, rows, self.first] = self.design[2, rows, self.second] = 0.5
        if self.has_ties:
            self.design[2, :, count] = 1.0
        self.seen = np.where(self.is_tie[:, None], self.design[2], self.design[0])
        self.penalty = np.full(self.size, ridge)

    def at(self, place: Floats) -> tuple[float, Floats, Floats]:
        """The log-likelihood, its slope and its negative curvature."""
        logits = self.design @ place
        if not self.has_ties:
            logits[2] = -np.inf
        top = logits.max(axis=0)
        odds = np.exp(logits - top)
        total = odds.sum(axis=0)
        shares = (odds / total)[:, :, None]
        expected = (shares * self.design).sum(axis=0)
        value = float((self.seen @ place - top - np.log(total)).sum())
        value -= 0.5 * float(self.penalty @ place**2)
        slope = (self.seen - expected).sum(axis=0) - self.penalty * place
        curve = np.einsum("rci,rcj->ij", shares * self.design, self.design, optimize=True)
        curve += np.diag(self.penalty) - expected.T @ expected
        return value, slope, curve

    def strengths(self, place: Floats, curve: Floats) -> Strengths:
        """The strengths at a place, as differences from the mean."""
        count = len(self.duels.games)
        spread = np.linalg.inv(curve)[:count, :count]
        # Only differences are determined: remove what all strengths share.
        centre = np.eye(count) - 1.0 / count
        errors = np.sqrt(np.diag(centre @ spread @ centre))
        values = place[:count] - place[:count].mean()
        return Strengths(self.duels.games, values, errors, exp(place[-1]) if self.has_ties else 0.0)


# -------------------------------------------------------------------------------- comparing


def ranks_of(strengths: Floats) -> Floats:
    """The rank of each entry, 1 for the largest."""
    return ranks_of_order(np.argsort(-strengths, kind="stable"))


def ranks_of_order(order: Indices) -> Floats:
    """The rank of each game, given the games from best to worst."""
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    return ranks


def kendall_tau(left: Floats, right: Floats) -> float:
    """Kendall's tau-b of two lists of numbers: 1 for the same order, -1 for the opposite."""
    pairs = np.triu_indices(len(left), 1)
    a = np.sign(np.subtract.outer(left, left))[pairs]
    b = np.sign(np.subtract.outer(right, right))[pairs]
    scale = np.sqrt(float((a * a).sum()) * float((b * b).sum()))
    return float((a * b).sum() / scale) if scale > 0 else 0.0
