"""The ludemes of railway games: every word of their language, with its meaning.

These declarations are normative: the docstrings define each word, `reference.py` states the same in
plain Python, and the native core must agree with both.

Words used throughout. A *route* joins two *cities*; it has a length in spaces and one or two
*tracks*, each with a colour. Whoever *builds* a track pays with cards and puts as many *trains* on
it as it has spaces. The *mover* is the seat whose turn it is. The *market* is the row of cards that
lie face up, the *pile* the cards that are drawn blind.

A turn is one of three things. *Cards*: the mover takes two cards, each face up from the market or
blind from the pile; a locomotive taken face up counts as both and cannot be the second. A card that
was taken from the market is replaced from the pile at once. *Track*: the mover builds one track
that is open to it, with cards of one colour, that of the track or any if it is gray;
locomotives stand for any card. *Tickets*: the mover draws tickets and keeps some.

The discarded cards become the pile whenever a card is needed and the pile is empty. If then there
is none, nothing is replaced, and whoever wants a second card does without.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from ludwright.errors import Finding
from ludwright.language.ludeme import Ludeme, Name, Text, Vocabulary, item
from ludwright.language.seats import Seats

MOST_CITIES: int = 80
"""The most cities of a board."""
MOST_TRACKS: int = 240
"""The most tracks of a board; a double route has two."""
MOST_TICKETS: int = 120
"""The most tickets of a game."""
FEWEST_SEATS: int = 2
"""The fewest players of a railway game."""
MOST_SEATS: int = 5
"""The most players of a railway game."""
MOST_LENGTH: int = 6
"""The most spaces of a route."""
MOST_OFFERED: int = 6
"""The most tickets that are drawn at once."""
MOST_MARKET: int = 8
"""The most cards that lie face up."""
SEAT_NAMES: tuple[str, ...] = ("Red", "Blue", "Yellow", "Green", "Black")
"""What the players are called, in the order of their seats."""


class Colour(StrEnum):
    """The colour of a track. Cards have the first eight; a gray track takes cards of any one."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PINK = "pink"
    BLACK = "black"
    WHITE = "white"
    GRAY = "gray"


CARD_COLOURS: tuple[Colour, ...] = tuple(one for one in Colour if one is not Colour.GRAY)
"""The colours of cards, by number; the number after them is the locomotive's."""
LOCOMOTIVE: int = len(CARD_COLOURS)
"""The number of the locomotive among the kinds of card."""


class Gridlock(StrEnum):
    """When a match ends because nobody gets on.

    A seat is *stuck* at the beginning of its turn if it can neither take a card nor build a track.
    `first`: as soon as a seat is stuck. `all`: a stuck seat draws tickets or passes, and
    the match ends when all seats passed in a row. Points count as at any other end. Where the
    last pass is also the last turn of all, the match ended by the rules.
    """

    FIRST = "first"
    ALL = "all"


class Railway(Ludeme):
    """Any ludeme of a railway game."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("railway")


# --- The board ------------------------------------------------------------------------------------


class City(Railway, word="city", example="(city Atlanta 728 440)"):
    """A city and its place on the board, in thousandths of the board's width, from the top left."""

    name: Text
    x: int = item(low=0, high=1000)
    y: int = item(low=0, high=2000)


class Route(Railway, word="route", example="(route Atlanta Raleigh 2 gray gray)"):
    """A route between two cities: its spaces, and the colour of its track, or of both of two."""

    one: Text
    other: Text
    length: int = item(low=1, high=MOST_LENGTH, unit="spaces")
    colour: Colour
    second: Colour | None = None


class Ticket(Railway, word="ticket", example="(ticket Boston Miami 12)"):
    """A ticket: two cities, and the points for whoever holds it and joins them by own tracks.

    Whoever holds it at the end without having joined them loses the points.
    """

    one: Text
    other: Text
    points: int = item(low=1, high=99, unit="points")


class Board(Railway, word="board", example="(board North-America)"):
    """The board: its cities, the routes between them, and the tickets.

    Without cities it is the packaged board of that name, or the board in the file of that name if
    it ends in `.board`; the game is then the one with that board written out.
    """

    name: Text = item(is_identity=False)
    cities: tuple[City, ...] = item(default=(), at_most=MOST_CITIES)
    routes: tuple[Route, ...] = item(default=(), at_most=MOST_TRACKS)
    tickets: tuple[Ticket, ...] = item(default=(), at_most=MOST_TICKETS)

    def expanded(self, folder: Path | None) -> Board:
        """The board with its cities; `folder` is where the file of the game is, if it has one."""
        # Imported here because boards are read with these words.
        from ludwright.families.railway.boards import written_out

        return written_out(self, folder)


