"""The loop of Browne & Maire 2010, with an archive in addition.

Seeds are measured, then children are made, one batch at a time: parents by stochastic universal
sampling from a population that only grows, and from the archive; children by crossover and
mutation; every child is screened. The loop yields generations and saves nothing. Its whole state
follows from the generations so far: a stopped run continues from them and ends the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, islice
from typing import Any

from ludwright.criticism.effort import FULL, Effort
from ludwright.criticism.measure import Score
from ludwright.criticism.viability import thresholds_of, verdict_of
from ludwright.language.distance import nearest_distance, rule_distance
from ludwright.language.game import Game
from ludwright.language.ludeme import walk
from ludwright.play.seeds import seed_of
from ludwright.play.workers import Faulty, Result, WorkerPool
from ludwright.synthesis.archive import DEFAULT_AXES, Archive, axes_named, pooled
from ludwright.synthesis.baptism import baptise
from ludwright.synthesis.candidate import (
    Candidate,
    Fall,
    Finalist,
    Generation,
    Rejection,
    Retest,
    Stage,
)
from ludwright.synthesis.evaluation import (
    finding_from_json,
    finish_task,
    remeasure_task,
    screen_task,
    screening_from_json,
    screening_to_json,
)
from ludwright.synthesis.screen import NOVELTY, Finding, Screening
from ludwright.synthesis.selection import pairs
from ludwright.synthesis.variation import Variation, variation_named

TOO_NEAR: float = 0.005
"""Children whose rules are closer than this to those of a member are rejected."""
BATCH: int = 64
"""Children in one generation."""
RETESTS: int = 6
"""Elites retested in one generation."""
ARCHIVE_SHARE: float = 0.5
"""How often the template is an elite of the archive rather than a member of the population."""
PLAYOFF: int = 4
"""Games in the play-off for each place among the finalists."""
FINISHED: int = 2
"""The most games to finish for each place: those that fail are passed over."""
MOST_OF_A_KIND: int = 2
"""The most finalists from one cell of the archive, if there are enough others."""
FEW_WORDS: int = 2
"""Games that differ in more than this many words are farther apart than `TOO_NEAR`."""
PLAY_OFF, FINAL = "play-off", "final measurement"
"""The tests at the end of a run."""
ATTEMPTS: int = 8
"""How often to vary the parents again if the child is not a new game."""


@dataclass(frozen=True, slots=True)
class Step:
    """Reports that one game of a turn is done."""

    what: str
    """`seeds`, `children`, `retests`, or one of the tests at the end of a run."""
    done: int
    most: int
    """Games of this kind in this turn; at the end of a run, the largest possible number."""
    candidate: Candidate | None = None
    """The seed or child that was judged."""
    fall: Fall | None = None
    """Why a game will not be on the final list, unless too few others are left."""


Heard = Callable[[Step], None]
"""Called after every game of a turn."""


@dataclass(frozen=True)
class RunSettings:
    """Everything that determines what a run finds, except how long it runs."""

    family: str
    seed: int
    screening: Screening
    seeds: tuple[str, ...] = ()
    """The digests of the games it starts with."""
    axes: tuple[str, ...] = DEFAULT_AXES
    batch: int = BATCH
    archive_share: float = ARCHIVE_SHARE
    finish: Effort = FULL
    finalists: int = 10
    policy_tries: int = 20
    """Attempts to improve the policy of each finalist."""

    def to_json(self) -> dict[str, Any]:
        """The settings as plain data."""
        return {
            "family": self.family,
            "seed": self.seed,
            "screening": screening_to_json(self.screening),
            "seeds": list(self.seeds),
            "axes": list(self.axes),
            "batch": self.batch,
            "archive_share": self.archive_share,
            "finish": asdict(self.finish),
            "finalists": self.finalists,
            "policy_tries": self.policy_tries,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RunSettings:
        """The settings that `to_json` wrote."""
        return cls(
            family=data["family"],
            seed=data["seed"],
            screening=screening_from_json(data["screening"]),
            seeds=tuple(data["seeds"]),
            axes=tuple(data["axes"]),
            batch=data["batch"],
            archive_share=data["archive_share"],
            finish=Effort(**data["finish"]),
            finalists=data["finalists"],
            policy_tries=data["policy_tries"],
        )


@dataclass
class _Member:
    """A game of the population, ready to be compared and crossed."""

    candidate: Candidate
    game: Game
    words: Counter[str]


@dataclass
class Census:
    """A run in a few numbers."""

    children: int = 0
    survivors: int = 0
    viable: int = 0
    rejections: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By stage and cause."""
    seconds: Counter[str] = field(default_factory=Counter)
    """Processor time by stage."""


