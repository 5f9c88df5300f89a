"""The settings of a run, from what people ask for in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludwright.criticism.effort import FULL, Effort, plan_of
from ludwright.criticism.profile import Profile, profile_of
from ludwright.errors import SeatsError, UnknownName
from ludwright.language.check import check, require_sound
from ludwright.language.game import Game
from ludwright.play.families import family_of
from ludwright.play.roster import make_player
from ludwright.synthesis.archive import DEFAULT_AXES, axes_named
from ludwright.synthesis.preset import SearchOptions, preset_named
from ludwright.synthesis.run_settings import LOOPS, RunSettings
from ludwright.synthesis.screen import Screening
from ludwright.synthesis.steering import Steering

FINAL_MATCHES: int = 1_000
"""The matches of each game on the final list of a search by a preset."""


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
    screening: str | None = None,
    seats: int | None = None,
    preset: str | None = None,
    pressure: float | None = None,
    novelty: float | None = None,
) -> RunSettings:
    """The settings of a run that starts with `seeds`.

    `profile` is the name or file of one, None for that of the family; `finish` is the effort spent
    on the finalists, and `screening` names the one by which children are measured, None for the
    usual one of the family. `seats` is the number of seats at the table, None for the fewest of
    each game. `preset` is one of the usual
    loop, such as `paper`; `pressure` is the selection pressure, from 1 to 2, and `novelty` the
    share of parents that are chosen by novelty. Raises UnknownName for unknown names, ValueError
    for texts it cannot read, and SeatsError if no seed can be played at this number of seats.
    """
    _require_seats(seeds, seats)
    if not axes:
        # Without an axis there would be no cell, and no game would ever be kept.
        raise ValueError(f"expected measures such as {', '.join(DEFAULT_AXES)} as axes, got none")
    axes_named(tuple(axes), family)
    weights = profile if isinstance(profile, Profile) else profile_of(profile, family)
    steering = Steering.parse(locks, limits, targets, family=family, games=seeds)
    if preset is not None and preset not in LOOPS:
        raise UnknownName("preset", preset, LOOPS)
    asked = {"pressure": pressure, "novelty_share": novelty}
    loop = dict(LOOPS[preset]) if preset is not None else {}
    loop |= {name: one for name, one in asked.items() if one is not None}
    return RunSettings(
        family,
        seed,
        Screening.of_family(
            family, weights, steering, seats, screening or plan_of(family).screening
        ),
        seeds=tuple(game.digest for game in seeds),
        axes=tuple(axes),
        finish=finish,
        finalists=finalists,
        **loop,
    )


def search_settings(
    family: str,
    seeds: Sequence[Game],
    options: SearchOptions,
    seed: int = 0,
    *,
    matches: int | None = None,
    player: str | None = None,
    finalists: int = 10,
    axes: Sequence[str] = (),
    profile: Profile | str | None = None,
    limits: Sequence[str] = (),
    targets: Sequence[str] = (),
    seats: int | None = None,
) -> RunSettings:
    """The settings of a search by one of the family's presets, which `options` names.

    `matches` are played of each game, by `player` in all seats. Whatever is not given is the
    preset's. Raises like `settings_for`.
    """
    _require_seats(seeds, seats)
    preset = preset_named(options.preset, family)
    measures = tuple(axes) or preset.axes
    axes_named(measures, family)
    if player is not None:
        make_player(player, family)
    found = (
        profile if isinstance(profile, Profile) else profile_of(profile or preset.profile, family)
    )
    quick = plan_of(family).effort("quick")
    each = replace(quick, name="appraisal", matches=matches or preset.matches, player=player)
    steering = Steering.parse((), limits, targets, family=family, games=seeds)
    return RunSettings(
        family,
        seed,
        Screening(found, steering, each, each, each, seats),
        seeds=tuple(game.digest for game in seeds),
        axes=measures,
        finish=replace(each, name="final", matches=FINAL_MATCHES),
        finalists=finalists,
        search=options,
    )


def require_seed(games: Sequence[Game]) -> None:
    """Raise GameCheckError unless a run can start with one of the games.

    One sound game is enough; if there is none, the error says what is wrong with the first.
    """
    if all(map(check, games)):
        require_sound(games[0])


def _require_seats(games: Sequence[Game], seats: int | None) -> None:
    """Raise SeatsError unless one of the games can be played with this number of seats."""
    errors = []
    for game in games:
        try:
            family_of(game).seats_for(game, seats)
        except SeatsError as error:
            errors.append(error)
    if errors and len(errors) == len(games):
        raise errors[0]
