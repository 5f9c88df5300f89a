"""Games that play alike: rules without effect make a text longer and the game no other.

Regions that nobody speaks of, a piece that never moves, a condition that always holds: the rule
distance takes them for news. Random matches under the same luck do not.
"""

from __future__ import annotations

import hashlib
import random

from ludwright.language.game import Game
from ludwright.play.families import load_rules

SEED, MATCHES, PLIES = 1, 6, 120
"""The random matches by which games that play alike are known."""


def play_signature(game: Game) -> str:
    """What random matches under the same luck come to: equal for games that play alike.

    A game of which no random match comes to an end is like no other: its goal was not seen.
    """
    rules = load_rules(game)
    rng = random.Random(SEED)
    told: list[object] = []
    is_goal_seen = False
    for _ in range(MATCHES):
        position = rules.start(0)
        for _ in range(PLIES):
            moves = position.moves()
            told.append((position.seat, len(moves)))
            if not moves:
                break
            position = position.after(moves[rng.randrange(len(moves))])
        outcome = position.outcome()
        is_goal_seen |= outcome is not None
        told.append(None if outcome is None else outcome.scores)
    if not is_goal_seen:
        told.append(game.digest)
    return hashlib.blake2b(repr(told).encode(), digest_size=8).hexdigest()
