"""What makes no sense in a board game, beyond what the types of its ludemes say.

A game without findings can be played by both engines. Rules that are merely useless, such as a line
longer than the board, are no findings: evolution keeps them on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ludwright.errors import Finding
from ludwright.families.combinatorial import vocabulary as words
from ludwright.families.combinatorial.board import Board, make_board
from ludwright.language.check import place
from ludwright.language.ludeme import Ludeme, Name, SiteLabel, field_specs
from ludwright.language.syntax import Path

MOST_OPTIONAL_POSTS = 4
"""Consequences of one move that the mover may decline: each doubles the number of moves."""
DEFAULT_PIECE = "Stone"
"""The piece of a game that describes none."""

_PIECE_NAMES: frozenset[tuple[type[Ludeme], str]] = frozenset(
    (
        (words.PieceAt, "piece"),
        (words.PieceOf, "piece"),
        (words.PieceRecord, "piece"),
        (words.Convert, "piece"),
    )
)
"""The fields that name a type of piece."""
_PLAYER_NAMES: frozenset[tuple[type[Ludeme], str]] = frozenset(
    (
        (words.Owner, "player"),
        (words.InRegion, "player"),
        (words.RegionRecord, "owner"),
        (words.Piece, "player"),
        (words.PieceOf, "player"),
        (words.Move, "owner"),
        (words.Eliminate, "player"),
        (words.EndClause, "player"),
    )
)
"""The fields that name a player."""
_SIDES: frozenset[tuple[type[Ludeme], str]] = frozenset(
    ((words.RegionRecord, "sides"), (words.Side, "side"), (words.Reach, "target"))
)
"""The fields that name a side of the board."""
_UP_AND_DOWN = (words.Compass.U, words.Compass.D)


def findings(game: words.BoardGame) -> Iterator[Finding]:
    """Everything that makes no sense in a well-typed game."""
    board = _board(game)
    if isinstance(board, Finding):
        yield board
        return
    yield from _repeated_names(game)
    yield from _moves(game)
    checks = _leaf_checks(game, board)
    for ludeme, path in _walk(game, ()):
        yield from _leaves(ludeme, path, checks)
        if isinstance(ludeme, words.Move):
            yield from _choices(ludeme, path)


def _board(game: words.BoardGame) -> Board | Finding:
    clause = game.board
    indirect = clause.tiling.indirect == words.Indirect.I_NBORS
    try:
        return make_board(
            str(clause.tiling.tiling), str(clause.shape), clause.size, indirect=indirect
        )
    except ValueError as error:
        return Finding(str(error), place(("board",)))


def _walk(ludeme: Ludeme, path: Path) -> Iterator[tuple[Ludeme, Path]]:
    """Every ludeme of the rules with its path; notes are left out."""
    yield ludeme, path
    for spec in field_specs(type(ludeme)):
        value = getattr(ludeme, spec.name)
        if isinstance(value, words.Support):
            continue
        for step, part in _parts(value, (*path, spec.name)):
            if isinstance(part, Ludeme):
                yield from _walk(part, step)


def _parts(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, tuple):
        yield from (((*path, index), part) for index, part in enumerate(value))
    else:
        yield path, value


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
    """Somebody must be able to do something."""
    if game.pieces is None:
        return
    acts = (act for piece in game.pieces.pieces for move in piece.moves for act in move.action)
    if not any(isinstance(act, (words.Pop, words.Push)) for act in acts):
        yield Finding("expected a move that lifts or puts down a piece, got none", "pieces")


def _choices(move: words.Move, path: Path) -> Iterator[Finding]:
    """Every combination of choices is a move of its own, so choices have a limit."""
    optional = sum(getattr(post, "optional", False) for post in move.post)
    if optional > MOST_OPTIONAL_POSTS:
        most = MOST_OPTIONAL_POSTS
        yield Finding(f"expected at most {most} optional posts, got {optional}", place(path))
    choosing = sum(map(_is_choosing, move.post))
    if choosing > 1:
        yield Finding(f"expected at most one choosing post, got {choosing}", place(path))


def _is_choosing(post: words.Post) -> bool:
    if isinstance(post, words.Rotate):
        return post.amount == words.AnyTurn.ANY
    kind = post.kind if isinstance(post, (words.Capture, words.Convert)) else None
    return kind in (words.CaptureType.CHOICE, words.CaptureType.ANY_ONE)


# --- Names, labels, numbers and directions --------------------------------------------------------

LeafCheck = Callable[[type[Ludeme], str, Any], str | None]
"""Says what is wrong with the value of a field, or None."""


def _leaf_checks(game: words.BoardGame, board: Board) -> tuple[LeafCheck, ...]:
    pieces = game.pieces.pieces if game.pieces else ()
    piece_names = {str(piece.name) for piece in pieces} or {DEFAULT_PIECE}
    seat_names = {str(seat.name) for seat in game.players.seats}
    regions = len(game.board.regions)

    def piece_name(cls: type[Ludeme], field: str, value: Any) -> str | None:
        if (cls, field) in _PIECE_NAMES and isinstance(value, Name):
            return _unknown(value, piece_names, "a type of piece")
        return None

    def player_name(cls: type[Ludeme], field: str, value: Any) -> str | None:
        if (cls, field) in _PLAYER_NAMES and isinstance(value, Name):
            return _unknown(value, seat_names, "a player")
        return None

    def label(_: type[Ludeme], __: str, value: Any) -> str | None:
        if isinstance(value, SiteLabel) and board.site(value) is None:
            return f"expected a cell of the board, got {str(value)!r}"
        return None

    def region(cls: type[Ludeme], field: str, value: Any) -> str | None:
        is_number = field in ("region", "regions") and isinstance(value, int)
        if is_number and cls is not words.BoardOf and value >= regions:
            return f"expected the number of one of {regions} regions, got {value}"
        return None

    def facing(_: type[Ludeme], __: str, value: Any) -> str | None:
        is_up_or_down = isinstance(value, words.Compass) and value in _UP_AND_DOWN
        if is_up_or_down and board.levels == 1:
            return f"expected a direction on a flat board, got {str(value)!r}"
        return None

    def side(cls: type[Ludeme], field: str, value: Any) -> str | None:
        is_side = isinstance(value, words.Compass) and (cls, field) in _SIDES
        if is_side and value not in board.sides:
            sides = ", ".join(board.sides) or "none"
            return f"expected a side of the board ({sides}), got {str(value)!r}"
        return None

    return piece_name, player_name, label, region, facing, side


def _leaves(ludeme: Ludeme, path: Path, checks: Iterable[LeafCheck]) -> Iterator[Finding]:
    cls = type(ludeme)
    for spec in field_specs(cls):
        for step, value in _parts(getattr(ludeme, spec.name), (*path, spec.name)):
            for check in checks:
                message = check(cls, spec.name, value)
                if message is not None:
                    yield Finding(message, place(step))


def _unknown(name: str, known: Iterable[str], what: str) -> str | None:
    if name in known:
        return None
    return f"expected {what} ({', '.join(sorted(known))}), got {str(name)!r}"
