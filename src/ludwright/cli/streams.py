"""The standard streams as they may come: closed, in a narrow encoding, or with nobody reading.

A program that is started without one of them, in an ASCII locale or in front of `head` must not end
in a traceback, and must not print into whatever file it opens first.
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
"""What stands for characters that an encoding lacks; others are written as their numbers."""
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
    """Write out what is left; why that is impossible, or nothing.

    Nothing is said of a reader that has gone, as when `head` has seen enough.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        discard_stdout()
        return "" if error.errno == errno.EPIPE else (error.strerror or str(error)).lower()
    return ""


def is_reader_gone() -> bool:
    """Whether nobody reads stdout any more; another pipe may have broken too."""
    watched = select.poll()
    watched.register(sys.stdout.fileno(), 0)
    return any(event & select.POLLERR for _, event in watched.poll(0))


def discard_stdout() -> None:
    """Let everything else that is printed, and what is still to be written out, vanish."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _open_if_closed(number: int, mode: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        # The next file would get the number, and what is printed would be written into it.
        opened = os.open(os.devnull, mode)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)
        os.set_inheritable(number, True)


class _Remarks(io.RawIOBase):
    """Stderr that drops what it cannot write: a lost remark is no reason to end the work."""

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
    """Write what an encoding lacks in characters it has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(char) or _numbered(char) for char in missing), error.end


def _numbered(char: str) -> str:
    return char.encode("ascii", "backslashreplace").decode("ascii")
