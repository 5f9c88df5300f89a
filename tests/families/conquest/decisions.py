"""Decisions of players in native conquest matches, with what the board was like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.lower import borders_of
from ludwright.families.conquest.moves import ConquestMove
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.rules import ConquestRules, load_rules
from ludwright.play.playtest import playtest
from ludwright.play.record import Record


@dataclass(frozen=True)
class Decision:
    """One decision of a seat: what it saw and what it did."""

    state: Any
    move: ConquestMove
    seat: int
    around: dict[int, set[int]]
    """The neighbours of each territory."""

    @property
    def phase(self) -> Phase:
        return Phase(self.state["phase"])

    def armies(self, territory: int) -> int:
        count: int = self.state["armies"][territory]
        return count

    @cached_property
    def own(self) -> set[int]:
        return {at for at, owner in enumerate(self.state["owners"]) if owner == self.seat}

    @cached_property
    def border(self) -> set[int]:
        return {at for at in self.own if self.around[at] - self.own}

    @property
    def inner(self) -> set[int]:
        return self.own - self.border


@cache
def decisions(name: str, player: str, matches: int = 2) -> tuple[list[Decision], ...]:
    """All decisions of matches of a player against itself, match by match, in order.

    Matches are cut short, because reading a position takes longer than playing it.
    """
    game = open_game(name)
    rules = load_rules(game)
    around: dict[int, set[int]] = {}
    for one, other in borders_of(rules.tree.map):
        around.setdefault(one, set()).add(other)
        around.setdefault(other, set()).add(one)
    played = playtest(game, player, matches, seed=5, max_plies=1500)
    return tuple(_of_match(record, rules, around) for record in played)


def _of_match(record: Record, rules: ConquestRules, around: dict[int, set[int]]) -> list[Decision]:
    found = []
    positions: Iterable[Any] = record.positions(rules)
    for position, numbers in zip(positions, record.moves, strict=False):
        if position.seat >= 0:
            move = rules.unpack_move(numbers)
            found.append(Decision(position.state, move, position.seat, around))
    return found
