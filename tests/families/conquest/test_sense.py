"""Nonsense gets an error that names the place, and nothing hangs."""

from __future__ import annotations

import time

import pytest

from ludwright.errors import GameCheckError, GameSyntaxError, LimitExceeded
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.maps import map_names, packaged_map
from ludwright.families.conquest.vocabulary import ConquestGame, Map
from ludwright.language.check import check, require_sound, warnings
from ludwright.language.game import Game, game_of
from ludwright.language.syntax import read
from tests.families.conquest.small import BOARD, conquest

NONSENSE = {
    # What is wrong: the clauses, the place and a part of the message.
    "two parts": (
        {"board": BOARD.replace("(borders B D)", "(borders B)").replace("C E", "E")},
        "map.continents[1].territories[0]",
        "got 'D', which cannot be reached from 'A', nor 2 others",
    ),
    "one territory": (
        {"board": "(map Small (continent West 2 (territory A)))"},
        "map",
        "expected 4 or more territories, one for each player, got 1",
    ),
    "fewer territories than players": (
        {"board": "(map Small (continent West 2 (territory A (borders B)) (territory B)))"},
        "map",
        "expected 4 or more territories, one for each player, got 2",
    ),
    "no neutral territory": (
        {
            "seats": "(seats 2 2)",
            "setup": "(setup neutral)",
            "board": "(map Small (continent West 2 (territory A (borders B)) (territory B)))",
        },
        "map",
        "expected 3 or more territories, one for each player and a neutral one, got 2",
    ),
    "a border to itself": (
        {"board": BOARD.replace("(borders B D)", "(borders B A D)")},
        "map.continents[0].territories[0].borders[1]",
        "expected a border to another territory, got 'A' itself",
    ),
    "a border to an unknown territory": (
        {"board": BOARD.replace("territory F", "territory Finland").replace("C E", "C E Finnland")},
        "map.continents[1].territories[2].borders[2]",
        "expected a territory of the map, got 'Finnland'; did you mean 'Finland'?",
    ),
    "the same border twice in a territory": (
        {"board": BOARD.replace("(borders B D)", "(borders B D B)")},
        "map.continents[0].territories[0].borders[2]",
        "expected each border once, got 'A' to 'B' twice here",
    ),
    "the same border from both sides": (
        {"board": BOARD.replace("(borders C)", "(borders C A)")},
        "map.continents[0].territories[1].borders[1]",
        "expected each border once, got 'B' to 'A' at 'A' already",
    ),
    "two territories of one name": (
        {"board": BOARD.replace("(territory C)", "(territory A)").replace("C E", "E")},
        "map.continents[0].territories[2].name",
        "expected each territory to have a name of its own, got 'A' again",
    ),
    "two territories that people cannot tell apart": (
        {"board": BOARD.replace("(territory C)", "(territory a)").replace("C E", "E")},
        "map.continents[0].territories[2].name",
        "got 'a' beside 'A'",
    ),
    "two continents of one name": (
        {"board": BOARD.replace("East", "West")},
        "map.continents[1].name",
        "expected each continent to have a name of its own, got 'West' again",
    ),
    "an empty name": (
        {"board": BOARD.replace("West", '""')},
        "map.continents[0].name",
        "expected a name without spaces at its ends or two in a row, got ''",
    ),
    "a name of spaces": (
        {"board": BOARD.replace("West", '"Far  West "')},
        "map.continents[0].name",
        "expected a name without spaces at its ends",
    ),
    "a long name": (
        {"board": BOARD.replace("West", "W" * 41)},
        "map.continents[0].name",
        "expected a name of at most 40 characters, got 41",
    ),
    "a name with a control character": (
        {"board": BOARD.replace("West", '"We\x1bst"')},
        "map.continents[0].name",
        "expected a name of printable characters, got 'We\\x1bst'",
    ),
    "a name with markup": (
        {"board": BOARD.replace("(territory C)", '(territory "<b>C</b>")').replace("C E", "E")},
        "map.continents[0].territories[2].name",
        "expected a name without any of < > & [ ], got '<b>C</b>'",
    ),
    "a name of the map with markup": (
        {"board": BOARD.replace("map Small", 'map "[red]Small"')},
        "map.name",
        "expected a name without any of < > & [ ]",
    ),
    "a mission for an unknown continent": (
        {"goal": "(missions (hold Wast) (occupy 3) (occupy 4) (occupy 5))"},
        "goal.missions[0].continents[0]",
        "expected a continent of the map, got 'Wast'; did you mean 'West'?",
    ),
    "a mission that names a continent twice": (
        {"goal": "(missions (occupy 2) (occupy 3) (occupy 4) (hold West East West))"},
        "goal.missions[3].continents[2]",
        "expected each continent once, got 'West' again",
    ),
    "fewer missions than players": (
        {"goal": "(missions (occupy 3) (occupy 4))"},
        "goal.missions",
        "expected a mission for each of 4 players, got 2",
    ),
    "one player": (
        {"seats": "(seats 1 4)"},
        "seats.least",
        "expected 2 or more players, got 1",
    ),
    "seven players": (
        {"seats": "(seats 2 7)"},
        "seats.most",
        "expected at most 6 players, got 7",
    ),
    "players the wrong way round": (
        {"seats": "(seats 4 2)"},
        "seats.most",
        "expected 4 or more as the most players, got 2",
    ),
    "too few cards": (
        {
            "seats": "(seats 2 2)",
            "board": "(map Small (continent West 2 (territory A (borders B)) (territory B)))",
            "cards": "(cards any (series 2))",
        },
        "cards",
        "expected 3 or more cards, as a set has, got 2",
    ),
}


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_found_in_its_place(nonsense: str) -> None:
    clauses, place, message = NONSENSE[nonsense]
    found = check(conquest(**clauses))
    assert place in {one.place for one in found}
    assert any(one.place == place and message in one.message for one in found), found


