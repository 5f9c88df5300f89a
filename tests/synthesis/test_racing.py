from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.synthesis.candidate import Generation
from ludwright.synthesis.racing import RacingSearch
from tests.synthesis.small_searches import kept, seeds_of, small_search, small_settings

PRESET = "ours"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RacingSearch]:
    folder = tmp_path_factory.mktemp("searches") / "whole"
    found = small_search(folder, PRESET, jobs=2)
    assert isinstance(found, RacingSearch)
    return folder, found


def test_few_games_play_many_matches(run: tuple[Path, RacingSearch]) -> None:
    played = [sum(one.work.values()) for turn in kept(run[0]) for one in turn.candidates]
    assert set(played) == {2, 2 + 5, 2 + 5 + 20}
    assert played.count(2) > len(played) / 2
    assert played.count(2 + 5 + 20) <= played.count(2 + 5)


def test_games_that_left_the_race_first_are_no_elites(run: tuple[Path, RacingSearch]) -> None:
    elites = {elite.number for _, elite in run[1].archive.contenders()}
    made = [one for turn in kept(run[0]) for one in turn.candidates]
    assert elites
    assert all(sum(made[number].work.values()) > 2 for number in elites)


def test_it_plays_about_as_many_matches_as_the_generational_search(
    run: tuple[Path, RacingSearch],
) -> None:
    search = run[1]
    assert search.budget == 4 * 8 * 8
    spent = search.matches + search.final_matches * len(search.finalists)
    one_turn = 8 * 2 + 2 * 5 + 1 * 20 + 3 * 20
    assert search.budget <= spent + 2 * 8
    assert search.matches <= 0.9 * search.budget + one_turn


def test_the_same_seed_gives_the_same_search_on_any_number_of_workers(
    run: tuple[Path, RacingSearch], tmp_path: Path
) -> None:
    small_search(tmp_path / "alone", PRESET, jobs=1)
    assert kept(tmp_path / "alone") == kept(run[0])


def test_a_search_in_two_pieces_is_the_same_search(run: tuple[Path, RacingSearch]) -> None:
    found = RacingSearch(small_settings(PRESET), seeds_of(PRESET))
    turns: list[Generation] = []
    while not found.is_over:
        found = RacingSearch(small_settings(PRESET), seeds_of(PRESET))
        for one in turns:
            found.absorb(one)
        if not found.is_over:
            turns.append(found.turn(None))
    whole = kept(run[0])[:-1]
    assert [one.candidates for one in turns] == [one.candidates for one in whole]
    assert [one.retests for one in turns] == [one.retests for one in whole]


def test_a_search_by_size_varies_the_best_of_every_size_and_tests_them_in_turn() -> None:
    name = "ours-by-size"
    search = RacingSearch(small_settings(name), seeds_of(name))
    search.absorb(search.turn(None))
    leaders = search.leaders()
    assert len(leaders) > 1
    for size, best in leaders.items():
        same = [one for one in search.population if one.cell[0] == size]
        assert best.score == max((one.score for one in same if one.score), key=lambda s: s.value)
    turn = search.turn(None)
    assert {one.number for one in turn.retests} <= {one.number for one in leaders.values()}
    sizes = [one.text.count("(territory ") for one in turn.candidates]
    assert min(sizes) >= 8
    assert max(sizes) <= 30
