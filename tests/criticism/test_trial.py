"""Which kind of player plays a game best at equal cost, and how a critique records it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.criticism import trial
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort, plan_of
from ludwright.criticism.gathering import critique, effort_in_words, gather
from ludwright.criticism.modes import AGAINST_RANDOM, MAIN
from ludwright.criticism.trial import ChosenPlayer, Encounter, chosen_player
from ludwright.errors import LimitExceeded
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of, read_plain
from ludwright.play.playtest import playtest
from ludwright.play.work import counted_work, limited_work

PLAN = plan_of("combinatorial")
SMALL = replace(PLAN.effort("quick"), matches=2, work=4_000, trial=4)
GAME = open_game("connect-four")


@pytest.fixture(autouse=True)
def _nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "_chosen", {})


def tried(effort: Effort = SMALL, jobs: int = 1, name: str = "connect-four") -> ChosenPlayer:
    found = chosen_player(open_game(name), effort, jobs)
    assert found is not None
    return found


def test_the_choice_is_the_same_on_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    one = tried(jobs=1)
    monkeypatch.setattr(trial, "_chosen", {})
    assert tried(jobs=2) == one


def test_every_kind_of_rollout_challenges_whoever_is_best_so_far() -> None:
    found = tried()
    assert [one.challenger.partition(",")[2] for one in found.encounters] == [
        "",
        "rollout=capped",
        "rollout=evaluate",
    ]
    best = found.encounters[0].champion
    assert best.startswith("alphabeta:depth=")
    for one in found.encounters:
        assert one.champion == best
        best = one.challenger if 2 * one.points > one.matches else best
        assert 0 < one.matches <= 4
    assert found.player == best


@pytest.mark.parametrize("name", ["connect-four", "clobber", "hex-7"])
def test_contenders_spend_about_the_same(name: str) -> None:
    found = tried(replace(SMALL, work=20_000), name=name)
    game = open_game(name)
    for one in found.encounters:
        with counted_work() as work:
            played = playtest(game, one.challenger, 4, 11)
        decisions = int((played.lengths - played.columns["opening_plies"]).sum())
        assert 0.4 < work.spent / decisions / found.steps < 1.6, one.challenger


def test_looking_ahead_goes_as_deep_as_the_work_allows() -> None:
    depths = []
    for work in (1, 20_000, 90_000):
        champion = tried(replace(SMALL, work=work)).encounters[0].champion
        depths.append(int(champion.partition("=")[2].partition(",")[0]))
    assert depths[0] == SMALL.depth < depths[1] < depths[2]


def test_a_clear_case_takes_fewer_matches() -> None:
    found = tried(replace(SMALL, trial=10), name="breakthrough-6")
    assert found.player.startswith("alphabeta")
    assert all(one.points <= 1 and one.matches == 6 for one in found.encounters)


def test_a_game_is_tried_once_whatever_the_number_of_matches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = tried()
    monkeypatch.setattr(trial, "playtest", None)
    assert tried(replace(SMALL, name="confirmation", matches=100, is_slow=True)) == one


def test_a_choice_made_before_a_limit_of_work_cost_nothing_under_it() -> None:
    tried()
    with pytest.raises(LimitExceeded), limited_work(100_000):
        gather(GAME, SMALL)


def test_a_critique_says_who_played_and_why() -> None:
    found, evidence = critique(GAME, SMALL, 1)
    assert found.players == tried()
    assert set(evidence.main.players) == {tried().player}
    words = str(found.players)
    assert f"{tried().player} plays" in words
    assert f"{sum(one.matches for one in tried().encounters)} trial matches" in words
    assert str(tried().encounters[0]) in words
    assert found.effort == effort_in_words(GAME, SMALL)
    assert read_plain(Critique, plain_of(found)).players == found.players


def test_an_encounter_in_words() -> None:
    one = Encounter("mcts:playouts=9", "alphabeta:depth=2", 3.5, 6)
    assert str(one) == "mcts:playouts=9 3.5 of 6 against alphabeta:depth=2"


def test_the_seed_of_a_critique_does_not_choose_its_players() -> None:
    one, other = (critique(GAME, SMALL, seed)[0] for seed in (1, 2))
    assert one.players == other.players
    assert one.measures != other.measures


def test_a_named_player_is_not_tried() -> None:
    effort = replace(SMALL, player="mcts:playouts=3")
    found, evidence = critique(GAME, effort)
    assert found.players is None
    assert set(evidence.main.players) == {"mcts:playouts=3"}


@pytest.mark.parametrize(("name", "depth"), [("quick-alphabeta", 2), ("full-alphabeta", 3)])
def test_efforts_of_a_fixed_depth_play_as_they_always_did(name: str, depth: int) -> None:
    effort = PLAN.effort(name)
    assert chosen_player(GAME, effort) is None
    modes = {mode.name: mode for mode in PLAN.modes(effort, 2)}
    assert modes[MAIN].players == (f"alphabeta:depth={depth},nodes=20000",)
    settings = gather(open_game("amazons"), replace(effort, matches=1, depth=1, is_slow=False))
    assert settings.main.settings["max_plies"] == 120


def test_the_chosen_player_is_the_normal_one_in_other_modes_too() -> None:
    effort = replace(PLAN.effort("full"), chosen="mcts:playouts=7")
    modes = {mode.name: mode for mode in PLAN.modes(effort, 2)}
    assert modes[AGAINST_RANDOM].players == ("mcts:playouts=7", "uniform")
