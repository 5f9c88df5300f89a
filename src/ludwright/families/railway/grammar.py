"""Boards from genomes: grammar (2) of Smith, and a grammar of ours whose boards are planar.

The paper leaves open how far an existing city may be from the end of a route, what a space is on
the board, how borders limit angles and which tickets a board has; `docs/decisions` says what
was decided.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from math import hypot, pi
from typing import Any, Final

import numpy as np

from ludwright.families.railway.network import COLOURS, Link, Network, Pair, Place
from ludwright.families.railway.vocabulary import MOST_CITIES, MOST_TRACKS
from ludwright.synthesis.grammar import AtEnd, Derivation, Deriving, Genome, Grammar, read_grammar

CODONS: Final[int] = 1200
"""Of a genome."""
PUBLISHED: Final[str] = """
; Grammar (2) of Smith. newOrExistingDest derives <newDest> if it makes a new city.
<map>           ::= newOrExistingDest(<x>, <y>)
<newDest>       ::= <route>{2} | <route>{3} | <route>{4} | <route>{5} | <route>{6} | <route>{7}
<route>         ::= newRoute(<destf>, <routeParams>)
<destf>         ::= newOrExistingDest(<theta>, <trackLength>)
<routeParams>   ::= <trackColoring>
<trackColoring> ::= <trackColor> | <trackColor> <trackColor>
<trackColor>    ::= RED | YELLOW | BLUE | BLACK | GREEN | PINK | ORANGE | WHITE | GRAY
<x>             ::= [0, 1]
<y>             ::= [0, 1]
<theta>         ::= [0, 6.283185307179586]
<trackLength>   ::= int[1, 6]
"""
"""The route begins at the city whose routes are derived; `name` is given in the end, at random."""
OURS: Final[str] = """
; Cities wait for their turn, so that a board grows evenly in all directions.
<map>    ::= first(<x>, <y>)
<city>   ::= <route>{2} | <route>{3} | <route>{4}
<route>  ::= grow(<angle>, <length>)
<x>      ::= [0, 1]
<y>      ::= [0, 1]
<angle>  ::= [0, 6.283185307179586]
<length> ::= int[2, 6]
"""
SPACE: Final[float] = 45.5
"""What a space is on the board, in thousandths of its width."""
WIDTH: Final[int] = 1000
HEIGHT: Final[int] = 640
"""Of a board, about that of North America."""
MARGIN: Final[int] = 30
"""Between the border and the next city."""
REACH: Final[float] = 105.0
"""An existing city is the end of a route that would end as near to it as this: random genomes then
make boards of about 36 cities."""
Borders = tuple[int, int, int, int]
"""Left, top, right and bottom."""
BORDERS: Final[Borders] = (MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN)
"""Within which the cities of a board are."""
TICKETS: Final[int] = 30
"""Of a board."""
ANGLES: Final[int] = 360
"""Directions that are tried to find those that stay within the borders."""
_TURNS = 2 * pi * np.arange(ANGLES) / ANGLES
_ACROSS, _DOWN = np.cos(_TURNS), np.sin(_TURNS)


@cache
def published_grammar() -> Grammar:
    """Grammar (2)."""
    return read_grammar(PUBLISHED)


@cache
def our_grammar() -> Grammar:
    """The grammar whose boards are planar."""
    return read_grammar(OURS)


def rng_of(genome: Genome) -> random.Random:
    """Random numbers that belong to a genome, for what its codons do not decide."""
    data = b"".join(int(codon).to_bytes(4, "little") for codon in genome)
    return random.Random(int.from_bytes(blake2b(data, digest_size=8).digest(), "little"))


def aimed(
    place: Place, theta: float, away: float, borders: Borders = BORDERS
) -> tuple[float, float] | None:
    """Where a route ends: the angles that stay within the borders are stretched over the circle."""
    left, top, right, bottom = borders
    x, y = place[0] + away * _ACROSS, place[1] + away * _DOWN
    is_valid = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
    valid = np.flatnonzero(is_valid)
    if not len(valid):
        return None
    at = valid[min(int(theta / (2 * pi) * len(valid)), len(valid) - 1)]
    return float(x[at]), float(y[at])


# --- As published ---------------------------------------------------------------------------------


@dataclass
class Growth:
    """A board that grows by grammar (2)."""

    reach: float = REACH
    space: float = SPACE
    places: list[Place] = field(default_factory=list)
    links: dict[tuple[int, int], Link] = field(default_factory=dict)
    tracks: int = 0

    def destination(self, deriving: Deriving, values: Sequence[Any], context: Any) -> Any:
        """`newOrExistingDest`: a city, and the length of the route to it."""
        if context is None:
            x = MARGIN + values[0] * (WIDTH - 2 * MARGIN)
            y = MARGIN + values[1] * (HEIGHT - 2 * MARGIN)
            return self._new(deriving, x, y)
        theta, length = values
        end = aimed(self.places[context], theta, length * self.space)
        if end is None:
            return None
        near = self._nearest(end, context)
        city = self._new(deriving, *end) if near is None else near
        return None if city is None else (city, length)

    def _nearest(self, end: tuple[float, float], start: int) -> int | None:
        """The nearest city within reach but the one where the route begins."""
        found = [
            (away, city)
            for city, place in enumerate(self.places)
            if city != start and (away := hypot(place[0] - end[0], place[1] - end[1])) <= self.reach
        ]
        return min(found)[1] if found else None

    def _new(self, deriving: Deriving, x: float, y: float) -> int | None:
        if len(self.places) >= MOST_CITIES:
            return None
        self.places.append((round(x), round(y)))
        city = len(self.places) - 1
        deriving.now("newDest", city)
        return city

    def route(self, deriving: Deriving, values: Sequence[Any], context: Any) -> None:  # noqa: ARG002
        """`newRoute`: a second route between the same cities is left out."""
        found, colours = values
        if found is None:
            return
        names = [colours] if isinstance(colours, str) else colours
        city, length = found
        ends = (min(city, context), max(city, context))
        if ends in self.links or self.tracks + len(names) > MOST_TRACKS:
            return
        numbers = tuple(COLOURS.index(_COLOUR[one]) for one in names)
        self.links[ends] = Link(*ends, length, numbers)
        self.tracks += len(numbers)


_COLOUR = {str(one).upper(): one for one in COLOURS}


def published_board(
    genome: Genome, at_end: AtEnd = AtEnd.WRAP, *, reach: float = REACH, is_traced: bool = False
) -> tuple[Network, Derivation]:
    """The board of a genome by grammar (2), and how it came about.

    If the genome ends first, routes that have been begun are not part of the board.
    """
    growth = Growth(reach)
    actions = {"newOrExistingDest": growth.destination, "newRoute": growth.route}
    deriving = Deriving(published_grammar(), genome, at_end, actions, is_traced=is_traced)
    found = deriving.derive()
    network = without_lone_cities(
        Network(tuple(growth.places), tuple(sorted(growth.links.values())))
    )
    return Network(network.places, network.links, random_tickets(network, rng_of(genome))), found


def without_lone_cities(network: Network) -> Network:
    """The board without cities that no route leads to."""
    kept = [city for city, degree in enumerate(network.degrees) if degree]
    if len(kept) == len(network.places):
        return network
    number = {city: at for at, city in enumerate(kept)}
    links = tuple(
        Link(number[one.one], number[one.other], one.length, one.colours) for one in network.links
    )
    return Network(tuple(network.places[city] for city in kept), links)


def random_tickets(network: Network, rng: random.Random, count: int = TICKETS) -> tuple[Pair, ...]:
    """Random pairs of different cities that are connected, at the points of the shortest path."""
    paths, cities = network.paths, len(network.places)
    pairs = [
        (one, other)
        for one in range(cities)
        for other in range(one + 1, cities)
        if paths[one][other] <= 99
    ]
    chosen = sorted(rng.sample(pairs, min(count, len(pairs))))
    return tuple(Pair(one, other, paths[one][other]) for one, other in chosen)
