"""Native matches, searches and annotations of board games, called from Python."""

from __future__ import annotations

import threading
import time
from functools import cache
from typing import Any

import numpy as np
import pytest

from ludwright._core import Stop
from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.policy import default_policy

UNIFORM: dict[str, Any] = {"kind": "uniform"}
GREEDY: dict[str, Any] = {"kind": "greedy"}
PER_SEAT = ("start_standings", "scores", "points", "places", "seating", "work")
PER_MATCH = ("reasons", "indices", "opening_plies", "out_of_time", "finished")
PER_PLY = ("moves", "seats", "options", "values")
PER_MOMENT = ("moment_plies", "moment_seats", "standings")


@cache
def start_of(name: str) -> tuple[native.Position, native.Policy]:
    root = open_game(name).root
    assert isinstance(root, v.BoardGame)
    program = native.Program(lower(root))
    return program.start(), default_policy(root).native(program)


def play(
    name: str,
    specs: tuple[dict[str, Any], dict[str, Any]] = (UNIFORM, UNIFORM),
    *,
    seed: int = 1,
    openings: tuple[int, ...] = (2, 4),
    max_plies: int = 200,
    swap: bool = False,
    first: int = 0,
    count: int = 6,
    jobs: int = 1,
    **others: Any,
) -> dict[str, Any]:
    position, policy = start_of(name)
    found: dict[str, Any] = native.play_matches(
        position,
        list(specs),
        [policy, policy],
        policy,
        2.0,
        seed,
        list(openings),
        max_plies,
        swap,
        first,
        count,
        jobs,
        **others,
    )
    return found


