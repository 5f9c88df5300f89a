"""The meaning of the words of a board game: conditions, counts and captured sites.

The reference engine calls these functions straight from the rule tree; the native core must agree
with every result. Clarity comes before speed. A `Scene` is what the words refer to: the position,
the mover and, while a move is judged or made, the sites of that move.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, NamedTuple

from ludwright.families.combinatorial import vocabulary as words
from ludwright.families.combinatorial.board import Board, make_board
from ludwright.families.combinatorial.vocabulary import CaptureType, Content, Coord, Role
from ludwright.language.ludeme import Name, SiteLabel, walk

NEUTRAL: Final[int] = 2
"""The owner of neutral pieces."""
BOTH: Final[frozenset[int]] = frozenset((0, 1))
"""The two seats."""
ABSENT: Final[int] = -1
"""The site that does not exist."""

Stack = tuple["Piece", ...]
Place = Coord | SiteLabel | None


class Piece(NamedTuple):
    """One piece on the board."""

    kind: int
    """Index among the game's pieces; the number of pieces for the blocker that a trail leaves."""
    owner: int
    """0, 1, or 2 for neutral."""
    state: int
    flags: int
    """Bit set over the directions of the board."""


DEFAULT_PIECES: Final[tuple[words.Piece, ...]] = (
    words.Piece(
        name=Name("Stone"),
        player=Role.ALL,
        moves=(
            words.Move(
                mandatory=False, pre=words.Empty(site=Coord.TO), action=(words.Push(trail=False),)
            ),
        ),
    ),
)
"""The pieces of a game without a `pieces` clause."""


# --- Geometry that the words need beyond the board's own ------------------------------------------


@cache
def ray(board: Board, direction: int, site: int) -> tuple[int, ...]:
    """The sites beyond a site in one direction, nearest first."""
    found: list[int] = []
    while (site := board.step[direction][site]) >= 0:
        found.append(site)
    return tuple(found)


@cache
def direction_between(board: Board, start: int, end: int) -> int | None:
    """The first direction in which a straight line leads from start to end."""
    every = range(len(board.directions))
    return next((line for line in every if end in ray(board, line, start)), None)


@cache
def in_line(board: Board, start: int, end: int, nbors: str | None) -> bool:
    """True if a straight line of this class leads from start to end."""
    return any(end in ray(board, line, start) for line in board.line_directions(nbors))


@cache
def sites_between(board: Board, start: int, end: int) -> tuple[int, ...]:
    """The sites strictly between two sites in line; none if they are not in line."""
    direction = direction_between(board, start, end)
    if direction is None:
        return ()
    way = ray(board, direction, start)
    return way[: way.index(end)]


@cache
def whole_line(board: Board, start: int, end: int) -> tuple[int, ...]:
    """All sites on the line through two sites; none if they are not in line."""
    direction = direction_between(board, start, end)
    if direction is None:
        return ()
    behind = ray(board, board.opposite[direction], start)
    return (*behind, start, *ray(board, direction, start))


@cache
def direction_named(board: Board, compass: str) -> int | None:
    """The direction with this compass name, else the first direct one clockwise from it."""
    for index, line in enumerate(board.directions):
        if line.name == compass:
            return index
    return None if compass in ("u", "d") else board.facing(compass)


@cache
def side_sites(board: Board, compass: str) -> frozenset[int]:
    """The side of the board with this name, else the last row in that direction."""
    if compass in board.sides:
        return board.sides[compass]
    return frozenset() if compass in ("u", "d") else board.rows(compass)[-1]


def adjacent_sites(board: Board, site: int, nbors: str | None) -> tuple[int, ...]:
    """The neighbours of a site: by the board's adjacency, or of the named class."""
    if nbors is None:
        return board.neighbours[site]
    direct, indirect = board.direct_neighbours[site], board.indirect_neighbours[site]
    return {"d-nbors": direct, "i-nbors": indirect, "all-nbors": direct + indirect}[nbors]


