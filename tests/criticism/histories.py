"""Hand-made evidence: matches given by their leads and outcomes, without playing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from hypothesis import strategies as st

from ludwright.criticism.criterion import Criterion
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Unscored
from ludwright.criticism.modes import MAIN
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import Game
from ludwright.play.columns import (
    MATCH_COLUMNS,
    PLY_COLUMNS,
    offsets_of,
    plies_as_moments,
    standings_of_leads,
)
from ludwright.play.outcome import REASONS, Reason
from ludwright.play.playtest import Playtest

DRAWN: int = -1
"""The winner of a drawn match."""
SMALL_GAME: Game = open_game("tic-tac-toe")


@dataclass(frozen=True)
class Told:
    """One hand-made match. Defaults: alternating seats, three options, moves of 0."""

    leads: Sequence[float]
    """Before the first move and after each move: one more than moves."""
    winner: int = DRAWN
    """The seat, or DRAWN."""
    opening: int = 0
    options: Sequence[int] | None = None
    seats: Sequence[int] | None = None
    moves: Sequence[int] | None = None
    reason: Reason = Reason.RULE
    is_swapped: bool = False

    @property
    def length(self) -> int:
        return len(self.leads) - 1


def told_playtest(matches: Sequence[Told], game: Game = SMALL_GAME) -> Playtest:
    """The matches as columns, as if they had been played."""
    lengths = [one.length for one in matches]
    entries: dict[str, list[Sequence[float]]] = {
        "moves": [_or_all(one.moves, [0] * one.length) for one in matches],
        "seats": [_or_all(one.seats, [ply % 2 for ply in range(one.length)]) for one in matches],
        "options": [_or_all(one.options, [3] * one.length) for one in matches],
        "values": [[0.0] * one.length for one in matches],
    }
    columns = {
        name: np.asarray([each for row in rows for each in row], dtype=PLY_COLUMNS[name])
        for name, rows in entries.items()
    }
    count = len(matches)
    singles = {
        "reasons": [REASONS.index(one.reason) for one in matches],
        "indices": range(count),
        "opening_plies": [one.opening for one in matches],
        "out_of_time": [0] * count,
    }
    columns |= {name: np.asarray(row, dtype=MATCH_COLUMNS[name]) for name, row in singles.items()}
    points = [{0: (1.0, 0.0), 1: (0.0, 1.0), DRAWN: (0.5, 0.5)}[one.winner] for one in matches]
    columns["scores"] = np.asarray(points, dtype=MATCH_COLUMNS["scores"]).reshape(count, 2)
    offsets = offsets_of(lengths)
    columns |= plies_as_moments(offsets, columns["seats"])
    leads = [lead for one in matches for lead in one.leads[1:]]
    columns["standings"] = standings_of_leads(np.asarray(leads, dtype=np.float32))
    starts = [one.leads[0] for one in matches]
    columns["start_standings"] = standings_of_leads(np.asarray(starts, dtype=np.float32))
    seating = [(1, 0) if one.is_swapped else (0, 1) for one in matches]
    columns["seating"] = np.asarray(seating, dtype=np.int8).reshape(count, 2)
    columns["points"] = np.full((count, 2), np.nan)
    columns["places"] = np.zeros((count, 2), dtype=np.int8)
    columns["work"] = np.zeros((count, 2), dtype=np.uint64)
    return Playtest(game, ("first", "second"), 0, offsets, columns)


def told_evidence(*matches: Told, preferred_length: int = 60, **modes: Sequence[Told]) -> Evidence:
    """Evidence of main matches and of other modes: `other_first=[…]` stands for "other-first"."""
    playtests = {MAIN: told_playtest(matches)}
    playtests |= {name.replace("_", "-"): told_playtest(rows) for name, rows in modes.items()}
    return Evidence(SMALL_GAME, playtests, preferred_length)


def wins(first: int, second: int, drawn: int = 0, moves: int = 4) -> list[Told]:
    """Matches of which only the outcomes matter."""
    winners = [0] * first + [1] * second + [DRAWN] * drawn
    return [Told([0.0] * (moves + 1), winner) for winner in winners]


@st.composite
def random_matches(draw: st.DrawFn, longest: int = 12) -> Told:
    """Any possible match, from one without moves to long ones."""
    moves = draw(st.integers(0, longest))
    lead = st.one_of(st.sampled_from([-1.0, 0.0, 1.0]), st.floats(-1.0, 1.0, width=32))

    def each(one: st.SearchStrategy[int]) -> list[int]:
        return draw(st.lists(one, min_size=moves, max_size=moves))

    return Told(
        leads=draw(st.lists(lead, min_size=moves + 1, max_size=moves + 1)),
        winner=draw(st.sampled_from([DRAWN, 0, 1])),
        opening=draw(st.sampled_from([0, 2, 4])),
        options=each(st.integers(1, 300)),
        seats=each(st.integers(0, 1)),
        reason=draw(st.sampled_from(list(Reason))),
        is_swapped=draw(st.booleans()),
    )


def assert_sound(one: Criterion, found: Measure) -> None:
    """Whether the measure is in the criterion's range, or gives a reason why it is missing."""
    if isinstance(found, Unscored):
        assert found.why
        return
    assert one.low <= found.value <= one.high, one.name
    assert isfinite(found.error), one.name
    assert found.error >= 0.0, one.name
    assert found.samples > 0, one.name


def _or_all(told: Sequence[int] | None, otherwise: Sequence[int]) -> Sequence[int]:
    return otherwise if told is None else told
