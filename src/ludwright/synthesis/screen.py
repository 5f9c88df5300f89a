"""The tests a child has to pass, in the order of Browne & Maire 2010, and what they cost.

Rule safety, speed, choice of a policy, inbreeding, a preliminary score, viability. A few matches
decide about most children; only those that look viable are played more, with fresh seeds, so that
a lucky start does not carry a game any further. A screening runs in a worker process: its input and
output are plain data.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from ludwright.criticism.criterion import Group, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import PREFERRED_LENGTH, QUICK, Effort, plan_of
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.gathering import critique
from ludwright.criticism.measure import Measure, Score, Unscored, exactly
from ludwright.criticism.profile import Profile, aesthetic_score
from ludwright.criticism.viability import Threshold, Verdict, thresholds_of, verdict_of
from ludwright.errors import (
    GameCheckError,
    GameFault,
    GameSyntaxError,
    LimitExceeded,
    SeatsError,
)
from ludwright.language.game import Game, read_game
from ludwright.play.chance import drawn_event, is_chance
from ludwright.play.families import load_rules
from ludwright.play.rules import Rules
from ludwright.play.seeds import seed_of
from ludwright.play.work import Work, limited_work
from ludwright.synthesis.candidate import Rejection, Stage
from ludwright.synthesis.likeness import play_signature
from ludwright.synthesis.packed_evidence import PackedEvidence, pack
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.variation import variation_of

FIRST_LOOK: Effort = replace(QUICK, name="first look", matches=8)
"""Enough to see that matches do not end, or end without a winner."""
CONFIRMATION: Effort = replace(QUICK, name="confirmation", matches=100)
"""For games that look viable."""
SOONEST: int = 40
"""Matches after which a confirmation stops if its answer is clear."""
SPEED_PLIES: int = 4
"""First plies at which the legal moves are counted."""
MOST_OPTIONS: int = 200
"""The most legal moves at these plies: people do not consider more, nor does a quick player."""
RANDOM_MATCHES: int = 3
MOST_WEIGHED: int = 7_000
"""The most legal moves in a whole match, averaged over random matches: 60 plies of 116 moves."""
SCREEN_WORK: int = 500_000_000
"""Steps of the native core for screening a child, about two seconds; most viable children need
fewer than a third of it. Every machine rejects the same ones."""
TOO_MUCH_WORK = "too much work to measure"
OTHER_SEATS = "cannot be played at this number of seats"
NOVELTY = "novelty"
"""The name, in limits and targets, of the rule distance to the nearest seed."""


@dataclass(frozen=True)
class Screening:
    """The settings of a screening, the same for all children of a run."""

    profile: Profile
    steering: Steering = field(default_factory=Steering)
    first_look: Effort = FIRST_LOOK
    preliminary: Effort = QUICK
    confirmation: Effort = CONFIRMATION
    seats: int | None = None
    """At the table; None for the fewest of each game."""
    work: int = field(default=SCREEN_WORK, metadata={"ge": 1})
    """Steps of the native core for screening one child."""
    soonest: int = field(default=SOONEST, metadata={"ge": 1})
    """Matches after which a confirmation or a retest stops if its answer is clear."""

    @classmethod
    def of_family(
        cls,
        family: str,
        profile: Profile,
        steering: Steering,
        seats: int | None = None,
        effort: str = "quick",
    ) -> Screening:
        """The usual screening of a family's games, with the budgets of one of its efforts.

        Whether matches end at all is seen by any player: only games that survive the first look
        are worth a trial of players, which is held once for all later matches.
        """
        quick = plan_of(family).effort(effort)
        return cls(
            profile,
            steering,
            replace(quick, name=FIRST_LOOK.name, matches=FIRST_LOOK.matches, work=0),
            # Seeds follow from the name of the stage, whatever effort is spent on it.
            replace(quick, name=QUICK.name),
            replace(quick, name=CONFIRMATION.name, matches=CONFIRMATION.matches),
            seats,
        )


@dataclass(frozen=True)
class Finding:
    """The result of screening one game."""

    text: str
    """The game, with the policy that was chosen for it."""
    rejection: Rejection | None = None
    critique: Critique | None = None
    score: Score | None = None
    verdict: Verdict | None = None
    matches: Mapping[str, int] = field(default_factory=dict)
    """Played in each stage."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Processor time of each stage; reported, but never decides anything."""
    signature: str = ""
    """How the game plays, if it was computed."""
    evidence: PackedEvidence | None = None
    """The matches behind the critique, if they were asked for and the game is viable."""

    @property
    def looks_viable(self) -> bool:
        """Whether the last measurement failed no threshold, though some may be in doubt."""
        return self.verdict is not None and self.verdict.is_viable

    @property
    def is_viable(self) -> bool:
        """Whether the last and longest measurement left no doubt."""
        return self.verdict is not None and self.verdict.is_certain


