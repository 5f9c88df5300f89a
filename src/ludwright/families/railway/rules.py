"""Railway games as the core plays them: positions, the notation of moves, what a seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from ludwright._core import railway as core
from ludwright.families.place_names import key_of
from ludwright.families.railway.lower import Track, lower, tickets_of, tracks_of, twins_of
from ludwright.families.railway.moves import RailwayMove
from ludwright.families.railway.notation import MoveNames
from ludwright.families.railway.typed_moves import read_typed
from ludwright.families.railway.vocabulary import SEAT_NAMES, RailwayGame
from ludwright.families.written_moves import WrittenRules
from ludwright.language.check import require_sound
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.native_rules import NativePosition, Specs

_SECRET = ("pile", "hands", "tickets", "completed", "final_points", "offered", "unseen", "returned")
"""What of a position nobody sees, or only one seat."""


class RailwayPosition(NativePosition):
    """One position of a match."""

    @cached_property
    def state(self) -> Mapping[str, Any]:
        """Everything that makes up the position, what is hidden included."""
        found: Mapping[str, Any] = self.native.snapshot()
        return found

    def view(self, seat: int) -> dict[str, Any]:
        """What all see, and the seat's own cards and tickets."""
        state = self.state
        shown = {key: value for key, value in state.items() if key not in _SECRET}
        # Chance, which is seat -1, holds nothing.
        own = {
            "cards": state["hands"][seat] if seat >= 0 else [],
            "tickets": state["tickets"][seat] if seat >= 0 else [],
            "completed": state["completed"][seat] if seat >= 0 else [],
            "offered": state["offered"] if seat == state["mover"] else [],
        }
        return {**super().view(seat), **shown, **own}


class RailwayRules(WrittenRules):
    """The rules of one game for a number of seats."""

    position_type = RailwayPosition
    move_type = RailwayMove
    kinds = WrittenRules.kinds | {"scripted"}

    def __init__(self, game: Game, seats: int) -> None:
        require_sound(game)
        self.tree = cast("RailwayGame", game.root)
        super().__init__(game, core.start(lower(self.tree, seats)))

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """What the players are called: by colours."""
        return SEAT_NAMES[: self.seats]

    @cached_property
    def city_names(self) -> tuple[str, ...]:
        """The names of the cities by number."""
        return tuple(str(one.name) for one in self.tree.board.cities)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The names of the cities as they are compared with what people type."""
        return tuple(map(key_of, self.city_names))

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """All tracks by number."""
        return tuple(tracks_of(self.tree.board))

    @cached_property
    def twins(self) -> tuple[int | None, ...]:
        """For each track the other one of its route, if it has one."""
        return twins_of(self.tracks)

    @cached_property
    def tickets(self) -> tuple[tuple[int, int, int], ...]:
        """The cities and the points of each ticket."""
        return tuple(tickets_of(self.tree.board))

    @cached_property
    def ways(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each city its tracks, each with the city at its other end."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.city_names]
        for at, track in enumerate(self.tracks):
            found[track.one].append((at, track.other))
            found[track.other].append((at, track.one))
        return tuple(map(tuple, found))

    @cached_property
    def names(self) -> MoveNames:
        """How moves are written."""
        return MoveNames(self.tree.board)

    def read_typed(self, position: Any, text: str) -> RailwayMove:
        """The legal move that a person typed; raises IllegalMove."""
        return read_typed(position, text)

    def survey(
        self, specs: Specs, matches: int, seed: int, jobs: int, max_plies: int = 10_000
    ) -> dict[str, Any]:
        """Figures of matches that scripted players play, one of them for each seat.

        An array by match for each: `score` and `variance` of the seats' `points`; `turns`, of which
        `card_turns`, `builds`, `ticket_turns` and `passes`; `path_changes`; `tickets` held at the
        end and `completed`; `gridlock`, `winner` (-1 if shared), `plies`, `is_over`. The matches
        are those that a playtest of the same seed plays.
        """
        given = [dict(spec) for spec in specs]
        found: dict[str, Any] = self._native_start.survey(given, matches, seed, max_plies, jobs)
        return found

    def path_changes(self, moves: Any, offsets: Any) -> list[int]:
        """How often the greedy player's plans would have changed in recorded matches, by match.

        `moves` are the two numbers of each ply; the plies of a match begin at its offset.
        """
        found: list[int] = self._native_start.path_changes(moves, offsets)
        return found


def load_rules(game: Game, seats: int | None = None) -> RailwayRules:
    """The executable rules; for the fewest seats unless another number is given."""
    return RailwayRules(game, seats or seats_of(game)[0])
