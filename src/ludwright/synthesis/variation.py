"""How the games of a family are varied; families register it, their code loads on first use.

A family's module holds `VARIATION`. Nothing here knows what a game is made of.
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
    """A game with the policy that was chosen for it, and how the matches of the choice ended."""

    game: Game
    matches: int
    decided: int
    """Matches that somebody won."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What synthesis can do with the games of one family."""

    seeds: Callable[[], Sequence[Game]]
    """The games from which evolution starts."""
    child: Callable[[Game, Game, random.Random, Steering], Game]
    """(template, other, rng, steering): a sound game made after the template, its locks kept.

    It bears the template's name and no notes. It may have the digest of a parent where locks leave
    nothing to vary.
    """
    findings: Callable[[Game], Sequence[Finding]]
    """Everything that keeps a game from being played; empty for a sound one."""
    rename: Callable[[Game, str, Sequence[str]], Game]
    """(game, name, parents): the same rules, named; of all notes only the ancestry remains."""
    concept: Callable[[Game], str]
    """One word for what the game is won by."""
    choose_policy: Callable[[Game, Sequence[Game], int], PolicyChoice]
    """(game, parents, seed): the game with the best mixture of its own policy and its parents'."""
    improve_policy: Callable[[Game, int, int], Game]
    """(game, seed, tries): the game with its policy improved by play against itself."""


_modules: dict[str, str] = {}


def register_variation(family: str, module: str) -> None:
    """Let games of the family be varied by the module's `VARIATION`, imported when first needed."""
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
