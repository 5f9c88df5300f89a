"""Matches in a Python loop, for players that the native core does not have.

The records have the same form as the native ones. A player that raises any exception or makes an
illegal move ends its match with Reason.FAULT; the playtest continues, and its notes describe what
happened and where.
"""

from __future__ import annotations

import operator
import signal
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout, suppress
from dataclasses import asdict, dataclass, field
from random import Random
from types import FrameType, TracebackType
from typing import Any

import numpy as np

from ludwright.errors import IllegalMove
from ludwright.play.families import MatchOrder
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.own_player import OwnPlayer, fault_words, value_words
from ludwright.play.player import Budget, Player, Search, SearchPlayer
from ludwright.play.roster import make_player
from ludwright.play.rules import Position, Rules
from ludwright.play.seeds import stream

MOST_NOTES: int = 5
"""Faults that are described in notes; the rest are only counted."""
MOST_ATTEMPTS: int = 32
"""How often to draw an opening again because it ended the match."""
_NAN = float("nan")


# --- Players --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entrant:
    """A participant of a playtest, and how to make its player for a match."""

    name: str
    make: Callable[[], Any]
    own: OwnPlayer | None = None
    """The file it comes from, if it is a player from a file."""

    @classmethod
    def of(cls, player: str | Player) -> Entrant:
        """The entrant for a text, or for an object, which plays all matches.

        Players from files are made again for each match.
        """
        if not isinstance(player, str):
            return cls(type(player).__name__, lambda: player)
        if OwnPlayer.is_named_by(player):
            own = OwnPlayer.of(player)
            return cls(player, own.load(), own)
        made = make_player(player)
        return cls(player, lambda: made)


class Chair:
    """A seat in one match: its player, made at its first turn, and its random numbers."""

    def __init__(self, entrant: Entrant, rng: Random) -> None:
        self.entrant = entrant
        self.rng = rng
        self._made: list[Any] = []

    def search(self, position: Position, budget: Budget, rules: Rules) -> Search:
        """The player's choice; raises whatever its code raises, or IllegalMove."""
        with self._output():
            if not self._made:
                self._made.append(self.entrant.make())
            player = self._made[0]
            if isinstance(player, SearchPlayer):
                found = player.search(position, budget, self.rng)
                value, work = float(found.value), operator.index(found.work)
                is_out_of_time = bool(found.is_out_of_time)
                move = _plain_move(rules, found.move)
                return Search(move, value, work, is_out_of_time=is_out_of_time)
            return Search(_plain_move(rules, player.choose(position, budget, self.rng)), _NAN, 0)

    def _output(self) -> AbstractContextManager[Any]:
        """Output of a player from a file goes to stderr, since stdout may be data."""
        return nullcontext() if self.entrant.own is None else redirect_stdout(sys.stderr)

    def words(self, error: BaseException) -> str:
        """What the player did wrong."""
        own = self.entrant.own
        return fault_words(error, None if own is None else own.path)


def _plain_move(rules: Rules, given: Any) -> Any:
    """A plain move with the numbers of the given object, which may be of any type."""
    try:
        numbers = tuple(map(operator.index, rules.pack_move(given)))
    except Exception:  # noqa: BLE001 - any object may be given
        words = value_words(given)
        raise IllegalMove(f"expected one of position.moves(), got {words}") from None
    return rules.unpack_move(numbers)


# --- Matches --------------------------------------------------------------------------------------


