"""Nonsense gets an error that names the place, and nothing hangs."""

from __future__ import annotations

import time

import pytest

from ludwright.errors import GameCheckError, GameSyntaxError, LimitExceeded
from ludwright.families.railway.boards import board_names
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.vocabulary import Board, RailwayGame
from ludwright.language.check import check, require_sound, warnings
from ludwright.language.game import Game, game_of
from ludwright.language.syntax import read
from tests.families.railway.square import CITIES, ROUTES, TICKETS
from tests.families.railway.wheel import wheel


def square(cities: str = CITIES, routes: str = ROUTES, tickets: str = TICKETS) -> str:
    return f"(board Square {cities} {routes} {tickets})"


def with_board(text: str, whole: str) -> Game:
    """A game in a file, with another text for its board."""
    start, end = whole.index("(board"), whole.index("(deck")
    return game_of(f"{whole[:start]}{text}\n{whole[end:]}", RailwayGame, "mine.game")


NONSENSE = {
    # What is wrong: the clauses, the place and a part of the message.
    "a route to an unknown city": (
        {"board": square(CITIES.replace("C", "Calais"), ROUTES.replace(" C", " Callais"))},
        "board.routes[1].other",
        "expected a city of the board, got 'Callais'; did you mean 'Calais'?",
    ),
    "a route in another case": (
        {"board": square(routes=ROUTES.replace("A B", "a B"))},
        "board.routes[0].one",
        "expected a city of the board, got 'a'",
    ),
    "a ticket to an unknown city": (
        {"board": square(tickets=TICKETS.replace("B D", "B Nowhere"))},
        "board.tickets[2].other",
        "expected a city of the board, got 'Nowhere'",
    ),
    "a route from a city to itself": (
        {"board": square(routes=ROUTES + " (route D D 2 red)")},
        "board.routes[5]",
        "expected a route to another city, got 'D' twice",
    ),
    "a ticket from a city to itself": (
        {"board": square(tickets=TICKETS + " (ticket D D 2)")},
        "board.tickets[5]",
        "expected a ticket to another city, got 'D' twice",
    ),
    "the same pair in two routes": (
        {"board": square(routes=ROUTES + " (route B A 2 green)")},
        "board.routes[5]",
        "expected one route between two cities, got 'B' to 'A' again; give the first route a",
    ),
    "two cities of one name": (
        {"board": square(CITIES + " (city A 500 500)")},
        "board.cities[4].name",
        "expected each city to have a name of its own, got 'A' again",
    ),
    "two cities that people cannot tell apart": (
        {"board": square(CITIES + " (city a 500 500)", ROUTES + " (route a D 2 gray)")},
        "board.cities[4].name",
        "got 'a' beside 'A'",
    ),
    "two cities in one place": (
        {"board": square(CITIES + " (city E 300 100)", ROUTES + " (route E D 2 gray)")},
        "board.cities[4]",
        "expected each city in a place of its own, got 'E' where 'B' is; move one",
    ),
    "two parts": (
        {"board": square(CITIES + " (city E 9 9) (city F 8 8)", ROUTES + " (route E F 1 red)")},
        "board.cities[4]",
        "expected a connected board, got 'E', which cannot be reached from 'A', nor 1 other",
    ),
    "no routes": (
        {"board": square(routes="")},
        "board",
        "expected a board with routes, got none",
    ),
    "no tickets": (
        {"board": square(tickets="")},
        "board",
        "expected 4 or more tickets, 1 to keep for each of 4 players, got 0; add tickets",
    ),
    "fewer tickets than are kept": (
        {"start": "(start 2 (tickets 3) (keep 2))"},
        "board",
        "expected 8 or more tickets, 2 to keep for each of 4 players, got 5",
    ),
    "more tickets kept than drawn at the start": (
        {"start": "(start 2 (tickets 1) (keep 2))", "seats": "(seats 2 2)"},
        "start.keep",
        "expected at most 1 to keep, as so many are drawn, got 2",
    ),
    "more tickets kept than drawn later": (
        {"more": "(more-tickets 3 (keep 4))"},
        "more.keep",
        "expected at most 3 to keep, as so many are drawn, got 4",
    ),
    "too few cards": (
        {"deck": "(deck 2 4)", "start": "(start 5 (tickets 1) (keep 1))"},
        "deck",
        "expected 23 or more cards, 5 for each of 4 players and 3 face up, got 20; add cards",
    ),
    "one player": ({"seats": "(seats 1 4)"}, "seats.least", "expected 2 or more players, got 1"),
    "six players": ({"seats": "(seats 2 6)"}, "seats.most", "expected at most 5 players, got 6"),
    "players the wrong way round": (
        {"seats": "(seats 4 2)"},
        "seats.most",
        "expected 4 or more as the most players, got 2",
    ),
    "an empty name": (
        {"board": square(CITIES + ' (city "" 5 5)', ROUTES + ' (route "" D 2 gray)')},
        "board.cities[4].name",
        "expected a name without spaces at its ends or two in a row, got ''",
    ),
    "a long name of the board": (
        {"board": square().replace("Square", "S" * 41)},
        "board.name",
        "expected a name of at most 40 characters, got 41",
    ),
    "a name with a control character": (
        {"board": square(CITIES + ' (city "E\x1b[2J" 5 5)', ROUTES)},
        "board.cities[4].name",
        "expected a name of printable characters, got 'E\\x1b[2J'",
    ),
    "a name that looks like a route": (
        {"board": square(CITIES + ' (city "A - B" 5 5)', ROUTES + ' (route "A - B" D 2 gray)')},
        "board.cities[4].name",
        "expected a name without ' - ', which stands between cities, got 'A - B'",
    ),
}


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_found_in_its_place(nonsense: str) -> None:
    clauses, place, message = NONSENSE[nonsense]
    found = check(wheel(**clauses))
    assert any(one.place == place and message in one.message for one in found), found


