"""Rules and positions of any family whose positions the native core binds with `bind_position`.

A family subclasses `NativeRules` with its program, the notation of its moves and what a seat sees;
search, matches, chance, hidden information and encoding come from here. Moves are tuples of whole
numbers unless the family packs them otherwise.
"""

from __future__ import annotations

import difflib
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ludwright.errors import IllegalMove, PlayerError
from ludwright.language.game import Game
from ludwright.play.families import Annotation, Judged, MatchOrder, Told, family_of
from ludwright.play.outcome import REASONS, Outcome, Reason
from ludwright.play.player import Considered, Search
from ludwright.shown import brief

if TYPE_CHECKING:
    from ludwright._core import Stop

_MAGIC = b"LN1"
_NUMBERS = struct.Struct("<B")
_NUMBER = struct.Struct("<q")
_REDEAL = struct.Struct("<bQ")
Numbers = tuple[int, ...]
"""A move as the core counts it."""


Specs = Sequence[Mapping[str, Any]]
"""Native players by seat."""


def outcome_of(found: tuple[Any, ...] | None) -> Outcome | None:
    """The outcome of the core's (scores, number of the reason, points, places)."""
    if found is None:
        return None
    scores, reason, points, places = found
    return Outcome(
        tuple(scores),
        REASONS[reason] or Reason.FAULT,
        None if points is None else tuple(points),
        None if places is None else tuple(places),
    )


def search_of(found: Mapping[str, Any], move_of: Callable[[Sequence[int]], Any]) -> Search:
    """The result of a search by the core."""

    def considered() -> tuple[Considered, ...]:
        columns = (found[name].tolist() for name in ("moves", "values", "visits"))
        return tuple(Considered(move_of(row), *rest) for row, *rest in zip(*columns, strict=True))

    return Search(
        move=move_of(found["best"]),
        value=found["value"],
        work=found["work"],
        considered=considered,
        is_out_of_time=found["out_of_time"],
    )


def require_player(rules: Any, spec: Mapping[str, Any], name: str = "") -> None:
    """Raise PlayerError if a native player cannot play a game; the message says why."""
    refusal = rules.refusal(spec)
    if refusal:
        raise PlayerError(f"{name or spec.get('kind')} cannot play {rules.game}: {refusal}")


def match_settings(order: MatchOrder, told: Told | None, stop: Stop | None) -> dict[str, Any]:
    """The arguments of the core's `play_matches` that are the same for all families."""
    return {
        "specs": [dict(spec) for spec in order.specs],
        "seed": order.seed,
        "openings": list(order.openings),
        "max_plies": order.max_plies,
        "rotate_seats": order.rotate_seats,
        "first_index": order.first_index,
        "count": order.matches,
        "jobs": order.jobs,
        "stop": stop,
        "progress": told,
        "keeps_finished": True,
    }


