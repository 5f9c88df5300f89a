"""Evidence: playtests of one game in several modes, and their matches as histories.

`main` holds ordinary matches; the other modes are defined in `ludwright.criticism.effort`. A
criterion never plays: everything it needs is here, so new criteria can be run on old records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.lead_history import SAMPLES
from ludwright.language.game import Game
from ludwright.play.outcome import Reason
from ludwright.play.playtest import Playtest

MAIN = "main"
"""Ordinary matches between two equal players."""
OTHER_FIRST = "other-first"
"""The same, but the usual second player moves first."""
DEEP = "deep"
"""The main matches again, with some of their positions searched deeply."""

TIMEOUTS: frozenset[Reason] = frozenset({Reason.PLY_LIMIT, Reason.TIME_LIMIT})
"""The reasons of abandoned matches."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class History:
    """One match as criteria see it; index n counts moves, so `leads[0]` is before the first."""

    leads: Floats
    """L_n, how far the first seat leads after move n, from -1 to 1; one entry more than moves."""
    seats: NDArray[np.int8]
    """The seat that made each move; `seats[n - 1]` made move n."""
    options: NDArray[np.int32]
    """b_n, the number of legal moves; `options[n - 1]` before move n."""
    opening: int
    """R, the number of random first moves, which are not measured."""
    winner: int
    """The seat that won, or -1."""
    reason: Reason
    start: int
    """Where its plies begin in the columns and annotations of the playtest."""

    @property
    def moves(self) -> int:
        """M, the number of moves."""
        return len(self.seats)

    @property
    def sign(self) -> float:
        """z: 1 if the first seat won, -1 if the second did, 0 if neither."""
        return (0.0, 1.0, -1.0)[self.winner + 1]

    @property
    def winner_leads(self) -> Floats:
        """w_n, the leads as the eventual winner sees them."""
        return self.sign * self.leads

    @property
    def measured(self) -> slice:
        """The n from R + 1 to M - 1: without the opening and the terminal position."""
        return slice(min(self.opening + 1, self.moves), self.moves)

    def sampled_leads(self) -> Floats:
        """L at `SAMPLES` points in time, by linear interpolation."""
        at = np.linspace(0.0, 1.0, SAMPLES) * self.moves
        found: Floats = np.interp(at, np.arange(len(self.leads)), self.leads)
        return found


@dataclass(frozen=True, eq=False)
class Evidence:
    """All matches of a game that were played in order to judge it."""

    game: Game
    playtests: Mapping[str, Playtest]
    """By mode."""
    preferred_length: int = 60
    """M_pref of Browne & Maire 2010: half an hour at thirty seconds per move."""

    @property
    def main(self) -> Playtest:
        """The ordinary matches."""
        return self.playtests[MAIN]

    @cached_property
    def histories(self) -> tuple[History, ...]:
        """The ordinary matches, one history each."""
        return histories_of(self.main)

    @cached_property
    def decided(self) -> tuple[History, ...]:
        """The ordinary matches that were won."""
        return tuple(one for one in self.histories if one.winner >= 0)

    def part(self, place: int, parts: int) -> Evidence:
        """One of several nearly equal parts of the matches of each mode."""
        cut = {
            mode: one.some(len(one) * place // parts, len(one) * (place + 1) // parts)
            for mode, one in self.playtests.items()
        }
        return Evidence(self.game, cut, self.preferred_length)


def histories_of(playtest: Playtest) -> tuple[History, ...]:
    """The matches of a playtest, one history each."""
    column = playtest.columns
    leads, starts = playtest.leads[:, 0], playtest.start_leads[:, 0]
    found: list[History] = []
    for match in range(len(playtest)):
        first, last = int(playtest.offsets[match]), int(playtest.offsets[match + 1])
        found.append(
            History(
                leads=np.concatenate([starts[match : match + 1], leads[first:last]]),
                seats=column["seats"][first:last],
                options=column["options"][first:last],
                opening=int(column["opening_plies"][match]),
                winner=int(playtest.winners[match]),
                reason=playtest.outcome(match).reason,
                start=first,
            )
        )
    return tuple(found)
