"""A genetic algorithm: a population that is replaced as a whole, but for its best game.

Parents are the two best of a few games drawn with replacement. The best game of a population enters
the next one and is measured anew: its old score is forgotten, since chance may have made it the
best (Rossato et al. 2023).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludwright.play.workers import WorkerPool
from ludwright.synthesis.candidate import Candidate, Generation, Retest
from ludwright.synthesis.screen import Finding
from ludwright.synthesis.search import PresetSearch, by_score, seconds_of
from ludwright.synthesis.step import Heard, Step, silent

MOST_MATINGS: int = 2_000
"""Pairs of parents in a row without a sound child; then a parent itself is put into its place."""


class GenerationalSearch(PresetSearch):
    """The genetic algorithm."""

    _current: tuple[int, ...] = ()
    """The numbers of the games of the present population."""

    @property
    def is_over(self) -> bool:
        """Whether all generations were made."""
        return self.generation > self.options.generations

    @property
    def population(self) -> list[Candidate]:
        """The present population, best first."""
        return sorted((self._candidates[one] for one in self._current), key=by_score)

    def contenders(self) -> list[Candidate]:
        """The games of the last population, each once."""
        return list({one.digest: one for one in reversed(self.population)}.values())[::-1]

    def absorb(self, generation: Generation) -> None:
        """Add a generation: its games and the retested best one are the new population."""
        super().absorb(generation)
        if not generation.is_last:
            kept = [one.number for one in generation.retests if one.is_viable]
            born = [one.number for one in generation.candidates if one.has_survived]
            self._current = (*kept, *born)
            self._keep_games(self._current)

    def turn(
        self, pool: WorkerPool | None, most_children: int | None = None, heard: Heard = silent
    ) -> Generation:
        """The next generation: the first population, then its descendants."""
        rng = random.Random(self.settings.seed_for("generation", self.generation))
        if self.generation == 0:
            return self._first(rng, pool, heard)
        best = self.population[0]
        count = self.options.offspring - 1
        if most_children is not None:
            count = min(count, most_children - self.census.children)
        born = self._children(rng, count)
        matches = self.settings.screening.preliminary.matches
        orders = [self._order(best, self._fresh_seed(best.number), matches)]
        orders += [self._order(one, self._seed_of_child(one.number), matches) for one in born]
        found = self.judge.findings(orders, pool)
        judged = self._told(born, found[1:], "children", heard)
        retest = self._retest(best, found[0])
        heard(Step("retests", 1, 1))
        return Generation(self.generation, tuple(judged), (retest,), seconds=seconds_of(found))

    def _first(self, rng: random.Random, pool: WorkerPool | None, heard: Heard) -> Generation:
        games = self._founders(rng)
        born = [self._born(number, game, rng) for number, game in enumerate(games)]
        matches = self.settings.screening.preliminary.matches
        orders = [self._order(one, self._seed_of_child(one.number), matches) for one in born]
        found = self.judge.findings(orders, pool)
        judged = self._told(born, found, "seeds", heard)
        return Generation(0, tuple(judged), seconds=seconds_of(found))

    def _retest(self, best: Candidate, found: Finding) -> Retest:
        tests = 1 + self._tests.get(best.number, 0)
        if found.score is None:
            assert best.score is not None, "only scored games are in the population"
            return Retest(best.number, best.score, tests, is_viable=False)
        return Retest(best.number, found.score, tests, is_viable=True, critique=found.critique)

    # --- Children ---------------------------------------------------------------------------------

    def _children(self, rng: random.Random, count: int) -> list[Candidate]:
        ranked = self.population
        made: list[Candidate] = []
        barren = 0
        while len(made) < count:
            better, other = _tournament(ranked, self.options.tournament, rng)
            first, second = self._game(better), self._game(other)
            children = self._mated(first, second, rng)
            barren = 0 if children else barren + 1
            if barren >= MOST_MATINGS:
                children = [first]
            for game in children[: count - len(made)]:
                number = len(self._candidates) + len(made)
                made.append(self._born(number, game, rng, (better, other)))
        return made


def _tournament(
    ranked: Sequence[Candidate], size: int, rng: random.Random
) -> tuple[Candidate, Candidate]:
    """The two best of so many draws with replacement; they may be the same game."""
    places = sorted(rng.randrange(len(ranked)) for _ in range(max(2, size)))
    return ranked[places[0]], ranked[places[1]]