class _Rejected(Exception):
    def __init__(self, stage: Stage, cause: str, detail: str = "") -> None:
        self.rejection = Rejection(stage, cause, detail)
        super().__init__(cause)


def screen(
    text: str,
    parents: Sequence[str],
    seed: int,
    screening: Screening,
    *,
    is_inbred: bool = False,
    known: Collection[str] = (),
    novelty: float | None = None,
    keeps_evidence: bool = False,
) -> Finding:
    """Put a child through all tests.

    `is_inbred` is true if the rules of a member of the population are too close; `known` are the
    signatures of the members; `keeps_evidence` asks for the matches of a viable child. A child that
    takes more work than the screening allows, or is bound to, is rejected.
    """
    watch = _Watch()
    game_text = text
    try:
        with limited_work(screening.work) as work:
            game, rules = _safe_game(text, screening.seats, watch)
            _check_equipment(game, screening.steering, watch)
            _check_speed(rules, seed, watch)
            game = _with_policy(game, parents, seed, watch)
            game_text = game.text
            signature = _signature_of_its_own(
                game, known, watch, screening.seats, is_inbred=is_inbred
            )
            found, evidence = _measured(game, seed, screening, watch, novelty, work)
        found = replace(found, signature=signature)
        return _with_evidence(found, evidence) if keeps_evidence else found
    except LimitExceeded as error:
        rejection = Rejection(Stage.SPEED, TOO_MUCH_WORK, str(error))
    except _Rejected as found:
        rejection = found.rejection
    return Finding(game_text, rejection, matches=watch.matches, seconds=watch.seconds)


def remeasure(
    text: str,
    seed: int,
    screening: Screening,
    effort: Effort,
    novelty: float | None = None,
    *,
    rivals: Sequence[float] | None = None,
    keeps_evidence: bool = False,
) -> Finding:
    """Measure a game again with a fresh seed.

    `rivals` are the scores of other games to compare it with: if they are given, fewer matches are
    played where the answer is clear.
    """
    watch = _Watch()
    game = read_game(text)

    def look(each: Effort, luck: int) -> tuple[Finding, Evidence]:
        return _looked_at(game, luck, screening, each, watch, novelty)

    try:
        if rivals is None:
            found, evidence = look(effort, seed)
        else:
            found, evidence = _confirmed(look, effort, seed, screening.soonest, rivals)
        _check_measured(found, screening.steering, novelty)
        return _with_evidence(found, evidence) if keeps_evidence else found
    except _Rejected as reason:
        return Finding(text, reason.rejection, matches=watch.matches, seconds=watch.seconds)


def _with_evidence(found: Finding, evidence: Evidence) -> Finding:
    return replace(found, evidence=pack(evidence)) if found.is_viable else found


# --- the tests ------------------------------------------------------------------------------------


class _Watch:
    """Counts matches and processor time by stage."""

    def __init__(self) -> None:
        self.matches: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.process_time()
        try:
            yield
        finally:
            spent = time.process_time() - begun
            self.seconds[name] = self.seconds.get(name, 0.0) + spent

    def count(self, name: str, matches: int) -> None:
        self.matches[name] = self.matches.get(name, 0) + matches


