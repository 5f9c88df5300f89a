"""Whether the native core and the reference of board games agree in everything, ply by ply.

This goes deeper than `ludwright.testing.conformance`, which compares what all games have. Both play
the same random match. After every ply everything that both know is compared: the legal moves,
pieces, hands, scores, captures, cell states, whose turn it is, a move to be continued, and how the
match ended. Any difference is a bug in one of the two.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.move import Move
from ludwright.families.combinatorial.reference import ReferencePosition, ReferenceRules
from ludwright.families.combinatorial.rules import board_game
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.check import check
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme
from ludwright.language.syntax import write
from ludwright.language.vary import cross, mutate
from ludwright.play.outcome import REASONS, Outcome

RATES: Final[tuple[float, ...]] = (0.02, 0.05, 0.1, 0.2)
"""How much a mutant differs from its parent: the probability that an element changes."""
CROSS_CHANCE: Final[float] = 0.3
"""The share of mutants that have a second parent."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the two engines differ."""

    ply: int
    what: str
    reference: object
    native: object
    moves: tuple[Move, ...]
    """The moves that led there."""

    def __str__(self) -> str:
        line = " ".join(f"{m.rule}:{m.source}>{m.target}/{m.option}" for m in self.moves)
        return (
            f"{self.what} at ply {self.ply}: reference {self.reference}, native {self.native}\n"
            f"after {line}"
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """One match played by both engines."""

    plies: int
    is_over: bool
    disagreement: Disagreement | None


@dataclass(frozen=True, slots=True)
class Mutant:
    """A game made from others by random changes."""

    parent: str
    root: BoardGame
    is_refused: bool
    """Whether the static check finds an error in it."""


class Pair:
    """A game in both engines."""

    def __init__(self, root: BoardGame) -> None:
        """Prepare both engines."""
        self.rules = ReferenceRules(root)
        self.program = native.Program(lower(root))

    def play(self, seed: int, plies: int, seconds: float | None = None) -> Comparison:
        """Play one random match to its end, or to a limit of plies or seconds of CPU time."""
        rng = Random(seed)
        deadline = None if seconds is None else time.process_time() + seconds
        first: ReferencePosition = self.rules.start()
        second = self.program.start()
        made: list[Move] = []
        while True:
            difference = compare_positions(first, second)
            if difference is not None:
                found = Disagreement(len(made), *difference, tuple(made))
                return Comparison(len(made), is_over=False, disagreement=found)
            moves = first.moves()
            is_late = deadline is not None and time.process_time() > deadline
            if not moves or len(made) >= plies or is_late:
                return Comparison(len(made), is_over=not moves, disagreement=None)
            move = rng.choice(moves)
            first, second = first.after(move), second.after(*_numbers(move))
            made.append(move)


class Referee(NamedTuple):
    """A position of the reference, as `ludwright.testing.conformance` asks about it."""

    known: ReferencePosition

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.known.seat

    def moves(self) -> Sequence[Move]:
        """The legal moves."""
        return self.known.moves()

    def weights(self) -> tuple[float, ...]:
        """Empty: there are no chance moves."""
        return ()

    def after(self, move: Move) -> Referee:
        """The position after a legal move."""
        return Referee(self.known.after(move))

    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        return self.known.outcome


def reference(game: Game, seats: int | None = None) -> Referee:  # noqa: ARG001 - always two
    """The start of a game by its reference."""
    return Referee(ReferenceRules(board_game(game)).start())


def compare(root: BoardGame, seed: int, plies: int) -> Disagreement | None:
    """Play one random match with both engines; returns their disagreement, or None."""
    return Pair(root).play(seed, plies).disagreement


def compare_positions(
    first: ReferencePosition, second: native.Position
) -> tuple[str, object, object] | None:
    """The first difference between two positions: what, in the reference, in the core."""
    kinds = len(first.rules.equipment.pieces)
    checks = (
        ("seat", first.seat, second.seat),
        ("ply", first.ply, second.ply),
        ("scores", tuple(first.scores), tuple(second.scores)),
        ("going on", first.continuation or (-1, -1), tuple(second.going_on)),
        ("captured", _trimmed(first.captured, kinds), _trimmed(second.captured(), kinds)),
        ("hands", _hands(first), _trimmed(second.hands(), kinds)),
        ("cell states", _cell_states(first), [tuple(pair) for pair in second.cell_states()]),
        ("pieces", _pieces(first), [tuple(piece) for piece in second.pieces()]),
        ("outcome", _outcome(first), second.outcome),
    )
    for what, wanted, got in checks:
        if wanted != got:
            return what, wanted, got
    moves = sorted(map(_numbers, first.moves()))
    others = sorted(map(tuple, second.moves().tolist()))
    if moves != others:
        missing = [move for move in moves if move not in set(others)]
        extra = [move for move in others if move not in set(moves)]
        if not missing and not extra:
            return "moves listed twice", len(moves), len(others)
        return "moves", f"only has {missing[:12]}", f"only has {extra[:12]}"
    return None


def _numbers(move: Move) -> tuple[int, int, int, int]:
    return move.rule, move.source, move.target, move.option


def _trimmed(table: Sequence[Sequence[int]], kinds: int) -> list[tuple[int, ...]]:
    return [tuple(row[:kinds]) for row in table]


def _hands(position: ReferencePosition) -> list[tuple[int, ...]]:
    return [tuple(-1 if held is None else held for held in hand) for hand in position.hands]


def _cell_states(position: ReferencePosition) -> list[tuple[int, int]]:
    return [(site, state) for site, state in enumerate(position.cell_states) if state]


def _pieces(position: ReferencePosition) -> list[tuple[int, ...]]:
    return [(site, *piece) for site, stack in enumerate(position.stacks) for piece in stack]


def _outcome(position: ReferencePosition) -> tuple[float, float, int] | None:
    outcome = position.outcome
    if outcome is None:
        return None
    first, second = outcome.scores
    return first, second, REASONS.index(outcome.reason)


def mutants(names: Sequence[str], count: int, seed: int) -> Iterator[Mutant]:
    """The given number of games that differ from their parents, both sound and refused ones.

    The mutant with a given number depends only on the names and the seed, not on the count.
    """
    for number in range(count):
        yield mutant(names, number, seed)


def mutant(names: Sequence[str], number: int, seed: int) -> Mutant:
    """The mutant with this number."""
    rng = Random(f"{seed} {number}")
    while True:
        name = rng.choice(names)
        parent = open_game(name).root
        assert isinstance(parent, BoardGame)
        rate = rng.choice(RATES)
        child: Ludeme = parent
        if rng.random() < CROSS_CHANCE:
            child = cross(child, open_game(rng.choice(names)).root, rng, rate)
        child = mutate(child, rng, rate)
        assert isinstance(child, BoardGame)
        if child != parent:
            return Mutant(name, child, is_refused=bool(check(child)))


def report(found: Disagreement, root: BoardGame) -> str:
    """The information needed to investigate a disagreement."""
    return f"{found}\n{write(root)}"
