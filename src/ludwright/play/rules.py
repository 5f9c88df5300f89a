"""What a family must offer to be played: rules, positions and moves, as protocols.

Players, playtests, the command line and the studio know games through these names only.
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
    """One moment of a match. It never changes: `after` gives another."""

    @property
    def seat(self) -> int:
        """Whose turn it is; -1 where chance decides."""

    @property
    def ply(self) -> int:
        """How many plies were made before."""

    def moves(self) -> Sequence[Any]:
        """The legal moves in a fixed order; none when the match is over."""

    def weights(self) -> Sequence[float]:
        """How likely chance makes each move; empty where a player decides."""

    def after(self, move: Any) -> Position:
        """The position after a legal move; raises IllegalMove for any other."""

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    def view(self, seat: int) -> Mapping[str, Any]:
        """All that the seat can see, as plain data ready for JSON."""

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
        """How many sit at the table."""

    @property
    def seat_names(self) -> Sequence[str]:
        """What the players are called, by seat."""

    def start(self, seed: int = 0) -> Position:
        """The position before the first move; the seed decides what the rules leave to luck."""

    def decode(self, data: bytes) -> Position:
        """The position that was encoded."""

    def read_move(self, position: Any, text: str) -> Any:
        """The legal move that the text means; raises IllegalMove with near moves if none."""

    def write_move(self, position: Any, move: Any) -> str:
        """The notation of a legal move."""

    def pack_move(self, move: Any) -> tuple[int, ...]:
        """A move as the whole numbers that records keep."""

    def unpack_move(self, numbers: Sequence[int]) -> Any:
        """The move of the numbers."""

    def lead(self, position: Any) -> float:
        """How far seat 0 leads, from -1 to 1, on the common scale of all games."""
