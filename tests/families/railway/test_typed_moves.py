"""What people type: short forms of every kind of move, and errors that help."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludwright.errors import IllegalMove, ImpossibleMove
from ludwright.families.railway.library import open_game
from ludwright.families.railway.reference import Phase
from tests.families.railway.matches import after, dealt, random_match, reached

SMITH = open_game("north-america-smith")
HANDS = (
    "red red red pink pink locomotive locomotive",
    "blue blue green green white white black",
)


@pytest.fixture(scope="module")
def turn() -> Any:
    """Red has three red and two pink cards and two locomotives."""
    return dealt(SMITH, HANDS, "white yellow black blue locomotive")


def typed(position: Any, text: str) -> str:
    """The notation of the move that a text means."""
    rules = position.rules
    return str(rules.name_of(position, rules.read_move(position, text)))


def why(position: Any, text: str) -> str:
    """What is said about a text that is no move."""
    with pytest.raises(IllegalMove) as found:
        position.rules.read_move(position, text)
    return str(found.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("white", "take white"),
        ("w", "take white"),
        ("Take Yellow", "take yellow"),
        ("take a white card", "take white"),
        ("loco", "take locomotive"),
        ("wild", "take locomotive"),
        ("blue", "take blue"),
        ("draw", "draw"),
        ("d", "draw"),
        ("pile", "draw"),
        ("tickets", "tickets"),
        ("ticket", "tickets"),
        ("atl ral red", "build Atlanta - Raleigh gray (1): 2 red"),
        ("build ATL to RAL red", "build Atlanta - Raleigh gray (1): 2 red"),
        ("ral atl pink", "build Atlanta - Raleigh gray (1): 2 pink"),
        ("atl ral red 1", "build Atlanta - Raleigh gray (1): 1 red + 1 locomotive"),
        ("atl ral 1 red 1 loco", "build Atlanta - Raleigh gray (1): 1 red + 1 locomotive"),
        ("atl ral loco", "build Atlanta - Raleigh gray (1): 2 locomotive"),
        ("atl ral 2 locomotives", "build Atlanta - Raleigh gray (1): 2 locomotive"),
        ("new pit white loco", "build New York - Pittsburgh white: 2 locomotive"),
        ("bos ny red loco", "build Boston - New York red: 1 red + 1 locomotive"),
        ("chi dul", "build Chicago - Duluth: 3 red"),
        ("chi dul 2", "build Chicago - Duluth: 1 red + 2 locomotive"),
        ("claim chicago - duluth", "build Chicago - Duluth: 3 red"),
        ("el paso dal", "build Dallas - El Paso: 3 red + 1 locomotive"),
        ("bos ny", "build Boston - New York red: 2 red"),
        ("bos ny red 1", "build Boston - New York red: 1 red + 1 locomotive"),
        ("kc st louis", "build Kansas City - Saint Louis pink: 2 pink"),
        ("slc hel", "build Helena - Salt Lake City: 2 pink + 1 locomotive"),
        ("kansas city st. louis", "build Kansas City - Saint Louis pink: 2 pink"),
        ("5 8", "build Chicago - Duluth: 3 red"),
    ],
)
def test_short_forms(turn: Any, text: str, move: str) -> None:
    assert typed(turn, text) == move


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("bl", ("which one?", "'take blue'", "'take black'")),
        ("atl ral", ("which cards?", "paid with 2 red or 2 pink", "as in 'atl ral red'")),
        ("atl nas", ("which cards?", "paid with 1 red or 1 pink", "as in 'atl nas red'")),
        ("new pit loco", ("which one?", "white: 2 locomotive'", "green: 2 locomotive'")),
    ],
)
def test_what_may_be_several_moves_is_asked(turn: Any, text: str, parts: tuple[str, ...]) -> None:
    told = why(turn, text)
    assert all(part in told for part in parts), told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("red", "the market has no red card"),
        ("take pink", "the market has no pink card"),
        ("take nothing", "no card is called that"),
        ("atl sea", "no route joins Atlanta and Seattle; from Atlanta routes lead to Charleston"),
        ("atl", "name two cities; from Atlanta routes lead to"),
        ("atlantis raleigh", "no city is like 'atlantis'; did you mean Atlanta?"),
        ("atl mia", "Atlanta - Miami takes 5 cards of blue, or locomotives for some of them"),
        ("atl no", "takes 4 cards of orange or yellow, or locomotives for some of them"),
        ("atl ral blue", "Atlanta - Raleigh can be paid with 2 red or 2 pink"),
        ("atl ral red 5", "can be paid with 2 red or 2 pink"),
        ("keep 1", "there are no tickets to choose from now"),
        ("pass", "only a player who is stuck passes"),
        ("draw red", "'draw' is a whole move"),
        ("tickets 3", "'tickets' is a whole move"),
        ("", "expected a colour, 'draw', 'tickets' or two cities"),
        ("-", "expected a colour"),
        ("build", "expected a colour"),
        ("take", "expected a colour"),
        ("9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9", "expected a colour"),
    ],
)
def test_errors_say_what_is_wrong(turn: Any, text: str, words: str) -> None:
    assert words in why(turn, text)


def test_a_track_of_another_and_an_own_one_are_told(turn: Any) -> None:
    built = after(turn, "chi dul", "draw", "card white", "draw", "card white")
    assert "Chicago - Duluth is yours" in why(built, "chi dul")
    other = after(turn, "chi dul")
    assert "Chicago - Duluth is Red's" in why(other, "chi dul")


def test_too_few_trains_are_told() -> None:
    from tests.families.railway.wheel import wheel

    game = wheel(trains="(trains 2)", rest="(end 0)")
    position = dealt(game, ("red red", "blue blue"), "white white white")
    assert "A - B takes 3 trains, and you have 2" in why(position, "a b")


def test_the_second_card_comes_before_anything_else(turn: Any) -> None:
    second = after(turn, "white", "turn up white")
    assert typed(second, "draw") == "draw"
    assert "a locomotive from the market cannot be the second card" in why(second, "loco")
    assert "the second card has to be taken first" in why(second, "chi dul")
    assert "expected a second card: its colour, or 'draw'" in why(second, "")
    assert "the second card has to be taken first" in why(second, "tickets")


def test_tickets_are_kept_by_numbers_or_cities(turn: Any) -> None:
    drawn = after(turn, "tickets")
    names = drawn.rules.names.ticket_labels
    for number in (29, 25, 27):
        drawn = after(drawn, f"ticket {names[number]}")
    # In their order: Toronto - Miami, Vancouver - Santa Fe, Winnipeg - Little Rock.
    assert typed(drawn, "keep 1 3") == "keep 1 3"
    assert typed(drawn, "3 1") == "keep 1 3"
    assert typed(drawn, "13") == "keep 1 3"
    assert typed(drawn, "1, 2") == "keep 1 2"
    assert typed(drawn, "all") == "keep 1 2 3"
    assert typed(drawn, "keep all") == "keep 1 2 3"
    assert typed(drawn, "van mia") == "keep 1 2"
    assert "there are the numbers from 1 to 3" in why(drawn, "keep 4")
    assert "no ticket here has a city like 'boston'" in why(drawn, "keep boston")
    assert len(why(drawn, "x" * 5000)) < 300
    assert "keep at least 1" in why(drawn, "keep")
    assert "first choose which tickets to keep" in why(drawn, "draw")


def test_the_fewest_have_to_be_kept() -> None:
    position = reached(SMITH, Phase.KEEP)
    assert "keep at least 2" in why(position, "1")


def test_what_was_understood_is_no_misspelt_command(turn: Any) -> None:
    with pytest.raises(ImpossibleMove):
        turn.rules.read_move(turn, "red")


def test_chance_and_the_end_take_no_moves() -> None:
    *_, last = random_match(SMITH, 1)
    assert "since the match is over" in why(last, "red")
    start = next(iter(random_match(SMITH, 1)))
    assert "chance decides here" in why(start, "red")


def test_every_name_of_a_move_is_read() -> None:
    for position in random_match(SMITH, 6, 4):
        if position.ply % 5 or position.seat < 0:
            continue
        for move in position.moves():
            name = position.rules.name_of(position, move)
            assert position.rules.read_move(position, name) == move


def test_hostile_text_gets_an_error(turn: Any) -> None:
    luck = Random(3)
    texts = ["\x1b[31m", "\u202e", "9" * 5000, "a" * 5000, "build " * 400, "1 " * 300, "\0", ";;;"]
    alphabet = "abcdelmnorstuw 0123456789-+:;,'\"\\()@#\u00e9\u2603"
    texts += ["".join(luck.choices(alphabet, k=luck.randrange(30))) for _ in range(200)]
    told = [_read_or_refused(turn, text) for text in texts]
    assert max(map(len, told)) < 1000
    assert not any("\x1b" in one for one in told)


def _read_or_refused(position: Any, text: str) -> str:
    try:
        return str(position.rules.name_of(position, position.rules.read_move(position, text)))
    except IllegalMove as error:
        return str(error)
