"""Games that play alike count as one game."""

from __future__ import annotations

from ludwright.criticism.profile import default_profile
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import read_game
from ludwright.synthesis.candidate import Stage
from ludwright.synthesis.likeness import play_signature
from ludwright.synthesis.screen import Screening, screen
from tests.synthesis.small_runs import small_settings

PLAIN = (
    "(game Plain (players White Black) (board (tiling square) (size 5 5) {}) "
    "(end (All win (in-a-row {}))))"
)


def test_rules_without_effect_make_no_other_game_to_play() -> None:
    plain, regions = read_game(PLAIN.format("", 4)), read_game(PLAIN.format("(regions (All n))", 4))
    assert plain.digest != regions.digest
    assert play_signature(plain) == play_signature(regions)


def test_games_that_play_differently_have_different_signatures() -> None:
    assert play_signature(read_game(PLAIN.format("", 4))) != play_signature(
        read_game(PLAIN.format("", 3))
    )
    assert play_signature(open_game("col")) != play_signature(open_game("snort"))


def test_a_child_that_plays_like_a_member_is_culled() -> None:
    screening = small_settings().screening
    text = PLAIN.format("(regions (All n))", 4)
    known = {play_signature(read_game(PLAIN.format("", 4)))}
    found = screen(text, (), 1, screening, known=known)
    assert found.rejection is not None
    assert found.rejection.stage is Stage.INBREEDING
    assert found.rejection.cause == "plays like a member of the population"
    assert screen(text, (), 1, screening).rejection is None


def test_a_screening_tells_how_the_game_plays() -> None:
    screening = Screening(default_profile("combinatorial"))
    text = PLAIN.format("", 4)
    assert screen(text, (), 1, screening).signature == play_signature(read_game(text))


def test_games_whose_random_matches_never_end_were_taken_for_each_other() -> None:
    # Five captured stones win one game, five in a row the other; no random match gets that far.
    assert play_signature(open_game("hasami-shogi")) != play_signature(open_game("dai-hasami"))
