"""The whole of a railway game in plain Python, straight from its tree: the specification of play.

The native core is checked against this engine ply by ply. Everything here is immutable and
deterministic: what chance decides is a move of seat -1. Clarity comes before speed. A match goes
through phases; the functions named after kinds of moves say how one leads to the next,
`ReferencePosition.options` what is possible in each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TypeVar, cast

from ludwright.errors import IllegalMove
from ludwright.families.railway import vocabulary as words
from ludwright.families.railway.lower import Track, tickets_of, tracks_of, twins_of
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.vocabulary import LOCOMOTIVE
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.outcome import Outcome, Reason

FREE: int = -1
"""The owner of a track that nobody has built."""
NOT_LAST: int = -1
"""The last turns that are left before anyone brought them about."""
COLOURS: range = range(LOCOMOTIVE)
"""The kinds of card that are no locomotives."""
BOTH_CARDS: int = 2
"""The cards of a turn; a locomotive from the market counts as both."""

Value = TypeVar("Value")
Cards = tuple[int, ...]
"""How many cards of each kind."""
NO_CARDS: Cards = (0,) * (LOCOMOTIVE + 1)
Tickets = frozenset[int]
"""Some tickets, by number."""


class Phase(IntEnum):
    """What is to be decided next, in the order of the core."""

    DEAL = 0
    MARKET = 1
    OFFER = 2
    KEEP = 3
    TURN = 4
    SECOND = 5
    BLIND = 6
    OVER = 7


class Turn(IntEnum):
    """What a turn was spent on, by the number in the measures of a match."""

    CARDS = 0
    TRACK = 1
    TICKETS = 2
    PASS = 3


# --- What does not change during a match ----------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ReferenceRules:
    """A game for a number of seats, and what follows from its board."""

    game: words.RailwayGame
    seats: int

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """All tracks; their place here is their number."""
        return tuple(tracks_of(self.game.board))

    @cached_property
    def tickets(self) -> tuple[tuple[int, int, int], ...]:
        """The cities and the points of each ticket."""
        return tuple(tickets_of(self.game.board))

    @cached_property
    def deck(self) -> Cards:
        """All cards."""
        return (self.game.deck.each,) * len(COLOURS) + (self.game.deck.locomotives,)

    @cached_property
    def has_both_tracks(self) -> bool:
        """Whether both tracks of a route can be built, by different players."""
        return self.seats >= self.game.doubles

    @cached_property
    def twins(self) -> tuple[int | None, ...]:
        """For each track the other one of its route, if it has one."""
        return twins_of(self.tracks)


# --- Positions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReferencePosition:
    """One moment of a match; the fields are all that it depends on."""

    rules: ReferenceRules
    phase: Phase
    pile: Cards
    hands: tuple[Cards, ...]
    known: tuple[Cards, ...]
    """Cards that everyone knows to be in a hand, because they were taken face up."""
    trains: tuple[int, ...]
    owners: tuple[int, ...]
    """By track."""
    tickets: tuple[Tickets, ...]
    """By seat."""
    unseen: Tickets
    """Tickets that nobody has drawn yet; their order is unknown."""
    route_points: tuple[int, ...]
    discards: Cards = NO_CARDS
    market: Cards = NO_CARDS
    returned: tuple[tuple[int, int], ...] = ()
    """Tickets that were drawn and not kept, and by whom; they are drawn in this order once none is
    unseen."""
    offered: Tickets = frozenset()
    """What the mover has drawn and chooses from."""
    to_offer: int = 0
    """How many tickets the mover still draws."""
    mover: int = 0
    """Whose turn it is, or who is dealt a card or offered tickets."""
    dealt: int = 0
    """Cards dealt at the beginning."""
    is_set_up: bool = False
    """Whether the turns have begun."""
    taken: int = 0
    """Cards taken in this turn."""
    redraws: int = 0
    """How often the market was cleared since a card was last taken from it."""
    passes: int = 0
    """In a row."""
    last_turns: int = NOT_LAST
    """How many are left once a player has few trains."""
    turns: int = 0
    """Completed turns."""
    latest: tuple[Turn, int] | None = None
    """The last completed turn, and whose it was."""
    is_turn_completed: bool = False
    """Whether the last ply completed a turn."""
    reason: Reason | None = None
    """Why the match is over."""
    ply: int = 0

    @property
    def seat(self) -> int:
        """Who decides; -1 for chance, and after the end."""
        return self.mover if self.phase in (Phase.KEEP, Phase.TURN, Phase.SECOND) else -1

    @property
    def _is_chance(self) -> bool:
        return self.phase in (Phase.DEAL, Phase.MARKET, Phase.OFFER, Phase.BLIND)

    @cached_property
    def options(self) -> tuple[tuple[RailwayMove, float], ...]:
        """What may happen next in ascending order, each with its weight."""
        return tuple(sorted(_OPTIONS[self.phase](self)))

    def moves(self) -> tuple[RailwayMove, ...]:
        """The legal moves, or the events that chance decides between."""
        return tuple(move for move, _ in self.options)

    def weights(self) -> tuple[float, ...]:
        """How likely each event is; empty where a player decides."""
        return tuple(weight for _, weight in self.options) if self._is_chance else ()

    def after(self, move: RailwayMove) -> ReferencePosition:
        """The position after a legal move."""
        if move not in self.moves():
            raise IllegalMove(f"expected one of the legal moves, got {move}")
        position = replace(self, ply=self.ply + 1, is_turn_completed=False)
        return _FLOW[Kind(move.kind)](position, RailwayMove(*move))

    def turn_completed(self) -> bool:
        """Whether the last ply completed a turn."""
        return self.is_turn_completed

    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        if self.reason is None:
            return None
        seats, longest = range(self.rules.seats), self.longest_paths()
        points = [self.final_points(seat) for seat in seats]
        merits = [
            (points[seat], len(self.completed(seat)), longest[seat] == max(longest))
            for seat in seats
        ]
        winners = merits.count(max(merits))
        scores = tuple((one == max(merits)) / winners for one in merits)
        return Outcome(scores, self.reason, points=tuple(map(float, points)))

    def standings(self) -> tuple[float, ...]:
        """How well each seat stands: its share of the points so far, with one more for each.

        At the end of a match they are its scores, as in all games.
        """
        if (outcome := self.outcome()) is not None:
            return outcome.scores
        merits = [1 + self.points_so_far(seat) for seat in range(self.rules.seats)]
        return tuple(merit / sum(merits) for merit in merits)

    def points(self) -> tuple[float, ...]:
        """The points of each seat: those so far, and at the end all."""
        counted = self.points_so_far if self.reason is None else self.final_points
        return tuple(float(counted(seat)) for seat in range(self.rules.seats))

    def measures(self) -> tuple[float, ...]:
        """The last completed turn in numbers; before the first, as if seat 0 had passed.

        The kind of the turn, the seat, its tickets, how many of them it has completed, its trains;
        then the points so far of as many seats as a game can have, 0 for those that do not play.
        """
        kind, seat = self.latest or (Turn.PASS, 0)
        told = (kind, seat, len(self.tickets[seat]), len(self.completed(seat)), self.trains[seat])
        points = [self.points_so_far(one) for one in range(self.rules.seats)]
        missing = (0,) * (words.MOST_SEATS - self.rules.seats)
        return tuple(map(float, (*told, *points, *missing)))

    # --- What follows from the fields ---

    def built(self, seat: int) -> frozenset[int]:
        """The tracks of a seat."""
        return _estates(self.owners).get(seat, frozenset())

    def completed(self, seat: int) -> Tickets:
        """The tickets of a seat whose cities it has joined by its tracks."""
        return self._completed[seat]

    @cached_property
    def _completed(self) -> tuple[Tickets, ...]:
        ends = self.rules.tickets
        networks = [self._network(seat) for seat in range(self.rules.seats)]
        return tuple(
            frozenset(one for one in held if ends[one][1] in _reached(network, ends[one][0]))
            for held, network in zip(self.tickets, networks, strict=True)
        )

    def _network(self, seat: int) -> frozenset[Track]:
        # The twin of a track may be equal to it, but nobody ever has both.
        return frozenset(self.rules.tracks[at] for at in self.built(seat))

    def points_so_far(self, seat: int) -> int:
        """The points for tracks and for completed tickets."""
        return self.route_points[seat] + self._value(self.completed(seat))

    def longest_paths(self) -> tuple[int, ...]:
        """The spaces of each seat's longest path."""
        return tuple(longest_path(self._network(seat)) for seat in range(self.rules.seats))

    def final_points(self, seat: int) -> int:
        """The points if the match ended now."""
        paths = self.longest_paths()
        has_longest = 0 < paths[seat] == max(paths)
        failed = self._value(self.tickets[seat] - self.completed(seat))
        bonus = self.rules.game.longest if has_longest else 0
        return self.points_so_far(seat) - failed + bonus

    def _value(self, tickets: Iterable[int]) -> int:
        return sum(self.rules.tickets[ticket][2] for ticket in tickets)

    def cards_left(self) -> int:
        """The cards that can still be drawn blind."""
        return sum(self.pile) + sum(self.discards)

    def has_tickets_left(self) -> bool:
        """Whether any ticket can be drawn."""
        return bool(self.unseen or self.returned)

    def is_open(self, track: int, seat: int) -> bool:
        """Whether a seat may build a track, if it has the cards and the trains."""
        twin = self.rules.twins[track]
        if self.owners[track] != FREE:
            return False
        if twin is None or self.owners[twin] == FREE:
            return True
        return self.rules.has_both_tracks and self.owners[twin] != seat

    def payments(self, track: int, seat: int) -> Iterator[tuple[int, int]]:
        """How a seat can pay for a track: the kind of the cards, and the locomotives among them."""
        length, colour = self.rules.tracks[track].length, self.rules.tracks[track].colour
        hand = self.hands[seat]
        is_gray = colour not in COLOURS
        for kind in COLOURS if is_gray else [colour]:
            for locomotives in range(length):
                if length - locomotives <= hand[kind] and locomotives <= hand[LOCOMOTIVE]:
                    yield kind, locomotives
        if length <= hand[LOCOMOTIVE]:
            yield LOCOMOTIVE, length

    def builds(self) -> Iterator[RailwayMove]:
        """The tracks that the mover can build, with all ways to pay for them."""
        for at, track in enumerate(self.rules.tracks):
            if track.length <= self.trains[self.mover] and self.is_open(at, self.mover):
                for kind, locomotives in self.payments(at, self.mover):
                    yield RailwayMove(Kind.BUILD, at, kind, locomotives)

    def can_take_a_card(self) -> bool:
        """Whether there is a card that the mover can take as its next."""
        kinds = COLOURS if self.taken else range(LOCOMOTIVE + 1)
        return self.cards_left() > 0 or any(self.market[kind] for kind in kinds)

    def is_stuck(self) -> bool:
        """Whether the mover can neither take a card nor build a track."""
        return not self.can_take_a_card() and next(self.builds(), None) is None


