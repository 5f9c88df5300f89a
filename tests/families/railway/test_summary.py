"""Railway games in a line."""

from __future__ import annotations

from ludwright.families.railway.library import open_game
from ludwright.families.railway.summary import summary, tags
from tests.families.railway.wheel import wheel


def test_a_game_is_summed_up_by_its_board_and_its_goal() -> None:
    found = summary(open_game("north-america"))
    assert found.seats == (2, 5)
    assert found.board == "36 cities"
    assert found.goal == "the most points for tracks, tickets and the longest path"
    assert "78 routes, 30 tickets, four cards at the beginning" in found.about
    assert summary(wheel(rest="(longest 0)")).goal == "the most points for tracks and tickets"


def test_games_have_tags() -> None:
    assert {"railway", "hidden", "multiplayer"} <= set(tags(open_game("north-america")))
    assert "multiplayer" not in tags(wheel(seats="(seats 2 2)"))
