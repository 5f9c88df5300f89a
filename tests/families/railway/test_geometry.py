"""The look of boards as figures."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.geometry import crossings_among, distances, look_of
from ludwright.families.railway.network import Link, Network

GRAY = (8,)
points = st.tuples(st.integers(0, 1000), st.integers(0, 600))


def network(places: list[tuple[int, int]], *ends: tuple[int, int]) -> Network:
    return Network(tuple(places), tuple(Link(*pair, 1, GRAY) for pair in ends))


def test_north_america_covers_one_city_and_no_routes_cross() -> None:
    look = look_of(Network.of(packaged_board("north-america")))
    assert look.crossings == 0
    assert look.covered == pytest.approx(1 / 78)
    assert look.intersections == pytest.approx(291 / 78)
    assert look.clutter == pytest.approx(473 / 36)


def test_two_routes_that_cross_count_twice() -> None:
    cross = network([(100, 100), (300, 300), (100, 300), (300, 100)], (0, 1), (2, 3))
    assert look_of(cross).crossings == 1
    assert look_of(cross).intersections == 2 / 2


def test_routes_that_share_a_city_touch_but_do_not_cross() -> None:
    fork = network([(100, 100), (300, 300), (300, 100)], (0, 1), (0, 2))
    assert look_of(fork).crossings == 0
    assert look_of(fork).intersections == 1 / 2


def test_a_route_that_ends_on_another_touches_it() -> None:
    tee = network([(100, 100), (300, 100), (200, 100), (200, 300)], (0, 1), (2, 3))
    look = look_of(tee)
    assert (look.crossings, look.intersections, look.covered) == (0, 1 / 2, 1 / 2)


def test_a_city_is_covered_within_a_fiftieth_of_the_width() -> None:
    for away, wanted in ((19, 1.0), (21, 0.0)):
        line = network([(100, 100), (300, 100), (200, 100 + away)], (0, 1))
        assert look_of(line).covered == wanted


def test_clutter_counts_routes_near_each_city_its_own_included() -> None:
    line = network([(100, 100), (300, 100), (200, 229), (200, 231)], (0, 1))
    assert look_of(line).clutter == 3 / 4


def test_a_board_without_routes_has_no_figures() -> None:
    assert look_of(network([(1, 1)])).intersections == 0.0


def _orientation(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@given(st.lists(points, min_size=4, max_size=4))
def test_crossings_agree_with_plain_arithmetic(places: list[tuple[int, int]]) -> None:
    a, b, c, d = places
    wanted = (
        _orientation(a, b, c) * _orientation(a, b, d) < 0
        and _orientation(c, d, a) * _orientation(c, d, b) < 0
    )
    found = crossings_among(np.array(places, float), np.array([[0, 1], [2, 3]]))
    assert found[0, 1] == found[1, 0] == wanted


@given(points, points, points)
def test_the_distance_to_a_line_is_that_to_its_nearest_point(
    point: tuple[int, int], one: tuple[int, int], other: tuple[int, int]
) -> None:
    found = distances(np.array([point], float), np.array([one], float), np.array([other], float))
    steps = np.linspace(0.0, 1.0, 2001)[:, None]
    line = np.array(one) + steps * (np.array(other) - np.array(one))
    nearest = np.sqrt(((line - np.array(point)) ** 2).sum(axis=1)).min()
    assert found[0, 0] == pytest.approx(nearest, abs=1.0)


def test_figures_do_not_depend_on_the_order_of_routes() -> None:
    board = Network.of(packaged_board("north-america"))
    links = list(board.links)
    random.Random(1).shuffle(links)
    assert look_of(Network(board.places, tuple(links))) == look_of(board)
