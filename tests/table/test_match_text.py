"""Matches as text: written and read back; hostile texts give errors with a place."""

from __future__ import annotations

import random

import pytest

from ludwright.errors import MatchTextError
from ludwright.table.match_text import LONGEST, MatchText, read_match, write_match
from ludwright.table.notation import Ply

MATCH = MatchText(
    moves=("E5", "D4", "F6"),
    game="Yavalath",
    digest="b33fd1a4",
    players=("person", "mcts:playouts=50,exploration=2"),
    seed=7,
    resigned=1,
)
PLIES = [Ply(0, "E5"), Ply(1, "D4"), Ply(0, "F6")]


def test_a_match_is_read_as_it_was_written() -> None:
    text = write_match(MATCH, ("White", "Black"), PLIES, "White wins: Black resigns")
    assert text.splitlines()[-1] == "1. E5 D4  2. F6"
    assert read_match(text) == MATCH


def test_seats_named_like_a_header_do_no_harm() -> None:
    text = write_match(MATCH, ("seed", "game"), PLIES)
    assert read_match(text) == MATCH


def test_moves_alone_are_a_match() -> None:
    assert read_match("1. E5 D4\n2. F6").moves == ("E5", "D4", "F6")
    assert read_match("\ufeff# note\n\nE5").moves == ("E5",)
    assert read_match("").moves == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed: -1\nE5", "expected a seed from 0"),
        ("seed: ²\nE5", "expected a seed from 0"),
        ("seed: 99999999999999999999\nE5", "expected a seed from 0"),
        ("seat 0 (White): person\nE5", "expected a seat"),
        ("seat 9999: person\nE5", "expected a seat"),
        ("resigned: White\nE5", "expected a seat"),
        ("E5 " * LONGEST, "characters"),
        ("a " * 200_000, "moves"),
    ],
)
def test_hostile_headers_are_reported(text: str, message: str) -> None:
    with pytest.raises(MatchTextError, match=message):
        read_match(text, "x.txt")


def test_random_texts_never_break_the_reader() -> None:
    rng = random.Random(5)
    parts = ["seat 0: ", "seed: ", "resigned: ", " ", "\n", "{", "}", "#", "1.", "E5", "\x00"]
    parts += ["\x1b[2J", "²", "é"]
    complaints = []
    for _ in range(2000):
        try:
            read_match("".join(rng.choices(parts, k=rng.randrange(30))))
        except MatchTextError as error:
            complaints.append(str(error))
    assert complaints
    assert not any("\x1b" in one for one in complaints)
