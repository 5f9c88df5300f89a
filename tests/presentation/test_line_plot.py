from __future__ import annotations

from xml.etree import ElementTree

from ludwright.presentation.line_plot import Line, line_plot


def test_every_line_is_drawn_with_its_words_and_intervals() -> None:
    lines = [
        Line("one & only", [(0.0, 1.0), (1.0, 0.5), (2.0, 0.7)], [0.1, 0.1, 0.1]),
        Line("another", [(0.0, 2.0), (2.0, 1.0)]),
        Line("empty", []),
    ]
    drawn = line_plot("Fitness <by> size", "territories", "fitness", lines)
    root = ElementTree.fromstring(drawn)
    curves = [one for one in root.iter() if one.tag.endswith("polyline")]
    assert [len((one.get("points") or "").split()) for one in curves] == [3, 2]
    words = [one.text for one in root.iter() if one.tag.endswith("text")]
    assert {"one & only", "another", "Fitness <by> size", "territories", "fitness"} <= set(words)
    assert "empty" not in words
    bars = [one for one in root.iter() if (one.get("d") or "").count("V") == 3]
    assert len(bars) == 1


def test_one_point_and_no_line_at_all_can_be_drawn() -> None:
    assert "<svg" in line_plot("t", "x", "y", [Line("dot", [(3.0, 3.0)])])
    assert "<svg" in line_plot("t", "x", "y", [])
