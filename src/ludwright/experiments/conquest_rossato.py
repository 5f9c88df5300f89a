"""Table 4 of Rossato et al. (2023): Risk with its original parameters, measured again.

The paper says that its limit is 24 turns; its figures need one of 48. Both are played, on the map
of the authors' files and on the classic board, and measured as printed and as repaired.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ludwright.criticism.criterion import Criterion, criterion_named
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Score, Unscored, exactly
from ludwright.criticism.modes import MAIN
from ludwright.families.conquest.fitness import Reading
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import Game, game_of
from ludwright.play.playtest import Playtest, playtest
from ludwright.presentation.interval_plot import Series, interval_plot

MAPS: Final[tuple[str, ...]] = ("original-risk", "classic")
LIMITS: Final[tuple[int, ...]] = (24, 48)
MATCHES: Final[int] = 300
PLAYER: Final[str] = "rossato"
PAPER: Final[Mapping[str, float]] = MappingProxyType(
    {
        "completion": 0.063,
        "duration": 0.994,
        "advantage": 0.96,
        "branching": 1.0,
        "drama": 0.890,
        "killer-move": 0.273,
        "lead-change": 0.009,
        "fitness": 4.498,
    }
)
"""The column "Risk" of Table 4."""

_TEXT: Final[str] = """\
(conquest Original-Parameters
  (seats 2 2)
  (map {board})
  (setup draft next-seat)
  (reinforcement 3 ceiling (least 3) inside)
  (cards any (series 2 4 6 8 10 12 15) (step 5) (hold 5))
  (battle (attack-dice 3) (defence-dice 2) ties-to-defender by-rolls all)
  (fortify unlimited)
  (limit {limit}))
"""
_CRITERIA: Final[Mapping[str, str]] = MappingProxyType(
    {
        "completion": "completion",
        "duration": "conquest-duration",
        "advantage": "advantage",
        "branching": "conquest-branching",
        "drama": "conquest-drama",
        "killer-move": "conquest-killer-move",
        "lead-change": "conquest-lead-change",
        "fitness": "conquest-fitness",
    }
)
"""The criterion of each row."""
_SAME: Final[frozenset[str]] = frozenset({"completion", "duration", "advantage"})
"""Rows whose equations need no repair."""

Told = Callable[[int, int], None]


def original_game(board: str, limit: int) -> Game:
    """Risk with the paper's original parameters, on a packaged map, with a limit of turns."""
    source = f"the original parameters on {board}"
    return game_of(_TEXT.format(board=board, limit=limit), ConquestGame, source)


@dataclass(frozen=True)
class Column:
    """One map with one limit."""

    board: str
    limit: int
    played: Playtest
    printed: Mapping[str, Measure]
    """By row of the table, the fitness included."""
    repaired: Mapping[str, Measure]

    @property
    def wins(self) -> tuple[int, int, int]:
        """Matches won by the first seat, by the second, and drawn."""
        winners = self.played.winners
        first, second, drawn = (int((winners == one).sum()) for one in (0, 1, -1))
        return first, second, drawn

    @property
    def turns(self) -> float:
        """The mean number of turns."""
        return len(self.played.measures) / len(self.played)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        first, second, drawn = self.wins
        rows = {
            name: {
                "paper": PAPER[name],
                "printed": _score_json(self.printed[name], name, Reading.PRINTED),
                "repaired": _score_json(self.repaired[name], name, Reading.REPAIRED),
            }
            for name in PAPER
        }
        return {
            "map": self.board,
            "limit": self.limit,
            "matches": len(self.played),
            "wins": [first, second],
            "drawn": drawn,
            "turns": self.turns,
            "criteria": rows,
        }


@dataclass(frozen=True)
class Table:
    """All columns."""

    columns: Sequence[Column]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"columns": [one.to_json() for one in self.columns], "seconds": self.seconds}


def rossato_risk(
    matches: int = MATCHES, seed: int = 0, jobs: int = 1, told: Told | None = None
) -> Table:
    """Play and measure both maps with both limits."""
    begun = time.monotonic()
    settings = [(board, limit) for board in MAPS for limit in LIMITS]
    columns: list[Column] = []
    for board, limit in settings:
        columns.append(_column(board, limit, matches, seed, jobs))
        if told is not None:
            told(len(columns), len(settings))
    return Table(tuple(columns), time.monotonic() - begun)


def _column(board: str, limit: int, matches: int, seed: int, jobs: int) -> Column:
    game = original_game(board, limit)
    played = playtest(game, PLAYER, matches, seed, jobs)
    evidence = Evidence(game, {MAIN: played})

    def measured(reading: Reading) -> dict[str, Measure]:
        return {name: criterion_of(name, reading).measure(evidence) for name in PAPER}

    return Column(board, limit, played, measured(Reading.PRINTED), measured(Reading.REPAIRED))


def criterion_of(row: str, reading: Reading) -> Criterion:
    """The criterion of a row of the table."""
    is_printed = reading is Reading.PRINTED and row not in _SAME
    return criterion_named(_CRITERIA[row] + ("-printed" if is_printed else ""), "conquest")


def table_lines(table: Table) -> Iterator[str]:
    """The table as text: printed and repaired values of each column beside the paper's."""
    heads = [f"{one.board}, limit {one.limit}" for one in table.columns]
    yield f"{'':12}{'paper':>7}" + "".join(f"{head:>34}" for head in heads)
    yield f"{'':19}" + f"{'printed':>17}{'repaired':>17}" * len(heads)
    for name, value in PAPER.items():
        cells = "".join(
            f"{_told(one.printed[name]):>17}{_told(one.repaired[name]):>17}"
            for one in table.columns
        )
        yield f"{name:12}{value:7.3f}{cells}"
    for words, part in (("won by seat 1", 0), ("won by seat 2", 1), ("drawn", 2)):
        counts = "".join(f"{one.wins[part]:34}" for one in table.columns)
        yield f"{words:19}{counts}"
    yield f"{'mean turns':19}" + "".join(f"{one.turns:34.1f}" for one in table.columns)


def table_plot(table: Table) -> str:
    """The repaired values of all columns beside the paper's, as SVG."""
    rows = [name for name in PAPER if name != "fitness"]
    paper = Series("paper, Table 4", {name: exactly(PAPER[name]) for name in rows})
    ours = [
        Series(f"{one.board}, limit {one.limit}", {name: one.repaired[name] for name in rows})
        for one in table.columns
    ]
    return interval_plot(
        "Risk with its original parameters: criteria as repaired", rows, [paper, *ours], 1.0
    )


def _told(found: Measure) -> str:
    return "none" if isinstance(found, Unscored) else f"{found.value:.3f} ± {found.margin:.3f}"


def _score_json(found: Measure, row: str, reading: Reading) -> dict[str, Any]:
    if not isinstance(found, Score):
        return {"unscored": found.why}
    one = criterion_of(row, reading)
    low, high = found.interval(one.low, one.high)
    return {"value": found.value, "low": low, "high": high, "samples": found.samples}