@lru_cache(maxsize=256)
def _estates(owners: tuple[int, ...]) -> dict[int, frozenset[int]]:
    """The tracks of each owner; asked for again and again in a position."""
    return {
        owner: frozenset(at for at, one in enumerate(owners) if one == owner)
        for owner in set(owners)
    }


@lru_cache(maxsize=4096)
def _reached(tracks: frozenset[Track], city: int) -> frozenset[int]:
    """The cities that can be reached from one over some tracks."""
    reached, is_growing = {city}, True
    while is_growing:
        ends = {end for one in tracks if reached.intersection(one[:2]) for end in one[:2]}
        is_growing = not ends <= reached
        reached |= ends
    return frozenset(reached)


@lru_cache(maxsize=4096)
def longest_path(tracks: frozenset[Track]) -> int:
    """The most spaces of a way over tracks that uses none of them twice.

    All ways are tried; one is given up where another has used the same tracks and ended in the same
    city.
    """
    at_city: dict[int, list[Track]] = {}
    for track in sorted(tracks):
        at_city.setdefault(track.one, []).append(track)
        at_city.setdefault(track.other, []).append(track)
    bits = {track: 1 << number for number, track in enumerate(sorted(tracks))}
    longest, total = 0, sum(track.length for track in tracks)
    tried: set[tuple[int, int]] = set()
    waiting = [(city, 0, 0) for city in at_city]
    while waiting:
        city, used, spaces = waiting.pop()
        if (city, used) in tried:
            continue
        tried.add((city, used))
        longest = max(longest, spaces)
        if longest == total:
            break
        for track in at_city[city]:
            if not used & bits[track]:
                end = track.other if track.one == city else track.one
                waiting.append((end, used | bits[track], spaces + track.length))
    return longest


