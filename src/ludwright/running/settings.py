"""The settings of a run, from what people ask for in words."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.criticism.effort import FULL, Effort
from ludwright.criticism.profile import Profile, profile_of
from ludwright.language.check import check, require_sound
from ludwright.language.game import Game
from ludwright.synthesis.archive import DEFAULT_AXES, axes_named
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import Screening
from ludwright.synthesis.steering import Steering


def settings_for(
    family: str,
    seeds: Sequence[Game],
    seed: int = 0,
    *,
    finalists: int = 10,
    axes: Sequence[str] = DEFAULT_AXES,
    profile: Profile | str | None = None,
    locks: Sequence[str] = (),
    limits: Sequence[str] = (),
    targets: Sequence[str] = (),
    finish: Effort = FULL,
) -> RunSettings:
    """The settings of a run that starts with `seeds`.

    `profile` is the name or file of one, None for that of the family; `finish` is the effort spent
    on the finalists. Raises UnknownName for unknown names, ValueError for texts it cannot read.
    """
    if not axes:
        # Without an axis there would be no cell, and no game would ever be kept.
        raise ValueError(f"expected measures such as {', '.join(DEFAULT_AXES)} as axes, got none")
    axes_named(tuple(axes), family)
    weights = profile if isinstance(profile, Profile) else profile_of(profile, family)
    steering = Steering.parse(locks, limits, targets, family=family, games=seeds)
    return RunSettings(
        family,
        seed,
        Screening.of_family(family, weights, steering),
        seeds=tuple(game.digest for game in seeds),
        axes=tuple(axes),
        finish=finish,
        finalists=finalists,
    )


def require_seed(games: Sequence[Game]) -> None:
    """Raise GameCheckError unless a run can start with one of the games.

    One sound game is enough; if there is none, the error says what is wrong with the first.
    """
    if all(map(check, games)):
        require_sound(games[0])
