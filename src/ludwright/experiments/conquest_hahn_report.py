"""What the round robin of Hahn's heuristics showed: lines, plain data and the paper's figures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from ludwright.criticism.measure import Measure, Score, exactly
from ludwright.experiments.conquest_hahn import (
    STEPS,
    Matrix,
    Pair,
    Plan,
    RoundRobin,
    Told,
    UnitCurves,
    published,
    round_robin,
    unit_curves,
)
from ludwright.files import make_folder, write_text
from ludwright.plain import plain_of
from ludwright.presentation.interval_plot import Series, interval_plot
from ludwright.presentation.line_plot import Line, line_plot
from ludwright.presentation.matrix_plot import matrix_plot

SIXTY: Final[int] = 60
"""Where the paper looks at the winner's advantage, in hundredths of the match."""
_AXES: Final[tuple[str, str]] = ("first player", "second player")
TABLE: Final[str] = "table.csv"
FILES: Final[tuple[str, ...]] = (TABLE, *(f"figure-{number:02}.svg" for number in range(3, 15)))
"""What is written for each reading."""
_SLOW: Final[int] = 6
"""The players with random supply come first; the paper shows their long matches apart."""


@dataclass(frozen=True)
class Report:
    """One reading: its round robin and its unit curves."""

    found: RoundRobin
    curves: UnitCurves

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        found = self.found
        return {
            "reading": found.reading,
            "rmse": found.rmse.value,
            "rmse_error": found.rmse.error,
            "rmse_of_sampling_alone": found.noise,
            "self_play_first_wins": found.self_play_first_wins.value,
            "self_play_first_wins_error": found.self_play_first_wins.error,
            "published_self_play_first_wins": float(np.diag(found.published).mean()),
            "matches": found.matches,
            "table": [_pair_json(pair) for pair in found.pairs.values()],
            "strengths": found.strengths(found.wins),
            "published_strengths": found.strengths(found.published),
            "effects": [plain_of(one, Effect) for one in effects(found)],
            "winner_ahead_at_60_percent": self.curves.lead_at(SIXTY),
            "winners_ahead_from_percent": self.curves.ahead_from,
        }


def _pair_json(pair: Pair) -> dict[str, Any]:
    score = pair.first_wins
    return {
        "first": pair.first,
        "second": pair.second,
        "first_wins": score.value,
        "error": score.error,
        "published": published()[pair.first, pair.second],
        "matches": pair.matches,
        "drawn": pair.drawn,
        "turns": pair.turns,
        "milliseconds": pair.milliseconds,
    }


@dataclass(frozen=True)
class Effect:
    """What a heuristic adds to the win chance beyond the one before it."""

    words: str
    gain: Score
    better: int
    """Cases in which it adds anything: players, opponents and seats."""
    cases: int
    published: float
    """The mean of the published values."""


def effects(found: RoundRobin) -> Iterator[Effect]:
    """All effects that can be seen among the players."""
    phases = (("supply", "123"), ("attack", "123"), ("reinforce", "12"))
    for digit, (phase, choices) in enumerate(phases):
        for low, high in pairwise(choices):
            gain = found.gain(digit, low, high)
            if gain is None:
                continue
            gains = found.gains(found.wins, digit, low, high)
            theirs = found.gains(found.published, digit, low, high)
            words = f"{phase} {high} instead of {low}"
            better = int((gains > 0).sum())
            yield Effect(words, gain, better, gains.size, float(theirs.mean()))


def report_lines(report: Report) -> Iterator[str]:
    """The findings in words."""
    found, curves = report.found, report.curves
    yield f"{found.reading} reading, {found.matches} matches"
    yield f"  distance to the published values (rmse): {found.rmse}"
    yield f"  distance that sampling alone would give: {found.noise:.3f}"
    self_play = float(np.diag(found.published).mean())
    yield f"  first player in self-play: {found.self_play_first_wins}; published {self_play:.3f}"
    ours = " ".join(f"{name} {value:.3f}" for name, value in found.strengths(found.wins).items())
    yield f"  strength: {ours}"
    for one in effects(found):
        yield (
            f"  {one.words}: {one.gain.value:+.3f} ± {one.gain.margin:.3f}, better in"
            f" {one.better} of {one.cases} cases; published {one.published:+.3f}"
        )
    lead = curves.lead_at(SIXTY)
    yield (
        f"  60 % into a match the winner is {lead['mean']:.1f} units ahead on average, and ahead in"
        f" {100 * lead['share_ahead']:.1f} % of {lead['matches']:.0f} matches"
    )
    yield from _table_lines(found)


