from __future__ import annotations

from xml.etree import ElementTree

from ludwright.presentation.scatter_plot import Point, scatter_plot


def test_every_point_is_drawn_with_its_name_and_interval() -> None:
    points = [Point("a & b", 0.0, 1.0, margin=0.5), Point("far", 9.0, 2.0, kind=1)]
    drawn = scatter_plot("Score <and> rating", "score", "rating", points, ("same", "other"))
    root = ElementTree.fromstring(drawn)
    words = [one.text for one in root.iter() if one.tag.endswith("text")]
    assert {"a & b", "far", "same", "other", "score", "rating", "Score <and> rating"} <= set(words)
    circles = [one for one in root.iter() if one.tag.endswith("circle")]
    assert len(circles) == 4
    assert circles[0].get("fill") != circles[1].get("fill") == "#ffffff"
    ends = [one.get("text-anchor") for one in root.iter() if one.text in {"a & b", "far"}]
    assert ends == ["start", "end"]


def test_one_point_and_none_at_all_can_be_drawn() -> None:
    assert "<svg" in scatter_plot("t", "x", "y", [Point("dot", 3.0, 3.0)], ())
    assert "<svg" in scatter_plot("t", "x", "y", [], ())
