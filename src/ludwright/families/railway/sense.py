"""What makes no sense in a railway game, beyond what the types of its ludemes exclude.

A game without findings can be played by both engines with every number of players it is for. Rules
that are merely useless, such as a route that is longer than anybody's trains, are warnings. Names
may hold any printable characters: whoever writes them on a page or a terminal escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludwright.errors import Finding
from ludwright.families.place_checks import (
    LONGEST_NAME,
    KnownNames,
    Places,
    bad_name,
    cut_off,
    repeated,
)
from ludwright.families.railway import vocabulary as words
from ludwright.language.check import place

BETWEEN: str = " - "
"""What stands between the cities of a route in the names of moves, and so cannot be in a name."""


def findings(game: words.RailwayGame) -> Iterator[Finding]:
    """Everything that makes no sense in a well-typed game."""
    yield from _seats(game)
    if not game.board.cities:
        name = str(game.board.name)[:LONGEST_NAME]
        message = f"expected a board with cities, got only its name {name!r}"
        yield Finding(f"{message}; read the game from its text", place(("board",)))
        return
    yield from _cities(game.board)
    unsound = [*_ends(game.board)]
    yield from unsound
    yield from _pairs(game.board)
    yield from _size(game.board)
    # Without its misspelt routes a board may fall apart; that would be told twice.
    if game.board.routes and not unsound:
        pairs = [(str(one.one), str(one.other)) for one in game.board.routes]
        yield from cut_off("board", _places(game.board), pairs)
    yield from _cards(game)
    yield from _tickets(game)


def warnings(game: words.RailwayGame) -> Iterator[Finding]:
    """What has no effect, or never happens, in a sound game."""
    yield from _unbuildable(game)
    yield from _second_tracks(game)
    yield from _same_tickets(game.board)
    yield from _clearing(game)
    most, drawn = game.seats.most, game.start.tickets
    if len(game.board.tickets) < most * drawn:
        message = f"expected {most * drawn} or more tickets, {drawn} for each of {most} players"
        told = f"{message}, got {len(game.board.tickets)}; the last draw what others returned"
        yield Finding(told, place(("start", "tickets")))
    if game.trains <= game.end:
        message = f"expected more than {game.end} trains, as so few end the match"
        yield Finding(f"{message}, got {game.trains}", place(("trains",)))


# --- Players, cards and tickets -------------------------------------------------------------------


def _seats(game: words.RailwayGame) -> Iterator[Finding]:
    least, most = game.seats.least, game.seats.most
    if least < words.FEWEST_SEATS:
        message = f"expected {words.FEWEST_SEATS} or more players, got {least}"
        yield Finding(message, place(("seats", "least")))
    if most > words.MOST_SEATS:
        message = f"expected at most {words.MOST_SEATS} players, got {most}"
        yield Finding(message, place(("seats", "most")))


def _cards(game: words.RailwayGame) -> Iterator[Finding]:
    count = len(words.CARD_COLOURS) * game.deck.each + game.deck.locomotives
    most = game.seats.most
    needed = most * game.start.cards + game.market.cards
    if count < needed:
        dealt = f"{game.start.cards} for each of {most} players and {game.market.cards} face up"
        message = f"expected {needed} or more cards, {dealt}, got {count}"
        yield Finding(f"{message}; add cards or deal fewer", place(("deck",)))


def _tickets(game: words.RailwayGame) -> Iterator[Finding]:
    for name, drawn, kept in (
        ("start", game.start.tickets, game.start.keep),
        ("more", game.more.tickets, game.more.keep),
    ):
        if kept > drawn:
            message = f"expected at most {drawn} to keep, as so many are drawn, got {kept}"
            yield Finding(message, place((name, "keep")))
    needed, count = game.seats.most * game.start.keep, len(game.board.tickets)
    if count < needed:
        why = f"{game.start.keep} to keep for each of {game.seats.most} players"
        message = f"expected {needed} or more tickets, {why}, got {count}"
        yield Finding(f"{message}; add tickets or have fewer kept", place(("board",)))


# --- The board ------------------------------------------------------------------------------------


def _places(board: words.Board) -> Places:
    return [(str(one.name), ("board", "cities", at)) for at, one in enumerate(board.cities)]


def _cities(board: words.Board) -> Iterator[Finding]:
    places = _places(board)
    for name, path in [(str(board.name), ("board",)), *places]:
        message = _bad_name(name)
        if message is not None:
            yield Finding(message, place((*path, "name")))
    yield from repeated("city", places)
    first_at: dict[tuple[int, int], str] = {}
    for one, (name, path) in zip(board.cities, places, strict=True):
        first = first_at.setdefault((one.x, one.y), name)
        if first != name:
            message = f"expected each city in a place of its own, got {name!r} where {first!r} is"
            yield Finding(f"{message}; move one of them", place(path))


def _bad_name(name: str) -> str | None:
    message = bad_name(name)
    if message is None and BETWEEN in name:
        return f"expected a name without {BETWEEN!r}, which stands between cities, got {name!r}"
    return message


def _ends(board: words.Board) -> Iterator[Finding]:
    """Cities of routes and tickets that do not exist, or are the same twice."""
    known = KnownNames("city of the board", [str(one.name) for one in board.cities])
    lists: tuple[tuple[str, str, Iterable[words.Route | words.Ticket]], ...] = (
        ("route", "routes", board.routes),
        ("ticket", "tickets", board.tickets),
    )
    for what, many, parts in lists:
        for at, part in enumerate(parts):
            for field, name in (("one", str(part.one)), ("other", str(part.other))):
                if name not in known.names:
                    message = known.unknown(name)
                    yield Finding(message, place(("board", many, at, field)))
            if part.one == part.other and str(part.one) in known.names:
                message = f"expected a {what} to another city, got {str(part.one)!r} twice"
                yield Finding(message, place(("board", many, at)))


def _pairs(board: words.Board) -> Iterator[Finding]:
    known: set[frozenset[str]] = set()
    for at, route in enumerate(board.routes):
        pair = frozenset((str(route.one), str(route.other)))
        if pair in known:
            told = f"{str(route.one)[:LONGEST_NAME]!r} to {str(route.other)[:LONGEST_NAME]!r}"
            message = f"expected one route between two cities, got {told} again"
            way_out = "give the first route a second colour, or leave this one out"
            yield Finding(f"{message}; {way_out}", place(("board", "routes", at)))
        known.add(pair)


def _size(board: words.Board) -> Iterator[Finding]:
    if not board.routes:
        yield Finding("expected a board with routes, got none", place(("board",)))
    tracks = sum(1 if route.second is None else 2 for route in board.routes)
    if tracks > words.MOST_TRACKS:
        message = f"expected at most {words.MOST_TRACKS} tracks, got {tracks}"
        yield Finding(f"{message}; a double route has two", place(("board",)))


# --- What has no effect ---------------------------------------------------------------------------


def _unbuildable(game: words.RailwayGame) -> Iterator[Finding]:
    most_cards = game.deck.each + game.deck.locomotives
    for at, route in enumerate(game.board.routes):
        here = place(("board", "routes", at, "length"))
        if route.length > game.trains:
            message = f"expected at most {game.trains} spaces, as nobody has more trains"
            yield Finding(f"{message}, got {route.length}", here)
        elif route.length > most_cards:
            message = f"expected at most {most_cards} spaces, as no more cards fit"
            yield Finding(f"{message}, got {route.length}", here)


def _second_tracks(game: words.RailwayGame) -> Iterator[Finding]:
    double = [at for at, one in enumerate(game.board.routes) if one.second is not None]
    if double and game.seats.most < game.doubles:
        message = f"expected a game for {game.doubles} or more players, who alone build both tracks"
        told = f"{message} of a route, got {game.seats.most} at most"
        yield Finding(told, place(("board", "routes", double[0])))


def _same_tickets(board: words.Board) -> Iterator[Finding]:
    known: set[frozenset[str]] = set()
    for at, ticket in enumerate(board.tickets):
        pair = frozenset((str(ticket.one), str(ticket.other)))
        if pair in known:
            told = f"{str(ticket.one)!r} to {str(ticket.other)!r}"
            message = f"expected each pair of cities on one ticket, got {told} again"
            yield Finding(message, place(("board", "tickets", at)))
        known.add(pair)


def _clearing(game: words.RailwayGame) -> Iterator[Finding]:
    market = game.market
    for most, why in (
        (market.cards, "as more cards do not lie face up"),
        (game.deck.locomotives, "as there are no more locomotives"),
    ):
        if market.clear > most:
            told = f"expected at most {most}, {why}, got {market.clear}; write (clear 0) for never"
            yield Finding(told, place(("market", "clear")))
            return
    if market.clear and not market.redraws:
        told = "expected 1 or more redraws, as the market is never cleared otherwise, got 0"
        yield Finding(told, place(("market", "redraws")))