class Evolution:
    """A run: what it has found so far, and the next turn."""

    def __init__(self, settings: RunSettings, seeds: Sequence[Game]) -> None:
        self.settings = settings
        self.archive = Archive(axes_named(settings.axes, settings.family))
        self.census = Census()
        self.generation = 0
        """The number of the next turn."""
        self.finalists: tuple[Finalist, ...] = ()
        self.falls: tuple[Fall, ...] = ()
        """Games that failed the final tests, when the run was last finished."""
        self.faults: list[str] = []
        """Games that failed during a retest or the final tests, and how."""
        self.is_finished = False
        """Whether no children were made since the best were finished."""
        self._variation: Variation = variation_named(settings.family)
        self._seeds = tuple(seeds)
        self._rules = screening_to_json(settings.screening)
        steering = settings.screening.steering
        steered = {one.name for one in steering.limits} | {one.name for one in steering.targets}
        self._is_novelty_steered = NOVELTY in steered
        self._members: dict[str, _Member] = {}
        """By digest."""
        self._candidates: dict[int, Candidate] = {}
        self._digests: set[str] = set()
        self._names: set[str] = set()
        self._signatures: set[str] = set()
        """The signatures of the population: how its games play."""
        self._retests: dict[int, tuple[Score, int]] = {}

    @property
    def population(self) -> list[Candidate]:
        """Seeds and surviving children, best first."""
        return [one.candidate for one in self._ranked()]

    def lost_seeds(self) -> list[Candidate]:
        """The seeds that could not be played or measured, and so cannot be parents."""
        return [one for one in self._candidates.values() if one.generation == 0 and one.rejection]

    def viable(self) -> list[Candidate]:
        """The viable children, best first; scores are from their retests, if any."""
        found = [
            replace(one, score=self._retests[one.number][0]) if one.number in self._retests else one
            for one in self.population
            if one.is_viable and one.generation > 0
        ]
        return sorted(found, key=_by_score)

    def absorb(self, generation: Generation) -> None:
        """Add a generation, either a new one or one of a resumed run."""
        self.generation = generation.number + 1
        for candidate in generation.candidates:
            self._absorb_candidate(candidate)
        for retest in generation.retests:
            self._retests[retest.number] = retest.score, retest.tests
            self.archive.retest(retest, generation.number)
            if not retest.is_viable:
                self._lose_viability(retest.number)
        self.finalists = generation.finalists or self.finalists
        self.falls = generation.falls if generation.is_last else self.falls
        self.is_finished = generation.is_last
        self.faults += generation.faults
        self.census.seconds.update(generation.seconds)

    def turn(
        self, pool: WorkerPool, most_children: int | None = None, heard: Heard | None = None
    ) -> Generation:
        """The next generation: the seeds first, then batches of children."""
        if self.generation == 0:
            return self._seed_generation(pool, heard or _silent)
        count = self.settings.batch
        if most_children is not None:
            count = min(count, most_children - self.census.children)
        return self._child_generation(pool, count, heard or _silent)

    def finish(self, pool: WorkerPool, heard: Heard | None = None) -> Generation:
        """The last generation: the best viable games, with improved policies, measured again.

        A game that fails the stricter thresholds, crashes or takes too long makes room for the
        next. One that fails the thresholds is still listed if too few others are left.
        """
        places = self.settings.finalists
        heard = heard or _silent
        faults: list[str] = []
        falls: dict[int, Fall] = {}
        winners = self._winners(pool, faults, falls, heard)[: FINISHED * places]
        ranked = iter(winners)
        found: list[Finalist] = []
        done = 0
        while chosen := list(islice(ranked, places - sum(one.is_viable for one in found))):
            answers = pool.map_ordered(self._finish_task(one) for one in chosen)
            for one, answer in zip(chosen, answers, strict=True):
                done += 1
                reasons: tuple[str, ...] = ()
                if isinstance(answer, Faulty):
                    faults.append(f"{one.name}, finished: {answer}")
                else:
                    found.append(Finalist.from_json(answer))
                    reasons = found[-1].failings
                fall = _noted(falls, one, FINAL, reasons)
                heard(Step(FINAL, done, len(winners), fall=fall))
        found.sort(key=lambda one: (not one.is_viable, -one.score.value, one.number))
        listed = {one.number for one in found[:places]}
        return Generation(
            self.generation,
            (),
            finalists=tuple(found[:places]),
            faults=tuple(faults),
            falls=tuple(one for one in falls.values() if one.number not in listed),
        )

    def _finish_task(self, candidate: Candidate) -> dict[str, Any]:
        seed = self._seed_for("finish", self.census.children)
        return finish_task(
            candidate,
            seed_of(seed, str(candidate.number)),
            self._rules,
            self.settings.finish,
            self.settings.policy_tries,
        )

    def _winners(
        self, pool: WorkerPool, faults: list[str], falls: dict[int, Fall], heard: Heard
    ) -> list[Candidate]:
        """A play-off among the best of every kind, with players that search deeper; best first.

        Evolution learns to exploit what the players of the screening cannot see: rules whose effect
        comes a ply too late for them look dramatic, and turn out flat when players foresee it.
        """
        contenders = by_turns(self.viable(), PLAYOFF * self.settings.finalists)
        finish = self.settings.finish
        matches = max(1, finish.matches // 2)
        effort = replace(finish, name="play-off", matches=matches, is_slow=False)
        seed = self._seed_for("play-off", self.census.children)
        tasks = (
            remeasure_task(
                one.text,
                seed_of(seed, str(one.number)),
                self._rules,
                effort,
                one.distances.get("seeds"),
            )
            for one in contenders
        )
        results = pool.map_ordered(tasks)
        thresholds = thresholds_of(self.settings.family)
        levels = (thresholds.lenient, thresholds.strict)
        ranked: list[tuple[int, float, Candidate]] = []
        for place, one in enumerate(contenders, 1):
            found = finding_of(one.text, next(results))
            faults += _fault_of(one, "in the play-off", found)
            is_broken = found.rejection is None or found.rejection.stage is Stage.FAULT
            reasons: tuple[str, ...] = () if is_broken else (str(found.rejection),)
            if found.score is not None and found.critique is not None:
                verdicts = [verdict_of(found.critique, each) for each in levels]
                ranked.append((sum(each.is_viable for each in verdicts), found.score.value, one))
                reasons = verdicts[1].failings
            fall = _noted(falls, one, PLAY_OFF, reasons)
            heard(Step(PLAY_OFF, place, len(contenders), fall=fall))
        # Asked once more, so that the pool knows that nobody waits for another.
        next(results, None)
        ranked.sort(key=lambda each: (-each[0], -each[1], each[2].number))
        return few_of_a_kind([one for _, _, one in ranked])

    # --- what a turn changes ----------------------------------------------------------------------

    def _absorb_candidate(self, candidate: Candidate) -> None:
        self._candidates[candidate.number] = candidate
        self._digests.add(candidate.digest)
        self._names.add(candidate.name)
        if candidate.generation > 0:
            self._count(candidate)
        if candidate.has_survived:
            game = candidate.game
            self._members[candidate.digest] = _Member(candidate, game, _words_of(game))
            self._signatures.add(candidate.signature)
            if candidate.generation > 0:
                self.archive.add(candidate)

    def _count(self, candidate: Candidate) -> None:
        census = self.census
        census.children += 1
        if candidate.rejection is not None:
            census.rejections[candidate.rejection.stage, candidate.rejection.cause] += 1
        else:
            census.survivors += 1
            census.viable += candidate.is_viable

    def _lose_viability(self, number: int) -> None:
        """A game that fails on fresh seeds stays a parent, but no longer counts as viable."""
        candidate = self._candidates[number]
        if candidate.is_viable:
            self._candidates[number] = replace(candidate, is_viable=False)
            self._members[candidate.digest].candidate = self._candidates[number]
            self.census.viable -= 1

    # --- a turn -----------------------------------------------------------------------------------

    def _seed_generation(self, pool: WorkerPool, heard: Heard) -> Generation:
        tasks = (
            remeasure_task(
                game.text,
                self._seed_for("seed", number),
                self._rules,
                self.settings.screening.preliminary,
                is_seed=True,
            )
            for number, game in enumerate(self._seeds)
        )
        found: list[Candidate] = []
        seconds: Counter[str] = Counter()
        for number, (game, result) in enumerate(
            zip(self._seeds, pool.map_ordered(tasks), strict=True)
        ):
            finding = finding_of(game.text, result)
            seconds.update(finding.seconds)
            found.append(
                Candidate(
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
            )
            heard(Step("seeds", len(found), len(self._seeds), found[-1]))
        return Generation(0, tuple(found), seconds=dict(seconds))

    def _child_generation(self, pool: WorkerPool, count: int, heard: Heard) -> Generation:
        children = list(self._children(count))
        retested = self.archive.due(RETESTS)
        # Made one by one, while workers are busy with the previous ones.
        screens = (self._screen_task(one) for one in children if one.rejection is None)
        retests = (self._retest_task(elite.number) for elite in retested)
        results = pool.map_ordered(chain(screens, retests))
        seconds: Counter[str] = Counter()
        found: list[Candidate] = []
        for child in children:
            if child.rejection is None:
                finding = finding_of(child.text, next(results))
                seconds.update(finding.seconds)
                child = self._judged(child, finding, found)
            found.append(child)
            heard(Step("children", len(found), len(children), child))
        tested: list[Retest] = []
        faults: list[str] = []
        for elite in retested:
            finding = finding_of("", next(results))
            seconds.update({f"{name}, again": spent for name, spent in finding.seconds.items()})
            faults += _fault_of(self._candidates[elite.number], "tested again", finding)
            tested.append(self._retest_of(elite.number, finding))
            heard(Step("retests", len(tested), len(retested)))
        # Asked once more, so that the pool knows that nobody waits for another.
        next(results, None)
        return Generation(
            self.generation,
            tuple(found),
            tuple(tested),
            seconds=dict(seconds),
            faults=tuple(faults),
        )

    def _children(self, count: int) -> Iterator[Candidate]:
        """Children of this turn, not yet screened; each has its own random numbers."""
        ranked = self._ranked()
        first_number = len(self._candidates)
        couples = pairs(ranked, count, random.Random(self._seed_for("parents", first_number)))
        elites = [self._candidates[elite.number] for _, elite in self.archive.holders()]
        digests, names = set(self._digests), set(self._names)
        for place, (first, second) in enumerate(couples):
            number = first_number + place
            rng = random.Random(self._seed_for("child", number))
            template, other = first.candidate, second.candidate
            if elites and rng.random() < self.settings.archive_share:
                template = rng.choice(elites)
            child = self._child(number, template, other, rng, digests, names)
            digests.add(child.digest)
            names.add(child.name)
            yield child

    def _child(
        self,
        number: int,
        template: Candidate,
        other: Candidate,
        rng: random.Random,
        digests: set[str],
        names: set[str],
    ) -> Candidate:
        game = self._variation.child(
            template.game, other.game, rng, self.settings.screening.steering
        )
        for _ in range(ATTEMPTS):
            if game.digest not in digests:
                break
            game = self._variation.child(
                template.game, other.game, rng, self.settings.screening.steering
            )
        is_known = game.digest in digests
        name = baptise(rng, names)
        game = self._variation.rename(game, name, (template.name, other.name))
        nothing_new = Rejection(Stage.VARIATION, "the same rules as a game before")
        return Candidate(
            number,
            self.generation,
            name,
            game.digest,
            game.text,
            (template.digest, other.digest),
            rejection=nothing_new if is_known else None,
        )

    def _screen_task(self, child: Candidate) -> dict[str, Any]:
        by_digest = [self._members[digest].candidate.text for digest in child.parents]
        nearest = self._nearest(child.game)
        return screen_task(
            child.text,
            by_digest,
            self._seed_for("screen", child.number),
            self._rules,
            is_inbred=nearest < TOO_NEAR,
            known=self._signatures,
            novelty=self._novelty(child.game) if self._is_novelty_steered else None,
        )

    def _retest_task(self, number: int) -> dict[str, Any]:
        candidate = self._candidates[number]
        tests = self._retests[number][1] if number in self._retests else 0
        seed = seed_of(self._seed_for("retest", number), str(tests))
        novelty = candidate.distances.get("seeds")
        effort = self.settings.screening.confirmation
        return remeasure_task(candidate.text, seed, self._rules, effort, novelty)

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
        inbred = _inbred_with([one for one in siblings if one.has_survived], judged)
        if inbred is not None:
            return replace(judged, rejection=inbred, score=None, critique=None)
        assert judged.critique is not None
        game = judged.game
        parents = [self._members[digest].game for digest in child.parents]
        distances = {"parents": sum(rule_distance(game, one) for one in parents) / len(parents)}
        if finding.is_viable:
            distances["seeds"] = self._novelty(game)
        return replace(
            judged,
            is_viable=finding.is_viable,
            failings=_failings(finding),
            distances=distances,
            cell=self.archive.cell(self._variation.concept(game), judged.critique),
        )

    def _retest_of(self, number: int, finding: Finding) -> Retest:
        """A new retest of an elite, pooled with its earlier ones."""
        before = self._retests.get(number)
        if finding.score is None:
            score = before[0] if before else self._candidates[number].score
            assert score is not None
            return Retest(number, score, 1 + (before[1] if before else 0), is_viable=False)
        score = finding.score if before is None else pooled(before[0], finding.score)
        tests = 1 + (before[1] if before else 0)
        return Retest(number, score, tests, finding.is_viable, finding.critique)

    # --- lookups ----------------------------------------------------------------------------------

    def _ranked(self) -> list[_Member]:
        return sorted(self._members.values(), key=lambda one: _by_score(one.candidate))

    def _seed_for(self, purpose: str, number: int) -> int:
        return seed_of(self.settings.seed, f"{purpose} {number}")

    def _nearest(self, game: Game) -> float:
        """The distance to the nearest member, or 1 if none is near."""
        words = _words_of(game)
        near = (
            one.game for one in self._members.values() if _differing(words, one.words) <= FEW_WORDS
        )
        return nearest_distance(game, near)

    def _novelty(self, game: Game) -> float:
        return nearest_distance(game, self._seeds)


def _silent(_: Step) -> None:
    """Ignore a step."""


def _noted(
    falls: dict[int, Fall], one: Candidate, test: str, reasons: tuple[str, ...]
) -> Fall | None:
    """Record why a game failed a test, if it did; the latest test counts."""
    if not reasons:
        falls.pop(one.number, None)
        return None
    falls[one.number] = Fall(one.number, one.name, test, reasons)
    return falls[one.number]


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


def _words_of(game: Game) -> Counter[str]:
    return Counter(type(ludeme).__name__ for ludeme in walk(game.root))


def _differing(first: Counter[str], second: Counter[str]) -> int:
    return max((first - second).total(), (second - first).total())


def _inbred_with(siblings: Sequence[Candidate], child: Candidate) -> Rejection | None:
    """The check for inbreeding with the population, applied to siblings."""
    if any(child.signature == one.signature for one in siblings):
        return Rejection(Stage.INBREEDING, "plays like a sibling")
    if any(_is_near(child, one) for one in siblings):
        return Rejection(Stage.INBREEDING, "too near a sibling")
    return None


def _is_near(first: Candidate, second: Candidate) -> bool:
    one, other = first.game, second.game
    return (
        _differing(_words_of(one), _words_of(other)) <= FEW_WORDS
        and rule_distance(one, other) < TOO_NEAR
    )


def finding_of(text: str, result: Result) -> Finding:
    """The finding of a worker; a worker that failed gives a finding too."""
    if isinstance(result, Faulty):
        return Finding(text, Rejection(Stage.FAULT, result.cause, result.detail))
    return finding_from_json(result)


def _fault_of(candidate: Candidate, when: str, finding: Finding) -> list[str]:
    """A line about a game that failed, or none."""
    rejection = finding.rejection
    if rejection is None or rejection.stage is not Stage.FAULT:
        return []
    return [f"{candidate.name}, {when}: {rejection.cause}: {rejection.detail}"]


def _failings(finding: Finding) -> tuple[str, ...]:
    return () if finding.verdict is None else (*finding.verdict.failings, *finding.verdict.doubts)


def _by_score(candidate: Candidate) -> tuple[float, int]:
    """Best first; candidates without a score come last, older ones first among equals."""
    value = candidate.score.value if candidate.score is not None else float("-inf")
    return -value, candidate.number


def is_done(census: Census, *, children: int | None, survivors: int | None) -> bool:
    """Whether a run has reached its goal."""
    return (children is not None and census.children >= children) or (
        survivors is not None and census.survivors >= survivors
    )
