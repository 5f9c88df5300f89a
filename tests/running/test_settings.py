"""What people ask of a run in words becomes its settings."""

from __future__ import annotations

import pytest

from ludwright.criticism.effort import QUICK
from ludwright.errors import UnknownName
from ludwright.running.settings import settings_for
from ludwright.synthesis.steering import Limit
from tests.running.conftest import two_seeds

FAMILY = "combinatorial"


def test_settings_hold_what_was_asked_for() -> None:
    seeds = two_seeds()
    found = settings_for(
        FAMILY, seeds, 7, finalists=3, axes=["concept"], limits=["mean-length<=40"], finish=QUICK
    )
    assert (found.seed, found.finalists, found.axes, found.finish) == (7, 3, ("concept",), QUICK)
    assert found.seeds == tuple(game.digest for game in seeds)
    assert found.screening.steering.limits == (Limit("mean-length", most=40.0),)


def test_words_that_mean_nothing_are_refused() -> None:
    with pytest.raises(UnknownName, match="criterion"):
        settings_for(FAMILY, two_seeds(), axes=["balanse"])
    with pytest.raises(ValueError, match="as axes, got none"):
        settings_for(FAMILY, two_seeds(), axes=[])
    with pytest.raises(ValueError, match="expected a limit such as"):
        settings_for(FAMILY, two_seeds(), limits=["mean-length"])
