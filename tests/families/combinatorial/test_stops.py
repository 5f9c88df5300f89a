"""Native calls handle signals, and limits of work are hit at the same place every time."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pytest

from ludwright._core import Work
from ludwright._core import combinatorial as native
from ludwright.errors import LimitExceeded
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.policy import default_policy
from ludwright.families.combinatorial.policy_choice import improve_policy
from ludwright.families.combinatorial.rules import NativeRules, board_game
from ludwright.language.game import read_game
from ludwright.play.playtest import PlaytestInterrupted, playtest
from ludwright.play.work import limited_work
from tests.families.combinatorial.hostile import MANY_ORS, SLOW_MOVES

SOON = 0.1
"""Seconds until the signal; every call below takes far longer without it."""
BLIND = [[0.0] * 20, [0.0] * 20]
FOREVER = {"kind": "mcts", "playouts": 100_000_000}


class Rung(Exception):
    """What the handler of the alarm raises."""


@contextmanager
def alarm(error: type[BaseException] = Rung) -> Iterator[None]:
    """A signal that arrives soon, with a handler that raises."""

    def ring(*_: Any) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


Call = Callable[[], object]


def rules_of(name: str) -> NativeRules:
    return NativeRules(open_game(name))


def parts(name: str = "hex-11") -> tuple[native.Position, native.Policy]:
    rules = rules_of(name)
    return rules.program.start(), native.Policy(rules.program, BLIND)


def matches(jobs: int = 1, **changed: Any) -> Callable[[], dict[str, Any]]:
    start, policy = parts()
    settings: dict[str, Any] = {
        "position": start,
        "specs": [FOREVER, FOREVER],
        "policies": [policy, policy],
        "judge": policy,
        "kappa": 1.0,
        "seed": 1,
        "openings": [],
        "max_plies": 1000,
        "rotate_seats": False,
        "first_index": 0,
        "count": 3,
        "jobs": jobs,
    }
    return partial(native.play_matches, **{**settings, **changed})


def search() -> Call:
    start, policy = parts()
    return lambda: native.search(start, FOREVER, policy, 1.0, 1)


def root_values() -> Call:
    start, policy = parts()
    return lambda: native.root_values(start, 64, policy, 1.0)


def annotation() -> Call:
    start, policy = parts()
    rows = start.moves()[:1]
    return lambda: native.annotate(
        start, np.asarray([0, 1]), rows, policy, 1.0, 64, 0, False, 1, 0, 1
    )


def judgement() -> Call:
    start, policy = parts()
    rows = start.moves()[:1]
    return lambda: native.judge(start, np.asarray([0, 1]), rows, FOREVER, policy, 1.0, 1, 0, 1)


def slow_start() -> Call:
    """Whether a match can begin is computed at once, which requires listing the moves."""
    return native.Program(lower(board_game(read_game(SLOW_MOVES)))).start


def calibration() -> Call:
    rules = NativeRules(read_game(MANY_ORS))
    return lambda: rules.calibration(default_policy(rules.root))


def improvement() -> Call:
    game = read_game(MANY_ORS)
    return lambda: improve_policy(game, 1, tries=1000)


LONG_CALLS: dict[str, Callable[[], Call]] = {
    "play-matches": matches,
    "play-matches-on-threads": lambda: matches(jobs=3),
    "play-matches-of-alpha-beta": lambda: matches(specs=[{"kind": "alphabeta", "depth": 64}] * 2),
    "search": search,
    "root-values": root_values,
    "annotate": annotation,
    "judge": judgement,
    "perft": lambda: partial(parts()[0].perft, 9),
    "playouts": lambda: partial(parts()[0].playouts, 1 << 26, 1),
    "playouts-on-threads": lambda: partial(parts()[0].playouts, 1 << 26, 1, jobs=3),
    "start": slow_start,
    "calibration": calibration,
    "improve-policy": improvement,
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_a_native_call_did_not_hear_signals(name: str) -> None:
    call = LONG_CALLS[name]()
    with pytest.raises(Rung), alarm():
        call()


def test_a_playtest_that_is_interrupted_keeps_what_is_finished() -> None:
    told: list[int] = []

    def press(done: int, total: int) -> None:
        told.append(done)
        if done:
            raise KeyboardInterrupt

    with pytest.raises(PlaytestInterrupted) as caught:
        playtest(open_game("hex-11"), ["mcts:playouts=100"] * 2, 10_000, progress=press)
    assert 0 < told[-1] <= len(caught.value.playtest) < 10_000


def test_what_progress_raises_ends_the_playtest() -> None:
    def told(done: int, total: int) -> None:
        raise Rung

    with pytest.raises(Rung):
        playtest(open_game("hex-11"), ["mcts:playouts=100000000", "uniform"], 1, progress=told)


# --- limits of work -------------------------------------------------------------------------------


def spent_on(call: Callable[[], object], limit: int = 1 << 60) -> int:
    with limited_work(limit) as work:
        call()
    return work.spent


def short(jobs: int) -> Callable[[], dict[str, Any]]:
    return matches(jobs, specs=[{"kind": "mcts", "playouts": 50}] * 2, max_plies=20)


def test_work_is_the_same_on_any_number_of_threads() -> None:
    spent = [spent_on(short(jobs)) for jobs in (1, 2, 3)]
    assert spent[0] > 0
    assert len(set(spent)) == 1


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_limit_strikes_at_the_same_step_on_any_number_of_threads(jobs: int) -> None:
    needed = spent_on(short(1))
    assert spent_on(short(jobs), needed) == needed
    with pytest.raises(LimitExceeded, match="steps of work"):
        spent_on(short(jobs), needed - 1)


def test_a_limit_ends_with_its_block() -> None:
    with pytest.raises(LimitExceeded), limited_work(10):
        short(1)()
    assert len(short(1)()["scores"]) == 3


def test_work_under_an_inner_limit_counts_for_the_outer_one() -> None:
    call = short(1)
    with limited_work(1 << 60) as outer:
        inner = spent_on(call)
        assert outer.spent == inner


def test_a_limit_is_entered_once() -> None:
    work = Work(10)
    with work, pytest.raises(RuntimeError, match="in force"), work:
        pass


def test_a_calibration_found_before_was_free_under_a_limit() -> None:
    rules = rules_of("tic-tac-toe")
    weights = default_policy(rules.root)
    first = spent_on(partial(rules.calibration, weights))
    assert first > 0
    assert spent_on(partial(rules.calibration, weights)) == first
    twice = spent_on(lambda: [rules.calibration(weights) for _ in range(2)])
    assert twice == first


# --- the ply limit of a match ---------------------------------------------------------------------


def test_playouts_of_a_search_went_on_beyond_the_ply_limit_of_the_match() -> None:
    """Random playouts of draughts last far longer than eight plies, and cost accordingly."""

    def spent(max_plies: int) -> int:
        start, policy = parts("english-draughts")
        specs = [{"kind": "mcts", "playouts": 100}] * 2
        changed: dict[str, Any] = {"position": start, "policies": [policy] * 2, "judge": policy}
        return spent_on(matches(specs=specs, max_plies=max_plies, **changed))

    assert spent(8) / 8 < spent(64) / 64 / 2


def test_a_search_knows_that_the_match_is_about_to_be_abandoned() -> None:
    """With one ply left, only an immediate win is better than a draw."""
    rules = rules_of("hex-11")
    policy = native.Policy(rules.program, BLIND)
    spec = {"kind": "mcts", "playouts": 500, "plies_left": 1}
    found = native.search(rules.program.start(), spec, policy, 1.0, 1)
    assert set(found["values"][found["visits"] > 0].tolist()) == {0.0}
