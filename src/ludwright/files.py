"""All file access: everything the program reads or writes goes through here.

Writing is atomic: the old file stays until the new one is complete, and stays for good if anything
fails. Anything that is not a regular file (a device, a pipe) is written to and never replaced, and
a link stays a link. Only regular files are read, up to a limit.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from ludwright.errors import LimitExceeded, LudwrightError, StoreError

FORCE: Final[str] = "choose another name, or add --force to replace it"
"""The advice when the output of a command already exists."""
PIPE_SECONDS: Final[float] = 5.0
"""How long to wait for a reader before writing to a pipe."""
DEEPEST_DATA: Final[int] = 64
"""The deepest nesting of lists and tables in a JSON text."""
LARGEST_NUMBER: Final[int] = 2**64 - 1
"""The largest whole number in a file: the largest seed that files may hold."""
_KINDS: Final = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a block device",
}


# --- Writing --------------------------------------------------------------------------------------


def require_free(*paths: Path, force: bool, way_out: str = FORCE) -> None:
    """Raise StoreError if writing to one of the paths would fail or, without `force`, lose data.

    Commands call this before they start their work. Pipes and character devices hold no data.
    """
    for path in paths:
        with _errors_told(path, "written"):
            found = _status(path)
            _require_writable(path, found)
        if found is None or force or _is_stream(found):
            continue
        raise StoreError(f"expected a new file, got {path}, which exists; {way_out}")


def require_folder(path: Path) -> None:
    """Raise StoreError unless the folder of the file exists."""
    folder = _target(path).parent
    if not folder.is_dir():
        raise StoreError(
            f"expected a folder to write {path.name} to, got {folder}; create it first"
        )


def make_folder(path: Path) -> None:
    """Create a folder and its parents, unless they exist."""
    with _errors_told(path, "created"):
        path.mkdir(parents=True, exist_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, whole or not at all."""
    # Lone surrogates, as in some file names, are not valid UTF-8: they are written as \udc80.
    write_bytes(path, text.encode(errors="backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; a device or a pipe is written to directly."""
    with _errors_told(path, "written"):
        found = _status(path)
        _require_writable(path, found)
        if found is not None and not stat.S_ISREG(found.st_mode):
            _write_directly(path, data)
        else:
            _replace(_target(path), data, found)


def _status(path: Path) -> os.stat_result | None:
    """The status of the file, links followed; None if it does not exist."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _target(path: Path) -> Path:
    """The file behind a link, which may not exist yet; else the path itself."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _is_stream(found: os.stat_result) -> bool:
    return stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode)


def _require_writable(path: Path, found: os.stat_result | None) -> None:
    if found is None:
        return
    if stat.S_ISDIR(found.st_mode) or stat.S_ISSOCK(found.st_mode):
        raise StoreError(f"expected a file to write to, got {path}, which is {_kind(found)}")
    # Replacing needs only the right to change the folder, but a protected file is meant to stay.
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "permission denied")


def _kind(found: os.stat_result) -> str:
    return _KINDS.get(stat.S_IFMT(found.st_mode), "not a regular file")


def _write_directly(path: Path, data: bytes) -> None:
    place = _open_stream(path)
    try:
        if stat.S_ISREG(os.fstat(place).st_mode):
            raise StoreError(f"{path} changed while it was opened; try again")
        _write_all(place, data)
    finally:
        os.close(place)


def _open_stream(path: Path) -> int:
    """A device or a pipe, open for writing; waits a little for the reader of a pipe."""
    # Neither created nor truncated: it must be the node that was checked before.
    flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    end = time.monotonic() + PIPE_SECONDS
    while True:
        try:
            place = os.open(path, flags)
        except OSError as error:
            if error.errno != errno.ENXIO or not path.is_fifo():
                raise
            if time.monotonic() > end:
                raise StoreError(
                    f"{path} cannot be written: the pipe has no reader; start one first"
                ) from error
            time.sleep(0.05)
        else:
            os.set_blocking(place, True)
            return place