# --- What may happen ------------------------------------------------------------------------------

Options = Iterator[tuple[RailwayMove, float]]


def _each(moves: Iterable[RailwayMove]) -> Options:
    return ((move, 1.0) for move in moves)


def _from_pile(kind: Kind, position: ReferencePosition) -> Options:
    cards = enumerate(position.pile)
    return ((RailwayMove(kind, card), float(count)) for card, count in cards if count)


def _deal_options(position: ReferencePosition) -> Options:
    return _from_pile(Kind.DEAL, position)


def _market_options(position: ReferencePosition) -> Options:
    return _from_pile(Kind.TURN_UP, position)


def _blind_options(position: ReferencePosition) -> Options:
    return _from_pile(Kind.CARD, position)


def _offer_options(position: ReferencePosition) -> Options:
    next_ones = position.unseen or {position.returned[0][0]}
    return _each(RailwayMove(Kind.OFFER, ticket) for ticket in next_ones)


def _keep_options(position: ReferencePosition) -> Options:
    game, drawn = position.rules.game, len(position.offered)
    least = game.more.keep if position.is_set_up else game.start.keep
    for number in range(min(least, drawn), drawn + 1):
        for places in combinations(range(drawn), number):
            yield RailwayMove(Kind.KEEP, sum(1 << place for place in places), number), 1.0


