"""The courses of matches as equations 2 to 12 of Rossato et al. (2023) see them.

There is one row for each turn that was begun: after its end, or where the match ended in it. All is
read from the column `measures` of a playtest, since the standings of a finished match are its
scores. Every function here reduces whole columns and gives one number for each match, NaN where a
match has none; nothing loops over matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.segments import Flags, Floats, Integers, Segments
from ludwright.families.conquest.lower import territories_of
from ludwright.families.conquest.vocabulary import ConquestGame, First
from ludwright.language.game import Game
from ludwright.play.columns import leads_of
from ludwright.play.playtest import Playtest

PREFERRED_TURNS: Final[int] = 24
"""D_pref of equation 4: twelve turns of each of two players."""
PAIRS: Final[int] = 3
"""The column of the pairs of territories between which an attack was possible."""
TURN_MEASURES: Final[int] = 5
"""The columns that describe a turn: `Position::kTurnMeasures` of `native/conquest/position.h`."""
MOST_SEATS: Final[int] = 6
"""Then come the territories of so many seats, and then their armies."""
SAME: Final[float] = 1e-12
"""Leads that differ by less are equal: shares of territories and armies that balance are not
always exactly equal once they are rounded."""


class Weights(NamedTuple):
    """What the shares of territories and of armies count in a standing: w_terr and w_unit."""

    territory: float = 0.8
    army: float = 0.2


USUAL_WEIGHTS: Final = Weights()
"""The paper does not print its weights; these are those of the authors' program."""


@dataclass(frozen=True, eq=False)
class Courses:
    """The turns of many matches of one game."""

    turns: Segments
    """The turns of each match: D_j."""
    standings: Floats
    """H_s by seat and turn (equation 2)."""
    choices: Floats
    """M_add + M_attack + M_fort of each turn (equations 6 to 8), counted once per turn."""
    pairs: Floats
    """The pairs of territories between which an attack was possible, of each turn."""
    winners: NDArray[np.int8]
    """The seat that won each match, or -1."""
    first: int
    """The seat that has the first turn."""

    @cached_property
    def leads(self) -> Floats:
        """H_s less the best of the others, by seat and turn."""
        if len(self.standings) == 2:
            lead = self.standings[0] - self.standings[1]
            return np.stack([lead, -lead])
        found: Floats = leads_of(self.standings.T).T
        return found

    @cached_property
    def is_won(self) -> Flags:
        """Which matches have a winner."""
        return self.winners >= 0

    @cached_property
    def gains(self) -> Floats:
        """What each seat's lead gained in each turn; 0 in the first turn of a match.

        Of two seats, one gains what the other loses: there is a row for the first only.
        """
        leads = self.leads[:1] if len(self.leads) == 2 else self.leads
        found = np.zeros_like(leads)
        np.subtract(leads[:, 1:], leads[:, :-1], out=found[:, 1:])
        found[:, self.turns.starts[self.turns.is_filled]] = 0.0
        return found

    @cached_property
    def deficits(self) -> Floats:
        """How far the eventual winner was behind after each turn; 0 if it was not, or in a draw."""
        winners = self.turns.each(self.winners)
        leads = self.leads[winners, np.arange(len(winners))]
        return np.where((leads < -SAME) & (winners >= 0), -leads, 0.0)


def courses_of(playtest: Playtest, weights: Weights = USUAL_WEIGHTS) -> Courses:
    """The courses of the matches of a playtest."""
    rows, seats = playtest.measures, playtest.seats
    armies = TURN_MEASURES + MOST_SEATS
    territory_shares = _shares(rows[:, TURN_MEASURES : TURN_MEASURES + seats])
    army_shares = _shares(rows[:, armies : armies + seats])
    return Courses(
        Segments(np.diff(playtest.moment_offsets)),
        weights.territory * territory_shares + weights.army * army_shares,
        rows[:, 0] + rows[:, 1] + rows[:, 2],
        rows[:, PAIRS],
        playtest.winners,
        first_seat(playtest.game, seats),
    )


