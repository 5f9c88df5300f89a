"""Files of format 1, written by an older Ludwright, are read as playtests of today."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ludwright.errors import StoreError
from ludwright.play.families import open_game
from ludwright.play.playtest import playtest, replay
from ludwright.play.playtest_file import from_jsonl, load, to_bytes, to_jsonl

FOLDER = Path(__file__).with_name("format_1")
COMPACT = FOLDER / "tic-tac-toe.playtest"
LINES = FOLDER / "breakthrough-6.jsonl"


def test_a_compact_file_is_read_and_replayed() -> None:
    found = load(COMPACT)
    assert len(found) == 6
    assert replay(found) == int(found.lengths.sum())
    assert found.settings["rotate_seats"] is True
    assert "swap_seats" not in found.settings
    assert found.columns["seating"].tolist() == [[0, 1], [1, 0]] * 3
    assert found[1].players == ("uniform", "mcts:playouts=20")
    assert {"played", "threats", "move_values"} <= set(found.annotations)


def test_lines_are_read_and_replayed() -> None:
    found = load(LINES)
    assert replay(found) == int(found.lengths.sum())
    old = [json.loads(line) for line in LINES.read_text().splitlines()[1:]]
    for record, line in zip(found, old, strict=True):
        leads = np.asarray([line["start_lead"], *line["leads"]])
        assert (record.lead_history() == leads).all()
        assert record.moment_plies.tolist() == list(range(1, len(record) + 1))
        assert record.moment_seats.tolist() == line["seats"]
        assert list(record.outcome.scores) == line["scores"]
        assert record.outcome.points is None


@pytest.mark.parametrize("path", [COMPACT, LINES])
def test_what_was_read_is_saved_as_format_2(path: Path) -> None:
    found = load(path)
    text = to_jsonl(found)
    assert json.loads(text.splitlines()[0])["format_version"] == 2
    found.annotations.clear()
    assert to_bytes(from_jsonl(text)) == to_bytes(found)


def test_the_same_matches_are_still_played() -> None:
    old = load(LINES)
    new = playtest(open_game("breakthrough-6"), old.players, 3, old.seed, max_plies=30)
    for name, column in new.columns.items():
        assert np.array_equal(old.columns[name], column, equal_nan=name in ("values", "points"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("leads", [1.5]),
        ("leads", [None]),
        ("seats", [2]),
        ("seats", [-1]),
        ("start_lead", 2.0),
        ("swapped", 2),
        ("scores", [1.0, 1.0]),
    ],
)
def test_numbers_out_of_range_are_reported(name: str, value: object) -> None:
    header, first, *rest = LINES.read_text().splitlines()
    line = json.loads(first)
    if isinstance(value, list) and name != "scores":
        value = [*value, *line[name][1:]]
    with pytest.raises(StoreError, match="expected"):
        from_jsonl("\n".join([header, json.dumps({**line, name: value}), *rest]))


def test_three_players_are_no_playtest_of_format_1() -> None:
    header, *rest = LINES.read_text().splitlines()
    crafted = {**json.loads(header), "players": ["a", "b", "c"]}
    with pytest.raises(StoreError, match="players: expected 2, got 3"):
        from_jsonl("\n".join([json.dumps(crafted), *rest]))
