"""Conquest games as the core plays them: positions, the notation of moves, what a seat sees."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from ludwright._core import conquest as core
from ludwright.families.conquest.lower import lower, territories_of
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.vocabulary import SEAT_NAMES, ConquestGame, Missions
from ludwright.language.check import require_sound
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.native_rules import NativePosition, NativeRules

CARD_KINDS: tuple[str, ...] = ("infantry", "cavalry", "artillery")


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


class ConquestRules(NativeRules):
    """The rules of one game for a number of seats."""

    position_type = ConquestPosition
    kinds = NativeRules.kinds | {"scripted"}

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

    def card_name(self, card: int) -> str:
        """A card in words: its territory and kind, or `wild`."""
        names = self.territory_names
        if card >= len(names):
            return f"wild-{card - len(names) + 1}"
        return names[card]

    def pack_move(self, move: Any) -> tuple[int, ...]:
        """A move as the two numbers of records."""
        try:
            return ConquestMove(*move).packed()
        except struct.error as error:
            raise ValueError(f"expected a move, got {move!r}") from error

    def unpack_move(self, numbers: Sequence[int]) -> ConquestMove:
        """The move that `pack_move` packed."""
        return ConquestMove.unpacked(numbers)

    def name_of(self, position: Any, move: Any) -> str:  # noqa: ARG002
        """`place Alaska 3`, `roll Alaska Kamchatka 2`, `assault Alaska Kamchatka`."""
        kind, a, b, c, n, m = move
        names = self.territory_names
        match kind:
            case Kind.DONE:
                return "done"
            case Kind.CLAIM | Kind.DEAL | Kind.SCATTER:
                return f"{Kind(kind).name.lower()} {names[a]}"
            case Kind.PLACE:
                return f"place {names[a]} {n}"
            case Kind.TRADE:
                cards = ", ".join(self.card_name(card) for card in (a, b, c))
                return f"trade {cards}" + (f" for {names[n - 1]}" if n else "")
            case Kind.ROLL | Kind.ASSAULT | Kind.FORTIFY:
                return f"{Kind(kind).name.lower()} {names[a]} to {names[b]} {n}"
            case Kind.LOSSES:
                return f"losses {n} {m}"
            case Kind.OCCUPY:
                return f"occupy {n}"
            case Kind.CARD:
                return f"card {self.card_name(a)}"
            case _:
                return f"mission {a + 1}"

    @property
    def missions(self) -> Missions | None:
        """The missions of the game, if it has any."""
        goal = self.tree.goal
        return goal if isinstance(goal, Missions) else None


def load_rules(game: Game, seats: int | None = None) -> ConquestRules:
    """The executable rules; for the fewest seats unless another number is given."""
    return ConquestRules(game, seats or seats_of(game)[0])
