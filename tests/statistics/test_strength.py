"""Players that search deeper play better: a part of `python -m benchmarks.strength`."""

from __future__ import annotations

import pytest

from benchmarks.strength import PARTS, SEARCH_GAMES, play_block
from ludwright.play.share import wilson

SEARCH_MATCHES = 20
DEPTH_MATCHES = 60


@pytest.mark.parametrize("game", SEARCH_GAMES)
def test_tree_search_beats_random_play(game: str) -> None:
    points = play_block(game, PARTS["search"], 0, SEARCH_MATCHES)
    assert len(points) == SEARCH_MATCHES
    assert sum(points) >= 0.9 * SEARCH_MATCHES


@pytest.mark.parametrize("game", ["connect-four", "yavalath", "breakthrough-6", "draughts-mini"])
def test_three_plies_beat_one(game: str) -> None:
    points = play_block(game, PARTS["depth"], 0, DEPTH_MATCHES)
    assert wilson(sum(points), len(points)).low >= 0.5


def test_matches_do_not_depend_on_how_they_are_cut() -> None:
    whole = play_block("hex-7", PARTS["depth"], 0, 8)
    parts = [*play_block("hex-7", PARTS["depth"], 0, 4), *play_block("hex-7", PARTS["depth"], 4, 4)]
    assert whole == parts
