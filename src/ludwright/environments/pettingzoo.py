"""Any game as a PettingZoo environment; needs the extra `ludwright[pettingzoo]`.

The agents are the seats, `player_0`, `player_1` and so on. What they see and how their actions are
numbered is the matter of `ludwright.play.encoding` and of the game's family; chance is played by
the environment.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import IllegalMove
from ludwright.language.game import Game
from ludwright.play.chance import drawn_event, is_chance
from ludwright.play.encoding import LARGEST_VALUE, encoding_of
from ludwright.play.families import family_of, game_from, load_rules
from ludwright.play.outcome import Outcome
from ludwright.play.rules import Position, Rules

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(
        "this environment needs PettingZoo; install it with: pip install 'ludwright[pettingzoo]'"
    ) from missing

RENDER_MODES: Final[tuple[str, ...]] = ("ansi", "svg")
Observation = dict[str, NDArray[Any]]


def env(
    game: Game | str | Path,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    max_plies: int | None = None,
) -> Any:
    """The environment of a game with PettingZoo's usual wrappers.

    An illegal action ends the match, with a reward of -1 for its agent and 0 for the others.
    """
    found: Any = MatchEnv(game, seats, render_mode=render_mode, max_plies=max_plies)
    found = wrappers.TerminateIllegalWrapper(found, illegal_reward=-1)
    found = wrappers.AssertOutOfBoundsWrapper(found)
    return wrappers.OrderEnforcingWrapper(found)


class MatchEnv(AECEnv, EzPickle):  # type: ignore[misc] # PettingZoo has no types
    """Matches of one game.

    An observation is {"observation": what the seat can see, "action_mask": 1 for each legal
    action}; the mask of an agent whose turn it is not is 0 everywhere. Rewards come with the end of
    a match: with S seats (S × score - 1) / (S - 1), which is 1 for a win, 0 for a draw of all, and
    sums to 0; with two seats a loss is -1. A match of `max_plies` (by default the family's), events
    of chance included, is truncated without rewards.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "ludwright",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game | str | Path,
        seats: int | None = None,
        *,
        render_mode: str | None = None,
        max_plies: int | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats, render_mode=render_mode, max_plies=max_plies)
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            modes = " or ".join(RENDER_MODES)
            raise ValueError(f"expected {modes} as the render mode, got {render_mode!r}")
        self.render_mode = render_mode
        self.rules: Rules = load_rules(game_from(game), seats)
        usual = family_of(self.rules.game).max_plies
        self.max_plies: int = usual if max_plies is None else max_plies
        self.encoding = encoding_of(self.rules)
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observed_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents
        }
        self.position: Position = self.rules.start()
        self._chance: Random | None = None
        self._legal: dict[int, Any] = {}

    def _observed_space(self) -> spaces.Dict:
        shape, limit = self.encoding.shape, LARGEST_VALUE
        return spaces.Dict(
            {
                "observation": spaces.Box(-limit, limit, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the observations of an agent; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of the actions of an agent; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; the seed decides what is left to chance, in later matches too."""
        del options  # PettingZoo passes them to every environment
        if seed is not None or self._chance is None:
            self._chance = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._advance(self.rules.start(self._chance.getrandbits(63)))

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move, then whatever chance decides.

        Raises IllegalMove if the action is not legal; `env()` wraps the environment so that the
        match ends instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise IllegalMove(
                f"expected one of {len(self._legal)} legal actions of {agent}, got {action}"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._advance(self.position.after(self._legal[int(action)]))
        self._accumulate_rewards()

    def _advance(self, position: Position) -> None:
        """Let chance decide until an agent has to, or the match ends."""
        assert self._chance is not None
        outcome = position.outcome()
        while outcome is None and is_chance(position) and position.ply < self.max_plies:
            position = position.after(drawn_event(position, self._chance))
            outcome = position.outcome()
        self.position = position
        self._legal = {}
        if outcome is not None:
            self._finish(outcome)
        elif position.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            numbers = self.encoding.numbers(position)
            self._legal = dict(zip(numbers, position.moves(), strict=True))
            self.agent_selection = self.agents[position.seat]

    def _finish(self, outcome: Outcome) -> None:
        seats = self.rules.seats
        for agent, score in zip(self.agents, outcome.scores, strict=True):
            self.rewards[agent] = (seats * score - 1) / (seats - 1) if seats > 1 else score
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent can see, and which of its actions are legal."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.encoding.actions, np.int8)
        if self._legal and seat == self.position.seat:
            mask[list(self._legal)] = 1
        return {"observation": self.encoding.observe(self.position, seat), "action_mask": mask}

    def notation(self, action: int) -> str:
        """A legal action as people write the move."""
        if action not in self._legal:
            raise IllegalMove(f"expected one of {len(self._legal)} legal actions, got {action}")
        return self.rules.write_move(self.position, self._legal[action])

    def render(self) -> str | None:
        """The position as text or as an SVG picture, with everything that is hidden."""
        if self.render_mode is None:
            return None
        family = family_of(self.rules.game)
        if self.render_mode == "svg":
            return family.draw_svg(self.position)
        return "\n".join([family.draw_text(self.position), *family.status(self.position)])

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return f"ludwright/{self.rules.game.name}"
