"""The board as letters on a grid: a letter for the colour of each free space, another for trains.

A free track is written in the small letter of its colour (k for black, = for gray), one that was
built in the capital letter of its owner. In the middle of a free track is its length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from math import inf
from typing import Final

from ludwright.families.railway.lower import Track, tracks_of
from ludwright.families.railway.vocabulary import Board, Colour

WIDTH: Final[int] = 100
"""The most characters of a line."""
TALLEST: Final[int] = 34
"""The most lines."""
CITY: Final[str] = "@"
"""Marks a city."""
LETTERS: Final[dict[Colour, str]] = {
    **{colour: str(colour)[0] for colour in Colour},
    Colour.BLACK: "k",
    Colour.GRAY: "=",
}
"""The letters of the colours of tracks."""
_MARGIN: Final[int] = 3

Cell = tuple[int, int]
"""A line and a column."""
Paint = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Grid:
    """What is written where: names as they are, tracks by number."""

    width: int
    height: int
    written: dict[Cell, str] = field(default_factory=dict)
    """Cities and their names."""
    spaces: dict[Cell, int] = field(default_factory=dict)
    """Tracks by number."""
    middles: dict[Cell, int] = field(default_factory=dict)
    """The lengths of routes, in the middle of a track of theirs."""


def map_lines(board: Board, letter: Callable[[int], str], paint: Paint) -> list[str]:
    """The lines of the map; `letter` writes a track of a number.

    `paint(text, track)` colours text; the track is -1 for a city and its name.
    """
    grid = _grid(board)
    return ["".join(_line(grid, row, letter, paint)).rstrip() for row in range(grid.height)]


def _line(grid: Grid, row: int, letter: Callable[[int], str], paint: Paint) -> Iterator[str]:
    cells: list[tuple[str, int | None]] = []
    for column in range(grid.width):
        cell = row, column
        if cell in grid.written:
            cells.append((grid.written[cell], -1))
        elif cell in grid.spaces:
            track = grid.spaces[cell]
            sign = letter(track)
            is_length = cell in grid.middles and sign in LETTERS.values()
            cells.append((str(grid.middles[cell]) if is_length else sign, track))
        else:
            cells.append((" ", None))
    for number, part in groupby(cells, key=lambda one: one[1]):
        text = "".join(character for character, _ in part)
        yield text if number is None else paint(text, number)


def _grid(board: Board) -> Grid:
    names = tuple(str(city.name) for city in board.cities)
    places = tuple((city.x, city.y) for city in board.cities)
    return _made(names, places, tuple(tracks_of(board)))


@lru_cache(maxsize=64)
def _made(
    names: tuple[str, ...], places: tuple[tuple[int, int], ...], tracks: tuple[Track, ...]
) -> Grid:
    cells, width, height = _fitted(places)
    grid = Grid(width, height)
    for cell in cells:
        grid.written[cell] = CITY
    for route, group in groupby(enumerate(tracks), key=lambda one: one[1].route):
        del route
        numbers = [number for number, _ in group]
        _write_route(grid, numbers, tracks[numbers[0]], cells)
    for name, cell in zip(names, cells, strict=True):
        _write_name(grid, name, cell)
    return grid


def _fitted(places: Sequence[tuple[int, int]]) -> tuple[list[Cell], int, int]:
    """The cells of the cities, and the size of the grid; a cell is twice as tall as it is wide."""
    left, top = min(x for x, _ in places), min(y for _, y in places)
    across = max(max(x for x, _ in places) - left, 1)
    down = max(max(y for _, y in places) - top, 1)
    room = WIDTH - 2 * _MARGIN - 6
    scale = min(room / across, 2 * (TALLEST - 2) / down)
    cells = [
        (round(0.5 * scale * (y - top)) + 1, round(scale * (x - left)) + _MARGIN) for x, y in places
    ]
    height = max(row for row, _ in cells) + 2
    width = max(column for _, column in cells) + _MARGIN + 7
    return cells, min(width, WIDTH), height


# --- Tracks ---------------------------------------------------------------------------------------


def _write_route(grid: Grid, numbers: Sequence[int], track: Track, cells: Sequence[Cell]) -> None:
    """Write the tracks of a route side by side, between its cities."""
    line = _between(cells[track.one], cells[track.other])
    is_flat = abs(cells[track.one][1] - cells[track.other][1]) > 2 * abs(
        cells[track.one][0] - cells[track.other][0]
    )
    middle = len(line) // 2
    for aside, number in enumerate(numbers):
        row, column = (aside, 0) if is_flat else (0, aside)
        own = [
            cell
            for cell in ((y + row, x + column) for y, x in line)
            if cell not in grid.spaces and cell not in grid.written
            if cell[0] < grid.height and cell[1] < grid.width
        ]
        grid.spaces.update(dict.fromkeys(own, number))
        if aside == 0 and len(own) > 1:
            nearest = min(own, key=lambda cell: abs(line.index(cell) - middle))
            grid.middles[nearest] = track.length


def _between(start: Cell, end: Cell) -> list[Cell]:
    """The cells from one to the other without both."""
    (y, x), (to_y, to_x) = start, end
    steps = max(abs(to_y - y), abs(to_x - x), 1)
    return [
        (round(y + (to_y - y) * at / steps), round(x + (to_x - x) * at / steps))
        for at in range(1, steps)
    ]


# --- Names ----------------------------------------------------------------------------------------


def _write_name(grid: Grid, name: str, cell: Cell) -> None:
    """Write a name beside its city, over as little as possible, or as much of it as is left."""
    found = [
        (_lost(grid, cell, text, spot) + 2.5 * (len(name) - len(text)), number, spot, text)
        for number, text in enumerate(_shorter(name))
        for spot in _beside(cell, len(text))
    ]
    *_, (row, column), text = min(found)
    for at, character in enumerate(text):
        grid.written.setdefault((row, column + at), character)


def _lost(grid: Grid, city: Cell, text: str, spot: Cell) -> float:
    """What is lost by writing a text there."""
    row, column = spot
    end = column + len(text)
    if row < 0 or row >= grid.height or column < 0 or end > grid.width:
        return inf
    around = [(row, column - 1), (row, end)]
    lost = sum(50.0 for cell in around if cell in grid.written and cell != city)
    for cell in ((row, at) for at in range(column, end)):
        lost += 50.0 if cell in grid.written or cell in grid.middles else 0.0
        lost += 4.0 if cell in grid.spaces else 0.0
    return lost


def _shorter(name: str) -> Iterator[str]:
    """The name, and beginnings of it that are still understood."""
    words = name.split()
    yield name
    if len(words) > 1:
        yield " ".join([*(f"{word[0]}." for word in words[:-1]), words[-1]])
        yield f"{words[0][:4]} {words[-1][:4]}" if len(words) == 2 else words[0]
    for letters in (7, 5, 4, 3):
        if len(name) > letters:
            yield name[:letters].rstrip() if len(words) == 1 else _initials(words, letters)


def _initials(words: Sequence[str], letters: int) -> str:
    """The first letters of the words but the last, and some of the last: `SFran`."""
    start = "".join(word[0] for word in words[:-1])
    return start + words[-1][: max(1, letters - len(start))]


def _beside(cell: Cell, length: int) -> Iterator[Cell]:
    row, column = cell
    yield row, column + 1
    yield row, column - length
    for line in (row - 1, row + 1):
        yield line, column - length // 2
        yield line, column
        yield line, column - length + 1
        yield line, column + 1
        yield line, column - length
