"""Playing a plan: the matches that an effort asks for become the evidence that criteria need."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.critique import Critique, criticise
from ludwright.criticism.effort import Effort, Mode, Sampling, plan_of
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.modes import DEEP, MAIN, ORDINARY_MODES
from ludwright.criticism.trial import chosen_player
from ludwright.language.game import Game
from ludwright.play.columns import CHANCE
from ludwright.play.families import family_of, load_rules
from ludwright.play.judging import BY_EVALUATION, judge
from ludwright.play.playtest import Playtest, annotate, playtest
from ludwright.play.seeds import seed_of

Progress = Callable[[str, int, int], None]
"""Called with the mode and its (finished, total) matches."""


def critique(
    game: Game,
    effort: Effort,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    seats: int | None = None,
    only: Collection[str] | None = None,
    is_correlated: bool = True,
) -> tuple[Critique, Evidence]:
    """Play and measure a game; also returns the evidence, for plots and later criteria.

    `only` names the criteria to measure, None for all; `is_correlated` is explained in `criticise`.
    """
    chosen = chosen_player(game, effort, jobs, seats=seats)
    evidence = gather(game, effort, seed, jobs, progress, seats=seats)
    is_searched = evidence.judge != BY_EVALUATION
    told = effort_in_words(game, effort, seats, is_searched=is_searched)
    found = criticise(
        evidence, told, seed, with_slow=effort.is_slow, only=only, is_correlated=is_correlated
    )
    return replace(found, players=chosen), evidence


def effort_in_words(
    game: Game, effort: Effort, seats: int | None = None, *, is_searched: bool = True
) -> str:
    """Everything that makes values incomparable: the effort, and seats other than the fewest.

    `is_searched` is explained in `Plan.told`.
    """
    family = family_of(game)
    fewest, wanted = family.seats_for(game, None), family.seats_for(game, seats)
    at_table = "" if wanted == fewest else f", {wanted} seats"
    return plan_of(game.family).told(effort, is_searched=is_searched) + at_table


def gather(
    game: Game,
    effort: Effort,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    seats: int | None = None,
) -> Evidence:
    """Play the matches of an effort; none if a match is over before the first move.

    `seats` is the number of seats at the table, by default the fewest that the game allows.
    """
    rules, plan = load_rules(game, seats), plan_of(game.family)
    if rules.start(seed).outcome() is not None:
        return Evidence(game, {}, effort.preferred_length)
    chosen = chosen_player(game, effort, jobs, seats=seats)
    effort = effort if chosen is None else replace(effort, chosen=chosen.player)
    max_plies = plan.most_plies(effort, rules)
    playtests = {
        mode.name: _played(game, mode, max_plies, seed, jobs, progress, rules.seats)
        for mode in modes_of(game, effort, rules.seats)
    }
    if plan.annotation is not None:
        annotate(playtests[MAIN], replace(plan.annotation(effort), jobs=jobs))
    if plan.judging is not None:
        playtests[MAIN] = judge(playtests[MAIN], plan.judging, jobs)
    if effort.is_slow and plan.deep is not None:
        playtests[DEEP] = _searched(playtests[MAIN], plan.deep, seed, jobs)
    return Evidence(game, playtests, effort.preferred_length)


def modes_of(game: Game, effort: Effort, seats: int) -> tuple[Mode, ...]:
    """The modes in which a game is played; positions searched deeply are those of `main`."""
    family = family_of(game)
    modes = plan_of(game.family).modes(effort, seats)
    if effort.player is not None:
        modes = tuple(
            replace(one, players=(effort.player,)) if one.name in ORDINARY_MODES else one
            for one in modes
        )
    turned = None if family.other_first is None else family.other_first(game)
    return tuple(one for one in modes if not one.is_other_first or turned is not None)


def matches_of(game: Game, effort: Effort, seats: int | None = None) -> int:
    """How many matches an effort plays of a game."""
    modes = modes_of(game, effort, family_of(game).seats_for(game, seats))
    return sum(mode.matches for mode in modes)


def in_all(told: Callable[[int, int], None], total: int) -> Progress:
    """Progress over all modes, for a function that is called with (finished, total) matches."""
    done: dict[str, int] = {}

    def progress(mode: str, finished: int, _: int) -> None:
        done[mode] = finished
        told(sum(done.values()), total)

    return progress


def _played(
    game: Game,
    mode: Mode,
    max_plies: int,
    seed: int,
    jobs: int,
    progress: Progress | None,
    seats: int,
) -> Playtest:
    report = None if progress is None else lambda done, total: progress(mode.name, done, total)
    return playtest(
        _other_first(game) if mode.is_other_first else game,
        mode.seated(seats),
        mode.matches,
        seed_of(seed, mode.name) if mode.name != MAIN else seed,
        jobs,
        seats=seats,
        max_plies=max_plies,
        rotate_seats=mode.rotate_seats,
        progress=report,
    )


def _other_first(game: Game) -> Game:
    turned = family_of(game).other_first
    found = None if turned is None else turned(game)
    assert found is not None, "modes_of leaves the mode out"
    return found


def _searched(main: Playtest, deep: Sampling, seed: int, jobs: int) -> Playtest:
    """The same matches, with a sample of their positions searched deeply."""
    found = replace(main, annotations={})
    rng = np.random.default_rng(seed_of(seed, DEEP))
    chosen = _sampled_positions(main, deep.positions, rng)
    annotate(found, replace(deep.request, jobs=jobs, positions=chosen))
    return found


def _sampled_positions(main: Playtest, most: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Some positions of each match after its opening in which a player decides."""
    chosen = np.zeros(int(main.offsets[-1]), dtype=np.bool_)
    decisions = np.asarray(main.columns["seats"] != CHANCE)
    openings = main.columns["opening_plies"]
    for match in range(len(main)):
        first = int(main.offsets[match]) + int(openings[match])
        last = int(main.offsets[match + 1])
        places = first + np.flatnonzero(decisions[first:last])
        if len(places):
            chosen[rng.choice(places, min(most, len(places)), replace=False)] = True
    return chosen
