"""What a run prints while it is running."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ludwright.cli import run_line
from ludwright.cli.run_line import RunLine, time_told
from ludwright.criticism.measure import Score
from ludwright.families.combinatorial.library import open_game
from ludwright.running.driver import Goal
from ludwright.synthesis.candidate import Candidate, Generation, Rejection, Stage
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.step import Step
from tests.synthesis.small_runs import small_seeds, small_settings


class _Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> _Clock:
    found = _Clock()
    monkeypatch.setattr(run_line, "time", found)
    return found


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Callable[[io.StringIO], io.StringIO]:
    def used(stream: io.StringIO) -> io.StringIO:
        monkeypatch.setattr(sys, "stderr", stream)
        return stream

    return used


def child(number: int, **more: Any) -> Candidate:
    game = open_game("hex-7")
    return Candidate(number, 1, f"Child{number}", game.digest, game.text, **more)


def seeded() -> Evolution:
    evolution = Evolution(small_settings(), small_seeds())
    evolution.absorb(Generation(0, ()))
    return evolution


GOOD = child(1, score=Score(1.25, 0.1, 20), is_viable=True)
BAD = child(2, rejection=Rejection(Stage.SPEED, "too slow"))


def test_a_generation_tells_children_survivors_the_best_the_rate_and_the_time_left(
    clock: _Clock, stream: Callable[[io.StringIO], io.StringIO]
) -> None:
    out = stream(io.StringIO())
    line = RunLine(Goal(children=100), wanted=None, quiet=False)
    line(seeded())
    clock.now += 5
    line.hear(Step("children", 1, 64, GOOD))
    clock.now += 5
    line.hear(Step("children", 2, 64, BAD))
    told = out.getvalue().splitlines()[-1]
    assert told == (
        "children 2 of 100: 1 survive, 1 viable; best Child1 +1.25; 0.2 a second, about 8 min left"
    )


def test_a_log_gets_a_line_every_few_seconds_and_not_one_for_every_game(
    clock: _Clock, stream: Callable[[io.StringIO], io.StringIO]
) -> None:
    out = stream(io.StringIO())
    line = RunLine(Goal(children=100), wanted=None, quiet=False)
    for done in range(60):
        clock.now += 0.25
        line.hear(Step("retests", done + 1, 60))
    assert [text.split(",")[0] for text in out.getvalue().splitlines()] == [
        "testing the best games again: 1 of 60",
        "testing the best games again: 21 of 60",
        "testing the best games again: 41 of 60",
    ]


def test_a_seed_that_is_left_out_is_named_at_once_with_the_reason(
    clock: _Clock, stream: Callable[[io.StringIO], io.StringIO]
) -> None:
    out = stream(io.StringIO())
    line = RunLine(Goal(children=100), wanted=False, quiet=False)
    line.hear(Step("seeds", 1, 3, replace(GOOD, generation=0)))
    assert out.getvalue() == ""
    line.hear(Step("seeds", 2, 3, replace(BAD, generation=0)))
    assert out.getvalue() == "left out: Child2: speed, too slow\n"


def test_a_live_bar_is_drawn_over_and_never_wider_than_the_terminal(
    clock: _Clock,
    stream: Callable[[io.StringIO], io.StringIO],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    out = stream(_Terminal())
    line = RunLine(Goal(children=100), wanted=None, quiet=False)
    line(seeded())
    for number in range(5):
        clock.now += 1
        line.hear(Step("children", number + 1, 64, GOOD))
    line.say("[bold]a line that stays")
    line.close()
    line.close()
    text = out.getvalue()
    assert text.endswith("\033[?25h")  # the cursor is shown again
    plain = re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", text)
    pictures = re.split(r"[\r\n]+", plain)
    assert sum("children" in one for one in pictures) >= 5
    assert all(len(one) <= 40 for one in pictures)
    assert "[bold]a line that stays" in pictures


def test_a_terminal_that_cannot_redraw_gets_lines(
    clock: _Clock,
    stream: Callable[[io.StringIO], io.StringIO],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    out = stream(_Terminal())
    line = RunLine(Goal(children=100), wanted=None, quiet=False)
    clock.now += 10
    line.hear(Step("retests", 1, 60))
    line.close()
    assert out.getvalue() == "testing the best games again: 1 of 60\n"


def test_quiet_says_nothing_at_all(stream: Callable[[io.StringIO], io.StringIO]) -> None:
    out = stream(_Terminal())
    line = RunLine(Goal(children=100), wanted=True, quiet=True)
    line(seeded())
    line.hear(Step("seeds", 1, 1, BAD))
    line.close()
    assert out.getvalue() == ""


def test_the_nearest_goal_decides_the_time_left(
    clock: _Clock, stream: Callable[[io.StringIO], io.StringIO]
) -> None:
    out = stream(io.StringIO())
    line = RunLine(Goal(children=1000, seconds=60.0), wanted=True, quiet=False)
    line(seeded())
    clock.now += 20
    line.hear(Step("children", 1, 64, GOOD))
    assert "about 40 s left" in out.getvalue()


def test_the_first_child_is_not_reported_as_a_thousand_a_second(
    clock: _Clock, stream: Callable[[io.StringIO], io.StringIO]
) -> None:
    out = stream(io.StringIO())
    line = RunLine(Goal(children=11), wanted=True, quiet=False)
    line.hear(Step("seeds", 1, 1, GOOD))
    clock.now += 100
    line(seeded())
    clock.now += 10
    line.hear(Step("children", 1, 64, GOOD))
    assert "0.1 a second, about 2 min left" in out.getvalue()


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.2, "about 1 s"), (61, "about 61 s"), (600, "about 10 min")]
)
def test_times_are_reported_roughly(seconds: float, told: str) -> None:
    assert time_told(seconds) == told
    assert time_told(3 * 3600) == "about 3.0 h"
