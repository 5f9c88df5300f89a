"""Races in an archive: few matches for most games, more for those that may be the best of a kind.

All games of a race play with the same random numbers, so that luck is shared. Those that did best,
in general or compared with the holder of their cell, go on to the next round with more matches, the
first of which are those they have played. Elites are tested again with fresh random numbers, since
the winner of many races owes some of it to chance. The whole search plays as many matches as a
generational one with the same options.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf

from ludwright.criticism.measure import Score
from ludwright.language.game import Game
from ludwright.play.workers import WorkerPool
from ludwright.synthesis.appraisal import PLAYED
from ludwright.synthesis.archive import pooled
from ludwright.synthesis.candidate import Candidate, Generation, Retest
from ludwright.synthesis.screen import Finding
from ludwright.synthesis.search import PresetSearch, by_score, seconds_of
from ludwright.synthesis.step import Heard, Step, silent

ROUNDS: tuple[tuple[float, float], ...] = ((0.15, 1.0), (0.6, 0.16), (2.5, 0.04))
"""The rounds of a race: the matches, as multiples of those of a game in a generational search, and
the share of the games that take part."""
RETESTS: int = 3
"""Elites that are tested again in one generation, with the matches of the last round."""
FINALISTS_SHARE: float = 0.1
"""The share of all matches that is kept for the final list."""
NEW_KIND: float = 1.0
"""What the first game of a kind counts as gained: enough to be measured well."""
BEST: int = 4
"""How many of the best games parents are drawn from, if not from the whole archive."""
TUNED_SHARE: float = 0.6
"""How often a child is its template, changed where that lacks something, if the preset can."""
ARCHIVE_SHARE: float = 0.3
"""How often parents come from the whole archive."""
MOST_TRIES: int = 8
"""Attempts at a child that is none of the games of the archive."""


@dataclass
class _Runner:
    """A game in a race."""

    born: Candidate
    found: Finding
    matches: int = 0

    @property
    def score(self) -> Score | None:
        """Its score by the last round it took part in."""
        return self.found.score

    def rank(self) -> tuple[float, int]:
        """Best first."""
        return (inf if self.score is None else -self.score.value), self.born.number


class RacingSearch(PresetSearch):
    """The search with an archive and races."""

    @property
    def budget(self) -> int:
        """The matches of the whole search."""
        return self.options.matches(self.settings.screening.preliminary.matches)

    @property
    def is_over(self) -> bool:
        """Whether so many matches were played that the rest is needed for the final list."""
        return self.matches >= (1.0 - FINALISTS_SHARE) * self.budget

    @property
    def population(self) -> list[Candidate]:
        """The contenders of all cells, best first."""
        held = [elite.number for _, elite in self.archive.contenders()]
        return sorted((self._candidates[one] for one in held), key=by_score)

    def contenders(self) -> list[Candidate]:
        """The contenders of all cells, best first, each game once."""
        return list({one.digest: one for one in reversed(self.population)}.values())[::-1]

    def leaders(self) -> dict[str, Candidate]:
        """The best contender of each kind along the first axis."""
        found: dict[str, Candidate] = {}
        for cell, elite in self.archive.contenders():
            one = self._candidates[elite.number]
            if cell[0] not in found or by_score(one) < by_score(found[cell[0]]):
                found[cell[0]] = one
        return found

    def absorb(self, generation: Generation) -> None:
        """Add a generation."""
        super().absorb(generation)
        self.matches += len(generation.retests) * self._matches_of(ROUNDS[-1][0])
        self._keep_games(elite.number for _, elite in self.archive.contenders())

    def turn(
        self, pool: WorkerPool | None, most_children: int | None = None, heard: Heard = silent
    ) -> Generation:
        """The next generation: the first games, then a race of children and some retests."""
        rng = random.Random(self.settings.seed_for("generation", self.generation))
        count, what = self.options.offspring, "children"
        if self.generation == 0:
            games = self._founders(rng)
            born = [self._born(number, game, rng) for number, game in enumerate(games)]
            what = "seeds"
        else:
            left = count if most_children is None else most_children - self.census.children
            born = self._children(rng, min(count, left))
        runners = self._raced(born, pool)
        judged = self._told(born, [self._finding(one) for one in runners], what, heard)
        tested, findings = self._retested(pool, heard)
        spent = seconds_of([*(one.found for one in runners), *findings])
        return Generation(self.generation, tuple(judged), tuple(tested), seconds=spent)

    @property
    def final_matches(self) -> int:
        """An equal share of the matches that are left for each game of the final list."""
        places = max(1, min(self.settings.finalists, len(self.contenders())))
        return max(self._matches_of(1.0), (self.budget - self.matches) // places)

    def _matches_of(self, multiple: float) -> int:
        return max(2, round(multiple * self.settings.screening.preliminary.matches))

    # --- Races ------------------------------------------------------------------------------------

    def _raced(self, born: Sequence[Candidate], pool: WorkerPool | None) -> list[_Runner]:
        """The games with their findings by as many rounds as they were worth."""
        seed = self.settings.seed_for("race", 0)
        runners = [_Runner(one, Finding(one.text)) for one in born]
        running = runners
        for number, (multiple, share) in enumerate(ROUNDS):
            running = running if number == 0 else self._leaders(running, ceil(share * len(born)))
            matches = self._matches_of(multiple)
            orders = [self._order(one.born, seed, matches) for one in running]
            for one, found in zip(running, self.judge.findings(orders, pool), strict=True):
                one.matches += matches
                one.found = found
        return runners

    def _leaders(self, running: Sequence[_Runner], count: int) -> list[_Runner]:
        """Those who go on: in turn the best of all and whoever gains most on its cell's holder."""
        scored = [one for one in running if one.score is not None]
        kinds = self.leaders() if self.options.is_even else None
        gains = sorted(scored, key=lambda one: (-self._gain(one, kinds), one.born.number))
        best = gains if self.options.is_even else sorted(scored, key=_Runner.rank)
        order = dict.fromkeys(
            one.born.number for pair in zip(best, gains, strict=True) for one in pair
        )
        chosen = set(list(order)[:count])
        return [one for one in running if one.born.number in chosen]

    def _gain(self, runner: _Runner, kinds: Mapping[str, Candidate] | None) -> float:
        """By how much it is better than the best of its kind, or the holder of its cell.

        A lot if there is none.
        """
        score, critique = runner.score, runner.found.critique
        assert score is not None, "only scored games are compared"
        if critique is None:
            return NEW_KIND
        cell = self._cell(critique)
        holder = self.archive.best_of(cell) if kinds is None else kinds.get(cell[0])
        if holder is None or holder.score is None:
            return NEW_KIND
        return score.value - holder.score.value

    def _finding(self, runner: _Runner) -> Finding:
        return replace(runner.found, matches={PLAYED: runner.matches})

    def _judged(self, born: Candidate, finding: Finding) -> Candidate:
        """Only games that went beyond the first round are elites; the others are forgotten."""
        judged = super()._judged(born, finding)
        is_tried = sum(finding.matches.values()) > self._matches_of(ROUNDS[0][0])
        return judged if is_tried else replace(judged, is_viable=False)

    def _retested(
        self, pool: WorkerPool | None, heard: Heard
    ) -> tuple[list[Retest], list[Finding]]:
        candidates = [self._candidates[number] for number in self._due()]
        matches = self._matches_of(ROUNDS[-1][0])
        orders = [self._order(one, self._fresh_seed(one.number), matches) for one in candidates]
        findings = self.judge.findings(orders, pool)
        tested: list[Retest] = []
        for one, found in zip(candidates, findings, strict=True):
            tests, before = self._tests.get(one.number, 0), one.score
            assert before is not None, "elites have scores"
            if found.score is None:
                tested.append(Retest(one.number, before, 1 + tests, is_viable=False))
            else:
                score = pooled(before, found.score) if tests else found.score
                tested.append(Retest(one.number, score, 1 + tests, True, found.critique))
            heard(Step("retests", len(tested), len(candidates)))
        return tested, findings

    def _due(self) -> list[int]:
        """The elites that may be the best of all, their errors considered, and one in its turn.

        Where all kinds count alike: those who lead one and have been tested least.
        """
        if self.options.is_even:
            leading = sorted(self.leaders().values(), key=self._tests_so_far)
            return [one.number for one in leading[:RETESTS]]
        hopeful = sorted(self.population, key=_hope)[: RETESTS - 1]
        found = [one.number for one in hopeful]
        found += [one.number for one in self.archive.due(RETESTS) if one.number not in found]
        return found[:RETESTS]

    def _tests_so_far(self, candidate: Candidate) -> tuple[int, int]:
        return self._tests.get(candidate.number, 0), candidate.number

    # --- Children ---------------------------------------------------------------------------------

    def _children(self, rng: random.Random, count: int) -> list[Candidate]:
        everyone = self.population
        made: list[Candidate] = []
        known = {one.digest for one in everyone}
        while len(made) < count:
            template = rng.choice(self._templates(everyone, rng))
            other = rng.choice(everyone)
            game = self._fresh(template, other, rng, known)
            number = len(self._candidates) + len(made)
            made.append(self._born(number, game, rng, (template, other)))
            known.add(made[-1].digest)
        return made

    def _templates(self, everyone: Sequence[Candidate], rng: random.Random) -> Sequence[Candidate]:
        """Those of whom one is to be varied."""
        if rng.random() < ARCHIVE_SHARE:
            return everyone
        return list(self.leaders().values()) if self.options.is_even else everyone[:BEST]

    def _fresh(
        self, template: Candidate, other: Candidate, rng: random.Random, known: set[str]
    ) -> Game:
        """A child that is not one of the known games, if a few attempts find one."""
        for _ in range(MOST_TRIES):
            first, second = self._game(template), self._game(other)
            if (tuned := self._tuned(template, rng)) is not None and tuned.digest not in known:
                return tuned
            for child in self._mated(first, second, rng):
                if child.digest not in known:
                    return child
        return self._game(template)

    def _tuned(self, template: Candidate, rng: random.Random) -> Game | None:
        tuning = self.preset.tuning
        if tuning is None or template.critique is None or rng.random() >= TUNED_SHARE:
            return None
        profile = self.settings.screening.profile
        return tuning(self._game(template), template.critique, profile, rng)


def _hope(candidate: Candidate) -> tuple[float, int]:
    """Best first, by the better end of what the score may be."""
    score = candidate.score
    return (inf if score is None else -score.value - score.error), candidate.number
