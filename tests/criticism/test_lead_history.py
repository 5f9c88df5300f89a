"""The curves of the winners' leads, at any number of seats."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.criticism.evidence import SAMPLES
from ludwright.criticism.kept_matches import ended
from ludwright.criticism.lead_history import lead_history
from ludwright.families.combinatorial.library import open_game
from ludwright.play.playtest import playtest
from tests.play.lots import Anyone, lots


def test_the_lead_is_that_of_the_winner_over_the_best_of_the_others() -> None:
    played = playtest(lots(), Anyone(), 30, seed=1, seats=4)
    found = lead_history(played)
    assert found is not None
    assert found.matches == int((played.winners >= 0).sum())
    assert found.mean.shape == (SAMPLES,)
    # A winner ends with everything, all others with nothing.
    assert found.mean[-1] == 1.0
    assert found.dramatic is not None
    assert found.dramatic[1].min() < 0


def test_with_two_seats_it_is_the_difference_of_their_standings() -> None:
    played = playtest(open_game("tic-tac-toe"), "uniform", 20, seed=1)
    found = lead_history(played)
    assert found is not None
    match, curve = found.typical[0]
    record = played[match]
    history = record.lead_history() * (1.0 if record.winner == 0 else -1.0)
    times = np.linspace(0.0, 1.0, SAMPLES) * (len(history) - 1)
    assert curve == pytest.approx(np.interp(times, np.arange(len(history)), history))


def test_the_end_of_a_match_at_a_large_table_is_told() -> None:
    played = playtest(lots("(lots Big (seats 2 8))"), Anyone(), 40, seed=1, seats=8)
    last = next(one for one in played if one.winner is not None and one.winner >= 6)
    assert ended(last).startswith(f"won by player {(last.winner or 0) + 1} after")
