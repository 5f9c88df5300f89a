"""Conquest games as the core plays them: positions, the notation of moves, what a seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from ludwright._core import conquest as core
from ludwright.families.conquest.lower import borders_of, lower, territories_of
from ludwright.families.conquest.moves import ConquestMove
from ludwright.families.conquest.notation import MoveNames
from ludwright.families.conquest.typed_moves import read_typed
from ludwright.families.conquest.vocabulary import SEAT_NAMES, ConquestGame, Missions
from ludwright.families.place_names import key_of
from ludwright.families.written_moves import WrittenRules
from ludwright.language.check import require_sound
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.native_rules import NativePosition


class ConquestPosition(NativePosition):
    """One position of a match."""

    @cached_property
    def state(self) -> Mapping[str, Any]:
        """Everything that makes up the position, hidden cards included."""
        found: Mapping[str, Any] = self.native.snapshot()
        return found

    def view(self, seat: int) -> dict[str, Any]:
        """What all see, and the seat's own cards and mission."""
        state = dict(self.state)
        hands, missions = state.pop("hands"), state.pop("missions")
        # Chance, which is seat -1, holds nothing.
        own = {
            "cards": hands[seat] if seat >= 0 else [],
            "mission": missions[seat] if seat >= 0 else -1,
        }
        return {**super().view(seat), **state, **own, "card_counts": [len(one) for one in hands]}


class ConquestRules(WrittenRules):
    """The rules of one game for a number of seats."""

    position_type = ConquestPosition
    move_type = ConquestMove
    kinds = WrittenRules.kinds | {"scripted"}

    def __init__(self, game: Game, seats: int) -> None:
        require_sound(game)
        self.tree = cast("ConquestGame", game.root)
        super().__init__(game, core.start(lower(self.tree, seats)))

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """What the players are called: by colours."""
        return SEAT_NAMES[: self.seats]

    @cached_property
    def territory_names(self) -> tuple[str, ...]:
        """The names of the territories by number."""
        return tuple(str(one.name) for one in territories_of(self.tree.map))

    @cached_property
    def continent_names(self) -> tuple[str, ...]:
        """The names of the continents by number."""
        return tuple(str(one.name) for one in self.tree.map.continents)

    @cached_property
    def names(self) -> MoveNames:
        """How moves are written."""
        wilds = self.tree.cards.wilds if self.tree.cards else 0
        return MoveNames(self.territory_names, len(self.territory_names) + wilds)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The names of the territories as they are compared with what people type."""
        return tuple(map(key_of, self.territory_names))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each territory, in ascending order."""
        found: list[list[int]] = [[] for _ in self.territory_names]
        for one, other in borders_of(self.tree.map):
            found[one].append(other)
            found[other].append(one)
        return tuple(tuple(sorted(others)) for others in found)

    def read_typed(self, position: Any, text: str) -> ConquestMove:
        """The legal move that a person typed; raises IllegalMove."""
        return read_typed(position, text)

    @property
    def missions(self) -> Missions | None:
        """The missions of the game, if it has any."""
        goal = self.tree.goal
        return goal if isinstance(goal, Missions) else None


def load_rules(game: Game, seats: int | None = None) -> ConquestRules:
    """The executable rules; for the fewest seats unless another number is given."""
    return ConquestRules(game, seats or seats_of(game)[0])
