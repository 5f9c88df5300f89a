"""The complete rules of a railway game in English, for a reader who has never seen it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludwright.families.paragraphs import sections_text
from ludwright.families.railway import vocabulary as words
from ludwright.language.english import counted, listing, number_word, plural, plural_of
from ludwright.language.game import Game


def rules_text(game: Game) -> str:
    """The rules in paragraphs, each with a heading."""
    root = railway_game(game)
    parts = (
        ("Aim", _aim(root)),
        ("Players", _players(root)),
        ("Board", _board(root)),
        ("Cards", _cards(root)),
        ("Set-up", _setup(root)),
        ("Turn", _turn(root)),
        ("Taking cards", _taking(root)),
        ("Building a track", _building(root)),
        ("Drawing tickets", _drawing(root)),
        ("End", _end(root)),
        ("Points", _points(root)),
        ("Routes", _routes(root)),
        ("Tickets", _tickets(root)),
    )
    return sections_text(game.name, parts)


def railway_game(game: Game) -> words.RailwayGame:
    """The tree of a railway game."""
    if not isinstance(game.root, words.RailwayGame):
        raise TypeError(f"expected a railway game, got a game of the family {game.family}")
    return game.root


def ticket_text(ticket: words.Ticket) -> str:
    """A ticket in words: `Boston - Miami 12`."""
    return f"{ticket.one} - {ticket.other} {ticket.points}"


# --- Before the match -----------------------------------------------------------------------------


def _aim(root: words.RailwayGame) -> Iterator[str]:
    ways = ["for the tracks you build", "for tickets (two cities that your tracks have to connect)"]
    if root.longest:
        ways.append("for the longest path of tracks")
    yield f"Have the most points at the end. There are points {listing(ways)}."


def _players(root: words.RailwayGame) -> Iterator[str]:
    names = words.SEAT_NAMES[: root.seats.most]
    yield f"The game is {root.seats.in_english()}: {listing(names)}, who take turns in this order."
    if root.seats.least < root.seats.most:
        yield "With fewer players, the last of these are left out."


def _board(root: words.RailwayGame) -> Iterator[str]:
    board = root.board
    doubles = sum(route.second is not None for route in board.routes)
    cities, routes = counted(len(board.cities), "city"), counted(len(board.routes), "route")
    yield (
        f"The board {str(board.name).replace('-', ' ')} has {cities}, and {routes} between two of "
        f"them. A route has a length of one to {number_word(words.MOST_LENGTH)} spaces, and a "
        "track of that length in a colour or in gray. The list of routes is at the end."
    )
    if doubles:
        routes_have = "route has" if doubles == 1 else "routes have"
        yield f"{number_word(doubles).capitalize()} {routes_have} two tracks, side by side."


def _cards(root: words.RailwayGame) -> Iterator[str]:
    deck, market = root.deck, root.market
    colours = listing(words.CARD_COLOURS)
    total = deck.each * len(words.CARD_COLOURS) + deck.locomotives
    locomotives = (
        f", and {plural(deck.locomotives, 'locomotive')}, each of which stands for a card of any "
        "colour"
        if deck.locomotives
        else "; there are no locomotives"
    )
    yield (
        f"There are {total} cards: {number_word(deck.each)} of each of the colours "
        f"{colours}{locomotives}. They are shuffled into a pile."
    )
    yield (
        f"{plural(market.cards, 'card').capitalize()} from the pile "
        f"{'lies' if market.cards == 1 else 'lie'} face up: the market. A card that is taken from "
        "it is replaced from the pile at once."
    )
    if market.clear and market.redraws and market.clear <= market.cards:
        times = {1: "once", 2: "twice"}.get(market.redraws, f"{number_word(market.redraws)} times")
        yield (
            f"Whenever {number_word(market.clear)} or more of the cards in a full market are "
            "locomotives, all of the market is discarded and laid out anew; but not more than "
            f"{times} in a row: then the cards stay."
        )
    yield (
        "Cards that were paid are discarded, face up. When a card is needed and the pile is empty, "
        "the discarded cards are shuffled and become the pile. If there are none either, the "
        "market is not replaced."
    )
    yield (
        "You see your own cards and tickets only; of the others you see how many they hold, and "
        "which cards they took from the market."
    )


def _setup(root: words.RailwayGame) -> Iterator[str]:
    start = root.start
    trains = plural(root.trains, "train")
    if start.cards:
        yield (
            f"Each player has {trains}, and is dealt {plural(start.cards, 'card')}. Then the "
            "market is laid out."
        )
    else:
        yield f"Each player has {trains} and no cards. The market is laid out."
    yield (
        "Then the players, one after the other in their order, draw "
        f"{plural(start.tickets, 'ticket')} each, look at {_them(start.tickets)} and keep "
        f"{_kept(start.tickets, start.keep)}. {_GIVEN_BACK}"
    )
    yield f"{words.SEAT_NAMES[0]} has the first turn."


_GIVEN_BACK = "Tickets that are not kept go under the others; nobody else sees them."


def _them(drawn: int) -> str:
    return "it" if drawn == 1 else "them"


def _kept(drawn: int, least: int) -> str:
    if drawn == 1:
        return "it"
    return "all of them" if least >= drawn else f"at least {number_word(least)}"


# --- Turns ----------------------------------------------------------------------------------------


def _turn(root: words.RailwayGame) -> Iterator[str]:
    yield "In your turn you do one of three things: take cards, build one track, or draw tickets."
    if root.gridlock is words.Gridlock.ALL:
        yield (
            "If you can neither take a card nor build a track, you are stuck: draw tickets, if "
            "there are any, or pass. Otherwise you cannot pass."
        )


def _taking(root: words.RailwayGame) -> Iterator[str]:
    yield "Take two cards, each from the market or, without looking, from the pile."
    if root.deck.locomotives:
        yield (
            "A locomotive from the market counts as both cards: whoever takes one first takes no "
            "second card, and it cannot be the second card. A locomotive from the pile counts as "
            "one card."
        )
    yield (
        "If there is no second card that you could take, your turn ends after the first. You may "
        "hold any number of cards."
    )


def _building(root: words.RailwayGame) -> Iterator[str]:
    jokers = "; locomotives stand for any of them" if root.deck.locomotives else ""
    yield (
        "Choose a track that nobody built, and pay as many cards as it has spaces, all of one "
        f"colour: that of the track, or any one colour for a gray track{jokers}. Put a train on "
        "each of its spaces; you need that many trains. Your tracks need not be connected."
    )
    if root.deck.locomotives:
        yield "You may also pay with locomotives only."
    yield f"You get points at once: {_table(root)}."
    if any(route.second is not None for route in root.board.routes):
        yield _double_rule(root)


def _table(root: words.RailwayGame) -> str:
    lengths = sorted({route.length for route in root.board.routes})
    told = [
        f"{root.points[length - 1]} for {counted(length, 'space')}"
        if length == lengths[0]
        else f"{root.points[length - 1]} for {length}"
        for length in lengths
    ]
    return listing(told)


def _double_rule(root: words.RailwayGame) -> str:
    only_one = "once one of them is built, the other cannot be built by anyone"
    both = "both can be built, but by different players"
    if root.doubles <= root.seats.least:
        return f"Of a route with two tracks {both}."
    if root.doubles > root.seats.most:
        return f"Of a route with two tracks only one can be built: {only_one}."
    few = root.doubles - 1
    fewer = number_word(few) if few == root.seats.least else f"up to {number_word(few)}"
    return (
        f"Of a route with two tracks, with {number_word(root.doubles)} or more players {both}; "
        f"with {fewer} players, {only_one}."
    )


def _drawing(root: words.RailwayGame) -> Iterator[str]:
    more = root.more
    yield (
        f"Draw {plural(more.tickets, 'ticket')}, look at {_them(more.tickets)} and keep "
        f"{_kept(more.tickets, more.keep)}. {_GIVEN_BACK}"
    )
    if more.tickets > 1:
        yield (
            "If there are fewer, draw those; then keep as many as before, or all if they are fewer "
            "than that."
        )
    yield "A ticket that you kept is yours to the end."


# --- The end --------------------------------------------------------------------------------------


def _end(root: words.RailwayGame) -> Iterator[str]:
    left = "no train left" if root.end == 0 else f"{number_word(root.end)} or fewer trains left"
    yield (
        f"When a player has {left} at the end of a turn, every player has one more turn, that "
        "player the last. Then the match ends."
    )
    if root.gridlock is words.Gridlock.FIRST:
        yield (
            "The match also ends, by gridlock, as soon as it is the turn of a player who can "
            "neither take a card nor build a track."
        )
    else:
        yield "The match also ends, by gridlock, when all players passed one after the other."


def _points(root: words.RailwayGame) -> Iterator[str]:
    yield (
        "At the end, however it came about, tickets are shown. If the two cities of a ticket are "
        "connected by your own tracks, you get its points; if not, you lose them."
    )
    longest = "Whoever has the longest path"
    path = (
        "A path goes over a player's own tracks, over each at most once, through any city as often "
        "as one likes; its length is that of its tracks in spaces"
    )
    if root.longest:
        yield f"{longest} gets {plural(root.longest, 'point')}; all who share it get them. {path}."
    yield (
        "The most points win. Among equals, those with the most completed tickets win, then those "
        "with the longest path; whoever is still equal then shares the win."
    )
    if not root.longest:
        yield f"{path}."


# --- Lists ----------------------------------------------------------------------------------------


def _routes(root: words.RailwayGame) -> Iterator[str]:
    counts = Counter(route.length for route in root.board.routes for _ in _colours(route))
    spaces = sum(length * count for length, count in counts.items())
    tracks = counted(sum(counts.values()), "track")
    yield f"There are {tracks} with {counted(spaces, 'space')}. Each route is listed at one city."
    by_city: dict[str, list[str]] = {}
    for route in root.board.routes:
        told = f"{route.other} {route.length} {listing(_colours(route))}"
        by_city.setdefault(str(route.one), []).append(told)
    for city, routes in by_city.items():
        yield f"- {city}: {', '.join(routes)}."


def _colours(route: words.Route) -> list[str]:
    return [str(colour) for colour in (route.colour, route.second) if colour is not None]


def _tickets(root: words.RailwayGame) -> Iterator[str]:
    tickets = root.board.tickets
    total = sum(ticket.points for ticket in tickets)
    noun = "ticket" if len(tickets) == 1 else plural_of("ticket")
    yield f"There are {len(tickets)} {noun}, with {counted(total, 'point')} in all:"
    yield from (f"- {ticket_text(ticket)}" for ticket in tickets)
