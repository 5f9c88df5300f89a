"""Games that fail the final tests of a run: which, where and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludwright.criticism.effort import QUICK
from ludwright.families.combinatorial.library import open_game
from ludwright.store.runs import RUN_FILE
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, Fall, Generation
from ludwright.synthesis.evaluation import evaluate
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.step import Step
from tests.synthesis.small_runs import generation_of, small_seeds, small_settings

NAMES = ("tic-tac-toe", "hex-7")


class _HerePool:
    """Works like workers, but in this process."""

    def map_ordered(self, tasks: Iterable[dict[str, Any]]) -> Iterator[Any]:
        return (evaluate(task) for task in tasks)


def of_two_games(places: int = 1) -> Evolution:
    """A run with one place for two games, the first of which is mostly drawn."""
    settings = replace(
        small_settings(), finish=replace(QUICK, matches=16), finalists=places, policy_tries=0
    )
    evolution = Evolution(settings, small_seeds())
    games = [open_game(name) for name in NAMES]
    evolution.absorb(generation_of(games))
    return evolution


def test_a_finalist_that_falls_is_kept_with_the_threshold_it_failed_and_the_figure() -> None:
    evolution = of_two_games()
    pool: Any = _HerePool()
    heard: list[Step] = []
    last = evolution.finish(pool, heard.append)
    (fall,) = last.falls
    assert (fall.name, fall.test) == ("Tic-Tac-Toe", "play-off")
    for reason in fall.reasons:
        assert re.search(r": [a-z-]+ \d\.\d\d ± \d\.\d\d, expected at (most|least) 0\.\d", reason)
    assert "Tic-Tac-Toe failed the play-off" in str(fall)
    assert [one.critique.game for one in last.finalists] == ["Hex-7"]
    assert fall in [one.fall for one in heard]
    assert {one.what for one in heard} == {"play-off", "final measurement"}
    evolution.absorb(last)
    assert evolution.falls == (fall,)


def test_a_game_on_the_final_list_did_not_fall() -> None:
    evolution = of_two_games(places=2)
    pool: Any = _HerePool()
    last = evolution.finish(pool)
    assert len(last.finalists) == 2
    assert last.falls == ()


def test_falls_are_in_the_store_until_the_run_is_finished_again(tmp_path: Path) -> None:
    game = open_game("hex-7")
    seed = Candidate(0, 0, game.name, game.digest, game.text)
    first = Fall(0, "Hex-7", "play-off", ("too slow", "too long"))
    with Store.open(tmp_path / RUN_FILE) as store:
        store.new_run("r", "combinatorial", 1, {})
        store.save_generation("r", Generation(0, (seed,)))
        assert store.falls("r") == []
        store.save_generation("r", Generation(1, (), falls=(first,)))
        store.save_generation("r", Generation(2, (replace(seed, number=1, generation=2),)))
        assert store.falls("r") == [first]
        assert list(store.generations("r"))[1].falls == (first,)
        store.save_generation("r", Generation(3, ()))
        assert store.falls("r") == []