class NativeRules(ABC):
    """The rules of one game for a number of seats.

    A family defines at least `name_of` and `seat_names`, and makes the native start position.
    """

    kinds: ClassVar[frozenset[str]] = frozenset({"uniform", "greedy", "mcts", "ismcts"})
    """The kinds of native player that can play such games; a family adds its own."""
    is_hidden: ClassVar[bool] = True
    """Whether something may be hidden from some seat."""

    def __init__(self, game: Game, native_start: Any) -> None:
        self.game = game
        self._native_start = native_start

    def __repr__(self) -> str:
        return f"<Rules of {brief(self.game.name, 40)!r} for {self.seats} seats>"

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        seats: int = self._native_start.seats
        return seats

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(f"Player {seat + 1}" for seat in range(self.seats))

    def start(self, seed: int = 0) -> NativePosition:  # noqa: ARG002 - the deal is a ply of chance
        """The position before the first move and before the deal."""
        return self.position_type(self, self._native_start, _START)

    position_type: ClassVar[type[NativePosition]]
    """The class of its positions."""

    # --- Notation ---------------------------------------------------------------------------------

    @abstractmethod
    def name_of(self, position: Any, move: Any) -> str:
        """The notation of a legal move or an event of chance; different for different moves."""

    def pack_move(self, move: Any) -> Numbers:
        """A move as the whole numbers that the core and records keep."""
        return tuple(move)

    def unpack_move(self, numbers: Sequence[int]) -> Any:
        """The move that `pack_move` packed."""
        return tuple(numbers)

    def write_move(self, position: Any, move: Any) -> str:
        """The notation of a legal move."""
        if not position.is_legal(move):
            count = len(position.moves())
            raise IllegalMove(f"expected one of {count} legal moves, got {move!r}")
        return self.name_of(position, move)

    def read_move(self, position: Any, text: str) -> Any:
        """The legal move of the text; its beginning is enough if no other begins like it."""
        wanted = " ".join(text.split()).casefold()
        named = {self.name_of(position, move): move for move in position.moves()}
        exact = [name for name in named if name.casefold() == wanted]
        begun = [name for name in named if wanted and name.casefold().startswith(wanted)]
        found = exact or begun
        if len(found) == 1:
            return named[found[0]]
        if found:
            choice = some_of(found)
            raise IllegalMove(f"expected one move, got {text!r}, which may be {choice}")
        raise IllegalMove(no_such_move(text, list(named)))

    # --- Encoding ---------------------------------------------------------------------------------

    @cached_property
    def _head(self) -> bytes:
        return _MAGIC + bytes.fromhex(self.game.digest)[:4] + bytes([self.seats])

    def decode(self, data: bytes) -> NativePosition:
        """The position of an encoding; raises ValueError or IllegalMove if it is not one."""
        if data[: len(self._head)] != self._head:
            raise ValueError(f"expected a position of {self.game}, got other bytes")
        position = self.start()
        try:
            for step in _steps_of(data[len(self._head) :]):
                if isinstance(step, _Redeal):
                    position = position.redealt(step.seat, step.seed)
                else:
                    position = position.after(self.unpack_move(step))
        except struct.error as error:
            raise ValueError(f"expected a position of {self.game}, got fewer bytes") from error
        return position

    # --- The native core --------------------------------------------------------------------------

    def standings(self, position: NativePosition) -> tuple[float, ...]:
        """How the seats stand: numbers from 0 that sum to 1; the scores when the match is over."""
        return tuple(position.native.standings())

    def refusal(self, spec: Mapping[str, Any]) -> str:
        """Why a native player cannot play this game, in words; empty if it can."""
        kind = spec.get("kind")
        if kind in self.kinds:
            return ""
        return f"expected one of {', '.join(sorted(self.kinds))}, got {kind}"

    def play_matches(
        self, order: MatchOrder, told: Told | None = None, stop: Stop | None = None
    ) -> dict[str, Any]:
        """Matches between native players, as columns."""
        settings = match_settings(order, told, stop)
        columns: dict[str, Any] = self._native_start.play_matches(**settings)
        return columns

    def playouts(
        self, count: int, seed: int, max_plies: int, jobs: int, specs: Specs = ()
    ) -> dict[str, Any]:
        """Results of matches without records: wins by seat, draws and plies, all summed.

        Moves are random, or of scripted players, one for each seat, who play the matches that
        `play_matches` plays.
        """
        given = [dict(spec) for spec in specs]
        found = self._native_start.playouts(count, seed, max_plies, jobs, given)
        return {"wins": found["wins"], "draws": found["shared"], "plies": found["plies"]}

    def annotations(
        self,
        playtest: Any,  # noqa: ARG002
        request: Annotation,  # noqa: ARG002
        told: Told | None = None,  # noqa: ARG002
    ) -> dict[str, Any]:
        """No columns: such games have no values of moves, unless their family computes them."""
        return {}

    def judged(
        self,
        playtest: Any,  # noqa: ARG002
        spec: Mapping[str, Any],  # noqa: ARG002
        jobs: int = 1,  # noqa: ARG002
    ) -> Judged | None:
        """None: leads are the family's standings, unless it searches the positions."""
        return None

    def search(self, position: NativePosition, spec: Mapping[str, Any], seed: int) -> Search:
        """What a native player would do; raises PlayerError if it cannot play this game."""
        require_player(self, spec)
        return search_of(position.native.search(dict(spec), seed), self.unpack_move)


