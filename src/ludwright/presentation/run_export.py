"""A run as files: its best games, a table of all candidates, its settings, and a report."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludwright.errors import LudwrightError, StoreError
from ludwright.files import make_folder, parse_json, read_text, require_free, write_text
from ludwright.presentation.run_report import Exhibit, report_page
from ludwright.presentation.run_view import best_games, view_of
from ludwright.running.ancestry import noted_texts
from ludwright.running.run import opened_run
from ludwright.store.runs import CandidateRow
from ludwright.synthesis.candidate import Candidate, Fall

COLUMNS: tuple[str, ...] = (
    *("number", "generation", "name", "digest", "parents", "stage", "cause"),
    *("score", "error", "samples", "is_viable"),
)
"""Columns of the table of candidates; distances and cell follow."""
_GAMES, _SUMMARY, _TABLE, _REPORT = "games", "run.json", "candidates.csv", "report/index.html"
_LARGEST_SUMMARY = 16 << 20
FILES: tuple[str, ...] = (_REPORT, _SUMMARY, _TABLE)
"""The files that every export writes, apart from the games."""


def export_run(folder: Path, out: Path, best: int = 10, *, force: bool = False) -> Path:
    """Write a run to a folder and return the path of its report; `force` replaces files there."""
    view = view_of(folder, best)
    with opened_run(folder) as (store, run):
        rows = store.candidates(run.name)
        games = best_games(store, run.name, best)
    if not rows:
        raise StoreError(f"{folder}: the run has no candidates yet; wait for its first generation")
    report = out / _REPORT
    falls = {one.number: one for one in view.falls}
    exhibits = _exhibits(out / _GAMES, games, falls)
    require_free(*(out / name for name in FILES), *(one.path for one in exhibits), force=force)
    page = report_page(view, rows, exhibits)
    _forget_games(out)
    texts = noted_texts(folder, [one.candidate for one in exhibits])
    for one, text in zip(exhibits, texts, strict=True):
        _write(one.path, text)
    written = {**view.to_json(), "games": [one.path.name for one in exhibits]}
    _write(out / _SUMMARY, json.dumps(written, indent=2, ensure_ascii=False) + "\n")
    _write(out / _TABLE, candidates_csv(rows))
    _write(report, page)
    return report


def candidates_csv(rows: Sequence[CandidateRow]) -> str:
    """All candidates as CSV, one line each."""
    distances = sorted({name for row in rows for name in row.distances})
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"distance_{name}" for name in distances), "cell"])
    for row in rows:
        line = [_cell(row, name) for name in COLUMNS]
        far = [row.distances.get(name) for name in distances]
        writer.writerow([*line, *far, " / ".join(row.cell)])
    return page.getvalue()


def _cell(row: CandidateRow, name: str) -> Any:
    if name in ("score", "error", "samples"):
        field = "value" if name == "score" else name
        return None if row.score is None else getattr(row.score, field)
    if name == "parents":
        return " ".join(row.parents)
    return int(row.is_viable) if name == "is_viable" else getattr(row, name)


def _exhibits(folder: Path, games: Sequence[Candidate], falls: Mapping[int, Fall]) -> list[Exhibit]:
    exhibits: list[Exhibit] = []
    taken: set[str] = set()
    for game in games:
        stem = file_stem(game.name)
        # Two games may have the same name; the candidate's number distinguishes them.
        stem = f"{stem}-{game.number}" if stem in taken else stem
        taken.add(stem)
        exhibits.append(Exhibit(game, folder / f"{stem}.game", falls.get(game.number)))
    return exhibits


def file_stem(name: str) -> str:
    """A name that is valid on any file system."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "game"


def _forget_games(out: Path) -> None:
    """Remove only the games of an earlier export to the same folder."""
    try:
        old = parse_json(read_text(out / _SUMMARY, _LARGEST_SUMMARY))["games"]
        names = [str(name) for name in old]
    except (LudwrightError, ValueError, LookupError, TypeError):
        return
    for name in names:
        if Path(name).name == name and name.endswith(".game"):
            (out / _GAMES / name).unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    make_folder(path.parent)
    write_text(path, text)
