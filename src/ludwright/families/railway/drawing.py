"""Pictures of railway games: the board with its tracks and trains, and what lies beside it.

Colour is never the only cue: each colour of tracks and cards has a symbol, and what a seat built
has the seat's letter. A name comes from a text of anyone's, so whatever is written is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from ludwright.families.labels import LINE, Ground, Label, placed_labels
from ludwright.families.railway.colours import LOCOMOTIVE_LOOK, LOOKS, drawn_symbol
from ludwright.families.railway.journeys import is_closed
from ludwright.families.railway.layout import Car, Layout, layout_of
from ludwright.families.railway.lower import Track, tracks_of
from ludwright.families.railway.notation import CARD_NAMES
from ludwright.families.railway.vocabulary import LOCOMOTIVE, Board, Colour
from ludwright.families.railway.words import (
    last_tracks,
    legal_tracks,
    offered_rows,
    seat_letter,
    seat_rows,
    shown_seats,
    status,
    ticket_rows,
)
from ludwright.families.shapes import (
    FAINT,
    INK,
    Box,
    Point,
    digits,
    drawn_box,
    drawn_circle,
    drawn_text,
    filled_lines,
    whole_picture,
)
from ludwright.play.seat_colours import SeatColour, seat_colours
from ludwright.shown import brief

SIDE: Final[float] = 72.0
"""Room on the left and on the right of the board, for names."""
TOP: Final[float] = 34.0
BOTTOM: Final[float] = 34.0
_LAND: Final[str] = "#f6f2e7"
_LAST: Final[str] = "#b3008f"
_MARK: Final[str] = "#00735a"
_COLOURS: Final[tuple[Colour, ...]] = tuple(Colour)
_FONT: Final[float] = 13.0
_ROW: Final[float] = 19.0


def board_svg(board: Board, *, title: str = "", captions: Sequence[str] = ()) -> str:
    """A board alone as SVG, with lines of text below."""
    drawing = BoardDrawing(board)
    below, depth = _captions(captions, drawing.width, drawing.height)
    return framed([*drawing.parts(), *below], drawing, title, depth)


def draw_svg(
    position: Any,
    *,
    title: str = "",
    captions: Sequence[str] | None = None,
    moves: bool = False,
    viewer: int | None = None,
) -> str:
    """The position as SVG, with the last track ringed and, optionally, those that can be built."""
    names = position.rules.seat_names
    drawing = BoardDrawing(
        position.rules.tree.board,
        position.state["owners"],
        seat_colours(names),
        "".join(map(seat_letter, names)),
        last_tracks(position),
        legal_tracks(position, viewer) if moves else frozenset(),
        closed=frozenset(
            track for track in range(len(position.rules.tracks)) if is_closed(position, track)
        ),
        wanted=_wanted(position, viewer),
    )
    told = status(position, viewer) if captions is None else captions
    below = Below(position, viewer, drawing)
    parts = [*drawing.parts(), *below.parts(told)]
    return framed(parts, drawing, title, below.bottom - drawing.height)


def _wanted(position: Any, viewer: int | None) -> frozenset[int]:
    """The cities of the viewer's tickets that are not completed."""
    if viewer is None:
        return frozenset()
    rows = (row for row in ticket_rows(position, viewer) if not row.is_completed)
    return frozenset(city for row in rows for city in position.rules.tickets[row.ticket][:2])


def framed(body: Sequence[str], drawing: BoardDrawing, title: str, depth: float) -> str:
    """The whole picture: a title, a board, and what is below it, so deep."""
    return whole_picture(
        body,
        title=title,
        name="board",
        size=(drawing.width, drawing.height),
        depth=depth,
        ground=(_LAND, "#d9d3c2"),
    )


def _captions(lines: Sequence[str], width: float, top: float) -> tuple[list[str], float]:
    y = top + 22.0
    parts: list[str] = []
    for line in filled_lines(lines, width - 40, _FONT):
        parts.append(drawn_text(line, 20, y, _FONT))
        y += _ROW
    return parts, (y - top - 8.0 if parts else 8.0)


