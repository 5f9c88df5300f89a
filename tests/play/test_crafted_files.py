"""Crafted and damaged playtests: whatever a file contains, only StoreError is raised."""

from __future__ import annotations

import io
import json
import os
import stat
import tracemalloc
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludwright.errors import LudwrightError, StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.play.columns import PLY_COLUMNS, held
from ludwright.play.families import load_rules
from ludwright.play.playtest import Playtest, playtest, replay
from ludwright.play.playtest_file import (
    FREE_BYTES,
    from_bytes,
    from_jsonl,
    load,
    save,
    to_bytes,
    to_jsonl,
)
from tests.play.lots import lots
from tests.play.test_match_loop import Noted

ABSENT = object()
DEEP: list[Any] = []
for _ in range(200):
    DEEP = [DEEP]
HOSTILE: tuple[Any, ...] = (
    *(ABSENT, None, True, -1, 0, 1.5, 2**31, 2**64, 10**400, "", "x", "\ud800", "\x1b[2J"),
    *([], [None], ["a"], ["a"] * 3, ["a", "b", "c"], [["a"], 1], [1e308, -5], [[]], [[1]]),
    *({}, {"a": 1}, {"a": {"b": [1, "\udc80"]}}, DEEP, float("nan"), float("inf")),
)
"""What to put in place of a field."""


