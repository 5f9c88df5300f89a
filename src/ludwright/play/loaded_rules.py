"""A small memory of loaded rules: a critique plays and measures one game in many calls.

Rules and positions never change, so all callers and threads may share them. Only a few are kept:
an evolution loads thousands of games, each for a short time.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

from ludwright.language.game import Game
from ludwright.play.work import memory_of_limit

MOST_LOADED: Final[int] = 4
"""A critique needs two: the game, and the same game with the other player first."""

Loaded = TypeVar("Loaded")

_loaded: dict[Any, Any] = {}
_changing = Lock()
# The native parts must go before the core does, which otherwise reports them as leaked.
atexit.register(_loaded.clear)


def remembered_rules(load: Callable[..., Loaded], game: Game, *table: Any) -> Loaded:
    """What `load(game, *table)` returns, or returned lately; `table` is the number of seats.

    The key is the text and not the digest, which leaves out the name. Under a limit of work there
    is a memory of its own: what rules compute once would otherwise cost nothing the next time.
    """
    known: dict[Any, Loaded] = memory_of_limit(_loaded)
    key = (load, game.text, *table)
    with _changing:
        found = known.pop(key, None)
        if found is not None:
            known[key] = found  # the last used is the last to be forgotten
            return found
    found = load(game, *table)
    with _changing:
        known[key] = found
        while len(known) > MOST_LOADED:
            del known[next(iter(known))]
    return found
