"""Playtests: columns, records, replays and files."""

from __future__ import annotations

import _thread
import dataclasses
import io
import json
import threading
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ludwright.errors import GameFault, LudwrightError, PlayerError, StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.play.columns import OFFSET_KIND, PLY_COLUMNS, held
from ludwright.play.families import Annotation, family_named, family_names, load_rules
from ludwright.play.outcome import Reason
from ludwright.play.player import UNLIMITED
from ludwright.play.playtest import (
    Playtest,
    PlaytestInterrupted,
    annotate,
    playtest,
    replay,
)
from ludwright.play.playtest_file import from_bytes, from_jsonl, load, save, to_bytes, to_jsonl
from ludwright.play.roster import make_player
from ludwright.play.share import wilson

GAME = open_game("tic-tac-toe")


@pytest.fixture(scope="module")
def played() -> Playtest:
    return playtest(GAME, ["mcts:playouts=20", "uniform"], 40, seed=5, rotate_seats=True)


def same(first: Playtest, second: Playtest) -> bool:
    return to_bytes(first) == to_bytes(second)


class First:
    """Plays the first legal move."""

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        return position.moves()[0]


class Broken:
    """Cannot play."""

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        raise RuntimeError("out of order")


def test_the_same_seed_gives_the_same_matches_on_any_number_of_threads(played: Playtest) -> None:
    players = ["mcts:playouts=20", "uniform"]
    assert same(played, playtest(GAME, players, 40, seed=5, jobs=2, rotate_seats=True))
    assert not same(played, playtest(GAME, players, 40, seed=6, rotate_seats=True))


def test_every_match_replays(played: Playtest) -> None:
    assert replay(played) == int(played.lengths.sum())


def test_a_forged_record_does_not_replay(played: Playtest) -> None:
    options = played.columns["options"].copy()
    options[3] += 1
    forged = dataclasses.replace(played, columns={**played.columns, "options": options})
    with pytest.raises(GameFault, match="does not replay"):
        replay(forged)


def test_shares_add_up(played: Playtest) -> None:
    first, second = played.player_share(0).value, played.player_share(1).value
    assert first is not None
    assert second is not None
    assert first + second == pytest.approx(1.0)
    assert first > 0.6
    assert len(list(played.decided())) == int((played.winners >= 0).sum())


def test_swapped_matches_share_their_opening(played: Playtest) -> None:
    for match in range(0, len(played), 2):
        one, other = played[match], played[match + 1]
        plies = one.opening_plies
        assert other.opening_plies == plies
        assert np.array_equal(one.moves[:plies], other.moves[:plies])
        assert one.players == other.players[::-1]


def test_leads_are_those_of_the_rules(played: Playtest) -> None:
    rules = load_rules(GAME)
    record = played[0]
    standings = [rules.standings(position) for position in record.positions(rules)]
    assert record.standing_history() == pytest.approx(np.asarray(standings), abs=1e-4)
    leads = [first - second for first, second in standings]
    assert record.lead_history() == pytest.approx(leads, abs=1e-4)
    assert abs(leads[-1]) in (0.0, 1.0)


def test_a_python_player_gives_the_same_kind_of_record() -> None:
    found = playtest(GAME, [First(), "alphabeta:depth=2"], 6, seed=1)
    assert replay(found) == int(found.lengths.sum())
    assert found.players == ("First", "alphabeta:depth=2")
    assert {found.columns[name].dtype.name for name in PLY_COLUMNS} == set(PLY_COLUMNS.values())
    assert same(found, playtest(GAME, [First(), "alphabeta:depth=2"], 6, seed=1))


def test_a_wall_time_guard_struck_unrecorded_beside_a_python_player() -> None:
    game = open_game("hex-7")
    hurried = playtest(game, [First(), "mcts:playouts=1000000,seconds=0.001"], 1, max_plies=6)
    assert hurried[0].is_out_of_time
    assert not playtest(game, [First(), "mcts:playouts=10"], 1, max_plies=6)[0].is_out_of_time


def test_a_broken_player_is_a_fault_and_not_a_crash() -> None:
    found = playtest(GAME, ["uniform", Broken()], 8, seed=1, openings=[])
    assert found.reasons() == {"fault": 8}
    assert "out of order" in found.notes[0]
    replay(found)


