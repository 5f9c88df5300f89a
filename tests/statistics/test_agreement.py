"""Random play agrees with that of OpenSpiel: a part of `python -m benchmarks.agreement`."""

from __future__ import annotations

import pytest

from benchmarks.agreement import DIFFERENCES, GAMES, Comparison, our_play, recorded, z_score

MATCHES = 20_000
SLOW = ("havannah-8", "lines-of-action-8")
"""Games with fewer matches here, because they take the longest."""


@pytest.mark.parametrize("name", GAMES)
def test_random_play_agrees_with_openspiel(name: str) -> None:
    matches = MATCHES // 4 if name in SLOW else MATCHES
    found = Comparison(name, our_play(GAMES[name], matches), recorded()[name])
    assert found.is_met, f"z of length {found.z_plies:+.2f}, of first share {found.z_first:+.2f}"


def test_every_recorded_game_is_compared_or_explained() -> None:
    assert set(recorded()) == set(GAMES) | set(DIFFERENCES)


def test_a_game_with_other_rules_does_not_agree() -> None:
    found = Comparison("hex-7", our_play("hex-11", 1000), recorded()["hex-7"])
    assert not found.is_met


def test_constants_that_agree_do_not_differ() -> None:
    assert z_score(0.0, (0.0, 0.0)) == 0.0
    assert z_score(0.5, (0.0, 0.0)) > 1e9
