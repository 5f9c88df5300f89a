"""Every command that reads files: none makes it hang, exhaust memory or print a traceback."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli.main import app
from ludwright.cli.runs import show_lines
from ludwright.criticism.critique import Critique
from ludwright.criticism.learning import critiques_by_game, read_critiques
from ludwright.criticism.measure import Score
from ludwright.criticism.profile import aesthetic_score, default_profile, read_profile
from ludwright.criticism.regression import table_of
from ludwright.errors import LudwrightError
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of
from ludwright.presentation.run_export import candidates_csv
from ludwright.presentation.run_view import best_games, view_of
from ludwright.running.run import opened_run
from ludwright.store.runs import RUN_FILE
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, Finalist, Generation

ABSENT = object()
DEEP: list[Any] = []
for _ in range(200):
    DEEP = [DEEP]
HOSTILE: tuple[Any, ...] = (
    *(ABSENT, None, True, -1, 0, 1.5, 2**70, 10**400, "", "x", "\ud800", "\x1b[2J", float("nan")),
    *([], [None], ["a"], [1e308, -5], [[]], {}, {"a": 1}, {"a": {"b": ["\udc80"]}}, DEEP),
)
"""What to put in place of a value."""
READERS = {
    "a.game": ("rules",),
    "b.game": ("check",),
    "c.game": ("critique", "-n", "4"),
    "d.game": ("evolve", "--out", "nowhere", "--seeds"),
    "a.playtest": ("replay",),
    "a.jsonl": ("replay",),
    "a.csv": ("learn",),
    "a.db": ("learn",),
    "a.json": ("critique", "tic-tac-toe", "--profile"),
    "a.toml": ("critique", "tic-tac-toe", "--profile"),
    "b.json": ("learn", "said.csv", "--critiques"),
    "a.py:Mine": ("playtest", "tic-tac-toe", "-n", "2", "-p"),
}
"""Commands that read a file, by its name."""


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def is_told(result: Result) -> bool:
    """Whether the command failed as it should, without a traceback."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code in (1, 2, 3, 4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("said.csv").write_text("first,second,preferred\na,b,first\nb,c,tie\na,c,second\n")
    return tmp_path


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder", "huge"])
def test_what_is_no_ordinary_file_neither_hangs_nor_fills_the_memory(name: str, kind: str) -> None:
    path = Path(name.partition(":")[0])
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "huge":
        with path.open("wb") as file:
            file.truncate(1 << 40)
    else:
        zero = path if kind == "device" else Path("zero")
        try:
            os.mknod(zero, stat.S_IFCHR | 0o666, os.makedev(1, 5))
        except PermissionError:
            pytest.skip("device nodes cannot be made here")
        if kind == "link":
            path.symlink_to(zero)
    old = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 29), old[1]))
    try:
        result = run(*READERS[name], f"./{name}")
    finally:
        resource.setrlimit(resource.RLIMIT_AS, old)
    assert is_told(result)
    assert path.name in result.output


def test_a_run_folder_with_a_pipe_for_a_store_does_not_hang(folder: Path) -> None:
    (folder / "runs" / "first").mkdir(parents=True)
    os.mkfifo(folder / "runs" / "first" / RUN_FILE)
    assert is_told(run("runs", "show", "first"))
    assert is_told(run("evolve", "--seeds", "tic-tac-toe", "--out", "runs/first"))
    assert run("runs", "ls").exit_code == 0
    assert stat.S_ISFIFO((folder / "runs" / "first" / RUN_FILE).lstat().st_mode)


