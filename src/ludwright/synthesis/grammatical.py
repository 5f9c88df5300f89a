"""A genetic algorithm on genomes, from which a grammar makes games (Smith).

Parents are drawn by roulette: as often as their scores say. Each pair has one child, by crossing at
one point; the best genomes are copied. Then every genome may mutate, the less the better it is, and
all games are measured.

Genomes are not saved. Scores decide who becomes a parent, and random numbers follow from the number
of a generation, so the genomes of a resumed run are made again from its scores.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import sqrt

from ludwright.errors import LudwrightError
from ludwright.play.workers import WorkerPool
from ludwright.synthesis.appraisal import Order
from ludwright.synthesis.candidate import Candidate, Generation, Rejection, Stage
from ludwright.synthesis.grammar import (
    Genome,
    gaussian_mutant,
    one_point_child,
    random_genome,
)
from ludwright.synthesis.preset import Genetics
from ludwright.synthesis.search import PresetSearch, by_score, seconds_of
from ludwright.synthesis.step import Heard, silent

LEAST_SCORE: float = 1e-3
"""What a genome whose game could not be scored counts as when it mutates."""
MOST_DEVIATION: float = 1.0
"""The largest deviation of a mutation, as a proportion of the largest codon."""


@dataclass(frozen=True, slots=True)
class _Bred:
    """A genome and the numbers of its parents, one if it is a copy."""

    genome: Genome
    parents: tuple[int, ...]


class GrammaticalSearch(PresetSearch):
    """The genetic algorithm."""

    _current: tuple[int, ...] = ()
    """The numbers of the games of the present population."""
    _genomes: dict[int, Genome]
    """Of the present population, by number."""

    @property
    def genetics(self) -> Genetics:
        """How games come from genomes."""
        assert self.preset.genetics is not None, "a search of genomes needs its genetics"
        return self.preset.genetics

    @property
    def is_over(self) -> bool:
        """Whether all generations were made, or the best game is good enough."""
        stop = self.options.stop
        best = max((self._worth(one) for one in self._current), default=0.0)
        return self.generation > self.options.generations or (stop is not None and best >= stop)

    @property
    def population(self) -> list[Candidate]:
        """The present population, best first."""
        return sorted((self._candidates[one] for one in self._current), key=by_score)

    def contenders(self) -> list[Candidate]:
        """The games of the last population that could be scored, each once."""
        scored = [one for one in self.population if one.score is not None]
        return list({one.digest: one for one in reversed(scored)}.values())[::-1]

    def genome_of(self, number: int) -> Genome:
        """The genome of a game of the present population."""
        return self._genomes[number]

    def absorb(self, generation: Generation) -> None:
        """Add a generation: its games are the new population."""
        if not generation.is_last:
            bred = self._bred()
            numbers = [one.number for one in generation.candidates]
            self._genomes = {one: made.genome for one, made in zip(numbers, bred, strict=False)}
            self._current = tuple(numbers)
        super().absorb(generation)
        if not generation.is_last:
            self._keep_games(())

    def turn(
        self, pool: WorkerPool | None, most_children: int | None = None, heard: Heard = silent
    ) -> Generation:
        """The next generation: random genomes, then their descendants."""
        genomes = self._bred()
        if most_children is not None and self.generation:
            genomes = genomes[: max(1, most_children - self.census.children)]
        rng = random.Random(self.settings.seed_for("names", self.generation))
        born = [self._grown(len(self._candidates) + at, one, rng) for at, one in enumerate(genomes)]
        whole = [one for one in born if one.rejection is None]
        orders = [self._order_of(one) for one in whole]
        found = self.judge.findings(orders, pool)
        what = "children" if self.generation else "seeds"
        judged = {one.number: one for one in self._told(whole, found, what, heard)}
        candidates = tuple(judged.get(one.number, one) for one in born)
        return Generation(self.generation, candidates, seconds=seconds_of(found))

    def _order_of(self, born: Candidate) -> Order:
        matches = self.settings.screening.preliminary.matches
        return self._order(born, self._seed_of_child(born.number), matches)

    def _grown(self, number: int, bred: _Bred, rng: random.Random) -> Candidate:
        """The candidate of a genome; rejected if nothing came of it."""
        parents = [self._candidates[one] for one in bred.parents]
        try:
            game = self.genetics.phenotype(self.seeds, bred.genome)
        except LudwrightError as error:
            born = self._born(number, self.seeds[0], rng, parents)
            why = Rejection(Stage.SAFETY, type(error).__name__, str(error))
            return replace(born, rejection=why)
        return self._born(number, game, rng, parents)

    # --- Genomes ----------------------------------------------------------------------------------

    def _bred(self) -> list[_Bred]:
        """The genomes of the next generation; the same whenever it is asked."""
        rng = random.Random(self.settings.seed_for("genomes", self.generation))
        count = self.options.offspring
        if self.generation == 0:
            return [_Bred(random_genome(self.genetics.codons, rng), ()) for _ in range(count)]
        ranked = [one.number for one in self.population]
        worths = {one: self._worth(one) for one in ranked}
        kept = [_Bred(self._genomes[one], (one,)) for one in ranked[: self.genetics.kept]]
        children = [self._child(ranked, worths, rng) for _ in range(count - len(kept))]
        return [self._mutated(one, worths, rng) for one in (kept + children)[:count]]

    def _child(
        self, ranked: Sequence[int], worths: Mapping[int, float], rng: random.Random
    ) -> _Bred:
        """A child by crossing."""
        first, second = roulette(ranked, worths, rng), roulette(ranked, worths, rng)
        genome = one_point_child(self._genomes[first], self._genomes[second], rng)
        return _Bred(genome, (first, second))

    def _mutated(self, bred: _Bred, worths: Mapping[int, float], rng: random.Random) -> _Bred:
        """The genome, perhaps changed, the less the more its parents are worth."""
        if rng.random() >= self.options.mutation:
            return bred
        worth = sum(worths[one] for one in bred.parents) / len(bred.parents)
        deviation = min(self.genetics.step / sqrt(max(worth, LEAST_SCORE)), MOST_DEVIATION)
        genome = gaussian_mutant(bred.genome, self.genetics.each, deviation, rng)
        return _Bred(genome, bred.parents)

    def _worth(self, number: int) -> float:
        """The score of a game, 0 if it has none."""
        score = self._candidates[number].score
        return 0.0 if score is None else max(score.value, 0.0)


def roulette(numbers: Sequence[int], worths: Mapping[int, float], rng: random.Random) -> int:
    """One of the numbers, as often as its share of all worths; any if none is worth anything."""
    sums = list(accumulate(worths[one] for one in numbers))
    if sums[-1] <= 0.0:
        return rng.choice(numbers)
    return rng.choices(numbers, cum_weights=sums)[0]
