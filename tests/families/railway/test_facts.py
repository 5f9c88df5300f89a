"""The facts of the official game, and that the packaged texts state them."""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush
from typing import cast

import pytest

from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.lower import city_numbers, tracks_of
from ludwright.families.railway.reference import reference
from ludwright.families.railway.vocabulary import CARD_COLOURS, Board, Colour, Gridlock, RailwayGame

BOARD: Board = packaged_board("north-america")


def official(name: str = "north-america") -> RailwayGame:
    return cast("RailwayGame", open_game(name).root)


def test_the_board_has_36_cities_and_100_tracks_between_78_pairs() -> None:
    assert len(BOARD.cities) == 36
    assert len(tracks_of(BOARD)) == 100
    assert len({frozenset((one.one, one.other)) for one in BOARD.routes}) == 78
    assert sum(one.second is not None for one in BOARD.routes) == 22


def test_every_colour_has_7_tracks_of_27_spaces_and_gray_44_of_93() -> None:
    tracks, spaces = Counter[Colour](), Counter[Colour]()
    for track in tracks_of(BOARD):
        colour = [*Colour][track.colour]
        tracks[colour] += 1
        spaces[colour] += track.length
    assert tracks == {**dict.fromkeys(CARD_COLOURS, 7), Colour.GRAY: 44}
    assert spaces == {**dict.fromkeys(CARD_COLOURS, 27), Colour.GRAY: 93}
    assert sum(spaces.values()) == 309


def test_tracks_have_the_official_lengths() -> None:
    lengths = Counter(track.length for track in tracks_of(BOARD))
    assert lengths == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}


def test_a_double_route_is_gray_on_both_tracks_or_on_neither() -> None:
    double = [one for one in BOARD.routes if one.second is not None]
    for route in double:
        assert (route.colour is Colour.GRAY) == (route.second is Colour.GRAY)
        assert route.colour is Colour.GRAY or route.colour is not route.second


def test_there_are_30_tickets_of_349_points() -> None:
    assert len(BOARD.tickets) == 30
    assert sum(one.points for one in BOARD.tickets) == 349
    assert (min(one.points for one in BOARD.tickets), max(one.points for one in BOARD.tickets)) == (
        4,
        22,
    )


def shortest(one: str, other: str) -> int:
    """The spaces of the shortest way between two cities."""
    numbers = city_numbers(BOARD)
    waiting, done = [(0, numbers[one])], set[int]()
    while waiting:
        spaces, city = heappop(waiting)
        if city == numbers[other]:
            return spaces
        if city in done:
            continue
        done.add(city)
        for track in tracks_of(BOARD):
            if city in track[:2]:
                heappush(waiting, (spaces + track.length, track.one + track.other - city))
    raise AssertionError(f"no way from {one} to {other}")


def test_five_tickets_are_worth_more_than_their_shortest_way() -> None:
    found = {
        f"{one.one} - {one.other}": one.points - shortest(str(one.one), str(one.other))
        for one in BOARD.tickets
    }
    assert {name: more for name, more in found.items() if more} == {
        "Los Angeles - Chicago": 1,
        "Los Angeles - Miami": 1,
        "Los Angeles - New York": 1,
        "Sault St. Marie - Oklahoma City": 1,
        "Seattle - New York": 2,
    }


@pytest.mark.parametrize("name", game_names())
def test_the_packaged_games_have_the_official_numbers(name: str) -> None:
    game = official(name)
    assert game.board == BOARD
    assert sum(reference(open_game(name)).rules.deck) == 110
    assert (game.deck.each, game.deck.locomotives) == (12, 14)
    assert (game.market.cards, game.market.clear, game.market.redraws) == (5, 3, 3)
    assert (game.trains, game.end, game.longest, game.doubles) == (45, 2, 10, 4)
    assert game.points == (1, 2, 4, 7, 10, 15)
    assert (game.start.tickets, game.start.keep) == (3, 2)
    assert (game.more.tickets, game.more.keep) == (3, 1)
    assert (game.seats.least, game.seats.most) == (2, 5)


def test_the_published_variant_differs_in_the_first_cards_and_in_gridlock_only() -> None:
    ours, theirs = official(), official("north-america-smith")
    assert (ours.start.cards, theirs.start.cards) == (4, 7)
    assert (ours.gridlock, theirs.gridlock) == (Gridlock.ALL, Gridlock.FIRST)
    fields = {**vars(theirs), "name": ours.name, "start": ours.start, "gridlock": ours.gridlock}
    assert RailwayGame(**fields) == ours