def _turn_options(position: ReferencePosition) -> Options:
    yield from _card_options(position)
    if position.has_tickets_left():
        yield RailwayMove(Kind.TICKETS), 1.0
    yield from _each(position.builds())
    if position.is_stuck():
        yield RailwayMove(Kind.PASS), 1.0


def _card_options(position: ReferencePosition) -> Options:
    for kind, count in enumerate(position.market):
        if count and not (position.taken and kind == LOCOMOTIVE):
            yield RailwayMove(Kind.TAKE, kind), 1.0
    if position.cards_left():
        yield RailwayMove(Kind.DRAW), 1.0


def _no_options(_: ReferencePosition) -> Options:
    return iter(())


_OPTIONS: dict[Phase, Callable[[ReferencePosition], Options]] = {
    Phase.DEAL: _deal_options,
    Phase.MARKET: _market_options,
    Phase.OFFER: _offer_options,
    Phase.KEEP: _keep_options,
    Phase.TURN: _turn_options,
    Phase.SECOND: _card_options,
    Phase.BLIND: _blind_options,
    Phase.OVER: _no_options,
}


# --- Cards ----------------------------------------------------------------------------------------


def start(game: words.RailwayGame, seats: int) -> ReferencePosition:
    """The first position of a match, before anything is dealt."""
    rules = ReferenceRules(game, seats)
    position = ReferencePosition(
        rules,
        Phase.DEAL,
        pile=rules.deck,
        hands=(NO_CARDS,) * seats,
        known=(NO_CARDS,) * seats,
        trains=(game.trains,) * seats,
        owners=(FREE,) * len(rules.tracks),
        tickets=(frozenset(),) * seats,
        unseen=frozenset(range(len(rules.tickets))),
        route_points=(0,) * seats,
    )
    return position if game.start.cards else _refill(position)


def _deal(position: ReferencePosition, move: RailwayMove) -> ReferencePosition:
    rules = position.rules
    position = _drawn(position, move.a)
    dealt = position.dealt + 1
    position = replace(position, dealt=dealt, mover=dealt % rules.seats)
    return position if dealt < rules.seats * rules.game.start.cards else _refill(position)


