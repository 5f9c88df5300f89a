"""The end of a match is explained in words that agree with the outcome."""

from __future__ import annotations

from random import Random

import pytest

from ludwright.errors import UnknownName
from ludwright.families.combinatorial.endings import ending
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.picture import legend, look, status, turn_progress
from ludwright.families.combinatorial.rules import NativePosition, load_rules
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.game import Game
from ludwright.language.syntax import read


def after(game: Game, moves: str) -> NativePosition:
    rules = load_rules(game)
    position = rules.start()
    for text in moves.split():
        position = position.after(rules.read_move(position, text))
    return position


def text_game(text: str) -> Game:
    return Game(read(text, BoardGame, "test"))


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        (
            "yavalath",
            "E5 A1 E6 A2 E8 B6 E7",
            "White wins: four in a row E5 E6 E7 E8",
        ),
        ("yavalath", "E1 A1 E2 A2 E3", "Black wins: White has three in a row E1 E2 E3"),
        ("tic-tac-toe", "B2 A1 A3 C1 B1 B3 A2 C2 C3", "draw: neither player can move"),
        ("breakthrough-6", "A2-A3 F5-F4 A3-A4 F4-F3 A4-B5 F3-E2 B5-A6", "White wins: reached A6"),
        ("hexapawn", "B1-B2 A3xB2 A1xB2 C3-C2", "Black wins: White cannot move"),
    ],
)
def test_the_reason_of_an_end_was_not_told(game: str, moves: str, told: str) -> None:
    position = after(open_game(game), moves)
    assert ending(position) == told
    assert status(position)[0] == told


LITTLE = """(game Little (players White Black) (board (tiling square) (size 3 3))
  {play} (end (All win (in-a-row 3))))"""


def test_two_passes_are_called_passes() -> None:
    game = text_game(LITTLE.format(play="(play can-pass)"))
    assert ending(after(game, "A1 pass pass")) == "draw: both passed"


STEPS = """(game Steps (players White Black) (board (tiling square) (size 3 3))
  (pieces (Man All (moves (move (pre (and (owner from) (empty to) (adjacent)))
    (action (pop) (push))))))
  (start (place (Man White) A1) (place (Man Black) C3))
  {play} (end (All win (in-a-row 3))))"""
AND_BACK = "A1-A2 C3-C2 A2-A1 C2-C3 "


@pytest.mark.parametrize(
    ("play", "moves", "told"),
    [
        ("(play (repetition draw))", AND_BACK * 3, "draw: the position came up a third time"),
        (
            "(play (repetition board-draw))",
            "A1-A2 C3-C2 A2-A1 C2-C3 A1-A2",
            "draw: the board has stood like this before",
        ),
        (
            "(play (repetition ignored) (quiet-limit 4))",
            AND_BACK,
            "draw: four moves in a row without a capture or a placement",
        ),
    ],
)
def test_draws_by_repetition_and_quiet_play_are_told_apart(
    play: str, moves: str, told: str
) -> None:
    rules = load_rules(text_game(STEPS.format(play=play)))
    position = rules.start()
    for text in moves.split():
        if position.outcome() is None:
            position = position.after(rules.read_move(position, text))
    assert ending(position) == told


@pytest.mark.parametrize("name", ["reversi-6", "valion", "amazons", "y", "teeko", "stack-four"])
def test_the_winner_told_is_the_winner_recorded(name: str) -> None:
    rules = load_rules(open_game(name))
    for seed in range(3):
        rng = Random(seed)
        position = rules.start()
        while position.outcome() is None:
            position = position.after(rng.choice(position.moves()))
        outcome = position.outcome()
        assert outcome is not None
        names = [
            seat
            for seat, score in zip(rules.seat_names, outcome.scores, strict=True)
            if score == 1.0
        ]
        assert ending(position).startswith(f"{names[0]} wins: " if names else "draw: ")


def test_a_position_that_is_not_over_has_no_ending() -> None:
    with pytest.raises(ValueError, match="expected a match that is over"):
        ending(load_rules(open_game("tic-tac-toe")).start())


def test_turns_of_several_moves_did_not_say_which_one_comes() -> None:
    amazons = open_game("amazons")
    assert turn_progress(after(amazons, "")) == ", move 1 of 2"
    assert turn_progress(after(amazons, "A4-A5")) == ", move 2 of 2"
    assert "move 2 of 2" in status(after(amazons, "A4-A5"))[0]
    assert turn_progress(after(open_game("yavalath"), "E5")) == ""
    progressive = text_game(LITTLE.format(play="(play progressive)"))
    assert [
        turn_progress(after(progressive, moves)) for moves in ("", "A1", "A1 B2", "A1 B2 C3")
    ] == [
        "",
        ", move 1 of 2",
        ", move 2 of 2",
        ", move 1 of 3",
    ]


def test_a_jump_that_goes_on_names_the_piece() -> None:
    rules = load_rules(open_game("draughts-mini"))
    for seed in range(200):
        rng = Random(seed)
        position = rules.start()
        while position.outcome() is None:
            position = position.after(rng.choice(position.moves()))
            if position.native.going_on[0] >= 0:
                site = rules.board.label(position.native.going_on[1])
                assert turn_progress(position) == f", continuing with the piece on {site}"
                return
    pytest.fail("no chain of jumps in 200 matches")


def test_stacks_could_not_be_looked_into() -> None:
    rules = load_rules(open_game("stack-four"))
    position = rules.start()
    for text in ("A1", "B1", "A1-B1"):
        position = position.after(rules.read_move(position, text))
    assert look(position, "b1") == [
        "B1: 2 pieces, from top to bottom",
        "  White Stone",
        "  Black Stone",
    ]
    assert look(position, "A1") == ["A1 is empty"]
    with pytest.raises(UnknownName, match="a cell"):
        look(position, "Z9")


def test_numbers_of_rules_in_the_notation_were_not_explained() -> None:
    assert legend(after(open_game("yavalath"), "")) == []
    found = legend(after(open_game("fanorona-approx"), ""))
    assert [line.partition(" ")[0] for line in found] == [":0", ":1"]
    assert "Approach" in found[0]
    assert "Withdraw" in found[1]
