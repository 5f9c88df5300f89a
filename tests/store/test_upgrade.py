"""Stores of older programs are upgraded when they are opened, and nothing in them is lost."""

from __future__ import annotations

import gzip
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect

from ludwright.errors import StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of, read_plain
from ludwright.running.driver import open_run
from ludwright.store import upgrade
from ludwright.store.connection import lock
from ludwright.store.runs import RUN_FILE, RunState
from ludwright.store.store import Store
from ludwright.store.tables import FIRST_REVISION, REVISION, SCHEMA_VERSION, metadata
from ludwright.synthesis.candidate import Candidate, Finalist, Retest
from ludwright.synthesis.run_settings import RunSettings

OLD = Path(__file__).with_name("version-2.db.gz")
"""A small run with a playtest, a critique and a comparison, written before there were revisions."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "first" / RUN_FILE
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A new store with a game."""
    path = tmp_path / "store.db"
    with Store.open(path) as store:
        store.add_game(open_game("tic-tac-toe"))
    return path


def asked(path: Path, query: str) -> list[Any]:
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(query).fetchall()
        connection.commit()
        return rows
    finally:
        connection.close()


@pytest.mark.parametrize("is_read_only", [False, True])
def test_a_store_without_revisions_is_upgraded_and_everything_in_it_can_be_read(
    old: Path, is_read_only: bool
) -> None:
    with Store.open(old, is_read_only=is_read_only) as store:
        run = store.run_named("first")
        assert (run.seed, run.state) == (1, RunState.FINISHED)
        standing = store.standing("first")
        assert (standing.seeds, standing.children, standing.viable) == (2, 18, 1)
        generations = list(store.generations("first"))
        assert [len(one.candidates) for one in generations] == [2, 6, 6, 6, 0]
        assert sum(len(one.retests) for one in generations) == standing.retests == 4
        assert len(store.finalists("first")) == 1
        game = open_game("tic-tac-toe")
        assert store.game(game.digest).digest == game.digest
        assert [(one.mode, one.seed) for one in store.playtests(game.digest)] == [("main", 7)]
        played = store.playtest(game.digest, "main")
        assert played is not None
        assert len(played) == 4
        assert store.critiques(game.digest)[0].seed == 3
        assert [one.person for one in store.comparisons()] == ["somebody"]
        assert store.evidence_kept("first") == []
    assert asked(old, "SELECT version_num FROM alembic_version") == [(REVISION,)]
    assert asked(old, "PRAGMA user_version") == [(SCHEMA_VERSION,)]
    assert asked(old, "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize(
    ("table", "kind"), [("candidates", Candidate), ("retests", Retest), ("finalists", Finalist)]
)
def test_what_an_older_program_wrote_is_read_and_written_alike(
    old: Path, table: str, kind: Any
) -> None:
    rows = [json.loads(row[0]) for row in asked(old, f"SELECT data FROM {table}")]
    assert rows
    assert [plain_of(read_plain(kind, row)) for row in rows] == rows


def test_an_upgraded_run_keeps_its_settings_and_is_not_resumed_with_others(old: Path) -> None:
    """Its children were measured by another budget, so they cannot be compared with new ones."""
    with Store.open(old) as store:
        settings = store.run_named("first").settings
    known = read_plain(RunSettings, settings)
    assert known.seed == settings["seed"]
    assert known.screening.profile.name == settings["screening"]["profile"]["name"]
    with pytest.raises(StoreError, match=r"screening\.work was not set and is \d+") as caught:
        open_run(old.parent, known, is_resumed=True)
    assert "start another run" in str(caught.value)
    with Store.open(old) as store:
        assert store.run_named("first").state is RunState.FINISHED


def schema_of(path: Path) -> dict[str, Any]:
    engine = create_engine(f"sqlite:///{path}")
    seen = inspect(engine)
    found = {}
    for table in seen.get_table_names():
        columns = [{**one, "type": str(one["type"])} for one in seen.get_columns(table)]
        found[table] = {
            "columns": columns,
            "key": seen.get_pk_constraint(table),
            "foreign": sorted(map(str, seen.get_foreign_keys(table))),
            "unique": sorted(map(str, seen.get_unique_constraints(table))),
            "indexes": sorted(map(str, seen.get_indexes(table))),
        }
    engine.dispose()
    return found


def test_a_new_store_has_the_tables_that_all_changes_in_turn_make(
    path: Path, old: Path, tmp_path: Path
) -> None:
    made = tmp_path / "made.db"
    engine = create_engine(f"sqlite:///{made}")
    with engine.begin() as connection:
        upgrade.upgrade(connection)
    engine.dispose()
    Store.open(old).close()
    expected = schema_of(path)
    assert set(expected) == set(metadata.tables)
    assert schema_of(made) == expected
    assert schema_of(old) == expected


def test_the_revision_of_the_tables_is_the_last_change() -> None:
    known = upgrade.revisions()
    assert known[0] == FIRST_REVISION
    assert known[-1] == REVISION


@pytest.mark.parametrize("is_read_only", [False, True])
def test_a_store_of_a_later_program_is_refused(path: Path, is_read_only: bool) -> None:
    asked(path, "UPDATE alembic_version SET version_num = '9999'")
    message = f"expected a store of revision {REVISION} or earlier, got '9999'; upgrade ludwright"
    with pytest.raises(StoreError, match=message):
        Store.open(path, is_read_only=is_read_only)
    assert asked(path, "SELECT version_num FROM alembic_version") == [("9999",)]


@pytest.mark.parametrize("is_read_only", [False, True])
@pytest.mark.parametrize(
    ("damage", "got"),
    [
        ("DROP TABLE alembic_version", "no such table"),
        ("DELETE FROM alembic_version", "0 rows"),
        ("INSERT INTO alembic_version VALUES ('0001')", "2 rows"),
        ("UPDATE alembic_version SET version_num = x'00ff'", "no text"),
    ],
)
def test_a_damaged_table_of_the_revision_is_told(
    path: Path, damage: str, got: str, is_read_only: bool
) -> None:
    asked(path, damage)
    message = f"expected one revision in its table alembic_version, got {got}; the file is damaged"
    with pytest.raises(StoreError, match=message):
        Store.open(path, is_read_only=is_read_only)


def test_an_upgrade_that_fails_leaves_the_store_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = asked(old, "SELECT * FROM sqlite_master")
    whole = upgrade.upgrade

    def fail(connection: Any) -> None:
        whole(connection)
        raise OSError("the plug was pulled")

    monkeypatch.setattr(upgrade, "upgrade", fail)
    with pytest.raises(StoreError, match="the plug was pulled"):
        Store.open(old)
    assert asked(old, "SELECT * FROM sqlite_master") == before
    assert asked(old, "PRAGMA user_version") == [(2,)]
    monkeypatch.undo()
    Store.open(old).close()


def test_an_old_store_that_cannot_be_written_says_how_to_read_it(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludwright.store.connection.os.access", lambda *_: False)
    with pytest.raises(StoreError, match="copy the file to a folder that can be written"):
        Store.open(old, is_read_only=True)


def test_an_old_store_that_another_process_writes_is_not_upgraded_under_it(old: Path) -> None:
    with lock(old), pytest.raises(StoreError, match="another process is writing to it"):
        Store.open(old, is_read_only=True)
    assert asked(old, "PRAGMA user_version") == [(2,)]


def test_opening_a_current_store_does_not_load_alembic(path: Path) -> None:
    code = (
        "import sys\nfrom ludwright.store.store import Store\n"
        f"Store.open({str(path)!r}).close()\n"
        "sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