def _drawn(position: ReferencePosition, card: int) -> ReferencePosition:
    """The mover has a card of the pile."""
    hands = _changed(position.hands, position.mover, _more(position.hands[position.mover], card, 1))
    return replace(position, pile=_more(position.pile, card, -1), hands=hands)


def _with_pile(position: ReferencePosition) -> ReferencePosition:
    """A card is needed: if the pile is empty, the discarded cards become the pile."""
    if any(position.pile):
        return position
    return replace(position, pile=position.discards, discards=NO_CARDS)


def _refill(position: ReferencePosition) -> ReferencePosition:
    """The market is filled, and cleared as often as the rules say."""
    return _lay_out(replace(position, redraws=0))


def _lay_out(position: ReferencePosition) -> ReferencePosition:
    market = position.rules.game.market
    if sum(position.market) < market.cards:
        position = _with_pile(position)
        return replace(position, phase=Phase.MARKET) if any(position.pile) else _laid_out(position)
    has_many = 0 < market.clear <= position.market[LOCOMOTIVE]
    if has_many and position.redraws < market.redraws and position.cards_left():
        discards = tuple(map(sum, zip(position.discards, position.market, strict=True)))
        redraws = position.redraws + 1
        return _lay_out(replace(position, discards=discards, market=NO_CARDS, redraws=redraws))
    return _laid_out(position)


def _laid_out(position: ReferencePosition) -> ReferencePosition:
    return _next_card(position) if position.is_set_up else _first_tickets(position, 0)


def _turn_up(position: ReferencePosition, move: RailwayMove) -> ReferencePosition:
    pile, market = _more(position.pile, move.a, -1), _more(position.market, move.a, 1)
    return _lay_out(replace(position, pile=pile, market=market))


def _take(position: ReferencePosition, move: RailwayMove) -> ReferencePosition:
    seat = position.mover
    position = replace(
        position,
        market=_more(position.market, move.a, -1),
        hands=_changed(position.hands, seat, _more(position.hands[seat], move.a, 1)),
        known=_changed(position.known, seat, _more(position.known[seat], move.a, 1)),
        taken=position.taken + (BOTH_CARDS if move.a == LOCOMOTIVE else 1),
    )
    return _refill(position)


def _draw(position: ReferencePosition, _: RailwayMove) -> ReferencePosition:
    return replace(_with_pile(position), phase=Phase.BLIND)


def _card(position: ReferencePosition, move: RailwayMove) -> ReferencePosition:
    return _next_card(replace(_drawn(position, move.a), taken=position.taken + 1))


def _next_card(position: ReferencePosition) -> ReferencePosition:
    if position.taken < BOTH_CARDS and position.can_take_a_card():
        return replace(position, phase=Phase.SECOND)
    return _end_turn(position, Turn.CARDS)


def _more(cards: Cards, kind: int, number: int) -> Cards:
    return _changed(cards, kind, cards[kind] + number)


def _changed(values: Sequence[Value], at: int, value: Value) -> tuple[Value, ...]:
    return (*values[:at], value, *values[at + 1 :])


# --- Tickets --------------------------------------------------------------------------------------


def _first_tickets(position: ReferencePosition, seat: int) -> ReferencePosition:
    """The seats from this one on draw their first tickets; then the turns begin."""
    if seat == position.rules.seats:
        return _begin_turn(replace(position, is_set_up=True), 0)
    return _offers(replace(position, mover=seat, to_offer=position.rules.game.start.tickets))


def _tickets(position: ReferencePosition, _: RailwayMove) -> ReferencePosition:
    return _offers(replace(position, to_offer=position.rules.game.more.tickets))


def _offers(position: ReferencePosition) -> ReferencePosition:
    if position.to_offer and position.has_tickets_left():
        return replace(position, phase=Phase.OFFER)
    position = replace(position, to_offer=0)
    return replace(position, phase=Phase.KEEP) if position.offered else _kept(position)


