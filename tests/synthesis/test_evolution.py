from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ludwright.criticism.effort import QUICK
from ludwright.errors import StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.language.distance import rule_distance
from ludwright.plain import plain_of, read_plain
from ludwright.play.workers import Faulty
from ludwright.running.driver import Goal, evolve
from ludwright.synthesis.candidate import (
    Candidate,
    Finalist,
    Generation,
    Rejection,
    Retest,
    Stage,
)
from ludwright.synthesis.evaluation import Finished, evaluate, finding_of, finish_task
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.population import TOO_NEAR
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import Screening, remeasure
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.worker_pool import worker_pool
from tests.synthesis.small_runs import (
    FAMILY,
    kept,
    small_run,
    small_seeds,
    small_settings,
)

CHILDREN = 24


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Evolution]:
    folder = tmp_path_factory.mktemp("runs") / "whole"
    return folder, small_run(folder, CHILDREN, jobs=2)


def test_every_child_survives_or_says_why_not(run: tuple[Path, Evolution]) -> None:
    _, evolution = run
    children = [one for turn in kept(run[0]) for one in turn.candidates if one.generation > 0]
    assert len(children) == CHILDREN == evolution.census.children
    for child in children:
        assert (child.rejection is None) == (child.score is not None)
        assert child.rejection is None or child.rejection.cause
    rejected = sum(evolution.census.rejections.values())
    assert rejected + evolution.census.survivors == CHILDREN


def test_the_population_only_grows_and_is_ranked_by_score(run: tuple[Path, Evolution]) -> None:
    population = run[1].population
    assert len(population) == len(small_seeds()) + run[1].census.survivors
    scores = [one.score.value for one in population if one.score is not None]
    assert scores == sorted(scores, reverse=True)


def test_names_and_rules_of_members_are_their_own(run: tuple[Path, Evolution]) -> None:
    population = run[1].population
    assert len({one.name for one in population}) == len(population)
    assert len({one.digest for one in population}) == len(population)
    children = [one for one in population if one.generation > 0]
    for child in children:
        others = [one for one in population if one.number < child.number]
        assert all(rule_distance(child.game, one.game) >= TOO_NEAR for one in others)


def test_parents_are_members_that_were_there_before(run: tuple[Path, Evolution]) -> None:
    known: set[str] = set()
    for turn in kept(run[0]):
        for child in turn.candidates:
            assert set(child.parents) <= known
        known |= {one.digest for one in turn.candidates if one.has_survived}


def test_the_same_seed_gives_the_same_run_on_any_number_of_workers(
    run: tuple[Path, Evolution], tmp_path: Path
) -> None:
    small_run(tmp_path / "alone", CHILDREN, jobs=1)
    assert kept(tmp_path / "alone") == kept(run[0])


def test_a_run_in_two_pieces_is_the_same_run(run: tuple[Path, Evolution]) -> None:
    settings, seeds = small_settings(), small_seeds()
    evolution = Evolution(settings, seeds)
    turns: list[Generation] = []
    with worker_pool(1) as pool:
        for _ in range(2):
            turns.append(evolution.turn(pool, CHILDREN))
            evolution.absorb(turns[-1])
        again = Evolution(read_plain(RunSettings, plain_of(settings)), seeds)
        for turn in turns:
            again.absorb(turn)
        following = again.turn(pool, CHILDREN)
    assert following.candidates == kept(run[0])[2].candidates


