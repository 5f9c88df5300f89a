"""How far criticism can be trusted: `python -m benchmarks.criticism [retest] [errors]`.

`retest`: thirty games measured twice with full effort; each criterion should rank them the same.
`errors`: ten games measured twelve times with 100 matches and once with 2,000; the intervals of the
former should contain the value of the latter in 19 of 20 cases.
Progress is saved in runs/criticism and continued by the next start. Writes
docs/results/criticism.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.criterion import Criterion, Group, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import FULL, QUICK, Effort
from ludwright.criticism.measure import Score
from ludwright.criticism.profile import aesthetic_score, default_profile
from ludwright.experiments.measuring import measure_all
from ludwright.families.combinatorial.library import open_game
from ludwright.synthesis.worker_pool import worker_pool

HOME = Path(__file__).parents[1]
STATE = HOME / "runs" / "criticism"
RESULTS = HOME / "docs" / "results" / "criticism.md"
FAMILY = "combinatorial"
RETEST_GAMES = (
    "tic-tac-toe",
    "tic-tac-toe-misere",
    "four-six",
    "four-hexhex",
    "four-orthogonal",
    "three-mens-morris",
    "hex-7",
    "lines-of-action-5",
    "breakthrough-6",
    "octapawn",
    "hexapawn",
    "camelot-mini",
    "draughts-mini",
    "orthogonal-draughts",
    "alquerque-approx",
    "tablut-mini",
    "fox-and-geese",
    "clobber",
    "snort",
    "col",
    "isolation",
    "joust",
    "tower-race",
    "reversi-6",
    "reversi-hex",
    "ataxx-mini",
    "line-score",
    "knight-fight",
    "connect-four",
    "stalemate-wins",
)
ERROR_GAMES = (
    "tic-tac-toe",
    "hex-7",
    "lines-of-action-5",
    "hexapawn",
    "draughts-mini",
    "clobber",
    "isolation",
    "three-mens-morris",
    "ataxx-mini",
    "octapawn",
)
BATCHES = 12
FEW: Effort = replace(QUICK, name="100 matches", matches=100)
MANY: Effort = replace(QUICK, name="2,000 matches", matches=2_000)
WANTED_CORRELATION, WANTED_CRITERIA = 0.9, 28


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["retest", "errors"])
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    known = STATE / "figures.json"
    figures = json.loads(known.read_text()) if known.exists() else {}
    STATE.mkdir(parents=True, exist_ok=True)
    for part in chosen.parts:
        begun = time.monotonic()
        figures[part] = {"retest": retest, "errors": errors}[part](chosen.jobs)
        figures[part]["minutes"] = (time.monotonic() - begun) / 60
        known.write_text(json.dumps(figures, indent=1) + "\n")
    RESULTS.write_text(page(figures), encoding="utf-8")
    print(RESULTS.read_text())
    return 0


def measured(names: list[str], effort: Effort, seed: int, jobs: int) -> dict[str, Critique]:
    games = [open_game(name) for name in names]
    with worker_pool(jobs) as pool:
        found = measure_all(games, effort, seed, pool, STATE / "store.db", tell)
    for name, why in found.faults.items():
        print(f"{name}: {why}", file=sys.stderr)
    return found.critiques


def tell(done: int, total: int) -> None:
    sys.stderr.write(f"\r{done}/{total} games   ")


# --- test and retest ------------------------------------------------------------------------------


def retest(jobs: int) -> dict[str, object]:
    both = [measured(list(RETEST_GAMES), FULL, seed, jobs) for seed in (1, 2)]
    rows = []
    for one in played_criteria():
        pairs = [
            (a.value(one.name), both[1][name].value(one.name))
            for name, a in both[0].items()
            if name in both[1]
        ]
        known = [(x, y) for x, y in pairs if x is not None and y is not None]
        rows.append([one.number, one.name, len(known), correlation(known)])
    return {"rows": rows, "games": len(both[0])}


def played_criteria() -> list[Criterion]:
    return [one for one in criteria_of(FAMILY) if one.group in (Group.VIABILITY, Group.QUALITY)]


def correlation(pairs: list[tuple[float, float]]) -> float | None:
    """Pearson's correlation; None if fewer than three games have a value or all are the same."""
    if len(pairs) < 3:
        return None
    first, second = np.asarray(pairs).T
    if first.std() == 0 or second.std() == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])


