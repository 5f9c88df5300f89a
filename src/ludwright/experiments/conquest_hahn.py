"""The round robin of Hahn (2010): each of 18 heuristic players against each, played again.

The first player has the first seat in all matches of a pair. Finished rows are kept in a file, from
which a later start goes on.
"""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from ludwright import __version__
from ludwright.criticism.measure import Score
from ludwright.errors import StoreError
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.lower import territories_of
from ludwright.families.conquest.players import HEURISTICS
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.files import make_folder, parse_json, read_text, write_text
from ludwright.plain import plain_of, read_plain
from ludwright.play.playtest import Playtest, playtest

GAME: Final[str] = "risk-hahn"
MATCHES: Final[int] = 1000
PUBLISHED_MATCHES: Final[int] = 1000
"""Of each published pair."""
MOST_PLIES: Final[int] = 1_000_000
"""Beyond the limit of turns that the game has."""
MOST_AT_ONCE: Final[int] = 2500
"""Matches kept in memory at a time."""
KEPT: Final[str] = "rows.json"
"""The file of finished rows."""
_LARGEST: Final[int] = 20_000_000

Told = Callable[[int, int], None]
Matrix = NDArray[np.float64]


@cache
def published() -> Mapping[tuple[str, str], float]:
    """Tables 3 and 4 of the paper: how often the first player wins, by first and second."""
    text = files("ludwright.experiments").joinpath("hahn-win-chance.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines())
    return {(row["first"], row["second"]): float(row["first_wins"]) for row in rows}


@dataclass(frozen=True, slots=True)
class Pair:
    """What came of the matches of two players."""

    first: str
    second: str
    matches: int
    won: int
    """By the first player."""
    drawn: int
    """Cut by the limit of turns."""
    turns: float
    """Of both players in a match, on average: the paper's plies."""
    milliseconds: float
    """Of processor time for a match."""

    @property
    def first_wins(self) -> Score:
        """The share of matches that the first player won, draws counted as not won."""
        share = self.won / self.matches
        return Score(share, sqrt(share * (1 - share) / self.matches), self.matches)


@dataclass(frozen=True)
class RoundRobin:
    """All pairs of some players, in one reading of the paper."""

    reading: str
    players: tuple[str, ...]
    pairs: Mapping[tuple[str, str], Pair]

    def matrix(self, value: Callable[[Pair], float]) -> Matrix:
        """A number of each pair, by first and second player."""
        names = self.players
        return np.array([[value(self.pairs[one, other]) for other in names] for one in names])

    @cached_property
    def wins(self) -> Matrix:
        """How often the first player won."""
        return self.matrix(lambda pair: pair.first_wins.value)

    @cached_property
    def published(self) -> Matrix:
        """The published values of the same pairs."""
        return self.matrix(lambda pair: published()[pair.first, pair.second])

    @property
    def rmse(self) -> Score:
        """The root of the mean squared distance to the published values."""
        noise = self.matrix(lambda pair: pair.first_wins.error**2)
        distance = self.wins - self.published
        squared = float((distance**2).mean())
        # Of a mean of squares of normal values with these means and variances.
        error = sqrt(float((4 * distance**2 * noise + 2 * noise**2).sum())) / distance.size
        root = sqrt(squared)
        return Score(root, error / (2 * root) if root > 0 else 0.0, self.matches)

    @property
    def noise(self) -> float:
        """The distance that the numbers of matches, ours and the paper's, would give alone."""
        theirs = self.published * (1 - self.published) / PUBLISHED_MATCHES
        ours = self.matrix(lambda pair: pair.first_wins.error**2)
        return sqrt(float((ours + theirs).mean()))

    @property
    def self_play_first_wins(self) -> Score:
        """How often the first player wins against itself, over all players."""
        scores = [self.pairs[name, name].first_wins for name in self.players]
        value = sum(one.value for one in scores) / len(scores)
        error = sqrt(sum(one.error**2 for one in scores)) / len(scores)
        return Score(value, error, sum(one.samples for one in scores))

    @property
    def advantage(self) -> Matrix:
        """How much more often a player wins as the first than as the second, in per cent."""
        return 100 * (self.wins + self.wins.T - 1)

    def strengths(self, wins: Matrix) -> dict[str, float]:
        """How often each player wins on average over opponents and seats, the best first."""
        means = (wins.mean(axis=1) + 1 - wins.mean(axis=0)) / 2
        order = np.argsort(-means, kind="stable")
        return {self.players[at]: float(means[at]) for at in order}

    def gains(self, wins: Matrix, digit: int, low: str, high: str) -> Matrix:
        """What changing one digit does for these win chances, by player changed and situation.

        A row for each player that has the low digit; its columns are the opponents, first when the
        player begins and then when the opponent does.
        """
        at = {name: place for place, name in enumerate(self.players)}
        rows = []
        for name in self.players:
            better = name[:digit] + high + name[digit + 1 :]
            if name[digit] != low or better not in at:
                continue
            one, other = at[name], at[better]
            rows.append([*(wins[other] - wins[one]), *(wins[:, one] - wins[:, other])])
        return np.array(rows)

    def gain(self, digit: int, low: str, high: str) -> Score | None:
        """The mean of `gains`; None without players that differ in this digit only."""
        gains = self.gains(self.wins, digit, low, high)
        if gains.size == 0:
            return None
        # A win chance is added for each of its players with the high digit, and subtracted for each
        # with the low one; for the second player the other way round.
        signs = np.array([(name[digit] == high) - (name[digit] == low) for name in self.players])
        noise = self.matrix(lambda pair: pair.first_wins.error**2)
        variance = float((noise * (signs[:, None] - signs[None, :]) ** 2).sum())
        return Score(float(gains.mean()), sqrt(variance) / gains.size, self.matches)

    @property
    def matches(self) -> int:
        """Of all pairs."""
        return sum(one.matches for one in self.pairs.values())


@dataclass(frozen=True, slots=True)
class _Settings:
    """All that decides how rows turn out."""

    matches: int
    seed: int
    game: str
    version: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """The file of finished rows, by reading and first player."""

    settings: _Settings
    rows: dict[str, list[Pair]]


@dataclass(frozen=True)
class Keeping:
    """Where finished rows are kept, and for what settings they hold."""

    folder: Path
    matches: int
    seed: int

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / KEPT

    def read(self) -> dict[str, list[Pair]]:
        """The rows by reading and first player; raises StoreError if they are of other settings."""
        if not self.path.exists():
            return {}
        kept = read_plain(_Kept, parse_json(read_text(self.path, _LARGEST)))
        if kept.settings != self._settings():
            raise StoreError(
                f"{self.path}: expected rows of {self.matches} matches with seed {self.seed}, got"
                " those of another start; choose another --out, or add --force to begin anew"
            )
        return kept.rows

    def write(self, rows: Mapping[str, Sequence[Pair]]) -> None:
        """Replace the file."""
        kept = _Kept(self._settings(), {name: list(row) for name, row in rows.items()})
        make_folder(self.folder)
        write_text(self.path, json.dumps(plain_of(kept, _Kept)) + "\n")

    def _settings(self) -> _Settings:
        return _Settings(self.matches, self.seed, open_game(GAME).digest, __version__)


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    matches: int = MATCHES
    seed: int = 1
    jobs: int = 1
    players: tuple[str, ...] = HEURISTICS
    keeping: Keeping | None = None


def round_robin(plan: Plan, reading: str, told: Told | None = None) -> RoundRobin:
    """Play every pair; rows that are kept from an earlier start are not played again."""
    rows = {} if plan.keeping is None else plan.keeping.read()
    pairs: dict[tuple[str, str], Pair] = {}
    for number, first in enumerate(plan.players):
        row = rows.get(f"{reading} {first}")
        if row is None or [pair.second for pair in row] != list(plan.players):
            row = [_pair(plan, reading, first, second) for second in plan.players]
            rows[f"{reading} {first}"] = row
            if plan.keeping is not None:
                plan.keeping.write(rows)
        pairs |= {(pair.first, pair.second): pair for pair in row}
        if told is not None:
            told(number + 1, len(plan.players))
    return RoundRobin(reading, plan.players, pairs)


def _pair(plan: Plan, reading: str, first: str, second: str) -> Pair:
    begun = time.process_time()
    won = drawn = turns = 0
    for played in _played(plan, reading, (first, second), plan.matches):
        won += int((played.winners == 0).sum())
        drawn += int((played.winners == -1).sum())
        turns += len(played.measures)
    each = 1000 * (time.process_time() - begun) / plan.matches
    return Pair(first, second, plan.matches, won, drawn, turns / plan.matches, each)


def _played(plan: Plan, reading: str, players: tuple[str, str], matches: int) -> Iterator[Playtest]:
    """The matches of a pair, not too many at a time; each pair has seeds of its own."""
    named = [f"hahn:{one},reading={reading}" for one in players]
    pair = HEURISTICS.index(players[0]) * len(HEURISTICS) + HEURISTICS.index(players[1])
    for part, first in enumerate(range(0, matches, MOST_AT_ONCE)):
        seed = (plan.seed * 1000 + pair) * 1000 + part
        count = min(MOST_AT_ONCE, matches - first)
        yield playtest(GAME, named, count, seed, plan.jobs, max_plies=MOST_PLIES)


# --- Units in the course of a match ---------------------------------------------------------------

CURVE_MATCHES: Final[int] = 10_000
CURVE_PLAYER: Final[str] = "332"
STEPS: Final[int] = 100
"""The course of a match is divided into so many parts."""
_FIRST_ARMIES: Final[int] = 5 + 6
"""The column of the first seat's armies among the measures of a moment."""


@dataclass(frozen=True)
class UnitCurves:
    """The units of winners and losers by hundredths of the course of a match."""

    winners: Matrix
    """A row for each decided match."""
    losers: Matrix

    @property
    def lead(self) -> Matrix:
        """The winner's units beyond the loser's."""
        return self.winners - self.losers

    def lead_at(self, part: int) -> dict[str, float]:
        """The winner's advantage so many hundredths into the match."""
        lead = self.lead[:, part]
        return {
            "mean": float(lead.mean()),
            "error": float(lead.std(ddof=1) / sqrt(len(lead))),
            "lowest_of_97.5_percent": float(np.quantile(lead, 0.025)),
            "share_ahead": float((lead > 0).mean()),
            "matches": len(lead),
        }

    @property
    def ahead_from(self) -> int | None:
        """The first hundredth from which 97.5 per cent of the winners are ahead; None if never."""
        low = np.quantile(self.lead, 0.025, axis=0)
        behind = np.flatnonzero(low <= 0)
        if len(behind) == 0:
            return 0
        return int(behind[-1]) + 1 if behind[-1] < STEPS else None


def unit_curves(plan: Plan, reading: str, matches: int = CURVE_MATCHES) -> UnitCurves:
    """The curves of matches of the best player against itself."""
    winners: list[Matrix] = []
    losers: list[Matrix] = []
    for played in _played(plan, reading, (CURVE_PLAYER, CURVE_PLAYER), matches):
        armies = played.measures[:, _FIRST_ARMIES : _FIRST_ARMIES + 2]
        for match, winner in enumerate(played.winners):
            if winner < 0:
                continue
            here = armies[played.moment_offsets[match] : played.moment_offsets[match + 1]]
            curve = _sampled(here)
            winners.append(curve[:, winner])
            losers.append(curve[:, 1 - winner])
    return UnitCurves(np.array(winners), np.array(losers))


def _sampled(armies: Matrix) -> Matrix:
    """The armies at equal steps; each player begins with one unit for each country."""
    units = float(len_of_map())
    turns = np.vstack([[units, units], armies])
    places = np.linspace(0, len(turns) - 1, STEPS + 1)
    each = [np.interp(places, np.arange(len(turns)), turns[:, seat]) for seat in (0, 1)]
    return np.stack(each, axis=1)


@cache
def len_of_map() -> int:
    """The countries of the board."""
    return len(territories_of(cast("ConquestGame", open_game(GAME).root).map))