def test_a_ply_limit_is_a_draw() -> None:
    found = playtest(GAME, ["uniform", "uniform"], 5, seed=1, max_plies=4)
    assert {record.outcome.reason for record in found} == {Reason.PLY_LIMIT}
    replay(found)


def test_no_matches_are_no_trouble() -> None:
    found = playtest(GAME, ["uniform", "uniform"], 0)
    assert len(found) == 0
    assert found.first_share().value is None
    assert same(found, from_bytes(to_bytes(found)))


@pytest.mark.parametrize(
    ("players", "settings", "words"),
    [
        (["uniform"] * 3, {}, "expected one player or 2 players"),
        (["uniform", "uniform"], {"openings": [3]}, "even"),
        (["uniform", "uniform"], {"max_plies": 0}, "at least one ply"),
    ],
)
def test_impossible_orders_are_refused(
    players: list[str], settings: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        playtest(GAME, players, 3, **settings)


def test_another_number_of_seats_than_the_game_has_is_refused() -> None:
    with pytest.raises(LudwrightError, match="expected 2 seats, got 3"):
        playtest(GAME, "uniform", 3, seats=3)


def test_one_player_takes_all_seats() -> None:
    one = playtest(GAME, "uniform", 5, seed=1)
    assert same(one, playtest(GAME, ["uniform"], 5, seed=1))
    assert same(one, playtest(GAME, ["uniform", "uniform"], 5, seed=1, seats=2))


def test_a_player_that_the_family_does_not_have_is_refused_with_the_reason() -> None:
    with pytest.raises(PlayerError, match="nothing is hidden"):
        playtest(GAME, ["ismcts:playouts=10", First()], 2)
    with pytest.raises(PlayerError, match="ismcts cannot play Tic-Tac-Toe"):
        make_player("ismcts").choose(load_rules(GAME).start(), UNLIMITED, Random(1))


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    playtest(GAME, ["uniform", "uniform"], 10, progress=lambda a, b: seen.append((a, b)))
    assert seen[-1] == (10, 10)


def test_an_interrupt_keeps_the_finished_matches() -> None:
    playtest(
        GAME, ["uniform", "uniform"], 1
    )  # done once before, so that the interrupt hits matches
    timer = threading.Timer(0.4, _thread.interrupt_main)
    timer.start()
    with pytest.raises(PlaytestInterrupted) as caught:
        playtest(GAME, ["mcts:playouts=2000", "mcts:playouts=2000"], 100_000)
    timer.join()
    kept = caught.value.playtest
    assert len(kept) < 100_000
    replay(kept)


def test_annotations_run_parallel_to_the_plies(played: Playtest) -> None:
    found = from_bytes(to_bytes(played))
    annotate(found, Annotation(value_depth=2, best_depths=3))
    plies, notes = int(found.lengths.sum()), found.annotations
    assert np.array_equal(np.diff(notes["move_value_offsets"]), found.columns["options"])
    assert len(notes["move_values"]) == int(found.columns["options"].sum())
    assert notes["best_moves"].shape[0] == len(notes["threats"]) == plies
    assert (notes["played"] < found.columns["options"]).all()
    again = from_bytes(to_bytes(played))
    annotate(again, Annotation(value_depth=2, best_depths=3, jobs=2))
    assert same(found, again)


def test_a_chosen_position_is_annotated_the_same_whatever_else_is_chosen(played: Playtest) -> None:
    full, part = from_bytes(to_bytes(played)), from_bytes(to_bytes(played))
    annotate(full, Annotation(value_depth=1, best_depths=3))
    chosen = np.random.default_rng(1).random(int(played.offsets[-1])) < 0.3
    annotate(part, Annotation(value_depth=1, best_depths=3, jobs=2, positions=chosen))
    all_of, some = full.annotations, part.annotations
    assert np.array_equal(some["played"], all_of["played"])
    assert (some["value_depths"][~chosen] == -1).all()
    assert (some["best_moves"][~chosen] == -1).all()
    assert (some["threats"][~chosen] == -1).all()
    for name in ("value_depths", "best_moves", "threats"):
        assert np.array_equal(some[name][chosen], all_of[name][chosen])
    sizes = np.diff(all_of["move_value_offsets"])
    assert np.array_equal(np.diff(some["move_value_offsets"]), np.where(chosen, sizes, 0))
    kept = all_of["move_values"][np.repeat(chosen, sizes)]
    assert np.array_equal(some["move_values"], kept)


def test_threats_are_the_same_with_and_without_values(played: Playtest) -> None:
    full, bare = from_bytes(to_bytes(played)), from_bytes(to_bytes(played))
    annotate(full, Annotation(value_depth=2, best_depths=0))
    annotate(bare, Annotation(value_depth=0, best_depths=0))
    assert set(bare.annotations) == {"played", "threats"}
    assert np.array_equal(full.annotations["threats"], bare.annotations["threats"])


@pytest.mark.parametrize("wrong", [np.ones(3, dtype=np.bool_), np.ones((1, 2), dtype=np.bool_)])
def test_a_choice_of_positions_must_fit_the_record(
    played: Playtest, wrong: NDArray[np.bool_]
) -> None:
    with pytest.raises(ValueError, match=r"positions: expected \d+ entries"):
        annotate(played, Annotation(positions=wrong))


# --- Files ----------------------------------------------------------------------------------------


def test_both_files_hold_everything(played: Playtest, tmp_path: Path) -> None:
    for name in ("a.playtest", "a.jsonl"):
        save(played, tmp_path / name)
        found = load(tmp_path / name)
        assert same(played, found)
        assert found.game.text == GAME.text
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["a.jsonl", "a.playtest"]


def test_annotations_are_kept_in_the_compact_file(played: Playtest) -> None:
    found = from_bytes(to_bytes(played))
    found.annotate("moods", np.arange(5, dtype=np.int8))
    again = from_bytes(to_bytes(found))
    assert again.annotations["moods"].tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="new name"):
        found.annotate("standings", np.arange(2))


