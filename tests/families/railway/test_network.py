"""Boards as numbers."""

from __future__ import annotations

from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.network import FAR, GRAY, Link, Network

NORTH_AMERICA = Network.of(packaged_board("north-america"))


def test_a_board_survives_the_way_to_numbers_and_back() -> None:
    board = packaged_board("north-america")
    names = [str(one.name) for one in board.cities]
    again = NORTH_AMERICA.board(str(board.name), names)
    assert Network.of(again) == NORTH_AMERICA
    assert again.cities == board.cities
    assert again.tickets == board.tickets


def test_the_official_facts_of_north_america() -> None:
    assert len(NORTH_AMERICA.places) == 36
    assert len(NORTH_AMERICA.links) == 78
    assert NORTH_AMERICA.track_count == 100
    assert NORTH_AMERICA.spaces == 309
    assert NORTH_AMERICA.is_connected
    assert sum(NORTH_AMERICA.degrees) == 2 * 78


def test_tickets_are_worth_the_shortest_path_but_for_five() -> None:
    more = [one.points - NORTH_AMERICA.paths[one.one][one.other] for one in NORTH_AMERICA.tickets]
    assert sorted(more)[-6:] == [0, 1, 1, 1, 1, 2]
    assert min(more) == 0


def test_cities_that_are_not_connected_are_far() -> None:
    apart = Network(((0, 0), (1, 1), (2, 2)), (Link(0, 1, 3, (GRAY,)),))
    assert apart.paths[0] == (0, 3, FAR)
    assert not apart.is_connected
