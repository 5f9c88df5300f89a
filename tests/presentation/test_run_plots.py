from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludwright.criticism.measure import Score
from ludwright.presentation.run_plots import _ticks, score_plot
from ludwright.store.runs import CandidateRow


def row(number: int, generation: int, score: float) -> CandidateRow:
    found = Score(score, 0.1, 20)
    return CandidateRow(number, generation, "0" * 32, "A", (), None, None, found, True, {}, ())


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (-2.53, 2.1, [-2.0, -1.0, 0.0, 1.0, 2.0]),
        (0, 202, [0.0, 50.0, 100.0, 150.0, 200.0]),
        (0.48, 0.52, [0.48, 0.49, 0.5, 0.51, 0.52]),
        (0, 1, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
    ],
)
def test_axes_have_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert _ticks(low, high) == expected


def test_the_plot_says_where_seeds_end_and_children_begin() -> None:
    rows = [row(0, 0, 0.5), row(1, 0, 0.1), row(2, 1, 0.9)]
    told = list(ElementTree.fromstring(score_plot(rows)).itertext())
    assert "seeds" in told
    assert "children" in told
    told = list(ElementTree.fromstring(score_plot(rows[:2])).itertext())
    assert "children" not in told