def test_the_first_line_says_what_the_rest_is(played: Playtest) -> None:
    header = json.loads(to_jsonl(played).splitlines()[0])
    assert header["game"] == GAME.text
    assert header["digest"] == GAME.digest
    assert header["seed"] == 5
    assert header["players"] == ["mcts:playouts=20", "uniform"]


def test_damaged_files_are_reported_and_never_run(played: Playtest) -> None:
    data = to_bytes(played)
    rng, told = Random(3), 0
    for _ in range(150):
        damaged = bytearray(data)
        if rng.random() < 0.3:
            del damaged[rng.randrange(len(damaged)) :]
        for _ in range(rng.randint(1, 4)):
            if damaged:
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            from_bytes(bytes(damaged))
        except StoreError:
            told += 1
    assert told > 100


def test_damaged_lines_are_reported(played: Playtest) -> None:
    text = to_jsonl(played)
    rng, told = Random(4), 0
    for _ in range(150):
        at = rng.randrange(len(text))
        damaged = text[:at] + rng.choice(["", "}", "1", '"', "\n", "null"]) + text[at + 3 :]
        try:
            from_jsonl(damaged)
        except StoreError:
            told += 1
    assert told > 20


def test_a_pickled_column_is_refused(played: Playtest) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(to_bytes(played))) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        column = io.BytesIO()
        np.save(column, np.array([{"a": 1}], dtype=object), allow_pickle=True)
        new.writestr("annotations/evil.npy", column.getvalue())
    with pytest.raises(StoreError, match="damaged"):
        from_bytes(buffer.getvalue())


def test_another_version_is_refused(played: Playtest) -> None:
    lines = to_jsonl(played).splitlines()
    header = {**json.loads(lines[0]), "format_version": 99}
    with pytest.raises(StoreError, match="newer"):
        from_jsonl("\n".join([json.dumps(header), *lines[1:]]))


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    with pytest.raises(StoreError, match="x: "):
        load(tmp_path / "x")
    with pytest.raises(StoreError, match="cannot be read"):
        load(tmp_path / "missing")


# --- Around it ------------------------------------------------------------------------------------


def test_wilson_agrees_with_the_book() -> None:
    share = wilson(8, 10)
    assert (share.low, share.high) == pytest.approx((0.4901625, 0.9433178), abs=1e-5)
    assert wilson(0, 10).low == 0.0
    assert wilson(10, 10).high == pytest.approx(1.0)


def test_families_are_known_by_name() -> None:
    for name in family_names():
        assert family_named(name).name == name


def test_columns_have_their_types(played: Playtest) -> None:
    kinds = {one.name: one.kind for one in held(())} | {"moment_offsets": OFFSET_KIND}
    assert {name: column.dtype.name for name, column in played.columns.items()} == kinds
