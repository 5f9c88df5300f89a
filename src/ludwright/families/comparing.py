"""Whether two engines of a family agree in everything, ply by ply: what families have in common.

This goes deeper than `ludwright.testing.conformance`, which compares what all games have. Both
engines follow the same match, random or recorded, and before every ply everything that makes up the
position is compared. Any difference is a bug in one of the two.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isclose
from random import Random
from typing import Any, Final

from ludwright.language.game import Game
from ludwright.language.syntax import write
from ludwright.play.playtest import Playtest

CLOSE: Final[float] = 1e-9
"""How far chances and standings may differ by rounding."""

Fact = tuple[str, object, object]
"""What it is, in the reference and in the core."""
Choose = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the two engines differ."""

    ply: int
    what: str
    reference: object
    native: object
    moves: tuple[tuple[int, ...], ...]
    """The moves that led there."""

    def __str__(self) -> str:
        line = " ".join(":".join(map(str, move)) for move in self.moves)
        return (
            f"{self.what} at ply {self.ply}: reference {self.reference}, native {self.native}\n"
            f"after {line}"
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """One match followed by both engines."""

    plies: int
    is_over: bool
    disagreement: Disagreement | None


@dataclass(frozen=True)
class Engines:
    """The two engines of a family, and what makes up their positions."""

    reference: Callable[[Game, int], Any]
    load_rules: Callable[[Game, int | None], Any]
    move: Callable[..., tuple[int, ...]]
    """Makes a move from its numbers."""
    facts: Callable[[Any, Any], Iterator[Fact]]
    """What the family compares beyond moves, chances and standings, of two positions."""

    def compare_random(
        self,
        game: Game,
        seed: int,
        plies: int,
        seats: int | None = None,
        seconds: float | None = None,
    ) -> Comparison:
        """Follow one random match to its end, or to a limit of plies or seconds of CPU time."""
        rng = Random(seed)

        def choose(position: Any) -> Any:
            return rng.choices(position.moves(), position.weights() or None)[0]

        return self._follow(game, seats, _until(_deadline(seconds), [choose] * plies))

    def compare_records(
        self, playtest: Playtest, seconds: float | None = None
    ) -> Iterator[Comparison]:
        """Follow the matches of a playtest as they were recorded, at most so long each."""
        rules = self.load_rules(playtest.game, playtest.seats)
        for record in playtest:
            moves = [rules.unpack_move(row) for row in record.moves.tolist()]
            choices = _until(_deadline(seconds), map(_always, moves))
            yield self._follow(playtest.game, playtest.seats, choices)

    def _follow(self, game: Game, seats: int | None, choices: Iterable[Choose]) -> Comparison:
        rules = self.load_rules(game, seats)
        plain, native = self.reference(game, rules.seats), rules.start()
        made: list[tuple[int, ...]] = []
        for choose in choices:
            found = self.compare_positions(plain, native)
            if found is not None or plain.outcome() is not None:
                break
            move = self.move(*choose(native))
            made.append(move)
            turns = plain.turns
            plain, native = plain.after(move), native.after(move)
            if native.turn_completed() != (plain.turns > turns):
                found = "completed turn", plain.turns > turns, native.turn_completed()
                return Comparison(len(made), False, Disagreement(len(made), *found, tuple(made)))
        found = self.compare_positions(plain, native)
        if found is None:
            return Comparison(len(made), plain.outcome() is not None, None)
        return Comparison(len(made), False, Disagreement(len(made), *found, tuple(made)))

    def compare_positions(self, plain: Any, native: Any) -> Fact | None:
        """The first difference between two positions."""
        for what, first, second in self.facts(plain, native):
            if first != second:
                return what, first, second
        if plain.outcome() is not None:
            return None
        ours, theirs = plain.moves(), native.moves()
        if ours != theirs:
            return "moves", _only_in(ours, theirs), _only_in(theirs, ours)
        for what, first, second in (
            ("weights", plain.weights(), native.weights()),
            ("standings", plain.standings(), native.rules.standings(native)),
        ):
            if not _are_close(first, second):
                return what, first, second
        return None


def rounded(scores: Sequence[float]) -> list[float]:
    """Scores as far as the 32 bits of the core can tell them apart."""
    return [round(score, 6) for score in scores]


def report(found: Disagreement, game: Game) -> str:
    """The information needed to investigate a disagreement."""
    return f"{found}\n{write(game.root)}"


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.process_time() + seconds


def _always(move: Any) -> Choose:
    return lambda _: move


def _until(deadline: float | None, choices: Iterable[Choose]) -> Iterator[Choose]:
    for choose in choices:
        if deadline is not None and time.process_time() > deadline:
            return
        yield choose


def _only_in(some: Sequence[Any], others: Sequence[Any]) -> str:
    extra = sorted(set(some) - set(others))
    return f"only has {extra[:12]}" if extra else "has another order"


def _are_close(first: Sequence[float], second: Sequence[float]) -> bool:
    pairs = zip(first, second, strict=False)
    return len(first) == len(second) and all(
        isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE) for one, other in pairs
    )
