"""Whether the native core and the plain reference of a game agree, ply by ply, for any family.

Both follow the same match: a random one, or one that was recorded. Before every ply everything that
all games have is compared: the seat, the legal moves, their weights where chance decides, the
standings and the outcome, where both know them. A family may compare more (`Family.conformance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from random import Random
from typing import Any

from ludwright.errors import LudwrightError
from ludwright.language.game import Game
from ludwright.play.families import family_of, load_rules
from ludwright.play.outcome import Outcome
from ludwright.play.playtest import Playtest

CLOSE: float = 1e-6
"""The engines may round weights, scores and standings differently: scores of the core have 32
bits."""

Numbers = tuple[int, ...]
"""A move as `Rules.pack_move` packs it."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the two engines differ."""

    ply: int
    what: str
    reference: object
    native: object
    moves: tuple[str, ...]
    """The moves that led there, in notation."""

    def __str__(self) -> str:
        return (
            f"{self.what} at ply {self.ply}: reference {self.reference}, native {self.native}\n"
            f"after {' '.join(self.moves)}"
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """One match followed by both engines."""

    plies: int
    is_over: bool
    disagreement: Disagreement | None


def compare_random(
    game: Game, seed: int, plies: int = 1000, seats: int | None = None
) -> Comparison:
    """Follow one random match to its end or to a limit of plies."""
    rng = Random(seed)

    def choices() -> Iterator[Callable[[Any], Any]]:
        for _ in range(plies):
            yield lambda position: _drawn(position, rng)

    return _follow(game, seats, choices())


def compare_records(playtest: Playtest) -> Iterator[Comparison]:
    """Follow every match of a playtest as it was recorded."""
    seats = playtest.seats
    rules = load_rules(playtest.game, seats)
    for record in playtest:
        moves = [rules.unpack_move([int(one) for one in row]) for row in record.moves]
        yield _follow(playtest.game, seats, map(_always, moves))


def _always(move: Any) -> Callable[[Any], Any]:
    return lambda _: move


def _drawn(position: Any, rng: Random) -> Any:
    moves, weights = position.moves(), position.weights()
    return rng.choices(moves, weights)[0] if weights else rng.choice(moves)


def _follow(game: Game, seats: int | None, choices: Iterable[Callable[[Any], Any]]) -> Comparison:
    reference = family_of(game).reference
    if reference is None:
        raise LudwrightError(f"expected a reference of the family {game.family}, got none")
    rules = load_rules(game, seats)
    plain, native = reference(game, rules.seats), rules.start()
    told: list[str] = []
    for choose in choices:
        found = compare_positions(plain, native)
        if found is not None or native.outcome() is not None:
            break
        move = choose(native)
        told.append(rules.write_move(native, move))
        twin = _packed(plain, rules)[tuple(rules.pack_move(move))]
        plain, native = plain.after(twin), native.after(move)
    found = compare_positions(plain, native)
    if found is None:
        return Comparison(len(told), native.outcome() is not None, None)
    return Comparison(len(told), False, Disagreement(len(told), *found, tuple(told)))


def compare_positions(plain: Any, native: Any) -> tuple[str, object, object] | None:
    """The first difference between two positions: what, in the reference, in the core."""
    rules = native.rules
    if plain.seat != native.seat and native.outcome() is None:
        return "seat", plain.seat, native.seat
    first, second = plain.outcome(), native.outcome()
    if not _is_same_outcome(first, second):
        return "outcome", first, second
    ours, theirs = _packed(plain, rules), [tuple(rules.pack_move(one)) for one in native.moves()]
    if sorted(ours) != sorted(theirs):
        missing = [one for one in ours if one not in set(theirs)]
        extra = [one for one in theirs if one not in ours]
        return "moves", f"only has {missing[:12]}", f"only has {extra[:12]}"
    return _chance_difference(plain, native, rules) or _standing_difference(plain, native, rules)


def _packed(position: Any, rules: Any) -> Mapping[Numbers, Any]:
    return {tuple(rules.pack_move(move)): move for move in position.moves()}


def _is_same_outcome(first: Outcome | None, second: Outcome | None) -> bool:
    if first is None or second is None:
        return first is second
    if first.reason != second.reason or not _are_close(first.scores, second.scores):
        return False
    ours, theirs = getattr(first, "points", None), getattr(second, "points", None)
    return ours is None or theirs is None or _are_close(ours, theirs)


def _chance_difference(plain: Any, native: Any, rules: Any) -> tuple[str, object, object] | None:
    ours, theirs = _shares(plain, rules), _shares(native, rules)
    is_same = ours.keys() == theirs.keys()
    if is_same and _are_close([*ours.values()], [theirs[key] for key in ours]):
        return None
    return "weights", ours, theirs


def _shares(position: Any, rules: Any) -> dict[Numbers, float]:
    """The probability of each event; none where a player decides."""
    weights = position.weights()
    pairs = zip(position.moves(), weights, strict=True) if weights else ()
    return {tuple(rules.pack_move(move)): weight / sum(weights) for move, weight in pairs}


def _standing_difference(plain: Any, native: Any, rules: Any) -> tuple[str, object, object] | None:
    if not (hasattr(plain, "standings") and hasattr(rules, "standings")):
        return None
    first, second = plain.standings(), rules.standings(native)
    return None if _are_close(first, second) else ("standings", first, second)


def _are_close(first: Sequence[float], second: Sequence[float]) -> bool:
    pairs = zip(first, second, strict=False)
    return len(first) == len(second) and all(
        isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE) for one, other in pairs
    )
