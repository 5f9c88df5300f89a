"""A position as text: the map in letters, then the players, the market, own cards and tickets."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, Final

from ludwright.families.painted import Paint, plain
from ludwright.families.railway.journeys import is_closed
from ludwright.families.railway.text_map import LETTERS, WIDTH, map_lines
from ludwright.families.railway.vocabulary import Colour
from ludwright.families.railway.words import (
    cards_text,
    last_tracks,
    legal_tracks,
    market_text,
    offered_rows,
    seat_letter,
    seat_rows,
    shown_seats,
    ticket_rows,
    track_text,
)
from ludwright.play.seat_colours import seat_colours
from ludwright.shown import brief, shown

_COLOURS: Final[tuple[Colour, ...]] = tuple(Colour)
_BOUND: Final[str] = "\xa0-\xa0"
_CLOSED: Final[str] = "."
"""The letter of a free track that nobody can build any more."""
_PAINTED: Final = frozenset(
    {Colour.RED, Colour.ORANGE, Colour.YELLOW, Colour.GREEN, Colour.BLUE, Colour.PINK}
)
"""The colours that can be seen on a terminal of any background."""


def draw_text(
    position: Any, *, moves: bool = False, paint: Paint = plain, viewer: int | None = None
) -> str:
    """The position in lines, coloured by `paint`; `moves` adds the tracks that can be built."""
    board = _Board(position, paint, viewer)
    lines = [*board.map_lines(), _key(), "", *board.seat_lines(), *board.notes(moves=moves)]
    for seat in shown_seats(position, viewer):
        lines += board.hand_lines(seat)
    return "\n".join(lines) + "\n"


def _key() -> str:
    """What the letters of tracks mean."""
    told = " ".join(f"{letter} {colour}" for colour, letter in LETTERS.items())
    return f"{told} {_CLOSED} closed, capitals trains"


def _column(count: int, noun: str, width: int) -> str:
    """A number with its noun, as wide whatever the number is."""
    return f"{count:>{width}} {noun}{' ' if count == 1 else 's'} "


class _Board:
    """One position on its way to text."""

    def __init__(self, position: Any, paint: Paint, viewer: int | None) -> None:
        self.position = position
        self.rules = position.rules
        self.owners = position.state["owners"]
        self.paint = paint
        self.viewer = viewer
        tracks = range(len(self.owners))
        self.closed = {track for track in tracks if is_closed(position, track)}
        names = self.rules.seat_names
        self.letters = [seat_letter(name) for name in names]
        self.roles = [f"seat {colour.name}" for colour in seat_colours(names)]

    # --- The map ----------------------------------------------------------------------------------

    def map_lines(self) -> list[str]:
        """The map: free tracks in the letters of their colours, others in those of their owners."""
        return map_lines(self.rules.tree.board, self._letter, self._painted)

    def _letter(self, track: int) -> str:
        owner = self.owners[track]
        if owner >= 0:
            return str(self.letters[owner])
        return _CLOSED if track in self.closed else LETTERS[self._colour(track)]

    def _colour(self, track: int) -> Colour:
        return _COLOURS[int(self.rules.tracks[track].colour)]

    def _painted(self, text: str, track: int) -> str:
        if track < 0:
            return shown(text)
        owner = self.owners[track]
        if owner >= 0:
            return self.paint(text, self.roles[owner], "last")
        colour = self._colour(track)
        if colour is Colour.GRAY or track in self.closed:
            return self.paint(text, "label")
        return self.paint(text, f"seat {colour}") if colour in _PAINTED else text

    # --- Below ------------------------------------------------------------------------------------

    def seat_lines(self) -> Iterator[str]:
        """A line for each player."""
        for row in seat_rows(self.position):
            sign = ">" if row.is_mover else " "
            name = self.paint(f"{self.letters[row.seat]} {row.name:<8}", self.roles[row.seat])
            counts = (
                _column(row.points, "point", 4),
                _column(row.trains, "train", 3),
                _column(row.cards, "card", 3),
                _column(row.tickets, "ticket", 3),
            )
            yield f"{sign} {name}{''.join(counts)} longest path {row.path}"

    def notes(self, *, moves: bool) -> Iterator[str]:
        """The market, what was built last, and what can be built now."""
        yield f"  market: {market_text(self.position)}"
        for track in last_tracks(self.position):
            yield f"  built last: {shown(track_text(self.rules, track))}"
        legal = sorted(legal_tracks(self.position, self.viewer)) if moves else []
        if legal:
            names = dict.fromkeys(shown(track_text(self.rules, track)) for track in legal)
            yield from self._wrapped(f"can be built: {', '.join(names)}")

    def hand_lines(self, seat: int) -> Iterator[str]:
        """The cards and tickets of a seat."""
        whose = f"{self.rules.seat_names[seat]}'s"
        hand = self.position.state["hands"][seat]
        yield f"  {whose} cards: {cards_text(hand)}"
        for row in ticket_rows(self.position, seat):
            sign = "+" if row.is_completed else "-"
            told = f"{sign} {whose} ticket {brief(row.text, 60)}: {shown(row.state)}"
            yield from self._wrapped(told)
        # A player is told of tickets to choose from with what can be done.
        if self.viewer is None and seat == self.position.state["mover"]:
            for row in offered_rows(self.position, seat):
                yield from self._wrapped(
                    f"? {whose} choice {brief(row.text, 60)}: {shown(row.state)}"
                )

    def _wrapped(self, told: str) -> list[str]:
        """The text in lines; the two cities of a route stay together."""
        bound = told.replace(" - ", _BOUND)
        lines = wrap(
            bound,
            WIDTH,
            initial_indent="  ",
            subsequent_indent="      ",
            break_on_hyphens=False,
        )
        return [line.replace(_BOUND, " - ") for line in lines]
