"""Tasks for worker processes and their results, as plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort
from ludwright.criticism.gathering import critique as criticised
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.profile import Profile
from ludwright.criticism.viability import Verdict, thresholds_of, verdict_of
from ludwright.errors import GameCheckError, LimitExceeded
from ludwright.language.game import read_game
from ludwright.plain import plain_of, read_plain
from ludwright.play.seeds import seed_of
from ludwright.play.work import limited_work
from ludwright.synthesis.candidate import Candidate, Finalist, Rejection, Stage
from ludwright.synthesis.likeness import play_signature
from ludwright.synthesis.screen import (
    Finding,
    Screening,
    limits_broken,
    remeasure,
    screen,
    steered_score,
    with_novelty,
)
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.variation import variation_of

SCREEN, REMEASURE, FINISH, CRITIQUE = "screen", "remeasure", "finish", "critique"
"""The kinds of tasks."""
SCREEN_SECONDS: float = 10.0
"""Processor time for screening a child. Limits on the number of moves reject most slow games
earlier; this stops the rest, one child in thirty, whose positions are expensive to evaluate. The
outcome may differ on another machine; it is recorded with the run."""
SEED_WORK: int = 12_000_000_000
"""Steps of the native core for measuring a seed, about half a minute: the most expensive packaged
game needs 3.3 billion, nearly all others fewer than one. Every machine rejects the same seeds."""


def screen_task(
    text: str,
    parents: Sequence[str],
    seed: int,
    rules: Mapping[str, Any],
    *,
    is_inbred: bool,
    known: Collection[str],
    novelty: float | None,
) -> dict[str, Any]:
    """The task to put a child through all tests; `rules` comes from `screening_to_json`."""
    return {
        "kind": SCREEN,
        "seconds": SCREEN_SECONDS,
        "text": text,
        "parents": list(parents),
        "seed": seed,
        "screening": dict(rules),
        "is_inbred": is_inbred,
        "known": list(known),
        "novelty": novelty,
    }


def remeasure_task(
    text: str,
    seed: int,
    rules: Mapping[str, Any],
    effort: Effort,
    novelty: float | None = None,
    *,
    is_seed: bool = False,
) -> dict[str, Any]:
    """The task to measure a game again; for a seed of a run, also compute its signature."""
    return {
        "kind": REMEASURE,
        "work": SEED_WORK if is_seed else None,
        "text": text,
        "seed": seed,
        "screening": dict(rules),
        "effort": asdict(effort),
        "novelty": novelty,
        "is_seed": is_seed,
    }


def finish_task(
    candidate: Candidate, seed: int, rules: Mapping[str, Any], effort: Effort, tries: int
) -> dict[str, Any]:
    """The task to improve the policy of a viable game and measure everything again."""
    return {
        "kind": FINISH,
        "number": candidate.number,
        "text": candidate.text,
        "seed": seed,
        "screening": dict(rules),
        "effort": asdict(effort),
        "tries": tries,
        "novelty": candidate.distances.get("seeds"),
    }


def critique_task(text: str, seed: int, effort: Effort) -> dict[str, Any]:
    """The task to measure a game by all criteria of an effort."""
    return {"kind": CRITIQUE, "text": text, "seed": seed, "effort": asdict(effort)}


def evaluate(task: dict[str, Any]) -> dict[str, Any]:
    """Carry out a task; runs in a worker."""
    if task["kind"] == CRITIQUE:
        measured, _ = criticised(read_game(task["text"]), Effort(**task["effort"]), task["seed"])
        return measured.to_json()
    rules = screening_from_json(task["screening"])
    if task["kind"] == SCREEN:
        found = screen(
            task["text"],
            task["parents"],
            task["seed"],
            rules,
            is_inbred=task["is_inbred"],
            known=task["known"],
            novelty=task["novelty"],
        )
        return finding_to_json(found)
    if task["kind"] == REMEASURE:
        return finding_to_json(_remeasured(task, rules))
    return _finished(task, rules).to_json()


def _remeasured(task: Mapping[str, Any], rules: Screening) -> Finding:
    effort = Effort(**task["effort"])
    measure = partial(remeasure, task["text"], task["seed"], rules, effort, task["novelty"])
    if not task["is_seed"]:
        return measure()
    try:
        with limited_work(task["work"]):
            return replace(measure(), signature=play_signature(read_game(task["text"])))
    except LimitExceeded as error:
        return Finding(task["text"], Rejection(Stage.SPEED, "too much work to measure", str(error)))
    except GameCheckError as error:
        words = "; ".join(str(one) for one in error.findings)
        return Finding(task["text"], Rejection(Stage.SAFETY, "makes no sense", words))


def _finished(task: Mapping[str, Any], rules: Screening) -> Finalist:
    """As in Browne & Maire 2010: optimise the policy, then measure everything again."""
    game = read_game(task["text"])
    variation = variation_of(game)
    improved = variation.improve_policy(game, seed_of(task["seed"], "improve"), task["tries"])
    effort = Effort(**task["effort"])
    measured, _ = criticised(improved, effort, seed_of(task["seed"], "finish"))
    score = steered_score(measured, rules, task["novelty"])
    if isinstance(score, Unscored):
        raise ValueError(f"expected a score for {game.name}, got none: {score.why}")
    verdict = verdict_of(measured, thresholds_of(game.family).strict)
    broken = limits_broken(with_novelty(measured, task["novelty"]), rules.steering)
    failings = (*verdict.failings, *verdict.doubts, *broken)
    return Finalist(task["number"], improved.text, score, measured, not failings, failings)


def screening_to_json(rules: Screening) -> dict[str, Any]:
    """A screening as plain data."""
    return {
        "profile": plain_of(rules.profile),
        "steering": rules.steering.to_json(),
        "first_look": asdict(rules.first_look),
        "preliminary": asdict(rules.preliminary),
        "confirmation": asdict(rules.confirmation),
    }


def screening_from_json(data: Mapping[str, Any]) -> Screening:
    """The screening that `screening_to_json` wrote."""
    return Screening(
        read_plain(Profile, data["profile"]),
        Steering.from_json(data["steering"]),
        Effort(**data["first_look"]),
        Effort(**data["preliminary"]),
        Effort(**data["confirmation"]),
    )


def finding_to_json(found: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    verdict = found.verdict
    return {
        "text": found.text,
        "rejection": None if found.rejection is None else found.rejection.to_json(),
        "critique": None if found.critique is None else found.critique.to_json(),
        "score": None if found.score is None else found.score.to_json(),
        "verdict": None if verdict is None else [list(verdict.failings), list(verdict.doubts)],
        "matches": dict(found.matches),
        "seconds": dict(found.seconds),
        "signature": found.signature,
    }


def finding_from_json(data: Mapping[str, Any]) -> Finding:
    """The finding that `finding_to_json` wrote."""
    rejected, verdict = data["rejection"], data["verdict"]
    return Finding(
        text=data["text"],
        rejection=None if rejected is None else Rejection.from_json(rejected),
        critique=None if data["critique"] is None else Critique.from_json(data["critique"]),
        score=None if data["score"] is None else Score(**data["score"]),
        verdict=None if verdict is None else Verdict(tuple(verdict[0]), tuple(verdict[1])),
        matches=data["matches"],
        seconds=data["seconds"],
        signature=data["signature"],
    )
