"""Positions of native conquest matches for tests: played at random, or to a certain moment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import Phase
from ludwright.language.game import Game
from ludwright.play.families import load_rules
from tests.families.conquest.small import conquest

FULL: dict[str, str] = {
    "seats": "(seats 2 3)",
    "setup": "(setup (by-seats 9 8))",
    "cards": "(cards kinds (series 4 6) (wilds 2) (depicted 2))",
    "fortify": "(fortify each-army-once)",
}
"""Clauses of a small game with cards, rolls, choices and fortifications."""


def full_game(**clauses: str) -> Game:
    """A small game in which everything can happen."""
    return conquest(**{**FULL, **clauses})


def random_match(game: Game, seed: int, seats: int = 2, plies: int = 400) -> Iterator[Any]:
    """The positions of a match of random moves."""
    position: Any = load_rules(game, seats).start()
    luck = Random(seed)
    for _ in range(plies):
        yield position
        moves = position.moves()
        if not moves:
            return
        position = position.after(luck.choice(moves))


def reached(game: Game, phase: Phase, seats: int = 2, seed: int = 0) -> Any:
    """The first position of a random match in this phase, of the first matches that reach it."""
    for number in range(seed, seed + 50):
        for position in random_match(game, number, seats):
            if position.state["phase"] == phase:
                return position
    raise AssertionError(f"no match reached {phase.name}")


def set_up(game: Game, *owners: int, seats: int = 2) -> Any:
    """The match after the territories went to these owners and the first armies to the lowest."""
    position: Any = load_rules(game, seats).start()
    left = list(owners)
    while position.state["phase"] == Phase.DEAL:
        territory = left.index(position.state["mover"])
        left[territory] = -9
        position = position.after(ConquestMove(Kind.DEAL, territory))
    while position.state["phase"] == Phase.SPREAD:
        position = position.after(position.moves()[0])
    return position
