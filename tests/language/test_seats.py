"""How many players a game is for: a ludeme that any family's root may hold."""

from __future__ import annotations

import random
from typing import ClassVar

import pytest

from ludwright.errors import GameSyntaxError
from ludwright.language.check import check
from ludwright.language.english import english
from ludwright.language.game import Game, digest
from ludwright.language.ludeme import Ludeme, Name, Vocabulary, item
from ludwright.language.reference_page import reference_page
from ludwright.language.seats import MOST_SEATS, Seats, seats_of
from ludwright.language.syntax import read, write_line
from ludwright.language.vary import Labels, grow


class Party(Ludeme):
    """Any ludeme of this language."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("party")


class PartyGame(Party, word="party", english="a party[ {seats}]", example="(party Fun)"):
    """A whole game."""

    name: Name = item(is_identity=False)
    seats: Seats | None = None


Party.vocabulary.enter(Seats)


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (2, 6, "for 2 to 6 players"),
        (3, 3, "for 3 players"),
        (1, 1, "for 1 player"),
        (1, MOST_SEATS, "for 1 to 8 players"),
    ],
)
def test_a_range_is_read_written_and_told(least: int, most: int, words: str) -> None:
    text = f"(party Fun (seats {least} {most}))"
    game = read(text, PartyGame)
    assert write_line(game) == text
    assert check(game) == []
    assert english(game) == f"a party {words}"
    assert seats_of(game) == seats_of(Game(game)) == (least, most)


def test_a_text_may_leave_the_range_out() -> None:
    game = read("(party Fun)", PartyGame)
    assert seats_of(game) == (2, 2)
    assert seats_of(game, (3, 5)) == (3, 5)
    assert english(game) == "a party"


def test_the_range_is_part_of_a_games_identity() -> None:
    texts = ["(party Fun)", "(party Fun (seats 2 2))", "(party Fun (seats 2 3))"]
    assert len({digest(read(text, PartyGame)) for text in texts}) == 3


@pytest.mark.parametrize("seats", ["0 3", "2 9", "9 9", "-1 2", "2", "", "2 3 4", "x y"])
def test_a_number_of_seats_out_of_range_is_no_game(seats: str) -> None:
    with pytest.raises(GameSyntaxError):
        read(f"(party Fun (seats {seats}))", PartyGame)


def test_a_range_that_runs_backwards_is_found_at_its_place() -> None:
    text = "(party Fun\n  (seats 4 2))"
    [found] = check(Game(read(text, PartyGame, "party.game")))
    assert found.place == "seats.most"
    assert found.message == "expected 4 or more as the most players, got 2"
    game = Game(read(text, PartyGame))
    assert check(game)[0].line == 0


def test_a_range_built_in_python_is_checked() -> None:
    for least, most in ((0, 2), (2, 9)):
        game = PartyGame(name=Name("Fun"), seats=Seats(least=least, most=most))
        assert check(game)


def test_variation_grows_ranges() -> None:
    labels = Labels(by_name={"name": [Name("Fun")]})
    grown = [grow(PartyGame, Party.vocabulary, random.Random(i), 4, labels) for i in range(60)]
    assert any(one.seats is not None and not check(one) for one in grown)


def test_the_reference_page_has_the_range() -> None:
    assert "(seats 2 6)" in reference_page(Party.vocabulary, "# Party")
