"""Native rules: notation, positions and their encoding, for every packaged game."""

from __future__ import annotations

from random import Random

import pytest

from ludwright.errors import GameCheckError, IllegalMove
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.move import Move
from ludwright.families.combinatorial.picture import draw_svg, draw_text, piece_letters, status
from ludwright.families.combinatorial.rules import NativePosition, NativeRules, load_rules
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.game import Game
from ludwright.language.syntax import read
from ludwright.play.rules import Position, Rules


def rules_of(name: str) -> NativeRules:
    return load_rules(open_game(name))


def after(rules: NativeRules, moves: str) -> NativePosition:
    position = rules.start()
    for text in moves.split():
        position = position.after(rules.read_move(position, text))
    return position


@pytest.mark.parametrize("name", game_names())
def test_every_move_has_a_text_of_its_own_that_reads_back(name: str) -> None:
    rules, rng = rules_of(name), Random(7)
    position = rules.start()
    for _ in range(16):
        if position.outcome() is not None:
            break
        moves = position.moves()
        assert len(set(position.notation)) == len(moves)
        for text, move in zip(position.notation, moves, strict=True):
            assert rules.read_move(position, text.lower()) == move
            assert rules.unpack_move(rules.pack_move(move)) == move
        position = position.after(rng.choice(moves))
    assert rules.decode(position.encode()) == position
    assert status(position)
    assert draw_text(position, moves=True)
    assert draw_svg(position).startswith("<svg")


def test_rules_and_positions_keep_the_protocols() -> None:
    rules = rules_of("hex-7")
    assert isinstance(rules, Rules)
    assert isinstance(rules.start(), Position)


def test_a_shorter_form_will_do_if_it_leaves_no_doubt() -> None:
    rules = rules_of("english-draughts")
    start = rules.start()
    assert rules.read_move(start, "g3-h4") == rules.read_move(start, "H4")
    assert rules.read_move(start, "a3") == rules.read_move(start, "A3-B4")
    assert rules.read_move(start, "a3 b4") == rules.read_move(start, "A3-B4")
    with pytest.raises(IllegalMove, match="may be C3-B4 or A3-B4"):
        rules.read_move(start, "b4")


def test_a_wrong_move_is_told_with_near_ones() -> None:
    rules = rules_of("breakthrough-6")
    with pytest.raises(IllegalMove, match="did you mean"):
        rules.read_move(rules.start(), "a2-a4")
    with pytest.raises(IllegalMove, match="legal moves are"):
        rules.read_move(rules_of("hex-7").start(), "castle")


def test_a_level_of_a_board_in_space_is_part_of_the_text() -> None:
    rules = rules_of("tic-tac-toe-3d")
    assert rules.start().notation[-1] == "C3.3"
    assert rules.read_move(rules.start(), "b2.2") in rules.start().moves()


def test_an_illegal_move_changes_nothing() -> None:
    start = rules_of("hex-7").start()
    with pytest.raises(IllegalMove, match="legal moves"):
        start.after(Move(9, 9, 9, 9))
    assert start.ply == 0


def test_nothing_can_be_played_after_the_end() -> None:
    rules = rules_of("tic-tac-toe")
    over = after(rules, "A1 B1 A2 B2 A3")
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.scores == (1.0, 0.0)
    assert over.moves() == ()
    with pytest.raises(IllegalMove, match="the match is over"):
        rules.read_move(over, "C3")


def test_other_bytes_are_no_position() -> None:
    rules = rules_of("tic-tac-toe")
    data = after(rules, "A1 B1").encode()
    for wrong in (b"", b"LP1", data[:-1], b"x" + data[1:], rules_of("hex-7").start().encode()):
        with pytest.raises(ValueError, match="expected a position"):
            rules.decode(wrong)
    with pytest.raises(IllegalMove):
        rules.decode(data + data[-8:])


def test_a_view_is_plain_data() -> None:
    rules = rules_of("three-mens-morris")
    view = after(rules, "A1 B2").view(0)
    assert view["pieces"]["A1"] == [{"piece": "Stone", "owner": 0, "state": 0}]
    assert view["hands"] == [{"Stone": 2}, {"Stone": 2}]
    assert view["outcome"] is None
    assert len(view["moves"]) == 7


def test_a_senseless_game_is_refused() -> None:
    text = """(game Odd (players White Black) (board (tiling square) (size 3 3))
      (end (All win (capture Queen))))"""
    with pytest.raises(GameCheckError):
        load_rules(Game(read(text, BoardGame)))


def test_search_finds_the_winning_move() -> None:
    rules = rules_of("tic-tac-toe")
    position = after(rules, "A1 B1 A2 B2")
    for kind in ("greedy", "mcts", "alphabeta"):
        found = rules.search(position, {"kind": kind}, 1)
        assert rules.write_move(position, found.move) == "A3"


def test_types_of_pieces_have_letters_of_their_own() -> None:
    assert piece_letters(rules_of("english-draughts")) == ["K", "M"]
    assert piece_letters(rules_of("hex-7")) == [""]


def test_a_placement_names_its_piece_where_there_is_a_choice() -> None:
    text = """(game Two (players White Black) (board (tiling square) (size 3 3))
      (pieces
        (Pawn All (moves (move (pre (empty to)) (action (push)))))
        (King All (moves (move (pre (empty to)) (action (push))))))
      (end (All win (in-a-row 3))))"""
    rules = load_rules(Game(read(text, BoardGame)))
    start = rules.start()
    assert "Pawn@A1" in start.notation
    assert rules.read_move(start, "k@b2") == rules.read_move(start, "King@B2")
    with pytest.raises(IllegalMove, match="may be Pawn@B2 or King@B2"):
        rules.read_move(start, "b2")
