"""What searches by presets have in common: candidates, their latest scores, the final list.

Like the usual loop they yield generations and save nothing, and their whole state follows from the
generations so far.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ludwright.criticism.critique import Critique
from ludwright.language.game import Game
from ludwright.play.seeds import seed_of
from ludwright.play.workers import WorkerPool
from ludwright.synthesis.appraisal import Judge, Order, Table
from ludwright.synthesis.archive import Archive, axes_named
from ludwright.synthesis.baptism import baptise
from ludwright.synthesis.candidate import Candidate, Fall, Finalist, Generation, Retest
from ludwright.synthesis.population import Census
from ludwright.synthesis.preset import Preset, SearchOptions, preset_named
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import Finding
from ludwright.synthesis.step import Heard, Step, silent
from ludwright.synthesis.variation import variation_named

FINAL = "final measurement"
"""The last test of a search."""


class PresetSearch(ABC):
    """A search: what it has found so far, and the next turn."""

    def __init__(
        self, settings: RunSettings, seeds: Sequence[Game], judge: Judge | None = None
    ) -> None:
        assert settings.search is not None, "a search needs its options"
        self.settings = settings
        self.options: SearchOptions = settings.search
        self.preset: Preset = preset_named(self.options.preset, settings.family)
        self.seeds = tuple(seeds)
        self.judge = Table(settings) if judge is None else judge
        self.archive = Archive(axes_named(settings.axes, settings.family))
        self.generation = 0
        """The number of the next turn."""
        self.finalists: tuple[Finalist, ...] = ()
        self.falls: tuple[Fall, ...] = ()
        """Games that failed the final measurement."""
        self.faults: list[str] = []
        self.is_finished = False
        """Whether no children were made since the best were finished."""
        self.census = Census()
        self.matches = 0
        """Played so far, except for the final list."""
        self._candidates: dict[int, Candidate] = {}
        """By number, with the scores of their latest tests."""
        self._tests: dict[int, int] = {}
        self._names: set[str] = set()
        self._games: dict[int, Game] = {}
        """Those that are at hand, so that they need not be read from their texts."""
        self._variation = variation_named(settings.family)

    # --- What was found ---------------------------------------------------------------------------

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the options allow no further turn."""

    @property
    @abstractmethod
    def population(self) -> list[Candidate]:
        """The games that may become parents, best first."""

    def viable(self) -> list[Candidate]:
        """The children that could be scored, best first, each game once."""
        found: dict[str, Candidate] = {}
        scored = (one for one in self._candidates.values() if one.is_viable and one.generation)
        for one in sorted(scored, key=by_score):
            found.setdefault(one.digest, one)
        return list(found.values())

    def lost_seeds(self) -> list[Candidate]:
        """The games of the first population that could not be scored."""
        return [one for one in self._candidates.values() if one.generation == 0 and one.rejection]

    def absorb(self, generation: Generation) -> None:
        """Add a generation, either a new one or one of a resumed run."""
        self.generation = generation.number + 1
        for candidate in generation.candidates:
            self._candidates[candidate.number] = candidate
            self._names.add(candidate.name.lower())
            self.matches += sum(candidate.work.values())
            if candidate.generation > 0:
                self.census.count(candidate)
            self.archive.add(candidate)
        for retest in generation.retests:
            self._absorb_retest(retest, generation.number)
        self.census.seconds.update(generation.seconds)
        self.finalists = generation.finalists or self.finalists
        self.falls = generation.falls if generation.is_last else self.falls
        self.is_finished = generation.is_last
        self.faults += generation.faults

    def _absorb_retest(self, retest: Retest, generation: int) -> None:
        before = self._candidates[retest.number]
        self._candidates[retest.number] = replace(
            before,
            score=retest.score,
            critique=retest.critique or before.critique,
            is_viable=retest.is_viable,
        )
        self._tests[retest.number] = retest.tests
        self.archive.retest(retest, generation)

    # --- The next turn ----------------------------------------------------------------------------

    @abstractmethod
    def turn(
        self, pool: WorkerPool | None, most_children: int | None = None, heard: Heard = silent
    ) -> Generation:
        """The next generation: the first population, then its descendants."""

    def finish(self, pool: WorkerPool | None, heard: Heard = silent) -> Generation:
        """The last generation: the best games, measured again with fresh matches."""
        chosen = self.contenders()[: self.settings.finalists]
        seed = self.settings.seed_for("finish", self.generation)
        orders = [self._order(one, seed, self.final_matches) for one in chosen]
        finalists: list[Finalist] = []
        falls: list[Fall] = []
        for one, found in zip(chosen, self.judge.findings(orders, pool), strict=True):
            fall = None
            if found.score is None or found.critique is None:
                fall = Fall(one.number, one.name, FINAL, (str(found.rejection),))
                falls.append(fall)
            else:
                finalists.append(
                    Finalist(one.number, one.text, found.score, found.critique, is_viable=True)
                )
            heard(Step(FINAL, len(finalists) + len(falls), len(chosen), fall=fall))
        finalists.sort(key=lambda one: (-one.score.value, one.number))
        return Generation(self.generation, (), finalists=tuple(finalists), falls=tuple(falls))

    @property
    def final_matches(self) -> int:
        """The matches of each game of the final list."""
        return self.settings.finish.matches

    @abstractmethod
    def contenders(self) -> list[Candidate]:
        """The games among which the final list is made, best first."""

    def _founders(self, rng: random.Random) -> list[Game]:
        founders = self.preset.founders
        assert founders is not None, "games of genomes have no founders"
        return founders(self.seeds, self.options.offspring, rng, self.options)

    def _mated(self, first: Game, second: Game, rng: random.Random) -> list[Game]:
        mating = self.preset.mating
        assert mating is not None, "genomes are mated, not games"
        return mating(first, second, rng, self.options)

    # --- Candidates -------------------------------------------------------------------------------

    def _born(
        self, number: int, game: Game, rng: random.Random, parents: Sequence[Candidate] = ()
    ) -> Candidate:
        """A candidate with a name of its own that is not measured yet."""
        name = baptise(rng, ())
        if name.lower() in self._names:
            name = f"{name}-{number}"
        self._names.add(name.lower())
        named = self._variation.rename(game, name, [one.name for one in parents])
        self._games[number] = named
        digests = tuple(one.digest for one in parents)
        return Candidate(number, self.generation, name, named.digest, named.text, digests)

    def _order(self, candidate: Candidate, seed: int, matches: int) -> Order:
        return Order(candidate.text, seed, matches, self._games.get(candidate.number))

    def _game(self, candidate: Candidate) -> Game:
        if candidate.number not in self._games:
            self._games[candidate.number] = candidate.game
        return self._games[candidate.number]

    def _keep_games(self, numbers: Iterable[int]) -> None:
        """Forget all games but these."""
        kept = set(numbers)
        self._games = {number: one for number, one in self._games.items() if number in kept}

    def _told(
        self, born: Sequence[Candidate], found: Sequence[Finding], what: str, heard: Heard
    ) -> list[Candidate]:
        """The candidates with what was found about them, each reported."""
        judged: list[Candidate] = []
        for one, finding in zip(born, found, strict=True):
            judged.append(self._judged(one, finding))
            heard(Step(what, len(judged), len(born), judged[-1]))
        return judged

    def _judged(self, born: Candidate, finding: Finding) -> Candidate:
        return replace(
            born,
            rejection=finding.rejection,
            score=finding.score,
            critique=finding.critique,
            is_viable=finding.score is not None,
            cell=self._cell(finding.critique),
            work=dict(finding.matches),
        )

    def _cell(self, critique: Critique | None) -> tuple[str, ...]:
        return () if critique is None else self.archive.cell("", critique)

    def _seed_of_child(self, number: int) -> int:
        return self.settings.seed_for("appraise", number)

    def _fresh_seed(self, number: int) -> int:
        """A seed for a candidate that was measured before."""
        tests = self._tests.get(number, 0)
        return seed_of(self.settings.seed_for("retest", number), str(tests))


def by_score(candidate: Candidate) -> tuple[float, int]:
    """Best first; candidates without a score come last, older ones first among equals."""
    value = candidate.score.value if candidate.score is not None else float("-inf")
    return -value, candidate.number


def seconds_of(findings: Iterable[Finding]) -> dict[str, float]:
    """The processor time of some findings, by stage."""
    total: dict[str, float] = {}
    for found in findings:
        for name, spent in found.seconds.items():
            total[name] = total.get(name, 0.0) + spent
    return total
