"""Runs as a store describes them, and their folders.

Each run has a separate folder with the name of the run: `runs/first/run.db` holds the run `first`.
Nothing here needs the database library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from ludwright.criticism.measure import Score
from ludwright.errors import StoreError

RUN_FILE: Final[str] = "run.db"


class RunState(StrEnum):
    """The state of a run."""

    RUNNING = "running"
    FINISHED = "finished"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class RunRow:
    """The settings of a run, and its state."""

    name: str
    family: str
    seed: int
    settings: Mapping[str, Any]
    state: RunState
    version: str
    """Of the program that started it."""
    created: datetime
    updated: datetime


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """A candidate in a list, without its measures."""

    number: int
    generation: int
    digest: str
    name: str
    parents: tuple[str, ...]
    stage: str | None
    """Where it was rejected; None if it survived."""
    cause: str | None
    score: Score | None
    """By its latest test."""
    is_viable: bool
    """By its latest test."""
    distances: Mapping[str, float]
    cell: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The progress of a run, in numbers."""

    generations: int
    seeds: int
    children: int
    survivors: int
    """Children that joined the population."""
    viable: int
    """Children that are viable by their latest test."""
    retests: int
    best: Score | None
    """The best score of a viable child."""
    rate: float | None
    """Children per minute over the last generations; None before there are two."""
    work: Mapping[str, float] = field(default_factory=dict)
    """Matches played, by stage."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Processor time, by stage."""


@dataclass(frozen=True, slots=True)
class PlaytestRow:
    """A playtest in a list."""

    digest: str
    mode: str
    players: tuple[str, ...]
    seed: int
    matches: int
    settings: Mapping[str, Any]


def run_folders(root: Path) -> list[Path]:
    """The folders below the root that hold a run, by name."""
    if not root.is_dir():
        return []
    return sorted(path.parent for path in root.glob(f"*/{RUN_FILE}"))


def run_folder(run: str | Path, root: Path) -> Path:
    """The folder of a run: `run` itself if it holds one, otherwise `root / run`."""
    for folder in (Path(run), root / run):
        if (folder / RUN_FILE).is_file():
            return folder
    known = [folder.name for folder in run_folders(root)]
    way_out = f"there are {', '.join(known[:8])}" if known else "there are none yet"
    places = " or ".join(dict.fromkeys(map(str, (run, root / run))))
    raise StoreError(
        f"expected a run, got {str(run)!r}: no {RUN_FILE} in {places}; in {root} {way_out}"
    )


def differences(old: Mapping[str, Any], new: Mapping[str, Any], place: str = "") -> list[str]:
    """The differences between two settings, one phrase each."""
    found: list[str] = []
    for key in sorted({*old, *new}):
        path = f"{place}{key}"
        before, now = old.get(key), new.get(key)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            found += differences(before, now, f"{path}.")
        elif before != now:  # a setting that an older run does not know is None, its default
            found.append(f"{path} was {_shown(old, key)} and is {_shown(new, key)}")
    return found


def _shown(settings: Mapping[str, Any], key: str) -> str:
    return repr(settings[key])[:60] if key in settings else "not set"
