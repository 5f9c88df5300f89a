"""What makes no sense in a board game, beyond what the types of its ludemes exclude.

A game without findings can be played by both engines. Rules that are merely useless, such as a line
longer than the board, are not findings: evolution keeps them on purpose. `possible` reports them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from ludwright.errors import Finding
from ludwright.families.combinatorial import board as geometry
from ludwright.families.combinatorial import vocabulary as words
from ludwright.language.check import place
from ludwright.language.grammar import table_of
from ludwright.language.ludeme import FieldSpec, Ludeme, Name, SiteLabel, field_specs
from ludwright.language.remembered import Remembered
from ludwright.language.syntax import Path

MOST_OPTIONAL_POSTS = 4
"""Consequences of one move that the mover may decline: each doubles the number of moves."""
DEFAULT_PIECE = "Stone"
"""The piece of a game without a `pieces` clause."""

_SIDES: frozenset[tuple[type[Ludeme], str]] = frozenset(
    ((words.RegionRecord, "sides"), (words.Side, "side"), (words.Reach, "target"))
)
"""The fields that name a side of the board."""
_UP_AND_DOWN = (words.Compass.U, words.Compass.D)


def findings(game: words.BoardGame) -> Iterator[Finding]:
    """Everything that makes no sense in a well-typed game."""
    try:
        ground = ground_of(game.board)
    except ValueError as error:
        yield Finding(str(error), place(("board",)))
        return
    yield from _repeated_names(game)
    yield from _moves(game)
    yield from _longest_capture(game)
    yield from _Search(_leaf_checks(game, ground)).below(game, ())


@dataclass(frozen=True, slots=True)
class Ground:
    """What the checks need to know about a board; much faster than building one."""

    labels: frozenset[str]
    """The written coordinates of its cells."""
    sides: tuple[str, ...]
    """The names of its sides."""
    levels: int
    phases: tuple[int, ...]
    """The colours that its cells have; a small board may lack some of its tiling's."""


def ground_of(clause: words.BoardOf) -> Ground:
    """What the checks need to know about a board; raises ValueError if it cannot exist."""
    return _ground(clause.tiling.tiling.value, clause.shape.value, clause.size)


@lru_cache(maxsize=4096)
def _ground(tiling: str, shape: str, sizes: tuple[int, ...]) -> Ground:
    """The first steps of building a board; a test keeps the two in agreement."""
    geometry._check(tiling, shape, sizes)
    outline = geometry._outline(tiling, shape)
    plane = geometry._plane_cells(tiling, geometry._points(tiling, outline, sizes))
    levels = sizes[2] if len(sizes) == 3 else 1
    width, height = (1 + max(cell[axis] for cell in plane) for axis in (1, 0))
    geometry._check_extent(width * height * levels, tiling, shape, sizes)
    cells = [(level, row, column) for level in range(levels) for row, column in plane]
    phases = tuple(sorted({geometry._phase(tiling, cell) for cell in cells}))
    labels = geometry._labels(tiling, {cell: i for i, cell in enumerate(sorted(cells))}, levels)
    written = geometry._sites_of_labels([*labels.values()])
    up_and_down = _UP_AND_DOWN if levels > 1 else ()
    sides = (*geometry._SIDES[outline], *map(str, up_and_down))
    return Ground(frozenset(written), sides, levels, phases)


def _repeated_names(game: words.BoardGame) -> Iterator[Finding]:
    seats = [str(seat.name) for seat in game.players.seats]
    yield from _repeated(seats, "player", ("players",))
    pieces = [str(piece.name) for piece in game.pieces.pieces] if game.pieces else []
    yield from _repeated(pieces, "type of piece", ("pieces",))


def _repeated(names: list[str], what: str, path: Path) -> Iterator[Finding]:
    for name, count in Counter(names).items():
        if count > 1:
            yield Finding(f"expected each {what} once, got {name!r} {count} times", place(path))


def _moves(game: words.BoardGame) -> Iterator[Finding]:
    """Some piece must have a move that does something."""
    if game.pieces is not None and not any(map(can_act, game.pieces.pieces)):
        yield Finding("expected a move that lifts or puts down a piece, got none", "pieces")


