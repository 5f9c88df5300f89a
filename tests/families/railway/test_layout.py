"""Where cities and cars are drawn."""

from __future__ import annotations

import itertools
from math import hypot

import pytest

from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.layout import TALLEST, WIDTH, Layout, layout_of
from ludwright.families.railway.lower import tracks_of
from ludwright.families.railway.vocabulary import RailwayGame
from tests.families.railway.wheel import wheel


@pytest.fixture(scope="module")
def america() -> Layout:
    return layout_of(packaged_board("north-america"))


def test_each_track_has_a_car_for_each_space(america: Layout) -> None:
    tracks = tracks_of(packaged_board("north-america"))
    assert [len(row) for row in america.cars] == [track.length for track in tracks]
    assert sum(map(len, america.cars)) == 309


def test_the_cars_of_a_track_lie_between_its_cities_and_do_not_overlap(america: Layout) -> None:
    for track, cars in zip(tracks_of(packaged_board("north-america")), america.cars, strict=True):
        one, other = america.places[track.one], america.places[track.other]
        for end, car in ((one, cars[0]), (other, cars[-1])):
            gap = hypot(end[0] - car.x, end[1] - car.y) - car.length / 2
            assert gap >= america.radius - 1
        for a, b in itertools.pairwise(cars):
            assert hypot(a.x - b.x, a.y - b.y) >= 0.98 * a.length


def test_the_two_tracks_of_a_route_lie_side_by_side(america: Layout) -> None:
    tracks = tracks_of(packaged_board("north-america"))
    pairs = [
        (first, second)
        for first, second in zip(range(100), range(1, 100), strict=False)
        if tracks[first].route == tracks[second].route
    ]
    assert len(pairs) == 22
    for first, second in pairs:
        for a, b in zip(america.cars[first], america.cars[second], strict=True):
            assert hypot(a.x - b.x, a.y - b.y) >= a.width


def test_no_route_is_drawn_over_a_city_that_is_not_its_own(america: Layout) -> None:
    for track, cars in zip(tracks_of(packaged_board("north-america")), america.cars, strict=True):
        for city, place in enumerate(america.places):
            if city in (track.one, track.other):
                continue
            for car in cars:
                points = [car.moved(share / 4) for share in range(-2, 3)]
                near = min(hypot(place[0] - x, place[1] - y) for x, y in points)
                assert near > america.radius + car.width / 2


def test_only_the_route_past_phoenix_is_bent(america: Layout) -> None:
    assert sum(len(curve) > 2 for curve in america.curves) == 1


def test_boards_fit_the_picture_whatever_their_size() -> None:
    cities = "(city A 0 0) (city B 10 2000) (city C 7 900)"
    routes = "(route A B 6 red) (route B C 2 gray gray) (route A C 1 blue)"
    tickets = "(ticket A B 2) (ticket B C 2)"
    game = wheel(board=f"(board Tall {cities} {routes} {tickets})")
    assert isinstance(game.root, RailwayGame)
    layout = layout_of(game.root.board)
    assert layout.size[0] <= WIDTH
    assert layout.size[1] <= TALLEST


def test_cities_at_the_same_place_are_drawn_all_the_same() -> None:
    cities = "(city A 5 5) (city B 5 5) (city C 5 6)"
    routes = "(route A B 6 red green) (route B C 2 gray) (route A C 1 blue)"
    game = wheel(board=f"(board Point {cities} {routes} (ticket A B 2) (ticket B C 2))")
    assert isinstance(game.root, RailwayGame)
    assert [len(row) for row in layout_of(game.root.board).cars] == [6, 6, 2, 1]
