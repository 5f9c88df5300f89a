"""Rules in English: every game has a readable text, and chosen games read as expected."""

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


SMALL = (
    "(game Small (players White Black) (board (tiling square) (size 4 4)) "
    "(pieces (Stone All (moves {moves})) (King All)) (start {start}) (end (All win {end})))"
)


def told_small(
    moves: str = "(move (pre (empty to)) (action (push)))",
    start: str = "(place (Stone White) A1)",
    end: str = "(in-a-row 3)",
) -> str:
    game = read_game(SMALL.format(moves=moves, start=start, end=end))
    return " ".join(rules_text(game).split())


def test_forward_on_hexes_named_no_direction() -> None:
    assert (
        "one step (White to the north-east or north-west, Black to the south-west or south-east) to"
    ) in told("hex-breakthrough")
    assert "Rows are lettered from A in the south to F in the north" in told("hex-breakthrough")


def test_one_stone_alone_was_not_said_to_be_no_group() -> None:
    no_group = "(a single piece does not count as a group)"
    assert no_group in told_small(end="(group)")
    assert "(a single piece counts as a group)" in told("gather-hex")
    start = "(place (Stone White) A1 A2) (place (Stone Black) C3)"
    assert "counts as a group only for White" in told_small(start=start, end="(group)")


def test_fewer_than_three_was_said_of_a_height() -> None:
    move = "(move (pre (< (height to) 3)) (action (push)))"
    assert "the height of the stack on the cell is less than three" in told_small(move)
    move = "(move (pre (and (empty to) (< (num-nbors to any) 3))) (action (push)))"
    assert "the cell has fewer than three pieces next to it" in told_small(move)


def test_numbers_and_nouns_agree() -> None:
    start = "(in-hand (Stone White) 5) (in-hand (Stone Black) 1)"
    assert "White holds five Stones and Black holds one Stone in hand." in told_small(start=start)
    assert "Black holds no Stone in hand" in told_small(start="(in-hand (Stone White) 5)")


def test_stopping_a_chain_of_jumps_was_called_a_pass() -> None:
    text = told("alquerque-approx")
    assert "you may make the same kind of move with the same piece again, or stop." in text
    assert "or pass" not in text


def test_the_knight_was_a_knight_of_chess() -> None:
    assert "like a chess knight to an empty cell" in told("joust")
    assert "like a chess knight, but only forward, to a cell" in told("knightthrough")


def test_there_were_neutral_a_stone() -> None:
    assert "There is a neutral Stone on A1." in told_small(start="(place (Stone neutral) A1)")
    text = told_small(start="(place (Stone neutral) A1 B2) (place (Stone White) C3)")
    assert "There are neutral Stones on A1 and B2." in text


def test_pushes_were_left_out() -> None:
    move = "(move (pre (adjacent)) (action (pop) (push)) (post (displace {})))"
    text = told_small(move.format("away (King enemy) 2"))
    assert "push the enemy King that stood on the destination two cells on" in text
    text = told_small(move.format("all (_ friend)"))
    assert "push every piece of yours next to the destination one cell away from it" in text
    assert "push the enemy piece directly north of the destination" in told_small(move.format("n"))


def test_pieces_on_a_colour_that_the_board_lacks_are_no_pieces() -> None:
    text = told_small(start="(place (Stone White) home (phase 2))")
    assert "The board is empty." in text


def test_a_clause_of_the_player_who_moved_was_told_as_mover_wins() -> None:
    game = read_game(
        "(game Movers (players White Black) (board (tiling square) (size 4 4)) "
        "(end (mover win (in-a-row 3)) (Black lose (in-a-row 4)) (neutral lose (in-a-row 2))))"
    )
    text = " ".join(rules_text(game).split())
    assert "The player who has just moved wins if they make three in a row." in text
    assert "Black loses if they make four in a row." in text
    assert "two in a row" not in text


def test_rows_at_the_start_did_not_say_who_sits_where() -> None:
    assert "White plays north, from row 1 to row 7; Black plays south, from row 7 to row 1." in (
        told("dai-hasami")
    )


def test_only_games_that_need_it_tell_what_happens_when_both_win() -> None:
    assert "If both players win" not in told("breakthrough-8")
    assert "If both players win" not in told("hex-11")
    assert "If both players win" in told("lines-of-action-8")
    assert "If both players win" in told("elrostir")


def test_plurals_of_odd_nouns() -> None:
    start = "(place (Stone White) A1)"
    text = SMALL.format(moves="(move (pre (empty to)) (action (push)))", start=start, end="(cycle)")
    for one, several in (("Man", "Men"), ("Goose", "Geese"), ("Ox", "Oxen"), ("Elf", "Elves")):
        renamed = " ".join(rules_text(read_game(text.replace("Stone", one))).split())
        assert f"The supply of {several} is unlimited." in renamed
