"""Reads the moves that people type: short, in any case, with names cut off or numbers instead.

`red` takes a red card, `atl ral` builds the track from Atlanta to Raleigh, `atl ral red 1` says how
it is paid. Only what is possible in the position is considered, so that a few letters are enough.
An error says what was expected, and why the move that was probably meant cannot be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from ludwright.errors import IllegalMove, ImpossibleMove
from ludwright.families.place_names import (
    find_place,
    key_of,
    near_text,
    rank_of,
    strange_words,
)
from ludwright.families.railway.journeys import is_open
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.notation import CARD_NAMES
from ludwright.families.railway.reference import FREE, Phase
from ludwright.families.railway.vocabulary import LOCOMOTIVE, Colour
from ludwright.families.railway.words import route_text, ticket_name
from ludwright.language.english import counted, listing
from ludwright.shown import brief

_VERBS: Final[dict[str, Kind]] = {
    **dict.fromkeys(("draw", "d", "blind", "deck", "pile", "card", "cards"), Kind.DRAW),
    **dict.fromkeys(("tickets", "ticket"), Kind.TICKETS),
    **dict.fromkeys(("build", "claim"), Kind.BUILD),
    "take": Kind.TAKE,
    "keep": Kind.KEEP,
    "pass": Kind.PASS,
}
"""What a move may begin with."""
_ALONE: Final = frozenset({Kind.DRAW, Kind.TICKETS, Kind.PASS})
"""Moves without anything more to say."""
_JOINS: Final = frozenset({"to", "from", "with", "for", "and", "a", "the", "->", "-", ">", "+"})
_LOCOMOTIVE: Final = ("locomotives", "wild", "joker", "rainbow", "engine")
"""Other words for the locomotive; their beginnings are enough."""
_COLOURS: Final[tuple[Colour, ...]] = tuple(Colour)
_MOST_WORDS: Final[int] = 16
"""A longer text is no move."""
_FEW: Final[int] = 6
"""As many choices are named in a question."""


def read_typed(position: Any, text: str) -> RailwayMove:
    """The legal move that a person typed; raises IllegalMove."""
    return _Typed(position, text).read()


class _Typed:
    """One text in one position."""

    def __init__(self, position: Any, text: str) -> None:
        self.position = position
        self.rules = position.rules
        self.state = position.state
        self.text = text
        self.moves: tuple[RailwayMove, ...] = position.moves()
        self.phase = Phase(self.state["phase"])
        words = key_of(text.replace(":", " ")).split()
        names = {part for key in self.rules.keys for part in key.split()}
        self.words = [word for word in words if word in names or word not in _JOINS]

    @property
    def _told(self) -> str:
        return repr(brief(self.text, 60))

    def read(self) -> RailwayMove:
        """The move."""
        if self.position.seat < 0:
            raise IllegalMove(f"expected no move, since chance decides here, got {self._told}")
        if not 0 < len(self.words) <= _MOST_WORDS:
            raise self._error()
        verb = self._verb()
        if self.phase is Phase.KEEP:
            if verb not in (None, Kind.KEEP):
                raise self._error("first choose which tickets to keep")
            return self._keep()
        if verb is Kind.KEEP:
            raise self._error("there are no tickets to choose from now")
        if verb in _ALONE:
            return self._alone(verb)
        if verb is Kind.TAKE:
            return self._take()
        if verb is Kind.BUILD:
            return self._build()
        return self._take_or_build()

    def _verb(self) -> Kind | None:
        """Take a verb off the words, unless the words are a name or a colour."""
        word = self.words[0]
        verb = _VERBS.get(word)
        is_name = len(self.words) > 1 and find_place(self.rules.keys, word) is not None
        if verb is None or (len(word) == 1 and is_name):
            return None
        self.words.pop(0)
        return verb

    # --- Cards and tickets ------------------------------------------------------------------------

    def _alone(self, kind: Kind) -> RailwayMove:
        move = RailwayMove(kind)
        if self.words and self.words != ["card"]:
            verb = "tickets" if kind is Kind.TICKETS else kind.name.lower()
            raise self._error(f"{verb!r} is a whole move; write {verb!r} alone")
        if move in self.moves:
            return move
        why = {
            Kind.DRAW: "there is no card in the pile or discarded",
            Kind.PASS: "only a player who is stuck passes",
            Kind.TICKETS: "there are no tickets left"
            if self.phase is Phase.TURN
            else "the second card has to be taken first",
        }
        raise self._error(why[kind])

    def _take(self) -> RailwayMove:
        kinds = self._kinds(self.words)
        if not kinds:
            raise self._error("no card is called that" if self.words else "")
        found = [move for move in self.moves if move.kind == Kind.TAKE and move.a in kinds]
        if not found:
            raise self._error(self._why_not_taken(kinds))
        return self._only(found)

    def _why_not_taken(self, kinds: Sequence[int]) -> str:
        if self.state["market"][LOCOMOTIVE] and LOCOMOTIVE in kinds:
            return "a locomotive from the market cannot be the second card"
        names = listing([CARD_NAMES[kind] for kind in kinds], "or")
        return f"the market has no {names} card"

    def _kinds(self, words: Sequence[str]) -> list[int]:
        """The kinds of card that words may mean; a whole name means nothing else."""
        word = "".join(words).removesuffix("card")
        if not word:
            return []
        if word in CARD_NAMES:
            return [CARD_NAMES.index(word)]
        found = [kind for kind, name in enumerate(CARD_NAMES) if name.startswith(word)]
        is_other = any(name.startswith(word) for name in _LOCOMOTIVE)
        return found or ([LOCOMOTIVE] if is_other else [])

    def _keep(self) -> RailwayMove:
        offered = self.state["offered"]
        if self.words == ["all"]:
            places = set(range(len(offered)))
        elif len(self.words) == 1 and self.words[0].isdigit() and len(self.words[0]) > 1:
            places = {self._offered(word) for word in self.words[0]}
        else:
            places = {self._offered(word) for word in self.words}
        mask = sum(1 << place for place in places)
        for move in self.moves:
            if move.a == mask:
                return move
        least = min(move.b for move in self.moves)
        raise self._error(f"keep at least {least}")

    def _offered(self, word: str) -> int:
        """The place among the tickets drawn that a number or a city means."""
        offered = self.state["offered"]
        if word.isascii() and word.isdigit():
            if 1 <= int(word) <= len(offered):
                return int(word) - 1
            raise self._error(f"there are the numbers from 1 to {len(offered)}")
        found = [
            place
            for place, ticket in enumerate(offered)
            if any(self._rank(word, city) is not None for city in self.rules.tickets[ticket][:2])
        ]
        if len(found) == 1:
            return found[0]
        if found:
            names = listing([ticket_name(self.rules, offered[place]) for place in found], "or")
            raise self._error(f"{word!r} may be {names}; name tickets by their numbers")
        strange = repr(brief(word, 40))
        raise IllegalMove(f"{self._error()}: no ticket here has a city like {strange}")

    # --- Tracks -----------------------------------------------------------------------------------

    def _take_or_build(self) -> RailwayMove:
        """A colour takes a card, cities build a track."""
        kinds = self._kinds(self.words)
        taken = [move for move in self.moves if move.kind == Kind.TAKE and move.a in kinds]
        if taken:
            return self._only(taken)
        if kinds and not self._routes():
            raise self._error(self._why_not_taken(kinds))
        return self._build()

    def _build(self) -> RailwayMove:
        routes = self._routes()
        if self.phase is Phase.SECOND:
            raise self._error("the second card has to be taken first")
        if not routes:
            raise self._no_route()
        best = min(rank for rank, *_ in routes)
        pairs = list(dict.fromkeys(one[1] for one in routes if one[0] == best))
        if len(pairs) > 1:
            names = [self._route_name(route) for route in pairs[:_FEW]]
            raise self._question(names, len(pairs) - len(names))
        payments = [rest for rank, route, rest in routes if rank == best and route == pairs[0]]
        return self._paid(pairs[0], max(payments, key=len))

    def _routes(self) -> list[tuple[tuple[int, ...], int, list[str]]]:
        """The routes that the words may begin with: how far from their names, and what follows."""
        found: list[tuple[tuple[int, ...], int, list[str]]] = []
        for rest in self._payments():
            words = self.words[: len(self.words) - len(rest)]
            for cut in range(1, len(words)):
                ones, others = self._cities(words[:cut]), self._cities(words[cut:])
                for route, track in self._each_route():
                    for one, other in ((track.one, track.other), (track.other, track.one)):
                        if one in ones and other in others:
                            rank = (ones[one] + others[other], -len(rest))
                            found.append((rank, route, rest))
        return found

    def _payments(self) -> Iterator[list[str]]:
        """What at the end of the words may say how to pay: nothing, or colours and numbers."""
        for count in range(len(self.words)):
            rest = self.words[len(self.words) - count :]
            if count and not (_is_number(rest[0]) or self._kinds(rest[:1]) or rest[0] == "gray"):
                return
            yield rest

    def _each_route(self) -> Iterator[tuple[int, Any]]:
        for route, group in groupby(self.rules.tracks, key=lambda track: track.route):
            yield route, next(group)

    def _cities(self, words: Sequence[str]) -> dict[int, int]:
        """The cities that words may mean, with how far they are from the whole name."""
        text = " ".join(words)
        cities = range(len(self.rules.keys))
        ranks = {city: self._rank(text, city) for city in cities}
        return {city: rank for city, rank in ranks.items() if rank is not None}

    def _rank(self, text: str, city: int) -> int | None:
        return rank_of(self.rules.keys, text, city)

    def _paid(self, route: int, words: Sequence[str]) -> RailwayMove:
        """The only way to pay for a track of a route that the words allow, the cheapest first."""
        tracks = self.rules.tracks
        moves = [
            move for move in self.moves if move.kind == Kind.BUILD and tracks[move.a].route == route
        ]
        if not moves:
            raise self._error(self._why_not_built(route))
        found = self._fitting(moves, words)
        if not found:
            ways = [self._payment(move) for move in self._cheapest(moves)]
            told = listing(list(dict.fromkeys(ways))[:_FEW], "or")
            raise self._error(f"{self._route_name(route)} can be paid with {told}")
        best = self._cheapest(found)
        if len(best) > 1 and len({move.a for move in best}) == 1:
            raise self._which_cards(best)
        return self._only(best)

    def _which_cards(self, moves: Sequence[RailwayMove]) -> IllegalMove:
        """Asks for the colour of the cards that pay for a track."""
        ways = listing([self._payment(move) for move in moves], "or")
        example = f"{self.text.strip()} {CARD_NAMES[moves[0].b]}"
        return ImpossibleMove(
            f"which cards? {self._told} may be paid with {ways}: add the colour, as in "
            f"{brief(example, 60)!r}"
        )

    def _fitting(self, moves: Sequence[RailwayMove], words: Sequence[str]) -> list[RailwayMove]:
        """The moves that are paid as the words say: a colour of cards, a number of locomotives.

        A number before a colour counts these cards; one at the end counts locomotives. A colour and
        locomotives may also mean the track of that colour, paid with locomotives only.
        """
        kinds = [self._kinds([word]) for word in words if not _is_number(word)]
        if len(kinds) == len(words) == 2 and kinds[1] == [LOCOMOTIVE]:
            tracks = self.rules.tracks
            return [
                move
                for move in moves
                if (move.b in kinds[0] and move.c > 0)
                or (move.b == LOCOMOTIVE and tracks[move.a].colour in kinds[0])
            ]
        found = list(moves)
        number: int | None = None
        for word in words:
            if _is_number(word):
                number = int(word)
                continue
            if word == "gray":
                gray = _COLOURS.index(Colour.GRAY)
                found = [move for move in found if self.rules.tracks[move.a].colour == gray]
                continue
            found = [move for move in found if self._is_paid(move, self._kinds([word]), number)]
            number = None
        return [move for move in found if number in (None, move.c)]

    def _is_paid(self, move: RailwayMove, kinds: Sequence[int], number: int | None) -> bool:
        """Whether a payment has cards of one of the kinds, and so many if a number is given."""
        cards = self.rules.tracks[move.a].length - move.c
        counts = {move.b: cards, LOCOMOTIVE: move.c}
        if number is not None:
            return any(counts.get(kind) == number for kind in kinds)
        if LOCOMOTIVE in kinds and move.b == LOCOMOTIVE:
            return True
        return move.b in kinds and move.b != LOCOMOTIVE

    def _cheapest(self, moves: Sequence[RailwayMove]) -> list[RailwayMove]:
        """The moves with the fewest locomotives; of two tracks that are alike only the first."""
        least = min(move.c for move in moves)
        by_track: dict[tuple[int, int, int], RailwayMove] = {}
        for move in moves:
            if move.c == least:
                by_track.setdefault((self.rules.tracks[move.a].colour, move.b, move.c), move)
        return list(by_track.values())

    def _payment(self, move: RailwayMove) -> str:
        return str(self.rules.names.payment(move.a, move.b, move.c))

    def _only(self, moves: Sequence[RailwayMove]) -> RailwayMove:
        if len(moves) == 1:
            return moves[0]
        names = [self.rules.names.write(move) for move in moves[:_FEW]]
        raise self._question(names, len(moves) - len(names))

    def _question(self, names: Sequence[str], more: int) -> IllegalMove:
        choice = listing([repr(name) for name in names], "or")
        rest = f" or {more} more" if more else ""
        return ImpossibleMove(f"which one? {self._told} may be {choice}{rest}")

    # --- Errors -----------------------------------------------------------------------------------

    def _error(self, why: str = "") -> IllegalMove:
        if self.phase is Phase.KEEP:
            example = "the numbers of the tickets to keep, as in 'keep 1 2'"
        elif self.phase is Phase.SECOND:
            example = "a second card: its colour, or 'draw'"
        else:
            example = f"a colour, 'draw', 'tickets' or two cities, as in '{self._example()}'"
        if why:
            return ImpossibleMove(f"expected a move that is possible, got {self._told}: {why}")
        return IllegalMove(f"expected {example}, got {self._told}")

    def _example(self) -> str:
        """A track that can be built, or any."""
        built = (move.a for move in self.moves if move.kind == Kind.BUILD)
        track = self.rules.tracks[next(built, 0)]
        labels = self.rules.names.city_labels
        return f"build {labels[track.one]} {labels[track.other]}".lower()

    def _route_name(self, route: int) -> str:
        numbers = (at for at, track in enumerate(self.rules.tracks) if track.route == route)
        return route_text(self.rules, next(numbers))

    def _no_route(self) -> IllegalMove:
        """What in the words names no city, or that no route joins the two that they name."""
        words = [word for word in self.words if not _is_number(word)]
        strange = [
            word for word in strange_words(words, self.rules.keys) if not self._kinds([word])
        ]
        if strange:
            why = near_text(strange, self.rules.city_names, "city")
            return IllegalMove(f"{self._error()}: {why}")
        for cut in range(1, len(self.words)):
            one = find_place(self.rules.keys, " ".join(self.words[:cut]))
            other = find_place(self.rules.keys, " ".join(self.words[cut:]))
            if one is not None and other is not None:
                names = self.rules.city_names
                told = f"no route joins {names[one]} and {names[other]}"
                return self._error(f"{told}{self._ways_text(one)}")
        one = find_place(self.rules.keys, " ".join(self.words))
        return self._error("" if one is None else f"name two cities{self._ways_text(one)}")

    def _ways_text(self, city: int) -> str:
        names = self.rules.city_names
        others = list(dict.fromkeys(names[other] for _, other in self.rules.ways[city]))
        return f"; from {names[city]} routes lead to {listing(others)}"

    def _why_not_built(self, route: int) -> str:
        """Why no track of a route can be built now."""
        mover, name = self.state["mover"], self._route_name(route)
        numbers = [at for at, track in enumerate(self.rules.tracks) if track.route == route]
        owners = [self.state["owners"][at] for at in numbers]
        if mover in owners:
            return f"{name} is yours"
        if not any(is_open(self.position, at, mover) for at in numbers):
            return f"{name} is {self._owner_text(owners)}"
        length, trains = self.rules.tracks[numbers[0]].length, self.state["trains"][mover]
        if length > trains:
            return f"{name} takes {counted(length, 'train')}, and you have {trains}"
        wanted = {_COLOURS[self.rules.tracks[at].colour] for at in numbers}
        told = sorted("one colour" if one is Colour.GRAY else str(one) for one in wanted)
        colours = listing(told, "or")
        return f"{name} takes {length} cards of {colours}, or locomotives for some of them"

    def _owner_text(self, owners: Iterable[int]) -> str:
        names = [self.rules.seat_names[owner] for owner in owners if owner != FREE]
        return listing([f"{name}'s" for name in names])


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and 0 < len(word) < 4