# --- Cards and trains -----------------------------------------------------------------------------


class Deck(Railway, word="deck", example="(deck 12 14)"):
    """The cards: so many of each of the eight colours, and the locomotives."""

    each: int = item(default=12, low=1, high=40, unit="cards")
    locomotives: int = item(default=14, low=0, high=60, unit="cards")


class Market(Railway, word="market", example="(market 5 (clear 3) (redraws 3))"):
    """The cards that lie face up.

    When all places are filled, with `clear` locomotives among them or more, all are discarded and
    replaced, at most `redraws` times in a row; then they stay, as they do when there is no other
    card to draw. When a card is taken from the market, counting begins again. `clear` 0: never.
    """

    cards: int = item(default=5, low=1, high=MOST_MARKET, unit="cards")
    clear: int = item(default=3, clause="clear", low=0, high=MOST_MARKET, unit="locomotives")
    redraws: int = item(default=3, clause="redraws", low=0, high=20, unit="times")


class Start(Railway, word="start", example="(start 4 (tickets 3) (keep 2))"):
    """What each player is dealt at the beginning: cards, and tickets of which to keep some.

    All cards are dealt first, one at a time in turn, then the market is laid out; then the
    seats draw and choose their tickets one after the other.
    """

    cards: int = item(default=4, low=0, high=20, unit="cards")
    tickets: int = item(default=3, clause="tickets", low=1, high=MOST_OFFERED, unit="tickets")
    keep: int = item(default=2, clause="keep", low=1, high=MOST_OFFERED, unit="tickets")


class MoreTickets(Railway, word="more-tickets", example="(more-tickets 3 (keep 1))"):
    """What a turn of tickets is: how many are drawn, and how many have to be kept at least.

    The tickets that are not kept go under the others, in the order of the board's list. Fewer are
    drawn if there are not enough; then as many as there are have to be kept, if that is less.
    """

    tickets: int = item(default=3, low=1, high=MOST_OFFERED, unit="tickets")
    keep: int = item(default=1, clause="keep", low=1, high=MOST_OFFERED, unit="tickets")


# --- The end --------------------------------------------------------------------------------------


class RailwayGame(
    Railway,
    word="railway",
    example="(railway Tiny (seats 2 2) (board Tiny (city A 100 100) (city B 300 100)"
    " (city C 200 200) (route A B 2 red) (route B C 2 gray) (route A C 1 blue) (ticket A B 2)"
    " (ticket B C 2) (ticket A C 1) (ticket B A 2)) (deck) (market) (trains 6) (start 2 (tickets 2)"
    " (keep 1)) (more-tickets) (points 1 2 4 7 10 15))",
):
    """A whole railway game.

    `trains`: of each player. `points`: for a track of one space, of two, and so on. `longest`: for
    whoever has the longest path, in spaces, over own tracks, each of them once; all who
    share it get the points. `doubles`: with fewer players than this, only one track of
    a route can be built; with as many or more both, by different players. `end`: when a
    turn ends with so few trains left, each seat has one more turn, the last of all the one that
    brought it about. Then tickets are paid or cost their points. A path of no spaces is not the
    longest. The most points win; of equals those with the most completed tickets, then those with
    the longest path, then all share.
    """

    name: Name = item(is_identity=False)
    seats: Seats
    board: Board
    deck: Deck
    market: Market
    trains: int = item(default=45, clause="trains", low=1, high=200, unit="trains")
    start: Start
    more: MoreTickets
    points: tuple[int, ...] = item(
        clause="points", at_least=MOST_LENGTH, at_most=MOST_LENGTH, low=0, high=99
    )
    longest: int = item(default=10, clause="longest", low=0, high=99, unit="points")
    doubles: int = item(default=4, clause="doubles", low=2, high=6, unit="players")
    end: int = item(default=2, clause="end", low=0, high=20, unit="trains")
    gridlock: Gridlock = item(default=Gridlock.ALL, clause="gridlock")

    def findings(self) -> Iterable[Finding]:
        """What makes no sense in this game; called by the static check."""
        # Imported here because the checks are written in these words.
        from ludwright.families.railway.sense import findings

        return findings(self)

    def warnings(self) -> Iterable[Finding]:
        """What has no effect in this game."""
        from ludwright.families.railway.sense import warnings

        return warnings(self)
