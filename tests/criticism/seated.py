"""Hand-made matches of any number of seats, given by the standings after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ludwright.criticism.evidence import NOBODY, Evidence
from ludwright.criticism.modes import MAIN
from ludwright.play.columns import COLUMNS, Level
from ludwright.play.outcome import REASONS, Reason
from ludwright.play.playtest import Playtest
from tests.criticism.histories import SMALL_GAME, Told


@dataclass(frozen=True)
class Ply:
    """One decision, or an event of chance at the seat NOBODY."""

    seat: int
    options: int = 3


@dataclass(frozen=True)
class Seated:
    """One hand-made match; the defaults are turns of one ply each, in the order of the seats."""

    standings: Sequence[Sequence[float]]
    """At the start and after each turn: for each seat a share of 1."""
    winner: int = NOBODY
    turns: Sequence[Sequence[Ply]] | None = None
    """The plies of each turn; the last that is not by chance is by the seat whose turn it is."""
    opening: int = 0
    """Random plies at the beginning."""
    seating: Sequence[int] | None = None
    """The player of each seat."""
    reason: Reason = Reason.RULE

    @property
    def seats(self) -> int:
        return len(self.standings[0])

    def played(self) -> list[Sequence[Ply]]:
        """The plies of each turn."""
        if self.turns is not None:
            return list(self.turns)
        return [[Ply(turn % self.seats)] for turn in range(len(self.standings) - 1)]


def seated_playtest(matches: Sequence[Seated], seats: int, **settings: Any) -> Playtest:
    """The matches as columns, as if they had been played."""
    turns = [one.played() for one in matches]
    plies = [ply for match in turns for turn in match for ply in turn]
    movers = [[_mover(turn) for turn in match] for match in turns]
    counts = [[len(turn) for turn in match] for match in turns]
    flat = [row for one in matches for row in one.standings[1:]]
    columns: dict[str, Any] = {
        "seats": np.asarray([ply.seat for ply in plies], dtype=np.int8),
        "options": np.asarray([ply.options for ply in plies], dtype=np.int32),
        "moment_offsets": np.cumsum([0, *(len(match) for match in turns)], dtype=np.int64),
        "moment_plies": np.asarray(
            [made for match in counts for made in np.cumsum(match)], dtype=np.int32
        ),
        "moment_seats": np.asarray([seat for match in movers for seat in match], dtype=np.int8),
        "standings": np.asarray(flat, dtype=np.float64).reshape(-1, seats),
        "start_standings": np.asarray(
            [one.standings[0] for one in matches], dtype=np.float64
        ).reshape(-1, seats),
        "scores": np.asarray(
            [_scores(one.winner, seats) for one in matches], dtype=np.float32
        ).reshape(-1, seats),
        "seating": np.asarray(
            [one.seating or range(seats) for one in matches], dtype=np.int8
        ).reshape(-1, seats),
        "reasons": np.asarray([REASONS.index(one.reason) for one in matches], dtype=np.uint8),
        "opening_plies": np.asarray([one.opening for one in matches], dtype=np.int32),
    }
    rows = {Level.PLY: len(plies), Level.MOMENT: len(flat), Level.MATCH: len(matches)}
    for column in COLUMNS:
        if column.name not in columns and not column.is_optional:
            shape = (rows[column.level], seats if column.is_table else 1)
            zeros = np.zeros(shape, dtype=column.kind)
            columns[column.name] = zeros if column.is_table else zeros[:, 0]
    offsets = np.cumsum([0, *(sum(match) for match in counts)], dtype=np.int64)
    names = tuple(f"player {number}" for number in range(seats))
    return Playtest(SMALL_GAME, names, 0, offsets, columns, settings)


def seated_evidence(*matches: Seated, seats: int | None = None, **settings: Any) -> Evidence:
    """Evidence of main matches."""
    number = seats if seats is not None else matches[0].seats
    return Evidence(SMALL_GAME, {MAIN: seated_playtest(matches, number, **settings)})


def as_seated(match: Told) -> Seated:
    """A match of two seats, given by leads, as one given by standings."""
    leads = [float(np.float32(lead)) for lead in match.leads]
    options = match.options or [3] * match.length
    seats = match.seats or [ply % 2 for ply in range(match.length)]
    return Seated(
        [(0.5 + 0.5 * lead, 0.5 - 0.5 * lead) for lead in leads],
        match.winner,
        [[Ply(seat, number)] for seat, number in zip(seats, options, strict=True)],
        match.opening,
        (1, 0) if match.is_swapped else (0, 1),
        match.reason,
    )


@dataclass(frozen=True)
class Relabelled:
    """Seats given other numbers: seat s becomes `numbers[s]`."""

    numbers: Sequence[int]
    inverse: Sequence[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "inverse", [self.numbers.index(s) for s in range(self.seats)])

    @property
    def seats(self) -> int:
        return len(self.numbers)

    def match(self, one: Seated) -> Seated:
        seating = one.seating or range(self.seats)
        return Seated(
            [[row[old] for old in self.inverse] for row in one.standings],
            self._seat(one.winner),
            [[Ply(self._seat(ply.seat), ply.options) for ply in turn] for turn in one.played()],
            one.opening,
            [seating[old] for old in self.inverse],
            one.reason,
        )

    def _seat(self, seat: int) -> int:
        return seat if seat == NOBODY else self.numbers[seat]


@st.composite
def seated_matches(draw: st.DrawFn, seats: int, longest: int = 8) -> Seated:
    """Any possible match, with chance and turns of several plies."""
    turns = draw(st.integers(0, longest))
    # Sixteenths: sums and differences are exact, so relabelling changes no rounding.
    rows = [_sixteenths(draw, seats) for _ in range(turns + 1)]
    ply = st.builds(Ply, st.integers(NOBODY, seats - 1), st.integers(1, 40))
    return Seated(
        rows,
        draw(st.integers(NOBODY, seats - 1)),
        [draw(st.lists(ply, min_size=1, max_size=3)) for _ in range(turns)],
        draw(st.integers(0, 4)),
        draw(st.permutations(range(seats))),
        draw(st.sampled_from(list(Reason))),
    )


def _sixteenths(draw: st.DrawFn, seats: int) -> list[float]:
    cuts = sorted(draw(st.lists(st.integers(0, 16), min_size=seats - 1, max_size=seats - 1)))
    ends = [0, *cuts, 16]
    return [(high - low) / 16 for low, high in pairwise(ends)]


def _mover(turn: Sequence[Ply]) -> int:
    return next((ply.seat for ply in reversed(turn) if ply.seat != NOBODY), NOBODY)


def _scores(winner: int, seats: int) -> list[float]:
    if winner == NOBODY:
        return [1.0 / seats] * seats
    return [float(seat == winner) for seat in range(seats)]
