"""The functions of `import ludwright` that join several parts of the package.

Everything else that the root package offers is defined where it belongs; `ludwright/__init__.py`
says where. Games may be given as objects, by name or as paths of files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort, plan_of
from ludwright.criticism.profile import Profile, profile_of
from ludwright.criticism.review import Review, Reviewing
from ludwright.errors import LudwrightError
from ludwright.language.game import Game
from ludwright.language.registry import family_names
from ludwright.play.families import every_family, family_of, game_from
from ludwright.running.driver import Goal
from ludwright.running.driver import evolve as evolved
from ludwright.running.run import Run
from ludwright.running.settings import require_seed, settings_for
from ludwright.synthesis.step import Step
from ludwright.synthesis.variation import variation_named

Progress = Callable[[int, int], None]
"""Called with (finished, total) matches."""


def game_names() -> tuple[str, ...]:
    """The names of all packaged games, sorted."""
    return tuple(sorted(name for family in every_family() for name in family.game_names()))


def rules_text(game: Game | str | Path) -> str:
    """The complete rules of a game in English, generated from its text."""
    found = game_from(game)
    return family_of(found).rules_text(found)


def critique(
    game: Game | str | Path,
    effort: str | Effort = "quick",
    seed: int = 0,
    jobs: int = 1,
    *,
    seats: int | None = None,
    progress: Progress | None = None,
) -> Critique:
    """Play a game and measure it by all criteria, each with its standard error.

    The efforts are `quick` and `full`; board games also have `quick-alphabeta` and
    `full-alphabeta`, whose players look a fixed number of plies ahead. The result depends only on
    the game, the effort and the seed, and not on `jobs`, the number of threads (0 for one per
    core). `seats` is the number of seats at the table, by default the fewest.
    """
    return review(game, effort, seed, jobs, seats=seats, progress=progress).critique


def review(
    game: Game | str | Path,
    effort: str | Effort = "quick",
    seed: int = 0,
    jobs: int = 1,
    *,
    seats: int | None = None,
    profile: Profile | str | None = None,
    progress: Progress | None = None,
) -> Review:
    """Criticise a game and draw conclusions: verdict, score, percentile, remarks, notable matches.

    `profile` says how criteria are weighed: the name or file of one, or None for that of the
    family. The review also holds the evidence: the playtests behind the critique, by mode of play.
    """
    found = game_from(game)
    wanted = effort if isinstance(effort, Effort) else plan_of(found.family).effort(effort)
    weights = profile if isinstance(profile, Profile) else profile_of(profile, found.family)
    return Reviewing(found, wanted, weights, seats).reviewed(seed, jobs, progress)


def evolve(
    seeds: str | Path | Game | Sequence[str | Path | Game],
    out: str | Path,
    *,
    children: int | None = None,
    survivors: int | None = None,
    seconds: float | None = None,
    effort: str | Effort = "full",
    screening: str | None = None,
    finalists: int = 10,
    seats: int | None = None,
    profile: Profile | str | None = None,
    locks: Sequence[str] = (),
    limits: Sequence[str] = (),
    targets: Sequence[str] = (),
    seed: int = 0,
    jobs: int = 1,
    resume: bool = False,
    progress: Callable[[Step], None] | None = None,
) -> Run:
    """Evolve new games; everything found is saved in the folder `out`.

    `seeds` are the games to start with, or the name of a family for all of its seeds. The run ends
    after the given number of children, survivors or seconds, whichever comes first; at least one is
    needed. Children are measured with the effort that `screening` names, by default the usual one
    of the family, and the best once more, with `effort`. Games are played with `seats` at the
    table, by default the fewest. `locks`, `limits` and `targets` steer the run, as the options of
    `ludwright evolve` do. `jobs` is the number of worker processes (0 for one per core); the result
    does not depend on it. A run that was stopped continues with `resume=True` and the same
    arguments. `progress` is called with a `Step` after every game.
    """
    family, games = _seeds_of(seeds)
    finish = effort if isinstance(effort, Effort) else plan_of(family).effort(effort)
    settings = settings_for(
        family,
        games,
        seed,
        finalists=finalists,
        profile=profile,
        locks=locks,
        limits=limits,
        targets=targets,
        finish=finish,
        screening=screening,
        seats=seats,
    )
    workers = jobs or os.cpu_count() or 1
    goal = Goal(children, survivors, seconds)
    return evolved(Path(out), settings, games, goal, workers, heard=progress, is_resumed=resume)


def _seeds_of(
    seeds: str | Path | Game | Sequence[str | Path | Game],
) -> tuple[str, list[Game]]:
    """The family and the games that a run starts with."""
    if isinstance(seeds, str) and seeds in family_names():
        return seeds, list(variation_named(seeds).seeds())
    given = [seeds] if isinstance(seeds, str | Path | Game) else seeds
    games = [game_from(one) for one in given]
    if not games:
        raise LudwrightError("expected games or the name of a family to start with, got none")
    require_seed(games)
    return games[0].family, games
