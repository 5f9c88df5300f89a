"""Seats look like their names, and no two look alike."""

from __future__ import annotations

from itertools import permutations

import pytest

from ludwright.play.seat_colours import LARGEST_TABLE, SHAPES, lightness, seat_colours


def test_a_seat_called_black_was_drawn_white() -> None:
    black, white = seat_colours(["Black", "White"])
    assert (black.name, white.name) == ("black", "white")
    assert lightness(black.fill) < 0.1 < 0.9 < lightness(white.fill)


def test_white_and_black_have_the_same_marks_whichever_moves_first() -> None:
    assert seat_colours(["White", "Black"]) == seat_colours(["Black", "White"])[::-1]
    assert [seat.sign for seat in seat_colours(["Black", "White"])] == ["X", "O"]


@pytest.mark.parametrize(
    ("names", "colours"),
    [
        (["Alice", "Bob"], ["white", "black"]),
        (["Red", "Bob"], ["red", "black"]),
        (["Black", "Bob"], ["black", "white"]),
        (["Alice", "White"], ["black", "white"]),
        (["Ivory", "White"], ["white", "black"]),
        (["TheRedArmy", "dark-one"], ["red", "black"]),
        (["Blackbird", "Redwood"], ["white", "black"]),
    ],
)
def test_names_choose_colours(names: list[str], colours: list[str]) -> None:
    assert [seat.name for seat in seat_colours(names)] == colours


def test_the_name_may_mention_the_colour() -> None:
    assert [seat.is_evident for seat in seat_colours(["Red", "Bob"])] == [True, False]
    assert [seat.is_evident for seat in seat_colours(["White", "Ivory"])] == [True, False]


def test_six_seats_differ_in_colour_and_in_mark() -> None:
    named = ["Red", "Green", "White", "Anna", "Black", "White"]
    for names in permutations(named):
        seats = seat_colours(names)
        assert len({seat.fill for seat in seats}) == LARGEST_TABLE
        assert {seat.shape for seat in seats} == set(SHAPES)
        assert len({seat.sign for seat in seats}) == LARGEST_TABLE


def test_letters_can_be_read_on_every_colour() -> None:
    names = ["White", "Black", "Red", "Blue", "Yellow", "Green"]
    others = ["Pink", "Sky", "Orange", "Brown", "Silver"]
    for seat in (*seat_colours(names), *seat_colours(others)):
        light, dark = sorted((lightness(seat.fill), lightness(seat.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 3


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at most 6 seats, got 7"):
        seat_colours(["A"] * 7)