def test_a_misspelt_route_is_told_once() -> None:
    found = check(wheel(board=square(routes=ROUTES.replace("A B", "A X"))))
    assert [one.place for one in found] == ["board.routes[0].other"]


def test_names_may_hold_markup() -> None:
    city = "\"<b onload=x>&[red] 'E'\""
    board = square(f"{CITIES} (city {city} 9 9)", f"{ROUTES} (route A {city} 1 red)")
    assert check(wheel(board=board)) == []


@pytest.mark.parametrize("name", game_names())
def test_packaged_games_make_sense_and_all_of_it_has_an_effect(name: str) -> None:
    assert check(open_game(name)) == []
    assert warnings(open_game(name)) == []


@pytest.mark.parametrize("name", board_names())
def test_every_packaged_board_makes_sense(name: str) -> None:
    assert check(wheel(board=f"(board {name})", seats="(seats 2 5)")) == []


@pytest.mark.parametrize(
    ("clauses", "place", "message"),
    [
        ({"seats": "(seats 2 2)"}, "board.routes[2]", "for 3 or more players, who alone build"),
        (
            {"seats": "(seats 2 3)", "start": "(start 2 (tickets 2) (keep 1))"},
            "start.tickets",
            "expected 6 or more tickets, 2 for each of 3 players, got 5; the last draw",
        ),
        (
            {"rest": "(doubles 3) (end 8)"},
            "trains",
            "expected more than 8 trains, as so few end the match, got 8",
        ),
        (
            {"trains": "(trains 2)", "rest": "(doubles 3) (end 1)"},
            "board.routes[0].length",
            "got 3",
        ),
        (
            {"deck": "(deck 2 0)", "market": "(market 3 (clear 0))"},
            "board.routes[0].length",
            "expected at most 2 spaces, as no more cards fit, got 3",
        ),
        (
            {"market": "(market 3 (clear 4))"},
            "market.clear",
            "expected at most 3, as more cards do not lie face up, got 4; write (clear 0)",
        ),
        ({"deck": "(deck 6 1)"}, "market.clear", "expected at most 1, as there are no more"),
        ({"market": "(market 3 (clear 2) (redraws 0))"}, "market.redraws", "expected 1 or more"),
    ],
)
def test_what_has_no_effect_is_a_warning(clauses: dict[str, str], place: str, message: str) -> None:
    # Without another statement each player draws one ticket, so that five are enough.
    game = wheel(**{"start": "(start 2 (tickets 1) (keep 1))", **clauses})
    assert check(game) == []
    found = warnings(game)
    assert any(one.place == place and message in one.message for one in found), found


