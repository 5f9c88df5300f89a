"""The last generation of a run: who meets in the play-off, and who is on the final list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludwright.play.workers import Faulty
from ludwright.running.driver import Goal, evolve
from ludwright.synthesis.candidate import Candidate, Generation
from ludwright.synthesis.evaluation import FINISH, evaluate
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.finals import by_turns, few_of_a_kind
from tests.synthesis.small_runs import generation_of, kept, small_seeds, small_settings


def in_cells(cells: str) -> list[Candidate]:
    return [
        Candidate(number, 1, f"G{number}", str(number), "", cell=(cell,))
        for number, cell in enumerate(cells)
    ]


def test_the_play_off_sees_every_kind_before_it_sees_one_twice() -> None:
    ranked = in_cells("aabac")
    assert [one.number for one in by_turns(ranked, 4)] == [0, 2, 4, 1]
    assert [one.number for one in by_turns(ranked, 9)] == [0, 2, 4, 1, 3]


def test_finalists_are_few_of_a_kind_unless_there_are_no_others() -> None:
    ranked = in_cells("aaaab")
    assert [one.number for one in few_of_a_kind(ranked)] == [0, 1, 4, 2, 3]


class _SpoilingPool:
    """Works like workers, but the first games to be finished crash, or the first fail."""

    def __init__(self, breaks: int = 0, fails: int = 0) -> None:
        self.breaks = breaks
        self.fails = fails

    def map_ordered(self, tasks: Iterable[dict[str, Any]]) -> Iterator[Any]:
        for task in tasks:
            if task["kind"] != FINISH:
                yield evaluate(task)
            elif self.breaks:
                self.breaks -= 1
                yield Faulty("crash", "on purpose")
            else:
                self.fails -= 1
                done = evaluate(task)
                yield {**done, "finalist": {**done["finalist"], "is_viable": self.fails < 0}}


def of_three_kinds() -> Evolution:
    """A run with places for two finalists, and three games that compete for them."""
    games = [one for one in small_seeds() if one.name != "Tic-Tac-Toe"][:3]
    evolution = Evolution(small_settings(), small_seeds())
    evolution.absorb(generation_of(games))
    assert evolution.settings.finalists == 2
    return evolution


def test_a_finalist_that_breaks_makes_room_for_the_next() -> None:
    evolution = of_three_kinds()
    pool: Any = _SpoilingPool(breaks=1)
    assert len(evolution.finish(pool).finalists) == 2
    pool = _SpoilingPool(breaks=2)
    assert len(evolution.finish(pool).finalists) == 1


def test_a_finalist_that_fails_the_stricter_thresholds_makes_room_for_the_next() -> None:
    evolution = of_three_kinds()
    whole: Any = _SpoilingPool()
    first, second = (one.number for one in evolution.finish(whole).finalists)
    pool: Any = _SpoilingPool(fails=1)
    found = evolution.finish(pool).finalists
    assert [one.is_viable for one in found] == [True, True]
    assert {one.number for one in found} != {first, second}
    pool = _SpoilingPool(fails=2)
    assert [one.is_viable for one in evolution.finish(pool).finalists] == [True, False]


def test_a_run_stopped_while_it_finished_a_second_time_kept_the_first_finalists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, settings, seeds = tmp_path / "run", small_settings(), small_seeds()
    pool: Any = _SpoilingPool()

    def go_on() -> None:
        evolve(folder, settings, seeds, Goal(children=16), pool, is_resumed=True)

    def stop(*_: object) -> Generation:
        raise KeyboardInterrupt

    evolve(folder, settings, seeds, Goal(children=8), pool)
    with monkeypatch.context() as patched:
        patched.setattr(Evolution, "finish", stop)
        with pytest.raises(KeyboardInterrupt):
            go_on()
    go_on()
    assert [one.is_last for one in kept(folder)] == [False, False, True, False, True]
    go_on()
    assert len(kept(folder)) == 5


def test_games_that_break_at_the_end_are_reported() -> None:
    pool: Any = _SpoilingPool(breaks=1)
    evolution = of_three_kinds()
    last = evolution.finish(pool)
    assert len(last.faults) == 1
    assert "finished: crash: on purpose" in last.faults[0]
    evolution.absorb(last)
    assert evolution.faults == list(last.faults)
