"""Parts of pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludwright.families.shapes import digits, drawn_text, filled_lines


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (-0.001, "0"), (2.346, "2.35"), (1234.5, "1234.5")]
)
def test_coordinates_are_short(value: float, text: str) -> None:
    assert digits(value) == text


def test_text_is_escaped() -> None:
    part = ElementTree.fromstring(drawn_text("<b> & co", 1, 2, 3, is_outlined=True))
    assert part.text == "<b> & co"


def test_long_lines_are_broken() -> None:
    lines = list(filled_lines(["word " * 40, "", "short"], 300, 13))
    assert lines[-2:] == ["", "short"]
    assert len(lines) > 4
    assert max(map(len, lines)) <= 50