@pytest.fixture(scope="module")
def whole() -> Playtest:
    found = playtest(open_game("tic-tac-toe"), ("mcts:20", "uniform"), 3, 1, rotate_seats=True)
    found.annotate("moods", np.arange(4, dtype=np.int8))
    return found


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(files: Mapping[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def array_bytes(array: Any) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=array.dtype == object)
    return buffer.getvalue()


def changed(table: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    rest = {key: one for key, one in table.items() if key != name}
    return rest if value is ABSENT else {**rest, name: value}


def with_header(data: bytes, header: Any) -> bytes:
    return archive_of({**members(data), "header.json": json.dumps(header).encode()})


def with_array(data: bytes, name: str, array: Any) -> bytes:
    return archive_of({**members(data), f"{name}.npy": array_bytes(array)})


def used(found: Playtest) -> None:
    """Use a playtest as commands do."""
    json.dumps(found.summary(), allow_nan=False, ensure_ascii=False).encode()
    to_bytes(found)
    rules = load_rules(found.game, found.seats)
    for record in found:
        json.dumps(record.to_json(), allow_nan=False)
        record.notation(rules)
    replay(found, rules)


def outlives(read: Any, crafted: Any) -> str:
    """What is said about a file that may be wrong; anything but an error of our own fails."""
    try:
        used(read(crafted))
    except LudwrightError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "name",
    [
        *("format", "format_version", "engine_version", "family", "game", "digest"),
        *("seed", "players", "matches", "settings", "notes"),
    ],
)
def test_a_header_with_another_value_is_no_traceback(whole: Playtest, name: str) -> None:
    data, lines = to_bytes(whole), to_jsonl(whole).split("\n")
    header = json.loads(lines[0])
    assert name in header
    told = 0
    for value in HOSTILE:
        crafted = changed(header, name, value)
        told += bool(outlives(from_bytes, with_header(data, crafted)))
        told += bool(outlives(from_jsonl, "\n".join([json.dumps(crafted), *lines[1:]])))
    optional = ("engine_version", "seed", "settings", "notes")  # other values of these may be valid
    assert told > (10 if name in optional else len(HOSTILE))


def test_players_of_another_number_are_reported(whole: Playtest) -> None:
    header = json.loads(members(to_bytes(whole))["header.json"])
    for players in ([], ["a"], ["a", "b", "c"]):
        with pytest.raises(StoreError, match=r"players|scores|standings"):
            from_bytes(with_header(to_bytes(whole), {**header, "players": players}))


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e999", '"\\ud800"'])
def test_settings_that_cannot_be_printed_are_reported(whole: Playtest, value: str) -> None:
    files = members(to_bytes(whole))
    header = files["header.json"].decode().replace('"max_plies": 1000', f'"max_plies": {value}')
    assert value in header
    with pytest.raises(StoreError, match="damaged"):
        from_bytes(archive_of({**files, "header.json": header.encode()}))


def hostile_arrays(column: Any) -> Iterator[Any]:
    yield np.zeros(0, dtype=column.dtype)
    yield column[:-1]
    yield np.concatenate([column, column])
    yield column.astype("float64")
    yield column.astype("object")
    yield column.astype(column.dtype.newbyteorder(">"))
    yield np.zeros((len(column), 0), dtype=column.dtype)
    yield np.zeros((len(column), 1), dtype=column.dtype)
    yield np.zeros((len(column), 2, 2), dtype=column.dtype)
    yield np.zeros((), dtype=column.dtype)
    yield np.full(len(column), "x" * 100)
    yield column[::-1].copy()
    limits = np.finfo if column.dtype.kind == "f" else np.iinfo
    for value in (limits(column.dtype).min, limits(column.dtype).max):
        yield np.full_like(column, value)
    if column.dtype.kind == "f":
        yield np.full_like(column, np.nan)
        yield np.full_like(column, np.inf)


@pytest.mark.parametrize("name", ["offsets", "moment_offsets", *(one.name for one in held(()))])
def test_a_column_with_other_numbers_is_no_traceback(whole: Playtest, name: str) -> None:
    data = to_bytes(whole)
    column = whole.offsets if name == "offsets" else whole.columns[name]
    told = [outlives(from_bytes, with_array(data, name, one)) for one in hostile_arrays(column)]
    assert sum(map(bool, told)) >= 10
    missing = {key: one for key, one in members(data).items() if key != f"{name}.npy"}
    assert "damaged" in outlives(from_bytes, archive_of(missing))


def test_moves_without_width_are_reported(whole: Playtest) -> None:
    empty = np.zeros((len(whole.columns["moves"]), 0), dtype=np.int32)
    with pytest.raises(StoreError, match="moves of int32"):
        from_bytes(with_array(to_bytes(whole), "moves", empty))


@pytest.mark.parametrize("width", [1, 3, 5, 64])
def test_moves_of_another_width_do_not_replay(whole: Playtest, width: int) -> None:
    other = np.zeros((len(whole.columns["moves"]), width), dtype=np.int32)
    assert "does not replay" in outlives(from_bytes, with_array(to_bytes(whole), "moves", other))


@pytest.mark.parametrize(
    "name",
    ["played", "best_moves", "threats", "value_depths", "move_values", "standings", "a.b", ".."],
)
def test_an_annotation_that_does_not_fit_is_reported(whole: Playtest, name: str) -> None:
    crafted = with_array(to_bytes(whole), f"annotations/{name}", np.zeros(1, dtype=np.int8))
    assert outlives(from_bytes, crafted)


def test_a_match_with_another_value_is_no_traceback(whole: Playtest) -> None:
    header, first, *rest = to_jsonl(whole).splitlines()
    match = json.loads(first)
    for name in match:
        told = 0
        for value in HOSTILE:
            crafted = json.dumps(changed(match, name, value))
            told += bool(outlives(from_jsonl, "\n".join([header, crafted, *rest])))
        assert told > len(HOSTILE) - (12 if name in ("match", "work", "start_lead") else 4), name
    for line in ("3", "[]", "null", '{"seats": 1}', "[" * 100_000, '{"a":1,"a":2}'):
        assert "line 2" in outlives(from_jsonl, "\n".join([header, line, *rest]))


def test_lines_beyond_the_stated_number_of_matches_were_all_read(whole: Playtest) -> None:
    header, first, *rest = to_jsonl(whole).splitlines()
    # What comes after one line too many is not even looked at.
    extra = [first, "this is no match"]
    assert "got more" in outlives(from_jsonl, "\n".join([header, first, *rest, *extra]))


def test_a_row_with_another_value_is_no_traceback(whole: Playtest) -> None:
    header, first, *rest = to_jsonl(whole).splitlines()
    match = json.loads(first)
    for name in (*PLY_COLUMNS, "scores", "work"):
        for value in HOSTILE[1:]:
            crafted = json.dumps({**match, name: [value, *match[name][1:]]})
            outlives(from_jsonl, "\n".join([header, crafted, *rest]))


def test_damaged_archives_are_reported(whole: Playtest) -> None:
    data, rng, told = to_bytes(whole), Random(5), 0
    for _ in range(200):
        crafted = bytearray(data)
        if rng.random() < 0.3:
            del crafted[rng.randrange(len(crafted)) :]
        for _ in range(rng.randint(1, 3)):
            if crafted:
                crafted[rng.randrange(len(crafted))] ^= 1 << rng.randrange(8)
        told += bool(outlives(from_bytes, bytes(crafted)))
    assert told > 150


def peak_of(read: Any, crafted: Any) -> tuple[str, int]:
    tracemalloc.start()
    try:
        told = outlives(read, crafted)
        return told, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_small_file_does_not_unpack_to_much(whole: Playtest) -> None:
    matches = 12_000_000
    header = json.loads(members(to_bytes(whole))["header.json"])
    zeros = np.lib.format.header_data_from_array_1_0(np.zeros(1, dtype=np.int64))
    start = io.BytesIO()
    np.lib.format.write_array_header_1_0(start, {**zeros, "shape": (matches + 1,)})
    offsets = start.getvalue() + bytes(matches * 8 + 8)
    crafted = archive_of(
        {
            **members(to_bytes(whole)),
            "header.json": json.dumps({**header, "matches": matches}).encode(),
            "offsets.npy": offsets,
        }
    )
    del offsets
    assert len(crafted) < 1_000_000
    told, peak = peak_of(from_bytes, crafted)
    assert "at most" in told
    assert peak < FREE_BYTES


@pytest.mark.parametrize("shape", [(2**62,), (2**40, 4), (-1,), (10**30,)])
def test_an_array_that_claims_to_be_huge_is_not_allocated(
    whole: Playtest, shape: tuple[int, ...]
) -> None:
    start = io.BytesIO()
    header = {"descr": "|i1", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(start, header)
    for name in ("moves.npy", "annotations/large.npy"):
        crafted = archive_of({**members(to_bytes(whole)), name: start.getvalue()})
        told, peak = peak_of(from_bytes, crafted)
        assert told
        assert peak < 8 << 20


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packing_that_unpacks_without_a_limit_is_refused(whole: Playtest, kind: int) -> None:
    told = outlives(from_bytes, archive_of(members(to_bytes(whole)), kind))
    assert "with another compression" in told


def test_a_long_list_of_contents_is_refused(whole: Playtest) -> None:
    many = {f"{number:0100}": b"" for number in range(8000)}
    told = outlives(from_bytes, archive_of({**members(to_bytes(whole)), **many}))
    assert "a directory that is too long" in told


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_column_that_comes_twice_is_refused(whole: Playtest) -> None:
    buffer = io.BytesIO(to_bytes(whole))
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("seats.npy", members(to_bytes(whole))["seats.npy"])
    assert "each column once" in outlives(from_bytes, buffer.getvalue())


def test_matches_that_are_all_alike_are_saved_and_read(
    whole: Playtest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludwright.play.playtest_file.FREE_BYTES", 0)
    monkeypatch.setattr("ludwright.play.playtest_file.DENSEST", 2)
    assert from_bytes(to_bytes(whole)).summary() == whole.summary()


def test_a_playtest_that_is_no_regular_file_is_refused_and_not_opened(tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)  # opening it would block forever
    folder.mkdir()
    (tmp_path / "link").symlink_to(pipe)
    for name, kind in (("pipe", "a pipe"), ("link", "a pipe"), ("folder", "a folder")):
        with pytest.raises(StoreError, match=f"which is {kind}"):
            load(tmp_path / name)


def test_a_link_to_a_device_that_never_ends_is_refused(tmp_path: Path) -> None:
    try:
        os.mknod(tmp_path / "zero", stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("device nodes cannot be made here")
    (tmp_path / "a.playtest").symlink_to(tmp_path / "zero")
    with pytest.raises(StoreError, match="which is a device"):
        load(tmp_path / "a.playtest")


def test_a_huge_empty_file_is_not_read_whole(tmp_path: Path) -> None:
    for name, start in (("a.jsonl", b""), ("a.playtest", b"PK")):
        with (tmp_path / name).open("wb") as file:
            file.write(start)
            file.truncate(1 << 36)
        told, peak = peak_of(load, tmp_path / name)
        assert told
        assert peak < 16 << 20


def test_a_link_to_a_playtest_is_read(whole: Playtest, tmp_path: Path) -> None:
    save(whole, tmp_path / "real.jsonl")
    (tmp_path / "link").symlink_to("real.jsonl")
    assert load(tmp_path / "link").summary() == whole.summary()


def test_an_opinion_without_end_is_saved_as_none(whole: Playtest) -> None:
    columns = {**whole.columns, "values": np.full_like(whole.columns["values"], np.inf)}
    odd = Playtest(whole.game, whole.players, 1, whole.offsets, columns, whole.settings)
    assert np.isnan(from_jsonl(to_jsonl(odd)).columns["values"]).all()
    assert np.isinf(from_bytes(to_bytes(odd)).columns["values"]).all()


def test_a_name_that_is_no_text_is_saved_escaped(whole: Playtest) -> None:
    odd = replace(whole, players=("./\udcff.py:Mine", "uniform"), notes=("\ud800",))
    for found in (from_bytes(to_bytes(odd)), from_jsonl(to_jsonl(odd))):
        assert found.players == ("./\\udcff.py:Mine", "uniform")
        assert found.notes == ("\\ud800",)


# --- Several seats, moments and chance ------------------------------------------------------------


@pytest.fixture(scope="module")
def three() -> Playtest:
    return playtest(lots(), Noted(), 4, 1, rotate_seats=True)


def _changed_rows(column: Any, place: Any, value: Any) -> Any:
    found = column.copy()
    found[place] = value
    return found


@pytest.mark.parametrize(
    ("name", "place", "value", "words"),
    [
        ("moment_offsets", 1, 99, "moment_offsets that grow from 0"),
        ("moment_offsets", 0, 1, "moment_offsets that grow from 0"),
        ("offsets", 2, 1, "offsets that grow from 0"),
        ("seats", 3, 3, "seats from -1 to 2"),
        ("seats", 3, -2, "seats from -1"),
        ("moment_seats", 0, 3, "moment_seats from -1 to 2"),
        ("moment_plies", 0, 0, "moment_plies from 1"),
        ("moment_plies", 1, 5, "moment_plies that rise during a match"),
        ("moment_plies", 5, 16, "moment_plies within the match"),
        ("standings", 0, [0.5, 0.5, 0.1], "standings that sum to 1"),
        ("standings", 0, [1.5, -0.5, 0.0], "standings from 0 to 1"),
        ("standings", (0, 0), np.nan, "standings from 0 to 1"),
        ("start_standings", 0, [0.5, 0.5, 0.1], "start_standings that sum to 1"),
        ("scores", 0, [1.0, 1.0, 0.0], "scores that sum to 1"),
        ("scores", (0, 0), np.inf, "scores from 0 to 1"),
        ("seating", 0, [0, 0, 1], "each player once"),
        ("seating", 0, [1, 2, 3], "each player once"),
        ("seating", (0, 0), -1, "seating from 0"),
        ("places", (0, 0), 4, "places from 0 to 3"),
        ("places", (0, 0), -1, "places from 0"),
        ("points", (0, 0), np.inf, "finite points"),
        ("measures", (0, 0), np.inf, "finite measures"),
        ("opening_plies", 0, 99, "opening plies within the match"),
    ],
)
def test_columns_that_do_not_fit_together_are_reported(
    three: Playtest, name: str, place: Any, value: Any, words: str
) -> None:
    column = three.offsets if name == "offsets" else three.columns[name]
    crafted = with_array(to_bytes(three), name, _changed_rows(column, place, value))
    with pytest.raises(StoreError, match=words):
        from_bytes(crafted)


def test_hostile_columns_of_three_seats_are_no_traceback(three: Playtest) -> None:
    data = to_bytes(three)
    for one in held(three.columns):
        for crafted in hostile_arrays(three.columns[one.name]):
            outlives(from_bytes, with_array(data, one.name, crafted))


def test_measures_of_some_matches_only_are_reported(three: Playtest) -> None:
    header, first, second, *rest = to_jsonl(three).splitlines()
    without = {key: one for key, one in json.loads(second).items() if key != "measures"}
    told = outlives(from_jsonl, "\n".join([header, first, json.dumps(without), *rest]))
    assert "line 3" in told
    assert "expected the same columns in all matches" in told


def test_hostile_lines_of_three_seats_are_no_traceback(three: Playtest) -> None:
    header, first, *rest = to_jsonl(three).splitlines()
    match = json.loads(first)
    for name in (
        "seating",
        "standings",
        "measures",
        "moment_plies",
        "points",
        "places",
        "start_standings",
    ):
        for value in HOSTILE:
            crafted = json.dumps(changed(match, name, value))
            assert outlives(from_jsonl, "\n".join([header, crafted, *rest])), (name, value)


def test_a_seating_other_than_the_players_of_the_line_is_reported(three: Playtest) -> None:
    header, first, *rest = to_jsonl(replace(three, players=("a", "b", "c"))).splitlines()
    match = json.loads(first)
    crafted = json.dumps({**match, "seating": [1, 0, 2]})
    assert "line 2" in outlives(from_jsonl, "\n".join([header, crafted, *rest]))


@pytest.mark.parametrize("count", [0, 9, 200])
def test_a_table_with_too_many_seats_is_reported(three: Playtest, count: int) -> None:
    header = json.loads(members(to_bytes(three))["header.json"])
    with pytest.raises(StoreError, match="a list of 1 to 8 texts"):
        from_bytes(with_header(to_bytes(three), {**header, "players": ["a"] * count}))
