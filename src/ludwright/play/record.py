"""The record of one match: enough to replay it exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import GameFault
from ludwright.play.columns import held, measures_of
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.rules import Position, Rules
from ludwright.shown import brief

CUT_SHORT = frozenset({Reason.PLY_LIMIT, Reason.TIME_LIMIT, Reason.FAULT})
"""Reasons that cannot be seen in the position itself."""


def opponents(players: Sequence[str]) -> str:
    """The players of a match in words."""
    return (" against " if len(players) == 2 else ", ").join(players)


@dataclass(frozen=True, eq=False)
class Record:
    """One match. Its plies include the events of chance, whose seat is -1."""

    digest: str
    """Of the game."""
    seed: int
    """Of the playtest."""
    index: int
    """The number of the match; all random numbers depend only on seed and index."""
    players: tuple[str, ...]
    """By seat."""
    opening_plies: int
    """First plies that no player chose: random ones and the deal; excluded from measurement."""
    outcome: Outcome
    columns: Mapping[str, NDArray[Any]]
    """The rows of this match in the columns that `ludwright.play.columns` declares."""
    is_out_of_time: bool = False
    """True if a time limit was reached: the same match may end differently next time."""

    def __len__(self) -> int:
        return len(self.seats)

    def __repr__(self) -> str:
        end = "drawn" if self.winner is None else f"seat {self.winner} won"
        players = brief(opponents(self.players))
        reason = self.outcome.reason.value
        return f"<Record of match {self.index}: {players}, {len(self)} plies, {end}, {reason}>"

    @property
    def moves(self) -> NDArray[np.int32]:
        """One row of numbers per ply, as the family's rules pack moves."""
        return self.columns["moves"]

    @property
    def seats(self) -> NDArray[np.int8]:
        """Who decided each ply; -1 for chance."""
        return self.columns["seats"]

    @property
    def options(self) -> NDArray[np.int32]:
        """The number of legal moves, or of possible events, before each ply."""
        return self.columns["options"]

    @property
    def values(self) -> NDArray[np.float32]:
        """The mover's own evaluation of its position; NaN where it has none."""
        return self.columns["values"]

    @property
    def moment_plies(self) -> NDArray[np.int32]:
        """How many plies had been made at each moment that was judged."""
        return self.columns["moment_plies"]

    @property
    def moment_seats(self) -> NDArray[np.int8]:
        """Whose ply or turn had just been completed at each moment; -1 for chance."""
        return self.columns["moment_seats"]

    @property
    def standings(self) -> NDArray[np.float64]:
        """How the seats stand at each moment: rows of numbers from 0 that sum to 1."""
        return self.columns["standings"]

    @property
    def measures(self) -> NDArray[np.float64]:
        """The family's own numbers at each moment; rows of none where it has none."""
        return measures_of(self.columns)

    @property
    def winner(self) -> int | None:
        """The seat with the best score, or None for a draw."""
        return self.outcome.winner

    def standing_history(self) -> NDArray[np.float64]:
        """How the seats stand before the first ply, then at each moment."""
        start = self.columns["start_standings"][np.newaxis]
        return np.concatenate([start, self.standings])

    def ply_standings(self) -> NDArray[np.float64]:
        """How the seats stand before the first ply and after each, as last judged."""
        latest = np.searchsorted(self.moment_plies, np.arange(len(self) + 1), side="right")
        found: NDArray[np.float64] = self.standing_history()[latest]
        return found

    def lead_history(self) -> NDArray[np.float64]:
        """How far the first of two seats leads before the first ply, then at each moment."""
        if len(self.players) != 2:
            raise ValueError(f"expected a match of two seats, got {len(self.players)}")
        history = self.standing_history()
        return history[:, 0] - history[:, 1]

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
        if recorded.reason in CUT_SHORT:
            return True
        if found is None or _result(found) != _result(recorded):
            return False
        # Older records call two passes in a row "no-moves" too.
        older = (Reason.NO_MOVES, Reason.PASSES)
        return recorded.reason is found.reason or (recorded.reason, found.reason) == older

    def notation(self, rules: Rules) -> list[str]:
        """The moves in notation."""
        return [text for _, text in self.steps(rules)][:-1]

    def steps(self, rules: Rules) -> Iterator[tuple[Position, str]]:
        """Every position with the move that was made in it; at the end there is none.

        One at a time: the legal moves of all positions of a long match would not fit in memory.
        """
        positions = self.positions(rules)
        before = next(positions)
        for ply, position in enumerate(positions):
            yield before, rules.write_move(before, rules.unpack_move(self._numbers(ply)))
            before = position
        yield before, ""

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
        line: dict[str, Any] = {"match": self.index, "players": list(self.players)}
        line |= {
            one.json_key: _plain(self.columns[one.name].tolist()) for one in held(self.columns)
        }
        return {
            **line,
            "reason": self.outcome.reason.value,
            "out_of_time": self.is_out_of_time,
        }


def _result(outcome: Outcome) -> tuple[Any, ...]:
    """An outcome without its reason, as exactly as columns keep it."""
    scores = np.asarray(outcome.scores, dtype=np.float32).tolist()
    places = outcome.places or (0,) * len(outcome.scores)
    return scores, outcome.points, places


def _plain(value: Any) -> Any:
    """Numbers for JSON, which has only finite ones; floats keep all their digits."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value if not isinstance(value, float) or isfinite(value) else None
