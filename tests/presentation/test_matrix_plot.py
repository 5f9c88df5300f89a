"""Tables of numbers as shades."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from ludwright.presentation.matrix_plot import matrix_plot

AXES = ("one", "other")


def test_every_cell_has_its_number_and_the_highest_is_darkest() -> None:
    svg = matrix_plot("Wins", AXES, ["a", "b"], [[0.0, 0.25], [0.5, 1.0]])
    ElementTree.fromstring(svg)
    for words in ("0.00", "0.25", "0.50", "1.00", "Wins", "down: one; across: other"):
        assert f">{words}</text>" in svg
    fills = re.findall(r'stroke="#ffffff" fill="(rgb\([\d,]+\))"', svg)
    assert len(fills) == 4
    assert fills[0] == "rgb(247,251,255)"
    assert fills[3] == "rgb(0,80,140)"


def test_large_numbers_are_whole_and_equal_ones_have_one_shade() -> None:
    assert ">1235</text>" in matrix_plot("Turns", AXES, ["a", "b"], [[1234.6, 3.0], [7.0, 9.0]])
    svg = matrix_plot("Same", AXES, ["a", "b"], [[2.0, 2.0], [2.0, 2.0]])
    assert len(set(re.findall(r'stroke="#ffffff" fill="(rgb\([\d,]+\))"', svg))) == 1


def test_names_with_markup_are_escaped() -> None:
    assert "<b>" not in matrix_plot("<b>", ("<b>", "x"), ["<b>"], [[1.0]])