# --- Critiques, profiles, comparisons -------------------------------------------------------------


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value inside."""
    inner = data.items() if isinstance(data, dict) else enumerate(data)
    found: list[tuple[Any, ...]] = []
    for key, value in inner:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += places(value, (*path, key))
    return found


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = json.loads(json.dumps(data))
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    if value is ABSENT:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return copy


def a_critique(game: str) -> dict[str, Any]:
    return {
        "digest": "0" * 32,
        "game": game,
        "effort": "quick",
        "seed": 1,
        "measures": {
            "completion": {"value": 0.5 + ord(game) / 1000, "error": 0.1, "samples": 9},
            "drama-average": {"unscored": "nobody was behind"},
        },
        "correlations": {"criteria": ["completion", "x"], "percent": [[], [5]]},
    }


def test_a_critique_with_another_value_is_no_traceback(folder: Path) -> None:
    whole = {"critiques": [a_critique(name) for name in "abc"]}
    file, told = folder / "c.json", 0
    for path in places(whole):
        if path[:2] in (("critiques", 1), ("critiques", 2)):
            continue
        for value in HOSTILE:
            file.write_text(json.dumps(changed(whole, path, value)))
            try:
                found = read_critiques(file)
                critiques_by_game(found, dict.fromkeys("abc"))
                scores = [aesthetic_score(one, default_profile("combinatorial")) for one in found]
                json.dumps([plain_of(one) for one in (*found, *scores)], allow_nan=False)
                table_of(found)
            except LudwrightError:
                told += 1
    assert told > 150


def test_a_profile_with_another_value_is_no_traceback(folder: Path) -> None:
    whole = {
        "name": "mine",
        "method": "sum",
        "bias": 0.5,
        "criteria": {"completion": {"weight": 1.0, "mean": 0.5, "spread": 0.25}},
        "gates": {"completion": {"least": 0.1, "most": 1.0}},
    }
    file, told = folder / "p.json", 0
    for path in places(whole):
        for value in HOSTILE:
            file.write_text(json.dumps(changed(whole, path, value)))
            try:
                json.dumps(plain_of(read_profile(file, "combinatorial")), allow_nan=False)
            except LudwrightError:
                told += 1
    assert told > 150


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n", ",,,", "first,second,preferred\n" + "a," * 100, '"', '"' * 200_001),
        *("first,second,preferred\na,a,first\n", "first,second,preferred\na,b,\x00\n"),
        *("first,first,preferred\n", "first,second,preferred\n" + "x" * 200_000 + ",b,first\n"),
    ],
)
def test_crafted_comparisons_are_no_traceback(folder: Path, text: str) -> None:
    (folder / "x.csv").write_text(text)
    assert is_told(run("learn", "x.csv")) or text.startswith("first,second")


# --- Runs -----------------------------------------------------------------------------------------

CELLS: tuple[Any, ...] = (
    *(None, -1, 2**62, 1e308, "", "x", b"\xff\x00", "\x1b[2J", "[", "{}", "[]", "null", "NaN"),
    *('"text"', "3", '{"number": 1}', "[" * 100_000, '{"a": "\\ud800"}', '["\\ud800"]', "1e999"),
)
"""What to put in a cell of a store."""
EACH = 10


def a_run(path: Path) -> None:
    game = open_game("tic-tac-toe")
    score = Score(0.5, 0.1, 9)
    critique = Critique(game.digest, game.name, "20 matches", 1, {"completion": score})
    made = Candidate(
        1,
        1,
        game.name,
        game.digest,
        game.text,
        score=score,
        critique=critique,
        is_viable=True,
        distances={"parents": 0.5},
        cell=("line", "below 12"),
    )
    with Store.open(path) as store:
        store.new_run("first", "combinatorial", 7, {"axes": ["concept"]})
        store.save_generation("first", Generation(0, ()))
        store.save_generation("first", Generation(1, (made,), seconds={"speed": 1.0}))
        last = Finalist(1, game.text, score, critique, is_viable=True)
        store.save_generation("first", Generation(2, (), (), (last,)))


def columns_of(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return [
            (table, row[1])
            for table in tables
            for row in connection.execute(f"PRAGMA table_info({table})")
            if connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        ]


def looked_at(folder: Path) -> None:
    """Use a run as commands do."""
    view = view_of(folder)
    json.dumps(view.to_json(), allow_nan=False)
    "\n".join(show_lines(view))
    with opened_run(folder) as (store, found):
        best_games(store, found.name, 3)
        list(store.generations(found.name))
        candidates_csv(store.candidates(found.name))


def test_a_store_with_another_cell_is_no_traceback(folder: Path) -> None:
    path = folder / "runs" / "first" / RUN_FILE
    a_run(path)
    whole, told = path.read_bytes(), 0
    for at, (table, column) in enumerate(columns_of(path)):
        # A few for each column, so that the test is quick; over time each column gets all of them.
        for value in CELLS[at % EACH :: EACH]:
            path.write_bytes(whole)
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute("PRAGMA synchronous = OFF")
                try:
                    connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
                except sqlite3.IntegrityError:
                    continue
            try:
                looked_at(path.parent)
            except LudwrightError:
                told += 1
    assert told > 25


def test_a_store_with_views_or_triggers_is_refused(folder: Path) -> None:
    path = folder / "runs" / "first" / RUN_FILE
    a_run(path)
    endless = (
        "CREATE VIEW games2 AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) "
        "SELECT x FROM c"
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(endless)
    result = run("runs", "show", "first")
    assert is_told(result)
    assert "expected a store" in result.stderr


def test_reading_a_pipe_ends_at_once_in_a_process_too(folder: Path) -> None:
    os.mkfifo(folder / "a.game")
    command = [sys.executable, "-m", "ludwright.cli.main", "rules", "a.game"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 3
    assert "which is a pipe" in done.stderr
