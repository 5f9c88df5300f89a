"""Breeding: the generations of a run before its last, with their seeds, children and retests.

Parents are chosen by stochastic universal sampling from the population, and from the archive;
children are made by crossover and mutation, and every child is screened.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from ludwright.language.distance import nearest_distance, rule_distance
from ludwright.language.game import Game
from ludwright.plain import plain_of
from ludwright.play.seeds import seed_of
from ludwright.play.workers import Result, WorkerPool
from ludwright.synthesis.archive import Archive, Elite, pooled
from ludwright.synthesis.baptism import baptise
from ludwright.synthesis.candidate import (
    Candidate,
    CandidateEvidence,
    Generation,
    Occasion,
    Rejection,
    Retest,
    Stage,
)
from ludwright.synthesis.evaluation import finding_of, remeasure_task, screen_task
from ludwright.synthesis.population import Population, inbred_with
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import NOVELTY, Finding
from ludwright.synthesis.selection import pairs, sampled_places
from ludwright.synthesis.step import Heard, Step
from ludwright.synthesis.variation import Variation, variation_named

ATTEMPTS: int = 8
"""How often to vary the parents again if the child is not a new game."""


class Breeding:
    """Makes and judges the games of a generation; it changes neither population nor archive."""

    def __init__(
        self,
        settings: RunSettings,
        seeds: Sequence[Game],
        population: Population,
        archive: Archive,
        *,
        keeps_evidence: bool = True,
    ) -> None:
        self._settings = settings
        self._seeds = tuple(seeds)
        self._population = population
        self._archive = archive
        self._keeps_evidence = keeps_evidence
        self._variation: Variation = variation_named(settings.family)
        self._rules: dict[str, Any] = plain_of(settings.screening)
        steering = settings.screening.steering
        steered = {one.name for one in steering.limits} | {one.name for one in steering.targets}
        self._is_novelty_steered = NOVELTY in steered

    # --- seeds ------------------------------------------------------------------------------------

    def seed_generation(self, pool: WorkerPool, heard: Heard) -> Generation:
        """Measure the seeds: the first generation."""
        tasks = (self._seed_task(number, game) for number, game in enumerate(self._seeds))
        found: list[Candidate] = []
        notes = _Notes()
        for game, result in zip(self._seeds, pool.map_ordered(tasks), strict=True):
            finding = finding_of(game.text, result)
            found.append(_measured_seed(len(found), game, finding))
            notes.add(found[-1].number, finding)
            heard(Step("seeds", len(found), len(self._seeds), found[-1]))
        return Generation(
            0, tuple(found), seconds=dict(notes.seconds), evidence=tuple(notes.evidence)
        )

    def _seed_task(self, number: int, game: Game) -> dict[str, Any]:
        return remeasure_task(
            game.text,
            self._settings.seed_for("seed", number),
            self._rules,
            self._settings.screening.preliminary,
            is_seed=True,
            keeps_evidence=self._keeps_evidence,
        )

    # --- children ---------------------------------------------------------------------------------

    def child_generation(
        self, number: int, pool: WorkerPool, count: int, heard: Heard
    ) -> Generation:
        """Make and screen children, and retest elites."""
        children = list(self._children(number, count))
        retested = self._archive.due(self._settings.retests, if_open=True)
        # Made one by one, while workers are busy with the previous ones.
        screens = (self._screen_task(one) for one in children if one.rejection is None)
        retests = (self._retest_task(elite.number) for elite in retested)
        results = pool.map_ordered(chain(screens, retests))
        notes = _Notes()
        found = self._screened(children, results, notes, heard)
        tested = self._retested(retested, results, notes, heard)
        # Asked once more, so that the pool knows that nobody waits for another.
        next(results, None)
        return Generation(
            number,
            tuple(found),
            tuple(tested),
            seconds=dict(notes.seconds),
            faults=tuple(notes.faults),
            evidence=tuple(notes.evidence),
        )

    def _screened(
        self, children: Sequence[Candidate], results: Iterator[Result], notes: _Notes, heard: Heard
    ) -> list[Candidate]:
        found: list[Candidate] = []
        for child in children:
            if child.rejection is None:
                finding = finding_of(child.text, next(results))
                judged = self._judged(child, finding, found)
                found.append(judged)
                notes.add(child.number, finding, is_kept=judged.is_viable)
            else:
                found.append(child)
            heard(Step("children", len(found), len(children), found[-1]))
        return found

    def _retested(
        self, elites: Sequence[Elite], results: Iterator[Result], notes: _Notes, heard: Heard
    ) -> list[Retest]:
        tested: list[Retest] = []
        for elite in elites:
            finding = finding_of("", next(results))
            notes.add_retest(self._population[elite.number], finding)
            tested.append(self._retest_of(elite.number, finding))
            heard(Step("retests", len(tested), len(elites)))
        return tested

    def _children(self, generation: int, count: int) -> Iterator[Candidate]:
        """Children of this turn, not yet screened; each has its own random numbers."""
        population, settings = self._population, self._settings
        first_number = len(population)
        chance = random.Random(settings.seed_for("parents", first_number))
        couples = pairs(population.ranked(), count, chance, settings.pressure)
        novel = sorted(population.ranked(), key=_by_novelty) if settings.novelty_share else []
        elites = [population[elite.number] for _, elite in self._archive.holders()]
        digests, names = set(population.digests), set(population.names)
        for place, (template, other) in enumerate(couples):
            number = first_number + place
            rng = random.Random(settings.seed_for("child", number))
            if elites and rng.random() < settings.archive_share:
                template = rng.choice(elites)
            if novel and rng.random() < settings.novelty_share:
                template = novel[sampled_places(len(novel), 1, rng, settings.pressure)[0]]
            game, is_new = self._varied(template, other, rng, digests)
            name = baptise(rng, names)
            game = self._variation.rename(game, name, (template.name, other.name))
            nothing_new = Rejection(Stage.VARIATION, "the same rules as a game before")
            digests.add(game.digest)
            names.add(name)
            yield Candidate(
                number,
                generation,
                name,
                game.digest,
                game.text,
                (template.digest, other.digest),
                rejection=None if is_new else nothing_new,
            )

    def _varied(
        self, template: Candidate, other: Candidate, rng: random.Random, known: Iterable[str]
    ) -> tuple[Game, bool]:
        """A child of two parents, and whether it is a new game; a few attempts are made."""
        steering = self._settings.screening.steering
        for _ in range(1 + ATTEMPTS):
            game = self._variation.child(template.game, other.game, rng, steering)
            if game.digest not in known:
                return game, True
        return game, False

    def _screen_task(self, child: Candidate) -> dict[str, Any]:
        population = self._population
        return screen_task(
            child.text,
            [population.member(digest).candidate.text for digest in child.parents],
            self._settings.seed_for("screen", child.number),
            self._rules,
            is_inbred=population.is_near(child.game),
            known=population.signatures,
            novelty=self._novelty(child.game) if self._is_novelty_steered else None,
            keeps_evidence=self._keeps_evidence,
        )

    def _judged(
        self, child: Candidate, finding: Finding, siblings: Sequence[Candidate]
    ) -> Candidate:
        judged = replace(
            child,
            text=finding.text,
            rejection=finding.rejection,
            critique=finding.critique,
            score=finding.score,
            work=dict(finding.matches),
            signature=finding.signature,
        )
        if judged.rejection is not None:
            return judged
        inbred = inbred_with([one for one in siblings if one.has_survived], judged)
        if inbred is not None:
            return replace(judged, rejection=inbred, score=None, critique=None)
        assert judged.critique is not None
        game = judged.game
        parents = [self._population.member(digest).game for digest in child.parents]
        distances = {"parents": sum(rule_distance(game, one) for one in parents) / len(parents)}
        if finding.is_viable or self._settings.novelty_share:
            distances["seeds"] = self._novelty(game)
        return replace(
            judged,
            is_viable=finding.is_viable,
            failings=_failings(finding),
            distances=distances,
            cell=self._archive.cell(self._variation.concept(game), judged.critique),
        )

    def _novelty(self, game: Game) -> float:
        return nearest_distance(game, self._seeds)

    # --- retests ----------------------------------------------------------------------------------

    def _retest_task(self, number: int) -> dict[str, Any]:
        candidate = self._population[number]
        tests, _ = self._population.tests(number)
        return remeasure_task(
            candidate.text,
            seed_of(self._settings.seed_for("retest", number), str(tests)),
            self._rules,
            self._settings.screening.confirmation,
            candidate.distances.get("seeds"),
            rivals=self._archive.rivals(number),
            keeps_evidence=self._keeps_evidence,
        )

    def _retest_of(self, number: int, finding: Finding) -> Retest:
        """A new retest of an elite, pooled with its earlier ones."""
        tests, before = self._population.tests(number)
        if finding.score is None:
            score = before or self._population[number].score
            assert score is not None
            return Retest(number, score, 1 + tests, is_viable=False)
        score = finding.score if before is None else pooled(before, finding.score)
        return Retest(number, score, 1 + tests, finding.is_viable, finding.critique)


@dataclass
class _Notes:
    """What findings add to a generation besides its candidates."""

    seconds: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    evidence: list[CandidateEvidence] = field(default_factory=list)

    def add(self, number: int, finding: Finding, *, is_kept: bool = True) -> None:
        """Note the measurement of a seed or child."""
        self.seconds.update(finding.seconds)
        if is_kept and finding.evidence is not None:
            self._keep(number, finding)

    def add_retest(self, candidate: Candidate, finding: Finding) -> None:
        """Note a retest: the new matches take the place of the old ones, or remove them."""
        self.seconds.update({f"{name}, again": spent for name, spent in finding.seconds.items()})
        self.faults += fault_of(candidate, "tested again", finding)
        if finding.evidence is not None or not finding.is_viable:
            self._keep(candidate.number, finding)

    def _keep(self, number: int, finding: Finding) -> None:
        self.evidence.append(CandidateEvidence(number, Occasion.SCREENING, finding.evidence))


def _measured_seed(number: int, game: Game, finding: Finding) -> Candidate:
    return Candidate(
        number,
        0,
        game.name,
        game.digest,
        game.text,
        rejection=finding.rejection,
        score=finding.score,
        critique=finding.critique,
        is_viable=finding.is_viable,
        failings=_failings(finding),
        work=dict(finding.matches),
        signature=finding.signature,
    )


def _by_novelty(candidate: Candidate) -> tuple[float, int]:
    """Farthest from the nearest seed first; seeds last."""
    return -candidate.distances.get("seeds", 0.0), candidate.number


def fault_of(candidate: Candidate, when: str, finding: Finding) -> list[str]:
    """A line about a game that failed, or none."""
    rejection = finding.rejection
    if rejection is None or rejection.stage is not Stage.FAULT:
        return []
    return [f"{candidate.name}, {when}: {rejection.cause}: {rejection.detail}"]


def _failings(finding: Finding) -> tuple[str, ...]:
    return () if finding.verdict is None else (*finding.verdict.failings, *finding.verdict.doubts)
