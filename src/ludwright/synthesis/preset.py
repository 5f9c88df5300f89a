"""Presets: whole ways of evolving the games of a family, each under a name in the family's record.

A preset says how a first population is made, how two games have children, what is scored and which
of the searches is used. Its numbers are options of the run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ludwright.errors import LudwrightError, UnknownName
from ludwright.language.game import Game
from ludwright.language.registry import loaded
from ludwright.play.families import family_named


class Search(StrEnum):
    """How games are looked for."""

    GENERATIONAL = "generational"
    """A population that is replaced as a whole, generation by generation."""
    RACING = "racing"
    """An archive of the best game of each kind, with few matches for most games."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """The numbers of a search, stored with its run."""

    preset: str
    generations: int = field(default=10, metadata={"ge": 1})
    """After the first population."""
    offspring: int = field(default=50, metadata={"ge": 2})
    """Games in a population."""
    tournament: int = field(default=2, metadata={"ge": 1})
    """Games that are drawn, with replacement, of which the two best become parents."""
    mutation: float = field(default=0.1, metadata={"ge": 0, "le": 1})
    """The chance of each mutation."""
    floor: int | None = None
    """The fewest parts of a game, whatever its family counts; None for no limit."""

    def __post_init__(self) -> None:
        if self.offspring < 2 or self.generations < 1 or self.tournament < 1:
            raise ValueError(
                "expected at least 1 generation, 2 offspring and a tournament of 1, got "
                f"{self.generations}, {self.offspring} and {self.tournament}"
            )
        if not 0.0 <= self.mutation <= 1.0:
            raise ValueError(f"expected a mutation rate from 0 to 1, got {self.mutation}")

    def matches(self, each: int) -> int:
        """The matches of a whole search in which every game of a population plays `each`."""
        return (self.generations + 1) * self.offspring * each


Founders = Callable[[Sequence[Game], int, random.Random, SearchOptions], list[Game]]
"""(seeds, count, rng, options): the first population, made at random from the seeds."""
Mating = Callable[[Game, Game, random.Random, SearchOptions], list[Game]]
"""(better, other, rng, options): the sound children of two parents; none if nothing came of it."""


@dataclass(frozen=True)
class Preset:
    """A way of evolving games."""

    about: str
    """In a sentence."""
    search: Search
    seeds: Callable[[int | None], Sequence[Game]]
    """The games to start with, for a number of seats; None for that of the games."""
    founders: Founders
    mating: Mating
    options: SearchOptions
    """The numbers, unless others are given."""
    matches: int
    """Played of each game, unless another number is given."""
    profile: str
    """The name of the family's profile by which games are scored."""
    axes: tuple[str, ...]
    """Of the archive."""


def presets_of(family: str) -> Mapping[str, str]:
    """The presets of a family, by name: where each is."""
    return family_named(family).presets


def preset_named(name: str, family: str) -> Preset:
    """The preset of a family with this name."""
    known = presets_of(family)
    if not known:
        raise LudwrightError(f"expected a family with presets of evolution, got {family}")
    if name not in known:
        raise UnknownName("preset", name, known)
    preset: Preset = loaded(known[name])
    return preset
