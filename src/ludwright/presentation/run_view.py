"""A run as shown to users: its progress and its best games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ludwright.plain import plain_of
from ludwright.running.run import opened_run
from ludwright.store.runs import CandidateRow, RunRow, RunState, Standing
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, Fall, Finalist

INTERRUPTED: Final[str] = "interrupted"
"""The state of a run that was not stopped but has no process working on it: it can be resumed."""


@dataclass(frozen=True)
class RunView:
    """A snapshot of a run."""

    folder: Path
    run: RunRow
    state: str
    standing: Standing
    rejections: dict[tuple[str, str], int]
    best: list[CandidateRow]
    """Viable children, best first."""
    finalists: list[Finalist]
    falls: list[Fall]
    """Games that failed the final tests."""
    lost_seeds: list[Candidate]

    def to_json(self) -> dict[str, Any]:
        """The view as plain data."""
        return {
            "folder": str(self.folder),
            **plain_of(self.run),
            "state": self.state,
            "standing": plain_of(self.standing),
            "rejections": [
                {"stage": stage, "cause": cause, "count": count}
                for (stage, cause), count in self.rejections.items()
            ],
            "best": [_row_json(row) for row in self.best],
            "finalists": [_finalist_json(one) for one in self.finalists],
            "falls": [plain_of(one) for one in self.falls],
            "lost_seeds": {one.name: str(one.rejection) for one in self.lost_seeds},
        }


def view_of(folder: Path, best: int = 10) -> RunView:
    """The current state of the run in a folder."""
    with opened_run(folder) as (store, run):
        return RunView(
            folder,
            run,
            state_of(store, run),
            store.standing(run.name),
            store.rejections(run.name),
            store.candidates(
                run.name, best_first=True, only_viable=True, with_seeds=False, limit=best
            ),
            store.finalists(run.name)[:best],
            store.falls(run.name),
            store.lost_seeds(run.name),
        )


def state_of(store: Store, run: RunRow) -> str:
    """The state of a run; `interrupted` if no process is working on it."""
    is_alone = run.state is RunState.RUNNING and not store.is_being_written
    return INTERRUPTED if is_alone else run.state.value


def best_games(store: Store, run: str, count: int) -> list[Candidate]:
    """The games to show: finalists, then other viable children; survivors if there are none."""
    ranked = sorted(store.finalists(run), key=lambda one: (not one.is_viable, -one.score.value))
    found = {one.number: _finished(store.candidate(run, one.number), one) for one in ranked[:count]}
    for only_viable in (True, False):
        if len(found) < count and (only_viable or not found):
            rows = store.candidates(
                run,
                best_first=True,
                only_viable=only_viable,
                only_survivors=True,
                with_seeds=False,
                limit=count,
            )
            for row in rows:
                found.setdefault(row.number, store.candidate(run, row.number))
    return list(found.values())[:count]


def _finished(candidate: Candidate, finalist: Finalist) -> Candidate:
    return replace(
        candidate,
        text=finalist.text,
        score=finalist.score,
        critique=finalist.critique,
        is_viable=finalist.is_viable,
        failings=finalist.failings,
    )


def _row_json(row: CandidateRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "generation": row.generation,
        "name": row.name,
        "digest": row.digest,
        "score": None if row.score is None else plain_of(row.score),
        "distances": dict(row.distances),
        "cell": list(row.cell),
    }


def _finalist_json(one: Finalist) -> dict[str, Any]:
    return {
        "number": one.number,
        "name": one.critique.game,
        "digest": one.critique.digest,
        "score": plain_of(one.score),
        "is_viable": one.is_viable,
        "failings": list(one.failings),
    }
