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

from ludwright.synthesis.appraisal import Lottery
from ludwright.synthesis.candidate import Generation
from ludwright.synthesis.generational import GenerationalSearch
from tests.synthesis.small_searches import kept, seeds_of, small_search, small_settings

PRESET = "paper"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, GenerationalSearch]:
    folder = tmp_path_factory.mktemp("searches") / "whole"
    found = small_search(folder, PRESET, jobs=2)
    assert isinstance(found, GenerationalSearch)
    return folder, found


def lottery_search(generations: int, offspring: int, seed: int = 3) -> GenerationalSearch:
    settings = small_settings(PRESET, seed)
    assert settings.search is not None
    options = replace(settings.search, generations=generations, offspring=offspring)
    settings = replace(settings, search=options)
    return GenerationalSearch(settings, seeds_of(PRESET), judge=Lottery())


def test_each_generation_is_the_best_game_and_new_children(
    run: tuple[Path, GenerationalSearch],
) -> None:
    generations = kept(run[0])
    assert [len(one.candidates) for one in generations] == [8, 7, 7, 7, 0]
    best = max(generations[0].candidates, key=lambda one: one.score.value if one.score else -9)
    assert [one.number for one in generations[1].retests] == [best.number]
    assert len(run[1].population) == 8
    assert run[1].is_over


def test_the_best_game_is_measured_anew_and_its_old_score_forgotten(
    run: tuple[Path, GenerationalSearch],
) -> None:
    generations = kept(run[0])
    (again,) = generations[1].retests
    before = generations[0].candidates[again.number]
    assert before.score != again.score
    found = GenerationalSearch(small_settings(PRESET), seeds_of(PRESET))
    for one in generations[:2]:
        found.absorb(one)
    held = {one.number: one.score for one in found.population}
    assert held[again.number] == again.score


def test_parents_come_from_the_population_before(run: tuple[Path, GenerationalSearch]) -> None:
    generations = kept(run[0])
    known = {one.digest for one in generations[0].candidates}
    for number in (1, 2, 3):
        children = generations[number].candidates
        assert all(set(one.parents) <= known for one in children)
        kept_on = {one.number for one in generations[number].retests}
        everyone = [one for turn in generations for one in turn.candidates]
        known = {one.digest for one in everyone if one.number in kept_on}
        known |= {one.digest for one in children}


def test_the_same_seed_gives_the_same_search_on_any_number_of_workers(
    run: tuple[Path, GenerationalSearch], tmp_path: Path
) -> None:
    small_search(tmp_path / "alone", PRESET, jobs=1)
    assert kept(tmp_path / "alone") == kept(run[0])


def test_a_search_here_finds_what_workers_find(run: tuple[Path, GenerationalSearch]) -> None:
    found = GenerationalSearch(small_settings(PRESET), seeds_of(PRESET))
    turns: list[Generation] = []
    while not found.is_over:
        turns.append(found.turn(None))
        found.absorb(turns[-1])
    assert [one.candidates for one in turns] == [one.candidates for one in kept(run[0])[:-1]]


def test_a_killed_search_resumes_and_ends_the_same(
    run: tuple[Path, GenerationalSearch], tmp_path: Path
) -> None:
    folder = tmp_path / "killed"
    code = (
        "import sys; from pathlib import Path; "
        "from tests.synthesis.small_searches import small_search; "
        f"small_search(Path(sys.argv[1]), {PRESET!r})"
    )
    home = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(folder)],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home)},
    )
    time.sleep(random.Random(5).uniform(1.5, 2.5))
    process.send_signal(signal.SIGKILL)
    process.wait()
    small_search(folder, PRESET)
    assert kept(folder) == kept(run[0])


def test_chance_alone_never_plays_and_is_the_same_again() -> None:
    found, again = lottery_search(2, 6), lottery_search(2, 6)
    for search in (found, again):
        while not search.is_over:
            search.absorb(search.turn(None))
    assert [one.text for one in found.population] == [one.text for one in again.population]
    assert all(one.critique is None for one in found.population)


def test_published_operators_let_maps_shrink_without_any_selection() -> None:
    search = lottery_search(8, 16)
    sizes: list[float] = []
    while not search.is_over:
        search.absorb(search.turn(None))
        counts = [one.text.count("(territory") for one in search.population]
        sizes.append(sum(counts) / len(counts))
    assert sizes[-1] < 0.75 * sizes[0]
