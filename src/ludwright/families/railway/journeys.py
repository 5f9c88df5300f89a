"""What a seat still has to build to complete a ticket: the shortest way that is open to it."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from ludwright.families.railway.reference import FREE


@dataclass(frozen=True, slots=True)
class Journey:
    """The tracks that are missing between two cities, in their order."""

    tracks: tuple[int, ...]
    spaces: int


def is_open(position: Any, track: int, seat: int) -> bool:
    """Whether a seat may build a track, if it has the cards and the trains."""
    owners, rules = position.state["owners"], position.rules
    twin = rules.twins[track]
    if owners[track] != FREE:
        return False
    if twin is None or owners[twin] == FREE:
        return True
    return bool(rules.seats >= rules.tree.doubles and owners[twin] != seat)


def is_closed(position: Any, track: int) -> bool:
    """Whether a free track cannot be built by anyone, because the other one of its route is."""
    owners, rules = position.state["owners"], position.rules
    twin = rules.twins[track]
    is_taken = twin is not None and owners[twin] != FREE
    return bool(owners[track] == FREE and is_taken and rules.seats < rules.tree.doubles)


def journey(position: Any, seat: int, ticket: int) -> Journey | None:
    """The fewest spaces that a seat has to build for a ticket; None if no way is left.

    Own tracks cost nothing; of equally short ways the one with the fewest tracks is taken.
    """
    rules = position.rules
    start, goal, _ = rules.tickets[ticket]
    found: dict[int, tuple[int, int]] = {start: (0, 0)}
    came: dict[int, tuple[int, int]] = {}
    queue = [(0, 0, start)]
    while queue:
        spaces, count, city = heappop(queue)
        if city == goal:
            return Journey(_missing(position, seat, came, goal), spaces)
        for track, other in rules.ways[city]:
            is_own = position.state["owners"][track] == seat
            if not is_own and not is_open(position, track, seat):
                continue
            length = 0 if is_own else rules.tracks[track].length
            cost = spaces + length, count + (not is_own)
            if other not in found or cost < found[other]:
                found[other] = cost
                came[other] = city, track
                heappush(queue, (*cost, other))
    return None


def _missing(
    position: Any, seat: int, came: dict[int, tuple[int, int]], goal: int
) -> tuple[int, ...]:
    tracks: list[int] = []
    city = goal
    while city in came:
        city, track = came[city]
        if position.state["owners"][track] != seat:
            tracks.append(track)
    return tuple(reversed(tracks))
