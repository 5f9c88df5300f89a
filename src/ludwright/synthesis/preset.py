"""Presets: whole ways of evolving the games of a family, each under a name in the family's record.

A preset says how a first population is made, how two games have children, what is scored and which
of the searches is used. Its numbers are options of the run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ludwright.criticism.critique import Critique
from ludwright.criticism.profile import Profile
from ludwright.errors import LudwrightError, UnknownName
from ludwright.language.game import Game
from ludwright.language.registry import loaded
from ludwright.play.families import family_named
from ludwright.synthesis.grammar import Genome

if TYPE_CHECKING:
    from ludwright.synthesis.appraisal import Appraiser


class Search(StrEnum):
    """How games are looked for."""

    GENERATIONAL = "generational"
    """A population that is replaced as a whole, generation by generation."""
    RACING = "racing"
    """An archive of the best game of each kind, with few matches for most games."""
    GRAMMATICAL = "grammatical"
    """A population of genomes, from which a grammar makes games; replaced as a whole."""


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
    ceiling: int | None = None
    """The most parts of a game, where the preset grows games; None for no limit."""
    is_even: bool = False
    """Whether a search with an archive seeks the best game of each kind along the first axis, and
    not first of all the best of all."""
    stop: float | None = None
    """The score that ends a search of genomes at once; None for no such score."""

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
Targets = Callable[[Game, int | None, int, int], Profile]
"""(reference, seats, seed, jobs): the profile by which games that are like the reference score."""
Tuning = Callable[[Game, Critique, Profile, random.Random], Game]
"""(game, critique, profile, rng): the game, changed where it lacks something by the critique."""


@dataclass(frozen=True)
class Genetics:
    """How games come from genomes, and how genomes have children."""

    codons: int
    """Of a genome."""
    phenotype: Callable[[Sequence[Game], Genome], Game]
    """(seeds, genome): the game of a genome; raises LudwrightError if nothing came of it."""
    kept: int = 5
    """The best genomes of a generation enter the next one; they may mutate."""
    each: float = 0.002
    """The chance of each codon of a genome that mutates."""
    step: float = 0.1
    """The deviation of a mutation of a genome whose score is 1, as a proportion of the largest
    codon; its square is inversely proportional to the score."""


@dataclass(frozen=True)
class Preset:
    """A way of evolving games."""

    about: str
    """In a sentence."""
    search: Search
    seeds: Callable[[int | None], Sequence[Game]]
    """The games to start with, for a number of seats; None for that of the games."""
    founders: Founders | None
    """None if games come from genomes; so with `mating`."""
    mating: Mating | None
    options: SearchOptions
    """The numbers, unless others are given."""
    matches: int
    """Played of each game, unless another number is given."""
    profile: str
    """The name of the family's profile by which games are scored."""
    axes: tuple[str, ...]
    """Of the archive."""
    targets: Targets | None = None
    """Where games are scored by their likeness to a reference game, instead of the profile."""
    referred: Callable[[Game, int | None], Game] | None = None
    """(game, seats): the game as a reference, by the rules of the preset; None without targets."""
    genetics: Genetics | None = None
    """Of a search of genomes."""
    appraiser: Appraiser | None = None
    """Plays and scores a game in a way of its own; None for the way of all families."""
    tuning: Tuning | None = None
    """How races change elites where they lack something; None if they do not."""


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
