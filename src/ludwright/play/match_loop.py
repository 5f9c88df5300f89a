"""Matches in a Python loop, for players that the native core does not have.

The records have the same form as the native ones. A player that raises any exception or makes an
illegal move ends its match with Reason.FAULT; the playtest continues, and its notes describe what
happened and where.

Chance is drawn here and recorded like moves. A player only sees positions in which it has to
choose, and there a copy in which everything hidden from it was dealt again.
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

from ludwright.errors import GameFault, IllegalMove
from ludwright.play.chance import drawn_event, is_chance
from ludwright.play.columns import CHANCE, Level, held, offsets_of
from ludwright.play.families import MatchOrder
from ludwright.play.outcome import REASONS, Outcome, Reason
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
    def of(cls, player: str | Player, family: str | None = None) -> Entrant:
        """The entrant for a text, or for an object, which plays all matches of a family's game.

        Players from files are made again for each match.
        """
        if not isinstance(player, str):
            return cls(type(player).__name__, lambda: player)
        if OwnPlayer.is_named_by(player):
            own = OwnPlayer.of(player)
            return cls(player, own.load(), own)
        made = make_player(player, family)
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
            chosen = player.choose(position.sealed(), budget, self.rng)
            return Search(_plain_move(rules, chosen), _NAN, 0)

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
    """The data kept of one match; what has the name of a column is what that column holds."""

    indices: int
    """The number of the match."""
    seating: list[int]
    start_standings: Sequence[float]
    moves: list[Sequence[int]] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    moment_plies: list[int] = field(default_factory=list)
    moment_seats: list[int] = field(default_factory=list)
    standings: list[Sequence[float]] = field(default_factory=list)
    measures: list[Sequence[float]] = field(default_factory=list)
    """Empty where the family has none."""
    work: list[int] = field(default_factory=list)
    opening_plies: int = 0
    scores: Sequence[float] = ()
    points: Sequence[float] = ()
    places: Sequence[int] = ()
    reasons: int = 0
    out_of_time: bool = False
    """Whether a time limit was reached, which may not happen again."""
    fault: str = ""
    """What went wrong and where, in words."""
    at_fault: int | None = None
    """The number of the entrant that failed."""

    def to_json(self) -> dict[str, Any]:
        """The match as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PlayedMatch:
        """The match that `to_json` wrote."""
        return cls(**data)


class Witness:
    """Observes a match; this base class does nothing."""

    is_isolated: bool = False
    """Whether the match runs in a worker process, which is replaced when memory runs out."""

    def before(self, entrant: Entrant) -> None:
        """Called before an entrant chooses."""

    def after(self, numbers: Sequence[int], value: float, work: int) -> None:
        """Called after a move was made."""


