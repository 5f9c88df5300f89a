"""Rules of games that were loaded before, kept because games are often played again."""

from __future__ import annotations

from ludwright.language.game import Game
from ludwright.play.families import Family, NativeRules, family_of
from ludwright.play.work import memory_of_limit

MOST_KEPT: int = 8
"""Games whose rules are kept."""
_kept: dict[tuple[Game, int | None], tuple[Family, NativeRules]] = {}
"""By the game, names and notes included, and the number of seats."""


def rules_of(game: Game, seats: int | None = None) -> NativeRules:
    """The executable rules of a game, shared: rules never change once they are loaded."""
    family = family_of(game)
    known = memory_of_limit(_kept)
    found: tuple[Family, NativeRules] | None = known.get((game, seats))
    # A family may have been registered again since.
    if found is not None and found[0] is family:
        return found[1]
    rules: NativeRules = family.load_rules(game, family.seats_for(game, seats))
    while len(known) >= MOST_KEPT:
        known.pop(next(iter(known)), None)
    known[game, seats] = (family, rules)
    return rules
