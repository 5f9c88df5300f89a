from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ludwright.families.conquest.board import Board, board_of
from ludwright.families.conquest.map_operators import (
    FURTHEST_SIZE,
    KEEPING,
    PUBLISHED,
    RESIZING,
    add_border,
    change_bonus,
    cross_continents,
    cross_keeping_size,
    fresh_names,
    half_of,
    merge_territories,
    move_territory,
    part_of,
    remove_border,
    repaired,
    resized,
    split_territory,
    swap_bonuses,
)
from ludwright.families.conquest.maps import packaged_map

NAMES = ("classic", "star-wars-clone-wars", "artificial-1-17t", "artificial-3-10t")
BOARDS = [board_of(packaged_map(name)) for name in NAMES]


@pytest.fixture
def rng() -> random.Random:
    return random.Random(11)


def test_a_crossing_has_about_half_of_the_continents_of_each_parent(rng: random.Random) -> None:
    first, second = BOARDS[0], BOARDS[2]
    counts = {len(half_of(first, rng)) for _ in range(200)}
    assert counts == {2, 3, 4}
    assert {len(half_of(second, rng)) for _ in range(200)} == {1, 2, 3}
    for _ in range(100):
        child = cross_continents(first, second, rng)
        origins = {name for name in child.continents if name in first.continents}
        assert 2 <= len(origins) <= 4
        assert all(child.members)


def test_continents_are_handed_on_with_their_borders_and_bonuses(rng: random.Random) -> None:
    first, second = BOARDS[0], BOARDS[3]
    child = cross_continents(first, second, rng)
    for place, name in enumerate(child.continents):
        parent = first if name in first.continents else second
        before = parent.continents.index(name)
        assert child.bonuses[place] == parent.bonuses[before]
        inside = part_of(child, [place]).board
        assert inside.names == part_of(parent, [before]).board.names
        assert inside.borders == part_of(parent, [before]).board.borders


def test_cut_borders_of_the_first_parent_lead_to_the_second(rng: random.Random) -> None:
    first, second = BOARDS[0], BOARDS[1]
    for _ in range(50):
        child = cross_continents(first, second, rng)
        size = sum(name in first.names for name in child.names)
        links = {pair for pair in child.borders if pair[0] < size <= pair[1]}
        if len(set(child.homes[:size])) < len(first.continents):
            assert links


def test_one_crossing_of_six_of_the_classic_map_is_sound() -> None:
    rng = random.Random(5)
    original = board_of(packaged_map("original-risk"))
    sound = sum(cross_continents(original, original, rng).is_sound for _ in range(400))
    assert 0.10 < sound / 400 < 0.25


def test_names_stay_unique_when_both_parents_have_them() -> None:
    assert fresh_names(["Alaska", "Peru"], ["Alaska", "Alaska 2"]) == ["Alaska 3", "Peru"]
    assert fresh_names(["Alaska 2"], ["Alaska 2"]) == ["Alaska 3"]
    rng = random.Random(2)
    for _ in range(50):
        child = cross_continents(BOARDS[0], BOARDS[0], rng)
        assert len(set(child.names)) == len(child)
        assert len(set(child.continents)) == len(child.continents)


@pytest.mark.parametrize("mutation", PUBLISHED)
@pytest.mark.parametrize("board", BOARDS, ids=NAMES)
def test_published_mutations_change_one_thing(
    mutation: Callable[[Board, random.Random], Board], board: Board, rng: random.Random
) -> None:
    for _ in range(30):
        child = mutation(board, rng)
        assert sorted(child.names) == sorted(board.names)
        assert all(child.members)
        changes = (mutation is add_border) - (mutation is remove_border)
        assert len(child.borders) == len(board.borders) + changes


def test_removing_a_border_leaves_every_territory_one(rng: random.Random) -> None:
    board = BOARDS[3]
    for _ in range(100):
        board = remove_border(board, rng)
        assert all(board.neighbours)
    assert remove_border(board, rng) == board


def test_a_territory_goes_to_a_neighbouring_continent_and_none_is_emptied(
    rng: random.Random,
) -> None:
    board = BOARDS[3]
    for _ in range(200):
        moved = move_territory(board, rng)
        assert all(moved.members)
        before = dict(zip(board.names, board.homes, strict=True))
        gone = [n for n, home in zip(moved.names, moved.homes, strict=True) if before[n] != home]
        assert len(gone) <= 1
        board = moved


def test_bonuses_change_by_one_both_ways_and_never_fall_below_none(rng: random.Random) -> None:
    board = BOARDS[0]
    steps = {sum(change_bonus(board, rng).bonuses) - sum(board.bonuses) for _ in range(100)}
    assert steps == {-1, 1}
    poor = Board(("a", "b"), (0, 0), ("All",), (0,), frozenset({(0, 1)}))
    assert {change_bonus(poor, rng).bonuses for _ in range(20)} == {(1,)}


def test_bonuses_are_swapped(rng: random.Random) -> None:
    child = swap_bonuses(BOARDS[1], rng)
    assert sorted(child.bonuses) == sorted(BOARDS[1].bonuses)
    assert swap_bonuses(Board(("a",), (0,), ("All",), (3,), frozenset()), rng).bonuses == (3,)


@pytest.mark.parametrize("seed", range(8))
def test_ours_stay_sound_and_keep_the_size_through_long_chains(seed: int) -> None:
    rng = random.Random(seed)
    boards = list(BOARDS)
    for _ in range(60):
        place = rng.randrange(len(boards))
        before = boards[place]
        child = cross_keeping_size(before, rng.choice(boards), rng)
        assert child.is_sound
        assert abs(len(child) - len(before)) <= FURTHEST_SIZE
        again = rng.choice(KEEPING)(child, rng)
        assert again.is_sound
        assert len(again) == len(child)
        boards[place] = again


@pytest.mark.parametrize("mutation", RESIZING)
def test_resizing_is_by_one_and_sound(
    mutation: Callable[[Board, random.Random], Board], rng: random.Random
) -> None:
    for board in BOARDS:
        for _ in range(20):
            child = mutation(board, rng)
            assert child.is_sound
            assert len(child) == len(board) + (1 if mutation is split_territory else -1)
            assert len(child.continents) == len(board.continents)


def test_a_map_is_brought_to_any_size_down_to_its_continents(rng: random.Random) -> None:
    small = BOARDS[3]
    assert len(resized(small, 25, rng)) == 25
    shrunk = resized(small, 1, rng)
    assert len(shrunk) == len(small.continents)
    assert merge_territories(shrunk, rng) == shrunk


def test_broken_maps_are_repaired_with_their_size(rng: random.Random) -> None:
    for _ in range(50):
        broken = cross_continents(BOARDS[0], BOARDS[1], rng)
        whole = repaired(broken, rng)
        assert whole.is_sound
        assert whole.names == broken.names
    nonplanar = board_of(packaged_map("transformers"))
    whole = repaired(nonplanar, rng)
    assert whole.is_sound
    assert len(nonplanar.borders) - len(whole.borders) in (1, 2)


def test_sound_maps_need_no_repair(rng: random.Random) -> None:
    assert all(repaired(board, rng) == board for board in BOARDS)
