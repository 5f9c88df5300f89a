"""Boards that are planar and uncluttered by construction, in the likeness of a reference board.

No route crosses another or comes near a city that it does not serve, and routes that leave a city
leave it in different directions. How many cities and routes there are, how long, how many of them
double and gray, and how long tickets are, follows the reference board.
"""

from __future__ import annotations

import random
from bisect import insort
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import atan2, hypot, pi
from typing import Any, Final

from ludwright.families.railway.grammar import Borders, aimed, our_grammar, rng_of
from ludwright.families.railway.network import CARDS, FAR, GRAY, Link, Network, Pair, Place
from ludwright.families.railway.vocabulary import MOST_LENGTH
from ludwright.synthesis.grammar import AtEnd, Derivation, Deriving, Genome

SPACING: Final[float] = 45.0
"""The least distance of two cities."""
CLEARANCE: Final[float] = 27.0
"""The least distance of a route to a city that it does not serve."""
NARROWEST: Final[float] = 0.34
"""The least angle between two routes of a city, about 20 degrees."""
SNAP: Final[float] = 80.0
"""An existing city is the end of a route that would end as near to it as this."""
MOST_ROUTES: Final[int] = 7
"""Of a city."""
TRIES: Final[int] = 400
"""Attempts at a new city where one is missing."""


@dataclass(frozen=True)
class Likeness:
    """What new boards take over from a reference board."""

    cities: int
    routes_per_city: float
    space: float
    """On the board, in thousandths of its width."""
    lengths: tuple[int, ...]
    """Of its routes, in ascending order."""
    kinds: tuple[tuple[bool, ...], ...]
    """Of the same routes: for each of its tracks, whether it is gray."""
    tickets: tuple[int, ...]
    """The points of its tickets, in ascending order."""
    borders: Borders
    """Within which its cities are."""

    @staticmethod
    def of(network: Network) -> Likeness:
        """Of a reference board."""
        links = sorted(network.links, key=lambda one: one.length)
        spans = [
            distance(network.places[one.one], network.places[one.other]) / one.length
            for one in links
        ]
        across, down = zip(*network.places, strict=True)
        return Likeness(
            cities=len(network.places),
            routes_per_city=2 * len(links) / len(network.places),
            space=sum(spans) / len(spans),
            lengths=tuple(one.length for one in links),
            kinds=tuple(tuple(colour == GRAY for colour in one.colours) for one in links),
            tickets=tuple(sorted(one.points for one in network.tickets)),
            borders=(min(across), min(down), max(across), max(down)),
        )

    def routes(self, cities: int) -> int:
        """How many routes a board of so many cities should have."""
        return round(self.routes_per_city * cities / 2)


def distance(one: Place, other: Place) -> float:
    """Between two places."""
    return hypot(one[0] - other[0], one[1] - other[1])


def _apart(point: tuple[float, float], one: Place, other: Place) -> float:
    """From a point to the line between two places."""
    x, y = other[0] - one[0], other[1] - one[1]
    square = x * x + y * y
    share = ((point[0] - one[0]) * x + (point[1] - one[1]) * y) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - one[0] - share * x, point[1] - one[1] - share * y)


def _side(one: Place, other: Place, point: Place) -> int:
    return (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])


def crosses(one: Place, other: Place, first: Place, second: Place) -> bool:
    """Whether two lines have a point in common that is no end of either."""
    if _side(one, other, first) * _side(one, other, second) >= 0:
        return False
    return _side(first, second, one) * _side(first, second, other) < 0


