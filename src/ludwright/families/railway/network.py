"""A board as numbers, which growth and operators change more easily than a tree of ludemes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludwright.families.railway.lower import city_numbers
from ludwright.families.railway.vocabulary import Board, City, Colour, Route, Ticket
from ludwright.language.ludeme import Text

COLOURS: tuple[Colour, ...] = tuple(Colour)
GRAY: int = COLOURS.index(Colour.GRAY)
"""The number of a gray track's colour."""
CARDS: int = GRAY
"""The colours of cards; gray has the number after them."""
FAR: int = 10**6
"""The length of the path between cities that are not connected."""


class Link(NamedTuple):
    """A route: two cities by number, the lower first, its spaces, and the colours of its tracks."""

    one: int
    other: int
    length: int
    colours: tuple[int, ...]
    """One or two."""


class Pair(NamedTuple):
    """A ticket: two cities by number, and its points."""

    one: int
    other: int
    points: int


Place = tuple[int, int]
"""Where a city is, in thousandths of the board's width."""


@dataclass(frozen=True)
class Network:
    """Cities by number, the routes between them, and the tickets."""

    places: tuple[Place, ...]
    links: tuple[Link, ...]
    tickets: tuple[Pair, ...] = ()

    @staticmethod
    def of(board: Board) -> Network:
        """The numbers of a board."""
        number = city_numbers(board)
        colour = {one: at for at, one in enumerate(COLOURS)}
        links = []
        for one in board.routes:
            ends = sorted((number[str(one.one)], number[str(one.other)]))
            colours = [colour[each] for each in (one.colour, one.second) if each is not None]
            links.append(Link(ends[0], ends[1], one.length, tuple(colours)))
        tickets = [
            Pair(number[str(one.one)], number[str(one.other)], one.points) for one in board.tickets
        ]
        return Network(tuple((one.x, one.y) for one in board.cities), tuple(links), tuple(tickets))

    def board(self, name: str, names: Sequence[str]) -> Board:
        """The board with these numbers, its cities named in their order."""
        texts = [Text(one) for one in names[: len(self.places)]]
        return Board(
            name=Text(name),
            cities=tuple(
                City(name=text, x=x, y=y) for text, (x, y) in zip(texts, self.places, strict=True)
            ),
            routes=tuple(
                Route(
                    one=texts[one.one],
                    other=texts[one.other],
                    length=one.length,
                    colour=COLOURS[one.colours[0]],
                    second=COLOURS[one.colours[1]] if len(one.colours) > 1 else None,
                )
                for one in self.links
            ),
            tickets=tuple(
                Ticket(one=texts[one.one], other=texts[one.other], points=one.points)
                for one in self.tickets
            ),
        )

    def with_links(self, links: Sequence[Link]) -> Network:
        """The same cities with other routes, in the order of their cities."""
        return replace(self, links=tuple(sorted(links)))

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The two cities of each route."""
        return np.array([one[:2] for one in self.links], dtype=np.int64).reshape(-1, 2)

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        """The routes of each city."""
        found = [0] * len(self.places)
        for one in self.links:
            found[one.one] += 1
            found[one.other] += 1
        return tuple(found)

    @cached_property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """The spaces of the shortest path between each two cities; FAR if there is none."""
        count = len(self.places)
        found = np.full((count, count), FAR, dtype=np.int64)
        np.fill_diagonal(found, 0)
        for one in self.links:
            found[one.one, one.other] = found[one.other, one.one] = one.length
        for over in range(count):
            np.minimum(found, found[:, over, None] + found[over], out=found)
        return tuple(map(tuple, np.minimum(found, FAR).tolist()))

    @property
    def is_connected(self) -> bool:
        """Whether every city can be reached from every other."""
        return bool(self.places) and max(self.paths[0]) < FAR

    @property
    def track_count(self) -> int:
        """Tracks, of which double routes have two."""
        return sum(len(one.colours) for one in self.links)

    @property
    def spaces(self) -> int:
        """Of all tracks."""
        return sum(one.length * len(one.colours) for one in self.links)
