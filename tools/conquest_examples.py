"""The example of every ludeme of conquest games inside a small, playable game.

The reference page shows these games with a position and its legal moves; a test plays each of them
with both engines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import cast

from ludwright.families.conquest.moves import ConquestMove
from ludwright.families.conquest.reference import (
    NOBODY,
    Phase,
    ReferencePosition,
    reference,
)
from ludwright.families.conquest.rules import ConquestPosition, load_rules
from ludwright.families.conquest.vocabulary import Conquest, ConquestGame
from ludwright.language.english import listing
from ludwright.language.game import Game, game_of
from ludwright.language.ludeme import Ludeme

SHOWN_MOVES: int = 10
"""More legal moves than this are counted, not listed."""
MOST_SEEDS: int = 200
"""Random matches that are tried to find a position to show."""
MOST_PLIES: int = 400

RING = (
    "(map Ring (continent West 2 (territory A (borders B)) (territory B (borders C)) (territory C))"
    " (continent East 3 (territory D (borders A E)) (territory E) (territory F (borders C E))))"
)
"""Six territories, each between two others."""
TWO = "(seats 2 2)"


def _game(board: str = RING, seats: str = TWO, **parts: str) -> str:
    """A game with some clauses of its own; `{0}` is where the example goes."""
    clauses = {
        "setup": "(setup)",
        "reinforcement": "(reinforcement)",
        "cards": "",
        "battle": "(battle)",
        "fortify": "(fortify one-adjacent)",
        "goal": "",
        "limit": "",
        **parts,
    }
    return f"(conquest Example {seats} {board} {' '.join(clauses.values())})"


def _mission(seats: str = TWO) -> str:
    goal = "(missions {0} (occupy 40) (occupy 41))"
    return _game("(map classic)", seats, goal=goal)


@dataclass(frozen=True)
class Frame:
    """A game around an example, and the phase in which there is something to see."""

    text: str
    phase: Phase


FRAMES: dict[str, Frame] = {
    "At": Frame(
        _game("(map Two (continent Both 2 (territory A {0} (borders B)) (territory B)))"),
        Phase.ATTACK,
    ),
    "Territory": Frame(_game("(map Two (continent Both 2 {0} (territory Alberta)))"), Phase.ATTACK),
    "Continent": Frame(
        _game("(map Two {0} (continent Asia 2 (territory India (borders Siam))))"), Phase.PLACE
    ),
    "Map": Frame(_game("{0}"), Phase.PLACE),
    "BySeats": Frame(_game(setup="(setup {0})"), Phase.SPREAD),
    "PerTerritory": Frame(_game(setup="(setup {0})"), Phase.SPREAD),
    "Setup": Frame(_game(setup="{0}"), Phase.SPREAD),
    "Reinforcement": Frame(_game(reinforcement="{0}"), Phase.PLACE),
    "Cards": Frame(_game(cards="{0}"), Phase.TRADE),
    "Battle": Frame(_game(battle="{0}"), Phase.BATTLE),
    "Share": Frame(_game(goal="{0}"), Phase.OVER),
    "Hold": Frame(_mission(), Phase.ATTACK),
    "Occupy": Frame(_mission(), Phase.ATTACK),
    "Destroy": Frame(_mission("(seats 3 3)"), Phase.ATTACK),
    "Missions": Frame(_game("(map classic)", goal="{0}"), Phase.MISSIONS),
    "Limit": Frame(_game(limit="{0}", setup="(setup (by-seats 9))"), Phase.OVER),
    "ConquestGame": Frame("{0}", Phase.ATTACK),
}
"""Frames by the name of the ludeme's class."""


@dataclass(frozen=True)
class Example:
    """A ludeme's example in a game, and a position of that game."""

    ludeme: type[Ludeme]
    game: Game
    phase: Phase

    def match(self) -> tuple[ConquestMove, ...]:
        """The first random match that comes to the phase, up to there."""
        for seed in range(MOST_SEEDS):
            rng, position = Random(seed), reference(self.game)
            made: list[ConquestMove] = []
            while len(made) < MOST_PLIES:
                if position.phase is self.phase:
                    return tuple(made)
                if position.phase is Phase.OVER:
                    break
                made.append(rng.choices(position.moves(), position.weights() or None)[0])
                position = position.after(made[-1])
        name = self.ludeme.__name__
        raise LookupError(f"expected a match of {name} with {self.phase.name}, got none")

    def positions(self) -> tuple[ReferencePosition, ConquestPosition]:
        """The position to show, in both engines."""
        plain, native = reference(self.game), load_rules(self.game).start()
        for move in self.match():
            plain, native = plain.after(move), native.after(move)
        return plain, cast("ConquestPosition", native)


def example_of(ludeme: type[Ludeme]) -> Example:
    """The example of a ludeme in a game."""
    frame = FRAMES.get(ludeme.__name__)
    if frame is None:
        raise LookupError(f"expected a frame for the example of {ludeme.__name__}, got none")
    game = game_of(frame.text.replace("{0}", ludeme.example), ConquestGame)
    return Example(ludeme, game, frame.phase)


def examples() -> Iterator[Example]:
    """The example of every ludeme, in the order of the declarations."""
    return (example_of(ludeme) for ludeme in Conquest.vocabulary.ludemes)


def section(example: Example) -> str:
    """The example's section on the reference page."""
    plain, native = example.positions()
    # A long map would hide the rest of the game.
    text = example.game.text.strip() if len(plain.owners) <= 12 else _with_named_map(example)
    parts = [f"<details><summary>In a game</summary>\n\n```\n{text}\n```\n\n</details>"]
    if len(plain.owners) <= 12 and plain.phase > Phase.DEAL:
        parts.append(f"After {plain.ply} plies of a random match: {_owners(plain)}.")
    outcome = plain.outcome()
    if outcome is not None:
        winners = [f"Player {seat + 1}" for seat, score in enumerate(outcome.scores) if score]
        told = f"{winners[0]} wins" if len(winners) == 1 else f"{listing(winners)} share the win"
        parts.append(f"The match is over after {plain.turns} completed turns: {told}.")
        return "\n\n".join(parts)
    names = [native.rules.write_move(native, move) for move in plain.moves()[:SHOWN_MOVES]]
    rest = " …" if len(plain.moves()) > SHOWN_MOVES else ""
    who = f"Player {plain.seat + 1} decides" if plain.seat >= 0 else "Chance decides"
    shown = ", ".join(f"`{name}`" for name in names)
    parts.append(f"{who} between {len(plain.moves())}: {shown}{rest}")
    return "\n\n".join(parts)


def _with_named_map(example: Example) -> str:
    text = example.game.text
    first, end = text.index("  (map "), text.index("  (setup")
    name = text[first:].split("\n", 1)[0]
    return (text[:first] + name + ")\n" + text[end:]).strip()


def _owners(position: ReferencePosition) -> str:
    """Such as "player 1 has A 3 and B 1; player 2 has C 1"."""
    names = [str(one.name) for one in position.rules.territories]
    told = []
    for owner in (*range(position.rules.seats), NOBODY):
        held = [f"{names[at]} {position.armies[at]}" for at in sorted(position.owned(owner))]
        if held:
            who = "nobody" if owner == NOBODY else f"player {owner + 1}"
            told.append(f"{who} has {listing(held)}")
    return "; ".join(told)
