"""Text files of people's own: tables, profiles, comparisons."""

from __future__ import annotations

from pathlib import Path

from ludwright.errors import StoreError


def text_of(path: Path) -> str:
    """The text of a file; StoreError says why there is none."""
    try:
        # Spreadsheets begin their files with a mark of the encoding.
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"{path}: expected text in UTF-8, got other bytes") from error
