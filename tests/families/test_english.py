"""Rules in English: every game has a readable text, and telling games say the right things."""

from __future__ import annotations

import re

import pytest

from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.rules_in_english import rules_text
from ludwright.language.game import read_game


def told(name: str) -> str:
    return " ".join(rules_text(open_game(name)).split())


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_told(name: str) -> None:
    text = rules_text(open_game(name))
    for heading in ("Board", "Players", "Start", "Moves", "End"):
        assert f"\n{heading}\n" in text
    assert max(len(line) for line in text.splitlines()) <= 88
    assert "None" not in text
    assert not re.search(r"nbors|[()]\w+-\w+\)|\bfrom (?:is|holds)\b|  \.|\.\.", text)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        (
            "yavalath",
            [
                "A hexagonal board of 61 hexagons, five to a side.",
                "Put a Stone on an empty cell.",
                "You win if you make four in a row.",
                "You lose if you make three in a row but do not make four in a row.",
            ],
        ),
        (
            "english-draughts",
            [
                "Each player has Men on the three rows nearest to them",
                "Move one of your Men one step diagonally forward to an empty cell.",
                "jumping over exactly one enemy piece. This is compulsory.",
                "the piece becomes a King if the destination is in your far row",
                "you must make the same kind of move with the same piece again if you can, "
                "unless it became a King.",
            ],
        ),
        ("hex-11", ["A rhombus of 11 × 11 hexagons", "White owns the north side"]),
        (
            "breakthrough-8",
            ["one step", "You win if you reach your far row with one of your pieces."],
        ),
        ("tablut-mini", ["White only: move one of your Kings any distance in a straight line"]),
        ("three-mens-morris", ["Each player holds three Stones in hand.", "Only when you cannot"]),
        ("connect-four", ["provided that no empty cell lies directly south of the cell"]),
        ("dai-hasami", ["in a straight line along a row or column to an empty cell"]),
        (
            "gorodrui",
            [
                "Move one of the opponent's Stones to an empty cell, provided that the state",
                "Every Stone begins with the state number 1.",
            ],
        ),
        ("reversi-8", ["Black moves first", "you have the higher score"]),
    ],
)
def test_a_game_is_told_rightly(name: str, parts: list[str]) -> None:
    text = told(name)
    for part in parts:
        assert part in text


def test_a_win_that_counts_a_move_later_is_told_in_the_aim_too() -> None:
    text = (
        "(game Late (players White Black) (board (tiling square) (size 4 4)) "
        "(end (All win (in-a-row 3) opp-turn)))"
    )
    told_late = " ".join(rules_text(read_game(text)).split())
    assert told_late.count("make three in a row, judged only after the opponent's move") == 2