def _offer(position: ReferencePosition, move: RailwayMove) -> ReferencePosition:
    returned = position.returned if position.unseen else position.returned[1:]
    return _offers(
        replace(
            position,
            unseen=position.unseen - {move.a},
            returned=returned,
            offered=position.offered | {move.a},
            to_offer=position.to_offer - 1,
        )
    )


def _keep(position: ReferencePosition, move: RailwayMove) -> ReferencePosition:
    seat, offered = position.mover, sorted(position.offered)
    kept = {ticket for place, ticket in enumerate(offered) if move.a >> place & 1}
    back = tuple((ticket, seat) for ticket in offered if ticket not in kept)
    position = replace(
        position,
        tickets=_changed(position.tickets, seat, position.tickets[seat] | kept),
        returned=position.returned + back,
        offered=frozenset(),
    )
    return _kept(position)


def _kept(position: ReferencePosition) -> ReferencePosition:
    if position.is_set_up:
        return _end_turn(position, Turn.TICKETS)
    return _first_tickets(position, position.mover + 1)


# --- Turns ----------------------------------------------------------------------------------------


def _begin_turn(position: ReferencePosition, seat: int) -> ReferencePosition:
    position = replace(position, phase=Phase.TURN, mover=seat, taken=0)
    if position.rules.game.gridlock is words.Gridlock.FIRST and position.is_stuck():
        return _over(position, Reason.NO_MOVES)
    return position


def _build(position: ReferencePosition, move: RailwayMove) -> ReferencePosition:
    seat, track = position.mover, position.rules.tracks[move.a]
    spent = _more(NO_CARDS, LOCOMOTIVE, move.c)
    if move.b != LOCOMOTIVE:
        spent = _more(spent, move.b, track.length - move.c)
    hand = _less(position.hands[seat], spent)
    points = position.route_points[seat] + position.rules.game.points[track.length - 1]
    position = replace(
        position,
        hands=_changed(position.hands, seat, hand),
        known=_changed(position.known, seat, _less(position.known[seat], spent)),
        discards=tuple(map(sum, zip(position.discards, spent, strict=True))),
        trains=_changed(position.trains, seat, position.trains[seat] - track.length),
        owners=_changed(position.owners, move.a, seat),
        route_points=_changed(position.route_points, seat, points),
    )
    return _end_turn(position, Turn.TRACK)


def _less(cards: Cards, spent: Cards) -> Cards:
    """What is left; of cards that were known to be in a hand no fewer than none."""
    return tuple(max(0, count - gone) for count, gone in zip(cards, spent, strict=True))


def _pass(position: ReferencePosition, _: RailwayMove) -> ReferencePosition:
    return _end_turn(position, Turn.PASS)


def _end_turn(position: ReferencePosition, turn: Turn) -> ReferencePosition:
    seats, mover, last = position.rules.seats, position.mover, position.last_turns
    if last != NOT_LAST:
        last -= 1
    elif position.trains[mover] <= position.rules.game.end:
        last = seats
    position = replace(
        position,
        turns=position.turns + 1,
        latest=(turn, mover),
        is_turn_completed=True,
        passes=position.passes + 1 if turn is Turn.PASS else 0,
        last_turns=last,
    )
    if last == 0:
        return _over(position, Reason.RULE)
    if position.passes == seats:
        return _over(position, Reason.NO_MOVES)
    return _begin_turn(position, (mover + 1) % seats)


def _over(position: ReferencePosition, reason: Reason) -> ReferencePosition:
    return replace(position, phase=Phase.OVER, reason=reason)


_FLOW: dict[Kind, Callable[[ReferencePosition, RailwayMove], ReferencePosition]] = {
    Kind.DEAL: _deal,
    Kind.TURN_UP: _turn_up,
    Kind.OFFER: _offer,
    Kind.KEEP: _keep,
    Kind.TAKE: _take,
    Kind.DRAW: _draw,
    Kind.CARD: _card,
    Kind.TICKETS: _tickets,
    Kind.BUILD: _build,
    Kind.PASS: _pass,
}


def reference(game: Game, seats: int | None = None) -> ReferencePosition:
    """The start of a game by its reference; for the fewest seats unless another number is given."""
    return start(cast("words.RailwayGame", game.root), seats or seats_of(game)[0])