def can_act(piece: words.Piece) -> bool:
    """Whether some move of the type of piece lifts or puts down anything."""
    acts = (act for move in piece.moves for act in move.action)
    return any(isinstance(act, (words.Pop, words.Push)) for act in acts)


def _choices(move: words.Move, path: Path) -> Iterator[Finding]:
    """Every combination of choices is a separate move, so choices are limited."""
    optional = sum(getattr(post, "optional", False) for post in move.post)
    if optional > MOST_OPTIONAL_POSTS:
        most = MOST_OPTIONAL_POSTS
        yield Finding(f"expected at most {most} optional posts, got {optional}", place(path))
    choosing = sum(map(is_choosing, move.post))
    if choosing > 1:
        yield Finding(f"expected at most one choosing post, got {choosing}", place(path))


def is_choosing(post: words.Post) -> bool:
    """Whether the mover picks among the consequences."""
    if isinstance(post, words.Rotate):
        return post.amount == words.AnyTurn.ANY
    kind = post.kind if isinstance(post, (words.Capture, words.Convert)) else None
    return kind in (words.CaptureType.CHOICE, words.CaptureType.ANY_ONE)


def _longest_capture(game: words.BoardGame) -> Iterator[Finding]:
    """The longest capture is found by trying all of them, so series must be few and must end."""
    if game.play is None or not game.play.longest_capture:
        return
    where = place(("play", "longest_capture"))
    if game.play.repetition == words.Repetition.ILLEGAL:
        yield Finding("expected a repetition rule other than illegal with longest-capture", where)
    moves = [move for piece in game.pieces.pieces for move in piece.moves] if game.pieces else []
    for move in moves:
        repeats = any(isinstance(post, words.Repeat) for post in move.post)
        if repeats and not all(map(_captures_between, move.post)):
            yield Finding("expected repeated moves to capture between with longest-capture", where)
            return


def _captures_between(post: words.Post) -> bool:
    if isinstance(post, words.Displace):
        return False
    if not isinstance(post, words.Capture):
        return True
    return post.kind == words.CaptureType.BETWEEN and not (post.subsume or post.recycle)


# --- Names, labels, numbers and directions --------------------------------------------------------

LeafCheck = Callable[[Any], str | None]
"""Returns what is wrong with one value of a field, or None."""
Checks = dict[str, LeafCheck]
"""The checks of one game, by name."""

_Watched = tuple[tuple[tuple[str, tuple[str, ...]], ...], tuple[str, ...]]
_watched_fields: dict[type[Ludeme], _Watched] = {}


def watched(cls: type[Ludeme]) -> _Watched:
    """What has to be checked in a ludeme.

    The fields that have checks, each with the names of the checks, and the fields that may
    hold ludemes.
    """
    found = _watched_fields.get(cls)
    if found is None:
        named = ((spec.name, _checks_for(cls, spec)) for spec in field_specs(cls))
        found = tuple((name, checks) for name, checks in named if checks), table_of(cls).holders
        _watched_fields[cls] = found
    return found


def _checks_for(cls: type[Ludeme], spec: FieldSpec) -> tuple[str, ...]:
    field = (cls, spec.name)
    is_region = spec.name in ("region", "regions") and int in spec.types
    asked = (
        ("piece", spec.name == "piece" and Name in spec.types),
        ("player", words.Role in spec.types and Name in spec.types),
        ("label", SiteLabel in spec.types),
        ("region", is_region and cls is not words.BoardOf),
        ("facing", words.Compass in spec.types),
        ("side", field in _SIDES),
        ("phase", field == (words.Place, "phase")),
    )
    return tuple(check for check, is_asked in asked if is_asked)


_inert: Remembered[int] = Remembered()
_LOOKED_AT: frozenset[type] = frozenset((Name, SiteLabel, words.Compass))
_NUMBERS: frozenset[str] = frozenset(("region", "phase"))
"""The checks that look at numbers."""


def inert_size(ludeme: Ludeme) -> int:
    """The ludemes of a part that makes sense in every game; 0 if that depends on the game.

    Most parts name no piece, player, cell, region or direction, and parents were checked before.
    """
    known = _inert.get(ludeme)
    return _inert.keep(ludeme, _find_inert_size(ludeme)) if known is None else known


