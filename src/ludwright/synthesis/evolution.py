"""The loop of Browne & Maire 2010, with an archive in addition.

Seeds are measured, then children are made, one batch at a time, and at the end the best are tested
once more. The loop yields generations and saves nothing. Its whole state follows from the
generations so far: a stopped run continues from them and ends the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.language.game import Game
from ludwright.play.workers import WorkerPool
from ludwright.synthesis.archive import Archive, axes_named
from ludwright.synthesis.breeding import Breeding
from ludwright.synthesis.candidate import Candidate, Fall, Finalist, Generation
from ludwright.synthesis.finals import Finals
from ludwright.synthesis.population import Census, Population
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.step import Heard, silent


class Evolution:
    """A run: what it has found so far, and the next turn."""

    def __init__(
        self, settings: RunSettings, seeds: Sequence[Game], *, keeps_evidence: bool = True
    ) -> None:
        self.settings = settings
        self.archive = Archive(axes_named(settings.axes, settings.family))
        self.generation = 0
        """The number of the next turn."""
        self.finalists: tuple[Finalist, ...] = ()
        self.falls: tuple[Fall, ...] = ()
        """Games that failed the final tests, when the run was last finished."""
        self.faults: list[str] = []
        """Games that failed during a retest or the final tests, and how."""
        self.is_finished = False
        """Whether no children were made since the best were finished."""
        self.is_over = False
        """Whether there can be no further turn; this loop goes on until somebody ends it."""
        self._population = Population()
        self._breeding = Breeding(
            settings, seeds, self._population, self.archive, keeps_evidence=keeps_evidence
        )
        self._finals = Finals(settings, self._population, keeps_evidence=keeps_evidence)

    @property
    def census(self) -> Census:
        """The run in a few numbers."""
        return self._population.census

    @property
    def population(self) -> list[Candidate]:
        """Seeds and surviving children, best first."""
        return self._population.ranked()

    def viable(self) -> list[Candidate]:
        """The viable children, best first; scores are from their retests, if any."""
        return self._population.viable()

    def lost_seeds(self) -> list[Candidate]:
        """The seeds that could not be played or measured, and so cannot be parents."""
        return self._population.lost_seeds()

    def absorb(self, generation: Generation) -> None:
        """Add a generation, either a new one or one of a resumed run."""
        self.generation = generation.number + 1
        self._population.absorb(generation)
        for candidate in generation.candidates:
            if candidate.has_survived and candidate.generation > 0:
                self.archive.add(candidate)
        for retest in generation.retests:
            self.archive.retest(retest, generation.number)
        self.finalists = generation.finalists or self.finalists
        self.falls = generation.falls if generation.is_last else self.falls
        self.is_finished = generation.is_last
        self.faults += generation.faults

    def turn(
        self, pool: WorkerPool, most_children: int | None = None, heard: Heard = silent
    ) -> Generation:
        """The next generation: the seeds first, then batches of children."""
        if self.generation == 0:
            return self._breeding.seed_generation(pool, heard)
        count = self.settings.batch
        if most_children is not None:
            count = min(count, most_children - self.census.children)
        return self._breeding.child_generation(self.generation, pool, count, heard)

    def finish(self, pool: WorkerPool, heard: Heard = silent) -> Generation:
        """The last generation: the best viable games, with improved policies, measured again."""
        return self._finals.generation(self.generation, pool, heard)


def is_done(census: Census, *, children: int | None, survivors: int | None) -> bool:
    """Whether a run has reached its goal."""
    return (children is not None and census.children >= children) or (
        survivors is not None and census.survivors >= survivors
    )
