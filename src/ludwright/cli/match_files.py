"""Matches in files, for the commands that show and play them."""

from __future__ import annotations

import sys
from pathlib import Path

from ludwright.files import read_text, require_folder, require_free, write_text
from ludwright.table.match_text import LONGEST, MatchText, read_match


def match_of(file: str) -> MatchText:
    """The match in a text file, or on stdin for `-`."""
    if file == "-":
        return read_match(sys.stdin.read(LONGEST + 1), "stdin")
    return read_match(read_text(Path(file), LONGEST), file)


def save_match(file: Path, text: str, *, force: bool) -> None:
    """Write a match to a file; an existing file is replaced only with `force`."""
    require_free(file, force=force)
    require_folder(file)
    write_text(file, text)
