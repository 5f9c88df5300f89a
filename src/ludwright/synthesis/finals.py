"""The finals: the last generation of a run, a play-off among its best games and a final list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from ludwright.criticism.viability import Threshold, thresholds_of, verdict_of
from ludwright.plain import plain_of, read_plain
from ludwright.play.seeds import seed_of
from ludwright.play.workers import Faulty, Result, WorkerPool
from ludwright.synthesis.breeding import fault_of
from ludwright.synthesis.candidate import (
    Candidate,
    CandidateEvidence,
    Fall,
    Finalist,
    Generation,
    Occasion,
    Stage,
)
from ludwright.synthesis.evaluation import Finished, finding_of, finish_task, remeasure_task
from ludwright.synthesis.population import Population
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import Finding
from ludwright.synthesis.step import Heard, Step

PLAYOFF: int = 4
"""Games in the play-off for each place among the finalists."""
FINISHED: int = 2
"""The most games to finish for each place: those that fail are passed over."""
MOST_OF_A_KIND: int = 2
"""The most finalists from one cell of the archive, if there are enough others."""
PLAY_OFF, FINAL = "play-off", "final measurement"
"""The tests at the end of a run."""


class Finals:
    """Tests the best viable games of a population harder and makes the final list.

    A game that fails the stricter thresholds, crashes or takes too long makes room for the next.
    One that fails the thresholds is still listed if too few others are left.
    """

    def __init__(
        self, settings: RunSettings, population: Population, *, keeps_evidence: bool = True
    ) -> None:
        self._settings = settings
        self._population = population
        self._keeps_evidence = keeps_evidence
        self._rules: dict[str, Any] = plain_of(settings.screening)

    def generation(self, number: int, pool: WorkerPool, heard: Heard) -> Generation:
        """The last generation: the best games, with improved policies, measured again."""
        places = self._settings.finalists
        notes = _Notes()
        winners = self._winners(pool, notes, heard)[: FINISHED * places]
        ranked = iter(winners)
        done = 0
        while chosen := list(islice(ranked, places - notes.passed)):
            answers = pool.map_ordered(self._finish_task(one) for one in chosen)
            for one, answer in zip(chosen, answers, strict=True):
                done += 1
                fall = notes.fall(one, FINAL, notes.finish(one, answer))
                heard(Step(FINAL, done, len(winners), fall=fall))
        return notes.generation(number, places)

    def _finish_task(self, candidate: Candidate) -> dict[str, Any]:
        seed = self._settings.seed_for("finish", self._population.census.children)
        return finish_task(
            candidate,
            seed_of(seed, str(candidate.number)),
            self._rules,
            self._settings.finish,
            self._settings.policy_tries,
            keeps_evidence=self._keeps_evidence,
        )

    def _winners(self, pool: WorkerPool, notes: _Notes, heard: Heard) -> list[Candidate]:
        """A play-off among the best of every kind, with players that search deeper; best first.

        Evolution learns to exploit what the players of the screening cannot see: rules whose effect
        comes a ply too late for them look dramatic, and turn out flat when players foresee it.
        """
        contenders = by_turns(self._population.viable(), PLAYOFF * self._settings.finalists)
        results = pool.map_ordered(self._play_off_tasks(contenders))
        thresholds = thresholds_of(self._settings.family)
        levels = (thresholds.lenient, thresholds.strict)
        ranked: list[tuple[int, float, Candidate]] = []
        for place, one in enumerate(contenders, 1):
            found = finding_of(one.text, next(results))
            notes.faults += fault_of(one, "in the play-off", found)
            if found.score is not None and found.critique is not None:
                passed = [verdict_of(found.critique, each) for each in levels]
                ranked.append((sum(each.is_viable for each in passed), found.score.value, one))
            fall = notes.fall(one, PLAY_OFF, _play_off_failings(found, thresholds.strict))
            heard(Step(PLAY_OFF, place, len(contenders), fall=fall))
        # Asked once more, so that the pool knows that nobody waits for another.
        next(results, None)
        ranked.sort(key=lambda each: (-each[0], -each[1], each[2].number))
        return few_of_a_kind([one for _, _, one in ranked])

    def _play_off_tasks(self, contenders: Sequence[Candidate]) -> Iterator[dict[str, Any]]:
        finish = self._settings.finish
        matches = max(1, finish.matches // 2)
        effort = replace(finish, name="play-off", matches=matches, is_slow=False)
        seed = self._settings.seed_for("play-off", self._population.census.children)
        for one in contenders:
            novelty = one.distances.get("seeds")
            yield remeasure_task(
                one.text, seed_of(seed, str(one.number)), self._rules, effort, novelty
            )


@dataclass
class _Notes:
    """What the finals have found so far."""

    found: list[Finalist] = field(default_factory=list)
    evidence: list[CandidateEvidence] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    falls: dict[int, Fall] = field(default_factory=dict)
    """By number of the candidate; the latest test counts."""

    @property
    def passed(self) -> int:
        """The number of finalists that passed."""
        return sum(one.is_viable for one in self.found)

    def finish(self, candidate: Candidate, answer: Result) -> tuple[str, ...]:
        """Note the final measurement of a game; returns its failings."""
        if isinstance(answer, Faulty):
            self.faults.append(f"{candidate.name}, finished: {answer}")
            return ()
        finished = read_plain(Finished, answer)
        self.found.append(finished.finalist)
        if finished.evidence is not None:
            kept = CandidateEvidence(candidate.number, Occasion.FINAL, finished.evidence)
            self.evidence.append(kept)
        return finished.finalist.failings

    def fall(self, candidate: Candidate, test: str, reasons: tuple[str, ...]) -> Fall | None:
        """Note why a game failed a test, if it did."""
        if not reasons:
            self.falls.pop(candidate.number, None)
            return None
        self.falls[candidate.number] = Fall(candidate.number, candidate.name, test, reasons)
        return self.falls[candidate.number]

    def generation(self, number: int, places: int) -> Generation:
        """The last generation, with the best on the final list."""
        ranked = sorted(
            self.found, key=lambda one: (not one.is_viable, -one.score.value, one.number)
        )
        listed = {one.number for one in ranked[:places]}
        return Generation(
            number,
            (),
            finalists=tuple(ranked[:places]),
            faults=tuple(self.faults),
            falls=tuple(one for one in self.falls.values() if one.number not in listed),
            evidence=tuple(one for one in self.evidence if one.number in listed),
        )


def _play_off_failings(found: Finding, strict: Iterable[Threshold]) -> tuple[str, ...]:
    if found.score is not None and found.critique is not None:
        return verdict_of(found.critique, strict).failings
    is_broken = found.rejection is None or found.rejection.stage is Stage.FAULT
    return () if is_broken else (str(found.rejection),)


def by_turns(ranked: Sequence[Candidate], count: int) -> list[Candidate]:
    """The best of every cell, then the second best of every cell, and so on, `count` in all."""
    seen: Counter[tuple[str, ...]] = Counter()
    turns: list[tuple[int, Candidate]] = []
    for one in ranked:
        turns.append((seen[one.cell], one))
        seen[one.cell] += 1
    # Sorting is stable: within a turn the better ones stay first.
    turns.sort(key=lambda turn: turn[0])
    return [one for _, one in turns[:count]]


def few_of_a_kind(ranked: Sequence[Candidate]) -> list[Candidate]:
    """The best first, but those beyond `MOST_OF_A_KIND` per cell after all others."""
    seen: Counter[tuple[str, ...]] = Counter()
    chosen: list[Candidate] = []
    left: list[Candidate] = []
    for one in ranked:
        (chosen if seen[one.cell] < MOST_OF_A_KIND else left).append(one)
        seen[one.cell] += 1
    return [*chosen, *left]
