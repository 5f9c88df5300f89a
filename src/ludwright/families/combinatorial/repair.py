"""Repairs what crossover and mutation break: names, cells, sides, regions and boards.

Nothing here is random. A name of the other parent becomes the corresponding name in the
child, a cell off the board the nearest one on it, a side that the board lacks the nearest side.
Whatever makes sense is left alone, useless rules included; so are locked parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import prod
from typing import Any, Final, cast

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.program import DEFAULT_PIECES
from ludwright.families.combinatorial.sense import (
    MOST_OPTIONAL_POSTS,
    Ground,
    can_act,
    ground_of,
    inert_size,
    is_choosing,
    watched,
)
from ludwright.language.ludeme import Ludeme, Name, SiteLabel
from ludwright.language.syntax import Path
from ludwright.language.vary import Locks, with_changes

LARGEST_AREA: Final[int] = 400
"""The approximate limit on cells of a new board; larger ones arise by chance and are too slow."""
_COMPASS: Final[tuple[v.Compass, ...]] = tuple(v.Compass)[:8]
_FLAT: Final[dict[v.Compass, v.Compass]] = {v.Compass.U: v.Compass.N, v.Compass.D: v.Compass.S}
_LABEL: Final = re.compile(r"([A-Z]+)(\d+)(?:\.(\d+))?")
_NO_LOCKS: Final[Locks] = Locks.of(())
_Repair = Callable[[Any], Any]


class Repair:
    """A child made sound, as far as that can be done part by part."""

    def __init__(
        self,
        child: v.BoardGame,
        template: v.BoardGame,
        other: v.BoardGame,
        locks: Locks | None = None,
    ) -> None:
        """Repair a child of two sound parents; the first is its template."""
        self.template = template
        self.other = other
        self.locks = locks or _NO_LOCKS
        self.size = 0
        """Ludemes of the game."""
        self.largest_move = 0
        """Ludemes of its largest move."""
        child = self._with_seats(child)
        child = self._with_board(child)
        child = self._with_pieces(child)
        ground = ground_of(child.board)
        self.regions = len(child.board.regions)
        self.repairs = self._leaf_repairs(child, ground)
        self.game = cast("v.BoardGame", self._repaired(child, ()))

    # --- What names refer to ----------------------------------------------------------------------

    def _with_seats(self, child: v.BoardGame) -> v.BoardGame:
        """The players keep their names from the template: names are not part of the rules."""
        names = [seat.name for seat in self.template.players.seats]
        seats = child.players.seats
        if [seat.name for seat in seats] == names:
            return child
        named = tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
        return replace(child, players=replace(child.players, seats=named))

    def _with_board(self, child: v.BoardGame) -> v.BoardGame:
        if self._is_fitting(child.board):
            return child
        if ("board",) in self.locks.holders:
            return replace(child, board=self.template.board)
        return replace(child, board=next(filter(self._is_fitting, _nearby_boards(child.board))))

    def _is_fitting(self, board: v.BoardOf) -> bool:
        is_known = board.size in (self.template.board.size, self.other.board.size)
        return (is_known or _area(board.size) <= LARGEST_AREA) and _is_possible(board)

    def _with_pieces(self, child: v.BoardGame) -> v.BoardGame:
        if child.pieces is None:
            return child
        pieces = list(child.pieces.pieces)
        free = [i for i in range(len(pieces)) if not self._is_locked(("pieces", "pieces", i))]
        used = {piece.name for i, piece in enumerate(pieces) if i not in free}
        for i in free:
            if pieces[i].name in used:
                pieces[i] = replace(pieces[i], name=self._unused_name(pieces[i].name, pieces))
            used.add(pieces[i].name)
        if free and not any(map(can_act, pieces)):
            pieces[free[0]] = replace(pieces[free[0]], moves=self._some_moves())
        if all(one is other for one, other in zip(pieces, child.pieces.pieces, strict=True)):
            return child
        return replace(child, pieces=v.Pieces(pieces=tuple(pieces)))

    def _unused_name(self, name: Name, pieces: list[v.Piece]) -> Name:
        """A name for the second of two types of piece: one that a parent uses, or a number."""
        used = {piece.name for piece in pieces}
        for known in (*_piece_names(self.template), *_piece_names(self.other)):
            if known not in used:
                return known
        stem = re.sub(r"-\d+$", "", name)
        number = 2
        while f"{stem}-{number}" in used:
            number += 1
        return Name(f"{stem}-{number}")

    def _some_moves(self) -> tuple[v.Move, ...]:
        """The moves of the template's first piece that can do something."""
        pieces = (self.template.pieces or DEFAULT_PIECES).pieces
        return next(piece.moves for piece in pieces if can_act(piece))

    def _piece_repair(self, child: v.BoardGame) -> _Repair:
        known = _piece_names(child)

        def repaired(value: Any) -> Any:
            if type(value) is not Name or value in known:
                return value
            for parent in (self.other, self.template):
                names = _piece_names(parent)
                if value in names:
                    return known[names.index(value) % len(known)]
            return known[0]

        return repaired

    def _player_repair(self) -> _Repair:
        seats = [seat.name for seat in self.template.players.seats]
        others = [seat.name for seat in self.other.players.seats]

        def repaired(value: Any) -> Any:
            if type(value) is not Name or value in seats:
                return value
            return seats[others.index(value)] if value in others else seats[0]

        return repaired

    # --- Leaves -----------------------------------------------------------------------------------

    def _leaf_repairs(self, child: v.BoardGame, ground: Ground) -> dict[str, _Repair]:
        """How to repair a value, by the name of the check that looks at it."""
        is_flat = ground.levels == 1

        def label(value: Any) -> Any:
            is_label = type(value) is SiteLabel
            return _nearest_cell(value, ground) if is_label else value

        def region(value: Any) -> Any:
            return value % self.regions if isinstance(value, int) and self.regions else value

        def facing(value: Any) -> Any:
            return _FLAT.get(value, value) if is_flat and isinstance(value, v.Compass) else value

        def side(value: Any) -> Any:
            return _nearest_side(value, ground) if isinstance(value, v.Compass) else value

        def phase(value: Any) -> Any:
            is_number = isinstance(value, int)
            return min(ground.phases, key=lambda one: abs(one - value)) if is_number else value

        return {
            "piece": self._piece_repair(child),
            "player": self._player_repair(),
            "label": label,
            "region": region,
            "facing": facing,
            "side": side,
            "phase": phase,
        }

    def _repaired(self, ludeme: Ludeme, path: Path) -> Ludeme:
        """The ludeme with everything below it repaired; itself if nothing was wrong."""
        self.size += 1
        before = self.size
        cls = type(ludeme)
        locks = self.locks
        values = vars(ludeme)
        changes: dict[str, Any] = {}
        leaves, holders = watched(cls)
        for name, checks in leaves:
            value = values[name]
            if value is None or (locks.parts and self._is_locked((*path, name))):
                continue
            repaired = self._leaves(name, value, checks)
            if repaired is not value and repaired != value:
                changes[name] = repaired
        for name in holders:
            value = changes[name] if name in changes else values[name]
            if value is None or (locks.parts and (*path, name) in locks.parts):
                continue
            if type(value) is tuple:
                below = self._items(value, (*path, name))
            elif isinstance(value, Ludeme):
                below = self._part(value, (*path, name))
            else:
                continue
            if below is not value:
                changes[name] = below
        if cls is v.Move:
            self.largest_move = max(self.largest_move, 1 + self.size - before)
            if not locks.parts or not self._is_locked((*path, "post")):
                changes.update(_fewer_choices(changes.get("post", cast("v.Move", ludeme).post)))
        return with_changes(ludeme, changes) if changes else ludeme

    def _leaves(self, name: str, value: Any, checks: tuple[str, ...]) -> Any:
        if type(value) is not tuple:
            for check in checks:
                value = self.repairs[check](value)
            return value
        repaired = value
        if "label" in checks:
            # Missing cells are simply dropped, unless all of them are missing.
            kept = tuple(part for part in value if self.repairs["label"](part) == part)
            repaired = kept if kept or name == "excepted" else value[:1]
        for check in checks:
            repaired = tuple(map(self.repairs[check], repaired))
        return value if repaired == value else tuple(dict.fromkeys(repaired))

    def _items(self, value: tuple[Any, ...], path: Path) -> tuple[Any, ...]:
        parts: list[Any] = []
        is_same = True
        for index, part in enumerate(value):
            repaired = self._part(part, (*path, index)) if isinstance(part, Ludeme) else part
            is_same = is_same and repaired is part
            parts.append(repaired)
        return value if is_same else tuple(parts)

    def _part(self, part: Ludeme, path: Path) -> Any:
        if path in self.locks.parts or type(part) is v.Support:
            return part
        inert = inert_size(part)
        if inert:
            self.size += inert
            return part
        if not self.regions and isinstance(part, v.InRegionNumber | v.RegionCells | v.RegionSet):
            return self._without_regions(part, path)
        return self._repaired(part, path)

    def _without_regions(
        self, part: v.InRegionNumber | v.RegionCells | v.RegionSet, path: Path
    ) -> Any:
        """The nearest equivalent of a region on a board that has none."""
        self.size += 1
        if isinstance(part, v.InRegionNumber):
            return self._repaired(v.Edge(site=part.site), path)
        if isinstance(part, v.RegionSet):
            return v.OwnRegions.ALL_SIDES
        return v.Goal.AWAY if path[-1] == "target" else v.HomeRow(row=0)

    def _is_locked(self, path: Path) -> bool:
        """Whether the part is locked, or holds a part that is."""
        return path in self.locks.parts or path in self.locks.holders