@dataclass
class Plan:
    """A planar board that grows: cities and the lengths of the routes between them."""

    likeness: Likeness
    rng: random.Random
    wanted: int
    """Cities."""
    places: list[Place] = field(default_factory=list)
    lengths: dict[tuple[int, int], int] = field(default_factory=dict)
    """Of the routes, by their cities, the lower first."""
    _angles: list[list[float]] = field(default_factory=list)
    """Of the routes of each city, in ascending order."""

    @staticmethod
    def again(network: Network, likeness: Likeness, rng: random.Random) -> Plan:
        """A board that was planned, to be changed."""
        plan = Plan(likeness, rng, len(network.places))
        for place in network.places:
            plan.put(place)
        for one in network.links:
            plan.join(one.one, one.other, one.length)
        return plan

    # --- Cities and routes ------------------------------------------------------------------------

    def put(self, place: Place) -> int:
        """A new city."""
        self.places.append(place)
        self._angles.append([])
        return len(self.places) - 1

    def join(self, one: int, other: int, length: int | None = None) -> None:
        """A new route; its length is the one that fits the distance, if none is given."""
        ends = (min(one, other), max(one, other))
        self.lengths[ends] = self.length(one, other) if length is None else length
        insort(self._angles[one], self._angle(one, other))
        insort(self._angles[other], self._angle(other, one))

    def part(self, one: int, other: int) -> None:
        """Take a route away."""
        del self.lengths[min(one, other), max(one, other)]
        self._angles[one].remove(self._angle(one, other))
        self._angles[other].remove(self._angle(other, one))

    def _angle(self, one: int, other: int) -> float:
        here, there = self.places[one], self.places[other]
        return atan2(there[1] - here[1], there[0] - here[0])

    def length(self, one: int, other: int) -> int:
        """The spaces that fit between two cities."""
        return round(distance(self.places[one], self.places[other]) / self.likeness.space)

    def degree(self, city: int) -> int:
        """The routes of a city."""
        return len(self._angles[city])

    @property
    def routes_wanted(self) -> int:
        """How many routes the board should have."""
        return self.likeness.routes(len(self.places))

    # --- What fits --------------------------------------------------------------------------------

    def can_join(self, one: int, other: int) -> bool:
        """Whether a route between two cities would be neat."""
        if one == other or (min(one, other), max(one, other)) in self.lengths:
            return False
        if max(self.degree(one), self.degree(other)) >= MOST_ROUTES:
            return False
        if not 1 <= self.length(one, other) <= MOST_LENGTH:
            return False
        if self._is_narrow(one, other) or self._is_narrow(other, one):
            return False
        return self._is_open(self.places[one], self.places[other], (one, other))

    def _is_narrow(self, one: int, other: int) -> bool:
        angle = self._angle(one, other)
        for taken in self._angles[one]:
            between = abs(angle - taken)
            if min(between, 2 * pi - between) < NARROWEST:
                return True
        return False

    def _is_open(self, here: Place, there: Place, ends: Sequence[int]) -> bool:
        """Whether a line crosses no route and keeps away from cities other than its ends."""
        low, high = min(here[0], there[0]) - CLEARANCE, max(here[0], there[0]) + CLEARANCE
        for city, place in enumerate(self.places):
            if (
                low < place[0] < high
                and city not in ends
                and _apart(place, here, there) < CLEARANCE
            ):
                return False
        return not any(
            crosses(here, there, self.places[one], self.places[other])
            for one, other in self.lengths
        )

    def has_room(self, place: Place) -> bool:
        """Whether a city there would be neat."""
        if any(distance(place, one) < SPACING for one in self.places):
            return False
        return all(
            _apart(place, self.places[one], self.places[other]) >= CLEARANCE + 4
            for one, other in self.lengths
        )

    # --- Growth by the grammar --------------------------------------------------------------------

    def first(self, deriving: Deriving, values: Sequence[Any], context: Any) -> None:  # noqa: ARG002
        """`first`: the first city."""
        left, top, right, bottom = self.likeness.borders
        place = (left + values[0] * (right - left), top + values[1] * (bottom - top))
        deriving.later("city", self.put((round(place[0]), round(place[1]))))

    def grow(self, deriving: Deriving, values: Sequence[Any], context: Any) -> None:
        """`grow`: a route to an existing city or to a new one, if it is neat."""
        away = values[1] * self.likeness.space
        end = aimed(self.places[context], values[0], away, self.likeness.borders)
        if end is None:
            return
        place = (round(end[0]), round(end[1]))
        off, near = min((distance(place, one), city) for city, one in enumerate(self.places))
        if off <= SNAP:
            has_place = len(self.lengths) < self.routes_wanted
            if has_place and self.can_join(context, near):
                self.join(context, near)
        elif len(self.places) < self.wanted and self._reaches(context, place):
            deriving.later("city", len(self.places) - 1)

    def _reaches(self, city: int, place: Place) -> bool:
        """Put a city there and join it, if that is neat."""
        if not self.has_room(place):
            return False
        new = self.put(place)
        if self.can_join(city, new):
            self.join(city, new)
            return True
        self.places.pop()
        self._angles.pop()
        return False

    # --- What is missing --------------------------------------------------------------------------

    def complete(self) -> None:
        """Add cities and routes until there are as many as there should be, if there is room."""
        for _ in range(TRIES):
            if len(self.places) >= self.wanted:
                break
            self._add_city()
        self.fill_routes()

    def _add_city(self) -> None:
        left, top, right, bottom = self.likeness.borders
        place = (self.rng.randint(left, right), self.rng.randint(top, bottom))
        if not self.has_room(place):
            return
        order = sorted(range(len(self.places)), key=lambda one: distance(self.places[one], place))
        for city in order[:6]:
            if self._reaches(city, place):
                return

    def fill_routes(self) -> None:
        """Add routes until there are as many as there should be, of lengths that are missing."""
        open_pairs = self._open_pairs()
        while len(self.lengths) < self.routes_wanted and open_pairs:
            pair = self._next_pair(open_pairs)
            open_pairs.remove(pair)
            if self.can_join(*pair):
                self.join(*pair)

    def _open_pairs(self) -> list[tuple[int, int]]:
        count = len(self.places)
        return [
            (one, other)
            for one in range(count)
            for other in range(one + 1, count)
            if self.can_join(one, other)
        ]

    def _next_pair(self, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """First for cities with fewer than two routes, then of the length that is most missing."""
        lonely = [one for one in pairs if min(self.degree(one[0]), self.degree(one[1])) < 2]
        if lonely:
            return min(lonely, key=lambda one: (self.length(*one), one))
        wanted = Counter(self.likeness.lengths)
        scale = self.routes_wanted / len(self.likeness.lengths)
        has = Counter(self.lengths.values())
        lacking = {
            length: wanted[length] * scale - has[length]
            for length in {self.length(*one) for one in pairs}
        }
        most = max(lacking.values())
        fit = [one for one in pairs if lacking[self.length(*one)] >= most - 0.5]
        return self.rng.choice(fit)

    def network(self) -> Network:
        """The board, gray throughout and without tickets."""
        links = [Link(*ends, length, (GRAY,)) for ends, length in sorted(self.lengths.items())]
        return Network(tuple(self.places), tuple(links))


def planar_board(
    genome: Genome,
    likeness: Likeness,
    cities: int | None = None,
    *,
    at_end: AtEnd = AtEnd.WRAP,
    is_traced: bool = False,
) -> tuple[Network, Derivation]:
    """The board of a genome by our grammar, completed, and how it came about."""
    rng = rng_of(genome)
    plan = Plan(likeness, rng, cities or likeness.cities)
    actions = {"first": plan.first, "grow": plan.grow}
    found = Deriving(our_grammar(), genome, at_end, actions, is_traced=is_traced).derive()
    plan.complete()
    return furnished(plan.network(), likeness, rng), found


# --- Colours and tickets --------------------------------------------------------------------------


def furnished(network: Network, likeness: Likeness, rng: random.Random) -> Network:
    """The board with new colours and tickets."""
    coloured = with_colours(network, likeness, rng)
    return with_tickets(coloured, likeness.tickets, rng)


def with_colours(network: Network, likeness: Likeness, rng: random.Random) -> Network:
    """Routes are double and gray as those of the reference; colours have equal shares of spaces."""
    links = sorted(network.links, key=lambda one: (one.length, rng.random()))
    like = sorted(
        zip(likeness.lengths, likeness.kinds, strict=True), key=lambda one: (one[0], rng.random())
    )
    kinds = [like[at * len(like) // len(links)][1] for at in range(len(links))]
    spaces, tracks = [0] * CARDS, [0] * CARDS
    made: list[Link] = []
    for one, kind in sorted(zip(links, kinds, strict=True), key=lambda pair: -pair[0].length):
        colours: list[int] = []
        for is_gray in kind:
            free = [each for each in range(CARDS) if each not in colours]
            order = [(spaces[each], tracks[each], rng.random(), each) for each in free]
            colour = GRAY if is_gray else min(order)[3]
            colours.append(colour)
            if not is_gray:
                spaces[colour] += one.length
                tracks[colour] += 1
        made.append(one._replace(colours=tuple(colours)))
    return network.with_links(made)


def with_tickets(network: Network, points: Sequence[int], rng: random.Random) -> Network:
    """Tickets of about these points, at those of the shortest paths, over all cities evenly."""
    free: dict[int, set[tuple[int, int]]] = {}
    for one, lengths in enumerate(network.paths):
        for other in range(one + 1, len(lengths)):
            if lengths[other] < FAR:
                free.setdefault(lengths[other], set()).add((one, other))
    uses = [0] * len(network.places)
    chosen: dict[tuple[int, int], Pair] = {}
    for wanted in rng.sample(list(points), len(points)):
        if not free:
            break
        worth = min(free, key=lambda length: (abs(length - wanted), length))
        one, other = min(
            sorted(free[worth]), key=lambda pair: (uses[pair[0]] + uses[pair[1]], rng.random())
        )
        chosen[one, other] = Pair(one, other, worth)
        uses[one] += 1
        uses[other] += 1
        free[worth].remove((one, other))
        if not free[worth]:
            del free[worth]
    return Network(network.places, network.links, tuple(chosen[pair] for pair in sorted(chosen)))
