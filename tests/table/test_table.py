"""A match at the table: played, undone, resumed; for any number of seats and with chance."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, cast

import pytest

import ludwright.families  # noqa: F401 - registers the families
from ludwright.errors import IllegalMove, MatchTextError, PlayerFault
from ludwright.families.combinatorial.library import open_game
from ludwright.play.families import load_rules
from ludwright.play.outcome import Outcome
from ludwright.play.player import Budget
from ludwright.play.rules import Rules
from ludwright.table.match_text import MatchText, read_match
from ludwright.table.table import PERSON, Table

TWO = [PERSON, PERSON]


def table(name: str = "tic-tac-toe", players: list[str] | None = None, **settings: Any) -> Table:
    return Table(load_rules(open_game(name)), players or TWO, **settings)


def texts(found: Table) -> list[str]:
    return [ply.text for ply in found.plies]


def test_the_end_could_not_be_taken_back() -> None:
    found = table()
    found.make_all(["A1", "B1", "A2", "B2", "A3"])
    told = "White wins: three in a row A1 A2 A3"
    states = [(found.is_over, found.verdict())]
    for step in (found.undo, found.redo):
        assert step()
        states.append((found.is_over, found.verdict()))
    assert states == [(True, told), (False, ""), (True, told)]
    assert not found.redo()


def test_undo_goes_back_to_the_person_and_the_same_move_gets_the_same_answer() -> None:
    found = table(players=[PERSON, "uniform"], seed=3)
    found.make(found.read("A1"))
    answer = found.take_turn()
    assert found.undo()
    assert found.plies == ()
    found.make(found.read("A1"))
    assert found.take_turn() == answer
    assert found.undo()
    found.make(found.read("B2"))
    assert not found.redo()
    assert not table().undo()


def test_a_resignation_can_be_taken_back() -> None:
    found = table()
    found.make(found.read("A1"))
    found.resign()
    assert found.verdict() == "White wins: Black resigns"
    assert found.undo()
    assert not found.is_over
    assert texts(found) == ["A1"]


def test_a_match_without_end_is_stopped_by_the_ply_limit() -> None:
    found = table(max_plies=2)
    found.make_all(["A1", "A2"])
    assert found.verdict() == "draw: the ply limit of 2 was reached"
    with pytest.raises(IllegalMove, match="the match is over"):
        found.read("B2")
    with pytest.raises(IllegalMove, match="at most 2 plies"):
        found.make_all(["B2"])


def test_several_moves_are_made_all_or_none() -> None:
    found = table()
    with pytest.raises(IllegalMove, match="ply 3: expected a legal move, got 'A1'"):
        found.make_all(["A1", "A2", "A1"])
    assert found.plies == ()


def test_a_saved_match_is_loaded_with_its_moves_and_resignation() -> None:
    found = table("yavalath", [PERSON, "mcts:5"], seed=9)
    found.make_all(["E5", "D4", "F6"])
    found.resign()
    other = table("yavalath")
    other.load(read_match(found.to_text()))
    assert texts(other) == ["E5", "D4", "F6"]
    assert (other.resigned, other.seed) == (1, 9)
    assert other.to_json()["verdict"] == "White wins: Black resigns"


def test_a_match_that_cannot_be_played_leaves_the_table_alone() -> None:
    found = table()
    found.make(found.read("B2"))
    for match in (
        MatchText(("A1", "A1")),
        MatchText(("A1",), resigned=5),
        MatchText(("\x1b[2J",)),
        MatchText(("A1", "B1", "A2", "B2", "A3", "C3")),
    ):
        with pytest.raises(MatchTextError) as told:
            found.load(match, "x.txt")
        assert "\x1b" not in str(told.value)
        assert texts(found) == ["B2"]


def test_a_match_of_other_rules_says_so() -> None:
    found = table()
    match = MatchText(("E5",), game="Yavalath", digest="abc")
    assert "'Yavalath'" in found.difference_of(match)
    with pytest.raises(MatchTextError, match="the rules of 'Yavalath'"):
        found.load(match)
    assert found.difference_of(MatchText((), digest=found.rules.game.digest)) == ""
    assert "\x1b" not in found.difference_of(MatchText((), game="\x1b[2J", digest="\x1b[2J"))


def test_seats_must_be_filled() -> None:
    with pytest.raises(ValueError, match="expected 2 players"):
        table(players=[PERSON])


class Broken:
    def choose(self, *_: Any) -> Any:
        raise OSError("no luck")


def test_a_player_that_fails_is_named_with_its_ply() -> None:
    found = table(players=["broken", PERSON], seat=lambda _: Broken())
    with pytest.raises(PlayerFault, match="broken failed at ply 1: OSError: no luck"):
        found.take_turn()


@dataclass(frozen=True)
class Roll:
    """Three seats in turn add a die to a sum; chance rolls before each turn."""

    made: tuple[int, ...] = ()

    @property
    def ply(self) -> int:
        return len(self.made)

    @property
    def seat(self) -> int:
        return -1 if self.ply % 2 == 0 else self.ply // 2 % 3

    def moves(self) -> tuple[int, ...]:
        return (1, 2, 3) if self.seat < 0 else (0, self.made[-1])

    def weights(self) -> tuple[float, ...]:
        return (1.0, 0.0, 2.0) if self.seat < 0 else ()

    def after(self, move: int) -> Roll:
        return Roll((*self.made, move))

    def sealed(self) -> Roll:
        return self

    def redealt(self, seat: int, seed: int) -> Roll:  # noqa: ARG002 - nothing is hidden
        return self

    def outcome(self) -> Outcome | None:
        return None


class Rolls:
    game = None
    seats = 3
    seat_names = ("Red", "Green", "Blue")

    def start(self, seed: int = 0) -> Roll:  # noqa: ARG002
        return Roll()

    def read_move(self, position: Roll, text: str) -> int:
        if not text.isdigit() or int(text) not in position.moves():
            raise IllegalMove(f"expected one of {position.moves()}, got {text!r}")
        return int(text)

    def write_move(self, position: Roll, move: int) -> str:  # noqa: ARG002
        return str(move)


def test_chance_and_three_seats_sit_at_the_table() -> None:
    found = Table(cast(Rules, Rolls()), [PERSON, "uniform", PERSON], seed=1, max_plies=1000)
    assert found.take_turn().seat == -1
    assert found.seat_name(-1) == "chance"
    found.make(0)
    seats = []
    while not found.is_persons_turn:
        seats.append(found.take_turn().seat)
    assert seats == [-1, 1, -1]
    assert found.position.seat == 2
    assert all(ply.text in "13" for ply in found.plies if ply.seat < 0)
    lengths = []
    for step in (found.undo, found.redo):
        assert step()
        lengths.append(len(found.plies))
    assert lengths == [1, 5]
    found.resign()
    assert found.verdict() == "Blue resigns"


def test_the_ply_limit_did_not_reach_the_players() -> None:
    asked: list[int | None] = []

    class Watching:
        def choose(self, position: Any, budget: Budget, _: Random) -> Any:
            asked.append(budget.match_plies)
            return position.moves()[0]

    found = table(players=["watching", "watching"], max_plies=4, seat=lambda _: Watching())
    while not found.is_over:
        found.take_turn()
    assert asked == [4, 3, 2, 1]
