"""Evidence: playtests of one game in several modes, and their matches as histories.

`main` holds ordinary matches; the other modes are named in `ludwright.criticism.modes`. A
criterion never plays: everything it needs is here, so new criteria can be run on old records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.measure import group_bounds
from ludwright.criticism.modes import MAIN
from ludwright.criticism.segments import Flags, Floats, Integers, Segments
from ludwright.language.game import Game
from ludwright.play.columns import CHANCE
from ludwright.play.judging import BY_EVALUATION, standings_by_judge
from ludwright.play.outcome import REASONS, Reason
from ludwright.play.playtest import JUDGE, Playtest

TIMEOUTS: frozenset[Reason] = frozenset({Reason.PLY_LIMIT, Reason.TIME_LIMIT})
"""The reasons of abandoned matches."""
NOBODY: int = CHANCE
"""The seat of an event of chance, and the winner of a match that nobody won."""
SAMPLES: int = 100
"""Points in time at which matches of different lengths are compared."""
TIMES: Floats = np.linspace(0.0, 1.0, SAMPLES)
"""t_i, these points: 0 is the start of a match, 1 its end."""

Seats = NDArray[np.int8]
T = TypeVar("T")


def leads_at(standings: Floats, seats: NDArray[Any]) -> Floats:
    """L_s = h_s - max of the others, for the given seat of each column of standings."""
    found: Floats = standings[0]
    if len(standings) > 1:
        places = np.arange(standings.shape[1])
        others = standings.copy()
        others[seats, places] = -np.inf
        found = standings[seats, places] - others.max(axis=0)
    return found


def margins_of(standings: Floats) -> Floats:
    """The lead of whoever leads, in each column of standings; 0 if several seats share the top."""
    # A single seat leads over nothing.
    first, second = standings[0], np.zeros_like(standings[0])
    for one in standings[1:]:
        second = np.maximum(second, np.minimum(first, one))
        first = np.maximum(first, one)
    found: Floats = first - second
    return found


@dataclass(frozen=True, eq=False)
class Course:
    """Some of the moments of each match, in their order."""

    segments: Segments
    """The moments of each match."""
    standings: Floats
    """h_s by seat and moment."""
    movers: Seats
    """The seat whose turn had just been completed, or NOBODY."""

    def where(self, kept: Flags) -> Course:
        """The moments that are kept."""
        return Course(self.segments.where(kept), self.standings[:, kept], self.movers[kept])

    @cached_property
    def changes(self) -> Course:
        """From each moment to the next: how the standings changed, and who moved."""
        inside = self.segments.places[1:] > 0
        return Course(
            Segments(np.maximum(self.segments.counts - 1, 0)),
            np.diff(self.standings, axis=1)[:, inside],
            self.movers[1:][inside],
        )

    @cached_property
    def margins(self) -> Floats:
        """The lead of whoever leads."""
        return margins_of(self.standings)

    @cached_property
    def leaders(self) -> NDArray[np.intp]:
        """The seat that leads; the lowest of those that share the top."""
        found: NDArray[np.intp] = self.standings.argmax(axis=0)
        return found


@dataclass(frozen=True, eq=False)
class Histories:
    """Matches as criteria see them: columns cut into segments, one for each match."""

    plies: Segments
    """The plies of each match."""
    seats: Seats
    """By ply, who decided; NOBODY for an event of chance."""
    options: NDArray[np.int32]
    """b_n by ply, the number of legal moves."""
    openings: Integers
    """R, the random first plies of each match, which are not measured."""
    moments: Segments
    """The moments of each match: the start, then one after each turn; on boards after each ply."""
    standings: Floats
    """h_s by seat and moment; they sum to 1."""
    movers: Seats
    """By moment, the seat whose turn had just been completed; NOBODY at the start."""
    moment_plies: Integers
    """By moment, the plies made before it; 0 at the start."""
    winners: Seats
    """By match, the seat that won, or NOBODY."""

    def __len__(self) -> int:
        return len(self.winners)

    @property
    def seat_count(self) -> int:
        """S, the number of seats."""
        return len(self.standings)

    @property
    def turns(self) -> Integers:
        """M, the completed turns of each match; on boards its moves."""
        return self.moments.counts - 1

    @cached_property
    def turns_in_a_row(self) -> Integers:
        """The turns of each match as people count them.

        Where the judge looks after every ply, plies in a row by one seat are one turn.
        """
        if self.seat_count == 1 or not np.array_equal(self.turns, self.plies.counts):
            return self.turns
        begins = np.ones(len(self.seats), dtype=np.bool_)
        begins[1:] = self.seats[1:] != self.seats[:-1]
        return self.plies.total(begins | (self.plies.places == 0)).astype(np.int64)

    @cached_property
    def is_won(self) -> Flags:
        """Which matches have a winner."""
        return self.winners >= 0

    @cached_property
    def opening_turns(self) -> Integers:
        """The turns of each match that were completed within its opening."""
        within = self.moment_plies <= self.moments.each(self.openings)
        return self.moments.total(within).astype(np.int64) - 1

    @cached_property
    def course(self) -> Course:
        """The moments from the end of the opening to the last that is not terminal."""
        return self._every.where(self._is_in_course)

    @cached_property
    def measured(self) -> Course:
        """The n from R + 1 to M - 1: without the opening and the terminal position."""
        inside = self._is_in_course & (self.moments.places > self.moments.each(self.opening_turns))
        return self._every.where(inside)

    @cached_property
    def won(self) -> Course:
        """The measured moments of the matches that have a winner."""
        return self.measured.where(self.measured.segments.each(self.is_won))

    @cached_property
    def winner_leads(self) -> Floats:
        """w_n, the lead of the eventual winner at the moments of `won`."""
        return leads_at(self.won.standings, self.won.segments.each(self.winners))

    @cached_property
    def decisions(self) -> Flags:
        """By ply, whether a player chose it: after the opening, and no event of chance."""
        return (self.plies.places >= self.plies.each(self.openings)) & (self.seats >= 0)

    @cached_property
    def sampled_matches(self) -> Integers:
        """The matches that have a course to sample: those with a turn."""
        return np.flatnonzero(self.turns > 0)

    @cached_property
    def sampled(self) -> Floats:
        """h_s at `TIMES` by linear interpolation: by seat, match of `sampled_matches` and time."""
        chosen = self.sampled_matches
        turns = self.turns[chosen][:, None]
        at = TIMES * turns
        before = np.minimum(at.astype(np.int64), turns - 1)
        rows = before + self.moments.starts[chosen][:, None]
        start = self.standings[:, rows]
        found: Floats = (self.standings[:, rows + 1] - start) * (at - before) + start
        return found

    @cached_property
    def curve_matches(self) -> Integers:
        """The matches that have a course to sample and a winner."""
        chosen = self.sampled_matches
        return chosen[self.is_won[chosen]]

    @cached_property
    def curves(self) -> Floats:
        """The lead w of the winner at `TIMES`: by match of `curve_matches` and time."""
        standings = self.sampled[:, self.is_won[self.sampled_matches]]
        winners = np.repeat(self.winners[self.curve_matches], SAMPLES)
        leads = leads_at(standings.reshape(self.seat_count, -1), winners)
        return leads.reshape(-1, SAMPLES)

    @cached_property
    def _every(self) -> Course:
        return Course(self.moments, self.standings, self.movers)

    @cached_property
    def _is_in_course(self) -> Flags:
        place = self.moments.places
        is_after = place >= self.moments.each(self.opening_turns)
        return is_after & (place < self.moments.each(self.turns))


@dataclass(frozen=True, eq=False)
class Evidence:
    """All matches of a game that were played in order to judge it."""

    game: Game
    playtests: Mapping[str, Playtest]
    """By mode."""
    preferred_length: int = 60
    """M_pref of Browne & Maire 2010, in turns: half an hour at thirty seconds per move."""
    _derived: dict[Callable[[Evidence], Any], Any] = field(
        default_factory=dict, init=False, repr=False
    )

    @property
    def main(self) -> Playtest:
        """The ordinary matches."""
        return self.playtests[MAIN]

    @cached_property
    def histories(self) -> Histories:
        """The ordinary matches as columns."""
        return histories_of(self.main)

    @property
    def judge(self) -> str:
        """Who judged the leads of the ordinary matches: a player, or the family's evaluation."""
        settings = self.playtests[MAIN].settings if MAIN in self.playtests else {}
        return str(settings.get(JUDGE, BY_EVALUATION))

    @property
    def measures(self) -> Floats:
        """The family's own numbers of the ordinary matches: one row per moment, as in `main`."""
        return self.main.measures

    def derived(self, make: Callable[[Evidence], T]) -> T:
        """What the function makes of this evidence; several criteria may need it, so it is kept."""
        if make not in self._derived:
            self._derived[make] = make(self)
        found: T = self._derived[make]
        return found

    def part(self, place: int, parts: int) -> Evidence:
        """One of several nearly equal parts of the matches of each mode."""
        cut = {
            mode: one.some(*group_bounds(len(one), parts)[place : place + 2].tolist())
            for mode, one in self.playtests.items()
        }
        return Evidence(self.game, cut, self.preferred_length)


