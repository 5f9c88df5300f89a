"""Advice names the best moves, how play may continue, and the adviser; the same each time."""

from __future__ import annotations

from math import isnan

import pytest

import ludwright.families  # noqa: F401 - registers the families
from ludwright.families.combinatorial.library import open_game
from ludwright.play.families import load_rules
from ludwright.play.player import Searchable
from ludwright.play.rules import Position, Rules
from ludwright.table.advice import PLIES, Advice, Line, advise
from ludwright.table.table import PERSON, Table


def after(name: str, moves: str) -> tuple[Rules, Position]:
    table = Table(load_rules(open_game(name)), [PERSON, PERSON])
    table.make_all(moves.split())
    return table.rules, table.position


def asked(name: str, moves: str, adviser: str) -> Advice:
    rules, position = after(name, moves)
    return advise(rules, position, adviser, seed=4)


def test_a_hint_was_one_move_without_a_line() -> None:
    found = asked("yavalath", "E5 D4", "mcts:400")
    assert len(found.lines) == 3
    assert len({line.moves[0] for line in found.lines}) == 3
    assert all(len(line.moves) == PLIES for line in found.lines)
    assert found.work == 400
    assert found == asked("yavalath", "E5 D4", "mcts:400")


@pytest.mark.parametrize("adviser", ["mcts:400", "alphabeta:2"])
def test_a_win_is_found_first_and_its_end_is_reported(adviser: str) -> None:
    best = asked("tic-tac-toe", "A1 B1 A2 B2", adviser).lines[0]
    assert best.moves == ("A3",)
    assert best.ending == "White wins: three in a row A1 A2 A3"
    assert "winning" in best.words


def test_lines_are_legal_moves_one_after_another() -> None:
    rules, position = after("draughts-mini", "")
    for line in advise(rules, position, "alphabeta:2", seed=1).lines:
        table = Table(rules, [PERSON, PERSON])
        assert table.make_all(line.moves) == len(line.moves)


def test_players_without_an_opinion_still_name_a_move() -> None:
    found = asked("tic-tac-toe", "", "uniform")
    assert len(found.lines) == 1
    assert isnan(found.lines[0].value)
    assert found.lines[0].words == "no opinion"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1.0, "100%, winning"),
        (0.5, "75%, better"),
        (0.0, "50%, about even"),
        (-0.5, "25%, worse"),
        (-1.0, "0%, losing"),
    ],
)
def test_values_are_reported_in_words(value: float, words: str) -> None:
    assert Line(("A1",), value).words == words


def test_a_search_tells_what_it_thinks_of_every_legal_move() -> None:
    _, position = after("yavalath", "E5")
    assert isinstance(position, Searchable)
    spec = {"kind": "mcts", "playouts": 200}
    found = position.search(spec, seed=1)
    assert [one.move for one in found.considered()] == list(position.moves())
    assert sum(one.visits for one in found.considered()) == 200
    assert not found.is_out_of_time


@pytest.mark.parametrize(
    ("seats", "share", "words"),
    [(4, 0.25, "25%, about even"), (4, 0.5, "50%, better"), (2, 0.25, "25%, worse")],
)
def test_an_equal_share_of_four_was_called_worse(seats: int, share: float, words: str) -> None:
    assert Line(("roll",), 2 * share - 1, seats=seats).words == words
