"""How maps are crossed and mutated: as Rossato et al. 2023 describe it, and in ways of our own.

The published operators may break a map; whoever uses them drops what is not sound. They favour
small maps, because the fewer territories a map has, the more seldom it breaks. Ours keep the
number of territories, or change it by one in either direction alike, and repair what they break.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ludwright.families.conquest.board import Board, Border, border, is_planar_with

MOST_BONUS: int = 99
"""The most armies that the bonus of a continent is raised to."""
FURTHEST_SIZE: int = 1
"""By how many territories a crossing that keeps the size may miss it."""
SIZE_TRIES: int = 40
"""Choices of continents that are tried for a crossing that keeps the size."""

MapMutation = Callable[[Board, random.Random], Board]
"""Returns the same board if there is nothing to change."""


# --- Crossing, as published -----------------------------------------------------------------------


def cross_continents(first: Board, second: Board, rng: random.Random) -> Board:
    """Some continents of each parent, about half, as one map; it need not be sound.

    A border of the first parent that is cut leads to a random territory of the second part
    instead. A territory without any border gets one.
    """
    one = part_of(first, half_of(first, rng))
    other = part_of(second, half_of(second, rng))
    links = [
        border(territory, len(one.board) + rng.randrange(len(other.board))) for territory in one.cut
    ]
    return with_lone_linked(joined(one.board, other.board, links), rng)


def half_of(board: Board, rng: random.Random) -> list[int]:
    """About half of the continents, at random, in ascending order."""
    count = len(board.continents)
    wanted = count // 2 + rng.choice((-1, 0, 1))
    return sorted(rng.sample(range(count), min(max(wanted, 1), count)))


class Part:
    """Some continents of a map, and where their borders were cut."""

    def __init__(self, board: Board, cut: Sequence[int]) -> None:
        self.board = board
        self.cut = tuple(cut)
        """A territory of the part for each border that led out of it."""


def part_of(board: Board, continents: Sequence[int]) -> Part:
    """The chosen continents of a map, as a map; it may fall apart."""
    kept = [one for one, home in enumerate(board.homes) if home in continents]
    number = {one: place for place, one in enumerate(kept)}
    home = {one: place for place, one in enumerate(continents)}
    inside = [pair for pair in board.borders if pair[0] in number and pair[1] in number]
    cut = [
        number[end]
        for pair in sorted(board.borders)
        for end, beyond in (pair, pair[::-1])
        if end in number and beyond not in number
    ]
    part = Board(
        names=tuple(board.names[one] for one in kept),
        homes=tuple(home[board.homes[one]] for one in kept),
        continents=tuple(board.continents[one] for one in continents),
        bonuses=tuple(board.bonuses[one] for one in continents),
        borders=frozenset(border(number[a], number[b]) for a, b in inside),
    )
    return Part(part, cut)


def joined(first: Board, second: Board, links: Iterable[Border]) -> Board:
    """Two maps as one, with borders between them; names that both have get numbers."""
    places, lands = len(first), len(first.continents)
    moved = {(a + places, b + places) for a, b in second.borders}
    return Board(
        names=(*first.names, *fresh_names(second.names, first.names)),
        homes=(*first.homes, *(home + lands for home in second.homes)),
        continents=(*first.continents, *fresh_names(second.continents, first.continents)),
        bonuses=(*first.bonuses, *second.bonuses),
        borders=first.borders | moved | frozenset(links),
    )


def fresh_names(names: Sequence[str], taken: Iterable[str]) -> list[str]:
    """The names, those that are taken with the next free number: `Alaska`, `Alaska 2`."""
    known = set(taken)
    found: list[str] = []
    for name in names:
        stem = re.sub(r" \d+$", "", name)
        fresh, number = name, 2
        while fresh in known:
            fresh, number = f"{stem} {number}", number + 1
        known.add(fresh)
        found.append(fresh)
    return found


def with_lone_linked(board: Board, rng: random.Random) -> Board:
    """The map with a random border for every territory that has none."""
    borders = set(board.borders)
    for lone, around in enumerate(board.neighbours):
        if not around and len(board) > 1 and all(lone not in pair for pair in borders):
            borders.add(border(lone, rng.choice([one for one in range(len(board)) if one != lone])))
    return replace(board, borders=frozenset(borders))


# --- Mutation, as published -----------------------------------------------------------------------


def add_border(board: Board, rng: random.Random) -> Board:
    """A border between two random territories that have none."""
    count = len(board)
    if len(board.borders) == count * (count - 1) // 2:
        return board
    while True:
        new = border(*rng.sample(range(count), 2))
        if new not in board.borders:
            # Drawn places no longer show a map without crossings.
            return replace(board, borders=board.borders | {new}, places=())


def remove_border(board: Board, rng: random.Random) -> Board:
    """One border less; both ends keep one."""
    spare = [
        pair
        for pair in sorted(board.borders)
        if min(len(board.neighbours[pair[0]]), len(board.neighbours[pair[1]])) > 1
    ]
    return replace(board, borders=board.borders - {rng.choice(spare)}) if spare else board


def move_territory(board: Board, rng: random.Random) -> Board:
    """A random continent takes a territory from a neighbouring one, which keeps at least one."""
    taker = rng.randrange(len(board.continents))
    beside = {other for one in board.members[taker] for other in board.neighbours[one]}
    offered = [
        one
        for one in sorted(beside)
        if board.homes[one] != taker and len(board.members[board.homes[one]]) > 1
    ]
    if not offered:
        return board
    homes = list(board.homes)
    homes[rng.choice(offered)] = taker
    return in_order(replace(board, homes=tuple(homes)))


def swap_bonuses(board: Board, rng: random.Random) -> Board:
    """Two continents exchange their bonuses."""
    if len(board.continents) < 2:
        return board
    one, other = rng.sample(range(len(board.continents)), 2)
    bonuses = list(board.bonuses)
    bonuses[one], bonuses[other] = bonuses[other], bonuses[one]
    return replace(board, bonuses=tuple(bonuses))


def change_bonus(board: Board, rng: random.Random) -> Board:
    """The bonus of a random continent, one more or one less; never below none."""
    chosen = rng.randrange(len(board.continents))
    bonuses = list(board.bonuses)
    step = rng.choice((-1, 1))
    if not 0 <= bonuses[chosen] + step <= MOST_BONUS:
        step = -step
    bonuses[chosen] += step
    return replace(board, bonuses=tuple(bonuses))


PUBLISHED: tuple[MapMutation, ...] = (
    add_border,
    remove_border,
    move_territory,
    swap_bonuses,
    change_bonus,
)
"""The five map mutations of the paper."""


def in_order(board: Board) -> Board:
    """The same map with territories numbered continent by continent, as in its text."""
    order = sorted(range(len(board)), key=lambda one: (board.homes[one], one))
    number = {one: place for place, one in enumerate(order)}
    return replace(
        board,
        names=tuple(board.names[one] for one in order),
        homes=tuple(board.homes[one] for one in order),
        borders=frozenset(border(number[a], number[b]) for a, b in board.borders),
        places=tuple(board.places[one] for one in order) if board.places else (),
    )


# --- Ours: repair ---------------------------------------------------------------------------------


def repaired(board: Board, rng: random.Random, spared: Iterable[Border] = ()) -> Board:
    """The map made connected and planar with few changes; the size stays.

    Borders that cross are removed, those that are not `spared` first; then parts are connected by
    new borders. One between two parts never makes a crossing.
    """
    if not board.is_planar:
        first = sorted(board.borders & set(spared))
        rest = sorted(board.borders - set(first))
        rng.shuffle(first)
        rng.shuffle(rest)
        board = replace(board, borders=planar_part(len(board), (), [*first, *rest]), places=())
    while len(board.parts) > 1:
        one, other = rng.sample(board.parts, 2)
        new = border(rng.choice(one), rng.choice(other))
        board = replace(board, borders=board.borders | {new}, places=())
    return board


def planar_part(count: int, sure: Iterable[Border], wished: Iterable[Border]) -> frozenset[Border]:
    """The sure borders and, in their order, all wished ones that make no crossing."""
    found = set(sure)
    wanted = list(wished)
    if is_planar_with(count, found | set(wanted)):
        return frozenset(found | set(wanted))
    for one in wanted:
        if is_planar_with(count, found | {one}):
            found.add(one)
    return frozenset(found)


# --- Ours: crossing that keeps the size -----------------------------------------------------------


def cross_keeping_size(first: Board, second: Board, rng: random.Random) -> Board:
    """Continents of both parents, together about as many territories as the first has.

    Cut borders of both lead to random territories of the other part, as far as they do not cross.
    If no choice of continents fits, it is the first map.
    """
    for _ in range(SIZE_TRIES):
        here, there = half_of(first, rng), half_of(second, rng)
        size = sum(len(first.members[one]) for one in here)
        size += sum(len(second.members[one]) for one in there)
        if abs(size - len(first)) <= FURTHEST_SIZE:
            return _sewn(part_of(first, here), part_of(second, there), rng)
    return first


def _sewn(one: Part, other: Part, rng: random.Random) -> Board:
    """Two parts as one sound map."""
    places = len(one.board)
    wished = [border(end, places + rng.randrange(len(other.board))) for end in one.cut]
    # Half of them: both sides lost borders, and each new one replaces one of either.
    rng.shuffle(wished)
    wished = wished[: max(1, (len(one.cut) + len(other.cut) + 3) // 4)]
    both = joined(one.board, other.board, ())
    kept = planar_part(len(both), both.borders, dict.fromkeys(wished))
    return repaired(replace(both, borders=kept), rng, spared=both.borders)


# --- Ours: mutation -------------------------------------------------------------------------------


def add_planar_border(board: Board, rng: random.Random) -> Board:
    """A border between two random territories that have none and can have one."""
    count = len(board)
    free = [
        (one, other)
        for one in range(count)
        for other in range(one + 1, count)
        if (one, other) not in board.borders
    ]
    rng.shuffle(free)
    for new in free:
        if is_planar_with(count, board.borders | {new}):
            return replace(board, borders=board.borders | {new}, places=())
    return board


def remove_spare_border(board: Board, rng: random.Random) -> Board:
    """One border less, none without which the map would fall apart."""
    borders = sorted(board.borders)
    rng.shuffle(borders)
    for old in borders:
        without = replace(board, borders=board.borders - {old})
        if without.is_connected:
            return without
    return board


def move_border(board: Board, rng: random.Random) -> Board:
    """One border elsewhere."""
    return add_planar_border(remove_spare_border(board, rng), rng)


def split_territory(board: Board, rng: random.Random) -> Board:
    """A random territory becomes two neighbours, which share its borders between them."""
    old, new = rng.randrange(len(board)), len(board)
    around = list(board.neighbours[old])
    rng.shuffle(around)
    given = around[: rng.randint(0, len(around))]
    borders = board.borders - {border(old, one) for one in given}
    borders |= {border(new, one) for one in given} | {border(old, new)}
    grown = replace(
        board,
        names=(*board.names, *fresh_names([board.names[old]], board.names)),
        homes=(*board.homes, board.homes[old]),
        borders=borders,
        places=(),
    )
    return in_order(repaired(grown, rng, spared={border(old, new)}))


def merge_territories(board: Board, rng: random.Random) -> Board:
    """Two neighbours become one, with the borders of both; no continent is lost."""
    pairs = [
        (one, other)
        for pair in sorted(board.borders)
        for one, other in (pair, pair[::-1])
        if len(board.members[board.homes[other]]) > 1
    ]
    if not pairs or len(board) <= 2:
        return board
    kept, lost = rng.choice(pairs)
    ends = [
        (kept if a == lost else a, kept if b == lost else b)
        for a, b in board.borders
        if {a, b} != {kept, lost}
    ]
    merged = replace(board, borders=frozenset(border(a, b) for a, b in ends))
    return without_territory(merged, lost)


def without_territory(board: Board, lost: int) -> Board:
    """The map without one territory and its borders."""
    number = [one - (one > lost) for one in range(len(board))]
    kept = [one for one in range(len(board)) if one != lost]
    return replace(
        board,
        names=tuple(board.names[one] for one in kept),
        homes=tuple(board.homes[one] for one in kept),
        borders=frozenset((number[a], number[b]) for a, b in board.borders if lost not in (a, b)),
        places=tuple(board.places[one] for one in kept) if board.places else (),
    )


KEEPING: tuple[MapMutation, ...] = (
    add_planar_border,
    remove_spare_border,
    move_border,
    move_territory,
    swap_bonuses,
    change_bonus,
)
"""Mutations that keep a sound map sound, and its size."""
RESIZING: tuple[MapMutation, ...] = (split_territory, merge_territories)
"""Mutations by one territory in either direction, equally likely; a sound map stays sound."""


def resized(board: Board, size: int, rng: random.Random) -> Board:
    """The map with territories split or merged until it has this many, as far as possible."""
    while len(board) < size:
        board = split_territory(board, rng)
    while len(board) > size:
        smaller = merge_territories(board, rng)
        if len(smaller) == len(board):
            break
        board = smaller
    return board
