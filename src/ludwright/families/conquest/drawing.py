"""Pictures of conquest games: the map with its armies, borders, continents and owners.

Colour is never the only cue: each owner also has a letter, and continents are named. A name comes
from a text of anyone's, so whatever is written is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from ludwright.families.conquest.layout import Border, Layout, layout_of
from ludwright.families.conquest.lower import borders_of, territories_of
from ludwright.families.conquest.vocabulary import MOST_SEATS
from ludwright.families.conquest.words import (
    continent_rows,
    hand_lines,
    last_territories,
    legal_territories,
    seat_rows,
    status,
)
from ludwright.families.labels import (
    LINE,
    TITLE,
    Ground,
    Label,
    placed_labels,
    placed_titles,
)
from ludwright.families.shapes import (
    FAINT,
    INK,
    Box,
    Line,
    Point,
    digits,
    distance,
    drawn_box,
    drawn_circle,
    drawn_text,
    filled_lines,
    line_path,
    whole_picture,
)
from ludwright.play.seat_colours import SeatColour, seat_colours
from ludwright.shown import brief

SIDE: Final[float] = 80.0
"""Room on the left and on the right of the map, for names and for borders around it."""
TOP: Final[float] = 34.0
BOTTOM: Final[float] = 44.0
_SEA: Final[str] = "#f4f6f7"
_NEUTRAL: Final[str] = "#b9b6ae"
_LAST: Final[str] = "#b3008f"
_MARK: Final[str] = "#00735a"
_LANDS: Final[tuple[str, ...]] = (
    *("#f2dcae", "#e8c0b4", "#c3d4ec", "#d9c9a8", "#c9e2c4", "#dcc6e4"),
    *("#bfe0e0", "#f0cfdc", "#dfe3b4", "#d3d3d3", "#f3d2b0", "#c8cde8"),
)
"""The colours of continents; pale, so that owners stand out on them."""
_ROW: Final[float] = 19.0
_FONT: Final[float] = 13.0


def draw_svg(
    position: Any,
    *,
    title: str = "",
    captions: Sequence[str] | None = None,
    moves: bool = False,
    viewer: int | None = None,
) -> str:
    """The position as SVG, with the last move ringed and, optionally, the legal moves marked."""
    drawing = _Drawing(position, viewer)
    told = status(position, viewer) if captions is None else captions
    body = [
        *drawing.lands(),
        *drawing.land_names(),
        *drawing.borders(),
        *drawing.names(),
        *drawing.circles(marked=legal_territories(position) if moves else frozenset()),
    ]
    below, depth = drawing.legend([*told, *hand_lines(position, viewer)])
    return whole_picture(
        [*body, *below],
        title=title,
        name="map",
        size=(drawing.width, drawing.height),
        depth=depth,
        ground=(_SEA, "#d5d8da"),
    )


@dataclass(frozen=True)
class _Drawing:
    """One position on its map."""

    position: Any
    viewer: int | None

    @property
    def board(self) -> Any:
        return self.position.rules.tree.map

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.board)

    @cached_property
    def pairs(self) -> list[Border]:
        return borders_of(self.board)

    @cached_property
    def places(self) -> list[Point]:
        return [(x + SIDE, y + TOP) for x, y in self.layout.points]

    @property
    def width(self) -> float:
        return self.layout.size[0] + 2 * SIDE

    @property
    def height(self) -> float:
        return self.layout.size[1] + TOP + BOTTOM

    @cached_property
    def radius(self) -> float:
        """As large as the closest territories allow."""
        nearest = min((distance(a, b) for a, b in combinations(self.places, 2)), default=100.0)
        return max(9.0, min(17.0, 0.4 * nearest))

    @property
    def font(self) -> float:
        return 11.5 if len(self.places) <= 60 else 9.5

    @cached_property
    def continents(self) -> list[int]:
        """The continent of each territory."""
        found = enumerate(self.board.continents)
        return [number for number, one in found for _ in one.territories]

    @cached_property
    def colours(self) -> tuple[SeatColour, ...]:
        return seat_colours(self.position.rules.seat_names)

    # --- The map ------------------------------------------------------------------------------

    def lands(self) -> Iterator[str]:
        """A patch of land for each continent: around its territories and the borders inside."""
        for number in range(len(self.board.continents)):
            shapes = list(self._land(number))
            for colour, more in ((_darker(_land_colour(number)), 3.0), (_land_colour(number), 0.0)):
                width = 2 * (self.radius + 13) + more
                yield (
                    f'<g fill="{colour}" stroke="{colour}" stroke-width="{digits(width)}" '
                    f'stroke-linejoin="round" stroke-linecap="round">{"".join(shapes)}</g>'
                )

    def _land(self, number: int) -> Iterator[str]:
        own = [at for at, continent in enumerate(self.continents) if continent == number]
        inside = {
            pair
            for pair in self.pairs
            if self.continents[pair[0]] == self.continents[pair[1]] == number
            if pair not in self.layout.wrapped | self.layout.bent
        }
        for at in own:
            x, y = self.places[at]
            yield f'<path d="M{digits(x)} {digits(y)}h0.01"/>'
        for one, other in sorted(inside):
            yield f'<path d="{line_path(self.places[one], self.places[other])}"/>'
        for trio in combinations(own, 3):
            if all(pair in inside for pair in combinations(trio, 2)):
                corners = "L".join(f"{digits(x)} {digits(y)}" for x, y in self._at(trio))
                yield f'<path d="M{corners}z"/>'

    def _at(self, territories: Sequence[int]) -> list[Point]:
        return [self.places[at] for at in territories]

    def borders(self) -> Iterator[str]:
        last = last_territories(self.position)
        for pair in self.pairs:
            is_last = len(last) == 2 and set(pair) == set(last)
            colour, width = (_LAST, 3.5) if is_last else (FAINT, 1.6)
            is_inside = self.continents[pair[0]] == self.continents[pair[1]]
            dashes = "" if is_inside or is_last else ' stroke-dasharray="5 3.5"'
            for path in self._paths(pair):
                stroke = f'stroke="{colour}" stroke-width="{width}"{dashes}'
                yield f'<path d="{path}" fill="none" {stroke}/>'

    def _paths(self, pair: Border) -> list[str]:
        one, other = self.places[pair[0]], self.places[pair[1]]
        if pair in self.layout.wrapped:
            return [line_path(start, end) for start, end in self._stubs(pair)]
        if pair in self.layout.bent:
            bend = self._bend(pair)
            start, end = (f"{digits(x)} {digits(y)}" for x, y in (one, other))
            return [f"M{start}Q{digits(bend[0])} {digits(bend[1])} {end}"]
        return [line_path(one, other)]

    def _stubs(self, pair: Border) -> list[Line]:
        """From both territories to the edges of the map, at the height where they would meet."""
        west, east = sorted(self._at(pair))
        gap = west[0] + self.width - east[0]
        level = west[1] + (east[1] - west[1]) * west[0] / gap
        return [(west, (6.0, level)), (east, (self.width - 6.0, level))]

    def _bend(self, pair: Border) -> Point:
        """The point that draws a curve aside, so that it passes over the fewest circles."""
        one, other = self._at(pair)
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        across = (one[1] - other[1], other[0] - one[0])
        bends = [
            (middle[0] + part * across[0], middle[1] + part * across[1])
            for part in (0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.75, -0.75)
        ]
        rest = [place for at, place in enumerate(self.places) if at not in pair]

        def touched(bend: Point) -> tuple[int, float]:
            curve = [_on_curve(one, bend, other, share / 24) for share in range(1, 24)]
            near = sum(
                min(distance(place, point) for point in curve) < 1.5 * self.radius for place in rest
            )
            outside = max(max(0.0, -x, x - self.width, -y, y - self.height) for x, y in curve)
            return near + round(outside), distance(bend, middle)

        return min(bends, key=touched)

    def names(self) -> Iterator[str]:
        """The names beside the circles, and where borders around the map lead."""
        for label in self._labels:
            for number, line in enumerate(label.lines):
                base = label.top + (number + 0.78) * LINE * self.font
                yield drawn_text(
                    line, label.x, base, self.font, anchor=label.anchor, is_outlined=True
                )
        names = self._names
        for pair in sorted(self.layout.wrapped):
            west, east = sorted(pair, key=lambda at: self.places[at])
            level = self._stubs(pair)[0][1][1]
            ends = ((8.0, "start", names[east]), (self.width - 8.0, "end", names[west]))
            for x, anchor, name in ends:
                told = f"to {brief(name, 16)}"
                yield drawn_text(
                    told, x, level + 11, 9.5, fill=FAINT, anchor=anchor, is_outlined=True
                )

    def land_names(self) -> Iterator[str]:
        """The names of the continents, where there is most room on their land."""
        names = tuple(brief(str(one.name), 20).upper() for one in self.board.continents)
        taken = tuple(label.box for label in self._labels)
        places = placed_titles(names, tuple(self.continents), taken, self._ground(0))
        for number, (name, (x, y)) in enumerate(zip(names, places, strict=True)):
            dark = _darker(_land_colour(number), 0.5)
            yield drawn_text(
                *(name, x, y + 0.35 * TITLE, TITLE), fill=dark, anchor="middle", weight="bold"
            )

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(brief(str(one.name), 26) for one in territories_of(self.board))

    @property
    def _frame(self) -> Box:
        return (6.0, 3.0, self.width - 6.0, self.height - 3.0)

    @cached_property
    def _lines(self) -> tuple[Line, ...]:
        """The borders as straight lines."""
        found: list[Line] = []
        for pair in self.pairs:
            if pair in self.layout.wrapped:
                found += self._stubs(pair)
            else:
                found.append((self.places[pair[0]], self.places[pair[1]]))
        return tuple(found)

    @property
    def _labels(self) -> tuple[Label, ...]:
        return placed_labels(self._names, self.font, self._ground(1))

    def _ground(self, room: float) -> Ground:
        """What names stay clear of, with some room around the circles."""
        return Ground(tuple(self.places), self.radius + room, self._lines, self._frame)

    def circles(self, marked: frozenset[int]) -> Iterator[str]:
        """The armies of each territory on the colour of its owner, with the owner's letter."""
        state = self.position.state
        last = last_territories(self.position)
        for at, (x, y) in enumerate(self.places):
            if at in last:
                yield drawn_circle(x, y, self.radius + 4.5, "none", _LAST, 3)
            if at in marked:
                yield drawn_circle(x, y, self.radius + 3, "none", _MARK, 2.5, dashes="3 2.4")
            yield from self._circle(x, y, state["owners"][at], state["armies"][at])

    def _circle(self, x: float, y: float, owner: int, armies: int) -> Iterator[str]:
        if owner < 0:
            yield drawn_circle(x, y, self.radius, "#ffffff", FAINT, 1.2, dashes="2.5 2.5")
            return
        fill, ink = self._paint(owner)
        yield drawn_circle(x, y, self.radius, fill, INK, 1.4)
        size = self.radius * (1.15 if armies < 100 else 0.9 if armies < 1000 else 0.7)
        yield drawn_text(
            *(str(armies), x, y + 0.36 * size, size), fill=ink, anchor="middle", weight="bold"
        )
        yield from self._letter(owner, x - 0.72 * self.radius, y - 0.72 * self.radius)

    def _letter(self, owner: int, x: float, y: float) -> Iterator[str]:
        size = max(5.5, 0.42 * self.radius)
        yield drawn_circle(x, y, size, "#ffffff", INK, 1)
        letter = owner_letter(self.position.rules.seat_names, owner)
        yield drawn_text(
            *(letter, x, y + 0.5 * size, 1.45 * size), anchor="middle", weight="bold", fill=INK
        )

    def _paint(self, owner: int) -> tuple[str, str]:
        if owner >= len(self.colours):
            return _NEUTRAL, INK
        return self.colours[owner].fill, self.colours[owner].ink

    # --- Below the map ------------------------------------------------------------------------

    def legend(self, lines: Sequence[str]) -> tuple[list[str], float]:
        """Continents, players and lines of text below the map; and how high all of that is."""
        top = self.height + 24.0
        parts = [*self._seats(top), *self._continents(top)]
        rows = max(len(seat_rows(self.position)) + 1, self._continent_depth())
        y = top + rows * _ROW + 6.0
        for line in filled_lines(lines, self.width - 40, _FONT):
            parts.append(drawn_text(line, 20, y, _FONT))
            y += _ROW
        return parts, y - self.height

    def _seats(self, top: float) -> Iterator[str]:
        heads = ("", "territories", "armies", "new armies", "cards")
        rows = seat_rows(self.position)
        columns = (58.0, 200.0, 260.0, 342.0, 390.0)
        has_cards = self.position.rules.tree.cards is not None
        shown_columns = range(1, 5 if has_cards else 4)
        for column in shown_columns:
            yield drawn_text(heads[column], columns[column], top, 11.5, fill=FAINT, anchor="end")
        for number, row in enumerate(rows, start=1):
            y = top + number * _ROW
            fill, _ = self._paint(row.seat)
            yield drawn_circle(44, y - 4.5, 6.5, fill, INK, 1.2)
            yield from self._letter(row.seat, 28, y - 4.5)
            if row.is_mover:
                yield f'<path d="M9 {digits(y - 9)}l8 4.5l-8 4.5z" fill="{INK}"/>'
            weight = "bold" if row.is_mover else "normal"
            fade = FAINT if row.is_out else INK
            yield drawn_text(row.name, columns[0], y, _FONT, weight=weight, fill=fade)
            for column in shown_columns:
                told = row.numbers[column - 1]
                yield drawn_text(told, columns[column], y, _FONT, anchor="end", fill=fade)

    def _continent_columns(self) -> int:
        return 2 if len(self.board.continents) > MOST_SEATS + 1 else 1

    def _continent_depth(self) -> int:
        return -(-len(self.board.continents) // self._continent_columns()) + 1

    def _continents(self, top: float) -> Iterator[str]:
        rows = continent_rows(self.position)
        columns = self._continent_columns()
        left, depth = 440.0, self._continent_depth() - 1
        across = (self.width - left - 10) / columns
        name_room = min(190.0, 0.5 * across)
        for number, row in enumerate(rows):
            x = left + number // depth * across
            y = top + (number % depth + 1) * _ROW
            dark = _darker(_land_colour(number))
            yield drawn_box(
                (x, y - 11, x + 18, y + 2), _land_colour(number), stroke=dark, rounding=3
            )
            yield drawn_text(brief(row.name, 24), x + 25, y, _FONT, weight="bold")
            yield drawn_text(f"+{row.bonus}", x + name_room, y, _FONT, anchor="end", weight="bold")
            more = f"{row.size} territories" + (f", held by {row.holder}" if row.holder else "")
            yield drawn_text(more, x + name_room + 10, y, _FONT, fill=FAINT)


def owner_letter(names: Sequence[str], owner: int) -> str:
    """The letter that marks what a seat owns; N for what is neutral."""
    return names[owner][0] if owner < len(names) else "N"


def _land_colour(number: int) -> str:
    return _LANDS[number % len(_LANDS)]


def _darker(colour: str, light: float = 0.78) -> str:
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(light * part):02x}" for part in parts)


def _on_curve(start: Point, bend: Point, end: Point, share: float) -> Point:
    rest = 1 - share
    x, y = (
        rest * rest * start[i] + 2 * rest * share * bend[i] + share * share * end[i] for i in (0, 1)
    )
    return x, y
