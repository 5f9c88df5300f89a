from __future__ import annotations

from ludwright.experiments.ludi_evolve import play_signature
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import read_game

PLAIN = (
    "(game Plain (players White Black) (board (tiling square) (size 5 5) {}) "
    "(end (All win (in-a-row {}))))"
)


def test_rules_without_effect_make_no_other_game_to_play() -> None:
    plain, regions = read_game(PLAIN.format("", 4)), read_game(PLAIN.format("(regions (All n))", 4))
    assert plain.digest != regions.digest
    assert play_signature(plain) == play_signature(regions)


def test_games_that_play_differently_have_signatures_of_their_own() -> None:
    assert play_signature(read_game(PLAIN.format("", 4))) != play_signature(
        read_game(PLAIN.format("", 3))
    )
    assert play_signature(open_game("col")) != play_signature(open_game("snort"))
