"""Whether leads mean something: `python -m benchmarks.leads [--games NAME …] [--matches N]`.

Plays the ordinary matches of a quick critique once per packaged game and reads leads from them by
both judges: the evaluation after each ply, and the search. For each game: in what share of plies
the leader went on to win, the Brier score of the standings, and the mean gain of the mover. Over
all games: how much of permanence, lead changes and drama is nothing but that gain.

Progress is saved in runs/leads and continued by the next start; `--afresh` begins again. Writes
docs/results/leads.md about all games measured so far.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.criterion import criterion_named
from ludwright.criticism.effort import QUICK, plan_of
from ludwright.criticism.evidence import Evidence, Histories, leads_at
from ludwright.criticism.gathering import gather
from ludwright.criticism.measure import Score
from ludwright.criticism.modes import MAIN
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.play.judging import BY_EVALUATION, JUDGED_STANDINGS, Judging, judge
from ludwright.play.outcome import REASONS, Reason

HOME = Path(__file__).parents[1]
STATE = HOME / "runs" / "leads"
RESULTS = HOME / "docs" / "results" / "leads.md"
SEED = 1
CRITERIA = ("permanence", "lead-change", "drama-average")
SMALL_GAIN = 0.03
ABANDONED = tuple(REASONS.index(one) for one in (Reason.PLY_LIMIT, Reason.TIME_LIMIT, Reason.FAULT))

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the leads of one judge say about the matches of one game; None where there is nothing.

    `gain` is the mean change of the mover's lead, `right` the share of plies whose leader won.
    """

    right: float | None
    brier: float | None
    gain: float | None
    criteria: dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One game."""

    game: str
    judge: str
    matches: int
    decided: int
    old: Reading
    new: Reading
    seconds: float
    """Of the processor, for the whole evidence of a quick critique without the judge."""
    judge_seconds: float


def main() -> None:
    """Play, judge and print; write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(game_names()))
    parser.add_argument("--matches", type=int, default=QUICK.matches)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--afresh", action="store_true", help="forget what was measured before")
    wanted = parser.parse_args()
    STATE.mkdir(parents=True, exist_ok=True)
    for name in wanted.games:
        path = STATE / f"{name}.{wanted.matches}.json"
        if wanted.afresh or not path.is_file():
            row = measured(name, wanted.matches, wanted.jobs)
            path.write_text(json.dumps(asdict(row)), encoding="utf-8")
            print(line_of(row), flush=True)
    saved = sorted(STATE.glob(f"*.{wanted.matches}.json"))
    rows = [row_of(json.loads(path.read_text(encoding="utf-8"))) for path in saved]
    print(summary(rows))
    if wanted.matches == QUICK.matches:
        RESULTS.write_text(page(rows), encoding="utf-8")


def measured(name: str, matches: int, jobs: int) -> Row:
    """One game, read by both judges."""
    game = open_game(name)
    begun = process_time()
    evidence = gather(game, replace(QUICK, matches=matches), SEED, jobs)
    seconds = process_time() - begun
    judging = plan_of(game.family).judging
    assert judging is not None, "the plan of board games has a judge"
    begun = process_time()
    judge(evidence.main, judging, jobs)
    judge_seconds = process_time() - begun
    kept = {n: one for n, one in evidence.main.annotations.items() if n != JUDGED_STANDINGS}
    plain = Evidence(game, {MAIN: replace(evidence.main, annotations=kept)})
    return Row(
        name,
        evidence.judge,
        len(evidence.main),
        int((evidence.main.winners >= 0).sum()),
        reading_of(plain),
        reading_of(evidence),
        seconds - judge_seconds,
        judge_seconds,
    )


def reading_of(evidence: Evidence) -> Reading:
    """What the leads of this evidence say."""
    played = evidence.histories
    measures = {
        one: criterion_named(one, evidence.game.family).measure(evidence) for one in CRITERIA
    }
    return Reading(
        right_share(played),
        brier_score(evidence),
        mover_gain(played),
        {n: one.value if isinstance(one, Score) else None for n, one in measures.items()},
    )


def right_share(played: Histories) -> float | None:
    """The share of the measured plies of won matches whose leader won; no leader counts half."""
    leads = played.winner_leads
    return _mean(np.where(leads > 0.0, 1.0, np.where(leads < 0.0, 0.0, 0.5)))


def brier_score(evidence: Evidence) -> float | None:
    """The mean squared error of the first seat's standing, over plies of matches that ended."""
    measured, main = evidence.histories.measured, evidence.main
    kept = ~measured.segments.each(np.isin(main.columns["reasons"], ABANDONED))
    scores = measured.segments.each(main.columns["scores"][:, 0].astype(np.float64))
    return _mean(((measured.standings[0] - scores) ** 2)[kept])


def mover_gain(played: Histories) -> float | None:
    """The mean change of the mover's lead over all plies."""
    course = played.course
    after = np.flatnonzero(course.segments.places > 0)
    movers = course.movers[after]
    gains = leads_at(course.standings[:, after], movers)
    return _mean(gains - leads_at(course.standings[:, after - 1], movers))


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


# --- Over all games -------------------------------------------------------------------------------


def row_of(data: dict[str, Any]) -> Row:
    """The row that was saved."""
    return Row(**{**data, "old": Reading(**data["old"]), "new": Reading(**data["new"])})


