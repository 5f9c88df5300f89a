"""The plan of a critique: efforts, modes and who plays in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.criticism.effort import (
    EFFORTS,
    FULL,
    QUICK,
    SKILL_MATCHES,
    Mode,
    Plan,
    contests,
    plan_of,
    playouts_plan,
)
from ludwright.criticism.modes import AGAINST_RANDOM, LADDER, MAIN, ORDINARY_MODES, SKILL_MODES
from ludwright.errors import LudwrightError, UnknownName
from ludwright.play.roster import make_player
from tests.criticism.bare_family import BARE, have_record


def test_an_effort_says_in_words_what_makes_values_comparable() -> None:
    plan = plan_of("combinatorial")
    quick = "quick: 20 matches at depth 2"
    assert str(QUICK) == quick
    assert plan.told(QUICK) == f"{quick}, leads by search"
    assert plan.told(QUICK, is_searched=False) == f"{quick}, leads by evaluation"
    assert plan.told(FULL) == "full: 100 matches at depth 3, slow criteria too, leads by search"
    assert playouts_plan().told(QUICK) == "quick: 20 matches at 100 playouts"


def test_an_unknown_effort_is_told() -> None:
    assert playouts_plan().effort("quick") == QUICK
    with pytest.raises(UnknownName, match="did you mean 'quick'"):
        plan_of("combinatorial").effort("quik")


@pytest.mark.parametrize("effort", EFFORTS.values(), ids=str)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_plan_for_any_family_seats_every_number_of_players(effort: object, seats: int) -> None:
    assert effort in (QUICK, FULL)
    modes = playouts_plan("mcts").modes(QUICK if effort == QUICK else FULL, seats)
    assert modes[0].name == MAIN
    for mode in modes:
        players = mode.seated(seats)
        assert len(players) == seats
        assert [make_player(one) for one in players]
        if mode.rotate_seats:
            # Whole turns: each player sits at each seat equally often.
            assert mode.matches % seats == 0


def test_one_strong_player_meets_weaker_ones_at_all_other_seats() -> None:
    modes = {mode.name: mode for mode in playouts_plan().modes(FULL, 4)}
    assert set(modes) == {*ORDINARY_MODES, AGAINST_RANDOM, *SKILL_MODES, *LADDER}
    assert modes[AGAINST_RANDOM].players == ("mcts:playouts=200", *["uniform"] * 3)
    strong, *weak = modes["skill-2"].players
    assert strong == "mcts:playouts=100"
    assert weak == ["mcts:playouts=50"] * 3
    assert modes["skill-2"].matches == SKILL_MATCHES


def test_a_rung_of_the_ladder_has_a_hundred_matches_and_four_times_the_playouts() -> None:
    modes = {mode.name: mode for mode in playouts_plan().modes(FULL, 2)}
    rungs = [modes[name] for name in LADDER]
    assert [mode.players for mode in rungs] == [
        (f"mcts:playouts={4 * few}", f"mcts:playouts={few}") for few in (8, 32, 128)
    ]
    assert all(mode.matches >= 100 and mode.rotate_seats for mode in rungs)


def test_deeper_efforts_think_longer_in_every_family() -> None:
    thinking = [playouts_plan().thinking(replace(QUICK, depth=depth)) for depth in (1, 2, 3)]
    assert thinking == ["50 playouts", "100 playouts", "200 playouts"]


def test_a_game_with_hidden_information_is_planned_for_a_player_that_respects_it() -> None:
    modes = playouts_plan("ismcts").modes(FULL, 3)
    kinds = {player.partition(":")[0] for mode in modes for player in mode.players}
    assert kinds == {"ismcts", "uniform"}


def test_a_quick_effort_plays_ordinary_modes_only() -> None:
    for plan in (plan_of("combinatorial"), playouts_plan()):
        assert {mode.name for mode in plan.modes(QUICK, 2)} == ORDINARY_MODES


def test_contests_are_rounded_up_to_whole_turns_of_the_seats() -> None:
    (mode,) = contests([("a", "x", "y")], 20, 3)
    assert mode == Mode("a", ("x", "y", "y"), 21, rotate_seats=True)


def test_too_few_players_for_the_seats_are_refused() -> None:
    with pytest.raises(LudwrightError, match="mode a: expected 1 or 3 players, got 2"):
        Mode("a", ("x", "y"), 4).seated(3)


def test_a_family_without_a_plan_is_played_by_the_common_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = plan_of("combinatorial")
    have_record(monkeypatch, **BARE)
    common = plan_of("toy")
    assert isinstance(common, Plan)
    assert common != own
    assert common.annotation is None
    assert common.deep is None
    assert "mcts:" in common.modes(QUICK, 3)[0].players[0]
    have_record(monkeypatch, **BARE, is_hidden=True)
    assert plan_of("toy").modes(QUICK, 3)[0].players == ("ismcts:playouts=100",)