def _safe_game(text: str, seats: int | None, watch: _Watch) -> tuple[Game, Rules]:
    with watch.stage(Stage.SAFETY):
        try:
            game = read_game(text)
            rules = load_rules(game, seats)
        except SeatsError as error:
            raise _Rejected(Stage.SAFETY, OTHER_SEATS, str(error)) from error
        except (GameSyntaxError, GameCheckError, LimitExceeded, ValueError) as error:
            raise _Rejected(Stage.SAFETY, type(error).__name__, str(error)) from error
        start = rules.start(0)
        if start.outcome() is not None:
            raise _Rejected(Stage.SAFETY, "decided before the first move")
        if not start.moves():
            raise _Rejected(Stage.SAFETY, "no first move")
        return game, rules


def _check_equipment(game: Game, steering: Steering, watch: _Watch) -> None:
    """Check the limits that depend only on the rules, before anything is played."""
    with watch.stage(Stage.STEERING):
        bare = Evidence(game, {})
        known = [one for one in criteria_of(game.family) if one.group is Group.INTRINSIC]
        _check_limits({one.name: one.measure(bare) for one in known}, steering)


def _check_limits(measures: Mapping[str, Measure], steering: Steering) -> None:
    for complaint in limits_broken(measures, steering):
        raise _Rejected(Stage.STEERING, complaint)


def limits_broken(measures: Mapping[str, Measure], steering: Steering) -> list[str]:
    """The limits that are broken beyond doubt, in words."""
    known = [(limit, measures.get(limit.name)) for limit in steering.limits]
    return [
        f"outside the limit {limit}"
        for limit, found in known
        if found is not None and limit.broken_by(found)
    ]


def _check_speed(rules: Rules, seed: int, watch: _Watch) -> None:
    """Check how many moves a player would have to consider, per match and at the first plies.

    Moves are counted, since measuring time would make a run depend on the machine.
    """
    with watch.stage(Stage.SPEED):
        rng = random.Random(seed_of(seed, "speed"))
        matches = (_random_match(rules, rng) for _ in range(RANDOM_MATCHES))
        weighed = 0
        for options in chain.from_iterable(matches):
            weighed += options
            if weighed > MOST_WEIGHED * RANDOM_MATCHES:
                raise _Rejected(Stage.SPEED, "too many moves to weigh in a match")
        choices = islice(_random_match(rules, rng), SPEED_PLIES)
        if any(options > MOST_OPTIONS for options in choices):
            raise _Rejected(Stage.SPEED, "too many moves to choose from")


def _random_match(rules: Rules, rng: random.Random) -> Iterator[int]:
    """The number of legal moves at each decision; positions, expensive to evaluate, are not."""
    position = rules.start(0)
    for _ in range(2 * PREFERRED_LENGTH):
        moves = position.moves()
        if not moves:
            return
        if is_chance(position):
            position = position.after(drawn_event(position, rng))
        else:
            yield len(moves)
            position = position.after(rng.choice(moves))


def _with_policy(game: Game, parents: Sequence[str], seed: int, watch: _Watch) -> Game:
    with watch.stage(Stage.POLICY):
        variation = variation_of(game)
        choice = variation.choose_policy(
            game, [read_game(one) for one in parents], seed_of(seed, "policy")
        )
        watch.count(Stage.POLICY, choice.matches)
        if 2 * choice.decided < choice.matches:
            raise _Rejected(Stage.POLICY, "more than half of the matches have no winner")
        return choice.game


def _signature_of_its_own(
    game: Game, known: Collection[str], watch: _Watch, seats: int | None, *, is_inbred: bool
) -> str:
    with watch.stage(Stage.INBREEDING):
        if is_inbred:
            raise _Rejected(Stage.INBREEDING, "too near a member of the population")
        signature = play_signature(game, seats)
        if signature in known:
            raise _Rejected(Stage.INBREEDING, "plays like a member of the population")
        return signature


def _measured(
    game: Game,
    seed: int,
    screening: Screening,
    watch: _Watch,
    novelty: float | None,
    work: Work,
) -> tuple[Finding, Evidence]:
    """A preliminary score from as few matches as suffice; more for games that look viable."""

    def look(effort: Effort, luck: int) -> tuple[Finding, Evidence]:
        return _looked_at(game, luck, screening, effort, watch, novelty)

    first, middle, last = screening.first_look, screening.preliminary, screening.confirmation
    before = work.spent
    found, evidence = look(first, seed_of(seed, first.name))
    if found.looks_viable:
        needed = middle.matches + min(screening.soonest, last.matches)
        _check_work(work, (work.spent - before) / first.matches, needed)
        found, evidence = look(middle, seed_of(seed, middle.name))
    if found.looks_viable:
        luck = seed_of(seed, last.name)
        found, evidence = _confirmed(look, last, luck, screening.soonest)
    _check_measured(found, screening.steering, novelty)
    return found, evidence


