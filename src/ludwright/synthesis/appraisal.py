"""Appraisals: many games measured by a few criteria and scored, without the tests of a screening.

For searches in which every child makes sense and costs a hundredth of a second: what counts is the
score alone, and a few games go to a worker at once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ludwright.criticism.criterion import criterion_named
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.gathering import critique
from ludwright.criticism.measure import Score, Unscored
from ludwright.errors import LudwrightError
from ludwright.language.game import Game, read_game
from ludwright.plain import plain_of, read_plain
from ludwright.play.workers import Answer, Faulty, WorkerPool
from ludwright.synthesis.archive import CONCEPT
from ludwright.synthesis.candidate import Rejection, Stage
from ludwright.synthesis.preset import preset_named
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import Finding, Screening, limits_broken, steered_score

APPRAISE = "appraise"
"""The kind of task."""
BATCHES: int = 3
"""Batches of games for each worker: enough that none waits long for the others."""
PLAYED = "appraisal"
"""What matches and processor time are filed under."""


@dataclass(frozen=True, slots=True)
class Order:
    """A game to be measured."""

    text: str
    seed: int
    matches: int
    game: Game | None = field(default=None, compare=False, repr=False)
    """The game itself, if it is at hand; it is not sent to workers."""

    def plain(self) -> dict[str, Any]:
        """The order as plain data."""
        return {"text": self.text, "seed": self.seed, "matches": self.matches}


class Judge(Protocol):
    """Whoever gives games their scores."""

    def findings(self, orders: Sequence[Order], pool: WorkerPool | None) -> list[Finding]:
        """A finding for each order, in their order; without a pool they are made here."""
        ...


def criteria_needed(settings: RunSettings) -> tuple[str, ...]:
    """The criteria that a run needs: those of its profile, its steering and its archive."""
    steering = settings.screening.steering
    names = [
        *settings.screening.profile.criteria(),
        *(one.name for one in steering.limits),
        *(one.name for one in steering.targets),
        *(one.partition(":")[0] for one in settings.axes),
    ]
    return tuple(name for name in dict.fromkeys(names) if name != CONCEPT)


class Table(Judge):
    """Plays the games in worker processes or, without a pool, here."""

    def __init__(self, settings: RunSettings) -> None:
        self._screening = settings.screening
        self._only = criteria_needed(settings)
        self._rules: dict[str, Any] = plain_of(settings.screening)
        self._preset = settings.search.preset if settings.search else ""
        self._family = settings.family

    def findings(self, orders: Sequence[Order], pool: WorkerPool | None) -> list[Finding]:
        """A finding for each order, in their order; the same on any number of workers."""
        if pool is None:
            judged = appraiser_of(self._preset, self._family)
            return [judged(one, self._screening, self._only) for one in orders]
        size = max(1, -(-len(orders) // (BATCHES * pool.jobs)))
        batches = [orders[at : at + size] for at in range(0, len(orders), size)]
        answers = list(pool.map_ordered(map(self._task, batches)))
        found: list[Finding] = []
        for batch, answer in zip(batches, answers, strict=True):
            found += self._one_by_one(batch, pool) if isinstance(answer, Faulty) else _read(answer)
        return found

    def _one_by_one(self, batch: Sequence[Order], pool: WorkerPool) -> list[Finding]:
        """The findings of games one of which broke a worker: which one shows when they go alone."""
        found: list[Finding] = []
        answers = pool.map_ordered(self._task([one]) for one in batch)
        for one, answer in zip(batch, answers, strict=True):
            if isinstance(answer, Faulty):
                fault = Rejection(Stage.FAULT, answer.cause, answer.detail)
                found.append(Finding(one.text, fault))
            else:
                found += _read(answer)
        return found

    def _task(self, orders: Sequence[Order]) -> dict[str, Any]:
        return {
            "kind": APPRAISE,
            "screening": self._rules,
            "only": list(self._only),
            "preset": self._preset,
            "family": self._family,
            "orders": [one.plain() for one in orders],
        }


def _read(answer: Answer) -> list[Finding]:
    found: list[Finding] = read_plain(list[Finding], answer["findings"])
    return found


def appraise_all(task: dict[str, Any]) -> dict[str, Any]:
    """Carry out the task to measure some games; runs in a worker."""
    screening = read_plain(Screening, task["screening"])
    judged = appraiser_of(task["preset"], task["family"])
    found = [judged(Order(**one), screening, task["only"]) for one in task["orders"]]
    return {"findings": plain_of(found, list[Finding])}


Appraiser = Callable[[Order, Screening, Collection[str]], Finding]
"""(order, screening, criteria): plays a game and scores it."""


def appraiser_of(preset: str, family: str) -> Appraiser:
    """How games are appraised in the searches of a preset."""
    found = preset_named(preset, family).appraiser if preset else None
    return found or appraise


def appraise(
    order: Order, screening: Screening, only: Collection[str] | None, effort: Effort | None = None
) -> Finding:
    """Play a game and score it; a game that cannot be played or scored is rejected."""
    begun = time.process_time()
    asked = replace(effort or screening.preliminary, matches=order.matches)
    try:
        game = order.game or read_game(order.text)
        measured, _ = critique(
            game,
            asked,
            order.seed,
            seats=screening.seats,
            only=only,
            is_correlated=len(screening.profile.criteria()) > 1,
        )
    except LudwrightError as error:
        return Finding(order.text, Rejection(Stage.SAFETY, type(error).__name__, str(error)))
    spent = {PLAYED: time.process_time() - begun}
    score = steered_score(measured, screening, None)
    found = Finding(order.text, None, measured, None, None, {PLAYED: order.matches}, spent)
    if isinstance(score, Unscored):
        return replace(found, rejection=Rejection(Stage.POLICY, "nothing to score", score.why))
    for complaint in limits_broken(measured.measures, screening.steering):
        return replace(found, rejection=Rejection(Stage.STEERING, complaint))
    return replace(found, score=score)


class Lottery(Judge):
    """Scores by chance, without a match: shows where a search drifts when nothing is selected."""

    def __init__(self, known: Sequence[str] = ()) -> None:
        """`known` are criteria that can be read from the rules, for archives that need them."""
        self._known = tuple(known)

    def findings(self, orders: Sequence[Order], pool: WorkerPool | None) -> list[Finding]:  # noqa: ARG002
        """A random score for each order."""
        return [self._drawn(one) for one in orders]

    def _drawn(self, order: Order) -> Finding:
        value = random.Random(f"{order.seed} {order.text}").random()
        return Finding(
            order.text,
            critique=self._read(order) if self._known else None,
            score=Score(-value, 0.0, 1),
            matches={PLAYED: order.matches},
        )

    def _read(self, order: Order) -> Critique:
        game = order.game or read_game(order.text)
        bare = Evidence(game, {})
        measures = {name: criterion_named(name, game.family).measure(bare) for name in self._known}
        return Critique(game.digest, game.name, "no matches", order.seed, measures)
