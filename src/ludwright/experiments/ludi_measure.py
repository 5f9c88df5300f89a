"""Experiment II of Browne & Maire 2010: a table of every seed game by every criterion."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import FULL, Effort
from ludwright.criticism.measure import Score
from ludwright.criticism.profile import (
    Profile,
    aesthetic_score,
    write_profile,
)
from ludwright.criticism.viability import verdict_of
from ludwright.experiments.measuring import Measured, Told, measure_all
from ludwright.families.combinatorial.efforts import LATEST_PLIES
from ludwright.families.combinatorial.profiles import ludi_profile
from ludwright.families.combinatorial.thresholds import LENIENT
from ludwright.files import write_text
from ludwright.language.game import Game
from ludwright.plain import plain_of
from ludwright.play.workers import WorkerPool

ORDINARY = Effort("measured", 100, 2, is_slow=False, max_plies=LATEST_PLIES)
"""All criteria except the slow ones."""
ALL = replace(FULL, name="measured with slow criteria", depth=2, max_plies=LATEST_PLIES)
"""All criteria: the 57 and those beyond."""

STORE = "store.db"
"""Holds the measured games; a restarted experiment continues from it."""
FILES = ("table.csv", "critiques.json", "ludi.profile.json")
"""The other files that are written."""


@dataclass(frozen=True)
class Table:
    """The critiques of all games and the resulting profile."""

    measured: Measured
    profile: Profile
    """Browne's weights, with criteria standardised over these games."""
    files: tuple[Path, ...]


def ludi_measure(
    games: Sequence[Game],
    effort: Effort,
    seed: int,
    pool: WorkerPool,
    out: Path,
    told: Told | None = None,
) -> Table:
    """Measure the games and write the table, the critiques and the profile to a folder."""
    measured = measure_all(games, effort, seed, pool, out / STORE, told)
    critiques = list(measured.critiques.values())
    profile = ludi_profile(critiques, str(effort))
    table, plain, weights = (out / name for name in FILES)
    write_text(table, _wide_csv(critiques, profile))
    data = {"critiques": plain_of(critiques, list[Critique]), "faults": measured.faults}
    write_text(plain, json.dumps(data, indent=1) + "\n")
    write_profile(profile, weights)
    return Table(measured, profile, (table, plain, weights))


def ranking_lines(table: Table) -> list[str]:
    """The games by score, best first, with their verdicts."""
    rows: list[tuple[float, str]] = []
    for name, critique in table.measured.critiques.items():
        score = aesthetic_score(critique, table.profile)
        value, text = (
            (score.value, f"{score.value:+.3f} ± {score.margin:.3f}")
            if isinstance(score, Score)
            else (float("-inf"), f"no score: {score.why}")
        )
        rows.append((value, f"{name:28} {text:18} {verdict_of(critique, LENIENT)}"))
    rows.sort(key=lambda row: -row[0])
    faults = [f"{name:28} faulty: {why}" for name, why in table.measured.faults.items()]
    return [text for _, text in rows] + faults


def _wide_csv(critiques: Sequence[Critique], profile: Profile) -> str:
    """One line per game; empty where a criterion has no score."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = list(dict.fromkeys(name for one in critiques for name in one.measures))
    columns = [column for name in names for column in (name, f"{name} error")]
    writer.writerow(["game", "digest", "viable", "score", "score error", *columns])
    for one in critiques:
        score = aesthetic_score(one, profile)
        cells: list[object] = [one.game, one.digest, verdict_of(one, LENIENT).is_viable]
        cells += [score.value, score.error] if isinstance(score, Score) else ["", ""]
        for name in names:
            found = one[name]
            cells += [found.value, found.error] if isinstance(found, Score) else ["", ""]
        writer.writerow(cells)
    return text.getvalue()