@dataclass(frozen=True)
class BoardDrawing:
    """A board, and who built what on it."""

    board: Board
    owners: Sequence[int] = ()
    """The seat that built each track, -1 for none; empty before the match."""
    colours: Sequence[SeatColour] = ()
    letters: str = ""
    """Of the seats."""
    last: frozenset[int] = frozenset()
    """Tracks to be ringed."""
    marked: frozenset[int] = frozenset()
    """Tracks that can be built now."""
    closed: frozenset[int] = frozenset()
    """Free tracks that nobody can build any more."""
    wanted: frozenset[int] = frozenset()
    """Cities to be dotted."""

    @cached_property
    def layout(self) -> Layout:
        """Where everything is."""
        return layout_of(self.board)

    @cached_property
    def tracks(self) -> list[Track]:
        """All tracks by number."""
        return tracks_of(self.board)

    @cached_property
    def places(self) -> tuple[Point, ...]:
        """Where the cities are in the picture."""
        return tuple((x + SIDE, y + TOP) for x, y in self.layout.places)

    @property
    def width(self) -> float:
        """Of the whole picture."""
        return max(620.0, self.layout.size[0] + 2 * SIDE)

    @property
    def height(self) -> float:
        """Of the part of the picture with the board."""
        return self.layout.size[1] + TOP + BOTTOM

    @property
    def font(self) -> float:
        """The size of the names of cities."""
        return 13.0 if len(self.places) <= 50 else 11.0

    def parts(self) -> Iterator[str]:
        """Everything on the board, from the bottom to the top."""
        yield f'<g transform="translate({digits(SIDE)} {digits(TOP)})">'
        for number in range(len(self.tracks)):
            yield from self._track(number)
        yield "</g>"
        for city, (x, y) in enumerate(self.places):
            yield drawn_circle(x, y, self.layout.radius, "#ffffff", INK, 2)
            if city in self.wanted:
                yield drawn_circle(x, y, 0.45 * self.layout.radius, _LAST, _LAST, 0)
        yield from self._names()

    # --- Tracks -----------------------------------------------------------------------------------

    def _track(self, number: int) -> Iterator[str]:
        cars = self.layout.cars[number]
        if number in self.last:
            yield _cars(cars, _LAST, _LAST, 2.0, more=5.0)
        elif number in self.marked:
            yield _cars(cars, "none", _MARK, 1.6, more=3.6)
        owner = self.owners[number] if self.owners else -1
        if owner >= 0:
            yield from self._trains(cars, owner)
            return
        if number in self.closed:
            yield _cars(cars, "none", "#c9c7c0", 0.8)
            return
        look = LOOKS[_COLOURS[self.tracks[number].colour]]
        yield _cars(cars, look.fill, "#55524b", 0.9)
        for car in cars:
            yield drawn_symbol(look, car.x, car.y, 0.34 * car.width)

    def _trains(self, cars: Sequence[Car], owner: int) -> Iterator[str]:
        """Trains are larger than free spaces and have a dark edge and a letter."""
        colour = self.colours[owner]
        yield _cars(cars, colour.fill, "#000000", 1.8, more=2.5)
        for car in cars:
            size = 0.52 * car.width
            yield drawn_circle(car.x, car.y, size, "#ffffff", "#000000", 0.8)
            yield drawn_text(
                *(self.letters[owner], car.x, car.y + 0.62 * size, 1.75 * size),
                anchor="middle",
                weight="bold",
            )

    # --- Names ------------------------------------------------------------------------------------

    @property
    def labels(self) -> tuple[Label, ...]:
        """The names of the cities, where they are over as little as possible."""
        names = tuple(brief(str(city.name), 26) for city in self.board.cities)
        widest = max((car.width for row in self.layout.cars for car in row), default=0.0)
        lines = tuple(
            (self._moved(a), self._moved(b)) for row in self._middles() for a, b in pairwise(row)
        )
        frame: Box = (6.0, 3.0, self.width - 6.0, self.height - 3.0)
        radius = self.layout.radius + 1
        ground = Ground(self.places, radius, lines, frame, 0.5 * widest + 0.5, 20.0, 2.0)
        return placed_labels(names, self.font, ground, is_round=True)

    def _middles(self) -> Iterator[list[Point]]:
        """The middle line of each track, from its first car to its last."""
        for cars in self.layout.cars:
            ends = [(car.x, car.y) for car in cars]
            start, end = cars[0].moved(-0.5), cars[-1].moved(0.5)
            is_straight = abs(cars[0].angle - cars[-1].angle) < 0.1
            yield [start, end] if is_straight else [start, *ends, end]

    @staticmethod
    def _moved(place: Point) -> Point:
        return place[0] + SIDE, place[1] + TOP

    def _names(self) -> Iterator[str]:
        for label in self.labels:
            for number, line in enumerate(label.lines):
                base = label.top + (number + 0.78) * LINE * self.font
                yield drawn_text(
                    *(line, label.x, base, self.font),
                    anchor=label.anchor,
                    weight="bold",
                    is_outlined=True,
                )


def _cars(cars: Sequence[Car], fill: str, stroke: str, line: float, *, more: float = 0.0) -> str:
    """A row of cars; `more` is how much wider and longer they are than their spaces."""
    shapes: list[str] = []
    for car in cars:
        length, width = car.length + 0.5 * more, car.width + more
        x, y = digits(car.x), digits(car.y)
        shapes.append(
            f'<rect x="{digits(car.x - length / 2)}" y="{digits(car.y - width / 2)}" '
            f'width="{digits(length)}" height="{digits(width)}" rx="{digits(0.25 * width)}" '
            f'transform="rotate({digits(car.angle)} {x} {y})"/>'
        )
    style = f'fill="{fill}" stroke="{stroke}" stroke-width="{digits(line)}"'
    return f"<g {style}>{''.join(shapes)}</g>"


