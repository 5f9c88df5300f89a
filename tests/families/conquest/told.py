"""Hand-made matches of conquest games, given by the territories and armies after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludwright.criticism.evidence import Evidence
from ludwright.criticism.modes import MAIN
from ludwright.families.conquest.courses import MOST_SEATS, TURN_MEASURES
from ludwright.families.conquest.library import open_game
from ludwright.play.columns import COLUMNS, Level
from ludwright.play.playtest import Playtest

Counts = Sequence[int]


@dataclass(frozen=True)
class Turn:
    """What is counted at the end of a turn."""

    territories: Counts
    armies: Counts
    moves: tuple[int, int, int] = (3, 3, 3)
    """M_add, M_attack and M_fort."""
    pairs: int = 2
    """Between which an attack was possible."""


@dataclass(frozen=True)
class Told:
    """One match."""

    turns: Sequence[Turn]
    winner: int = -1


def told_playtest(*matches: Told, game: str = "rossato-classic") -> Playtest:
    """The matches as if they had been played, one ply in each turn."""
    seats = len(matches[0].turns[0].territories)
    turns = [turn for match in matches for turn in match.turns]
    counts = [len(match.turns) for match in matches]
    offsets = np.cumsum([0, *counts], dtype=np.int64)
    rows = {Level.PLY: len(turns), Level.MOMENT: len(turns), Level.MATCH: len(matches)}
    columns = {
        one.name: np.zeros((rows[one.level], seats if one.is_table else 1), one.kind)
        for one in COLUMNS
    }
    columns = {one.name: columns[one.name] for one in COLUMNS if one.is_table} | {
        one.name: columns[one.name][:, 0] for one in COLUMNS if not one.is_table
    }
    columns["measures"] = np.asarray([_measures(turn) for turn in turns], dtype=np.float64)
    places = [place for count in counts for place in range(count)]
    columns["seats"] = columns["moment_seats"] = np.asarray(places, dtype=np.int8) % seats
    columns["moment_plies"] = np.asarray(places, dtype=np.int32) + 1
    for number, match in enumerate(matches):
        columns["scores"][number] = 1.0 / seats
        if match.winner >= 0:
            columns["scores"][number] = np.arange(seats) == match.winner
    columns["moment_offsets"] = offsets
    return Playtest(open_game(game), ("rossato",) * seats, 0, offsets, columns)


def told_evidence(*matches: Told, game: str = "rossato-classic") -> Evidence:
    """Evidence of ordinary matches."""
    played = told_playtest(*matches, game=game)
    return Evidence(played.game, {MAIN: played})


def _measures(turn: Turn) -> list[float]:
    row = [0.0] * (TURN_MEASURES + 2 * MOST_SEATS)
    row[:3] = turn.moves
    row[3] = turn.pairs
    row[TURN_MEASURES : TURN_MEASURES + len(turn.territories)] = turn.territories
    armies = TURN_MEASURES + MOST_SEATS
    row[armies : armies + len(turn.armies)] = turn.armies
    return row
