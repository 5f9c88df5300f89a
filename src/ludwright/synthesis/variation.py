"""How the games of a family are varied; families register it, their code loads on first use.

A family's module defines `VARIATION`. Nothing here depends on what a game is made of.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from ludwright.errors import Finding, UnknownName
from ludwright.language.game import Game
from ludwright.synthesis.steering import Steering


@dataclass(frozen=True, slots=True)
class PolicyChoice:
    """A game with the policy chosen for it, and how the matches played for the choice ended."""

    game: Game
    matches: int
    decided: int
    """Matches with a winner."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What synthesis can do with the games of one family."""

    seeds: Callable[[], Sequence[Game]]
    """The games that evolution starts with by default."""
    child: Callable[[Game, Game, random.Random, Steering], Game]
    """(template, other, rng, steering): a sound variant of the template, locked parts unchanged.

    It has the template's name and no notes. It may have the digest of a parent if locks leave
    nothing to vary.
    """
    findings: Callable[[Game], Sequence[Finding]]
    """Everything that keeps a game from being played; empty for a sound one."""
    rename: Callable[[Game, str, Sequence[str]], Game]
    """(game, name, parents): the same rules under this name; the only note kept is its ancestry."""
    concept: Callable[[Game], str]
    """One word for how the game is won."""
    choose_policy: Callable[[Game, Sequence[Game], int], PolicyChoice]
    """(game, parents, seed): the game with the best mixture of its own policy and its parents'."""
    improve_policy: Callable[[Game, int, int], Game]
    """(game, seed, tries): the game with its policy improved by play against itself."""


_modules: dict[str, str] = {}


def register_variation(family: str, module: str) -> None:
    """Register the module whose `VARIATION` varies games of the family; imported on first use."""
    _modules[family] = module


def variation_named(family: str) -> Variation:
    """How the games of this family are varied."""
    module = _modules.get(family)
    if module is None:
        raise UnknownName("family whose games can be varied", family, _modules)
    variation: Variation = import_module(module).VARIATION
    return variation


def variation_of(game: Game) -> Variation:
    """How the games of this game's family are varied."""
    return variation_named(game.family)
