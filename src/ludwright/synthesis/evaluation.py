"""Tasks for worker processes and their results, as plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort
from ludwright.criticism.gathering import critique as criticised
from ludwright.criticism.measure import Unscored
from ludwright.criticism.viability import thresholds_of, verdict_of
from ludwright.errors import GameCheckError, LimitExceeded
from ludwright.language.game import read_game
from ludwright.plain import plain_of, read_plain
from ludwright.play.seeds import seed_of
from ludwright.play.work import limited_work
from ludwright.play.workers import Faulty, Result
from ludwright.synthesis.appraisal import APPRAISE, appraise_all
from ludwright.synthesis.candidate import Candidate, Finalist, Rejection, Stage
from ludwright.synthesis.likeness import play_signature
from ludwright.synthesis.packed_evidence import PackedEvidence, pack
from ludwright.synthesis.screen import (
    TOO_MUCH_WORK,
    Finding,
    Screening,
    limits_broken,
    remeasure,
    screen,
    steered_score,
    with_novelty,
)
from ludwright.synthesis.variation import variation_of

SCREEN, REMEASURE, FINISH, CRITIQUE = "screen", "remeasure", "finish", "critique"
"""The kinds of tasks."""
SEED_WORK: int = 12_000_000_000
"""Steps of the native core for measuring a seed, or a child again, about half a minute: the most
expensive packaged game needs 3.3 billion, nearly all others fewer than one. Every machine rejects
the same games."""
FINISH_WORK: int = 100_000_000_000
"""Steps for improving the policy of a finalist and measuring it again: a few minutes."""


@dataclass(frozen=True)
class Finished:
    """The result of the task to finish a game."""

    finalist: Finalist
    evidence: PackedEvidence | None = None
    """The matches behind its critique, if they were asked for."""


def screen_task(
    text: str,
    parents: Sequence[str],
    seed: int,
    rules: Mapping[str, Any],
    *,
    is_inbred: bool,
    known: Collection[str],
    novelty: float | None,
    keeps_evidence: bool = False,
) -> dict[str, Any]:
    """The task to put a child through all tests; `rules` is a screening as plain data."""
    return {
        "kind": SCREEN,
        "text": text,
        "parents": list(parents),
        "seed": seed,
        "screening": dict(rules),
        "is_inbred": is_inbred,
        "known": list(known),
        "novelty": novelty,
        "keeps_evidence": keeps_evidence,
    }


def remeasure_task(
    text: str,
    seed: int,
    rules: Mapping[str, Any],
    effort: Effort,
    novelty: float | None = None,
    *,
    rivals: Sequence[float] | None = None,
    is_seed: bool = False,
    keeps_evidence: bool = False,
) -> dict[str, Any]:
    """The task to measure a game again; for a seed of a run, also compute its signature.

    With the scores of `rivals`, fewer matches are played where the answer is clear.
    """
    return {
        "kind": REMEASURE,
        "work": SEED_WORK,
        "text": text,
        "seed": seed,
        "screening": dict(rules),
        "effort": plain_of(effort),
        "novelty": novelty,
        "rivals": None if rivals is None else list(rivals),
        "is_seed": is_seed,
        "keeps_evidence": keeps_evidence,
    }


def finish_task(
    candidate: Candidate,
    seed: int,
    rules: Mapping[str, Any],
    effort: Effort,
    tries: int,
    *,
    keeps_evidence: bool = False,
) -> dict[str, Any]:
    """The task to improve the policy of a viable game and measure everything again."""
    return {
        "kind": FINISH,
        "work": FINISH_WORK,
        "number": candidate.number,
        "text": candidate.text,
        "seed": seed,
        "screening": dict(rules),
        "effort": plain_of(effort),
        "tries": tries,
        "novelty": candidate.distances.get("seeds"),
        "keeps_evidence": keeps_evidence,
    }


def critique_task(text: str, seed: int, effort: Effort) -> dict[str, Any]:
    """The task to measure a game by all criteria of an effort."""
    return {"kind": CRITIQUE, "text": text, "seed": seed, "effort": plain_of(effort)}


def evaluate(task: dict[str, Any]) -> dict[str, Any]:
    """Carry out a task; runs in a worker."""
    if task["kind"] == APPRAISE:
        return appraise_all(task)
    if task["kind"] == CRITIQUE:
        effort = read_plain(Effort, task["effort"])
        measured, _ = criticised(read_game(task["text"]), effort, task["seed"])
        return _written(measured)
    rules = read_plain(Screening, task["screening"])
    if task["kind"] == SCREEN:
        screened = screen(
            task["text"],
            task["parents"],
            task["seed"],
            rules,
            is_inbred=task["is_inbred"],
            known=task["known"],
            novelty=task["novelty"],
            keeps_evidence=task["keeps_evidence"],
        )
        return _written(screened)
    if task["kind"] == REMEASURE:
        return _written(_remeasured(task, rules))
    with limited_work(task["work"]):
        return _written(_finished(task, rules))


def _written(found: Critique | Finding | Finished) -> dict[str, Any]:
    written: dict[str, Any] = plain_of(found)
    return written


def _remeasured(task: Mapping[str, Any], rules: Screening) -> Finding:
    measure = partial(
        remeasure,
        task["text"],
        task["seed"],
        rules,
        read_plain(Effort, task["effort"]),
        task["novelty"],
        rivals=task["rivals"],
        keeps_evidence=task["keeps_evidence"],
    )
    try:
        with limited_work(task["work"]):
            if not task["is_seed"]:
                return measure()
            return replace(
                measure(), signature=play_signature(read_game(task["text"]), rules.seats)
            )
    except LimitExceeded as error:
        return Finding(task["text"], Rejection(Stage.SPEED, TOO_MUCH_WORK, str(error)))
    except GameCheckError as error:
        words = "; ".join(str(one) for one in error.findings)
        return Finding(task["text"], Rejection(Stage.SAFETY, "makes no sense", words))


def _finished(task: Mapping[str, Any], rules: Screening) -> Finished:
    """As in Browne & Maire 2010: optimise the policy, then measure everything again."""
    game = read_game(task["text"])
    variation = variation_of(game)
    improved = variation.improve_policy(game, seed_of(task["seed"], "improve"), task["tries"])
    effort = read_plain(Effort, task["effort"])
    finish = seed_of(task["seed"], "finish")
    measured, evidence = criticised(improved, effort, finish, seats=rules.seats)
    score = steered_score(measured, rules, task["novelty"])
    if isinstance(score, Unscored):
        raise ValueError(f"expected a score for {game.name}, got none: {score.why}")
    verdict = verdict_of(measured, thresholds_of(game.family).strict)
    broken = limits_broken(with_novelty(measured, task["novelty"]), rules.steering)
    failings = (*verdict.failings, *verdict.doubts, *broken)
    finalist = Finalist(task["number"], improved.text, score, measured, not failings, failings)
    return Finished(finalist, pack(evidence) if task["keeps_evidence"] else None)


def finding_of(text: str, result: Result) -> Finding:
    """The finding of a worker; a worker that failed gives a finding too."""
    if isinstance(result, Faulty):
        return Finding(text, Rejection(Stage.FAULT, result.cause, result.detail))
    return read_plain(Finding, result)