def _find_inert_size(ludeme: Ludeme) -> int:
    cls = type(ludeme)
    if cls is words.Move:
        return 0
    values = vars(ludeme)
    leaves, holders = watched(cls)
    for name, checks in leaves:
        value = values[name]
        for leaf in value if type(value) is tuple else (value,):
            if type(leaf) in _LOOKED_AT or (type(leaf) is int and _NUMBERS & {*checks}):
                return 0
    size = 1
    for name in holders:
        value = values[name]
        for part in value if type(value) is tuple else (value,):
            if isinstance(part, Ludeme):
                below = inert_size(part)
                if not below:
                    return 0
                size += below
    return size


def _leaf_checks(game: words.BoardGame, ground: Ground) -> Checks:
    pieces = game.pieces.pieces if game.pieces else ()
    piece_names = {str(piece.name) for piece in pieces} or {DEFAULT_PIECE}
    seat_names = {str(seat.name) for seat in game.players.seats}
    regions = len(game.board.regions)

    def piece_name(value: Any) -> str | None:
        return _unknown(value, piece_names, "a type of piece") if type(value) is Name else None

    def player_name(value: Any) -> str | None:
        return _unknown(value, seat_names, "a player") if type(value) is Name else None

    def label(value: Any) -> str | None:
        if type(value) is SiteLabel and value not in ground.labels:
            return f"expected a cell of the board, got {str(value)!r}"
        return None

    def region(value: Any) -> str | None:
        if isinstance(value, int) and value >= regions:
            return f"expected the number of one of {regions} regions, got {value}"
        return None

    def facing(value: Any) -> str | None:
        is_up_or_down = isinstance(value, words.Compass) and value in _UP_AND_DOWN
        if is_up_or_down and ground.levels == 1:
            return f"expected a direction on a flat board, got {str(value)!r}"
        return None

    def side(value: Any) -> str | None:
        if isinstance(value, words.Compass) and value not in ground.sides:
            sides = ", ".join(ground.sides) or "none"
            return f"expected a side of the board ({sides}), got {str(value)!r}"
        return None

    def phase(value: Any) -> str | None:
        if isinstance(value, int) and value not in ground.phases:
            phases = ", ".join(map(str, ground.phases))
            return f"expected a colour that cells of the board have ({phases}), got {value}"
        return None

    return {
        "piece": piece_name,
        "player": player_name,
        "label": label,
        "region": region,
        "facing": facing,
        "side": side,
        "phase": phase,
    }


class _Search:
    """Searches the whole tree for findings in one pass, because there are many children."""

    def __init__(self, checks: Checks) -> None:
        self.checks = checks
        self.found: list[Finding] = []

    def below(self, ludeme: Ludeme, path: Path) -> list[Finding]:
        """What is wrong with a ludeme and all below it, parents before children."""
        cls = type(ludeme)
        values = vars(ludeme)
        leaves, holders = watched(cls)
        for name, checks in leaves:
            value = values[name]
            if type(value) is tuple:
                for index, part in enumerate(value):
                    self._leaf(part, checks, path, name, index)
            elif value is not None:
                self._leaf(value, checks, path, name)
        if cls is words.Move:
            self.found.extend(_choices(cast("words.Move", ludeme), path))
        for name in holders:
            value = values[name]
            if type(value) is tuple:
                for index, part in enumerate(value):
                    if isinstance(part, Ludeme) and not inert_size(part):
                        self.below(part, (*path, name, index))
            elif (
                isinstance(value, Ludeme)
                and type(value) is not words.Support
                and not inert_size(value)
            ):
                self.below(value, (*path, name))
        return self.found

    def _leaf(self, value: Any, checks: tuple[str, ...], path: Path, *step: str | int) -> None:
        for name in checks:
            message = self.checks[name](value)
            if message is not None:
                self.found.append(Finding(message, place((*path, *step))))


def _unknown(name: str, known: Iterable[str], what: str) -> str | None:
    if name in known:
        return None
    return f"expected {what} ({', '.join(sorted(known))}), got {str(name)!r}"