@pytest.mark.parametrize(
    "specs",
    [
        (UNIFORM, GREEDY),
        ({"kind": "mcts", "playouts": 50}, {"kind": "alphabeta", "depth": 2}),
        ({"kind": "defensive"}, {"kind": "obstructive"}),
        ({"kind": "mcts", "playouts": 20, "rollout": "capped", "depth_cap": 3}, GREEDY),
    ],
)
@pytest.mark.parametrize("name", ["tic-tac-toe", "yavalath", "breakthrough-6", "hex-11"])
def test_the_number_of_jobs_changes_nothing(
    name: str, specs: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    one = play(name, specs, count=4, swap=True)
    two = play(name, specs, count=4, swap=True, jobs=2)
    assert one.keys() == two.keys()
    for column in one:
        np.testing.assert_array_equal(one[column], two[column])


def test_columns_fit_together() -> None:
    found = play("yavalath", count=5)
    offsets = found["offsets"]
    assert offsets.tolist()[0] == 0
    assert len(offsets) == 6
    assert found["moves"].shape == (offsets[-1], 4)
    assert found["moves"].dtype == np.int32
    for column in PER_PLY:
        assert len(found[column]) == offsets[-1]
    for column in PER_MOMENT:
        assert len(found[column]) == found["moment_offsets"][-1]
    for column in PER_MATCH:
        assert found[column].shape == (5,)
    for column in PER_SEAT:
        assert found[column].shape == (5, 2)
    assert found["finished"].all()
    assert found["scores"].sum(axis=1).tolist() == [1] * 5
    assert set(found["opening_plies"].tolist()) <= {2, 4}


def test_boards_have_a_moment_after_every_ply() -> None:
    found = play("yavalath", count=5)
    np.testing.assert_array_equal(found["moment_offsets"], found["offsets"])
    np.testing.assert_array_equal(found["moment_seats"], found["seats"])
    lengths = np.diff(found["offsets"])
    plies = np.concatenate([np.arange(1, length + 1) for length in lengths])
    np.testing.assert_array_equal(found["moment_plies"], plies)
    standings = found["standings"]
    assert standings.dtype == np.float64
    assert standings.shape == (len(plies), 2)
    assert (standings.sum(axis=1) == 1).all()
    assert (standings >= 0).all()
    last = found["offsets"][1:] - 1
    np.testing.assert_array_equal(standings[last], found["scores"])


def test_standings_hold_leads_that_float32_holds_exactly() -> None:
    standings = play("yavalath", (GREEDY, UNIFORM))["standings"]
    leads = standings[:, 0] - standings[:, 1]
    np.testing.assert_array_equal(leads, leads.astype(np.float32))


def test_columns_of_no_match_have_their_types_and_widths() -> None:
    some, none = play("yavalath", count=1), play("yavalath", count=0)
    assert some.keys() == none.keys()
    for column in some:
        assert some[column].dtype == none[column].dtype
        assert some[column].shape[1:] == none[column].shape[1:]


def test_matches_can_be_replayed() -> None:
    position, _ = start_of("breakthrough-6")
    found = play("breakthrough-6", (GREEDY, UNIFORM), count=2)
    for match in range(2):
        now = position
        for ply in range(found["offsets"][match], found["offsets"][match + 1]):
            assert now.seat == found["seats"][ply]
            assert len(now.moves()) == found["options"][ply]
            now = now.after(*found["moves"][ply].tolist())
        assert isinstance(now.outcome, tuple)
        assert now.outcome[0] == found["scores"][match][0]


def test_seeds_and_indices_matter() -> None:
    base = play("yavalath")["moves"].tolist()
    assert base == play("yavalath")["moves"].tolist()
    assert base != play("yavalath", seed=2)["moves"].tolist()
    later = play("yavalath", first=3, count=3)
    whole = play("yavalath")
    cut = whole["offsets"][3]
    assert later["moves"].tolist() == whole["moves"][cut:].tolist()
    assert later["indices"].tolist() == [3, 4, 5]


def test_swapping_gives_both_the_same_opening() -> None:
    found = play("yavalath", (GREEDY, UNIFORM), swap=True, openings=(4,))
    assert found["seating"].tolist() == [[0, 1], [1, 0]] * 3
    starts = found["offsets"][:-1]
    for even in range(0, 6, 2):
        a, b = (found["moves"][starts[i] : starts[i] + 4].tolist() for i in (even, even + 1))
        assert a == b


def test_a_better_player_wins() -> None:
    found = play("four-six", (GREEDY, UNIFORM), swap=True, count=20)
    assert found["scores"][found["seating"] == 0].mean() > 0.8


def test_the_ply_limit_is_a_draw() -> None:
    found = play("gomoku", openings=(), max_plies=3, count=2)
    assert found["offsets"].tolist() == [0, 3, 6]
    assert found["scores"].tolist() == [[0.5, 0.5]] * 2


def test_stop_ends_a_run_and_progress_is_told() -> None:
    stop, done = Stop(), [0]
    spec = {"kind": "mcts", "playouts": 100_000}
    results: list[dict[str, Any]] = []

    def run() -> None:
        told = play("hex-11", (spec, spec), count=64, jobs=2, stop=stop, progress=done.append)
        results.append(told)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.05)
    stop.request()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert stop.requested
    assert done[-1] <= results[0]["finished"].sum() < 64


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ({}, "kind"),
        ({"kind": "oracle"}, "kind"),
        ({"kind": 3}, "kind"),
        ({"kind": "mcts", "plaoyuts": 3}, "plaoyuts"),
        ({"kind": "mcts", "playouts": 0}, "playouts"),
        ({"kind": "mcts", "playouts": "many"}, "playouts"),
        ({"kind": "mcts", "exploration": float("nan")}, "exploration"),
        ({"kind": "mcts", "rollout": "wild"}, "rollout"),
        ({"kind": "alphabeta", "depth": 100}, "depth"),
        ({"kind": "alphabeta", "beam": [1, 2, 3]}, "beam"),
        ({"kind": "alphabeta", "beam": [1, 2, 3, -1]}, "beam"),
        ({"kind": "greedy", "random_share": 1.5}, "random_share"),
        ({"kind": "scripted", "script": -1}, "script"),
        ({"kind": "scripted"}, "scripted: the game has no players of its own"),
        ({"kind": "mcts", "seconds": -1}, "seconds"),
    ],
)
def test_wrong_players_are_refused_by_name(spec: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        play("tic-tac-toe", (spec, UNIFORM))


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ({"openings": (3,)}, "openings"),
        ({"openings": (-2,)}, "openings"),
        ({"max_plies": 0}, "max_plies"),
        ({"count": -1}, "count"),
        ({"jobs": -1}, "jobs"),
    ],
)
def test_wrong_settings_are_refused_by_name(setting: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        play("tic-tac-toe", **setting)


def won_soon() -> native.Position:
    """Tic-tac-toe with the first seat to move and win."""
    position, _ = start_of("tic-tac-toe")
    sites = sorted(row[2] for row in position.moves().tolist())
    for number in (0, 3, 1, 4):
        row = next(row for row in position.moves().tolist() if row[2] == sites[number])
        position = position.after(*row)
    return position


@pytest.mark.parametrize(
    "spec", [GREEDY, {"kind": "mcts", "playouts": 400}, {"kind": "alphabeta", "depth": 3}]
)
def test_search_finds_the_winning_move(spec: dict[str, Any]) -> None:
    _, policy = start_of("tic-tac-toe")
    position = won_soon()
    found = native.search(position, spec, policy, 2.0, 1)
    after = position.after(*found["best"])
    assert isinstance(after.outcome, tuple)
    assert after.outcome[0] == 1
    assert found["value"] > 0.9
    assert len(found["moves"]) == len(found["visits"]) == len(found["values"]) == 5
    best = found["moves"].tolist().index(list(found["best"]))
    assert found["values"][best] == np.nanmax(found["values"])


def test_search_repeats_and_proves() -> None:
    position, policy = start_of("tic-tac-toe")
    spec = {"kind": "mcts", "playouts": 30_000}
    found = native.search(position, spec, policy, 2.0, 1)
    again = native.search(position, spec, policy, 2.0, 1)
    assert found["best"] == again["best"]
    np.testing.assert_array_equal(found["visits"], again["visits"])
    assert native.search(won_soon(), spec, policy, 2.0, 1)["proven"] == "win"


def test_root_values_see_the_win() -> None:
    _, policy = start_of("tic-tac-toe")
    position = won_soon()
    moves, values = native.root_values(position, 2, policy, 2.0)
    np.testing.assert_array_equal(moves, position.moves())
    assert values.dtype == np.float32
    after = position.after(*moves[int(values.argmax())].tolist())
    assert after.outcome is not None


def test_annotations_fit_the_record() -> None:
    position, policy = start_of("tic-tac-toe")
    record = play("tic-tac-toe", count=3)
    found = [
        native.annotate(
            position, record["offsets"], record["moves"], policy, 2.0, 1, 3, True, 1, 0, jobs
        )
        for jobs in (1, 2)
    ]
    plies = record["offsets"][-1]
    assert np.diff(found[0]["value_offsets"]).tolist() == record["options"].tolist()
    assert found[0]["best"].shape == (plies, 4)
    assert found[0]["threats"].shape == (plies, 2)
    assert set(np.unique(found[0]["threats"])) <= {0, 1}
    for column in found[0]:
        np.testing.assert_array_equal(found[0][column], found[1][column])


def test_records_that_do_not_fit_are_refused() -> None:
    position, policy = start_of("tic-tac-toe")
    record = play("tic-tac-toe", count=1)
    wrong = record["moves"].copy()
    wrong[1] = wrong[0]
    with pytest.raises(ValueError, match="not legal"):
        native.annotate(position, record["offsets"], wrong, policy, 2.0, 0, 0, False, 1, 0, 1)
    with pytest.raises(ValueError, match="offsets"):
        native.annotate(position, record["offsets"][:-1], wrong, policy, 2.0, 0, 0, False, 1, 0, 1)
    with pytest.raises(ValueError, match="positions: expected one entry per ply"):
        native.annotate(
            position,
            record["offsets"],
            record["moves"],
            policy,
            2.0,
            0,
            0,
            False,
            1,
            0,
            1,
            positions=np.ones(1, dtype=np.bool_),
        )
