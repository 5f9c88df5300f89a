"""The record of one match: enough to replay it exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import GameFault
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.rules import Position, Rules

CUT_SHORT = frozenset({Reason.PLY_LIMIT, Reason.TIME_LIMIT, Reason.FAULT})
"""Reasons that cannot be seen in the position itself."""


@dataclass(frozen=True, eq=False)
class Record:
    """One match. Arrays run parallel to the plies; `leads[i]` is the lead after ply i."""

    digest: str
    """Of the game."""
    seed: int
    """Of the playtest."""
    index: int
    """The number of the match; all random numbers depend only on seed and index."""
    players: tuple[str, ...]
    """By seat."""
    moves: NDArray[np.int32]
    """One row of numbers per ply, as the family's rules pack moves."""
    seats: NDArray[np.uint8]
    options: NDArray[np.int32]
    """The number of legal moves."""
    leads: NDArray[np.float32]
    """The lead of seat 0 after the ply, from -1 to 1."""
    values: NDArray[np.float32]
    """The mover's own evaluation of its position; NaN where it has none."""
    start_lead: float
    opening_plies: int
    """Random first plies, to be excluded from measurement."""
    outcome: Outcome
    is_out_of_time: bool = False
    """True if a time limit was reached: the same match may end differently next time."""

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def winner(self) -> int | None:
        """The seat with the best score, or None for a draw."""
        best = max(self.outcome.scores)
        seats = [seat for seat, score in enumerate(self.outcome.scores) if score == best]
        return seats[0] if len(seats) == 1 else None

    def lead_history(self) -> NDArray[np.float32]:
        """The lead before the first ply, then after each."""
        return np.concatenate([np.asarray([self.start_lead], dtype=np.float32), self.leads])

    def positions(self, rules: Rules) -> Iterator[Position]:
        """Every position of the match, checked: one more than there are plies."""
        position = rules.start(self.seed)
        yield position
        for ply in range(len(self)):
            position = self._next(rules, position, ply)
            yield position
        found = position.outcome()
        if not self._is_same_end(found):
            raise self._fault(f"expected the outcome {self.outcome}, got {found}", len(self))

    def _is_same_end(self, found: Outcome | None) -> bool:
        recorded = self.outcome
        if found == recorded or recorded.reason in CUT_SHORT:
            return True
        # Older records call two passes in a row "no-moves" too.
        is_older = recorded.reason is Reason.NO_MOVES
        return is_older and found == Outcome(recorded.scores, Reason.PASSES)

    def notation(self, rules: Rules) -> list[str]:
        """The moves in notation."""
        places = list(self.positions(rules))
        return [
            rules.write_move(place, rules.unpack_move(self._numbers(ply)))
            for ply, place in enumerate(places[:-1])
        ]

    def _next(self, rules: Rules, position: Position, ply: int) -> Position:
        options = len(position.moves())
        if position.seat != self.seats[ply] or options != self.options[ply]:
            recorded = f"seat {self.seats[ply]} with {self.options[ply]} moves"
            got = f"seat {position.seat} with {options}"
            raise self._fault(f"expected {recorded}, got {got}", ply)
        try:
            return position.after(rules.unpack_move(self._numbers(ply)))
        except (ValueError, OverflowError) as error:  # illegal, or not a move of this family
            raise self._fault(f"expected the recorded move to be legal: {error}", ply) from error

    def _numbers(self, ply: int) -> list[int]:
        numbers: list[int] = self.moves[ply].tolist()
        return numbers

    def _fault(self, message: str, ply: int) -> GameFault:
        message = f"match {self.index} does not replay: {message}"
        return GameFault(message, digest=self.digest, seed=self.seed, ply=ply)

    def to_json(self) -> dict[str, Any]:
        """The match as plain data."""
        return {
            "match": self.index,
            "players": list(self.players),
            "moves": self.moves.tolist(),
            "seats": self.seats.tolist(),
            "options": self.options.tolist(),
            "leads": _plain(self.leads),
            "values": _plain(self.values),
            "start_lead": float(self.start_lead),
            "opening_plies": self.opening_plies,
            "scores": list(self.outcome.scores),
            "reason": self.outcome.reason.value,
            "out_of_time": self.is_out_of_time,
        }


def _plain(values: NDArray[np.float32]) -> list[float | None]:
    """Numbers for JSON, which has only finite ones; floats keep all their digits."""
    return [value if isfinite(value) else None for value in values.tolist()]
