"""The binding that all families share, on a game for three in a module outside of the core."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest

from ludwright._core import Stop, Work
from ludwright.errors import LimitExceeded

UNIFORM: dict[str, Any] = {"kind": "uniform"}
FOREVER: dict[str, Any] = {"kind": "mcts", "playouts": 1_000_000_000}
DEAL, BID, ROLL = range(3)


def dealt(game: Any, *cards: int) -> Any:
    position = game.Position()
    for card in cards:
        position = position.after((DEAL, card))
    return position


def play(game: Any, specs: list[dict[str, Any]], count: int, **settings: Any) -> dict[str, Any]:
    found: dict[str, Any] = game.Position().play_matches(specs, 3, count, **settings)
    return found


def test_a_position_tells_what_it_is(game: Any) -> None:
    start = game.Position()
    assert (start.seats, start.seat, start.ply) == (3, -1, 0)
    assert start.moves() == [(DEAL, card) for card in range(1, 6)]
    assert start.weights() == [1] * 5
    assert start.outcome() is None
    assert start.standings() == (1 / 3, 1 / 3, 1 / 3)
    position = dealt(game, 4, 1, 5)
    assert start.ply == 0
    assert (position.seat, position.weights()) == (0, [])
    assert position.points() == (4, 1, 5)
    assert position.places() == (1, 2, 3)
    assert position.standings() == (5 / 13, 2 / 13, 6 / 13)
    assert position.standings(game.Policy(0.0)) == (1 / 3, 1 / 3, 1 / 3)
    rolling = position.after((BID, 2))
    assert rolling.weights() == [1, 1, 1, 1, 1, 2]
    assert not rolling.turn_completed
    assert rolling.after((ROLL, 6)).turn_completed


def test_the_end_is_told_by_seat(game: Any) -> None:
    position = dealt(game, 4, 1, 5)
    for _ in range(4):
        position = position.after((BID, 2)).after((ROLL, 6))
    scores, reason, points, places = position.outcome()
    assert scores == (1, 0, 0)
    assert reason == 1
    assert points == (20, 9, 13)
    assert places == (0, 0, 0)
    assert position.moves() == []


@pytest.mark.parametrize("move", [(BID, 3), (BID, 2**32), (ROLL, 1), (BID,), (BID, 0, 0), ()])
def test_a_move_that_is_not_legal_is_refused(game: Any, move: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected a legal move, got"):
        dealt(game, 4, 1, 5).after(move)


def test_a_redeal_keeps_what_the_seat_knows(game: Any) -> None:
    position = dealt(game, 4, 1, 5)
    seen: Counter[int] = Counter()
    for seed in range(200):
        other = position.redealt(1, seed)
        assert other.card(1) == 1
        assert other.moves() == position.moves()
        seen[other.card(0)] += 1
        # It depends on nothing the seat cannot see.
        assert other.card(0) == dealt(game, 3, 1, 2).redealt(1, seed).card(0)
    assert set(seen) == {2, 3, 4, 5}
    assert position.card(0) == 4
    with pytest.raises(ValueError, match="seat: expected a number from 0 to 2, got 3"):
        position.redealt(3, 1)


def test_a_hidden_card_is_observed_by_its_owner_alone(game: Any) -> None:
    start = game.Position()
    assert [start.observed(seat, (DEAL, 4)) for seat in range(3)] == [(DEAL, 4), *[(DEAL, 0)] * 2]


def test_chance_is_drawn_only_where_it_decides(game: Any) -> None:
    rolling = dealt(game, 4, 1, 5).after((BID, 0))
    assert rolling.draw(1) in rolling.moves()
    assert len({rolling.draw(1, index) for index in range(100)}) == 6
    with pytest.raises(ValueError, match="chance does not decide here"):
        dealt(game, 4, 1, 5).draw(1)


def test_columns_have_a_row_for_three_seats(game: Any) -> None:
    found = play(game, [UNIFORM] * 3, 7, rotate_seats=True, openings=[0, 3])
    plies, moments = found["offsets"][-1], found["moment_offsets"][-1]
    assert {name: (column.dtype, column.shape) for name, column in found.items()} == {
        "offsets": (np.int64, (8,)),
        "moves": (np.int32, (plies, 2)),
        "seats": (np.int8, (plies,)),
        "options": (np.int32, (plies,)),
        "values": (np.float32, (plies,)),
        "moment_offsets": (np.int64, (8,)),
        "moment_plies": (np.int32, (moments,)),
        "moment_seats": (np.int8, (moments,)),
        "standings": (np.float64, (moments, 3)),
        "start_standings": (np.float64, (7, 3)),
        "scores": (np.float32, (7, 3)),
        "points": (np.float64, (7, 3)),
        "places": (np.int8, (7, 3)),
        "reasons": (np.uint8, (7,)),
        "indices": (np.uint64, (7,)),
        "opening_plies": (np.int32, (7,)),
        "seating": (np.int8, (7, 3)),
        "out_of_time": (np.uint8, (7,)),
        "finished": (np.uint8, (7,)),
        "work": (np.uint64, (7, 3)),
    }
    assert found["seating"][:4].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert moments < plies
    np.testing.assert_allclose(found["standings"].sum(axis=1), 1)


def test_recorded_matches_can_be_replayed_chance_included(game: Any) -> None:
    found = play(game, [UNIFORM] * 3, 3)
    for match in range(3):
        position = game.Position()
        for ply in range(*found["offsets"][match : match + 2].tolist()):
            assert position.seat == found["seats"][ply]
            position = position.after(found["moves"][ply].tolist())
        assert position.outcome()[0] == tuple(found["scores"][match].tolist())


@pytest.mark.parametrize(
    ("specs", "settings", "named"),
    [
        ([UNIFORM] * 2, {}, "specs: expected 3 players, one for each seat, got 2"),
        ([UNIFORM] * 3, {"openings": [4]}, "openings: expected multiples of 3"),
        ([{"kind": "alphabeta"}] * 3, {}, "alphabeta: needs a game for two"),
        ([{"kind": "defensive"}] * 3, {}, "defensive: needs a game for two"),
    ],
)
def test_what_does_not_fit_the_game_is_refused(
    game: Any, specs: list[dict[str, Any]], settings: dict[str, Any], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        play(game, specs, 1, **settings)


def test_a_search_from_outside_the_core_tells_what_it_found(game: Any) -> None:
    found = dealt(game, 4, 1, 5).search({"kind": "scripted", "script": 2}, 1)
    assert found["best"] == (BID, 2)
    assert found["moves"].tolist() == [[BID, 0], [BID, 1], [BID, 2]]
    with pytest.raises(ValueError, match="chance decides"):
        game.Position().search(UNIFORM, 1)


def test_a_script_has_a_number_settings_work_and_a_value(game: Any) -> None:
    position = game.WalkPosition()
    for secret in (2, 1, 3, 4):
        position = position.after((0, secret))
    spec = {"kind": "scripted", "script": -(2**31), "settings": [1]}
    found = position.search(spec, 1)
    assert (found["best"], found["work"], found["value"]) == ((1, 2), 10, 0.5)
    assert position.search({**spec, "script": 0, "settings": []}, 1)["best"] == (1, 0)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ([0] * 9, "settings: expected a list of up to 8 whole numbers, got 9"),
        (["1"], "settings: expected a whole number"),
        ([2**31], "settings: expected a number from -2147483648 to 2147483647, got 2147483648"),
        (1, "settings: expected a list of up to 8 whole numbers"),
    ],
)
def test_settings_that_are_not_whole_numbers_are_refused(
    game: Any, settings: Any, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        game.WalkPosition().play_matches([{"kind": "scripted", "settings": settings}] * 4, 1, 1)


def test_measures_are_a_column_of_games_that_have_them(game: Any) -> None:
    start = game.WalkPosition()
    found = start.play_matches([{"kind": "scripted"}] * 4, 1, 2)
    assert found["measures"].dtype == np.float64
    assert found["measures"].shape == (found["moment_offsets"][-1], 2)
    assert (found["measures"][:, 1] == found["moment_plies"]).all()
    assert start.measures() == (0, 0)
    assert start.play_matches([{"kind": "scripted"}] * 4, 1, 0)["measures"].shape == (0, 2)
    assert game.Position().measures() is None


def test_playouts_are_summed_by_seat(game: Any) -> None:
    found = game.Position().playouts(300, 1)
    assert len(found["wins"]) == 3
    assert sum(found["wins"]) + found["shared"] == 300


def test_a_limit_of_work_entered_in_the_core_holds_in_another_module(game: Any) -> None:
    with Work(100_000) as work:
        play(game, [UNIFORM] * 3, 5)
        spent = work.spent
        assert 0 < spent < 100_000
        with pytest.raises(LimitExceeded, match="expected at most 100000 steps"):
            play(game, [UNIFORM] * 3, 10_000)
    play(game, [UNIFORM] * 3, 1000)


def test_a_stop_of_the_core_ends_matches_in_another_module(game: Any) -> None:
    stop = Stop()
    results: list[dict[str, Any]] = []
    running = threading.Event()

    def told(_: int) -> None:
        running.set()

    def run() -> None:
        results.append(play(game, [FOREVER] * 3, 4, jobs=2, stop=stop, progress=told))

    thread = threading.Thread(target=run)
    thread.start()
    assert running.wait(timeout=60)
    stop.request()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert results[0]["finished"].sum() == 0
