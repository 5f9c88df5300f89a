"""The example of every ludeme of railway games inside a small, playable game.

The reference page shows these games with a position and its legal moves; a test plays each of them
with both engines.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.families.railway.reference import FREE, Phase, ReferencePosition, reference
from ludwright.families.railway.rules import load_rules
from ludwright.families.railway.vocabulary import Railway, RailwayGame
from ludwright.language.english import counted, listing
from ludwright.language.game import game_of
from ludwright.language.ludeme import Ludeme
from tools.phase_examples import Engines, Example, Frame

SHORT: int = 12
"""Boards of at most so many routes are shown."""
CITIES = "(city A 100 100) (city B 300 100) (city C 300 300) (city D 100 300)"
ROUTES = "(route A B 2 red) (route B C 3 gray blue) (route C D 2 gray) (route A D 1 blue)"
TICKETS = "(ticket A C 3) (ticket B D 3) (ticket A B 2) (ticket C D 2) (ticket B C 3)"
BOARD = f"(board Square {CITIES} {ROUTES} {TICKETS})"


def _game(board: str = BOARD, **parts: str) -> str:
    """A game with some clauses of its own; `{0}` is where the example goes."""
    clauses = {
        "deck": "(deck 6 4)",
        "market": "(market 3)",
        "trains": "(trains 8)",
        "start": "(start 3 (tickets 2) (keep 1))",
        "more": "(more-tickets 2)",
        "points": "(points 1 2 4 7 10 15)",
        **parts,
    }
    return f"(railway Example (seats 2 2) {board} {' '.join(clauses.values())})"


def _board(cities: str, routes: str, tickets: str) -> str:
    return _game(f"(board Example {cities} {routes} {tickets})")


FRAMES: dict[str, Frame] = {
    "City": Frame(
        _board(
            "{0} (city Miami 840 610) (city Nashville 677 389) (city Raleigh 828 375)",
            "(route Atlanta Miami 5 blue) (route Atlanta Nashville 1 gray)"
            " (route Atlanta Raleigh 2 red)",
            "(ticket Miami Nashville 6) (ticket Miami Raleigh 7) (ticket Nashville Raleigh 3)"
            " (ticket Atlanta Miami 5)",
        ),
        Phase.TURN,
    ),
    "Route": Frame(
        _board(
            "(city Atlanta 728 440) (city Raleigh 828 375) (city Nashville 677 389)",
            "{0} (route Nashville Raleigh 3 black) (route Atlanta Nashville 1 gray)",
            "(ticket Atlanta Raleigh 2) (ticket Nashville Raleigh 3) (ticket Atlanta Nashville 1)",
        ).replace("(tickets 2)", "(tickets 1)"),
        Phase.TURN,
    ),
    "Ticket": Frame(
        _board(
            "(city Boston 924 194) (city Raleigh 828 375) (city Miami 840 610)",
            "(route Boston Raleigh 4 gray) (route Raleigh Miami 6 gray)",
            "{0} (ticket Boston Raleigh 4) (ticket Miami Raleigh 6)",
        ).replace("(tickets 2)", "(tickets 1)"),
        Phase.KEEP,
    ),
    "Board": Frame(_game("{0}", trains="(trains 45)"), Phase.TURN),
    "Deck": Frame(_game(deck="{0}"), Phase.TURN),
    "Market": Frame(_game(market="{0}"), Phase.MARKET),
    "Start": Frame(_game("(board north-america)", start="{0}", trains="(trains 45)"), Phase.KEEP),
    "MoreTickets": Frame(
        _game("(board north-america)", more="{0}", trains="(trains 45)"), Phase.OFFER
    ),
    "RailwayGame": Frame("{0}", Phase.TURN),
}
"""Frames by the name of the ludeme's class."""


def example_of(ludeme: type[Ludeme]) -> Example:
    """The example of a ludeme in a game."""
    frame = FRAMES.get(ludeme.__name__)
    if frame is None:
        raise LookupError(f"expected a frame for the example of {ludeme.__name__}, got none")
    game = game_of(frame.text.replace("{0}", ludeme.example), RailwayGame)
    return Example(ludeme, game, frame.phase, ENGINES)


def examples() -> Iterator[Example]:
    """The example of every ludeme, in the order of the declarations."""
    return (example_of(ludeme) for ludeme in Railway.vocabulary.ludemes)


def _text(example: Example, position: ReferencePosition) -> str:
    """The game, with the name of its board instead of a long one."""
    text = example.game.text.strip()
    if len(position.owners) <= SHORT:
        return text
    first, end = text.index("  (board "), text.index("  (deck")
    name = text[first:].split("\n", 1)[0]
    return f"{text[:first]}{name})\n{text[end:]}"


def _told(position: ReferencePosition) -> str:
    """Such as "player 1 has 3 cards, 2 tickets and 8 trains; …"; then who built what."""
    if position.phase is Phase.DEAL:
        return ""
    names = [str(city.name) for city in position.rules.game.board.cities]
    told: list[str] = []
    for seat in range(position.rules.seats):
        built = [
            f"{names[track.one]} - {names[track.other]}"
            for track, owner in zip(position.rules.tracks, position.owners, strict=True)
            if owner == seat != FREE
        ]
        held = (
            counted(sum(position.hands[seat]), "card"),
            counted(len(position.tickets[seat]), "ticket"),
            counted(position.trains[seat], "train"),
            *built,
        )
        told.append(f"player {seat + 1} has {listing(held)}")
    return "; ".join(told)


ENGINES = Engines(reference, load_rules, Phase.OVER, _text, _told)
