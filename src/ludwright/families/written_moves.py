"""Rules of families whose moves are small records with names of their own.

A move is eight bytes in records. It is written in one way, and people may type it shorter.
"""

from __future__ import annotations

import struct
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from ludwright.errors import IllegalMove
from ludwright.play.native_rules import NativeRules


class Names(Protocol):
    """How the moves of a game are written."""

    def write(self, move: Any) -> str:
        """The notation of a move; different for different moves."""

    def read(self, text: str) -> Any | None:
        """The move of a text that `write` wrote, legal or not; None if it is no such text."""


class WrittenRules(NativeRules):
    """Rules whose moves are named tuples with `packed` and `unpacked`."""

    move_type: ClassVar[Any]
    """The type of the moves."""

    @property
    @abstractmethod
    def names(self) -> Names:
        """How moves are written."""

    @abstractmethod
    def read_typed(self, position: Any, text: str) -> Any:
        """The legal move that a person typed, shorter than its name; raises IllegalMove."""

    def pack_move(self, move: Any) -> tuple[int, ...]:
        """A move as the two numbers of records."""
        try:
            found: tuple[int, ...] = self.move_type(*move).packed()
        except struct.error as error:
            raise ValueError(f"expected a move, got {move!r}") from error
        return found

    def unpack_move(self, numbers: Sequence[int]) -> Any:
        """The move that `pack_move` packed."""
        return self.move_type.unpacked(numbers)

    def name_of(self, position: Any, move: Any) -> str:  # noqa: ARG002
        """The notation of a move."""
        return self.names.write(self.move_type(*move))

    def read_move(self, position: Any, text: str) -> Any:
        """The legal move of a text: its name, or anything shorter that can only mean one move."""
        if position.outcome() is not None:
            raise IllegalMove(f"expected no move, since the match is over, got {text!r}")
        named = self.names.read(text)
        if named is not None and position.is_legal(named):
            return named
        return self.read_typed(position, text)