def _piece_names(game: v.BoardGame) -> list[Name]:
    return [piece.name for piece in (game.pieces or DEFAULT_PIECES).pieces]


def _fewer_choices(posts: tuple[v.Post, ...]) -> dict[str, tuple[v.Post, ...]]:
    """The consequences reduced to the choices a move may have, if there are too many."""
    if len(posts) < 2:
        return {}
    optional = choosing = 0
    kept: list[v.Post] = []
    for post in posts:
        choosing += is_choosing(post)
        if is_choosing(post) and choosing > 1:
            continue
        is_optional = getattr(post, "optional", False)
        optional += is_optional
        if is_optional and optional > MOST_OPTIONAL_POSTS:
            # Not every consequence has the field, but this one does.
            post = cast("v.Post", replace(cast("Any", post), optional=False))
        kept.append(post)
    return {} if choosing <= 1 and optional <= MOST_OPTIONAL_POSTS else {"post": tuple(kept)}


# --- Boards, cells and sides ----------------------------------------------------------------------


def _area(sizes: tuple[int, ...]) -> int:
    """The cells of a square board with these sizes."""
    return prod(sizes) if len(sizes) > 1 else sizes[0] ** 2


def _is_possible(board: v.BoardOf) -> bool:
    try:
        ground_of(board)
    except ValueError:
        return False
    return True


