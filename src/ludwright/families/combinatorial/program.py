"""The parts of a program: codes, shared tables, and the names of a game resolved on its board."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.board import Board, make_board
from ludwright.language.ludeme import Ludeme, Name, walk

_OPERATIONS = native.operations()
NODE: dict[str, int] = _OPERATIONS["node"]
SET: dict[str, int] = _OPERATIONS["set"]
RELATION: dict[str, int] = _OPERATIONS["relation"]
ACT: dict[str, int] = _OPERATIONS["act"]
POST: dict[str, int] = _OPERATIONS["post"]
CAPTURE: dict[str, int] = _OPERATIONS["capture"]

MAGIC: int = 0x4C554457
VERSION: int = 2

SITE_CODES: dict[str, int] = {
    "from": -1,
    "to": -2,
    "current": -3,
    "between": -4,
    "last-from": -5,
    "last-to": -6,
}
NOWHERE: int = -7
CONTENTS: dict[str, int] = {"empty": 0, "enemy": 1, "friend": 2, "any": 3, "neutral": 4}
NBORS: dict[str, int] = {"d-nbors": 1, "i-nbors": 2, "all-nbors": 3}
TURTLES: dict[str, int] = {"f": 0, "b": 1, "l": 2, "r": 3, "fl": 4, "fr": 5, "bl": 6, "br": 7}
ROLES: dict[str, int] = {
    "current": 0,
    "mover": 0,
    "friend": 0,
    "enemy": 1,
    "next": 1,
    "neutral": 2,
    "All": 7,
    "any": 3,
    "none": 4,
}
MOVER, ENEMY = 0, 1
COMPARISONS: dict[type[v.Condition], str] = {
    v.Greater: "kGreater",
    v.AtLeast: "kAtLeast",
    v.Equal: "kEqual",
    v.Unequal: "kUnequal",
    v.Less: "kLess",
    v.AtMost: "kAtMost",
}
COMPARISON_CODES: dict[type[v.Condition], int] = {
    v.Greater: 0,
    v.AtLeast: 1,
    v.Equal: 2,
    v.Unequal: 3,
    v.Less: 4,
    v.AtMost: 5,
}
MIRRORED: dict[type[v.Condition], type[v.Condition]] = {
    v.Greater: v.Less,
    v.AtLeast: v.AtMost,
    v.Equal: v.Equal,
    v.Unequal: v.Unequal,
    v.Less: v.Greater,
    v.AtMost: v.AtLeast,
}
ARITHMETIC: dict[type[v.Count], str] = {
    v.Plus: "kAdd",
    v.Minus: "kSubtract",
    v.Times: "kMultiply",
    v.Divide: "kDivide",
    v.Modulo: "kModulo",
    v.Minimum: "kMinimum",
    v.Maximum: "kMaximum",
}
CAPTURES: dict[str, str] = {
    "replace": "kReplace",
    "surround": "kSurround",
    "between": "kBetween",
    "custodial": "kCustodial",
    "flank": "kFlank",
    "intervention": "kIntervention",
    "approach": "kApproach",
    "withdraw": "kWithdraw",
    "d-nbors": "kDirectNbors",
    "i-nbors": "kIndirectNbors",
    "all-nbors": "kAllNbors",
    "line-of": "kLineOf",
    "group-of": "kGroupOf",
    "choice": "kChoice",
    "any-one": "kAnyOne",
}
DEFAULT_PIECES = v.Pieces(
    pieces=(
        v.Piece(
            name=Name("Stone"),
            player=v.Role.ALL,
            moves=(v.Move(pre=v.Empty(site=v.Coord.TO), action=(v.Push(),)),),
        ),
    )
)
"""The pieces of a game without a `pieces` clause."""


@lru_cache(maxsize=256)
def board_numbers(board: Board) -> NDArray[np.int32]:
    """The part of a program that depends on the board alone."""
    numbers: list[int] = [len(board.sites), *board.sites]
    count = len(board.directions)
    direct = sum(direction.direct for direction in board.directions)
    numbers += [count, direct, *board.opposite]
    numbers += [board.turn(d, -1) for d in range(count)]
    numbers += [board.turn(d, 1) for d in range(count)]
    for side in ("left", "right"):
        for d in range(count):
            ahead = board.diagonal(d, side) if d < direct else None
            numbers.append(-1 if ahead is None else ahead)
    for row in board.step:
        numbers += row
    for table in (board.direct_neighbours, board.indirect_neighbours):
        for site in range(board.extent):
            numbers.append(len(table[site]))
            numbers += table[site]
    return np.asarray(numbers, dtype=np.int32)


@dataclass(slots=True)
class Tables:
    """What the parts of a program share: sets of cells, numbers by cell, walks, records, nodes."""

    extent: int
    masks: dict[frozenset[int], int] = field(default_factory=dict)
    tables: dict[tuple[int, ...], int] = field(default_factory=dict)
    walks: dict[tuple[int, ...], int] = field(default_factory=dict)
    region_sets: dict[tuple[int, ...], int] = field(default_factory=dict)
    records: dict[tuple[int, ...], int] = field(default_factory=dict)
    nodes: dict[tuple[int, int, int, int, int], int] = field(default_factory=dict)

    def mask(self, sites: frozenset[int]) -> int:
        """The number of a set of cells."""
        return self.masks.setdefault(sites, len(self.masks))

    def table(self, values: tuple[int, ...]) -> int:
        """The number of a table of numbers by cell."""
        return self.tables.setdefault(values, len(self.tables))

    def walk(self, steps: tuple[v.Turtle, ...]) -> int:
        """The number of a walk."""
        return self.walks.setdefault(tuple(TURTLES[step] for step in steps), len(self.walks))

    def region_set(self, regions: tuple[frozenset[int], ...]) -> int:
        """The number of a list of regions."""
        key = tuple(self.mask(region) for region in regions)
        return self.region_sets.setdefault(key, len(self.region_sets))

    def node(self, op: str, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
        """The number of a node; equal nodes are one."""
        key = (NODE[op], a, b, c, d)
        return self.nodes.setdefault(key, len(self.nodes))

    def numbers(self) -> list[int]:
        """All tables in the order of the program."""
        numbers: list[int] = [len(self.masks)]
        for mask in self.masks:
            numbers += [len(mask), *sorted(mask)]
        numbers.append(len(self.tables))
        for table in self.tables:
            numbers += table
        for listed in (self.walks, self.region_sets):
            numbers.append(len(listed))
            for entry in listed:
                numbers += [len(entry), *entry]
        numbers.append(len(self.records))
        for record in self.records:
            numbers += record
        numbers.append(len(self.nodes))
        for node in self.nodes:
            numbers += node
        return numbers


@dataclass(frozen=True, slots=True)
class Setting:
    """What the names of a game refer to: players, pieces, rows, sides and regions of its board."""

    game: v.BoardGame
    board: Board
    pieces: tuple[v.Piece, ...]
    seats: dict[str, int]
    kinds: dict[str, int]
    regions: tuple[tuple[int, frozenset[int]], ...]
    """Owners (bit set of seats) and cells."""
    rows: tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]]
    """Rows from home to away, by seat."""
    facing: tuple[int, int]

    def mover_mask(self, player: v.Role | Name | None) -> int:
        """The seats that may be the mover if this player is required, as a bit set."""
        if player is None:
            return 3
        if isinstance(player, v.Role):
            others = (v.Role.NONE, v.Role.NEUTRAL, v.Role.ENEMY, v.Role.NEXT)
            return 0 if player in others else 3
        return 1 << self.seats[player]

    def user_mask(self, player: v.Role | Name) -> int:
        """The seats that may move a type of piece of this player; neutral ones are for both."""
        return 3 if player in (v.Role.NONE, v.Role.NEUTRAL) else self.mover_mask(player)

    def role(self, player: v.Role | Name) -> int:
        """The code of a role or a named seat."""
        return ROLES[player] if isinstance(player, v.Role) else 5 + self.seats[player]

    def owned_regions(self, seat: int) -> tuple[frozenset[int], ...]:
        """The regions of a seat, those of All included."""
        return tuple(cells for owners, cells in self.regions if owners >> seat & 1)

    def region(self, number: int) -> frozenset[int]:
        """The cells of a region; none if there is no such region."""
        return self.regions[number][1] if number < len(self.regions) else frozenset()


def setting_of(game: v.BoardGame) -> Setting:
    """Resolve the names of a game that has passed its checks."""
    declared = game.board
    board = make_board(
        declared.tiling.tiling,
        declared.shape,
        declared.size,
        indirect=declared.tiling.indirect == v.Indirect.I_NBORS,
    )
    seats = {seat.name: index for index, seat in enumerate(game.players.seats)}
    compass = [
        seat.direction or default
        for seat, default in zip(game.players.seats, ("n", "s"), strict=True)
    ]
    pieces = (game.pieces or DEFAULT_PIECES).pieces
    return Setting(
        game=game,
        board=board,
        pieces=pieces,
        seats={str(name): index for name, index in seats.items()},
        kinds={str(piece.name): index for index, piece in enumerate(pieces)},
        regions=tuple(_region(record, board, seats) for record in declared.regions),
        rows=(board.rows(compass[0]), board.rows(compass[1])),
        facing=(board.facing(compass[0]), board.facing(compass[1])),
    )


def _region(
    record: v.RegionRecord, board: Board, seats: dict[Name, int]
) -> tuple[int, frozenset[int]]:
    cells: set[int] = set()
    for side in record.sides:
        cells |= board.sides.get(side, frozenset())
    for label in record.sites:
        site = board.site(label)
        if site is not None:
            cells.add(site)
    if isinstance(record.owner, v.Role):
        return (3 if record.owner in (v.Role.ALL, v.Role.ANY) else 0), frozenset(cells)
    return 1 << seats[record.owner], frozenset(cells)


def start_placement(setting: Setting) -> list[tuple[int, int, int]]:
    """Site, kind and owner of every piece on the board before the first move."""
    placed: dict[int, tuple[int, int]] = {}
    start = setting.game.start
    for place in start.places if start else ():
        kind = setting.kinds[place.piece.piece]
        owners = _owners(setting, place.piece.player)
        for owner in owners:
            cells = _start_cells(setting, place, owner % 2)
            for site in cells:
                placed.setdefault(site, (kind, owner))
            if place.symmetry is None or len(owners) > 1 or owner > 1:
                continue
            for site in cells:
                twin = _twin(setting.board, site, place.symmetry)
                if twin is not None:
                    placed.setdefault(twin, (kind, 1 - owner))
    return [(site, kind, owner) for site, (kind, owner) in sorted(placed.items())]


def _owners(setting: Setting, player: v.Role | Name) -> tuple[int, ...]:
    if not isinstance(player, v.Role):
        return (setting.seats[player],)
    if player in (v.Role.NEUTRAL, v.Role.NONE):
        return (2,)
    if player in (v.Role.ALL, v.Role.ANY):
        return (0, 1)
    # Before the first move the mover is the first player.
    return (ROLES[player],)


def _start_cells(setting: Setting, place: v.Place, seat: int) -> list[int]:
    rows = setting.rows[seat]
    cells: dict[int, None] = {}
    for where in place.where:
        if isinstance(where, v.HomeRow | v.AwayRow):
            number = where.row if isinstance(where, v.HomeRow) else len(rows) - 1 - where.row
            found = rows[number] if 0 <= number < len(rows) else frozenset()
        elif isinstance(where, v.RegionCells):
            found = setting.region(where.region)
        elif isinstance(where, v.HomeWord):
            found = rows[0] if where == v.HomeWord.HOME else rows[-1]
        else:
            site = setting.board.site(str(where))
            found = frozenset() if site is None else frozenset({site})
        cells |= dict.fromkeys(sorted(found))
    excepted = {setting.board.site(label) for label in place.excepted}
    return [
        site
        for site in cells
        if site not in excepted
        and (place.phase is None or setting.board.phase[site] == place.phase)
    ]


def _twin(board: Board, site: int, symmetry: v.Symmetry) -> int | None:
    # Levels are drawn side by side; each is its own image.
    level = board.coordinates(site)[0]
    centres = {
        other: board.centre_of(other)
        for other in board.sites
        if board.coordinates(other)[0] == level
    }
    xs = [x for x, _ in centres.values()]
    ys = [y for _, y in centres.values()]
    x, y = centres[site]
    wanted_y = min(ys) + max(ys) - y
    wanted_x = x if symmetry == v.Symmetry.MIRROR else min(xs) + max(xs) - x
    for other, (other_x, other_y) in centres.items():
        if abs(other_x - wanted_x) + abs(other_y - wanted_y) < 0.01:
            return other
    return None


def hands(setting: Setting) -> tuple[list[int], list[int]]:
    """Pieces in hand by seat and kind; -1 for unlimited."""
    counts = [[-1] * len(setting.pieces) for _ in range(2)]
    start = setting.game.start
    for hand in start.hands if start else ():
        kind = setting.kinds[hand.piece.piece]
        for seat in range(2):
            counts[seat][kind] = max(counts[seat][kind], 0)
        for owner in _owners(setting, hand.piece.player):
            if owner < 2:
                counts[owner][kind] += hand.count
    return counts[0], counts[1]


def has_source(move: v.Move) -> bool:
    """Whether the move has a source: it lifts a piece, or its condition is about the way."""
    if any(isinstance(act, v.Pop) for act in move.action):
        return True
    return move.pre is not None and any(_speaks_of_way(term) for term in walk(move.pre))


def _speaks_of_way(term: Ludeme) -> bool:
    way = (v.Line, v.Steps, v.Adjacent, v.NumBetween, v.LineCount, v.LineLength, v.BlockedBeyond)
    if isinstance(term, way):
        return True
    if isinstance(term, v.Distance):
        return bool({None, v.Coord.FROM}.intersection((term.first, term.second)))
    return any(getattr(term, name, None) is v.Coord.FROM for name in ("site", "first", "second"))


def walk_rules(setting: Setting) -> list[Ludeme]:
    """Every ludeme of every move of the game."""
    return [term for piece in setting.pieces for term in walk(piece)]