@cache
def column_number(board: Board, site: int) -> int:
    """Column from the west, 1 first; on hexes and triangles the cell's number in its row."""
    if board.tiling in ("hex", "tri"):
        return int(board.label(site).lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    return board.coordinates(site)[2] + 1


@cache
def turtle_walk(
    board: Board, start: int, facing: int, steps: tuple[str, ...]
) -> tuple[int, ...] | None:
    """The sites a turtle steps on, or None if it leaves the board."""
    visited: list[int] = []
    for step in steps:
        if step in ("l", "r"):
            facing = board.turn(facing, 1 if step == "r" else -1)
            continue
        direction = turtle_direction(board, facing, step)
        start = ABSENT if direction is None else board.step[direction][start]
        if start < 0:
            return None
        visited.append(start)
    return tuple(visited)


def turtle_direction(board: Board, facing: int, step: str) -> int | None:
    """The direction in which a turtle with this facing takes the step."""
    back = board.opposite[facing]
    if step in ("f", "b"):
        return facing if step == "f" else back
    # Backward, left and right are swapped.
    base = facing if step[0] == "f" else back
    return board.diagonal(base, "left" if step in ("fl", "br") else "right")


def direct_directions(board: Board) -> tuple[int, ...]:
    """The directions that cross an edge."""
    return board.line_directions("d-nbors")


# --- What does not change during a match ----------------------------------------------------------


class Equipment:
    """Board, players, pieces and regions of a game."""

    def __init__(self, game: words.BoardGame) -> None:
        """Build the board and number what the game names."""
        tiling = game.board.tiling
        self.board = make_board(
            str(tiling.tiling),
            str(game.board.shape),
            game.board.size,
            indirect=tiling.indirect == words.Indirect.I_NBORS,
        )
        self.seat_names = tuple(str(seat.name) for seat in game.players.seats)
        self.facing = tuple(
            str(seat.direction or default)
            for seat, default in zip(game.players.seats, "ns", strict=True)
        )
        self.rows = tuple(self.board.rows(compass) for compass in self.facing)
        self._owners: dict[tuple[str | None, int | None], frozenset[int]] = {}
        self.pieces = game.pieces.pieces if game.pieces else DEFAULT_PIECES
        self.kind_of = {str(piece.name): kind for kind, piece in enumerate(self.pieces)}
        self.blocker = Piece(len(self.pieces), NEUTRAL, 0, 0)
        self.values = (*(piece.value for piece in self.pieces), 0)
        self.is_scored = any(isinstance(node, words.AddScore) for node in walk(game))
        self.regions = tuple(self._region(record) for record in game.board.regions)
        self.region_owners = tuple(
            self.owners(record.owner, None) & BOTH for record in game.board.regions
        )

    def _region(self, record: words.RegionRecord) -> frozenset[int]:
        sites = {self.site(label) for label in record.sites} - {ABSENT}
        return frozenset(sites).union(*(side_sites(self.board, side) for side in record.sides))

    def site(self, label: str) -> int:
        """The site with this label, or ABSENT."""
        found = self.board.site(label)
        return ABSENT if found is None else found

    def owners(self, player: str | None, mover: int | None) -> frozenset[int]:
        """The owners a role or name means; None is the mover. Without one, its roles mean none."""
        found = self._owners.get((player, mover))
        if found is None:
            found = self._owners[player, mover] = self._find_owners(player, mover)
        return found

    def _find_owners(self, player: str | None, mover: int | None) -> frozenset[int]:
        if player in self.seat_names:
            return frozenset((self.seat_names.index(str(player)),))
        if player == Role.ALL:
            return BOTH
        if player == Role.ANY:
            return BOTH | {NEUTRAL}
        if player in (Role.NONE, Role.NEUTRAL):
            return frozenset((NEUTRAL,))
        if mover is None:
            return frozenset()
        return frozenset((1 - mover if player in (Role.ENEMY, Role.NEXT) else mover,))

    def new_owner(self, player: str | None, mover: int) -> int:
        """The owner of a new or converted piece; `All` and `any` mean the mover."""
        owners = self.owners(player, mover)
        return next(iter(owners)) if len(owners) == 1 else mover

    def flags(self, compass: Iterable[str]) -> int:
        """The bit set of these directions."""
        named = (direction_named(self.board, name) for name in compass)
        return sum({1 << direction for direction in named if direction is not None})

    def new_piece(self, kind: int, owner: int) -> Piece:
        """A piece as it comes from the hand."""
        piece = self.pieces[kind]
        return Piece(kind, owner, piece.state, self.flags(piece.flags))


@dataclass(slots=True)
class Scene:
    """A position while it is examined or changed, and the move in question."""

    equipment: Equipment
    stacks: list[Stack]
    hands: list[list[int | None]]
    cell_states: list[int]
    scores: list[int]
    captured: list[list[int]]
    facing: list[int]
    mover: int
    ply: int = 0
    moves_made: tuple[int, int] = (0, 0)
    last_from: int = ABSENT
    last_to: int = ABSENT
    visited: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    source: int = ABSENT
    target: int = ABSENT
    current: int | None = None
    """The site that a capture or conversion considers; None outside of these."""
    kind: int = 0
    """The type of piece that owns the move."""
    rule: words.Move | None = None
    is_made: bool = False
    """False while the condition of the move is evaluated, True once its action is done."""
    is_within_capturing: bool = False
    """True while `capturing` evaluates the captures of the move."""
    underneath: int = 0
    """How many pieces at the bottom of `to` were there before the move."""
    taken: int = 0
    taken_value: int = 0
    has_placed: bool = False

    @property
    def board(self) -> Board:
        """The board."""
        return self.equipment.board

    def owner(self, site: int) -> int:
        """Who owns the top piece of a site; -1 if it is empty."""
        stack = self.stacks[site]
        return stack[-1].owner if stack else -1

    def site(self, place: Place) -> int:
        """The site that a word or a label names; ABSENT if there is none."""
        if place is Coord.TO:
            return self.target
        if place is Coord.FROM:
            return self.source
        if not isinstance(place, Coord):
            return ABSENT if place is None else self.equipment.site(place)
        if place is Coord.CURRENT:
            return self.target if self.current is None else self.current
        if place is Coord.BETWEEN:
            return self._middle()
        if place is Coord.CENTRE:
            return min(self.board.centre)
        return self.last_from if place is Coord.LAST_FROM else self.last_to

    def _middle(self) -> int:
        if self.source < 0 or self.target < 0:
            return ABSENT
        between = sites_between(self.board, self.source, self.target)
        return between[len(between) // 2] if len(between) % 2 else ABSENT

    def direction(self) -> int | None:
        """The direction of the move, if it is in line."""
        if self.source < 0 or self.target < 0:
            return None
        return direction_between(self.board, self.source, self.target)

    def rows(self) -> tuple[frozenset[int], ...]:
        """The mover's rows from home to away."""
        return self.equipment.rows[self.mover]

    def row_index(self, site: int) -> int:
        """Rows between the site and the mover's home row."""
        return next(index for index, row in enumerate(self.rows()) if site in row)

    def owners(self, player: str | None) -> frozenset[int]:
        """The owners a role or a name means; None means the mover."""
        return self.equipment.owners(player, self.mover)

    def points(self, seat: int) -> int:
        """A seat's score; in a game where no move scores, its pieces on the board."""
        if self.equipment.is_scored:
            return self.scores[seat]
        return self.pieces_of(frozenset((seat,)))

    def pieces_of(self, owners: Collection[int], kind: int | None = None) -> int:
        """How many pieces these owners have on the board, buried ones included."""
        return sum(
            piece.owner in owners and kind in (None, piece.kind)
            for stack in self.stacks
            for piece in stack
        )

    def hand_of(self, seat: int, kind: int | None = None) -> int:
        """How many pieces a seat holds; unlimited hands count 0."""
        held = self.hands[seat] if kind is None else self.hands[seat][kind : kind + 1]
        return sum(count or 0 for count in held)

    def as_if_moved(self) -> Scene:
        """The scene with the mover's piece moved from `from` to `to`; itself once that is done."""
        if self.is_made or self.target < 0:
            return self
        stacks = list(self.stacks)
        underneath = stacks[self.target]
        if self.source >= 0:
            moved = stacks[self.source][-1]._replace(owner=self.mover)
            stacks[self.source] = ()
        else:
            moved = self.equipment.new_piece(self.kind, self.mover)
        stacks[self.target] = (*underneath, moved)
        return replace(self, stacks=stacks, underneath=len(underneath), is_made=True)


# --- Groups ---------------------------------------------------------------------------------------


def component(
    start: int, held: Collection[int], neighbours: Callable[[int], Iterable[int]]
) -> frozenset[int]:
    """The sites among `held` that can be reached from start over `held`, start included."""
    found, waiting = {start}, [start]
    while waiting:
        for other in neighbours(waiting.pop()):
            if other in held and other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def components(
    held: Collection[int], neighbours: Callable[[int], Iterable[int]]
) -> Iterator[frozenset[int]]:
    """All groups among the sites."""
    left = set(held)
    while left:
        group = component(min(left), held, neighbours)
        left -= group
        yield group


def held_by(scene: Scene, owners: Collection[int]) -> frozenset[int]:
    """The sites whose top piece belongs to one of these owners."""
    return frozenset(
        site for site, stack in enumerate(scene.stacks) if stack and stack[-1].owner in owners
    )


def groups_of(scene: Scene, owners: Collection[int]) -> list[frozenset[int]]:
    """The groups of these owners; pieces of different owners are not one group."""
    neighbours = scene.board.neighbours.__getitem__
    return [
        group
        for owner in sorted(owners)
        for group in components(held_by(scene, (owner,)), neighbours)
    ]


def group_at(scene: Scene, site: int) -> frozenset[int]:
    """The group of the site's owner; empty if the site is."""
    owner = scene.owner(site)
    if owner < 0:
        return frozenset()
    return component(site, held_by(scene, (owner,)), scene.board.neighbours.__getitem__)


def liberties(scene: Scene, group: Collection[int]) -> int:
    """Empty neighbours of a group."""
    around = {other for site in group for other in scene.board.neighbours[site]}
    return sum(not scene.stacks[site] for site in around - set(group))


def freedom(scene: Scene, site: int) -> int:
    """Empty neighbours of the group at the site, or of the group a friend there would join."""
    if scene.stacks[site]:
        return liberties(scene, group_at(scene, site))
    held = held_by(scene, (scene.mover,)) | {site}
    return liberties(scene, component(site, held, scene.board.neighbours.__getitem__))


# --- Which stacks a capture type names ------------------------------------------------------------


def affected_sites(
    scene: Scene, kind: CaptureType | words.Custodial | None, owners: Collection[int]
) -> tuple[int, ...]:
    """The sites of these owners that the type names, ascending; `replace` names `to` itself."""
    if scene.target < 0:
        return ()
    if isinstance(kind, words.Custodial):
        found = flanked(scene, owners, kind.length)
    elif kind in (CaptureType.CUSTODIAL, CaptureType.FLANK):
        found = flanked(scene, owners, None)
    elif kind is None or kind == CaptureType.REPLACE:
        lying = scene.stacks[scene.target][: scene.underneath]
        found = {scene.target} if lying and lying[-1].owner in owners else set()
    else:
        found = {site for site in _AFFECTED[kind](scene, owners) if scene.owner(site) in owners}
    return tuple(sorted(found))


def run_of(scene: Scene, way: Sequence[int], owners: Collection[int]) -> tuple[int, ...]:
    """The unbroken run of these owners at the beginning of a ray."""
    for length, site in enumerate(way):
        if scene.owner(site) not in owners:
            return tuple(way[:length])
    return tuple(way)


def flanked(scene: Scene, owners: Collection[int], length: int | None) -> set[int]:
    """Runs in line from `to` up to another friend, of one length if that is given."""
    found: set[int] = set()
    for line in scene.board.line_directions():
        way = ray(scene.board, line, scene.target)
        run = run_of(scene, way, owners)
        is_closed = len(run) < len(way) and scene.owner(way[len(run)]) == scene.mover
        if run and is_closed and length in (None, len(run)):
            found.update(run)
    return found


def _between(scene: Scene, _: Collection[int]) -> Iterable[int]:
    return sites_between(scene.board, scene.source, scene.target) if scene.source >= 0 else ()


def _intervention(scene: Scene, owners: Collection[int]) -> Iterable[int]:
    board = scene.board
    for line in board.line_directions():
        pair = (board.step[line][scene.target], board.step[board.opposite[line]][scene.target])
        if all(site >= 0 and scene.owner(site) in owners for site in pair):
            yield from pair


def _approach(scene: Scene, owners: Collection[int]) -> Iterable[int]:
    direction = scene.direction()
    if direction is None or direction not in scene.board.line_directions():
        return ()
    return run_of(scene, ray(scene.board, direction, scene.target), owners)


def _withdraw(scene: Scene, owners: Collection[int]) -> Iterable[int]:
    direction = scene.direction()
    if direction is None or direction not in scene.board.line_directions():
        return ()
    return run_of(scene, ray(scene.board, scene.board.opposite[direction], scene.source), owners)


def first_seen(scene: Scene, site: int) -> set[int]:
    """The first occupied site along each line of the board's adjacency."""
    rays = (ray(scene.board, line, site) for line in scene.board.line_directions())
    seen = (next((other for other in way if scene.stacks[other]), ABSENT) for way in rays)
    return set(seen) - {ABSENT}


def _groups_beside(scene: Scene, owners: Collection[int]) -> Iterator[frozenset[int]]:
    for site in scene.board.neighbours[scene.target]:
        if scene.owner(site) in owners:
            yield group_at(scene, site)


def _group_of(scene: Scene, owners: Collection[int]) -> Iterable[int]:
    return (site for group in _groups_beside(scene, owners) for site in group)


def _surround(scene: Scene, owners: Collection[int]) -> Iterable[int]:
    for group in _groups_beside(scene, owners):
        if not liberties(scene, group):
            yield from group


_AFFECTED: Final[dict[CaptureType, Callable[[Scene, Collection[int]], Iterable[int]]]] = {
    CaptureType.SURROUND: _surround,
    CaptureType.BETWEEN: _between,
    CaptureType.INTERVENTION: _intervention,
    CaptureType.APPROACH: _approach,
    CaptureType.WITHDRAW: _withdraw,
    CaptureType.D_NBORS: lambda scene, _: adjacent_sites(scene.board, scene.target, "d-nbors"),
    CaptureType.I_NBORS: lambda scene, _: adjacent_sites(scene.board, scene.target, "i-nbors"),
    CaptureType.ALL_NBORS: lambda scene, _: adjacent_sites(scene.board, scene.target, "all-nbors"),
    CaptureType.LINE_OF: lambda scene, _: first_seen(scene, scene.target),
    CaptureType.GROUP_OF: _group_of,
    CaptureType.CHOICE: lambda scene, _: set(scene.board.sites) - {scene.target},
    CaptureType.ANY_ONE: lambda scene, _: scene.board.neighbours[scene.target],
}
CHOOSING: Final[frozenset[CaptureType]] = frozenset((CaptureType.CHOICE, CaptureType.ANY_ONE))
"""The types where the mover chooses one stack."""


def stack_named(scene: Scene, site: int, kind: CaptureType | words.Custodial | None) -> Stack:
    """The pieces that a capture of this type takes from a site."""
    if kind is None or kind == CaptureType.REPLACE:
        return scene.stacks[site][: scene.underneath]
    return scene.stacks[site]


def fits(scene: Scene, piece: Piece, record: words.PieceRecord | None) -> bool:
    """True if type, state, flags and value match the record; the owner is not checked."""
    if record is None:
        return True
    flags = scene.equipment.flags(record.flags)
    return (
        (record.piece is None or scene.equipment.kind_of.get(record.piece) == piece.kind)
        and record.state in (None, piece.state)
        and piece.flags & flags == flags
        and record.value in (None, scene.equipment.values[piece.kind])
    )


def affected_by(scene: Scene, post: words.Capture | words.Convert) -> tuple[int, ...]:
    """The sites a capture or conversion affects: of its type, fitting its record and its `if`."""
    record = post.record
    who = record.player if record and record.player else Role.ENEMY
    found = []
    for site in affected_sites(scene, post.kind, scene.owners(who)):
        asked = replace(scene, current=site)
        if fits(scene, stack_named(scene, site, post.kind)[-1], record) and holds(
            post.condition, asked
        ):
            found.append(site)
    return tuple(found)


def count_captures(scene: Scene, kind: CaptureType) -> int:
    """How many enemy pieces the move would affect; 0 for types where the mover chooses."""
    if kind in CHOOSING:
        return 0
    moved = scene.as_if_moved()
    sites = affected_sites(moved, kind, scene.owners(Role.ENEMY))
    return sum(len(stack_named(moved, site, kind)) for site in sites)


def would_capture(scene: Scene) -> bool:
    """True if some capture of the move would take a piece; inside its own `if`, false."""
    if scene.rule is None or scene.target < 0 or scene.is_within_capturing:
        return False
    moved = replace(scene.as_if_moved(), is_within_capturing=True)
    captures = [post for post in scene.rule.post if isinstance(post, words.Capture)]
    return any(affected_by(moved, post) for post in captures)


# --- Conditions -----------------------------------------------------------------------------------


def holds(condition: words.Condition | None, scene: Scene) -> bool:
    """True if the condition holds; None always holds."""
    if condition is None:
        return True
    return _CONDITIONS[type(condition)](condition, scene)


def _at_site(test: Callable[[Scene, int], bool]) -> Callable[[Any, Scene], bool]:
    """A condition on one site, false if the site does not exist."""

    def ask(condition: Any, scene: Scene) -> bool:
        site = scene.site(condition.site)
        return site >= 0 and test(scene, site)

    return ask


def _all_hold(condition: words.And, scene: Scene) -> bool:
    # The most frequent condition. A plain loop is twice as fast as all().
    for part in condition.conditions:  # noqa: SIM110
        if not _CONDITIONS[type(part)](part, scene):
            return False
    return True


def _some_hold(condition: words.Or, scene: Scene) -> bool:
    for part in condition.conditions:  # noqa: SIM110
        if holds(part, scene):
            return True
    return False


def _compare(test: Callable[[int, int], bool]) -> Callable[[Any, Scene], bool]:
    return lambda condition, scene: test(
        number(condition.left, scene), number(condition.right, scene)
    )


def _is_move_in_line(condition: words.Line, scene: Scene) -> bool:
    if scene.source < 0 or scene.target < 0:
        return False
    return in_line(scene.board, scene.source, scene.target, condition.nbors)


def _follows_steps(condition: words.Steps, scene: Scene) -> bool:
    if scene.source < 0 or scene.target < 0:
        return False
    board, named = scene.board, scene.rule.direction if scene.rule else None
    if named is None:
        ways: tuple[int, ...] = (scene.facing[scene.mover],)
    elif named == words.EveryWay.ALL:
        ways = direct_directions(board)
    else:
        ways = (board.facing(named),)
    return scene.target in _walked_to(board, scene.source, ways, condition.steps)


@cache
def _walked_to(
    board: Board, source: int, ways: tuple[int, ...], steps: tuple[str, ...]
) -> frozenset[int]:
    """Where the walk ends, for each direction in which it may begin."""
    walks = (turtle_walk(board, source, way, steps) for way in ways)
    return frozenset((source, *walked)[-1] for walked in walks if walked is not None)


def _is_adjacent(condition: words.Adjacent, scene: Scene) -> bool:
    if scene.source < 0 or scene.target < 0:
        return False
    return scene.target in adjacent_sites(scene.board, scene.source, condition.nbors)


def _is_connected(_: words.Connected, scene: Scene) -> bool:
    if scene.target < 0:
        return False
    beside = scene.board.neighbours[scene.target]
    if scene.source < 0:
        return any(scene.owner(site) == scene.mover for site in beside)
    friends = held_by(scene, (scene.mover,)) - {scene.target}
    reached = component(scene.source, friends, scene.board.neighbours.__getitem__)
    return not reached.isdisjoint(beside)


def _is_supported(condition: words.Supported, scene: Scene) -> bool:
    site = scene.site(condition.site)
    if site < 0:
        return False
    direction = direction_named(scene.board, condition.direction)
    below = ABSENT if direction is None else scene.board.step[direction][site]
    return below < 0 or bool(scene.stacks[below])


def _is_blocked_beyond(_: words.BlockedBeyond, scene: Scene) -> bool:
    direction = scene.direction()
    if direction is None:
        return False
    beyond = scene.board.step[direction][scene.target]
    return beyond < 0 or bool(scene.stacks[beyond])


def _is_on_side(condition: words.Side, scene: Scene) -> bool:
    site = scene.site(condition.site)
    if condition.side == words.HomeOrAway.HOME:
        return site in scene.rows()[0]
    if condition.side == words.HomeOrAway.AWAY:
        return site in scene.rows()[-1]
    return site in side_sites(scene.board, condition.side)


def _is_held(condition: words.Owner, scene: Scene) -> bool:
    site = scene.site(condition.site)
    return site >= 0 and scene.owner(site) in scene.owners(condition.player)


def _holds_piece(condition: words.PieceAt, scene: Scene) -> bool:
    site = scene.site(condition.site)
    if site < 0 or not scene.stacks[site]:
        return False
    return scene.stacks[site][-1].kind == scene.equipment.kind_of.get(condition.piece)


def _is_in_region(condition: words.InRegionNumber, scene: Scene) -> bool:
    regions = scene.equipment.regions
    return (
        condition.region < len(regions) and scene.site(condition.site) in regions[condition.region]
    )


def _is_in_region_of(condition: words.InRegion, scene: Scene) -> bool:
    site, owners = scene.site(condition.site), scene.owners(condition.player)
    pairs = zip(scene.equipment.regions, scene.equipment.region_owners, strict=True)
    return any(site in region and holders & owners for region, holders in pairs)


def _is_site(condition: words.AtSite, scene: Scene) -> bool:
    site = scene.site(condition.site)
    return site >= 0 and site == scene.equipment.site(condition.label)


def _is_same_line(condition: words.SameLine, scene: Scene) -> bool:
    first, second = scene.site(condition.first), scene.site(condition.second)
    return first >= 0 and second >= 0 and in_line(scene.board, first, second, None)


def is_attacked(scene: Scene, site: int) -> bool:
    """True if the first piece seen from the site along some line is an enemy."""
    return any(scene.owner(other) == 1 - scene.mover for other in first_seen(scene, site))


_CONDITIONS: Final[dict[type[words.Condition], Callable[[Any, Scene], bool]]] = {
    words.And: _all_hold,
    words.Or: _some_hold,
    words.Xor: lambda term, scene: holds(term.first, scene) != holds(term.second, scene),
    words.Not: lambda term, scene: not holds(term.condition, scene),
    words.Always: lambda _term, _scene: True,
    words.Never: lambda _term, _scene: False,
    words.Greater: _compare(operator.gt),
    words.AtLeast: _compare(operator.ge),
    words.Equal: _compare(operator.eq),
    words.Unequal: _compare(operator.ne),
    words.Less: _compare(operator.lt),
    words.AtMost: _compare(operator.le),
    words.Empty: _at_site(lambda scene, site: not scene.stacks[site]),
    words.Occupied: _at_site(lambda scene, site: bool(scene.stacks[site])),
    words.Friend: _at_site(lambda scene, site: scene.owner(site) == scene.mover),
    words.Enemy: _at_site(lambda scene, site: scene.owner(site) == 1 - scene.mover),
    words.Neutral: _at_site(lambda scene, site: scene.owner(site) == NEUTRAL),
    words.Owner: _is_held,
    words.PieceAt: _holds_piece,
    words.Line: _is_move_in_line,
    words.Steps: _follows_steps,
    words.Adjacent: _is_adjacent,
    words.Connected: _is_connected,
    words.Supported: _is_supported,
    words.BlockedBeyond: _is_blocked_beyond,
    words.Side: _is_on_side,
    words.Edge: _at_site(lambda scene, site: site in scene.board.edge),
    words.Corner: _at_site(lambda scene, site: site in scene.board.corners),
    words.AtHome: _at_site(lambda scene, site: site in scene.rows()[0]),
    words.IsAway: _at_site(lambda scene, site: site in scene.rows()[-1]),
    words.InRegionNumber: _is_in_region,
    words.InRegion: _is_in_region_of,
    words.AtSite: _is_site,
    words.SameLine: _is_same_line,
    words.Attacked: _at_site(is_attacked),
    words.Visited: _at_site(lambda scene, site: site in scene.visited),
    words.Safe: _at_site(lambda scene, site: not is_attacked(scene, site)),
    words.Flanks: lambda _, scene: count_captures(scene, CaptureType.FLANK) > 0,
    words.Capturing: lambda _, scene: would_capture(scene),
    words.FirstMove: lambda _, scene: scene.moves_made[scene.mover] == 0,
}


# --- Counts ---------------------------------------------------------------------------------------


def number(count: int | words.Count, scene: Scene) -> int:
    """The value of a count."""
    return count if isinstance(count, int) else _COUNTS[type(count)](count, scene)


def _site_number(value: Callable[[Scene, int], int]) -> Callable[[Any, Scene], int]:
    """A count about one site, 0 if the site does not exist."""

    def ask(count: Any, scene: Scene) -> int:
        site = scene.site(count.site)
        return value(scene, site) if site >= 0 else 0

    return ask


def _players_number(value: Callable[[Scene, int], int]) -> Callable[[Any, Scene], int]:
    """A count about a seat, summed over the seats that the role means."""
    return lambda count, scene: sum(
        value(scene, seat) for seat in scene.owners(count.player) & BOTH
    )


def _calculate(value: Callable[[int, int], int]) -> Callable[[Any, Scene], int]:
    return lambda count, scene: _bounded(
        value(number(count.left, scene), number(count.right, scene))
    )


def _bounded(value: int) -> int:
    return min(max(value, -words.LARGEST_NUMBER), words.LARGEST_NUMBER)


def divide(left: int, right: int) -> int:
    """Quotient rounded towards zero; 0 when divided by 0."""
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def modulo(left: int, right: int) -> int:
    """Remainder, never negative; 0 when divided by 0."""
    return left % abs(right) if right else 0


def is_content(scene: Scene, site: int, content: Content) -> bool:
    """True if the site holds this, as seen by the mover."""
    owner = scene.owner(site)
    if content in (Content.EMPTY, Content.ANY):
        return (owner < 0) == (content == Content.EMPTY)
    wanted = {Content.ENEMY: 1 - scene.mover, Content.FRIEND: scene.mover, Content.NEUTRAL: NEUTRAL}
    return owner == wanted[content]


def _num_between(count: words.NumBetween, scene: Scene) -> int:
    return sum(is_content(scene, site, count.content) for site in _between(scene, ()))


def _num_nbors(count: words.NumNbors, scene: Scene) -> int:
    site = scene.site(count.site)
    if site < 0:
        return 0
    beside = adjacent_sites(scene.board, site, count.nbors)
    return sum(is_content(scene, other, count.content) for other in beside)


def _piece_state(count: words.PieceState, scene: Scene) -> int:
    if count.site is not None:
        site = scene.site(count.site)
    else:
        site = scene.target if scene.is_made or scene.source < 0 else scene.source
    return scene.stacks[site][-1].state if site >= 0 and scene.stacks[site] else 0


def _distance(count: words.Distance, scene: Scene) -> int:
    first = scene.site(count.first or Coord.FROM)
    second = scene.site(count.second or Coord.TO)
    return scene.board.distance(first, second) if first >= 0 and second >= 0 else 0


def _move_line(scene: Scene) -> tuple[int, ...]:
    if scene.source < 0 or scene.target < 0:
        return ()
    return whole_line(scene.board, scene.source, scene.target)


def _largest_group(count: words.LargestGroup, scene: Scene) -> int:
    return max(map(len, groups_of(scene, scene.owners(count.player))), default=0)


_COUNTS: Final[dict[type[words.Count], Callable[[Any, Scene], int]]] = {
    words.NumBetween: _num_between,
    words.NumNbors: _num_nbors,
    words.GroupSize: _site_number(lambda scene, site: len(group_at(scene, site))),
    words.Height: _site_number(lambda scene, site: len(scene.stacks[site])),
    words.PieceState: _piece_state,
    words.CellState: _site_number(lambda scene, site: scene.cell_states[site]),
    words.Distance: _distance,
    words.Phase: _site_number(lambda scene, site: scene.board.phase[site]),
    words.CaptureValue: lambda _, scene: scene.taken_value,
    words.Freedom: _site_number(freedom),
    words.NumCaptures: lambda count, scene: count_captures(scene, count.kind),
    words.NumCaptured: lambda _, scene: scene.taken,
    words.NumPieces: lambda count, scene: scene.pieces_of(scene.owners(count.player)),
    words.NumHand: _players_number(lambda scene, seat: scene.hand_of(seat)),
    words.LineCount: lambda _, scene: sum(bool(scene.stacks[site]) for site in _move_line(scene)),
    words.LineLength: lambda _, scene: len(_move_line(scene)),
    words.NumGroups: lambda count, scene: len(groups_of(scene, scene.owners(count.player))),
    words.LargestGroup: _largest_group,
    words.MoveNumber: lambda _, scene: scene.ply + 1,
    words.Row: _site_number(lambda scene, site: scene.board.coordinates(site)[1] + 1),
    words.Column: _site_number(lambda scene, site: column_number(scene.board, site)),
    words.ScoreOf: _players_number(lambda scene, seat: scene.points(seat)),
    words.DistanceHome: _site_number(lambda scene, site: scene.row_index(site)),
    words.DistanceAway: _site_number(
        lambda scene, site: len(scene.rows()) - 1 - scene.row_index(site)
    ),
    words.Plus: _calculate(operator.add),
    words.Minus: _calculate(operator.sub),
    words.Times: _calculate(operator.mul),
    words.Divide: _calculate(divide),
    words.Modulo: _calculate(modulo),
    words.Minimum: _calculate(min),
    words.Maximum: _calculate(max),
    words.Absolute: lambda count, scene: abs(number(count.value, scene)),
}