# --- errors ---------------------------------------------------------------------------------------


def errors(jobs: int) -> dict[str, object]:
    truth = measured(list(ERROR_GAMES), MANY, 1000, jobs)
    held: dict[str, list[int]] = {}
    certain: dict[str, int] = {}
    scores: list[bool] = []
    for seed in range(BATCHES):
        found = measured(list(ERROR_GAMES), FEW, seed, jobs)
        for game, critique in found.items():
            if game not in truth:
                continue
            scores += score_held(truth[game], critique)
            for one in criteria_of(FAMILY):
                true, score = truth[game][one.name], critique[one.name]
                if not one.is_mean or not isinstance(true, Score) or not isinstance(score, Score):
                    continue
                low, high = score.interval()
                held.setdefault(one.name, []).append(low <= true.value <= high)
                if true.value in (one.low, one.high):
                    certain[one.name] = certain.get(one.name, 0) + 1
    total = [inside for each in held.values() for inside in each]
    rows = [
        [name, len(each), float(np.mean(each)), certain.get(name, 0)] for name, each in held.items()
    ]
    return {
        "rows": rows,
        "cases": len(total),
        "held": float(np.mean(total)),
        "scores": len(scores),
        "scores held": float(np.mean(scores)),
    }


def score_held(truth: Critique, critique: Critique) -> list[bool]:
    """Whether the interval of the aesthetic score contains the true one; empty if there is none."""
    profile = default_profile(FAMILY)
    true, found = (aesthetic_score(one, profile) for one in (truth, critique))
    if not isinstance(true, Score) or not isinstance(found, Score):
        return []
    low, high = found.interval()
    return [low <= true.value <= high]


# --- the page -------------------------------------------------------------------------------------


def page(figures: dict[str, dict[str, object]]) -> str:
    parts = [
        "# How far criticism can be trusted",
        "Command: `python -m benchmarks.criticism` (resumable).",
    ]
    if "retest" in figures:
        parts.append(_retest_part(figures["retest"]))
    if "errors" in figures:
        parts.append(_errors_part(figures["errors"]))
    return "\n\n".join(parts) + "\n"


def _retest_part(figures: dict[str, object]) -> str:
    rows = figures["rows"]
    assert isinstance(rows, list)
    good = sum(row[3] is not None and row[3] >= WANTED_CORRELATION for row in rows)
    lines = [
        "## Test and retest",
        f"{figures['games']} games, full effort (100 matches at depth 3, slow criteria too), two "
        f"seeds. **{good} of {len(rows)}** played criteria correlate with at least "
        f"{WANTED_CORRELATION:g}; required: {WANTED_CRITERIA}.",
        "",
        "| criterion | games | correlation |",
        "| --- | ---: | ---: |",
    ]
    for number, name, count, found in rows:
        text = "none: no spread" if found is None else f"{found:.3f}"
        lines.append(f"| {number} {name} | {count} | {text} |")
    return "\n".join(lines)


def _errors_part(figures: dict[str, object]) -> str:
    rows = figures["rows"]
    assert isinstance(rows, list)
    lines = [
        "## Honest errors",
        f"{len(ERROR_GAMES)} games, {BATCHES} seeds each: the 95 % interval from 100 matches at "
        "depth 2 contains the value from 2,000 other matches in "
        f"**{float(str(figures['held'])):.1%}** of {figures['cases']} cases; required: 90 to 99 %. "
        f"That of the aesthetic score contains it in {float(str(figures['scores held'])):.1%} of "
        f"{figures['scores']}.",
        "",
        "| criterion | cases | contained | cases at an end of the range |",
        "| --- | ---: | ---: | ---: |",
    ]
    lines += [f"| {name} | {count} | {held:.1%} | {ends} |" for name, count, held, ends in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