@dataclass
class PlayedMatch:
    """The data kept of one match."""

    index: int
    is_swapped: bool
    start_lead: float
    moves: list[Sequence[int]] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    work: list[int] = field(default_factory=list)
    """By seat."""
    opening_plies: int = 0
    scores: Sequence[float] = ()
    reason: Reason = Reason.FAULT
    fault: str = ""
    """What went wrong and where, in words."""
    at_fault: int | None = None
    """The number of the entrant that failed."""
    is_out_of_time: bool = False
    """Whether a time limit was reached, which may not happen again."""

    def to_json(self) -> dict[str, Any]:
        """The match as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PlayedMatch:
        """The match that `to_json` wrote."""
        return cls(**{**data, "reason": Reason(data["reason"])})


class Witness:
    """Observes a match; this base class does nothing."""

    is_isolated: bool = False
    """Whether the match runs in a worker process, which is replaced when memory runs out."""

    def before(self, entrant: Entrant) -> None:
        """Called before an entrant chooses."""

    def after(self, numbers: Sequence[int], value: float, work: int) -> None:
        """Called after a move was made."""


class Match:
    """A match in progress."""

    def __init__(self, rules: Rules, order: MatchOrder, index: int) -> None:
        """Start with random plies; an opening that ends the match is drawn again."""
        self.rules = rules
        self.order = order
        # Swapped matches come in pairs that share an opening.
        shared = index - index % 2 if order.swap_seats else index
        rng = stream(order.seed, shared, "setup")
        wanted = rng.choice(order.openings) if order.openings else 0
        self._reset(index)
        for _ in range(MOST_ATTEMPTS):
            while len(self.kept.moves) < wanted and self.position.outcome() is None:
                self.make(rng.choice(self.position.moves()))
            if self.position.outcome() is None:
                self.kept.opening_plies = len(self.kept.moves)
                return
            self._reset(index)

    def _reset(self, index: int) -> None:
        start = self.rules.start(self.order.seed)
        self.position: Position = start
        self.kept = PlayedMatch(
            index,
            self.order.swap_seats and index % 2 == 1,
            self.rules.lead(start),
            work=[0] * self.rules.seats,
        )

    def make(self, move: Any, value: float = _NAN, work: int = 0) -> None:
        """Make a move for the seat to move; raises IllegalMove before anything is recorded."""
        kept, seat, options = self.kept, self.position.seat, len(self.position.moves())
        after = self.position.after(move)
        kept.moves.append(self.rules.pack_move(move))
        kept.seats.append(seat)
        kept.options.append(options)
        kept.values.append(value)
        kept.work[seat] += work
        self.position = after
        kept.leads.append(self.rules.lead(after))

    def entrant_at(self, seat: int) -> int:
        """The number of the entrant at a seat."""
        return self.rules.seats - 1 - seat if self.kept.is_swapped else seat

    def play(
        self, entrants: Sequence[Entrant], witness: Witness, interrupts: Interrupts
    ) -> PlayedMatch:
        """Play to the end, or until an entrant fails."""
        index = self.kept.index
        chairs = [
            Chair(entrants[self.entrant_at(seat)], stream(self.order.seed, index, f"player {seat}"))
            for seat in range(self.rules.seats)
        ]
        while (outcome := self.position.outcome()) is None:
            if len(self.kept.moves) >= self.order.max_plies:
                return self.ended(Outcome((0.5, 0.5), Reason.PLY_LIMIT))
            chair = chairs[self.position.seat]
            try:
                witness.before(chair.entrant)
                left = Budget(match_plies=self.order.max_plies - len(self.kept.moves))
                found = chair.search(self.position, left, self.rules)
                self.make(found.move, found.value, found.work)
                self.kept.is_out_of_time |= found.is_out_of_time
            except BaseException as error:  # noqa: BLE001 - a player may raise anything
                interrupts.pass_on()
                if witness.is_isolated and isinstance(error, MemoryError):
                    raise MemoryError(chair.words(error)) from None
                return self.broken(chair.words(error), chair.entrant.name)
            interrupts.pass_on()
            witness.after(self.kept.moves[-1], found.value, found.work)
        return self.ended(outcome)

    def broken(self, words: str, name: str) -> PlayedMatch:
        """The match so far, ended by a fault of the player to move."""
        kept, seat = self.kept, self.position.seat
        place = f"match {kept.index}, ply {len(kept.moves)}, seat {seat} ({name})"
        kept.fault, kept.at_fault = f"{place}: {words}", self.entrant_at(seat)
        return self.ended(Outcome((0.5, 0.5), Reason.FAULT))

    def ended(self, outcome: Outcome) -> PlayedMatch:
        """The record of the match, with its outcome."""
        self.kept.scores, self.kept.reason = outcome.scores, outcome.reason
        return self.kept


class Interrupts:
    """Distinguishes a real Ctrl-C from a KeyboardInterrupt raised by a player."""

    def __init__(self) -> None:
        self._is_asked = False
        self._before: Callable[[int, FrameType | None], Any] | None = None

    def __enter__(self) -> Interrupts:
        before = signal.getsignal(signal.SIGINT)
        if callable(before):
            with suppress(ValueError):  # only the main thread receives signals
                signal.signal(signal.SIGINT, self._hear)
                self._before = before
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        try:
            if self._before is not None:
                self._before(number, frame)
        except KeyboardInterrupt:
            self._is_asked = True
            raise

    def pass_on(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed, even if a player caught it."""
        if self._is_asked:
            raise KeyboardInterrupt from None


