"""Standard streams that may be closed, have a narrow encoding, or have lost their reader.

A program started without one of them, in an ASCII locale or piped into `head` must not end in a
traceback, and must not print into the first file it happens to open.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import select
import sys
from typing import Any

_PLAIN = {"±": "+/-", "…": "...", "–": "-", "—": "-", "×": "x", "→": "->", "≤": "<=", "≥": ">="}
"""Replacements for characters missing from an encoding; others are written as escapes."""
_HANDLER = "ludwright"


def open_streams() -> None:
    """Make stdin, stdout and stderr usable, whatever they are."""
    codecs.register_error(_HANDLER, _plainly)
    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        _open_if_closed(number, mode)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    encoding = "utf-8" if sys.stderr is None else sys.stderr.encoding
    remarks = io.BufferedWriter(_Remarks())
    sys.stderr = io.TextIOWrapper(remarks, encoding, errors=_HANDLER, line_buffering=True)
    for stream, errors in ((sys.stdin, "backslashreplace"), (sys.stdout, _HANDLER)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def close_stdout() -> str:
    """Flush stdout; return why that failed, or "".

    A reader that is gone is not an error: `head` may have seen enough.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        discard_stdout()
        return "" if error.errno == errno.EPIPE else (error.strerror or str(error)).lower()
    return ""


def is_reader_gone() -> bool:
    """Whether the reader of stdout is gone: a BrokenPipeError may come from another pipe."""
    watched = select.poll()
    watched.register(sys.stdout.fileno(), 0)
    return any(event & select.POLLERR for _, event in watched.poll(0))


def discard_stdout() -> None:
    """Discard everything printed from now on, and what is still buffered."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _open_if_closed(number: int, mode: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        # The next file opened would get this number, and output would be written into it.
        opened = os.open(os.devnull, mode)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)
        os.set_inheritable(number, True)


class _Remarks(io.RawIOBase):
    """A stderr that drops what it cannot write: a lost remark is no reason to stop the work."""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2

    def isatty(self) -> bool:
        return os.isatty(2)

    def write(self, data: Any) -> int:
        try:
            return os.write(2, data)
        except OSError:
            return len(data)


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace characters missing from the encoding."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(char) or _numbered(char) for char in missing), error.end


def _numbered(char: str) -> str:
    return char.encode("ascii", "backslashreplace").decode("ascii")