def _check_work(work: Work, each: float, needed: int) -> None:
    """Reject a game that cannot be confirmed within the limit, before the work is wasted."""
    if work.spent + each * needed > work.limit:
        detail = f"{needed} more matches of about {each:.3g} steps"
        raise _Rejected(Stage.SPEED, TOO_MUCH_WORK, detail)


_Look = Callable[[Effort, int], tuple[Finding, Evidence]]
"""(effort, seed): a measurement of a game."""


def _confirmed(
    look: _Look, effort: Effort, seed: int, soonest: int, rivals: Sequence[float] = ()
) -> tuple[Finding, Evidence]:
    """A measurement that stops at `soonest` matches where more would not change the answer.

    The answer is clear if a threshold is failed, or if the whole intervals of all pass and that of
    the score contains no rival's. Otherwise all matches of the effort are played, with another
    seed: those that left it open do not count.
    """
    if soonest < effort.matches:
        few = replace(effort, matches=soonest)
        found, evidence = look(few, seed_of(seed, "soonest"))
        if _is_clear(found, evidence.game.family, rivals):
            return found, evidence
    return look(effort, seed)


def _is_clear(found: Finding, family: str, rivals: Sequence[float]) -> bool:
    if found.critique is None or found.score is None or not found.looks_viable:
        return True
    low, high = found.score.interval()
    if any(low <= rival <= high for rival in rivals):
        return False
    known = ((one, found.critique[one.criterion]) for one in thresholds_of(family).lenient)
    return all(_is_surely_passed(one, each) for one, each in known if isinstance(each, Score))


def _is_surely_passed(threshold: Threshold, score: Score) -> bool:
    low, high = score.interval()
    return low >= threshold.bound if threshold.is_least else high <= threshold.bound


def _check_measured(found: Finding, steering: Steering, novelty: float | None) -> None:
    if found.critique is not None:
        _check_limits(with_novelty(found.critique, novelty), steering)


def _looked_at(
    game: Game,
    seed: int,
    screening: Screening,
    effort: Effort,
    watch: _Watch,
    novelty: float | None,
) -> tuple[Finding, Evidence]:
    with watch.stage(effort.name):
        try:
            measured, evidence = critique(game, effort, seed, seats=screening.seats)
        except SeatsError as error:
            raise _Rejected(Stage.SAFETY, OTHER_SEATS, str(error)) from error
        except GameFault as error:
            raise _Rejected(Stage.FAULT, "broke while it was played", str(error)) from error
        watch.count(effort.name, sum(map(len, evidence.playtests.values())))
        if not evidence.playtests:
            raise _Rejected(Stage.SAFETY, "decided before the first move")
    steered = steered_score(measured, screening, novelty)
    if isinstance(steered, Unscored):
        raise _Rejected(Stage.POLICY, "nothing to score", steered.why)
    verdict = verdict_of(measured, thresholds_of(game.family).lenient)
    found = Finding(
        game.text, None, measured, steered, verdict, dict(watch.matches), dict(watch.seconds)
    )
    return found, evidence


def steered_score(measured: Critique, screening: Screening, novelty: float | None) -> Measure:
    """The score by the profile, minus the penalty for the distance from the targets."""
    score = aesthetic_score(measured, screening.profile)
    if isinstance(score, Unscored):
        return score
    penalty = screening.steering.penalty(with_novelty(measured, novelty))
    return replace(score, value=score.value - penalty)


def with_novelty(measured: Critique, novelty: float | None) -> dict[str, Measure]:
    """All measures, including novelty if it is known."""
    found = dict(measured.measures)
    if novelty is not None:
        found[NOVELTY] = exactly(novelty)
    return found
