"""Positions and moves as numbers of fixed size, for agents that learn.

A family that knows its games better names an encoding of its own in its record; this module has the
one that fits all games. What a family's encoding offers is the protocol `Encoding`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from ludwright.language.registry import loaded
from ludwright.play.families import family_of
from ludwright.play.rules import Position, Rules

LARGEST_VALUE: Final[float] = 32_767.0
"""Observed values lie between plus and minus this one; larger ones are cut."""
HASHED_ACTIONS: Final[int] = 4096
HASHED_FEATURES: Final[int] = 512


class Encoding(Protocol):
    """How the positions and moves of one game become numbers; the same in every process."""

    @property
    def actions(self) -> int:
        """How many numbers moves have, from 0."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""

    @property
    def planes(self) -> tuple[str, ...]:
        """What the entries of the last axis of an observation mean; empty if they have no names."""

    def numbers(self, position: Any) -> Sequence[int]:
        """The number of each legal move, in the order of `moves()`; all different."""

    def observe(self, position: Any, seat: int) -> NDArray[np.float32]:
        """What the seat can see of a position."""


def encoding_of(rules: Rules) -> Encoding:
    """The encoding of a game: that of its family, or else the one for all games."""
    path = family_of(rules.game).encoding
    found: Encoding = loaded(path)(rules) if path else HashedEncoding(rules)
    return found


class HashedEncoding:
    """The encoding for all games: hashes of packed moves and of everything a seat can see.

    A move has the number of its hash, or the next free one if two moves of a position collide. A
    number seen by the seat is added at the place of its name; any other value counts as 1 at the
    place of its name and value together.
    """

    actions = HASHED_ACTIONS
    shape = (HASHED_FEATURES,)
    planes: tuple[str, ...] = ()

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def numbers(self, position: Position) -> tuple[int, ...]:
        """The number of each legal move."""
        packed = [self._rules.pack_move(move) for move in position.moves()]
        if len(packed) > self.actions:
            raise ValueError(f"expected at most {self.actions} legal moves, got {len(packed)}")
        taken: dict[tuple[int, ...], int] = {}
        used: set[int] = set()
        for move in sorted(packed):
            number = _hashed(",".join(map(str, move)), self.actions)
            while number in used:
                number = (number + 1) % self.actions
            used.add(number)
            taken[move] = number
        return tuple(taken[move] for move in packed)

    def observe(self, position: Position, seat: int) -> NDArray[np.float32]:
        """What the seat can see, as features."""
        seen = dict(position.view(seat))
        seen.pop("moves", None)  # the numbers of the legal moves say this
        features = np.zeros(self.shape, np.float32)
        features[_hashed("own seat", HASHED_FEATURES)] += seat
        for name, value in _leaves("", seen):
            if isinstance(value, int | float):
                features[_hashed(name, HASHED_FEATURES)] += value
            elif value is not None:
                features[_hashed(f"{name}={value}", HASHED_FEATURES)] += 1
        return features.clip(-LARGEST_VALUE, LARGEST_VALUE)


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The single values in plain data, with their places as names."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(f"{name}/{key}", part)
    elif isinstance(value, list | tuple):
        yield f"{name}/length", len(value)
        for place, part in enumerate(value):
            yield from _leaves(f"{name}/{place}", part)
    else:
        yield name, value


def _hashed(text: str, size: int) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") % size
