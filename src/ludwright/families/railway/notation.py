"""How moves of railway games are written: one way for each, which `match.txt` files keep.

`take red`, `keep 1 3`, `build Atlanta - Raleigh: 1 red + 1 locomotive`. `MoveNames` reads these
quickly, without a list of legal moves. What people type is shorter: `typed_moves.py` reads that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from ludwright.families.place_names import key_of, labels_of
from ludwright.families.railway.lower import Track, tracks_of
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.vocabulary import (
    CARD_COLOURS,
    LOCOMOTIVE,
    MOST_OFFERED,
    Board,
    Colour,
)

CARD_NAMES: tuple[str, ...] = (*(one.value for one in CARD_COLOURS), "locomotive")
"""The kinds of card by number."""
_COLOURS: Final = tuple(Colour)
_UNSAFE: Final = re.compile(r"[{}()#@:]|^\d+$")
"""In names of cities: what would be taken for a comment, a number, or what follows a name."""
_PLAIN: Final[Mapping[str, Kind]] = {
    "draw": Kind.DRAW,
    "tickets": Kind.TICKETS,
    "pass": Kind.PASS,
}
_WITH_CARD: Final[Mapping[str, Kind]] = {
    "deal": Kind.DEAL,
    "turn up": Kind.TURN_UP,
    "take": Kind.TAKE,
    "card": Kind.CARD,
}
_WORDS: Final[Mapping[int, str]] = {
    kind: word for word, kind in (*_PLAIN.items(), *_WITH_CARD.items())
}
_PART: Final = re.compile(r"(\d) (\w+)")


class MoveNames:
    """The notation of one game."""

    def __init__(self, board: Board) -> None:
        names = [str(city.name) for city in board.cities]
        self.city_labels: tuple[str, ...] = labels_of(names, _is_safe)
        """What a city is called in moves: its name, or its number if that could mislead."""
        self.tracks: tuple[Track, ...] = tuple(tracks_of(board))
        """All tracks by number."""
        self.track_labels: tuple[str, ...] = self._track_labels()
        """What a track is called: its cities, and its colour where the route is double."""
        ends = dict(zip(names, self.city_labels, strict=True))
        self.ticket_labels: tuple[str, ...] = _numbered(
            [f"{ends[str(one.one)]} - {ends[str(one.other)]} {one.points}" for one in board.tickets]
        )
        """What a ticket is called: its cities and its points."""
        self._tracks = {key_of(label): at for at, label in enumerate(self.track_labels)}
        self._tickets = {key_of(label): at for at, label in enumerate(self.ticket_labels)}

    def _track_labels(self) -> tuple[str, ...]:
        per_route = Counter(track.route for track in self.tracks)
        labels = []
        for track in self.tracks:
            ends = f"{self.city_labels[track.one]} - {self.city_labels[track.other]}"
            colour = f" {_COLOURS[track.colour].value}" if per_route[track.route] > 1 else ""
            labels.append(ends + colour)
        return _numbered(labels)

    # --- Writing ----------------------------------------------------------------------------------

    def write(self, move: RailwayMove) -> str:
        """The notation of a move; different for different moves."""
        kind, a, b, c, *_ = move
        match kind:
            case Kind.DEAL | Kind.TURN_UP | Kind.TAKE | Kind.CARD:
                return f"{_WORDS[kind]} {CARD_NAMES[a]}"
            case Kind.OFFER:
                return f"ticket {self.ticket_labels[a]}"
            case Kind.KEEP:
                kept = (str(at + 1) for at in range(MOST_OFFERED) if a >> at & 1)
                return " ".join(("keep", *kept))
            case Kind.BUILD:
                return f"build {self.track_labels[a]}: {self.payment(a, b, c)}"
            case _:
                return _WORDS[kind]

    def payment(self, track: int, colour: int, locomotives: int) -> str:
        """The cards that are paid for a track, such as `2 red + 1 locomotive`."""
        cards = self.tracks[track].length - locomotives
        parts = [f"{cards} {CARD_NAMES[colour]}"] if cards else []
        if locomotives:
            parts.append(f"{locomotives} {CARD_NAMES[LOCOMOTIVE]}")
        return " + ".join(parts)

    # --- Reading ----------------------------------------------------------------------------------

    def read(self, text: str) -> RailwayMove | None:
        """The move of a text that `write` wrote, legal or not; None if it is no such text."""
        key = key_of(text)
        if key in _PLAIN:
            return RailwayMove(_PLAIN[key])
        word, _, rest = key.rpartition(" ") if key.startswith("turn up") else key.partition(" ")
        try:
            if word in _WITH_CARD:
                return RailwayMove(_WITH_CARD[word], CARD_NAMES.index(rest))
            if word == "ticket":
                return RailwayMove(Kind.OFFER, self._tickets[rest])
            if word == "keep":
                return _read_keep(rest)
            if word == "build":
                return self._read_build(rest)
        except (KeyError, ValueError):
            return None
        return None

    def _read_build(self, rest: str) -> RailwayMove:
        label, _, payment = rest.rpartition(": ")
        track = self._tracks[label]
        colour, locomotives = LOCOMOTIVE, 0
        for part in payment.split(" + "):
            found = _PART.fullmatch(part)
            if found is None:
                raise ValueError(part)
            kind = CARD_NAMES.index(found[2])
            if kind == LOCOMOTIVE:
                locomotives = int(found[1])
            else:
                colour = kind
        move = RailwayMove(Kind.BUILD, track, colour, locomotives)
        if key_of(self.payment(track, colour, locomotives)) != payment:
            raise ValueError(payment)
        return move


def _read_keep(rest: str) -> RailwayMove:
    places = [int(one) for one in rest.split()]
    is_ascending = bool(places) and places == sorted(set(places))
    if not is_ascending or not 1 <= places[0] <= places[-1] <= MOST_OFFERED:
        raise ValueError(rest)
    return RailwayMove(Kind.KEEP, sum(1 << (place - 1) for place in places), len(places))


def _is_safe(key: str) -> bool:
    return not _UNSAFE.search(key) and "-" not in key.split()


def _numbered(labels: list[str]) -> tuple[str, ...]:
    """The labels; of equal ones each gets its number among them."""
    total, seen = Counter(map(key_of, labels)), Counter[str]()
    found = []
    for label in labels:
        key = key_of(label)
        seen[key] += 1
        found.append(f"{label} ({seen[key]})" if total[key] > 1 else label)
    return tuple(found)
