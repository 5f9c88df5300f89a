from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

import pytest

from ludwright.errors import LudwrightError
from ludwright.families.conquest.board import Board, board_of
from ludwright.families.conquest.genes import PUBLISHED
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.variation import (
    LARGE,
    OURS,
    OURS_WITH_RULES,
    PAPER,
    child,
    concept,
    founders,
    initial_games,
    published_children,
    repaired_children,
    spread_founders,
)
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.check import check
from ludwright.language.game import Game, read_game
from ludwright.language.seats import seats_of
from ludwright.synthesis.preset import SearchOptions
from ludwright.synthesis.steering import Steering

Mating = Callable[[Game, Game, random.Random, SearchOptions], list[Game]]


def board(game: Game) -> Board:
    return board_of(cast("ConquestGame", game.root).map)


def line_of(
    mating: Mating, options: SearchOptions, seed: int, turns: int, games: list[Game]
) -> list[Game]:
    """A small population whose members are replaced by children of two others, again and again."""
    rng = random.Random(seed)
    for _ in range(turns):
        first, second = rng.sample(games, 2)
        for made in mating(first, second, rng, options):
            games[rng.randrange(len(games))] = made
    return games


def test_the_search_begins_with_ten_maps() -> None:
    games = initial_games()
    assert sorted(len(board(game)) for game in games) == [10, 12, 13, 17, 18, *[42] * 5]
    assert {seats_of(game) for game in initial_games(4)} == {(4, 4)}


def test_founders_take_every_map_and_every_choice() -> None:
    made = founders(initial_games(), 300, random.Random(1), SearchOptions("paper"))
    assert {len(board(one)) for one in made} == {10, 12, 13, 17, 18, 42}
    roots = [cast("ConquestGame", one.root) for one in made]
    for gene in PUBLISHED:
        assert {gene.value(root) for root in roots} == set(gene.choices)
    assert not any(check(one) for one in made[:20])


def test_founders_respect_the_floor() -> None:
    rng = random.Random(1)
    made = founders(initial_games(), 50, rng, SearchOptions("paper", floor=17))
    assert min(len(board(one)) for one in made) == 17
    with pytest.raises(LudwrightError, match="at least 50 territories"):
        founders(initial_games(), 5, rng, SearchOptions("paper", floor=50))


def test_founders_of_ours_are_sound_and_of_all_sizes() -> None:
    made = spread_founders(initial_games(), 46, random.Random(2), SearchOptions("ours", floor=8))
    sizes = [len(board(one)) for one in made]
    assert (min(sizes), max(sizes)) == (8, LARGE)
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 15
    assert all(board(one).is_sound for one in made)


@pytest.mark.parametrize("seed", range(3))
def test_published_children_are_sound_and_respect_the_floor(seed: int) -> None:
    options = SearchOptions("paper", mutation=0.6, floor=8)
    for game in line_of(published_children, options, seed, 120, initial_games()):
        if game.digest not in {one.digest for one in initial_games()}:
            assert board(game).is_sound
            assert len(board(game)) >= 8
            assert not check(game)
            assert read_game(game.text).digest == game.digest


@pytest.mark.parametrize("preset", [OURS, OURS_WITH_RULES])
def test_children_of_ours_are_always_sound_and_there_is_one_each_time(preset: object) -> None:
    assert preset in (OURS, OURS_WITH_RULES)
    options = SearchOptions("ours", floor=8)
    mating = OURS.mating if preset is OURS else OURS_WITH_RULES.mating
    assert mating is not None
    rng = random.Random(3)
    first, second = initial_games()[4], initial_games()[2]
    for _ in range(25):
        (made,) = mating(first, second, rng, options)
        assert board(made).is_sound
        assert len(board(made)) >= 8
        assert not check(made)
        first, second = made, first


def test_maps_of_ours_do_not_shrink_without_selection() -> None:
    options = SearchOptions("ours")
    games = line_of(repaired_children, options, 7, 400, initial_games())
    before = sum(len(board(one)) for one in initial_games()) / 10
    after = sum(len(board(one)) for one in games) / len(games)
    assert after > 0.6 * before


def test_a_floor_is_never_undercut() -> None:
    options = SearchOptions("ours", floor=10)
    small = [one for one in initial_games() if len(board(one)) < 14]
    games = line_of(repaired_children, options, 8, 60, small)
    assert min(len(board(one)) for one in games) >= 10


def test_locked_parts_stay_in_children_of_the_general_loop() -> None:
    rng = random.Random(9)
    first, second = open_game("rossato-classic"), initial_games()[5]
    steering = Steering(locks=("map", "battle"))
    for _ in range(10):
        made = child(first, second, rng, steering)
        root, kept = cast("ConquestGame", made.root), cast("ConquestGame", first.root)
        assert root.map == kept.map
        assert root.battle == kept.battle
    assert child(first, second, rng, Steering()).digest != first.digest


def test_concepts_are_how_games_are_won() -> None:
    assert concept(open_game("rossato-classic")) == "elimination"
    assert concept(open_game("risk-missions")) == "missions"


def test_presets_have_the_hyper_parameters_of_the_best_published_run() -> None:
    assert (PAPER.options.generations, PAPER.options.offspring) == (10, 50)
    assert (PAPER.options.tournament, PAPER.options.mutation) == (22, 0.6)
    assert PAPER.matches == 100
