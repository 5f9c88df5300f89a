"""The example of every ludeme of conquest games inside a small, playable game.

The reference page shows these games with a position and its legal moves; a test plays each of them
with both engines.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.families.conquest.reference import (
    NOBODY,
    Phase,
    ReferencePosition,
    reference,
)
from ludwright.families.conquest.rules import load_rules
from ludwright.families.conquest.vocabulary import Conquest, ConquestGame
from ludwright.language.english import listing
from ludwright.language.game import game_of
from ludwright.language.ludeme import Ludeme
from tools.phase_examples import Engines, Example, Frame

SHORT: int = 12
"""Maps of at most so many territories are shown."""

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


def example_of(ludeme: type[Ludeme]) -> Example:
    """The example of a ludeme in a game."""
    frame = FRAMES.get(ludeme.__name__)
    if frame is None:
        raise LookupError(f"expected a frame for the example of {ludeme.__name__}, got none")
    game = game_of(frame.text.replace("{0}", ludeme.example), ConquestGame)
    return Example(ludeme, game, frame.phase, ENGINES)


def examples() -> Iterator[Example]:
    """The example of every ludeme, in the order of the declarations."""
    return (example_of(ludeme) for ludeme in Conquest.vocabulary.ludemes)


def _text(example: Example, position: ReferencePosition) -> str:
    # A long map would hide the rest of the game.
    is_short = len(position.owners) <= SHORT
    return example.game.text.strip() if is_short else _with_named_map(example)


def _with_named_map(example: Example) -> str:
    text = example.game.text
    first, end = text.index("  (map "), text.index("  (setup")
    name = text[first:].split("\n", 1)[0]
    return (text[:first] + name + ")\n" + text[end:]).strip()


def _owners(position: ReferencePosition) -> str:
    """Such as "player 1 has A 3 and B 1; player 2 has C 1"."""
    if len(position.owners) > SHORT or position.phase <= Phase.DEAL:
        return ""
    names = [str(one.name) for one in position.rules.territories]
    told = []
    for owner in (*range(position.rules.seats), NOBODY):
        held = [f"{names[at]} {position.armies[at]}" for at in sorted(position.owned(owner))]
        if held:
            who = "nobody" if owner == NOBODY else f"player {owner + 1}"
            told.append(f"{who} has {listing(held)}")
    return "; ".join(told)


ENGINES = Engines(reference, load_rules, Phase.OVER, _text, _owners)
