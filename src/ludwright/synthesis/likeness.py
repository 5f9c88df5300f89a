"""Games that play alike: rules without effect make a text longer, but not a different game.

Regions that are never used, a piece that never moves, a condition that always holds: the rule
distance counts them as differences. Random matches with the same seed do not.
"""

from __future__ import annotations

import hashlib
import random

from ludwright.language.game import Game
from ludwright.play.chance import drawn_event, is_chance
from ludwright.play.families import load_rules

SEED, MATCHES, PLIES = 1, 6, 120
"""The random matches that identify games that play alike."""


def play_signature(game: Game, seats: int | None = None) -> str:
    """A hash of random matches with a fixed seed: equal for games that play alike.

    If no random match ends, the hash includes the digest of the game, since its goal was not seen.
    """
    rules = load_rules(game, seats)
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
            if is_chance(position):
                position = position.after(drawn_event(position, rng))
            else:
                position = position.after(moves[rng.randrange(len(moves))])
        outcome = position.outcome()
        is_goal_seen |= outcome is not None
        told.append(None if outcome is None else outcome.scores)
    if not is_goal_seen:
        told.append(game.digest)
    return hashlib.blake2b(repr(told).encode(), digest_size=8).hexdigest()
