"""The chances of battles in plain Python: every roll of the dice is counted.

Part of the reference; the native core has its own way (`native/conquest/battle.h`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

FACES = range(1, 7)

Losses = tuple[int, int]
"""The armies that the attacker and the defender lose."""


@cache
def roll_chances(
    attack: int, defence: int, *, attacker_wins_ties: bool
) -> Mapping[Losses, Fraction]:
    """The exact chance of every result of one roll with these numbers of dice."""
    counted: Counter[Losses] = Counter()
    for dice in product(FACES, repeat=attack + defence):
        first = sorted(dice[:attack], reverse=True)
        second = sorted(dice[attack:], reverse=True)
        pairs = [*zip(first, second, strict=False)]
        won = sum(a > d or (a == d and attacker_wins_ties) for a, d in pairs)
        counted[len(pairs) - won, won] += 1
    rolls = len(FACES) ** (attack + defence)
    return {losses: Fraction(count, rolls) for losses, count in sorted(counted.items())}


@lru_cache(maxsize=64)
def assault_chances(
    armies: int, defenders: int, most: Losses, *, attacker_wins_ties: bool
) -> Mapping[Losses, float]:
    """The chance of every end of an assault; `most` are the most dice of the two sides.

    Both sides roll as many dice as they can until one of them has no armies left.
    """
    reached: defaultdict[Losses, float] = defaultdict(float, {(0, 0): 1.0})
    # Every roll takes armies away, so a state is complete when all with fewer losses are done.
    for lost in range(armies):
        for killed in range(defenders):
            chance = reached.pop((lost, killed), 0.0)
            if chance == 0.0:
                continue
            dice = min(most[0], armies - lost), min(most[1], defenders - killed)
            rolls = roll_chances(*dice, attacker_wins_ties=attacker_wins_ties)
            for (attacker, defender), share in rolls.items():
                reached[lost + attacker, killed + defender] += chance * float(share)
    ends = [(lost, defenders) for lost in range(armies)]
    ends += [(armies, killed) for killed in range(defenders)]
    return {end: reached[end] for end in ends}
