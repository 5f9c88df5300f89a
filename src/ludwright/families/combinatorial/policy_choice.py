"""Which policy an evolved game is played with: hybrids of its default and its parents' policies.

As in Browne & Maire 2010: a child's default policy and those of both parents, and all mixtures of
them, meet in a round robin; the best is stored in the game. Later a policy may be improved by
evolution (`policy.optimise_policy`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import cast

import numpy as np

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.policy import (
    Calibration,
    Weights,
    calibrate,
    default_policy,
    duel,
    encounter,
    optimise_policy,
    policy_of,
)
from ludwright.families.combinatorial.rules import NativeRules, board_game
from ludwright.language.game import Game
from ludwright.play.families import load_rules
from ludwright.synthesis.variation import PolicyChoice

ROUND_MATCHES: int = 2
"""Matches for each pair of policies, with seats exchanged."""
MOST_OPTIONS: int = 50_000
"""Once this many moves were evaluated, no more pairs meet; the default meets all others first."""
HOPELESS: int = 8
"""After this many matches without a winner, no more are played."""
MAX_PLIES: int = 120


def choose_policy(game: Game, parents: Sequence[Game], seed: int) -> PolicyChoice:
    """The game with the best of its policies, found by a round robin at depth 1."""
    root, rules = board_game(game), cast("NativeRules", load_rules(game))
    options = _hybrids([default_policy(root), *(policy_of(board_game(one)) for one in parents)])
    # Who wins does not depend on the scale of leads, which takes most of a calibration.
    calibration = Calibration(1.0, rules.scales)
    points, met = np.zeros(len(options)), np.zeros(len(options))
    matches = decided = weighed = 0
    # A single policy plays itself: whether matches end must be checked anyway.
    pairs = list(combinations(range(len(options)), 2)) or [(0, 0)]
    for number, (first, second) in enumerate(pairs):
        if weighed > MOST_OPTIONS or (matches >= HOPELESS and decided == 0):
            break
        couple = options[first], options[second]
        scores, moves = encounter(
            rules.program,
            *couple,
            seed=seed + number,
            count=ROUND_MATCHES,
            depth=1,
            calibration=calibration,
            max_plies=MAX_PLIES,
        )
        points[first] += float(scores.sum())
        points[second] += float((1.0 - scores).sum())
        met[[first, second]] += len(scores)
        matches += len(scores)
        decided += int((scores != 0.5).sum())
        weighed += moves
    best = int((points / np.maximum(met, 1.0)).argmax())
    # The default follows from the rules, so it need not be stored.
    chosen = with_policy(game, options[best]) if best else game
    return PolicyChoice(chosen, matches, decided)


def improve_policy(game: Game, seed: int, tries: int = 50) -> Game:
    """The game with its policy improved by self-play."""
    root = board_game(game)
    program = native.Program(lower(root))
    weights = policy_of(root)
    calibration = calibrate(program, weights, seed)

    def play(child: Weights, parent: Weights, number: int) -> float:
        return duel(
            program,
            child,
            parent,
            seed=seed + number,
            calibration=calibration,
            max_plies=MAX_PLIES,
        )

    found = optimise_policy(weights, play, np.random.default_rng(seed), tries=tries)
    return with_policy(game, found.weights)


def with_policy(game: Game, weights: Weights) -> Game:
    """The same game with the policy in its `support`."""
    root = board_game(game)
    support = root.support if root.support is not None else v.Support()
    noted = replace(support, advisors=weights.to_clause())
    return Game(replace(root, support=noted))


def _hybrids(policies: Sequence[Weights]) -> list[Weights]:
    """The policies and all mixtures of them, without duplicates; the first stays first."""
    found: list[Weights] = []
    for size in range(1, len(policies) + 1):
        for group in combinations(policies, size):
            mixed = _mixture(group)
            if mixed not in found and any(map(any, mixed.rows)):
                found.append(mixed)
    return found or [policies[0]]


def _mixture(policies: Sequence[Weights]) -> Weights:
    rows = np.mean([one.normalised().rows for one in policies], axis=0)
    # Rounded, so that the order of addition does not matter.
    first, second = (tuple(round(float(w), 6) for w in row) for row in rows)
    return Weights(first, second).normalised()