@pytest.mark.slow
def test_kill_9_and_resume_end_in_the_population_of_an_undisturbed_run(
    run: tuple[Path, Evolution], tmp_path: Path
) -> None:
    folder = tmp_path / "killed"
    code = (
        "import sys; from pathlib import Path; from tests.synthesis.small_runs import small_run; "
        f"small_run(Path(sys.argv[1]), {CHILDREN}, jobs=2)"
    )
    rng = random.Random(7)
    home = Path(__file__).parents[2]
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(folder)],
            cwd=home,
            env={**os.environ, "PYTHONPATH": str(home)},
        )
        time.sleep(rng.uniform(1.0, 3.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
    small_run(folder, CHILDREN, jobs=2)
    assert kept(folder) == kept(run[0])


def test_a_run_continues_with_more_children(run: tuple[Path, Evolution], tmp_path: Path) -> None:
    folder = tmp_path / "more"
    small_run(folder, 8)
    evolution = small_run(folder, 16)
    assert evolution.census.children == 16
    first = [one.text for turn in kept(folder) for one in turn.candidates][:13]
    assert first == [one.text for turn in kept(run[0]) for one in turn.candidates][:13]


def test_resuming_with_other_settings_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    small_run(folder, 2)
    other, goal = small_settings(seed=2), Goal(children=4)
    with worker_pool(1) as pool, pytest.raises(StoreError, match="seed"):
        evolve(folder, other, small_seeds(), goal, pool, is_resumed=True)


def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "twice"
    small_run(folder, 1)
    with worker_pool(1) as pool, pytest.raises(StoreError, match="--resume"):
        evolve(folder, small_settings(), small_seeds(), Goal(children=1), pool)


def test_locked_parts_stay_as_they_were(tmp_path: Path) -> None:
    steering = Steering.parse(["board"], [], [], family=FAMILY, games=small_seeds())
    evolution = small_run(tmp_path / "locked", 16, steering=steering)
    assert any(one.generation > 0 for one in evolution.population)
    boards = {str(getattr(one.game.root, "board", None)) for one in evolution.population}
    assert boards <= {str(getattr(game.root, "board", None)) for game in small_seeds()}


def test_a_limit_of_equipment_is_held_before_anything_is_played(tmp_path: Path) -> None:
    steering = Steering.parse([], ["board-size<=0.3"], [], family=FAMILY, games=small_seeds())
    evolution = small_run(tmp_path / "limited", 16, steering=steering)
    children = [one for one in evolution.population if one.generation > 0]
    for child in children:
        assert child.critique is not None
        assert (child.critique.value("board-size") or 0.0) <= 0.3
    causes = [stage for stage, _ in evolution.census.rejections]
    assert Stage.STEERING in causes


def test_candidates_and_retests_survive_their_plain_form(run: tuple[Path, Evolution]) -> None:
    for turn in kept(run[0]):
        for one in turn.candidates:
            assert read_plain(Candidate, plain_of(one)) == one
        for retest in turn.retests:
            assert read_plain(Retest, plain_of(retest)) == retest


def test_a_worker_that_breaks_makes_its_game_faulty_and_nothing_else() -> None:
    found = finding_of("(game X)", Faulty("hang", "no answer in 60 s"))
    assert found.rejection == Rejection(Stage.FAULT, "hang", "no answer in 60 s")


def steered(limits: list[str], targets: list[str]) -> Screening:
    steering = Steering.parse([], limits, targets, family=FAMILY, games=small_seeds())
    return small_settings(steering=steering).screening


def test_limits_hold_when_a_game_is_measured_again() -> None:
    text, effort = small_seeds()[0].text, replace(QUICK, matches=8)
    assert remeasure(text, 1, steered([], []), effort).rejection is None
    found = remeasure(text, 1, steered(["mean-length<=2"], []), effort)
    assert found.rejection is not None
    assert found.rejection.stage is Stage.STEERING


def test_targets_and_limits_count_for_finalists_too() -> None:
    game = open_game("hex-7")
    child = Candidate(1, 1, game.name, game.digest, game.text, distances={"seeds": 0.5})
    effort = replace(QUICK, matches=8)

    def finished(limits: list[str], targets: list[str]) -> Finalist:
        rules = plain_of(steered(limits, targets))
        answer = evaluate(finish_task(child, 1, rules, effort, 0))
        return read_plain(Finished, answer).finalist

    plain = finished([], [])
    far = finished([], ["mean-length=100"])
    assert far.score.value < plain.score.value - 0.5
    assert "outside the limit mean-length<=2" in finished(["mean-length<=2"], []).failings
    novel = finished([], ["novelty=0.9"])
    assert novel.score.value < plain.score.value - 0.5
