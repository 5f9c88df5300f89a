"""The rules in English: every choice of every ludeme is told."""

from __future__ import annotations

import pytest

from ludwright.families.railway.english import rules_text
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.vocabulary import SEAT_NAMES
from ludwright.language.game import Game
from ludwright.presentation.rules_sections import rules_sections
from tests.families.railway.wheel import BOARD, wheel


def told(**clauses: str) -> str:
    """The rules of a small game on one line."""
    return " ".join(rules_text(wheel(**clauses)).split())


@pytest.mark.parametrize(
    ("clauses", "words"),
    [
        ({}, "The board Wheel has 5 cities, and 6 routes between two of them."),
        ({}, "Two routes have two tracks, side by side."),
        ({}, "There are 52 cards: six of each of the colours red, orange"),
        ({"deck": "(deck 6 1)"}, "one locomotive, each of which stands for a card of any colour"),
        ({"deck": "(deck 6 0)"}, "white; there are no locomotives."),
        ({}, "Three cards from the pile lie face up: the market."),
        ({}, "Whenever two or more of the cards in a full market are locomotives"),
        ({}, "but not more than twice in a row: then the cards stay."),
        ({"market": "(market 5 (clear 3) (redraws 3))"}, "not more than three times in a row"),
        ({}, "Each player has eight trains, and is dealt two cards."),
        ({"start": "(start 0 (tickets 2) (keep 2))"}, "has eight trains and no cards."),
        ({}, "draw two tickets each, look at them and keep at least one."),
        ({"start": "(start 4 (tickets 2) (keep 2))"}, "look at them and keep all of them."),
        ({"start": "(start 4 (tickets 1) (keep 1))"}, "draw one ticket each, look at it"),
        ({"more": "(more-tickets 1 (keep 1))"}, "Draw one ticket, look at it and keep it."),
        ({"more": "(more-tickets 4 (keep 2))"}, "Draw four tickets, look at them and keep at"),
        ({}, "You get points at once: 1 for 1 space, 2 for 2 and 4 for 3."),
        ({}, "with three or more players both can be built, but by different players; with two"),
        ({"rest": "(doubles 2)"}, "Of a route with two tracks both can be built, but by different"),
        ({"rest": "(doubles 5)"}, "Of a route with two tracks only one can be built"),
        ({"rest": "(doubles 4)"}, "with up to three players, once one of them is built"),
        ({}, "When a player has two or fewer trains left at the end of a turn"),
        ({"rest": "(end 0)"}, "When a player has no train left"),
        ({"rest": "(gridlock first)"}, "as soon as it is the turn of a player who can neither"),
        ({"rest": "(gridlock all)"}, "when all players passed one after the other"),
        ({"rest": "(gridlock all)"}, "draw tickets, if there are any, or pass."),
        ({}, "Whoever has the longest path gets five points; all who share it get them."),
        ({}, "- C: D 3 blue and green, E 2 red."),
        ({}, "- A - C 5"),
        ({}, "There are 5 tickets, with 20 points in all:"),
        ({}, "There are 8 tracks with 17 spaces."),
    ],
)
def test_each_choice_is_told(clauses: dict[str, str], words: str) -> None:
    assert words in told(**clauses)


@pytest.mark.parametrize(
    ("clauses", "words"),
    [
        ({"rest": "(longest 0)"}, "gets"),
        ({"market": "(market 3 (clear 0))"}, "laid out anew"),
        ({"deck": "(deck 6 0)"}, "locomotive from"),
        ({"board": BOARD.replace(" green)", ")").replace("gray gray", "gray")}, "two tracks"),
        ({"rest": "(gridlock first)"}, "or pass"),
    ],
)
def test_what_a_game_does_not_have_is_not_told(clauses: dict[str, str], words: str) -> None:
    assert words not in told(**clauses)


@pytest.mark.parametrize("name", game_names())
def test_rules_of_packaged_games_have_sections_and_every_city_and_ticket(name: str) -> None:
    game = open_game(name)
    text = rules_text(game)
    sections = rules_sections(text)
    assert [one.heading for one in sections][:4] == ["Aim", "Players", "Board", "Cards"]
    assert all(one.paragraphs for one in sections)
    assert max(map(len, text.splitlines())) <= 88
    for word in ("more-tickets", "None", "gridlock all", "_"):
        assert word not in text
    assert all(seat in text for seat in SEAT_NAMES)
    tickets = next(one for one in sections if one.heading == "Tickets")
    assert len(tickets.paragraphs) == 31
    assert "Boston - Miami 12" in text


def test_the_variants_of_north_america_differ_in_cards_and_gridlock() -> None:
    def lines(game: Game) -> set[str]:
        return set(" ".join(rules_text(game).split()).split(". "))

    official = lines(open_game("north-america"))
    smith = lines(open_game("north-america-smith"))
    different = " ".join(official ^ smith)
    assert "is dealt four cards" in different
    assert "is dealt seven cards" in different
    assert "gridlock" in different
    assert len(official ^ smith) <= 12