class Match:
    """A match in progress. A player is to move in `position`, unless the match is over."""

    def __init__(self, rules: Rules, order: MatchOrder, index: int) -> None:
        """Start with the deal and random plies; an opening that ends the match is drawn again."""
        self.rules = rules
        self.order = order
        self._index = index
        self._seed = order.seed
        rotation = index % rules.seats if order.rotate_seats else 0
        # A whole turn of rotated matches shares a deal and an opening.
        self._setup = stream(order.seed, index - rotation, "setup")
        self._chance = stream(order.seed, index, "chance")
        seats = range(rules.seats)
        self._seating = [(seat + rotation) % rules.seats for seat in seats]
        self._redeals = [stream(order.seed, index, f"redeal {seat}") for seat in seats]
        wanted = self._setup.choice(order.openings) if order.openings else 0
        for attempt in range(MOST_ATTEMPTS + 1):
            self._open(wanted if attempt < MOST_ATTEMPTS else 0)
            if self.position.outcome() is None:
                break
        self.kept.opening_plies = len(self.kept.moves)

    def _open(self, wanted: int) -> None:
        """The deal and a number of random plies; ends before a player's choice."""
        start = self.rules.start(self._seed)
        self.position: Position = start
        self.kept = PlayedMatch(
            self._index,
            self._seating,
            self.rules.standings(start),
            work=[0] * self.rules.seats,
        )
        self._draw(self._setup)
        for _ in range(wanted):
            if self.position.outcome() is not None or self.is_too_long:
                return
            self._make(self._setup.choice(self.position.moves()))
            self._draw(self._setup)

    @property
    def is_too_long(self) -> bool:
        """Whether the match has to be abandoned, even in the middle of a turn."""
        return len(self.kept.moves) >= self.order.max_plies

    def _draw(self, rng: Random) -> None:
        """Let chance decide until a player has to, the match is over or too long."""
        while is_chance(self.position) and self.position.outcome() is None and not self.is_too_long:
            try:
                event = drawn_event(self.position, rng)
            except ValueError as error:
                digest, ply = self.rules.game.digest, self.position.ply
                raise GameFault(str(error), digest=digest, seed=self._seed, ply=ply) from error
            self._make(event)

    def make(self, move: Any, value: float = _NAN, work: int = 0) -> None:
        """Make a move for the seat to move, then draw what chance decides.

        Raises IllegalMove before anything is recorded.
        """
        self._make(move, value, work)
        self._draw(self._chance)

    def _make(self, move: Any, value: float = _NAN, work: int = 0) -> None:
        kept, seat, options = self.kept, self.position.seat, len(self.position.moves())
        after = self.position.after(move)
        kept.moves.append(self.rules.pack_move(move))
        kept.seats.append(seat)
        kept.options.append(options)
        kept.values.append(value)
        if seat != CHANCE:
            kept.work[seat] += work
        self.position = after
        if is_turn_completed(after) or after.outcome() is not None:
            self._judge()

    def _judge(self) -> None:
        """Record how the seats stand now."""
        self.kept.moment_plies.append(len(self.kept.moves))
        self.kept.moment_seats.append(self.kept.seats[-1])
        self.kept.standings.append(self.rules.standings(self.position))
        measures = _if_any(self.position, "measures")
        if measures is not None:
            self.kept.measures.append(measures)

    def entrant_at(self, seat: int) -> int:
        """The number of the entrant at a seat."""
        return self._seating[seat]

    def play(
        self, entrants: Sequence[Entrant], witness: Witness, interrupts: Interrupts
    ) -> PlayedMatch:
        """Play to the end, or until an entrant fails."""
        chairs = [
            Chair(entrants[player], stream(self.order.seed, self._index, f"player {seat}"))
            for seat, player in enumerate(self._seating)
        ]
        while (outcome := self.position.outcome()) is None:
            if self.is_too_long:
                return self.ended(Outcome.shared(self.rules.seats, Reason.PLY_LIMIT))
            chair, ply = chairs[self.position.seat], len(self.kept.moves)
            try:
                witness.before(chair.entrant)
                left = Budget(match_plies=self.order.max_plies - ply)
                found = chair.search(self._believed(), left, self.rules)
                self._make(found.move, found.value, found.work)
                self.kept.out_of_time |= found.is_out_of_time
            except BaseException as error:  # noqa: BLE001 - a player may raise anything
                interrupts.pass_on()
                if witness.is_isolated and isinstance(error, MemoryError):
                    raise MemoryError(chair.words(error)) from None
                return self.broken(chair.words(error), chair.entrant.name)
            interrupts.pass_on()
            witness.after(self.kept.moves[ply], found.value, found.work)
            self._draw(self._chance)
        return self.ended(outcome)

    def _believed(self) -> Position:
        """The position as the seat to move may believe it to be."""
        seat = self.position.seat
        return self.position.redealt(seat, self._redeals[seat].getrandbits(63))

    def broken(self, words: str, name: str) -> PlayedMatch:
        """The match so far, ended by a fault of the player to move."""
        kept, seat = self.kept, self.position.seat
        place = f"match {self._index}, ply {len(kept.moves)}, seat {seat} ({name})"
        kept.fault, kept.at_fault = f"{place}: {words}", self.entrant_at(seat)
        return self.ended(Outcome.shared(self.rules.seats, Reason.FAULT))

    def ended(self, outcome: Outcome) -> PlayedMatch:
        """The record of the match, with its outcome."""
        kept, seats = self.kept, self.rules.seats
        kept.scores, kept.reasons = outcome.scores, REASONS.index(outcome.reason)
        kept.points = outcome.points or _if_any(self.position, "points") or (_NAN,) * seats
        kept.places = outcome.places or _if_any(self.position, "places") or (0,) * seats
        # A limit or a fault may end a match in the middle of a turn.
        if kept.moves and kept.moment_plies[-1:] != [len(kept.moves)]:
            self._judge()
        return kept


def _if_any(position: Position, name: str) -> Any:
    """What a position counts, such as points by seat, if its game counts it."""
    own = getattr(position, name, None)
    return None if own is None else own()


def is_turn_completed(position: Position) -> bool:
    """Whether the last ply completed a turn; every ply does, unless the game says otherwise."""
    own = getattr(position, "turn_completed", None)
    return own is None or bool(own())


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
            entrants = [Entrant.of(one, rules.game.family) for one in players]
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
    start = rules.start(0)
    widths = {"moves": len(rules.pack_move(start.moves()[0]))}
    measures = _if_any(start, "measures")
    if measures is not None:
        widths["measures"] = len(measures)
    found: dict[str, Any] = {"finished": np.ones(len(matches), dtype=bool)}
    for one in held(widths):
        entries = [getattr(match, one.name) for match in matches]
        if one.level is not Level.MATCH:
            entries = [row for rows in entries for row in rows]
        column = np.asarray(entries, dtype=one.kind)
        if one.is_table:
            column = column.reshape(len(entries), widths.get(one.name, rules.seats))
        found[one.name] = column
    found["offsets"] = offsets_of(len(match.moves) for match in matches)
    found["moment_offsets"] = offsets_of(len(match.moment_plies) for match in matches)
    return found