def test_the_same_ticket_twice_is_a_warning() -> None:
    board = square(tickets=TICKETS + " (ticket B A 9)")
    game = wheel(board=board, seats="(seats 3 4)", start="(start 2 (tickets 1) (keep 1))")
    assert check(game) == []
    (found,) = warnings(game)
    assert found.place == "board.tickets[5]"
    assert "got 'B' to 'A' again" in found.message


# --- Sizes ----------------------------------------------------------------------------------------


def ring(count: int, routes: int | None = None, colours: str = "red") -> str:
    """A board of so many cities and routes, first around, then across."""
    cities = [f"(city C{at} {at % 100 * 10} {at // 100 * 10})" for at in range(count)]
    pairs = [(at, (at + step) % count) for step in (1, 2, 3) for at in range(count)]
    ways = [f"(route C{one} C{other} 1 {colours})" for one, other in pairs[: routes or count]]
    tickets = [f"(ticket C0 C{at} 1)" for at in range(1, 6)]
    return f"(board Ring {' '.join(cities)} {' '.join(ways)} {' '.join(tickets)})"


def test_the_largest_board_fits_and_the_next_is_refused() -> None:
    assert check(wheel(board=ring(80, 120, "red blue"))) == []
    (found,) = check(wheel(board=ring(80, 121, "red blue")))
    assert found.place == "board"
    assert found.message == "expected at most 240 tracks, got 242; a double route has two"
    with pytest.raises(GameSyntaxError, match="which holds 80 already"):
        wheel(board=ring(81))


@pytest.mark.parametrize(
    ("count", "message"),
    [(600, "clauses and atoms|holds 80"), (30_000, "at most 65536 characters")],
)
def test_a_huge_board_is_refused_at_once(count: int, message: str) -> None:
    begun = time.perf_counter()
    with pytest.raises((LimitExceeded, GameSyntaxError), match=message):
        wheel(board=ring(count))
    assert time.perf_counter() - begun < 2


@pytest.mark.parametrize("length", [36, 120])
def test_a_board_where_everything_is_wrong_is_checked_quickly(length: int) -> None:
    """As many routes and tickets as fit, with long names that are almost right."""
    name = "x" * length
    cities = " ".join(f'(city "{name}{at}" {at} 5)' for at in range(80))
    routes = " ".join(f"(route y{at} z{at} 1 red)" for at in range(240))
    tickets = " ".join(f"(ticket {name} {name[1:]}y{at} 1)" for at in range(100))
    game = wheel(board=f"(board Wrong {cities} {routes} {tickets})")
    begun = time.perf_counter()
    found = check(game)
    assert time.perf_counter() - begun < 5
    assert len(found) > 500
    assert max(len(one.message) for one in found) < 400


@pytest.mark.parametrize(
    "text",
    [
        "(board)",
        "(board Square",
        "(board Square (city))",
        "(board Square (city A 1001 5))",
        "(board Square (city A -1 5))",
        "(board Square (city A 5 99999999999999999999))",
        "(board Square (route A B 7 red))",
        "(board Square (route A B 0 red))",
        "(board Square (route A B 2 purple))",
        "(board Square (route A B 2 red blue green))",
        "(board Square (ticket A B 100))",
        "(board Square (ticket A B 0))",
        "(board Square (board Square))",
        "(board no-such-board)",
        '(board "../../secret.board")',
        '(board "")',
        "(board Square " + "(city " * 200,
    ],
)
def test_a_hostile_board_is_refused_with_its_place(text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises((GameCheckError, GameSyntaxError, LimitExceeded), match=r"line [0-9]+"):
        require_sound(with_board(text, wheel().text))
    assert time.perf_counter() - begun < 2


# --- Included boards ------------------------------------------------------------------------------


def test_a_board_that_was_not_expanded_is_told() -> None:
    root = wheel().root
    assert isinstance(root, RailwayGame)
    bare = Game(RailwayGame(**{**vars(root), "board": read("(board north-america)", Board)}))
    (found,) = check(bare)
    assert found.place == "board"
    assert "expected a board with cities, got only its name 'north-america'" in found.message


def test_findings_in_an_included_board_stand_at_the_include() -> None:
    whole = wheel(seats="(seats 2 6)", trains="(trains 5)").text
    game = with_board("(board north-america)", whole)
    line = whole[: whole.index("(board")].count("\n") + 1
    assert {one.line for one in warnings(game) if one.place.startswith("board")} == {line}
    with pytest.raises(GameCheckError, match=r"expected at most 5 players, got 6"):
        require_sound(game)
