from __future__ import annotations

import random
from itertools import combinations

import pytest

from ludwright.families.conquest.board import (
    Board,
    board_of,
    border,
    is_planar_with,
    map_of,
    reached_from,
)
from ludwright.families.conquest.maps import map_names, packaged_map


def complete(count: int) -> set[tuple[int, int]]:
    return set(combinations(range(count), 2))


def utilities() -> set[tuple[int, int]]:
    return {(house, 3 + supply) for house in range(3) for supply in range(3)}


def subdivided(
    borders: set[tuple[int, int]], count: int, rng: random.Random
) -> tuple[int, set[tuple[int, int]]]:
    """The same graph with places put into its borders: as planar as before."""
    for _ in range(rng.randint(0, 6)):
        one, other = rng.choice(sorted(borders))
        borders = borders - {(one, other)} | {border(one, count), border(other, count)}
        count += 1
    return count, borders


@pytest.mark.parametrize("name", map_names())
def test_every_packaged_map_survives_the_way_to_numbers_and_back(name: str) -> None:
    drawn = packaged_map(name)
    board = board_of(drawn)
    assert board_of(map_of(board, str(drawn.name))) == board
    assert board.is_connected
    assert all(board.members)


def test_only_two_packaged_maps_cannot_be_drawn_without_crossings() -> None:
    crossed = [name for name in map_names() if not board_of(packaged_map(name)).is_planar]
    assert crossed == ["transformers", "war-grow"]


@pytest.mark.parametrize(("count", "borders"), [(5, complete(5)), (6, utilities())])
def test_the_two_smallest_graphs_with_crossings_are_found_in_any_disguise(
    count: int, borders: set[tuple[int, int]]
) -> None:
    rng = random.Random(count)
    assert not is_planar_with(count, borders)
    for one in sorted(borders):
        assert is_planar_with(count, borders - {one})
    for _ in range(200):
        more, inside = subdivided(set(borders), count, rng)
        order = list(range(more))
        rng.shuffle(order)
        assert not is_planar_with(more, {border(order[a], order[b]) for a, b in inside})


def test_triangulations_are_planar_and_one_border_more_never_is() -> None:
    rng = random.Random(3)
    for _ in range(100):
        faces, borders, count = [(0, 1, 2)] * 2, {(0, 1), (0, 2), (1, 2)}, 3
        while count < 20:
            a, b, c = faces.pop(rng.randrange(len(faces)))
            faces += [(a, b, count), (a, c, count), (b, c, count)]
            borders |= {(a, count), (b, count), (c, count)}
            count += 1
        assert len(borders) == 3 * count - 6
        assert is_planar_with(count, borders)
        free = [pair for pair in combinations(range(count), 2) if pair not in borders]
        assert not is_planar_with(count, borders | {rng.choice(free)})


def test_borders_outside_the_map_are_refused() -> None:
    with pytest.raises(ValueError, match="two different places"):
        is_planar_with(3, [(0, 3)])
    with pytest.raises(ValueError, match="two different places"):
        is_planar_with(3, [(1, 1)])


def test_parts_are_what_is_connected() -> None:
    board = Board(("a", "b", "c", "d"), (0, 0, 0, 0), ("All",), (1,), frozenset({(0, 2), (1, 3)}))
    assert board.parts == ((0, 2), (1, 3))
    assert not board.is_connected
    assert reached_from(2, board.neighbours) == {0, 2}
