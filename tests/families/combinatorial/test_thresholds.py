"""Games broken on purpose are not viable, with the cause named; games that people play are."""

from __future__ import annotations

import pytest

from ludwright.criticism.effort import QUICK
from ludwright.criticism.gathering import critique
from ludwright.criticism.viability import thresholds_of, verdict_of
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import read_game
from tests.families.combinatorial.broken_games import BROKEN

SOUND = ("hex-7", "breakthrough-6", "reversi-6", "yavalath", "lines-of-action-5")


@pytest.mark.parametrize("name", BROKEN)
def test_a_game_broken_on_purpose_is_not_viable_and_the_cause_is_named(name: str) -> None:
    text, cause = BROKEN[name]
    found, _ = critique(read_game(text), QUICK, seed=1, jobs=2)
    verdict = verdict_of(found, thresholds_of("combinatorial").lenient)
    assert not verdict.is_viable
    assert cause in str(verdict)


@pytest.mark.parametrize("name", SOUND)
def test_a_game_that_people_play_is_viable(name: str) -> None:
    found, _ = critique(open_game(name), QUICK, seed=1, jobs=2)
    assert verdict_of(found, thresholds_of("combinatorial").lenient).is_viable


def test_twenty_games_are_broken_in_ways_of_their_own() -> None:
    assert len({read_game(text).digest for text, _ in BROKEN.values()}) == 20
