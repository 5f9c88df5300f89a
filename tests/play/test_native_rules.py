"""What all families of the native core share: encoding, notation, hidden cards."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from ludwright._core import Stop
from ludwright.errors import IllegalMove
from ludwright.play import families
from ludwright.play.families import MatchOrder
from ludwright.play.loaded_rules import MOST_LOADED
from ludwright.play.native_rules import match_settings, search_of
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.player import Searchable
from ludwright.play.rules import Position, Rules
from ludwright.play.work import limited_work
from tests.play.lots import LotsRules, load_rules, lots

GAME = lots()


def dealt(*moves: int) -> Any:
    position = families.load_rules(GAME).start()
    for move in moves:
        position = position.after((move,))
    return position


def test_rules_and_positions_follow_the_protocols() -> None:
    rules: families.NativeRules = load_rules(GAME)
    assert isinstance(rules, Rules)
    assert isinstance(rules.start(), Position)
    assert isinstance(rules.start(), Searchable)
    assert rules.seat_names == ("Player 1", "Player 2", "Player 3")


def test_a_position_is_decoded_as_it_was_encoded() -> None:
    rules = families.load_rules(GAME)
    for moves in ((), (1, 3, 2), (1, 3, 2, 6, 1, 4)):
        position = dealt(*moves)
        again: Any = rules.decode(position.encode())
        assert again == position
        assert hash(again) == hash(position)
        assert again.history() == tuple((move,) for move in moves)
        assert again.native == position.native


def test_a_redealt_position_is_decoded_as_it_was_dealt() -> None:
    position = dealt(1, 3, 2, 6)
    seen = [position.redealt(0, seed) for seed in range(8)]
    assert len({one.native.cards for one in seen}) > 1
    for one in seen:
        again: Any = families.load_rules(GAME).decode(one.encode())
        assert again.native == one.native
        assert again.after((0,)).native == one.after((0,)).native
        with pytest.raises(ValueError, match="redealt"):
            one.after((0,)).history()


def test_damaged_encodings_are_refused() -> None:
    rules, data = families.load_rules(GAME), dealt(1, 3, 2, 6).encode()
    with pytest.raises(ValueError, match="other bytes"):
        rules.decode(b"LP1" + data[3:])
    with pytest.raises(ValueError, match="fewer bytes"):
        rules.decode(data[:-1])
    with pytest.raises(IllegalMove):
        rules.decode(data[:-1] + b"\x7f")
    other = load_rules(GAME, 4)
    with pytest.raises(ValueError, match="other bytes"):
        other.decode(data)


def test_moves_are_read_by_their_beginning() -> None:
    rules, position = families.load_rules(GAME), dealt(1, 3, 2, 6)
    assert rules.read_move(position, " Keep ") == (0,)
    assert rules.read_move(position, "g") == (1,)
    assert [rules.write_move(position, move) for move in position.moves()] == ["keep", "give"]
    with pytest.raises(IllegalMove, match="did you mean give"):
        rules.read_move(position, "giv3")
    with pytest.raises(IllegalMove, match="legal moves are keep or give"):
        rules.read_move(position, "")
    rolls = dealt(1, 3, 2)
    with pytest.raises(IllegalMove, match="which may be die-1, die-2"):
        rules.read_move(rolls, "die")
    for wrong in ((2,), (0, 0), "x", None, 3):
        with pytest.raises(IllegalMove, match="expected one of 2 legal moves"):
            position.after(wrong)
    with pytest.raises(IllegalMove):
        rules.write_move(position, (2,))


def test_a_view_lists_the_moves_of_the_seat_to_move_only() -> None:
    position = dealt(1, 3, 2, 6)
    assert position.view(0)["moves"] == ["keep", "give"]
    assert position.view(1)["moves"] == []
    assert json.loads(json.dumps(position.view(0)))["outcome"] is None


def test_the_end_has_points() -> None:
    position = dealt(1, 3, 2, *(6, 0) * 6)
    outcome = position.outcome()
    assert outcome == Outcome((0.0, 1.0, 0.0), Reason.RULE, (13.0, 15.0, 14.0))
    assert position.moves() == ()
    assert families.load_rules(GAME).standings(position) == outcome.scores
    assert position.view(2)["outcome"]["points"] == [13.0, 15.0, 14.0]
    with pytest.raises(IllegalMove):
        position.after((0,))


def test_a_game_without_secrets_is_not_dealt_anew() -> None:
    class OpenRules(LotsRules):
        is_hidden = False

    position = OpenRules(GAME, load_rules(GAME)._native_start).start()
    assert position.redealt(0, 1) is position


def test_settings_and_searches_cross_the_border_unchanged() -> None:
    order = MatchOrder(({"kind": "uniform"},) * 3, 7, 5, 2, (3,), 50, True, 9)
    stop = Stop()
    settings = match_settings(order, None, stop)
    assert settings["stop"] is stop
    assert settings["rotate_seats"] is True
    assert (settings["first_index"], settings["count"], settings["jobs"]) == (9, 7, 2)
    found = search_of(
        {
            "best": (1,),
            "value": 0.5,
            "work": 3,
            "out_of_time": True,
            "moves": np.asarray([[0], [1]]),
            "values": np.asarray([0.25, 0.5]),
            "visits": np.asarray([1, 2]),
        },
        tuple,
    )
    assert (found.move, found.work, found.is_out_of_time) == ((1,), 3, True)
    assert [(one.move, one.visits) for one in found.considered()] == [((0,), 1), ((1,), 2)]


def test_rules_of_the_same_game_are_loaded_once() -> None:
    game = lots("(lots Once)")
    rules = families.load_rules(game)
    assert families.load_rules(game) is rules
    assert families.load_rules(game, 4) is not rules
    assert families.load_rules(lots("(lots Once)")) is rules
    assert families.load_rules(lots("(lots Twice)")) is not rules
    with limited_work(10**9):
        inside = families.load_rules(game)
        assert inside is not rules
        assert families.load_rules(game) is inside
    for number in range(MOST_LOADED):
        families.load_rules(lots(f"(lots Other{number})"))
    assert families.load_rules(game) is not rules