def test_a_number_in_one_of_two_places_is_told_once() -> None:
    board = BOARD.replace("(territory C)", "(territory C (at 9999 5))")
    with pytest.raises(GameSyntaxError, match=r"expected a number from 0 to 2000 in \(at …\), got"):
        conquest(board=board)


def test_the_parts_of_a_map_are_counted_in_english() -> None:
    land = "(territory A (borders B)) (territory B) (territory C (borders D)) (territory D)"
    [found] = check(conquest(board=f"(map Apart (continent West 2 {land}))"))
    assert found.message.endswith("got 'C', which cannot be reached from 'A', nor 1 other")


def ring(count: int, coordinates: bool = False) -> str:
    """A map of so many territories in a ring, in continents of at most 120."""
    names = [f"Territory {number}" for number in range(1, count + 1)]
    parts = []
    for first in range(0, count, 120):
        inside = "".join(
            f'(territory "{name}"{f" (at {at * 8} 100)" if coordinates else ""}'
            f' (borders "{names[(at + 1) % count]}"))'
            for at, name in enumerate(names[first : first + 120], start=first)
        )
        parts.append(f'(continent "Part {first}" 2 {inside})')
    return f"(map Ring {' '.join(parts)})"


def test_the_largest_map_fits_and_the_next_is_refused() -> None:
    assert check(conquest(board=ring(120, coordinates=True))) == []
    (found,) = check(conquest(board=ring(121)))
    assert (found.place, found.message) == ("map", "expected at most 120 territories, got 121")


def test_a_continent_takes_no_more_territories_than_a_map() -> None:
    many = " ".join(f"(territory T{number})" for number in range(121))
    with pytest.raises(GameSyntaxError, match="which holds 120 already"):
        conquest(board=f"(map Ring (continent West 2 {many}))")