class Below:
    """What lies beside the board, drawn below it: players, market, cards and tickets."""

    def __init__(self, position: Any, viewer: int | None, drawing: BoardDrawing) -> None:
        self.position = position
        self.viewer = viewer
        self.drawing = drawing
        self.bottom = drawing.height
        """How far down the picture goes so far."""

    def parts(self, lines: Sequence[str]) -> Iterator[str]:
        """Everything; the lines of text come last."""
        top = self.bottom + 24.0
        yield from self._seats(top)
        depth = _ROW * (len(self.position.rules.seat_names) + 1)
        state, left = self.position.state, 440.0
        yield drawn_text("market", left, top, 11.5, fill=FAINT)
        yield from _card_row(state["market"], left, top + 10)
        pile = f"{state['pile_count']} in the pile, {sum(state['discards'])} discarded"
        yield drawn_text(
            f"{pile}, {state['tickets_left']} tickets left", left, top + 62, 11.5, fill=FAINT
        )
        self.bottom = top + max(depth, 66.0) + 12.0
        for seat in shown_seats(self.position, self.viewer):
            # Before the deal there is nothing to show.
            if any(state["hands"][seat]) or state["tickets"][seat]:
                yield from self._hand(seat)
        below, deep = _captions(lines, self.drawing.width, self.bottom - 14.0)
        yield from below
        self.bottom += deep - 8.0

    def _seats(self, top: float) -> Iterator[str]:
        heads = ("", "points", "trains", "cards", "tickets", "longest path")
        columns = (58.0, 170.0, 222.0, 270.0, 324.0, 402.0)
        for head, x in zip(heads[1:], columns[1:], strict=True):
            yield drawn_text(head, x, top, 11.5, fill=FAINT, anchor="end")
        for number, row in enumerate(seat_rows(self.position), start=1):
            y = top + number * _ROW
            colour = self.drawing.colours[row.seat]
            letter = self.drawing.letters[row.seat]
            box = (28.0, y - 11, 50.0, y + 2)
            yield drawn_box(box, colour.fill, stroke="#000000", rounding=3)
            yield drawn_circle(39, y - 4.5, 5.6, "#ffffff", "#000000", 0.8)
            yield drawn_text(letter, 39, y - 1, 9.8, anchor="middle", weight="bold")
            if row.is_mover:
                yield f'<path d="M11 {digits(y - 9)}l8 4.5l-8 4.5z" fill="{INK}"/>'
            weight = "bold" if row.is_mover else "normal"
            yield drawn_text(row.name, columns[0], y, _FONT, weight=weight)
            told = (row.points, row.trains, row.cards, row.tickets, row.path)
            for value, x in zip(told, columns[1:], strict=True):
                yield drawn_text(str(value), x, y, _FONT, anchor="end")

    def _hand(self, seat: int) -> Iterator[str]:
        """The cards of a seat, and its tickets beside them."""
        name = self.position.rules.seat_names[seat]
        top = self.bottom + 6.0
        yield drawn_text(f"{name}'s cards", 20, top, 11.5, fill=FAINT)
        dotted = " (cities of open ones have a dot)" if self.drawing.wanted else ""
        yield drawn_text(f"{name}'s tickets{dotted}", 440, top, 11.5, fill=FAINT)
        yield from _card_row(self.position.state["hands"][seat], 20, top + 10)
        y = top + _ROW
        room = self.drawing.width - 470
        offered = offered_rows(self.position, self.viewer)
        rows = [*ticket_rows(self.position, seat)]
        drawn = offered if seat == self.position.state["mover"] else []
        for row in [*rows, *drawn]:
            sign = "?" if row in drawn else "\u2713" if row.is_completed else "\u2013"
            yield drawn_text(sign, 440, y, _FONT, weight="bold")
            told = f"{brief(row.text, 60)}: {row.state}"
            for line in filled_lines([told], room, _FONT):
                yield drawn_text(line, 455, y, _FONT)
                y += 0.9 * _ROW
        self.bottom = max(y, top + 56.0) + 8.0


def _card_row(counts: Sequence[int], left: float, top: float) -> Iterator[str]:
    """Cards of each kind side by side, with how many there are and their names below."""
    x = left
    for kind, count in enumerate(counts):
        if not count:
            continue
        look = LOCOMOTIVE_LOOK if kind == LOCOMOTIVE else LOOKS[_COLOURS[kind]]
        yield drawn_box((x, top, x + 26, top + 22), look.fill, stroke="#55524b", rounding=3)
        yield drawn_symbol(look, x + 13, top + 11, 5.5)
        yield drawn_text(f"{count}", x + 30, top + 16, _FONT, weight="bold")
        name = "loco" if kind == LOCOMOTIVE else CARD_NAMES[kind]
        yield drawn_text(name, x + 13, top + 34, 10, fill=FAINT, anchor="middle")
        x += 46.0
    if x == left:
        yield drawn_text("none", left, top + 16, _FONT, fill=FAINT)
