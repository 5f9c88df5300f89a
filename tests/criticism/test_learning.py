"""Critiques read from tables: bad files are reported with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.criticism.learning import read_critiques
from ludwright.errors import StoreError


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("game,a\n" + "x" * 200_000 + ",1\n", "line 2: expected CSV, got field larger"),
        ("game," + "x" * 200_000 + "\nhex,1\n", "line 1: expected CSV, got field larger"),
    ],
)
def test_a_cell_that_is_too_large_was_a_traceback(tmp_path: Path, text: str, place: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match=place):
        read_critiques(file)


def test_a_row_without_a_game_was_silently_ignored(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("game,a\nhex,1\n ,2\n", encoding="utf-8")
    with pytest.raises(StoreError, match="line 3: expected the name of a game, got nothing"):
        read_critiques(file)