def _nearby_boards(board: v.BoardOf) -> Iterator[v.BoardOf]:
    """Boards of the same tiling, first with fewer and smaller sizes, then with another outline."""
    for shape in (board.shape, v.Shape.SQUARE):
        for count in range(len(board.size), 0, -1):
            sizes = board.size[:count]
            while True:
                yield replace(board, shape=shape, size=sizes)
                if max(sizes) == 1:
                    break
                sizes = tuple(max(1, size * 3 // 4) for size in sizes)


def _nearest_side(side: v.Compass, ground: Ground) -> v.Compass:
    if side in ground.sides:
        return side
    at = _COMPASS.index(_FLAT.get(side, side))
    for turn in (0, 1, -1, 2, -2, 3, -3):
        near = _COMPASS[(at + turn) % len(_COMPASS)]
        if near in ground.sides:
            return near
    return side


def _nearest_cell(label: SiteLabel, ground: Ground) -> SiteLabel:
    """The cell itself, or the one with the nearest letter and the nearest number."""
    if label in ground.labels:
        return label
    match = _LABEL.fullmatch(label)
    assert match is not None
    letters, number, level = match.groups()
    files = _files(ground)
    nearest = min(
        files, key=lambda one: (abs(_letters_number(one) - _letters_number(letters)), one)
    )
    wanted = (int(number), int(level or 1))
    row, deck = min(
        files[nearest], key=lambda one: (abs(one[0] - wanted[0]) + abs(one[1] - wanted[1]), one)
    )
    return SiteLabel(f"{nearest}{row}" + (f".{deck}" if ground.levels > 1 else ""))


@lru_cache(maxsize=512)
def _files(ground: Ground) -> dict[str, list[tuple[int, int]]]:
    """The numbers and levels that follow each letter in the labels of a board."""
    files: dict[str, list[tuple[int, int]]] = {}
    for label in sorted(ground.labels):
        match = _LABEL.fullmatch(label)
        assert match is not None
        letters, number, level = match.groups()
        files.setdefault(letters, []).append((int(number), int(level or 1)))
    return files


def _letters_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