def _table_lines(found: RoundRobin) -> Iterator[str]:
    yield "  first wins, by first player (down) and second player (across):"
    yield "       " + " ".join(f"{name:>4}" for name in found.players)
    for name, row in zip(found.players, found.wins, strict=True):
        yield f"  {name:>4} " + " ".join(f"{value:.2f}" for value in row)


def table_csv(found: RoundRobin) -> str:
    """One line for each pair."""
    text = io.StringIO()
    rows = [_pair_json(pair) for pair in found.pairs.values()]
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


# --- Figures 3 to 14 ------------------------------------------------------------------------------


def figures(report: Report) -> dict[str, str]:
    """The figures of the paper as SVG, by file name."""
    found = report.found
    each = found.matrix(lambda pair: pair.milliseconds)
    turns = found.matrix(lambda pair: pair.turns)
    shades: dict[int, tuple[str, Matrix]] = {
        3: ("Milliseconds of a match", each),
        5: ("Turns of a match", turns),
        7: ("Microseconds of a turn", 1000 * each / turns),
        10: ("Advantage of the first player in per cent", found.advantage),
        11: ("Win chance of the first player", found.wins),
    }
    drawn = {
        number: _shaded(words, found.players, rows) for number, (words, rows) in shades.items()
    }
    slow = found.players[:_SLOW]
    for number in (3, 5, 7):
        words, rows = shades[number]
        few = rows[: len(slow), : len(slow)]
        drawn[number + 1] = _shaded(f"{words}, both with random supply", slow, few)
    drawn[12] = matrix_plot(
        "Win chance of the first player", _AXES[::-1], found.players, found.wins.T.tolist()
    )
    drawn[9] = self_play_plot(found)
    drawn[13], drawn[14] = unit_plots(report.curves)
    return {f"figure-{number:02}.svg": drawn[number] for number in sorted(drawn)}


def _shaded(words: str, players: Sequence[str], rows: Matrix) -> str:
    return matrix_plot(words, _AXES, players, rows.tolist())


def self_play_plot(found: RoundRobin) -> str:
    """Figure 9: each player against itself, beside the published values."""
    ours: Mapping[str, Measure] = {
        name: found.pairs[name, name].first_wins for name in found.players
    }
    theirs: Mapping[str, Measure] = {
        name: exactly(published()[name, name]) for name in found.players
    }
    series = [Series("published", theirs), Series(f"{found.reading} reading, 95 %", ours)]
    return interval_plot("First player's wins in self-play", found.players, series, 1.0)


def unit_plots(curves: UnitCurves) -> tuple[str, str]:
    """Figures 13 and 14: units of winner and loser, and their difference."""
    across = "per cent of the match"
    units = [
        *_with_quantiles("winner", curves.winners),
        *_with_quantiles("loser", curves.losers),
    ]
    lead = _with_quantiles("winner's units beyond the loser's", curves.lead)
    return (
        line_plot("Units in the course of a match", across, "units", units),
        line_plot("Advantage of the winner", across, "units", lead),
    )


def _with_quantiles(words: str, values: Matrix) -> list[Line]:
    parts = range(STEPS + 1)
    low, high = np.quantile(values, [0.025, 0.975], axis=0)
    return [
        Line(f"{words}: mean", list(zip(parts, values.mean(axis=0).tolist(), strict=True))),
        Line(f"{words}: 97.5 % are above", list(zip(parts, low.tolist(), strict=True))),
        Line(f"{words}: 97.5 % are below", list(zip(parts, high.tolist(), strict=True))),
    ]


# --- The whole experiment -------------------------------------------------------------------------


def play_all(
    plan: Plan, readings: Sequence[str], curve_matches: int, out: Path, told: Told | None = None
) -> tuple[list[Report], list[str]]:
    """Play the readings and write their tables and figures; the reports and the files."""
    reports: list[Report] = []
    written: list[str] = []
    rows = len(plan.players)
    for number, reading in enumerate(readings):

        def so_far(done: int, _: int, before: int = number * rows) -> None:
            if told is not None:
                told(before + done, rows * len(readings))

        found = round_robin(plan, reading, so_far)
        report = Report(found, unit_curves(plan, reading, curve_matches))
        reports.append(report)
        folder = out / reading
        make_folder(folder)
        for name, text in {TABLE: table_csv(found), **figures(report)}.items():
            write_text(folder / name, text)
            written.append(str(folder / name))
    return reports, written


def all_json(reports: Sequence[Report]) -> dict[str, Any]:
    """The first reading, and all of them by name."""
    plain = [one.to_json() for one in reports]
    return {**plain[0], "readings": {one["reading"]: one for one in plain}}
