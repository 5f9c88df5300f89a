"""Efforts: how thoroughly a game is tested, and the matches that requires.

An effort defines modes of play. `gather` plays them and returns the evidence that criteria need.
All budgets count matches, plies and nodes: the same seed gives the same evidence on any machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.critique import Critique, criticise
from ludwright.criticism.evidence import DEEP, MAIN, OTHER_FIRST, Evidence
from ludwright.language.game import Game
from ludwright.play.families import Annotation, family_of, load_rules
from ludwright.play.playtest import Playtest, annotate, playtest

PREFERRED_LENGTH: int = 60
"""M_pref, in plies; see `Evidence.preferred_length`."""
DEEPER: tuple[int, ...] = (2, 3, 4)
"""Depths that play against a depth of one ply less."""
SKILL_LEVELS: int = 4
"""Levels of the skill trace; at each, a player meets one with half the playouts."""
FEWEST_PLAYOUTS: int = 25
"""Playouts of the weaker side at the first level."""
SKILL_PLIES: int = 30
"""Most plies of these players' random playouts, which are judged where they stop: in some games
random matches hardly ever end. Judging every leaf directly would measure the policy instead of the
thinking."""
SKILL_MATCHES: int = 60
"""Most matches per level: they are the most expensive of all."""
SLOW_NODES: int = 3_000
"""Most nodes per move where depths play against each other; in games with many moves this limits
the deeper player."""
POSITIONS_PER_MATCH: int = 3
"""Positions of each match that are searched deeply."""
DEEP_VALUES, DEEP_CHOICES = 3, 4
"""In positions searched deeply: the depth of the values of all moves, and of the best moves."""
DEEP_NODES: int = 10_000
"""Most nodes for either of the two."""

Progress = Callable[[str, int, int], None]
"""Called with the mode and its (finished, total) matches."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many matches, how deep, and whether to measure the slow criteria."""

    name: str
    matches: int
    depth: int
    is_slow: bool
    nodes: int = 20_000
    """Most nodes a player may search per move."""
    preferred_length: int = PREFERRED_LENGTH
    """Matches twice as long are abandoned."""

    def __str__(self) -> str:
        slow = ", slow criteria too" if self.is_slow else ""
        return f"{self.name}: {self.matches} matches at depth {self.depth}{slow}"

    def player(self) -> str:
        """The ordinary player of this effort."""
        return f"alphabeta:depth={self.depth},nodes={self.nodes}"


QUICK = Effort("quick", 20, 2, is_slow=False)
FULL = Effort("full", 100, 3, is_slow=True)
EFFORTS: dict[str, Effort] = {effort.name: effort for effort in (QUICK, FULL)}


@dataclass(frozen=True, slots=True)
class Mode:
    """One way of playing a game in order to test it."""

    name: str
    players: tuple[str, str]
    matches: int
    rotate_seats: bool = False
    is_other_first: bool = False


def modes_of(effort: Effort) -> tuple[Mode, ...]:
    """The modes an effort plays; the positions searched deeply are those of `main`."""
    normal = effort.player()
    modes = [
        Mode(MAIN, (normal, normal), effort.matches),
        # Half as many are nearly as good: rates, not counts, are averaged.
        Mode(OTHER_FIRST, (normal, normal), -(-effort.matches // 2), is_other_first=True),
    ]
    if effort.is_slow:
        modes += _slow_modes(effort, normal)
    return tuple(modes)


def _slow_modes(effort: Effort, normal: str) -> list[Mode]:
    count = effort.matches + effort.matches % 2
    pairs = [(f"deeper-{d}", (_deep_player(d), _deep_player(d - 1))) for d in DEEPER]
    pairs += [(name, (normal, name)) for name in ("defensive", "obstructive")]
    pairs.append(("random", (normal, "uniform")))
    modes = [Mode(name, players, count, rotate_seats=True) for name, players in pairs]
    for level in range(SKILL_LEVELS):
        weak = FEWEST_PLAYOUTS << level
        players = (_thinker(2 * weak), _thinker(weak))
        most = min(count, SKILL_MATCHES)
        modes.append(Mode(f"skill-{level + 1}", players, most, rotate_seats=True))
    return modes


def _deep_player(depth: int) -> str:
    return f"alphabeta:depth={depth},nodes={SLOW_NODES}"


def _thinker(playouts: int) -> str:
    return f"mcts:playouts={playouts},rollout=capped,depth_cap={SKILL_PLIES}"


def gather(
    game: Game, effort: Effort, seed: int = 0, jobs: int = 1, progress: Progress | None = None
) -> Evidence:
    """Play the matches of an effort; none if a match is over before the first move."""
    if load_rules(game).start(seed).outcome() is not None:
        return Evidence(game, {}, effort.preferred_length)
    playtests: dict[str, Playtest] = {}
    for mode in modes_of(effort):
        playtests[mode.name] = _played(game, mode, effort, seed, jobs, progress)
    annotate(playtests[MAIN], Annotation(best_depths=0, nodes=effort.nodes, jobs=jobs))
    if effort.is_slow:
        playtests[DEEP] = _searched(playtests[MAIN], seed, jobs)
    return Evidence(game, playtests, effort.preferred_length)


def critique(
    game: Game, effort: Effort, seed: int = 0, jobs: int = 1, progress: Progress | None = None
) -> tuple[Critique, Evidence]:
    """Play and measure a game; also returns the evidence, for plots and later criteria."""
    evidence = gather(game, effort, seed, jobs, progress)
    return criticise(evidence, str(effort), seed, with_slow=effort.is_slow), evidence


def seed_of(seed: int, purpose: str) -> int:
    """A seed for one purpose, independent of those for other purposes."""
    digest = hashlib.blake2b(f"{seed}/{purpose}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _played(
    game: Game, mode: Mode, effort: Effort, seed: int, jobs: int, progress: Progress | None
) -> Playtest:
    other_first = family_of(game).other_first
    played = other_first(game) if mode.is_other_first and other_first is not None else game
    report = None if progress is None else lambda done, total: progress(mode.name, done, total)
    return playtest(
        played,
        mode.players,
        mode.matches,
        seed_of(seed, mode.name) if mode.name != MAIN else seed,
        jobs,
        max_plies=2 * effort.preferred_length,
        rotate_seats=mode.rotate_seats,
        progress=report,
    )


def _searched(main: Playtest, seed: int, jobs: int) -> Playtest:
    """The same matches, with a sample of their positions searched deeply."""
    deep = replace(main, annotations={})
    chosen = _sampled_positions(main, np.random.default_rng(seed_of(seed, DEEP)))
    request = Annotation(
        value_depth=DEEP_VALUES,
        best_depths=DEEP_CHOICES,
        threats=False,
        nodes=DEEP_NODES,
        jobs=jobs,
        positions=chosen,
    )
    annotate(deep, request)
    return deep


def _sampled_positions(main: Playtest, rng: np.random.Generator) -> NDArray[np.bool_]:
    chosen = np.zeros(int(main.offsets[-1]), dtype=np.bool_)
    openings = main.columns["opening_plies"]
    for match in range(len(main)):
        first = int(main.offsets[match]) + int(openings[match])
        last = int(main.offsets[match + 1])
        if first < last:
            count = min(POSITIONS_PER_MATCH, last - first)
            chosen[first + rng.choice(last - first, count, replace=False)] = True
    return chosen
