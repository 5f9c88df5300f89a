from __future__ import annotations

from xml.etree import ElementTree

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score, Unscored
from ludwright.play.families import family_named
from ludwright.presentation.radar import AXES, radar_svg

FAMILY = "combinatorial"


def test_radar_is_a_picture_that_names_every_axis_and_says_what_has_no_score() -> None:
    axes = (*AXES, *family_named(FAMILY).glance)
    measures = {name: Score(0.5, 0.1, 20) for name in axes[1:]} | {axes[0]: Unscored("no match")}
    svg = radar_svg(Critique("00", "A-Game & more", "quick", 1, measures), FAMILY)
    root = ElementTree.fromstring(svg)
    told = " ".join(root.itertext())
    assert all(name.replace("-", " ") in told for name in axes)
    assert told.count("unscored") == 1
    assert told.count("0.50") == len(axes) - 1


def test_a_criterion_that_the_family_does_not_have_is_no_axis() -> None:
    measures = {name: Score(0.5, 0.1, 20) for name in AXES}
    svg = radar_svg(Critique("00", "Cards", "quick", 1, measures))
    assert svg.count("<circle") == len(AXES)
    first = family_named(FAMILY).glance[0]
    more = radar_svg(Critique("00", "Board", "quick", 1, {**measures, first: Score(0.5, 0.1, 9)}))
    assert more.count("<circle") == len(AXES) + 1


def test_a_critique_without_measures_has_all_axes_unscored() -> None:
    svg = radar_svg(Critique("00", "Nothing", "quick", 1, {}))
    ElementTree.fromstring(svg)
    assert svg.count("unscored") == len(AXES)