def first_seat(game: Game, seats: int) -> int:
    """The seat that has the first turn."""
    root = cast("ConquestGame", game.root)
    if root.setup.first is First.FIRST_SEAT:
        return 0
    owners = seats + (root.setup.is_neutral and seats == 2)
    following = len(territories_of(root.map)) % owners
    return following if following < seats else 0


def _shares(counts: Floats) -> Floats:
    """By seat and turn; 0 for all before anything is dealt."""
    columns = np.ascontiguousarray(counts.T)
    found: Floats = columns / np.maximum(columns.sum(axis=0), 1.0)
    return found


# --- One number for each match --------------------------------------------------------------------


def completed(played: Courses) -> Floats:
    """1 where a match has a winner (equation 3)."""
    return played.is_won.astype(np.float64)


def duration(played: Courses) -> Floats:
    """How far the number of turns is from the preferred one (equation 4)."""
    found: Floats = np.abs(PREFERRED_TURNS - played.turns.counts) / PREFERRED_TURNS
    return found


def first_wins(played: Courses) -> Floats:
    """1 where the seat with the first turn won, 0 where another did; none of draws (equation 5)."""
    return np.where(played.is_won, played.winners == played.first, np.nan)


def branching(played: Courses) -> Floats:
    """The mean number of moves per turn on a logarithmic scale (equation 9, repaired)."""
    return np.minimum(1.0, np.log10(played.turns.mean(played.choices) + 1.0) / 2.0)


def branching_printed(played: Courses) -> Floats:
    """Equation 9 as printed, which halves after the minimum is taken."""
    found: Floats = np.minimum(1.0, np.log10(played.turns.mean(played.choices) + 1.0)) / 2.0
    return found


def drama(played: Courses) -> Floats:
    """How far the winner was behind while behind; 0 if it never was (equation 10, repaired)."""
    return np.where(played.is_won, _mean_setback(played, 1.0), np.nan)


def drama_printed(played: Courses) -> Floats:
    """Equation 10 as printed: nothing divided by nothing where the winner was never behind."""
    return _mean_setback(played, np.nan)


def _mean_setback(played: Courses, without: float) -> Floats:
    deficits = played.deficits
    times = played.turns.total(deficits > 0.0)
    found: Floats = played.turns.total(np.sqrt(deficits)) / np.where(times > 0.0, times, without)
    return found


def killer_move(played: Courses) -> Floats:
    """The largest change of the lead of any seat in a turn (equation 11, repaired)."""
    return played.turns.largest(np.abs(played.gains).max(axis=0))


def killer_move_printed(played: Courses) -> Floats:
    """Equation 11 as printed: what the first seat gained most; none of a match of one turn."""
    gains = played.gains[0].copy()
    gains[played.turns.starts[played.turns.is_filled]] = -np.inf
    found = played.turns.largest(gains)
    return np.where(played.turns.counts > 1, found, np.nan)


def lead_change(played: Courses) -> Floats:
    """How often the leader changes, ties keeping the leader (equation 12, repaired)."""
    rows = np.flatnonzero(played.leads.max(axis=0) > SAME)
    leaders, owners = _leaders(played)[rows], played.turns.owners[rows]
    is_new = (leaders[1:] != leaders[:-1]) & (owners[1:] == owners[:-1])
    changes = np.bincount(owners[1:][is_new], minlength=len(played.turns))
    return changes / np.maximum(played.turns.counts - 1, 1)


def lead_change_printed(played: Courses) -> Floats:
    """Equation 12 as printed; at ties the first of those who share the top leads."""
    leaders = _leaders(played)
    is_new = np.zeros(len(leaders), dtype=np.bool_)
    np.not_equal(leaders[1:], leaders[:-1], out=is_new[1:])
    is_new[played.turns.starts[played.turns.is_filled]] = False
    steps = played.turns.counts - 1
    return played.turns.total(is_new) / np.where(steps > 0, steps, np.nan)


def _leaders(played: Courses) -> Integers:
    """After each turn, the first of the seats that share the top."""
    found: Integers = (played.leads >= -SAME).argmax(axis=0)
    return found
