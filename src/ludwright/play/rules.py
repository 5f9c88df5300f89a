"""What a family must implement so that its games can be played: protocols of rules and positions.

Players, playtests, the command line and the studio use games only through these protocols.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from ludwright.language.game import Game
from ludwright.play.outcome import Outcome

Move = Hashable
"""One decision: equal by value; its notation comes from `Rules.write_move`."""


@runtime_checkable
class Position(Protocol):
    """One moment of a match. It is immutable: `after` returns a new one."""

    @property
    def seat(self) -> int:
        """The seat to move; -1 where chance decides."""

    @property
    def ply(self) -> int:
        """The number of plies made before."""

    def moves(self) -> Sequence[Any]:
        """The legal moves in a fixed order; none when the match is over."""

    def weights(self) -> Sequence[float]:
        """How likely each move is where chance decides; empty where a player decides."""

    def after(self, move: Any) -> Position:
        """The position after a legal move; raises IllegalMove for any other."""

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is not over."""

    def redealt(self, seat: int, seed: int) -> Position:
        """A position that the seat may believe to be in; the position itself if nothing is hidden.

        It depends only on the seed and on what the seat has observed. Players get such a copy.
        A position may also define `turn_completed()`, whether the last ply completed a turn (if it
        does not, every ply does), and `points()` and `places()`, which are by seat and may be None.
        """

    def view(self, seat: int) -> Mapping[str, Any]:
        """Everything the seat can see, as plain data ready for JSON."""

    def sealed(self) -> Position:
        """The same position as a player gets it: without anything that shows what is hidden."""

    def encode(self) -> bytes:
        """The position as bytes; `Rules.decode` is the inverse."""


@runtime_checkable
class Rules(Protocol):
    """An executable game."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def seats(self) -> int:
        """The number of seats at the table."""

    @property
    def seat_names(self) -> Sequence[str]:
        """The names of the seats."""

    def start(self, seed: int = 0) -> Position:
        """The position before the first move; the seed decides what the rules leave to chance."""

    def decode(self, data: bytes) -> Position:
        """The position that `Position.encode` wrote."""

    def read_move(self, position: Any, text: str) -> Any:
        """The legal move that the text names; raises IllegalMove with similar moves if none."""

    def write_move(self, position: Any, move: Any) -> str:
        """The notation of a legal move."""

    def pack_move(self, move: Any) -> tuple[int, ...]:
        """A move as the whole numbers that records keep."""

    def unpack_move(self, numbers: Sequence[int]) -> Any:
        """The move that `pack_move` packed."""

    def standings(self, position: Any) -> tuple[float, ...]:
        """How the seats stand: numbers from 0 that sum to 1; the scores when the match is over."""
