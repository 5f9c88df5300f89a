"""How planar boards are changed and crossed; what comes out is as neat as what went in."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from ludwright.families.railway.network import Link, Network, Pair
from ludwright.families.railway.planar import (
    Likeness,
    Plan,
    distance,
    furnished,
    with_colours,
    with_tickets,
)
from ludwright.families.railway.vocabulary import MOST_LENGTH

FEWEST_ROUTES: Final[int] = 2
"""Of a city, after a route was taken away."""
FARTHEST: Final[int] = 60
"""How far a city moves at most along each side of the board."""
STRETCH: Final[float] = 0.2
"""By which share the spaces of a route may differ from its line."""

Operator = Callable[[Network, Likeness, random.Random], Network]
"""Returns the same board if there is nothing to change."""


# --- Geography ------------------------------------------------------------------------------------


def replanned(plan: Plan, old: Network) -> Network:
    """The board of a plan; routes that are still there keep their colours, tickets their cities."""
    colours = {one[:2]: one.colours for one in old.links}
    made = plan.network()
    links = [one._replace(colours=colours.get(one[:2], one.colours)) for one in made.links]
    network = Network(made.places, tuple(links))
    paths = network.paths
    tickets = tuple(Pair(one.one, one.other, paths[one.one][one.other]) for one in old.tickets)
    return replace(network, tickets=tickets)


def rerouted(network: Network, likeness: Likeness, rng: random.Random) -> Network:
    """A few routes are taken away, and others built."""
    plan = Plan.again(network, likeness, rng)
    pairs = list(plan.lengths)
    for one, other in rng.sample(pairs, min(len(pairs), rng.randint(1, 6))):
        if min(plan.degree(one), plan.degree(other)) > FEWEST_ROUTES:
            plan.part(one, other)
    plan.fill_routes()
    found = replanned(plan, network)
    return with_colours(found, likeness, rng) if found.is_connected else network


def moved(network: Network, likeness: Likeness, rng: random.Random) -> Network:
    """A city moves with its routes, those that would not be neat are replaced."""
    city = rng.randrange(len(network.places))
    x, y = network.places[city]
    left, top, right, bottom = likeness.borders
    there = (
        min(max(x + rng.randint(-FARTHEST, FARTHEST), left), right),
        min(max(y + rng.randint(-FARTHEST, FARTHEST), top), bottom),
    )
    own = [one for one in network.links if city in one[:2]]
    rest = replace(network, links=tuple(one for one in network.links if city not in one[:2]))
    plan = Plan.again(rest, likeness, rng)
    plan.places[city] = (-(10**6), -(10**6))
    if not plan.has_room(there):
        return network
    plan.places[city] = there
    for one in own:
        if plan.can_join(one.one, one.other):
            plan.join(one.one, one.other)
    plan.fill_routes()
    found = replanned(plan, network)
    return with_colours(found, likeness, rng) if found.is_connected else network


def resized(network: Network, likeness: Likeness, rng: random.Random, by: int) -> Network:
    """The board with more or fewer cities, and new colours and tickets."""
    kept = list(range(len(network.places)))
    for _ in range(max(0, -by)):
        kept.remove(rng.choice(kept))
    plan = Plan(likeness, rng, len(network.places) + by)
    _copy(plan, network, kept)
    plan.complete()
    made = plan.network()
    return furnished(made, likeness, rng) if made.is_connected else network


def _copy(plan: Plan, network: Network, cities: Sequence[int]) -> None:
    """Some cities of a board with the routes between them, as far as they are neat in the plan."""
    number: dict[int, int] = {}
    for city in cities:
        if plan.has_room(network.places[city]):
            number[city] = plan.put(network.places[city])
    for one in network.links:
        if one.one in number and one.other in number:
            ends = number[one.one], number[one.other]
            if plan.can_join(*ends):
                plan.join(*ends)


def crossed(
    first: Network, second: Network, likeness: Likeness, rng: random.Random
) -> Network | None:
    """One side of the first board and the other side of the second; None if it falls apart."""
    axis, low = rng.randrange(2), rng.random() < 0.5
    start, end = likeness.borders[axis], likeness.borders[axis + 2]
    cut = start + rng.uniform(0.35, 0.65) * (end - start)
    plan = Plan(likeness, rng, len(first.places))
    for network, is_low in ((first, low), (second, not low)):
        sided = [
            city
            for city, place in enumerate(network.places)
            if (place[axis] < cut) == is_low and len(plan.places) < plan.wanted
        ]
        _copy(plan, network, sided[: plan.wanted - len(plan.places)])
    plan.complete()
    made = plan.network()
    return furnished(made, likeness, rng) if made.is_connected else None


# --- Lengths, colours and tickets -----------------------------------------------------------------


def stretched(network: Network, rng: random.Random, by: int, routes: int) -> Network:
    """Some routes with a space more or less, where it fits their line; tickets follow."""
    links = list(network.links)
    order = rng.sample(range(len(links)), len(links))
    left = routes
    space = _space(network)
    for at in order:
        one = links[at]
        length = one.length + by
        span = distance(network.places[one.one], network.places[one.other])
        fits = abs(span / length - space) <= STRETCH * space if length else False
        if left > 0 and 1 <= length <= MOST_LENGTH and fits:
            links[at] = one._replace(length=length)
            left -= 1
    return with_same_tickets(replace(network, links=tuple(links)))


def _space(network: Network) -> float:
    spans = sum(
        distance(network.places[one.one], network.places[one.other]) for one in network.links
    )
    return spans / sum(one.length for one in network.links)


def with_same_tickets(network: Network) -> Network:
    """The board with its tickets at the points of the shortest paths."""
    paths = network.paths
    tickets = tuple(Pair(one.one, one.other, paths[one.one][one.other]) for one in network.tickets)
    return replace(network, tickets=tickets)


def recoloured(network: Network, likeness: Likeness, rng: random.Random) -> Network:
    """New colours."""
    return with_colours(network, likeness, rng)


def ticketed(network: Network, likeness: Likeness, rng: random.Random) -> Network:
    """New tickets."""
    return with_tickets(network, likeness.tickets, rng)


def lengthened(network: Network, rng: random.Random, share: float) -> Network:
    """New tickets, longer by this share, or shorter if it is negative."""
    points = [max(2, round(one.points * (1.0 + share))) for one in network.tickets]
    return with_tickets(network, points, rng)


def doubled(network: Network, rng: random.Random, by: int) -> Network:
    """Some single routes become double, gray if they are, or the other way round."""
    links = list(network.links)
    wanted = 1 if by > 0 else 2
    places = [at for at, one in enumerate(links) if len(one.colours) == wanted]
    for at in rng.sample(places, min(abs(by), len(places))):
        one = links[at]
        links[at] = _twin(one, links) if by > 0 else one._replace(colours=one.colours[:1])
    return network.with_links(links)


def _twin(link: Link, links: Sequence[Link]) -> Link:
    """The route with a second track: gray if it is gray, else of the colour with fewest spaces."""
    colour = link.colours[0]
    spaces = [0] * 9
    for one in links:
        for each in one.colours:
            spaces[each] += one.length
    if colour == len(spaces) - 1:
        return link._replace(colours=(colour, colour))
    other = min((each for each in range(8) if each != colour), key=lambda each: spaces[each])
    return link._replace(colours=(colour, other))


CHANGES: Final[tuple[Operator, ...]] = (rerouted, moved, recoloured, ticketed)
"""What mutants undergo."""