class CorePosition(ABC):
    """What all positions of the core share: their place in the match, and how they are shown."""

    __slots__ = ()
    rules: Any
    native: Any

    @property
    def seat(self) -> int:
        """Whose turn it is; -1 where chance decides."""
        seat: int = self.native.seat
        return seat

    @property
    def ply(self) -> int:
        """How many plies were made before."""
        ply: int = self.native.ply
        return ply

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is in progress."""

    def __repr__(self) -> str:
        names = self.rules.seat_names
        turn = f"{names[self.seat]} to move" if self.seat >= 0 else "chance decides"
        told = brief("over" if self.outcome() is not None else turn, 40)
        return f"<Position of {brief(self.rules.game.name, 40)!r} after {self.ply} plies, {told}>"

    def __str__(self) -> str:
        return family_of(self.rules.game).draw_text(self)

    def _repr_svg_(self) -> str:
        return family_of(self.rules.game).draw_svg(self)


class NativePosition(CorePosition):
    """One position of a match; immutable."""

    __slots__ = ("__dict__", "_path", "native", "rules")

    def __init__(self, rules: Any, native: Any, path: _Path) -> None:
        self.rules = rules
        self.native = native
        self._path = path

    @cached_property
    def _moves(self) -> tuple[Any, ...]:
        if self.native.outcome() is not None:
            return ()
        return tuple(map(self.rules.unpack_move, self.native.moves()))

    def moves(self) -> tuple[Any, ...]:
        """The legal moves, or the events of chance; none when the match is over."""
        return self._moves

    @cached_property
    def _legal(self) -> frozenset[Any]:
        return frozenset(self._moves)

    def is_legal(self, move: Any) -> bool:
        """Whether a move, or an event of chance, is among the legal ones."""
        try:
            return move in self._legal
        except TypeError:  # such as a list, which is no move
            return False

    def weights(self) -> tuple[float, ...]:
        """How likely each event is where chance decides; else empty."""
        return tuple(self.native.weights())

    def after(self, move: Any) -> Self:
        """The position after a legal move or an event of chance."""
        try:
            numbers = self.rules.pack_move(move)
            following = self.native.after(numbers)
        except (TypeError, ValueError):  # TypeError: not whole numbers
            names = [self.rules.name_of(self, one) for one in self._moves[:8]]
            raise IllegalMove(
                f"expected one of {len(self._moves)} legal moves ({', '.join(names)} …), "
                f"got {move!r} at ply {self.ply}"
            ) from None
        return type(self)(self.rules, following, _Path(numbers, self._path))

    @cached_property
    def _outcome(self) -> Outcome | None:
        return outcome_of(self.native.outcome())

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is in progress."""
        return self._outcome

    def points(self) -> tuple[float, ...] | None:
        """The points of each seat, if the game counts points."""
        found = self.native.points()
        return None if found is None else tuple(found)

    def places(self) -> tuple[int, ...] | None:
        """The order in which seats were eliminated, if they can be: 0 for those still playing."""
        found = self.native.places()
        return None if found is None else tuple(found)

    def measures(self) -> tuple[float, ...] | None:
        """The family's own numbers, which playtests record, if it has any."""
        found = self.native.measures()
        return None if found is None else tuple(found)

    def turn_completed(self) -> bool:
        """Whether the last ply completed a turn."""
        return bool(self.native.turn_completed)

    def redealt(self, seat: int, seed: int) -> Self:
        """A position that the seat may believe to be in; depends only on what it has observed."""
        if not self.rules.is_hidden:
            return self
        dealt = self.native.redealt(seat, seed)
        return type(self)(self.rules, dealt, _Path(_Redeal(seat, seed), self._path))

    def sealed(self) -> Self:
        """The same without its history, in which a player could find what is hidden."""
        if not self.rules.is_hidden:
            return self
        return type(self)(self.rules, self.native, _SEALED)

    def history(self) -> tuple[Any, ...]:
        """The moves and events that led here from the start.

        Raises ValueError for a redealt position: what was dealt to others is not to be seen.
        """
        steps = self._steps()
        if any(isinstance(step, _Redeal) for step in steps):
            raise ValueError("expected a position of the match itself, got a redealt one")
        return tuple(self.rules.unpack_move(step) for step in steps)

    def latest_moves(self) -> Iterator[Any]:
        """The moves and events that led here, the latest first, as far as they are known.

        Those before the position was sealed are not; events that a seat cannot see are included.
        """
        for step in self._path.backwards():
            if not isinstance(step, _Redeal):
                yield self.rules.unpack_move(step)

    def _steps(self) -> tuple[Numbers | _Redeal, ...]:
        if self._path.is_sealed:
            raise ValueError("expected a position of the match itself, got one for a player only")
        return tuple(self._path.steps())

    def view(self, seat: int) -> dict[str, Any]:
        """What the seat can see, as plain data; families add their board, hands and cards.

        The moves are listed for the seat to move only: its options may show what it holds.
        """
        outcome = self.outcome()
        is_own = seat == self.seat
        return {
            "ply": self.ply,
            "seat": self.seat,
            "moves": [self.rules.name_of(self, move) for move in self._moves] if is_own else [],
            "outcome": None
            if outcome is None
            else {
                "scores": list(outcome.scores),
                "reason": outcome.reason.value,
                "points": None if outcome.points is None else list(outcome.points),
                "places": None if outcome.places is None else list(outcome.places),
            },
        }

    def encode(self) -> bytes:
        """How it was reached from the start; `NativeRules.decode` checks every step."""
        head: bytes = self.rules._head
        return head + b"".join(_bytes_of(step) for step in self._steps())

    def search(self, spec: dict[str, Any], seed: int) -> Search:
        """What a native player would do here."""
        found: Search = self.rules.search(self, spec, seed)
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NativePosition):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        if self._path.is_sealed:
            return (self.rules._head, self.native.key)
        return (self.encode(),)


