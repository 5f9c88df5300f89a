"""The rules that all native families share, over a real position of the core: a die and a card."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from ludwright.play.columns import finished_only, held
from ludwright.play.families import MatchOrder
from ludwright.play.match_loop import columns as columns_of
from ludwright.play.match_loop import is_turn_completed, play_in_python
from ludwright.play.native_rules import NativeRules
from ludwright.play.player import UNLIMITED
from ludwright.play.playtest import Playtest, replay
from ludwright.play.playtest_check import check_columns
from ludwright.play.playtest_file import to_jsonl
from ludwright.play.roster import make_player
from tests.play.lots import lots

ANY_GAME = lots()
"""The rules need some game; which one does not matter here."""


class CardRules(NativeRules):
    """The rules of the game that the bindings are tested with."""

    def name_of(self, position: Any, move: Any) -> str:  # noqa: ARG002
        return "-".join(map(str, move))


@pytest.fixture
def rules(game: Any) -> CardRules:
    return CardRules(ANY_GAME, game.Position())


def played(rules: CardRules, kind: str, matches: int, jobs: int = 1) -> Playtest:
    specs = ({"kind": kind, **({} if kind == "uniform" else {"playouts": 20})},) * 3
    columns = rules.play_matches(MatchOrder(specs, matches, 3, jobs, (3,), 1000, True))
    assert columns["interruption"] is None
    offsets, found = finished_only(columns)
    return Playtest(ANY_GAME, (kind,) * 3, 3, offsets, found)


@pytest.mark.parametrize("kind", ["uniform", "mcts", "ismcts"])
def test_columns_of_the_core_are_columns_of_a_playtest(rules: CardRules, kind: str) -> None:
    found = played(rules, kind, 12)
    check_columns(found.offsets, found.columns, 12, 3)
    for one in held(found.columns):
        assert found.columns[one.name].dtype == one.kind, one.name
    assert replay(found, rules) == int(found.lengths.sum())
    assert to_jsonl(found) == to_jsonl(played(rules, kind, 12, jobs=2))
    assert found.columns["seating"][:3].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_both_loops_judge_the_same_moments(rules: CardRules) -> None:
    native = played(rules, "uniform", 6)
    players = [make_player("uniform")] * 3
    order = MatchOrder((), 6, 3, 1, (3,), 1000, True)
    columns, notes, is_complete = play_in_python(rules, players, order, None)
    assert is_complete
    assert not notes
    offsets, found = finished_only(columns)
    python = Playtest(ANY_GAME, native.players, 3, offsets, found)
    assert replay(python, rules) == int(python.lengths.sum())
    check_columns(offsets, found, 6, 3)
    for record in (*native, *python):
        after = list(record.positions(rules))[1:]
        judged = [
            ply
            for ply, position in enumerate(after)
            if is_turn_completed(position) or position.outcome() is not None
        ]
        assert record.moment_plies.tolist() == [ply + 1 for ply in judged]
        assert record.moment_seats.tolist() == record.seats[judged].tolist()
        wanted = [rules.standings(after[ply]) for ply in judged]
        assert record.standings == pytest.approx(np.asarray(wanted), abs=1e-7)
        assert record.outcome.points is not None
    assert {record.opening_plies for record in native} == {
        record.opening_plies for record in python
    }


def test_positions_are_decoded_and_searched(rules: CardRules) -> None:
    position = rules.start()
    luck = Random(1)
    while position.outcome() is None:
        seat = position.seat
        assert rules.decode(position.encode()).native.key == position.native.key
        for move in position.moves():
            assert rules.read_move(position, rules.write_move(position, move)) == move
        if seat >= 0:
            seen = position.redealt(seat, 5)
            assert seen.moves() == position.moves()
            assert rules.decode(seen.encode()).native.key == seen.native.key
            for text in ("uniform", "mcts:50", "ismcts:50"):
                player = make_player(text)
                assert player.choose(seen, UNLIMITED, Random(2)) in position.moves()
        position = position.after(luck.choice(position.moves()))
    assert sum(rules.standings(position)) == pytest.approx(1.0)
    outcome = position.outcome()
    assert outcome is not None
    assert rules.standings(position) == outcome.scores
    assert np.asarray(columns_of(rules, [])["moves"]).shape[0] == 0
