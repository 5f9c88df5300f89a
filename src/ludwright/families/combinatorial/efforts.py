"""How board games are tested: by the strongest kind of player, with the values of all moves.

`quick` and `full` find out which kind plays a game best at equal cost. `quick-alphabeta` and
`full-alphabeta` do not: alpha-beta looks a fixed number of plies ahead, and every match is
abandoned at the same length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import Final

import numpy as np

from ludwright.criticism.effort import (
    FULL,
    QUICK,
    Contender,
    Effort,
    Mode,
    Plan,
    Sampling,
    contests,
    ladder_modes,
    ordinary_modes,
    skill_modes,
)
from ludwright.criticism.modes import (
    AGAINST_DEFENSIVE,
    AGAINST_OBSTRUCTIVE,
    AGAINST_RANDOM,
    deeper,
)
from ludwright.families.combinatorial.rules import NativeRules
from ludwright.play.families import Annotation, MatchOrder
from ludwright.play.judging import Judging
from ludwright.play.rules import Rules

DEEPER: Final[tuple[int, ...]] = (2, 3, 4)
"""Depths that play against a depth of one ply less."""
SKILL_PLIES: Final[int] = 30
"""Most plies of the random playouts of the skill trace, which are judged where they stop: in some
games random matches hardly ever end. Judging every leaf directly would measure the policy instead
of the thinking."""
SLOW_NODES: Final[int] = 3_000
"""Most nodes per move where depths play against each other; in games with many moves this limits
the deeper player."""
POSITIONS_PER_MATCH: Final[int] = 3
"""Positions of each match that are searched deeply."""
DEEP_VALUES, DEEP_CHOICES = 3, 4
"""In positions searched deeply: the depth of the values of all moves, and of the best moves."""
DEEP_NODES: Final[int] = 10_000
"""Most nodes for either of the two."""
JUDGE_STEPS: Final[int] = 300_000
"""Most work for each position from which leads are read, in steps of the core; where playouts are
dear, fewer do."""
QUICK_WORK: Final[int] = 100_000
"""Steps of a move, about a thousandth of a second: alpha-beta looks two to five plies ahead, MCTS
makes some hundred playouts."""
FULL_WORK: Final[int] = 600_000
"""The same of a full critique."""
FULL_TRIAL: Final[int] = 20
"""Matches of each encounter before a full critique."""
LATEST_PLIES: Final[int] = 2 * QUICK.preferred_length
"""Where efforts of a fixed depth abandon a match."""
TURNS_PER_CELL: Final[int] = 2
"""Turns that a match may last for each cell of the board, if that is more than twice the preferred
length: a board that both players fill takes one."""
RANDOM_MATCHES: Final[int] = 4
"""Random matches that tell how many plies a turn takes."""
RANDOM_PLIES: Final[int] = 200
"""Most plies of these."""

FEW_PLAYOUTS: Final[int] = 10
"""Playouts of a move while their cost is found out."""

EFFORTS: Final[Mapping[str, Effort]] = {
    "quick": replace(QUICK, work=QUICK_WORK),
    "full": replace(FULL, work=FULL_WORK, trial=FULL_TRIAL),
    "quick-alphabeta": replace(QUICK, name="quick-alphabeta", max_plies=LATEST_PLIES),
    "full-alphabeta": replace(FULL, name="full-alphabeta", max_plies=LATEST_PLIES),
}
"""By name."""


def ordinary_player(effort: Effort) -> str:
    """The ordinary player of an effort: the one that its trial chose, if there was one."""
    return effort.chosen or _searcher(effort.depth, effort.nodes)


def modes(effort: Effort, seats: int) -> tuple[Mode, ...]:
    """The modes in which board games are played."""
    normal = ordinary_player(effort)
    found = ordinary_modes(normal, effort)
    if not effort.is_slow:
        return found
    pairs = [
        (deeper(depth), _searcher(depth, SLOW_NODES), _searcher(depth - 1, SLOW_NODES))
        for depth in DEEPER
    ]
    pairs += [
        (AGAINST_DEFENSIVE, normal, "defensive"),
        (AGAINST_OBSTRUCTIVE, normal, "obstructive"),
        (AGAINST_RANDOM, normal, "uniform"),
    ]
    skilled = skill_modes(_thinker, effort.matches, seats)
    ladder = ladder_modes(_thinker, effort.matches, seats)
    return (*found, *contests(pairs, effort.matches, seats), *skilled, *ladder)


def most_plies(effort: Effort, rules: Rules) -> int:
    """Where a match is abandoned: after the turns that the board needs, each of several plies."""
    assert isinstance(rules, NativeRules)
    turns = max(2 * effort.preferred_length, TURNS_PER_CELL * len(rules.board.sites))
    return ceil(turns * plies_per_turn(rules))


def plies_per_turn(rules: NativeRules) -> float:
    """How many plies in a row a player makes, on average over random matches."""
    uniform = ({"kind": "uniform"},) * rules.seats
    order = MatchOrder(uniform, RANDOM_MATCHES, 0, max_plies=RANDOM_PLIES)
    columns = rules.play_matches(order)
    seats, firsts = columns["seats"], columns["offsets"][:-1]
    begins = np.concatenate([[True], seats[1:] != seats[:-1]])
    begins[firsts[firsts < len(seats)]] = True
    return len(seats) / max(1, int(np.count_nonzero(begins)))


def _thinking(effort: Effort) -> str:
    if effort.work:
        return f"about {effort.work:,} steps a move, by the strongest kind of player"
    return f"depth {effort.depth}"


def _searcher(depth: int, nodes: int) -> str:
    return f"alphabeta:depth={depth},nodes={nodes}"


def _thinker(playouts: int) -> str:
    return f"mcts:playouts={playouts},rollout=capped,depth_cap={SKILL_PLIES}"


def _annotation(effort: Effort) -> Annotation:
    return Annotation(best_depths=0, nodes=effort.nodes)


def _by_playouts(rollout: str) -> Contender:
    return Contender(lambda playouts: f"mcts:playouts={playouts}{rollout}", FEW_PLAYOUTS)


CONTENDERS: Final[tuple[Contender, ...]] = (
    _by_playouts(""),
    _by_playouts(",rollout=capped"),
    _by_playouts(",rollout=evaluate"),
)
"""MCTS with every kind of rollout challenges alpha-beta."""

PLAN: Final = Plan(
    modes,
    EFFORTS,
    screening="quick-alphabeta",
    thinking=_thinking,
    annotation=_annotation,
    judging=Judging(steps=JUDGE_STEPS),
    max_plies=most_plies,
    contenders=CONTENDERS,
    ordinary=ordinary_player,
    deep=Sampling(
        POSITIONS_PER_MATCH,
        Annotation(
            value_depth=DEEP_VALUES, best_depths=DEEP_CHOICES, threats=False, nodes=DEEP_NODES
        ),
    ),
)
"""The plan of board games."""