NativeRules.position_type = NativePosition


# --- How a position was reached -------------------------------------------------------------------


class _Redeal:
    """What a seat cannot see was dealt again."""

    __slots__ = ("seat", "seed")

    def __init__(self, seat: int, seed: int) -> None:
        self.seat = seat
        self.seed = seed


class _Path:
    """The last step and the path before it, shared between positions."""

    __slots__ = ("_before", "_step", "is_sealed")

    def __init__(
        self, step: Numbers | _Redeal | None, before: _Path | None, *, is_sealed: bool = False
    ) -> None:
        self._step = step
        self._before = before
        self.is_sealed: bool = is_sealed or (before is not None and before.is_sealed)
        """Whether the beginning of the path is left out."""

    def steps(self) -> Iterator[Numbers | _Redeal]:
        """From the start."""
        return reversed(list(self.backwards()))

    def backwards(self) -> Iterator[Numbers | _Redeal]:
        """From the last one."""
        path: _Path | None = self
        while path is not None and path._step is not None:
            yield path._step
            path = path._before


_START = _Path(None, None)
_SEALED = _Path(None, None, is_sealed=True)
_REDEAL_MARK = 255


def _bytes_of(step: Numbers | _Redeal) -> bytes:
    if isinstance(step, _Redeal):
        return _NUMBERS.pack(_REDEAL_MARK) + _REDEAL.pack(step.seat, step.seed)
    return _NUMBERS.pack(len(step)) + b"".join(map(_NUMBER.pack, step))


def _steps_of(data: bytes) -> Iterator[Numbers | _Redeal]:
    at = 0
    while at < len(data):
        (count,) = _NUMBERS.unpack_from(data, at)
        at += _NUMBERS.size
        if count == _REDEAL_MARK:
            yield _Redeal(*_REDEAL.unpack_from(data, at))
            at += _REDEAL.size
        else:
            yield tuple(_NUMBER.unpack_from(data, at + 8 * i)[0] for i in range(count))
            at += 8 * count


# --- Words ----------------------------------------------------------------------------------------


def no_such_move(text: str, names: Sequence[str]) -> str:
    """What to say about a text that names none of the legal moves."""
    if not names:
        return f"expected no move, since the match is over, got {text!r}"
    lowered = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(text.casefold(), list(lowered), n=4, cutoff=0.5)
    if near:
        meant = some_of([lowered[name] for name in near])
        return f"expected a legal move, got {text!r}; did you mean {meant}?"
    return f"expected a legal move, got {text!r}; legal moves are {some_of(names)}"


def some_of(names: Sequence[str]) -> str:
    """The first names, joined by "or"."""
    if len(names) == 1:
        return names[0]
    if len(names) > 8:
        return f"{', '.join(names[:8])} and {len(names) - 8} more"
    return f"{', '.join(names[:-1])} or {names[-1]}"
