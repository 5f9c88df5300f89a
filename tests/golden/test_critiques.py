"""The critiques of twelve packaged games, compared with their golden files.

By default all quick critiques are compared, but only those full ones that take a second or two. All
24, in a few minutes:

    LUDWRIGHT_GOLDEN=all python -m pytest -n 2 tests/golden/test_critiques.py

The files are written by `python -m tools.make_critiques`.
"""

from __future__ import annotations

import json
import os
from copy import deepcopy

import pytest
from typer.testing import CliRunner

from ludwright.cli.main import app
from tools.make_critiques import (
    EFFORTS,
    FOLDER,
    GAMES,
    as_text,
    criticised,
    differences,
    golden,
    golden_part,
    golden_path,
)

FAST = ("connect-four", "hexapawn", "lasca-lite", "tic-tac-toe")
FULL = tuple(GAMES) if os.environ.get("LUDWRIGHT_GOLDEN") == "all" else FAST


def assert_as_it_was(name: str, effort: str) -> None:
    found = differences(golden(name, effort), criticised(name, effort))
    assert not found, f"{name}, {effort}, has changed:\n" + "\n".join(found)


@pytest.mark.parametrize("name", GAMES)
def test_the_quick_critique_is_what_it_was(name: str) -> None:
    assert_as_it_was(name, "quick")


@pytest.mark.parametrize("name", FULL)
def test_the_full_critique_is_what_it_was(name: str) -> None:
    assert_as_it_was(name, "full-alphabeta")


@pytest.mark.parametrize("effort", EFFORTS)
def test_the_golden_critique_is_the_one_that_the_command_prints(effort: str) -> None:
    words = ("critique", "tic-tac-toe", "--effort", effort, "--json", "--no-keep", "--quiet")
    (printed,) = json.loads(CliRunner().invoke(app, words).stdout)["critiques"]
    assert differences(golden("tic-tac-toe", effort), golden_part(printed)) == []


def test_every_game_has_a_golden_file_for_each_effort_and_there_are_no_others() -> None:
    expected = {golden_path(name, effort) for name in GAMES for effort in EFFORTS}
    assert set(FOLDER.iterdir()) == expected


def test_golden_files_are_as_the_tool_writes_them() -> None:
    for path in FOLDER.iterdir():
        text = path.read_text(encoding="utf-8")
        assert as_text(json.loads(text)) == text


def test_golden_critiques_include_a_missing_value() -> None:
    kept = [golden(name, effort) for name in GAMES for effort in EFFORTS]
    assert any("unscored" in one for found in kept for one in found["measures"].values())


def test_differences_name_the_criterion_the_golden_measure_and_the_new_one() -> None:
    old = golden("hexapawn", "full-alphabeta")
    assert differences(old, old) == []
    new = deepcopy(old)
    new["seed"] = 2
    new["score"]["error"] *= 1.001
    new["measures"]["mean-length"] = {"value": 4.0, "error": 0.5, "samples": 99}
    new["measures"]["completion"]["samples"] += 1
    new["measures"]["balance"]["value"] *= 1 + 1e-13
    del new["measures"]["duration"]
    new["measures"]["weight"] = {"unscored": "nobody has scales"}
    missing = next(name for name, one in old["measures"].items() if "unscored" in one)
    new["measures"][missing] = {"unscored": "another reason"}
    lines = differences(old, new)
    named = {line.split(":")[0] for line in lines}
    assert named == {
        *("seed", "score", "mean-length", "completion", "duration", "weight"),
        missing,
    }
    length = next(line for line in lines if line.startswith("mean-length"))
    assert f"golden {old['measures']['mean-length']['value']!r} ±" in length
    assert length.endswith("got 4.0 ± 0.5 (n = 99)")
    assert "weight: golden no such criterion, got none (nobody has scales)" in lines
