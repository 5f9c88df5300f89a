"""Games as PettingZoo environments, checked by that library's own tests and by ours."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from ludwright.errors import IllegalMove
from ludwright.language import registry
from ludwright.play.families import load_rules, open_game

pytest.importorskip("pettingzoo", reason="make install installs it")
from pettingzoo.test import api_test, seed_test

from ludwright.environments.pettingzoo import MatchEnv, env

CONQUEST = "rossato-artificial-3-10t"
GAMES = ["yavalath", "breakthrough-6", "reversi-6", "lasca-lite", "fifteen"]
"""Placement, movement, passes, stacks; three seats with chance and hidden cards."""

# PettingZoo wants a mask next to an observation, but its test knows the names of its own games only
# and warns about the dictionary of any other.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # The mask of an agent whose match is over.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy family is known here and nowhere else."""
    registry.registrations()  # the packaged families first: they stay registered
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    registry.register_family("toy", "toy", "tests.toy.family")


@pytest.mark.parametrize("name", [*GAMES, CONQUEST])
def test_the_api_test_of_pettingzoo_passes(name: str) -> None:
    api_test(env(name, render_mode="ansi"), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_test_of_pettingzoo_passes(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=40)


def played(match: Any, seed: int) -> dict[str, float]:
    """The rewards of a match of random legal actions, each read from its own `last()`."""
    rng = Random(seed)
    match.reset(seed=seed)
    rewards = dict.fromkeys(match.possible_agents, 0.0)
    for agent in match.agent_iter():
        seen, reward, is_over, is_cut, _ = match.last()
        rewards[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        match.step(None if is_over or is_cut else int(rng.choice(legal)))
    return rewards


@pytest.mark.parametrize("name", GAMES)
def test_rewards_follow_the_scores_and_sum_to_0(name: str) -> None:
    match = env(name)
    for seed in range(5):
        rewards = played(match, seed)
        outcome = match.unwrapped.position.outcome()
        seats = len(rewards)
        assert list(rewards.values()) == [(seats * s - 1) / (seats - 1) for s in outcome.scores]
        assert sum(rewards.values()) == pytest.approx(0)


def test_actions_mean_the_moves_that_are_legal() -> None:
    match = MatchEnv("yavalath")
    match.reset(seed=1)
    mask = match.observe("player_0")["action_mask"]
    assert mask.sum() == 61
    assert match.observe("player_1")["action_mask"].sum() == 0
    centre = next(a for a in np.flatnonzero(mask) if match.notation(int(a)) == "E5")
    match.step(int(centre))
    assert match.agent_selection == "player_1"
    assert match.observe("player_1")["action_mask"][centre] == 0


def test_an_action_has_the_same_number_in_every_match_and_environment() -> None:
    meant: dict[int, set[str]] = {}
    for seed in range(3):
        match, rng = MatchEnv("breakthrough-6"), Random(seed)
        match.reset(seed=seed)
        while not any(match.terminations.values()):
            legal = [
                int(a) for a in np.flatnonzero(match.observe(match.agent_selection)["action_mask"])
            ]
            for action in legal:
                # Which rule is meant is not part of the notation where only one fits.
                meant.setdefault(action, set()).add(match.notation(action).partition(":")[0])
            match.step(rng.choice(legal))
    assert len(meant) > 50
    assert all(len(moves) == 1 for moves in meant.values())


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_illegal_action_ends_the_match_with_a_loss() -> None:
    match = env("tic-tac-toe")
    match.reset(seed=0)
    first = int(np.flatnonzero(match.last()[0]["action_mask"])[0])
    match.step(first)
    match.last()
    match.step(first)
    assert match.terminations == {"player_0": True, "player_1": True}
    assert match.rewards == {"player_0": 0, "player_1": -1}


def test_without_the_wrappers_an_illegal_action_is_an_error() -> None:
    match = MatchEnv("tic-tac-toe")
    match.reset()
    with pytest.raises(IllegalMove, match="expected one of 9 legal actions of player_0, got 99"):
        match.step(99)
    with pytest.raises(IllegalMove, match="expected one of 9 legal actions, got 99"):
        match.notation(99)


def test_a_match_that_is_too_long_is_cut_without_rewards() -> None:
    match = env("breakthrough-6", max_plies=3)
    assert played(match, 1) == {"player_0": 0.0, "player_1": 0.0}
    assert match.unwrapped.position.ply == 3


def test_the_seed_of_an_environment_decides_its_chance() -> None:
    def deals(seed: int) -> list[bytes]:
        match = MatchEnv("fifteen")
        match.reset(seed=seed)
        found = [match.position.encode()]
        match.reset()  # the next match of the same environment
        return [*found, match.position.encode()]

    assert deals(1) == deals(1)
    assert len({one for seed in range(4) for one in deals(seed)}) > 2


def test_no_agent_ever_sees_what_is_hidden_from_it() -> None:
    match, rng = MatchEnv("fifteen"), Random(5)
    for seed in range(10):
        match.reset(seed=seed)
        while not any(match.terminations.values()):
            for seat, agent in enumerate(match.agents):
                dealt = match.position.redealt(seat, rng.getrandbits(60))
                other = match.encoding.observe(dealt, seat)
                assert np.array_equal(match.observe(agent)["observation"], other)
            legal = np.flatnonzero(match.observe(match.agent_selection)["action_mask"])
            match.step(int(rng.choice(legal)))


def test_chance_never_asks_an_agent() -> None:
    match = MatchEnv("fifteen", 3)
    assert load_rules(open_game("fifteen")).start().seat == -1
    match.reset(seed=3)
    assert match.possible_agents == ["player_0", "player_1", "player_2"]
    while not any(match.terminations.values()):
        assert match.position.seat >= 0
        match.step(int(np.flatnonzero(match.observe(match.agent_selection)["action_mask"])[-1]))


def test_positions_are_rendered_as_text_and_as_a_picture() -> None:
    match = MatchEnv("yavalath", render_mode="ansi")
    match.reset()
    assert "White (O) to move" in str(match.render())
    match = MatchEnv("fifteen", render_mode="svg")
    match.reset()
    assert str(match.render()).startswith("<svg")
    assert MatchEnv("yavalath").render() is None
    with pytest.raises(ValueError, match="expected ansi or svg as the render mode, got 'human'"):
        MatchEnv("yavalath", render_mode="human")


def test_environments_can_be_sent_to_other_processes() -> None:
    match = MatchEnv("yavalath", max_plies=7)
    copy = pickle.loads(pickle.dumps(match))
    assert (copy.max_plies, copy.encoding.actions) == (7, match.encoding.actions)
