"""The books of a match, kept from its record alone: where every card, ticket and train is.

Neither engine has a part in it: the market's clearings and the renewals of the pile, which are no
plies, are concluded from what happened next. The books fail if anything comes from nowhere, and
at the end they say how many points each seat must have. They also compare how often chance drew
each kind of card with how many there were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludwright.errors import GameFault
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.reference import (
    NO_CARDS,
    Cards,
    ReferenceRules,
    longest_path,
)
from ludwright.families.railway.vocabulary import LOCOMOTIVE
from ludwright.play.record import Record

KINDS: range = range(LOCOMOTIVE + 1)


@dataclass
class Draws:
    """How often each kind of card was drawn, beside how often it is expected."""

    count: int = 0
    surplus: list[float] = field(default_factory=lambda: [0.0] * len(KINDS))
    """How many more were drawn than expected."""
    variance: list[float] = field(default_factory=lambda: [0.0] * len(KINDS))

    def note(self, pile: Sequence[int], drawn: int) -> None:
        """One card was drawn from a pile."""
        total = sum(pile)
        self.count += 1
        self.surplus[drawn] += 1
        for kind, number in enumerate(pile):
            share = number / total
            self.surplus[kind] -= share
            self.variance[kind] += share * (1 - share)

    def deviations(self) -> list[float]:
        """The surplus of each kind in standard deviations; 0 for kinds that were never in doubt."""
        pairs = zip(self.surplus, self.variance, strict=True)
        return [surplus / variance**0.5 if variance else 0.0 for surplus, variance in pairs]


class Ledger:
    """The books of one match."""

    def __init__(self, rules: ReferenceRules, draws: Draws | None = None) -> None:
        self.rules = rules
        self.draws = draws
        seats = rules.seats
        self.pile = [*rules.deck]
        self.discards, self.market = [*NO_CARDS], [*NO_CARDS]
        self.hands = [[*NO_CARDS] for _ in range(seats)]
        self.trains = [rules.game.trains] * seats
        self.owners: dict[int, int] = {}
        self.tickets: list[set[int]] = [set() for _ in range(seats)]
        self.unseen = set(range(len(rules.tickets)))
        self.returned: list[int] = []
        self.offered: set[int] = set()
        self.redraws = 0
        self.dealt = 0
        self.seat = 0

    def follow(self, record: Record) -> None:
        """All plies of a match; raises GameFault where the books do not balance."""
        for ply, (row, seat) in enumerate(
            zip(record.moves.tolist(), record.seats.tolist(), strict=True)
        ):
            move = RailwayMove.unpacked(row)
            if seat >= 0:
                self.seat = seat
            try:
                _ENTRIES[Kind(move.kind)](self, move)
            except (AssertionError, KeyError) as error:
                raise _fault(f"{move} is not possible: {error!r}", record, ply) from error
        self._balance(record)

    def _balance(self, record: Record) -> None:
        """What has to be true at the end."""
        heaps = [self.pile, self.discards, self.market, *self.hands]
        places = [*self.tickets, self.unseen, self.returned, self.offered]
        points, expected = record.outcome.points, self.points()
        wrong = [
            what
            for what, is_right in (
                ("cards", tuple(map(sum, zip(*heaps, strict=True))) == self.rules.deck),
                ("tickets", sorted(t for place in places for t in place) == _up_to(self.rules)),
                ("trains", self._has_all_trains()),
                ("turns", _are_in_order(record.measures[:, 1].tolist(), self.rules.seats)),
                ("points", points is None or list(points) == expected),
                ("scores", self._scores(expected) == [round(s, 6) for s in record.outcome.scores]),
            )
            if not is_right
        ]
        if wrong:
            told = f"{wrong} do not balance, points {points}, expected {expected}"
            raise _fault(told, record, len(record))

    def _has_all_trains(self) -> bool:
        built = [0] * self.rules.seats
        for track, seat in self.owners.items():
            built[seat] += self.rules.tracks[track].length
        both = zip(built, self.trains, strict=True)
        return all(used + left == self.rules.game.trains and left >= 0 for used, left in both)

    # --- Plies ---

    def _deal(self, move: RailwayMove) -> None:
        self._draw_card(move.a)
        self.hands[self.dealt % self.rules.seats][move.a] += 1
        self.dealt += 1

    def _turn_up(self, move: RailwayMove) -> None:
        rules = self.rules.game.market
        if sum(self.market) == rules.cards:
            # The card that lies there now had no place: the market was cleared.
            assert 0 < rules.clear <= self.market[LOCOMOTIVE]
            self.redraws += 1
            assert self.redraws <= rules.redraws
            self._discard(tuple(self.market))
            self.market = [*NO_CARDS]
        self._draw_card(move.a)
        self.market[move.a] += 1

    def _offer(self, move: RailwayMove) -> None:
        if self.unseen:
            self.unseen.remove(move.a)
        else:
            assert self.returned.pop(0) == move.a
        self.offered.add(move.a)

    def _keep(self, move: RailwayMove) -> None:
        for place, ticket in enumerate(sorted(self.offered)):
            if move.a >> place & 1:
                self.tickets[self.seat].add(ticket)
            else:
                self.returned.append(ticket)
        assert move.b == bin(move.a).count("1")
        self.offered = set()

    def _take(self, move: RailwayMove) -> None:
        self.redraws = 0
        self.market[move.a] -= 1
        assert self.market[move.a] >= 0
        self.hands[self.seat][move.a] += 1

    def _card(self, move: RailwayMove) -> None:
        self._draw_card(move.a)
        self.hands[self.seat][move.a] += 1

    def _build(self, move: RailwayMove) -> None:
        track = self.rules.tracks[move.a]
        paid = [*NO_CARDS]
        paid[LOCOMOTIVE] += move.c
        if move.b != LOCOMOTIVE:
            assert track.colour in (move.b, LOCOMOTIVE)
            paid[move.b] += track.length - move.c
        assert sum(paid) == track.length
        twin = self.rules.twins[move.a]
        assert move.a not in self.owners
        if twin in self.owners:
            assert self.rules.has_both_tracks
            assert self.owners[twin] != self.seat
        self.owners[move.a] = self.seat
        self.trains[self.seat] -= track.length
        assert self.trains[self.seat] >= 0
        hand = self.hands[self.seat]
        for kind, number in enumerate(paid):
            hand[kind] -= number
            assert hand[kind] >= 0
        self._discard(tuple(paid))

    def _nothing(self, _: RailwayMove) -> None:
        pass

    def _draw_card(self, kind: int) -> None:
        if not any(self.pile):
            self.pile, self.discards = self.discards, [*NO_CARDS]
        if self.draws is not None:
            self.draws.note(self.pile, kind)
        self.pile[kind] -= 1
        assert self.pile[kind] >= 0

    def _discard(self, cards: Cards) -> None:
        for kind, number in enumerate(cards):
            self.discards[kind] += number

    # --- Points ---

    def completed(self, seat: int) -> set[int]:
        """The tickets of a seat whose cities its tracks join."""
        part = [*range(len(self.rules.game.board.cities))]
        for track, owner in self.owners.items():
            if owner == seat:
                one, other = (part[city] for city in self.rules.tracks[track][:2])
                part = [one if number == other else number for number in part]
        ends = self.rules.tickets
        return {t for t in self.tickets[seat] if part[ends[t][0]] == part[ends[t][1]]}

    def paths(self) -> list[int]:
        """The longest path of each seat."""
        return [
            longest_path(frozenset(self.rules.tracks[t] for t, o in self.owners.items() if o == s))
            for s in range(self.rules.seats)
        ]

    def points(self) -> list[int]:
        """The points of each seat if the match ended now."""
        points, paths = [0] * self.rules.seats, self.paths()
        for track, seat in self.owners.items():
            points[seat] += self.rules.game.points[self.rules.tracks[track].length - 1]
        for seat, tickets in enumerate(self.tickets):
            done = self.completed(seat)
            for ticket in tickets:
                points[seat] += self.rules.tickets[ticket][2] * (1 if ticket in done else -1)
            if 0 < paths[seat] == max(paths):
                points[seat] += self.rules.game.longest
        return points

    def _scores(self, points: Sequence[int]) -> list[float]:
        paths = self.paths()
        merits = [
            (points[seat], len(self.completed(seat)), paths[seat] == max(paths))
            for seat in range(self.rules.seats)
        ]
        best = merits.count(max(merits))
        return [round((one == max(merits)) / best, 6) for one in merits]


def _fault(message: str, record: Record, ply: int) -> GameFault:
    message = f"match {record.index}: {message}"
    return GameFault(message, digest=record.digest, seed=record.seed, ply=ply)


def _are_in_order(seats: Sequence[int], count: int) -> bool:
    return all(seat == turn % count for turn, seat in enumerate(seats))


def _up_to(rules: ReferenceRules) -> list[int]:
    return [*range(len(rules.tickets))]


_ENTRIES = {
    Kind.DEAL: Ledger._deal,
    Kind.TURN_UP: Ledger._turn_up,
    Kind.OFFER: Ledger._offer,
    Kind.KEEP: Ledger._keep,
    Kind.TAKE: Ledger._take,
    Kind.DRAW: Ledger._nothing,
    Kind.CARD: Ledger._card,
    Kind.TICKETS: Ledger._nothing,
    Kind.BUILD: Ledger._build,
    Kind.PASS: Ledger._nothing,
}
