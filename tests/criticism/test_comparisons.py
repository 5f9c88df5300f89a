"""Comparisons: read and written as CSV, bad lines and gaps reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.criticism.comparisons import (
    Comparison,
    Preferred,
    comparisons_of,
    coverage_of,
    read_comparisons,
    write_comparisons,
)
from ludwright.errors import StoreError

SAID = (
    Comparison("Hex", "Y", Preferred.FIRST, "Ann"),
    Comparison("Y", 'Odd, "quoted"', Preferred.SECOND, "Bob"),
    Comparison("Hex", "Gomoku", Preferred.TIE, "Ann"),
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_comparisons(SAID, tmp_path / "said.csv")
    assert read_comparisons(tmp_path / "said.csv") == SAID


def test_columns_come_in_any_order_and_spaces_do_not_count() -> None:
    text = "Preferred, second, first\r\n TIE , Y, Hex\r\n\r\nfirst,Y,Hex\r\n"
    assert comparisons_of(text) == (
        Comparison("Hex", "Y", Preferred.TIE),
        Comparison("Hex", "Y", Preferred.FIRST),
    )


def test_a_spreadsheet_may_mark_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "said.csv").write_bytes("\ufefffirst,second,preferred\nGo,Hex,first\n".encode())
    assert len(read_comparisons(tmp_path / "said.csv")) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the columns first,second,preferred,person .* got nothing"),
        ("first,second\n", "got first,second"),
        ("first,second,preferred,mood\n", "got first,second,preferred,mood"),
        ("first,second,preferred\na,b\n", "line 2: expected 3 values, got 2"),
        ("first,second,preferred\na,a,tie\n", "line 2: expected two different games, got 'a' tw"),
        ("first,second,preferred\n,b,tie\n", "expected the name of a game as first, got nothing"),
        ("first,second,preferred\na,b,both\n", "expected first, second or tie as preferred, got '"),
    ],
)
def test_a_bad_line_is_told(text: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        comparisons_of(text)


def test_all_bad_lines_are_told_at_once() -> None:
    text = "first,second,preferred\n" + "a,b,neither\n" * 3 + "a,b,tie\n" + "a,b\n" * 9
    with pytest.raises(StoreError) as told:
        comparisons_of(text, "said.csv")
    lines = str(told.value).splitlines()
    assert len(lines) == 9
    assert lines[3].startswith("said.csv, line 6: ")
    assert lines[-1] == "and 4 more"


def test_files_that_cannot_be_read_or_written_are_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        read_comparisons(tmp_path / "none.csv")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(StoreError, match="expected text in UTF-8"):
        read_comparisons(tmp_path / "bytes.csv")
    with pytest.raises(StoreError, match="cannot be written"):
        write_comparisons(SAID, tmp_path / "no" / "folder.csv")


def test_gaps_are_reported() -> None:
    apart = (*SAID, *[Comparison("Chess", "Draughts", Preferred.TIE)] * 6)
    found = coverage_of(apart)
    assert found.groups == (("Gomoku", "Hex", 'Odd, "quoted"', "Y"), ("Chess", "Draughts"))
    assert (found.comparisons, found.people, found.ties) == (9, 2, 7)
    assert found.few() == ("Gomoku", "Hex", 'Odd, "quoted"', "Y")
    first, second = found.remarks()
    assert first.startswith("4 of 6 games have fewer than 5 comparisons: Gomoku, Hex")
    assert "2 groups that were never compared" in second


def test_whole_comparisons_need_no_remark() -> None:
    assert coverage_of([Comparison("a", "b", Preferred.TIE)] * 5).remarks() == []


def test_capitals_made_two_games_of_one() -> None:
    found = comparisons_of("first,second,preferred\nHex,Y,first\ny,hex,second\n")
    assert {name for one in found for name in (one.first, one.second)} == {"Hex", "Y"}
    with pytest.raises(StoreError, match="two different games"):
        comparisons_of("first,second,preferred\nHex,hex,first\n")