def test_too_many_continents_are_refused() -> None:
    many = " ".join(f"(continent C{number} 1 (territory T{number}))" for number in range(31))
    with pytest.raises(
        GameSyntaxError, match=r"no further \(continent …\).*which holds 30 already"
    ):
        conquest(board=f"(map Ring {many})")


def test_a_continent_without_members_is_refused_in_its_place() -> None:
    board = BOARD.replace(" (continent East", "\n(continent North 5) (continent East")
    with pytest.raises(GameSyntaxError, match=r"\(continent …\) to hold \(territory …\)") as found:
        conquest(board=board)
    assert (found.value.line, found.value.column) == (2, 1)


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (1000, "line 1, column [0-9]+: expected at most 5000 clauses and atoms"),
        (10_000, "expected a text of at most 65536 characters, got [0-9]+"),
    ],
)
def test_a_huge_map_is_refused_at_once(count: int, message: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(LimitExceeded, match=message):
        conquest(board=ring(count))
    assert time.perf_counter() - begun < 2


def test_a_dense_map_without_names_is_checked_quickly() -> None:
    """As many borders as a text can hold, most of them wrong."""
    names = [f"T{number}" for number in range(1, 121)]
    land = "".join(f"(territory {name} (borders {' '.join(names[1:33])}))" for name in names)
    begun = time.perf_counter()
    found = check(conquest(board=f"(map Dense (continent C 2 {land}))"))
    assert time.perf_counter() - begun < 2
    assert len(found) > 100


def test_a_map_that_is_not_planar_makes_sense() -> None:
    assert check(open_game("rossato-transformers")) == []


@pytest.mark.parametrize("name", map_names())
def test_every_packaged_map_makes_sense(name: str) -> None:
    assert check(conquest(board=f"(map {name})", seats="(seats 2 6)")) == []


def test_a_map_that_was_not_expanded_is_told() -> None:
    root = conquest().root
    assert isinstance(root, ConquestGame)
    bare = Game(ConquestGame(**{**vars(root), "map": read("(map classic)", Map)}))
    (found,) = check(bare)
    assert found.place == "map"
    assert "expected a map with continents, got only its name 'classic'" in found.message


def test_findings_in_an_included_map_stand_at_the_include(tmp_path: object) -> None:
    text = "(conquest Small (seats 2 6)\n  (map artificial-3-10t) (setup neutral)\n"
    text += "  (reinforcement) (battle) (fortify none)\n  (missions (hold C9) (occupy 2)))"
    game = game_of(text, ConquestGame, "small.game")
    with pytest.raises(GameCheckError) as found:
        require_sound(game)
    places = {one.place: (one.line, one.column) for one in found.value.findings}
    assert places["goal.missions[0].continents[0]"] == (4, 19)
    crowded = game_of(text.replace("2 6", "2 8"), ConquestGame, "small.game")
    assert {one.line for one in check(crowded)} == {1, 4}


@pytest.mark.parametrize(
    ("clauses", "place", "message"),
    [
        (
            {"goal": "(missions (occupy 7) (occupy 2) (occupy 3) (occupy 4))"},
            "goal.missions[0]",
            "at most 6 territories",
        ),
        (
            {"goal": "(missions (hold West East and-another) (occupy 2) (occupy 3) (occupy 4))"},
            "goal.missions[0]",
            "another continent",
        ),
        (
            {"cards": "(cards any (series 2) (hold 7) (at-once 6))"},
            "cards.at_once",
            "expected 7 or more",
        ),
        ({"seats": "(seats 3 4)", "setup": "(setup neutral)"}, "setup", "two players"),
    ],
)
def test_what_has_no_effect_is_a_warning(clauses: dict[str, str], place: str, message: str) -> None:
    game = conquest(**clauses)
    assert check(game) == []
    (found,) = warnings(game)
    assert found.place == place
    assert message in found.message


def test_packaged_maps_are_maps() -> None:
    assert all(packaged_map(name).continents for name in map_names())
