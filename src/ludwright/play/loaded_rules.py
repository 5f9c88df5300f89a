"""Rules of games that were loaded before, kept because games are often played again."""

from __future__ import annotations

from ludwright.language.game import Game
from ludwright.play.families import Family, NativeRules, family_of
from ludwright.play.work import memory_of_limit

MOST_KEPT: int = 8
"""Games whose rules are kept."""
_kept: dict[tuple[int, int | None], tuple[Game, Family, NativeRules]] = {}
"""By the identity of the game, which the entry keeps alive, and the number of seats."""


def rules_of(game: Game, seats: int | None = None) -> NativeRules:
    """The executable rules of a game, shared: rules never change once they are loaded.

    Games are told apart as objects, since equal ones may differ in name and notes.
    """
    family = family_of(game)
    known = memory_of_limit(_kept)
    key = (id(game), seats)
    found = known.get(key)
    # A family may have been registered again since.
    if found is not None and found[0] is game and found[1] is family:
        rules: NativeRules = found[2]
        return rules
    rules = family.load_rules(game, family.seats_for(game, seats))
    while len(known) >= MOST_KEPT:
        known.pop(next(iter(known)), None)
    known[key] = (game, family, rules)
    return rules
