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
"""Reasons that are not found in the position itself."""


@dataclass(frozen=True, eq=False)
class Record:
    """One match. Arrays run parallel to the plies; `leads[i]` is the lead after ply i."""

    digest: str
    """The game."""
    seed: int
    """Of the playtest."""
    index: int
    """Which match of the playtest: seed and index fix all luck."""
    players: tuple[str, ...]
    """Who played, by seat."""
    moves: NDArray[np.int32]
    """One row of numbers per ply, as the family's rules pack moves."""
    seats: NDArray[np.uint8]
    options: NDArray[np.int32]
    """How many legal moves there were."""
    leads: NDArray[np.float32]
    """How far seat 0 leads after the ply, from -1 to 1."""
    values: NDArray[np.float32]
    """What the mover thought of its position; not a number where it had no opinion."""
    start_lead: float
    opening_plies: int
    """Random first plies, to be left out of measurement."""
    outcome: Outcome
    is_out_of_time: bool = False
    """True if a wall-time guard struck: this match may not come out the same again."""

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def winner(self) -> int | None:
        """The seat that did best, or None for a draw."""
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
        """The moves as people write them."""
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
        except (ValueError, OverflowError) as error:  # illegal, or no move of this family
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
    """Numbers for JSON, which knows finite ones alone; floats keep all their digits."""
    return [value if isfinite(value) else None for value in values.tolist()]
