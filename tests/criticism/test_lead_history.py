"""Curves of the winner's lead, for any number of seats."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.criticism.evidence import NOBODY, SAMPLES, TIMES
from ludwright.criticism.lead_history import lead_history
from tests.criticism.histories import Told, told_playtest
from tests.criticism.seated import Seated, seated_playtest


def test_curves_follow_the_winner_whichever_seat_it_has() -> None:
    first = Told([0.0, 0.5, 1.0], 0)
    second = Told([0.0, -0.5, -1.0], 1)
    found = lead_history(told_playtest([first, second, Told([0.0, 1.0])]))
    assert found is not None
    assert found.matches == 2
    assert found.mean == pytest.approx(TIMES)
    assert found.dramatic is None


def test_the_lead_history_of_three_seats_is_that_of_the_winner() -> None:
    rising = Seated([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 1.0, 0.0]], 1)
    steady = Seated([[0.25, 0.25, 0.5]] * 3, 2)
    drawn = Seated([[1.0, 0.0, 0.0]] * 3, NOBODY)
    found = lead_history(seated_playtest([drawn, rising, steady], 3))
    assert found is not None
    assert found.matches == 2
    assert found.mean[0] == pytest.approx((-0.25 + 0.25) / 2)
    assert found.mean[-1] == pytest.approx((1.0 + 0.25) / 2)
    # The winner of the second match was behind before the first turn.
    assert found.dramatic is not None
    assert found.dramatic[0] == 1
    assert found.dramatic[1][-1] == pytest.approx(1.0)
    assert all(len(curve) == SAMPLES for _, curve in found.typical)


def test_the_most_dramatic_match_is_that_of_the_winner_longest_behind() -> None:
    once = Told([0.0, -0.5, 0.1, 0.2, 1.0], 0)
    often = Told([0.0, 0.3, 0.3, 0.3, -1.0], 1)
    opened = Told([0.0, -1.0, -1.0, 0.2, 1.0], 0, opening=3)
    found = lead_history(told_playtest([once, often, opened]))
    assert found is not None
    assert found.dramatic is not None
    assert found.dramatic[0] == 1
    assert np.abs(found.dramatic[1]).max() == pytest.approx(1.0)


def test_without_a_won_match_there_is_no_history() -> None:
    assert lead_history(told_playtest([Told([0.0, 0.5])])) is None
    assert lead_history(told_playtest([])) is None