def line_of(row: Row) -> str:
    """One game in a line."""
    both = [
        f"{_shown(getattr(row.old, name))} {_shown(getattr(row.new, name))}"
        for name in ("right", "brier", "gain")
    ]
    cost = row.judge_seconds / row.seconds
    return f"{row.game:22} {row.judge:18} " + "   ".join(both) + f"   {cost:.2f}"


def _shown(value: float | None) -> str:
    return "     –" if value is None else f"{value:+.3f}"


def paired(rows: Sequence[Row], value: Callable[[Reading], float | None]) -> Floats:
    """(old, new) of the games in which both are defined."""
    found = [(value(row.old), value(row.new)) for row in rows]
    return np.array([pair for pair in found if None not in pair], dtype=np.float64).reshape(-1, 2)


def correlation(rows: Sequence[Row], criterion: str, *, is_new: bool) -> tuple[float, int]:
    """Of |mean gain| with a criterion, over the games that have both; and how many they are."""
    readings = [row.new if is_new else row.old for row in rows]
    found = [(one.gain, one.criteria[criterion]) for one in readings]
    table = np.array([pair for pair in found if None not in pair], dtype=np.float64)
    return float(np.corrcoef(np.abs(table[:, 0]), table[:, 1])[0, 1]), len(table)


def summary(rows: Sequence[Row]) -> str:
    """The figures over all games, as a table in Markdown."""
    right = paired(rows, lambda one: one.right)
    brier = paired(rows, lambda one: one.brier)
    gain = np.abs(paired(rows, lambda one: one.gain))
    small = (gain <= SMALL_GAIN).mean(axis=0)
    better = float((brier[:, 1] < brier[:, 0]).mean())
    lines = [
        "| | Evaluation | Search | Games |",
        "|---|---|---|---|",
        f"| leader wins, share of plies | {_pair(right.mean(axis=0))} | {len(right)} |",
        f"| Brier score, mean | {_pair(brier.mean(axis=0))} | {len(brier)} |",
        f"| Brier score, share of games with the better one | {1 - better:.2f} | {better:.2f}"
        f" | {len(brier)} |",
        f"| mean gain of the mover, mean size | {_pair(gain.mean(axis=0))} | {len(gain)} |",
        f"| share of games with at most {SMALL_GAIN} | {_pair(small)} | {len(gain)} |",
    ]
    for name in CRITERIA:
        old, _ = correlation(rows, name, is_new=False)
        new, count = correlation(rows, name, is_new=True)
        lines.append(f"| its correlation with `{name}` | {old:+.2f} | {new:+.2f} | {count} |")
    cost = np.array([row.judge_seconds / row.seconds for row in rows])
    whole = f"playouts={Judging().playouts},"
    reduced = sum(whole not in row.judge for row in rows)
    static = sum(row.judge == BY_EVALUATION for row in rows)
    lines += [
        "",
        f"Cost of the search, in processor time of the other evidence of a quick critique: median"
        f" {np.median(cost):.2f}, 90th percentile {np.quantile(cost, 0.9):.2f}, in all"
        f" {sum(r.judge_seconds for r in rows) / sum(r.seconds for r in rows):.2f}."
        f" {reduced} of {len(rows)} games had fewer than {Judging().playouts} playouts per"
        f" position, {static} of them none.",
    ]
    return "\n".join(lines)


def _pair(values: Floats) -> str:
    return f"{values[0]:.3f} | {values[1]:.3f}"


def page(rows: Sequence[Row]) -> str:
    """The page of results."""
    table = [
        "| Game | Judge | Leader wins | | Brier score | | Mean gain of the mover | |",
        "|---|---|---|---|---|---|---|---|",
        "| | | evaluation | search | evaluation | search | evaluation | search |",
    ]
    for row in rows:
        cells = [
            _shown(getattr(reading, name)).strip()
            for name in ("right", "brier", "gain")
            for reading in (row.old, row.new)
        ]
        table.append(f"| {row.game} | `{row.judge}` | {' | '.join(cells)} |")
    return PAGE.format(
        games=len(rows),
        known=len(game_names()),
        matches=QUICK.matches,
        summary=summary(rows),
        table="\n".join(table),
    )


PAGE = """\
# Leads

Written by `python -m benchmarks.leads`. The ordinary matches of a quick critique ({matches} a
game, seed 1) of {games} of the {known} packaged board games, each read twice: by the evaluation
after each ply, and by [search](../decisions/0038-leads-by-search.md). No lead is calibrated on
the match it belongs to.

- *Leader wins*: of the plies of won matches, after the opening and before the last position, those
  whose leader won in the end; plies without a leader count half.
- *Brier score*: the mean squared difference between the first seat's standing and its score, over
  the same plies of all matches that ended by the rules. 0.25 is what always saying "even" gets.
- *Mean gain of the mover*: how much the lead of whoever moved changed, on average over all plies. A
  judge that favours nobody finds about 0.

Shares and means are those of games, each of which counts the same. Where leads swing widely and
matches are short, the mean of a few large gains is far from 0 by chance alone, and `permanence` is
low because of the same swings: what is left of that correlation need not be a bias of the judge.

{summary}

## By game

{table}
"""


if __name__ == "__main__":
    main()