def histories_of(playtest: Playtest) -> Histories:
    """The matches of a playtest, with the start of each in front of its moments."""
    column = playtest.columns
    # The start of match i goes in front of its first moment; `insert` counts in the old column.
    firsts = playtest.moment_offsets[:-1]
    return Histories(
        plies=Segments(playtest.lengths),
        seats=column["seats"],
        options=column["options"],
        openings=column["opening_plies"].astype(np.int64),
        moments=Segments(np.diff(playtest.moment_offsets) + 1),
        standings=with_starts(playtest, *standings_by_judge(playtest)),
        movers=np.insert(movers_of(playtest), firsts, NOBODY),
        moment_plies=np.insert(column["moment_plies"].astype(np.int64), firsts, 0),
        winners=playtest.winners,
    )


def with_starts(playtest: Playtest, standings: Floats, starts: Floats) -> Floats:
    """Standings by seat and moment, those before the first ply of each match in front."""
    found: Floats = np.insert(standings.T, playtest.moment_offsets[:-1], starts.T, axis=1)
    return found


def first_movers(playtest: Playtest) -> Integers:
    """By match, the seat that had the first turn; 0 where there was none."""
    movers, offsets = movers_of(playtest), playtest.moment_offsets
    has_turn = np.diff(offsets) > 0
    found = np.zeros(len(playtest), dtype=np.int64)
    found[has_turn] = np.maximum(movers[offsets[:-1][has_turn]], 0)
    return found


def movers_of(playtest: Playtest) -> Seats:
    """By moment, who decided last in the turn that was completed; NOBODY if only chance did.

    The last ply of a turn may be an event, such as a card that is drawn.
    """
    seats = playtest.columns["seats"]
    # How many plies of the columns had been made at each moment, and at the one before.
    before = np.repeat(playtest.offsets[:-1], np.diff(playtest.moment_offsets))
    made = before + playtest.columns["moment_plies"]
    is_first = np.zeros(len(made), dtype=np.bool_)
    is_first[playtest.moment_offsets[:-1][np.diff(playtest.moment_offsets) > 0]] = True
    since = np.where(is_first, before, np.concatenate([[0], made[:-1]]))
    last = np.maximum.accumulate(np.where(seats >= 0, np.arange(len(seats)), -1))[made - 1]
    return np.where(last >= since, seats[last], np.int8(NOBODY))


def is_ended_for(playtest: Playtest, reasons: frozenset[Reason]) -> Flags:
    """Which matches ended for one of the reasons."""
    numbers = [REASONS.index(one) for one in reasons]
    return np.isin(playtest.columns["reasons"], numbers)
