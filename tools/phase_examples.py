"""Examples of ludemes inside small games whose matches go through phases, for the reference pages.

A random match is played by the reference engine up to a phase in which there is something to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import Any

from ludwright.language.english import listing
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme

SHOWN_MOVES: int = 10
"""More legal moves than this are counted, not listed."""
MOST_SEEDS: int = 200
"""Random matches that are tried to find a position to show."""
MOST_PLIES: int = 400


@dataclass(frozen=True)
class Frame:
    """A game around an example, and the phase in which there is something to see."""

    text: str
    phase: IntEnum


@dataclass(frozen=True)
class Engines:
    """How the games of a family are played, and what of a position is told."""

    reference: Callable[..., Any]
    load_rules: Callable[..., Any]
    over: IntEnum
    """The phase after the end."""
    text: Callable[[Example, Any], str]
    """The text of the game, made shorter where it is long; the second is the position."""
    told: Callable[[Any], str]
    """A position of the reference in words, "" if there is nothing to tell."""


@dataclass(frozen=True)
class Example:
    """A ludeme's example in a game, and a position of that game."""

    ludeme: type[Ludeme]
    game: Game
    phase: IntEnum
    engines: Engines

    def match(self) -> tuple[Any, ...]:
        """The first random match that comes to the phase, up to there."""
        for seed in range(MOST_SEEDS):
            rng, position = Random(seed), self.engines.reference(self.game)
            made: list[Any] = []
            while len(made) < MOST_PLIES:
                if position.phase is self.phase:
                    return tuple(made)
                if position.phase is self.engines.over:
                    break
                made.append(rng.choices(position.moves(), position.weights() or None)[0])
                position = position.after(made[-1])
        name = self.ludeme.__name__
        raise LookupError(f"expected a match of {name} with {self.phase.name}, got none")

    def positions(self) -> tuple[Any, Any]:
        """The position to show, in the reference and in the native engine."""
        plain = self.engines.reference(self.game)
        native = self.engines.load_rules(self.game).start()
        for move in self.match():
            plain, native = plain.after(move), native.after(move)
        return plain, native


def section(example: Example) -> str:
    """The example's section on the reference page."""
    plain, native = example.positions()
    text = example.engines.text(example, plain)
    parts = [f"<details><summary>In a game</summary>\n\n```\n{text}\n```\n\n</details>"]
    told = example.engines.told(plain)
    if told:
        parts.append(f"After {plain.ply} plies of a random match: {told}.")
    outcome = plain.outcome()
    if outcome is not None:
        parts.append(_ending(outcome.scores, plain.turns))
        return "\n\n".join(parts)
    names = [native.rules.write_move(native, move) for move in plain.moves()[:SHOWN_MOVES]]
    rest = " …" if len(plain.moves()) > SHOWN_MOVES else ""
    who = f"Player {plain.seat + 1} decides" if plain.seat >= 0 else "Chance decides"
    shown = ", ".join(f"`{name}`" for name in names)
    parts.append(f"{who} between {len(plain.moves())}: {shown}{rest}")
    return "\n\n".join(parts)


def _ending(scores: Sequence[float], turns: int) -> str:
    winners = [f"Player {seat + 1}" for seat, score in enumerate(scores) if score]
    told = f"{winners[0]} wins" if len(winners) == 1 else f"{listing(winners)} share the win"
    return f"The match is over after {turns} completed turns: {told}."
