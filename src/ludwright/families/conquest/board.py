"""A map as numbers, which operators change more easily than a tree of ludemes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ludwright._core import conquest as native
from ludwright.families.conquest.lower import borders_of, territories_of
from ludwright.families.conquest.vocabulary import (
    MOST_CONTINENTS,
    MOST_TERRITORIES,
    At,
    Continent,
    Map,
    Territory,
)
from ludwright.language.ludeme import Text

Border = tuple[int, int]
"""Two territories, the lower number first."""


@dataclass(frozen=True)
class Board:
    """Territories by number, with their continents and borders."""

    names: tuple[str, ...]
    """Of the territories."""
    homes: tuple[int, ...]
    """The continent of each territory."""
    continents: tuple[str, ...]
    bonuses: tuple[int, ...]
    borders: frozenset[Border]
    places: tuple[tuple[int, int], ...] = ()
    """Where the territories are drawn; empty if a layout has to find out."""

    def __len__(self) -> int:
        """The number of territories."""
        return len(self.names)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each territory, in ascending order."""
        found: list[list[int]] = [[] for _ in self.names]
        for one, other in sorted(self.borders):
            found[one].append(other)
            found[other].append(one)
        return tuple(tuple(sorted(each)) for each in found)

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The territories of each continent."""
        found: list[list[int]] = [[] for _ in self.continents]
        for territory, home in enumerate(self.homes):
            found[home].append(territory)
        return tuple(map(tuple, found))

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The territories that are connected with each other; one part if all are."""
        found: list[tuple[int, ...]] = []
        seen: set[int] = set()
        for start in range(len(self)):
            if start not in seen:
                part = reached_from(start, self.neighbours)
                seen |= part
                found.append(tuple(sorted(part)))
        return tuple(found)

    @property
    def is_connected(self) -> bool:
        """Whether every territory can be reached from every other."""
        return len(self.parts) == 1

    @cached_property
    def is_planar(self) -> bool:
        """Whether it can be drawn without borders that cross."""
        return native.is_planar(len(self), sorted(self.borders))

    @property
    def is_sound(self) -> bool:
        """Whether it is a map: connected, planar, every continent with a member, not too large."""
        return (
            2 <= len(self) <= MOST_TERRITORIES
            and len(self.continents) <= MOST_CONTINENTS
            and all(self.members)
            and self.is_connected
            and self.is_planar
        )


def border(one: int, other: int) -> Border:
    """The border between two territories."""
    return (one, other) if one < other else (other, one)


def reached_from(start: int, neighbours: Sequence[Sequence[int]]) -> set[int]:
    """Everything that is connected with a place."""
    seen, left = {start}, [start]
    while left:
        for other in neighbours[left.pop()]:
            if other not in seen:
                seen.add(other)
                left.append(other)
    return seen


def is_planar_with(count: int, borders: Iterable[Border]) -> bool:
    """Whether so many territories with these borders can be drawn without crossings."""
    return native.is_planar(count, sorted(borders))


def board_of(drawn: Map) -> Board:
    """The map as numbers; it has to be written out, not a name alone."""
    territories = territories_of(drawn)
    places = [(one.at.x, one.at.y) for one in territories if one.at is not None]
    return Board(
        names=tuple(str(one.name) for one in territories),
        homes=tuple(number for number, one in enumerate(drawn.continents) for _ in one.territories),
        continents=tuple(str(one.name) for one in drawn.continents),
        bonuses=tuple(one.bonus for one in drawn.continents),
        borders=frozenset(borders_of(drawn)),
        places=tuple(places) if len(places) == len(territories) else (),
    )


def map_of(board: Board, name: str) -> Map:
    """The map as a ludeme under this name; each border is written at its lower territory."""
    beyond: list[list[int]] = [[] for _ in board.names]
    for one, other in sorted(board.borders):
        beyond[one].append(other)
    names = [Text(one) for one in board.names]

    def territory(number: int) -> Territory:
        at = At(x=board.places[number][0], y=board.places[number][1]) if board.places else None
        borders = tuple(names[other] for other in beyond[number])
        return Territory(name=names[number], at=at, borders=borders)

    continents = [
        Continent(name=Text(called), bonus=bonus, territories=tuple(map(territory, members)))
        for called, bonus, members in zip(
            board.continents, board.bonuses, board.members, strict=True
        )
    ]
    return Map(name=Text(name), continents=tuple(continents))