def _replace(path: Path, data: bytes, old: os.stat_result | None) -> None:
    # A name that cannot be guessed, in the same folder, so that the file can be moved atomically.
    temporary = path.with_name(f".ludwright-{secrets.token_hex(8)}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        place = os.open(temporary, flags, 0o666)
        try:
            if old is not None:
                _keep_rights(place, old)
            _write_all(place, data)
            os.fsync(place)
        finally:
            os.close(place)
        temporary.replace(path)
    except FileExistsError:  # another process's file: not ours to remove
        raise
    except BaseException:  # Ctrl-C too
        temporary.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def _keep_rights(place: int, old: os.stat_result) -> None:
    with suppress(PermissionError):
        os.fchown(place, old.st_uid, old.st_gid)
    os.fchmod(place, stat.S_IMODE(old.st_mode))


def _write_all(place: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(place, rest) :]


def _settle(folder: Path) -> None:
    """Make the new name survive a power failure, if the file system supports it."""
    with suppress(OSError):
        place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(place)
        finally:
            os.close(place)


@contextmanager
def _errors_told(path: Path, what: str) -> Iterator[None]:
    """Turn errors of the system into StoreError."""
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise StoreError(f"{path} cannot be {what}: {why}") from error
    except ValueError as error:
        if isinstance(error, LudwrightError):
            raise
        # A null byte in the name.
        raise StoreError(f"{str(path)!r} cannot be {what}: {error}") from error


# --- Reading --------------------------------------------------------------------------------------


def open_regular(path: Path) -> BinaryIO:
    """A regular file, open for reading; StoreError for anything else, which is never opened."""
    with _errors_told(path, "read"):
        # Even opening can do harm: a pipe waits for a writer, a device may act.
        _require_regular(path, path.stat())
        place = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            _require_regular(path, os.fstat(place))
            return os.fdopen(place, "rb")
        except BaseException:
            os.close(place)
            raise


def require_regular(path: Path, most: int = sys.maxsize) -> None:
    """Raise StoreError unless the path is a regular file of at most `most` bytes."""
    with _errors_told(path, "read"):
        found = path.stat()
        _require_regular(path, found)
    if found.st_size > most:
        raise StoreError(f"{path}: expected at most {most} bytes, got {found.st_size}")


def read_text(path: Path, most: int) -> str:
    """The text of a regular file of at most `most` characters, in UTF-8 with or without a BOM.

    Raises StoreError if it cannot be read, LimitExceeded if it is longer.
    """
    with (
        _errors_told(path, "read"),
        TextIOWrapper(open_regular(path), encoding="utf-8-sig") as file,
    ):
        try:
            text = file.read(most + 1)
        except UnicodeDecodeError as error:
            raise StoreError(f"{path}: expected text in UTF-8, got other bytes") from error
    if len(text) > most:
        raise LimitExceeded(f"{path}: expected a text of at most {most} characters, got more")
    return text


def _require_regular(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(f"expected a file to read, got {path}, which is {_kind(found)}")


# --- Plain data -----------------------------------------------------------------------------------


def parse_json(text: str) -> Any:
    """The plain data of a JSON text; raises ValueError with the reason unless it is sound."""
    try:
        data = json.loads(
            text, parse_constant=_no_number, parse_int=_whole_number, object_pairs_hook=_table
        )
    except RecursionError:
        raise ValueError(f"expected at most {DEEPEST_DATA} levels, got more") from None
    require_sound(data)
    return data


def require_sound(data: Any) -> None:
    """Raise ValueError for nesting that is too deep, non-finite numbers and lone surrogates.

    Later code relies on this: sound data can be written, printed and walked through.
    """
    level: list[Any] = [data]
    for _ in range(DEEPEST_DATA):
        level = [inner for one in level for inner in _sound_parts(one)]
        if not level:
            return
    raise ValueError(f"expected at most {DEEPEST_DATA} levels, got more")


def _sound_parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (*value.keys(), *value.values())
    if isinstance(value, list):
        return value
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"expected a finite number, got {value}")
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise ValueError(f"expected a number of at most {LARGEST_NUMBER}, got a larger one")
    if isinstance(value, str) and not value.isascii():
        value.encode()  # UnicodeEncodeError is a ValueError
    return ()


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"expected a number, got {name}")


def _whole_number(digits: str) -> int:
    # The time to parse a number grows with the square of its length.
    return int(digits) if len(digits) <= 40 else LARGEST_NUMBER + 1


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise ValueError(f"expected each name once, got {name[:40]!r} again")
        table[name] = value
    return table
