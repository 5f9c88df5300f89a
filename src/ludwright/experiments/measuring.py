"""Measures many games in worker processes; earlier results are read from the store."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ludwright import __version__
from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort
from ludwright.language.game import Game
from ludwright.plain import read_plain
from ludwright.play.workers import Faulty, WorkerPool
from ludwright.store.store import Store
from ludwright.synthesis.evaluation import critique_task

Told = Callable[[int, int], None]
"""Called with the number of (finished, total) games."""


@dataclass(frozen=True)
class Measured:
    """The critiques by game name, and the reasons why other games could not be measured."""

    critiques: dict[str, Critique]
    faults: dict[str, str]


def measure_all(
    games: Sequence[Game],
    effort: Effort,
    seed: int,
    pool: WorkerPool,
    path: Path,
    told: Told | None = None,
) -> Measured:
    """The critiques of the games, in order, saved in the store at the path."""
    found: dict[str, Critique] = {}
    faults: dict[str, str] = {}
    with Store.open(path) as store:
        for game in games:
            known = _known(store, game, _asked(game, effort), seed)
            if known is not None:
                found[game.name] = known
        missing = [game for game in games if game.name not in found]
        results = pool.map_ordered(critique_task(game.text, seed, effort) for game in missing)
        for game, result in zip(missing, results, strict=True):
            if isinstance(result, Faulty):
                faults[game.name] = f"{result.cause}: {result.detail}"
            else:
                measured = read_plain(Critique, result)
                found[game.name] = replace(measured, effort=_asked(game, effort))
                store.add_critique(game, found[game.name])
            if told is not None:
                told(len(found) + len(faults), len(games))
    ordered = {game.name: found[game.name] for game in games if game.name in found}
    return Measured(ordered, faults)


def _asked(game: Game, effort: Effort) -> str:
    """The effort, with a hash of everything that determines its results.

    If any of that has changed since, a stored critique is not used.
    """
    formulas = [(one.name, one.formula) for one in criteria_of(game.family)]
    source = json.dumps([asdict(effort), game.text, formulas, __version__])
    mark = hashlib.blake2b(source.encode(), digest_size=4).hexdigest()
    return f"{effort} [{mark}]"


def _known(store: Store, game: Game, asked: str, seed: int) -> Critique | None:
    return next(
        (one for one in store.critiques(game.digest) if one.effort == asked and one.seed == seed),
        None,
    )
