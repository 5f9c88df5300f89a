from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludwright.criticism.lead_history import lead_history
from ludwright.families.combinatorial.library import open_game
from ludwright.play.playtest import playtest
from ludwright.presentation.plots import lead_plot

GAME = open_game("tic-tac-toe")


def test_the_lead_plot_has_its_curves() -> None:
    played = playtest(GAME, ["mcts:playouts=20", "uniform"], 40, seed=5)
    found = lead_history(played)
    assert found is not None
    assert found.mean[-1] == pytest.approx(1.0)
    svg = lead_plot(played)
    ElementTree.fromstring(svg)
    assert svg.count("<polyline") == 2 + len(found.typical)


def test_a_playtest_without_matches_has_a_plot_that_says_so() -> None:
    svg = lead_plot(playtest(GAME, ["uniform", "uniform"], 0))
    ElementTree.fromstring(svg)
    assert "no match was decided" in svg
