"""The text of rules in English."""

from __future__ import annotations

from ludwright.families.paragraphs import WIDTH, sections_text


def test_sections_are_wrapped_and_lists_are_indented() -> None:
    text = sections_text("My-Game", [("One", ["word " * 40, "- item " * 30]), ("Two", [])])
    lines = text.splitlines()
    assert lines[:4] == ["My Game", "=======", "", "One"]
    assert max(map(len, lines)) <= WIDTH
    assert "Two" not in lines
    assert any(line.startswith("    ") for line in lines)


def test_a_game_without_a_name_is_called_that() -> None:
    assert sections_text("", []).startswith("A game without a name\n")
