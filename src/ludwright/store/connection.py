"""SQLite connections of a store: one writer, any number of readers, and plain error messages."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from ludwright.errors import LudwrightError, StoreError
from ludwright.files import require_regular
from ludwright.store.tables import (
    FIRST_REVISION,
    REVISION,
    SCHEMA_VERSION,
    UNREVISED_VERSION,
    metadata,
    versions,
)

APPLICATION: Final[int] = 0x4C756457
"""Marks an SQLite file as a store: "LudW"."""
BUSY_SECONDS: Final[float] = 10.0
"""How long to wait while another process uses the file."""
_LOCK_SECONDS: Final[float] = 1.0
_PREFIX: Final[str] = "sqlite:///"


def path_of(path_or_url: str | Path) -> Path:
    """The file of a path or of a URL that begins with `sqlite:///`."""
    text = str(path_or_url)
    if text.startswith(_PREFIX):
        return Path(text.removeprefix(_PREFIX))
    if "://" in text:
        raise StoreError(f"expected a path or a URL like {_PREFIX}runs/first/run.db, got {text!r}")
    return Path(path_or_url)


def open_engine(path: Path, *, is_read_only: bool) -> Engine:
    """Connections to a store; a new file gets its tables unless it is opened read-only."""
    if path.is_dir():
        raise StoreError(f"{path}: expected a file, got a folder; name the file in it")
    if is_read_only and not path.exists():
        raise StoreError(f"{path}: expected a store, found no such file")
    if path.exists():
        require_regular(path)
    engine = _engine(path, is_read_only=is_read_only)
    try:
        with errors_in(path), transaction(engine, is_writing=not is_read_only) as connection:
            is_current = _is_current(path, connection, is_read_only=is_read_only)
            if not is_current and not is_read_only:
                _upgrade(path, connection)
        if not is_current and is_read_only:
            _upgrade_for_reading(path)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _engine(path: Path, *, is_read_only: bool) -> Engine:
    address = path.absolute().as_uri() + f"?mode={'ro' if is_read_only else 'rwc'}"
    if is_read_only and _is_at_rest(path):
        address += "&immutable=1"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)

    # Readers keep no connection open between queries, so that they never block the writer.
    pool: dict[str, Any] = {"poolclass": NullPool} if is_read_only else {}
    engine = create_engine(f"{_PREFIX}{path}", creator=connect, **pool)
    event.listen(engine, "connect", _prepare_viewer if is_read_only else _prepare_writer)
    event.listen(engine, "begin", _begin)
    return engine


def _is_at_rest(path: Path) -> bool:
    """Whether the file cannot change: a copy on a read-only medium."""
    return not os.access(path.parent, os.W_OK) and not _beside(path, "-wal").exists()


def _prepare_viewer(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # `_begin` starts transactions, not the driver
    connection.execute("PRAGMA query_only = ON")


def _prepare_writer(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    # Survive power failures: there is only one commit per generation.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


@contextmanager
def transaction(engine: Engine, *, is_writing: bool = False) -> Iterator[Connection]:
    """A transaction: a reader sees a consistent snapshot, a writer excludes other writers."""
    with engine.execution_options(is_writing=is_writing).begin() as connection:
        yield connection


def _is_current(path: Path, connection: Connection, *, is_read_only: bool) -> bool:
    """Whether a store has the tables of this program; an empty file gets them.

    Raises StoreError if the file is not a store, or a store of a newer program.
    """
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    has_tables = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one() > 0
    if application == 0 and version == 0 and not has_tables:
        if is_read_only:
            raise StoreError(f"{path}: expected a store, got an empty file")
        _create(connection)
        return True
    if application != APPLICATION or _has_code(connection):
        raise StoreError(
            f"{path}: expected a store, got a database of another program; choose another file"
        )
    if not UNREVISED_VERSION <= version <= SCHEMA_VERSION:
        way_out = "upgrade ludwright" if version > SCHEMA_VERSION else "use an older ludwright"
        raise StoreError(
            f"{path}: expected a store of version {SCHEMA_VERSION}, got version {version}; "
            f"{way_out} to open it"
        )
    return version == SCHEMA_VERSION and _revision(path, connection) == REVISION


def _create(connection: Connection) -> None:
    metadata.create_all(connection)
    connection.execute(insert(versions), {"version_num": REVISION})
    _mark(connection)


def _mark(connection: Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _revision(path: Path, connection: Connection) -> str:
    """The revision of the tables, as noted in the store."""
    known = connection.exec_driver_sql(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", (versions.name,)
    ).scalar_one()
    rows = connection.execute(select(versions)).all() if known else []
    if len(rows) != 1 or not isinstance(rows[0][0], str):
        got = "no such table" if not known else f"{len(rows)} rows" if len(rows) != 1 else "no text"
        raise StoreError(
            f"{path}: expected one revision in its table {versions.name}, got {got}; "
            "the file is damaged; restore it from a copy"
        )
    return str(rows[0][0])


def _upgrade(path: Path, connection: Connection) -> None:
    """Bring the tables of an older store up to date, in the open transaction: wholly or not."""
    from ludwright.store import upgrade

    if _pragma(connection, "user_version") == UNREVISED_VERSION:
        upgrade.stamp(connection, FIRST_REVISION)
    else:
        found = _revision(path, connection)
        if found not in upgrade.revisions():
            raise StoreError(
                f"{path}: expected a store of revision {REVISION} or earlier, got {found!r:.40}; "
                "upgrade ludwright to open it"
            )
    upgrade.upgrade(connection)
    _mark(connection)


def _upgrade_for_reading(path: Path) -> None:
    """Upgrade a store that is about to be read; StoreError if it cannot be written."""
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise StoreError(
            f"{path}: expected a store of revision {REVISION}, got another, which cannot be "
            "upgraded here; copy the file to a folder that can be written"
        )
    with lock(path):
        open_engine(path, is_read_only=False).dispose()


def _has_code(connection: Connection) -> bool:
    """Whether reading a table may run foreign code: views and triggers."""
    chosen = "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger')"
    return bool(connection.exec_driver_sql(chosen).scalar_one())


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


# --- One writer -----------------------------------------------------------------------------------


def lock(path: Path) -> IO[bytes]:
    """The exclusive right to write, until the returned file is closed or the process ends."""
    file = _lock_file(path)
    end = time.monotonic() + _LOCK_SECONDS
    while not _try_lock(file, fcntl.LOCK_EX):
        # A reader that checks for a writer holds the lock for a moment: try again.
        if time.monotonic() > end:
            file.close()
            raise StoreError(
                f"{path}: another process is writing to it; "
                "wait until it has finished, or stop it first"
            )
        time.sleep(0.05)
    return file


def _lock_file(path: Path) -> IO[bytes]:
    # Neither follow a link nor wait for a pipe under this name.
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    return os.fdopen(os.open(_beside(path, "-lock"), flags, 0o666), "rb", buffering=0)


def is_locked(path: Path) -> bool:
    """Whether a process currently has the right to write."""
    # As in `_lock_file`: a pipe under this name must not be waited for.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(_beside(path, "-lock"), flags), "rb", buffering=0) as file:
            return not _try_lock(file, fcntl.LOCK_SH)
    except OSError:
        return False


def _try_lock(file: IO[bytes], kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def fold_log(path: Path, *, is_writer: bool) -> None:
    """Merge the log that a killed writer or a late reader left behind into the file.

    Does nothing while another process writes, or where nothing may be written. Problems with the
    file are reported when it is next used.
    """
    is_left = _beside(path, "-wal").is_file() or _beside(path, "-shm").is_file()
    if not is_left or not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return
    with suppress(sqlite3.Error, OSError):
        if is_writer:
            _fold(path)
            return
        with _lock_file(path) as file:
            if _try_lock(file, fcntl.LOCK_EX):
                _fold(path)


def _fold(path: Path) -> None:
    address = path.absolute().as_uri() + "?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=_LOCK_SECONDS)) as connection:
        # Closing the last connection removes the log once all of it is in the file.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


# --- Errors ---------------------------------------------------------------------------------------


@contextmanager
def errors_in(path: Path) -> Iterator[None]:
    """Turn errors of the database and the file system into StoreError."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"{path}: {_plain(str(error.orig))}") from error
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path}: {_plain(str(error))}") from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, LudwrightError):
            raise
        raise StoreError(f"{path}: {_plain(f'malformed: {error}')}") from error


def _plain(message: str) -> str:
    known = {
        "not a database": "expected a store, got a file of another kind; choose another file",
        "malformed": "the file is damaged; restore it from a copy, or start again",
        "database is locked": "another process is using it; try again when it has finished",
        "readonly": "it was opened for reading only",
        "attempt to write": "it was opened for reading only",
        "is full": "the disk is full; free some space: what was saved before is still there",
        "unable to open": "it cannot be opened; check the folder and its permissions",
        "FOREIGN KEY": "it refers to something that is not in the store; add that first",
    }
    way_out = next((text for sign, text in known.items() if sign in message), "")
    return f"{way_out} ({message})" if way_out else message
