"""How board games are tested: by alpha-beta players, with the values of all moves."""

from __future__ import annotations

from typing import Final

from ludwright.criticism.effort import (
    Effort,
    Mode,
    Plan,
    Sampling,
    contests,
    ordinary_modes,
    skill_modes,
)
from ludwright.criticism.modes import (
    AGAINST_DEFENSIVE,
    AGAINST_OBSTRUCTIVE,
    AGAINST_RANDOM,
    deeper,
)
from ludwright.play.families import Annotation
from ludwright.play.judging import Judging

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


def ordinary_player(effort: Effort) -> str:
    """The ordinary player of an effort."""
    return _searcher(effort.depth, effort.nodes)


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
    return (*found, *contests(pairs, effort.matches, seats), *skilled)


def _searcher(depth: int, nodes: int) -> str:
    return f"alphabeta:depth={depth},nodes={nodes}"


def _thinker(playouts: int) -> str:
    return f"mcts:playouts={playouts},rollout=capped,depth_cap={SKILL_PLIES}"


def _annotation(effort: Effort) -> Annotation:
    return Annotation(best_depths=0, nodes=effort.nodes)


PLAN: Final = Plan(
    modes,
    annotation=_annotation,
    judging=Judging(steps=JUDGE_STEPS),
    deep=Sampling(
        POSITIONS_PER_MATCH,
        Annotation(
            value_depth=DEEP_VALUES, best_depths=DEEP_CHOICES, threats=False, nodes=DEEP_NODES
        ),
    ),
)
"""The plan of board games."""
