"""How the games of a family are varied: what the record of a family names as its `variation`.

Nothing here depends on what a game is made of.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludwright.criticism.measure import Score
from ludwright.errors import Finding, LudwrightError
from ludwright.language.check import check
from ludwright.language.game import Game
from ludwright.language.ludeme import Name
from ludwright.language.registry import loaded
from ludwright.language.vary import cross, mutate, with_changes
from ludwright.play.families import family_named
from ludwright.synthesis.steering import Steering


@dataclass(frozen=True, slots=True)
class PolicyChoice:
    """A game with the policy chosen for it, and how the matches played for the choice ended."""

    game: Game
    matches: int
    decided: int
    """Matches with a winner."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a run found out about a child, to be noted in its text."""

    generation: int
    ranking: int | None
    """Its place in the last population, from 1; None if it is no member."""
    is_viable: bool
    score: Score | None
    distances: Mapping[str, float]
    """The mean rule distances, by what they lead to."""


MOST_TRIES: int = 8
"""The most attempts at a child that makes sense and differs from its parents."""


def sound_child(template: Game, other: Game, rng: random.Random, steering: Steering) -> Game:
    """A child made by crossing and mutation alone, tried again until it makes sense.

    For families whose games seldom stop making sense when they are varied; the template itself is
    returned if nothing came of it.
    """
    locks = steering.locks_on(template.root)
    for _ in range(MOST_TRIES):
        crossed = cross(template.root, other.root, rng, locks=locks)
        made = Game(mutate(crossed, rng, locks=locks))
        if made.digest not in (template.digest, other.digest) and not check(made):
            return made
    return template


def _renamed(game: Game, name: str, parents: Sequence[str]) -> Game:  # noqa: ARG001
    return Game(with_changes(game.root, {"name": Name(name)}))


def _own_policy(game: Game, parents: Sequence[Game], seed: int) -> PolicyChoice:  # noqa: ARG001
    return PolicyChoice(game, 0, 0)


def _same_game(game: Game, seed: int, tries: int) -> Game:  # noqa: ARG001
    return game


@dataclass(frozen=True, slots=True)
class Variation:
    """What synthesis can do with the games of one family."""

    seeds: Callable[[], Sequence[Game]]
    """The games that evolution starts with by default."""
    concept: Callable[[Game], str]
    """One word for how the game is won."""
    child: Callable[[Game, Game, random.Random, Steering], Game] = sound_child
    """(template, other, rng, steering): a sound variant of the template, locked parts unchanged.

    It has the template's name and no notes. It may have the digest of a parent if locks leave
    nothing to vary.
    """
    findings: Callable[[Game], Sequence[Finding]] = check
    """Everything that keeps a game from being played; empty for a sound one."""
    rename: Callable[[Game, str, Sequence[str]], Game] = _renamed
    """(game, name, parents): the same rules under this name; the only note kept is its ancestry."""
    choose_policy: Callable[[Game, Sequence[Game], int], PolicyChoice] = _own_policy
    """(game, parents, seed): the game with the best mixture of its own policy and its parents'.

    By default, as for games without a policy, the game as it is.
    """
    improve_policy: Callable[[Game, int, int], Game] = _same_game
    """(game, seed, tries): the game with its policy improved by play against itself."""
    note: Callable[[Game, Notes], Game] | None = None
    """The game with these notes in addition to its own; None where texts have no place for them."""


def variation_named(family: str) -> Variation:
    """How the games of this family are varied."""
    path = family_named(family).variation
    if not path:
        raise LudwrightError(f"expected a family whose games can be varied, got {family}")
    variation: Variation = loaded(path)
    return variation


def variation_of(game: Game) -> Variation:
    """How the games of this game's family are varied."""
    return variation_named(game.family)
