"""Layouts of maps: nothing crosses where nothing has to."""

from __future__ import annotations

from itertools import combinations
from math import dist
from random import Random

import pytest

from ludwright.families.conquest.layout import Layout, crossing_borders, layout_of, planar_part
from ludwright.families.conquest.lower import borders_of
from ludwright.families.conquest.maps import packaged_map
from ludwright.families.conquest.vocabulary import Map
from ludwright.language.syntax import read


def board(count: int, borders: list[tuple[int, int]]) -> Map:
    """A map of one continent with these borders."""
    beside: list[list[str]] = [[] for _ in range(count)]
    for one, other in borders:
        beside[one].append(f"T{other}")
    lands = " ".join(
        f"(territory T{at} (borders {' '.join(beside[at])}))"
        if beside[at]
        else f"(territory T{at})"
        for at in range(count)
    )
    found = read(f"(map Made (continent C 1 {lands}))", Map, "test")
    assert isinstance(found, Map)
    return found


def random_planar(count: int, seed: int) -> list[tuple[int, int]]:
    """A connected planar map: a tree, and what more borders stay planar."""
    luck = Random(seed)
    tree = [(luck.randrange(at), at) for at in range(1, count)]
    more = [
        (one, other) for one, other in combinations(range(count), 2) if luck.random() < 4 / count
    ]
    kept = planar_part(count, [*tree, *(pair for pair in more if pair not in tree)])
    return list(kept)


def nearest(layout: Layout) -> float:
    return min(dist(one, other) for one, other in combinations(layout.points, 2))


@pytest.mark.parametrize("seed", range(4))
def test_no_borders_of_a_planar_map_cross(seed: int) -> None:
    count = 4 + 5 * seed
    borders = random_planar(count, seed)
    layout = layout_of(board(count, borders))
    assert not layout.bent
    assert crossing_borders(layout, borders) == []
    assert nearest(layout) > 4


@pytest.mark.parametrize("name", ["artificial-3-10t", "artificial-5-12t"])
def test_packaged_maps_without_places_are_laid_out_clearly(name: str) -> None:
    found = packaged_map(name)
    layout = layout_of(found)
    assert crossing_borders(layout, borders_of(found)) == []
    assert nearest(layout) > 40


@pytest.mark.parametrize("count", [2, 3, 4])
def test_tiny_maps_have_a_layout(count: int) -> None:
    layout = layout_of(board(count, [(at, at + 1) for at in range(count - 1)]))
    assert nearest(layout) > 40


def test_borders_that_cannot_be_straight_are_bent() -> None:
    everyone = list(combinations(range(5), 2))
    layout = layout_of(board(5, everyone))
    assert len(layout.bent) == 1
    assert crossing_borders(layout, everyone) == []


def test_a_border_around_the_world_is_not_drawn_across_it() -> None:
    names = [
        str(one.name) for part in packaged_map("classic").continents for one in part.territories
    ]
    layout = layout_of(packaged_map("classic"))
    assert [{names[one] for one in pair} for pair in layout.wrapped] == [{"Alaska", "Kamchatka"}]
    assert crossing_borders(layout, borders_of(packaged_map("classic"))) == []


def test_places_that_hide_each_other_are_not_used() -> None:
    text = (
        "(map Made (continent C 1 (territory A (at 5 5) (borders B)) (territory B (at 6 5) "
        "(borders D)) (territory D (at 900 500))))"
    )
    found = read(text, Map, "test")
    assert isinstance(found, Map)
    assert nearest(layout_of(found)) > 40


def test_the_same_map_gets_the_same_layout() -> None:
    from ludwright.families.conquest.layout import _layout

    first = layout_of(packaged_map("artificial-3-10t"))
    _layout.cache_clear()
    assert layout_of(packaged_map("artificial-3-10t")) == first