def play_in_python(
    rules: Rules,
    players: Sequence[str | Player],
    order: MatchOrder,
    progress: Callable[[int, int], None] | None,
) -> tuple[dict[str, Any], list[str], bool]:
    """The columns of the matches, notes on faults, and whether all matches were played."""
    matches: list[PlayedMatch] = []
    is_complete = True
    names = [one if isinstance(one, str) else type(one).__name__ for one in players]
    try:
        with Interrupts() as interrupts:
            entrants = [Entrant.of(one) for one in players]
            for index in indices(order):
                match = Match(rules, order, index)
                matches.append(match.play(entrants, Witness(), interrupts))
                if progress is not None:
                    progress(len(matches), order.matches)
    except KeyboardInterrupt:
        is_complete = False
    return columns(rules, matches), notes(names, matches), is_complete


def indices(order: MatchOrder) -> range:
    """The numbers of the matches to play."""
    return range(order.first_index, order.first_index + order.matches)


def notes(names: Sequence[str], matches: Sequence[PlayedMatch]) -> list[str]:
    """The first faults in words, and how often each entrant failed."""
    counts = Counter(match.at_fault for match in matches if match.at_fault is not None)
    told = [match.fault for match in matches if match.fault][:MOST_NOTES]
    return told + [
        f"{names[number]} failed in {count} of {len(matches)} matches"
        for number, count in sorted(counts.items())
    ]


def columns(rules: Rules, matches: Sequence[PlayedMatch]) -> dict[str, Any]:
    """The matches as columns of a playtest."""
    lengths = [len(match.moves) for match in matches]
    width = len(rules.pack_move(rules.start(0).moves()[0]))
    numbers = {reason: i + 1 for i, reason in enumerate(Reason)}
    rows = [row for match in matches for row in match.moves]
    shape = (len(matches), rules.seats)
    return {
        "offsets": np.cumsum([0, *lengths]),
        "moves": np.asarray(rows, dtype=np.int32).reshape(len(rows), width),
        "seats": [seat for match in matches for seat in match.seats],
        "options": [count for match in matches for count in match.options],
        "leads": [lead for match in matches for lead in match.leads],
        "values": [value for match in matches for value in match.values],
        "start_leads": [match.start_lead for match in matches],
        "scores": np.asarray([match.scores for match in matches]).reshape(shape),
        "reasons": [numbers[match.reason] for match in matches],
        "indices": [match.index for match in matches],
        "opening_plies": [match.opening_plies for match in matches],
        "swapped": [match.is_swapped for match in matches],
        "out_of_time": [match.is_out_of_time for match in matches],
        "finished": np.ones(len(matches), dtype=bool),
        "work": np.asarray([match.work for match in matches]).reshape(shape),
    }
