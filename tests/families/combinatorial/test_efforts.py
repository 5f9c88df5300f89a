"""How long matches of board games may last."""

from __future__ import annotations

import pytest

from ludwright.criticism.effort import QUICK
from ludwright.families.combinatorial.efforts import PLAN, most_plies, plies_per_turn
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.rules import NativeRules


def test_a_match_of_amazons_was_cut_before_the_board_was_full() -> None:
    rules = NativeRules(open_game("amazons"))
    assert plies_per_turn(rules) == 2.0
    # A hundred cells, of which ninety-two can be shot at, one in each turn.
    assert PLAN.most_plies(QUICK, rules) == 2 * 2 * 100


@pytest.mark.parametrize(
    ("name", "plies"), [("tic-tac-toe", 120), ("hex-7", 120), ("hex-11", 242), ("gomoku-15", 450)]
)
def test_larger_boards_get_more_turns(name: str, plies: int) -> None:
    assert most_plies(QUICK, NativeRules(open_game(name))) == plies
