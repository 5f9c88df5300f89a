"""Findings of a game that was read from a file give their place in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ludwright.errors import Finding, GameCheckError
from ludwright.families.combinatorial.library import open_game
from ludwright.language.check import check, require_sound
from ludwright.language.game import Game, load_game, read_game

TEXT = """; a comment (with a bracket
(game Little (players White Black)
\t(board (tiling square) (size 3 3))
  (end (All win (and (in-a-row 3)
      (capture Queen)))
   (Green lose (no-moves))))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "little.game"
    path.write_text(TEXT)
    return path


def test_findings_had_a_path_but_no_line_and_column(file: Path) -> None:
    for game in (load_game(file), open_game(file)):
        queen, green = check(game)
        assert (queen.line, queen.column) == (5, 16)
        assert queen.excerpt.splitlines()[1].index("^") == 15
        assert (green.line, green.column) == (6, 5)
        assert green.place == "end.clauses[1].player"


def test_the_error_of_a_senseless_game_shows_file_line_and_caret(file: Path) -> None:
    with pytest.raises(GameCheckError) as caught:
        require_sound(open_game(file))
    text = str(caught.value)
    assert text.startswith(f"{file}: expected a sensible game, got 2 findings")
    assert "line 5, column 16: expected a type of piece (Stone), got 'Queen'" in text
    assert "(capture Queen)))\n" in text
    assert caught.value.source == str(file)


def test_a_byte_order_mark_does_not_move_the_column(tmp_path: Path) -> None:
    path = tmp_path / "marked.game"
    path.write_text(TEXT.split("\n", 1)[1].replace("Black", "White"), encoding="utf-8-sig")
    finding = check(load_game(path))[0]
    assert (finding.line, finding.column) == (1, 14)


def test_where_a_game_was_read_makes_it_no_other_game(file: Path) -> None:
    read, loaded = read_game(TEXT), load_game(file)
    assert read.source is None
    assert loaded.source is not None
    assert read == loaded
    assert hash(read) == hash(loaded)
    assert read.digest == loaded.digest
    assert check(read) == check(loaded)
    assert check(read)[0].line == 0
    assert str(check(read)[0]).startswith("end.clauses[0]")


def test_a_finding_is_the_same_wherever_it_stands() -> None:
    finding = Finding("expected …", "end")
    assert finding == replace(finding, line=3, column=4)
    assert finding.to_json() == {"message": "expected …", "place": "end"}
    assert replace(finding, line=3, column=4).to_json()["column"] == 4


def test_a_line_too_long_to_show_is_told_without_it(tmp_path: Path) -> None:
    path = tmp_path / "wide.game"
    path.write_text(" ".join(TEXT.split("\n", 1)[1].split()) + " " * 500)
    finding = check(load_game(path))[0]
    assert finding.line == 1
    assert finding.excerpt == ""


def test_a_tree_built_in_python_has_no_lines(file: Path) -> None:
    game = Game(load_game(file).root)
    assert all(finding.line == 0 for finding in check(game))
