"""What can never happen in a board game, as far as its rules and board alone can show.

These are warnings, not findings: such a game is playable, and evolution keeps useless rules on
purpose, because a later change may make them useful. Only what is certain is reported. Every bound
here is one that no match exceeds, so a generous bound may lose a warning but never adds one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from math import inf
from typing import Any, Final

from ludwright.errors import Finding
from ludwright.families.combinatorial import vocabulary as words
from ludwright.families.combinatorial.board import Board
from ludwright.families.combinatorial.lower import Lowering
from ludwright.families.combinatorial.reference import ReferenceRules
from ludwright.families.combinatorial.reference_ends import regions_to_join
from ludwright.families.combinatorial.reference_terms import (
    BOTH,
    NEUTRAL,
    adjacent_sites,
    components,
    direct_directions,
    ray,
    side_sites,
    turtle_walk,
)
from ludwright.language.check import place
from ludwright.language.ludeme import Ludeme
from ludwright.language.syntax import Path

OWNERS: Final = (0, 1, NEUTRAL)
_ENEMIES: Final = (None, words.Role.ENEMY, words.Role.NEXT)
_MOVERS: Final = (None, words.Role.MOVER, words.Role.CURRENT, words.Role.FRIEND)
Interval = tuple[float, float]
"""The least and the most that a number can be."""


def warnings(game: words.BoardGame) -> Iterator[Finding]:
    """Everything that can certainly never happen in a sound game."""
    facts = Facts(game)
    yield from _idle_pieces(facts)
    yield from _never_in_moves(facts)
    yield from _never_in_ends(facts)


class Facts:
    """Bounds on what can happen in a match of the game."""

    def __init__(self, game: words.BoardGame) -> None:
        """Analyse the equipment, the start and everything that moves can do."""
        self.game = game
        rules = ReferenceRules(game)
        self.equipment = rules.equipment
        self.board: Board = rules.board
        start = rules.start().scene(0)
        self.hands = start.hands
        pieces = enumerate(self.equipment.pieces)
        self.moves = [
            (kind, move)
            for kind, piece in pieces
            for move in piece.moves
            if any(isinstance(act, words.Pop | words.Push) for act in move.action)
        ]
        """The moves that do something, each with the type of piece that owns it."""
        self.posts = [post for _, move in self.moves for post in move.post]
        self.began = [[0] * (len(self.equipment.pieces) + 1) for _ in OWNERS]
        for stack in start.stacks:
            for piece in stack:
                self.began[OWNERS.index(piece.owner)][piece.kind] += 1

    def has(self, *kinds: type[words.Post]) -> bool:
        """Whether some move has such a consequence."""
        return any(isinstance(post, kinds) for post in self.posts)

    @cached_property
    def may_stack(self) -> bool:
        """Whether two pieces can ever be on one cell."""
        return any(rule.may_stack for rule in Lowering(self.game).rules)

    @property
    def cells(self) -> int:
        """The cells of the board."""
        return len(self.board.sites)

    @property
    def room(self) -> int:
        """The most pieces that fit on the board."""
        return self.cells * (words.LARGEST_STACK if self.may_stack else 1)

    @cached_property
    def pushes(self) -> list[tuple[int, words.Push]]:
        """The acts that put new pieces on the board, each with their type."""
        found = []
        for kind, move in self.moves:
            has_lifted = False
            for act in move.action:
                if isinstance(act, words.Pop):
                    has_lifted = True
                elif isinstance(act, words.Push):
                    found += [] if has_lifted else [(kind, act)]
                    has_lifted = False
        return found

    @cached_property
    def supply(self) -> dict[tuple[int, int], float]:
        """The most pieces there can ever be, by type and owner."""
        kinds = range(len(self.equipment.pieces) + 1)
        found = {
            (kind, owner): float(self.began[at][kind])
            for at, owner in enumerate(OWNERS)
            for kind in kinds
        }
        for kind in {kind for kind, _ in self.pushes}:
            given = {act.player for made, act in self.pushes if made == kind}
            for seat in (0, 1):
                held = self.hands[seat][kind]
                for owner in (seat,) if given <= set(_MOVERS) else OWNERS:
                    found[kind, owner] += inf if held is None else held
        acts = (act for _, move in self.moves for act in move.action)
        if any(isinstance(act, words.Push) and act.trail for act in acts):
            found[kinds[-1], NEUTRAL] = inf
        return self._mixed(found)

    def _mixed(self, supply: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
        """The supply if pieces may change their types or owners."""
        changes = [post for post in self.posts if isinstance(post, words.Convert)]
        has_types = any(post.piece is not None for post in changes)
        has_owners = any(post.player is not None for post in changes)
        return {
            (kind, owner): sum(
                count
                for (other, whose), count in supply.items()
                if (has_types or other == kind) and (has_owners or whose == owner)
            )
            for kind, owner in supply
        }

    @cached_property
    def states(self) -> set[int] | None:
        """The states that pieces can have; None for any."""
        found = {piece.state for piece in self.equipment.pieces} | {0}
        for post in self.posts:
            if isinstance(post, words.IncreaseState):
                return None
            state = post.state if isinstance(post, words.SetPieceState | words.Convert) else None
            if isinstance(state, words.Count):
                return None
            found |= set() if state is None else {state}
        return found

    @cached_property
    def cell_states(self) -> set[int] | None:
        """The states that cells can have; None for any."""
        found = {0}
        for post in self.posts:
            if isinstance(post, words.SetCellState):
                if isinstance(post.state, words.Count):
                    return None
                found.add(post.state)
        return found

    @cached_property
    def has_flags(self) -> bool:
        """Whether pieces can have flags."""
        return self.has(words.AddFlags) or any(piece.flags for piece in self.equipment.pieces)

    def kinds_meant(self, record: words.PieceRecord | None) -> list[int]:
        """The types of pieces that a record can mean."""
        kinds = range(len(self.equipment.pieces) + 1)
        if record is None:
            return [*kinds]
        if record.flags and not self.has_flags:
            return []
        if record.state is not None and self.states is not None and record.state not in self.states:
            return []
        named = None if record.piece is None else self.equipment.kind_of.get(record.piece)
        values = self.equipment.values
        return [
            kind
            for kind in kinds
            if record.piece is None or kind == named
            if record.value is None or values[kind] == record.value
        ]

    def most(self, record: words.PieceRecord | None, seat: int) -> float:
        """The most pieces on the board at once that fit a record, as seen by a seat."""
        owners = self.equipment.owners(record.player if record else None, seat)
        kinds = self.kinds_meant(record)
        count = sum(self.supply[kind, owner] for kind in kinds for owner in owners)
        return min(count, self.room)

    def most_captured(self, record: words.PieceRecord | None, seat: int) -> float:
        """The most pieces of the type that a seat can capture in a whole match."""
        if not self.has(words.Capture, words.Displace):
            return 0
        taking = [post for post in self.posts if isinstance(post, words.Capture | words.Displace)]
        captures = [post for post in taking if isinstance(post, words.Capture)]
        if any(post.subsume or post.recycle for post in captures):
            # Captured pieces come back and can be captured again.
            return inf
        is_enemy_only = all(not p.record or p.record.player in _ENEMIES for p in taking)
        owners = (1 - seat,) if is_enemy_only and not self.may_stack else OWNERS
        kind = None if record is None or record.piece is None else record.piece
        known = range(len(self.equipment.pieces) + 1)
        kinds = known if kind is None else [self.equipment.kind_of.get(kind, known[-1])]
        return sum(self.supply[one, owner] for one in kinds for owner in owners)

    @cached_property
    def may_vanish(self) -> bool:
        """Whether the pieces a player has on the board and in hand can become fewer."""
        acts = [move.action for _, move in self.moves]
        is_given = any(isinstance(act, words.Push) and act.player for one in acts for act in one)
        # Lifted pieces are gone unless they are put down.
        is_lifted = any(_ends_lifted(action) for action in acts)
        converts = any(isinstance(post, words.Convert) and post.player for post in self.posts)
        taking = (words.Capture, words.Displace, words.Remove)
        return is_given or is_lifted or converts or self.has(*taking)

    def seats_asked(self, clause: words.EndClause) -> list[int]:
        """The seats that an end clause can apply to."""
        asked = [self.equipment.owners(clause.player, mover) for mover in (0, 1)]
        return sorted((asked[0] | asked[1]) & BOTH)

    def longest_line(self, nbors: str | None) -> int:
        """Cells of the longest straight line."""
        lines = self.board.line_directions(nbors)
        return max(
            (1 + len(ray(self.board, line, site)) for line in lines for site in self.board.sites),
            default=1,
        )


def _ends_lifted(action: Sequence[Any]) -> bool:
    acts = [act for act in action if isinstance(act, words.Pop | words.Push)]
    return isinstance(acts[-1], words.Pop)


# --- Pieces and moves -----------------------------------------------------------------------------


def _idle_pieces(facts: Facts) -> Iterator[Finding]:
    """Types of pieces that never get onto the board."""
    for kind, piece in enumerate(facts.equipment.pieces if facts.game.pieces else ()):
        if not any(facts.supply[kind, owner] for owner in OWNERS):
            yield Finding(
                f"no {piece.name} can ever get onto the board: there is none at the start, and "
                "no move puts one down or makes one",
                place(("pieces", "pieces", kind, "name")),
            )


def _never_in_moves(facts: Facts) -> Iterator[Finding]:
    for path, part in _parts(facts.game.pieces, ("pieces",)) if facts.game.pieces else ():
        if isinstance(part, words.Condition):
            reason = _never_asked(part, facts)
            if reason:
                yield Finding(f"this can never hold: {reason}", place(path))


def _parts(ludeme: Ludeme, path: Path) -> Iterator[tuple[Path, Ludeme]]:
    """All ludemes below one, with their paths."""
    yield path, ludeme
    for name, value in vars(ludeme).items():
        if isinstance(value, Ludeme):
            yield from _parts(value, (*path, name))
        elif isinstance(value, tuple):
            for index, part in enumerate(value):
                if isinstance(part, Ludeme):
                    yield from _parts(part, (*path, name, index))


def _never_asked(condition: words.Condition, facts: Facts) -> str:
    """Why the condition of a move never holds, or ""."""
    if isinstance(condition, words.InRegion):
        owners = {
            owner
            for mover in (0, 1)
            for owner in facts.equipment.owners(condition.player, mover) & BOTH
        }
        owned = facts.equipment.region_owners
        return "" if any(owners & each for each in owned) else "no player meant owns a region"
    if isinstance(condition, words.Steps):
        return _no_walk(facts, condition.steps, facts.board.line_directions("all-nbors"))
    compared = _COMPARISONS.get(type(condition))
    if compared is not None:
        left, right = (_range_of(getattr(condition, side), facts) for side in ("left", "right"))
        if not compared(left, right):
            return f"the numbers are {_told(left)} and {_told(right)}"
    return ""


_COMPARISONS: Final[dict[type, Callable[[Interval, Interval], bool]]] = {
    words.Greater: lambda left, right: left[1] > right[0],
    words.AtLeast: lambda left, right: left[1] >= right[0],
    words.Less: lambda left, right: left[0] < right[1],
    words.AtMost: lambda left, right: left[0] <= right[1],
    words.Equal: lambda left, right: left[0] <= right[1] and right[0] <= left[1],
    words.Unequal: lambda left, right: not left[0] == left[1] == right[0] == right[1],
}
"""Whether a comparison can hold for numbers from these intervals."""


def _told(interval: Interval) -> str:
    low, high = interval
    if low == high:
        return f"{low:g}"
    least = "any number" if low == -inf and high == inf else f"from {low:g} to {high:g}"
    return least if high < inf or low == -inf else f"{low:g} or more"


def _range_of(value: int | words.Count, facts: Facts) -> Interval:
    """The range of a count; generous, because conditions are evaluated before the move is made."""
    if isinstance(value, int):
        return value, value
    # A count about a site that does not exist is 0.
    if isinstance(value, words.Phase):
        return 0, max(0, facts.board.phases - 1)
    if isinstance(value, words.NumNbors):
        sites = facts.board.sites
        return 0, max(len(adjacent_sites(facts.board, site, value.nbors)) for site in sites)
    if isinstance(value, words.Height):
        # The moving piece may be considered to be on top of a full stack.
        return 0, words.LARGEST_STACK + 1
    if isinstance(value, _CELLS):
        return 0, facts.cells
    if isinstance(value, words.Distance):
        return -1, facts.cells
    if isinstance(value, words.Row | words.Column):
        return 0, facts.board.extent
    if isinstance(value, words.Plus):
        left, right = (_range_of(part, facts) for part in (value.left, value.right))
        return left[0] + right[0], left[1] + right[1]
    if isinstance(value, words.Minus):
        left, right = (_range_of(part, facts) for part in (value.left, value.right))
        return left[0] - right[1], left[1] - right[0]
    return (0, inf) if isinstance(value, _COUNTED) else (-inf, inf)


_CELLS: Final = (
    *(words.NumBetween, words.GroupSize, words.Freedom, words.LineCount, words.LineLength),
    *(words.NumGroups, words.LargestGroup, words.DistanceHome, words.DistanceAway),
)
"""Counts of cells."""
_COUNTED: Final = (
    *(words.PieceState, words.CellState, words.NumCaptures, words.NumCaptured, words.NumPieces),
    *(words.NumHand, words.MoveNumber),
)
"""Counts that are never negative."""


# --- Ends -----------------------------------------------------------------------------------------


def _never_in_ends(facts: Facts) -> Iterator[Finding]:
    possible = False
    for index, clause in enumerate(facts.game.end.clauses):
        path: Path = ("end", "clauses", index)
        seats = facts.seats_asked(clause)
        if not seats:
            yield Finding("this applies to no player", place((*path, "player")))
            continue
        for below, part in _parts(clause.condition, (*path, "condition")):
            if isinstance(part, words.EndCondition):
                yield from _told_never(part, seats, facts, below)
        possible |= any(_can_happen(clause.condition, seat, facts) for seat in seats)
    if not possible:
        yield Finding("no clause of the end can ever hold, so no match has a winner", "end")


def _told_never(
    condition: words.EndCondition, seats: Sequence[int], facts: Facts, path: Path
) -> Iterator[Finding]:
    reasons = {seat: _never(condition, seat, facts) for seat in seats}
    if all(reasons.values()):
        yield Finding(f"this can never happen: {reasons[seats[0]]}", place(path))
        return
    for seat, reason in reasons.items():
        if reason:
            name = facts.equipment.seat_names[seat]
            yield Finding(f"this can never happen for {name}: {reason}", place(path))


def _can_happen(condition: words.EndCondition, seat: int, facts: Facts) -> bool:
    """Whether a condition may ever hold, compound ones included."""
    if isinstance(condition, words.EndAnd):
        return all(_can_happen(part, seat, facts) for part in condition.conditions)
    if isinstance(condition, words.EndOr):
        return any(_can_happen(part, seat, facts) for part in condition.conditions)
    return not _never(condition, seat, facts)


def _never(condition: words.EndCondition, seat: int, facts: Facts) -> str:
    """Why a condition can never hold for a seat; "" if it may, or is compound."""
    found = _NEVER.get(type(condition))
    return found(condition, seat, facts) if found else ""


def _too_few(needed: int, record: words.PieceRecord | None, seat: int, facts: Facts) -> str:
    most = facts.most(record, seat)
    if most >= needed:
        return ""
    if most == 0:
        return "no such piece can ever be on the board"
    return f"at most {most:g} such pieces can be on the board, {needed} are needed"


def _no_connection(end: words.Connect, seat: int, facts: Facts) -> str:
    regions = regions_to_join(end.target, facts.equipment, seat)
    if len(regions) < 2:
        return f"it needs two regions to connect, but there {_are(len(regions))}"
    if not all(regions):
        return "a region to be connected has no cells"
    board = facts.board
    is_alone = end.flagged and not facts.has_flags
    chains: Collection[frozenset[int]] = (
        [frozenset((site,)) for site in board.sites]
        if is_alone
        else [*components(board.sites, lambda site: adjacent_sites(board, site, end.nbors))]
    )
    if not any(all(chain & region for region in regions) for chain in chains):
        return "no piece has flags" if is_alone else "no chain of cells joins the regions"
    return _too_few(1, end.record, seat, facts)


def _are(count: int) -> str:
    return "is one" if count == 1 else "are none"


def _no_ring(end: words.Cycle, seat: int, facts: Facts) -> str:
    inside = facts.cells - len(facts.board.edge)
    needed = end.area or 1
    if inside < needed:
        return f"the board has {inside} cells that are not at its edge, {needed} are needed"
    return _too_few(1, end.record, seat, facts)


def _no_group(end: words.Group, seat: int, facts: Facts) -> str:
    if end.count is None:
        return _too_few(1, end.record, seat, facts)
    board = facts.board
    joined = components(board.sites, lambda site: adjacent_sites(board, site, end.nbors))
    largest = max(map(len, joined))
    if largest < end.count:
        return f"the largest group that the board has room for is one of {largest} cells"
    return _too_few(end.count, end.record, seat, facts)


def _no_row(end: words.InARow, seat: int, facts: Facts) -> str:
    longest = facts.longest_line(end.nbors)
    if longest < end.count:
        return f"the longest line of the board has {longest} cells"
    return _too_few(end.count, end.record, seat, facts)


def _no_pattern(end: words.Pattern, seat: int, facts: Facts) -> str:
    reason = _no_walk(facts, end.steps, direct_directions(facts.board))
    return reason or _too_few(1, end.record, seat, facts)


def _no_walk(facts: Facts, steps: tuple[str, ...], directions: Sequence[int]) -> str:
    board = facts.board
    for site in board.sites:
        if any(turtle_walk(board, site, line, steps) is not None for line in directions):
            return ""
    return "no walk of these steps fits on the board"


def _no_arrival(end: words.Reach, seat: int, facts: Facts) -> str:
    goals = _goals(end, seat, facts)
    if not goals or not all(goals):
        return "the goal has no cells"
    if end.count == words.Amount.ALL:
        return _too_few(1, end.record, seat, facts)
    if end.count == words.Amount.FILL:
        return _too_few(len(goals[0].union(*goals)), end.record, seat, facts)
    needed, smallest = int(end.count), min(map(len, goals))
    room = smallest * (words.LARGEST_STACK if end.stacks and facts.may_stack else 1)
    if room < needed:
        return f"the goal has room for {room} pieces, {needed} are needed"
    return _too_few(needed, end.record, seat, facts)


def _goals(end: words.Reach, seat: int, facts: Facts) -> list[frozenset[int]]:
    rules = facts.equipment
    if end.target == words.Goal.ALL_SIDES:
        return [*facts.board.sides.values()]
    if end.target in (words.Goal.AWAY, words.Goal.HOME):
        return [rules.rows[seat][-1 if end.target == words.Goal.AWAY else 0]]
    if isinstance(end.target, words.RegionCells):
        return [rules.regions[end.target.region]] if rules.regions else []
    if isinstance(end.target, words.Compass):
        return [side_sites(facts.board, end.target)]
    return [frozenset((rules.site(str(end.target)),))]


def _no_prey(end: words.CaptureEnd, seat: int, facts: Facts) -> str:
    most = facts.most_captured(end.record, seat)
    needed = end.count if isinstance(end.count, int) else 1
    if most >= needed:
        return ""
    if not facts.has(words.Capture, words.Displace):
        return "no move captures anything"
    return f"at most {most:g} such pieces can be captured, {needed} are needed"


def _no_elimination(end: words.Eliminate, seat: int, facts: Facts) -> str:
    seats = facts.equipment.owners(end.player, seat) & BOTH
    return "" if seats and facts.may_vanish else _none_leaves(seats)


def _none_leaves(seats: Collection[int]) -> str:
    return "no piece ever leaves the board or changes hands" if seats else "no player is meant"


def _no_loss(_: words.NoPieces, seat: int, facts: Facts) -> str:
    return "" if facts.may_vanish else _none_leaves((seat,))


def _no_score(end: words.ScoreEnd, seat: int, facts: Facts) -> str:
    scored = [post.points for post in facts.posts if isinstance(post, words.AddScore)]
    if facts.equipment.is_scored:
        if end.goal == words.Best.BEST:
            gains = any(not isinstance(points, int) or points != 0 for points in scored)
        else:
            gains = any(not isinstance(points, int) or points > 0 for points in scored)
        return "" if gains else "no move scores points"
    needed = end.goal if isinstance(end.goal, int) else 1
    return _too_few(needed, None, seat, facts)


def _no_stack(end: words.StackEnd, seat: int, facts: Facts) -> str:
    if not facts.may_stack:
        return "two pieces can never be on one cell"
    meant = _too_few(1, end.record, seat, facts)
    total = sum(facts.supply.values())
    if meant or total >= end.count:
        return meant
    return f"there are {total:g} pieces in all, but {end.count} are needed"


def _no_state(end: words.StateEnd, seat: int, facts: Facts) -> str:
    states = facts.states if end.site is None else facts.cell_states
    if states is not None and end.state not in states:
        what = "piece" if end.site is None else "cell"
        return f"no {what} can ever have a state other than {', '.join(map(str, sorted(states)))}"
    return "" if end.site is not None else _too_few(1, end.record, seat, facts)


_NEVER: Final[dict[type[words.EndCondition], Callable[[Any, int, Facts], str]]] = {
    words.Connect: _no_connection,
    words.Cycle: _no_ring,
    words.Group: _no_group,
    words.InARow: _no_row,
    words.Pattern: _no_pattern,
    words.Reach: _no_arrival,
    words.CaptureEnd: _no_prey,
    words.Eliminate: _no_elimination,
    words.ScoreEnd: _no_score,
    words.StackEnd: _no_stack,
    words.StateEnd: _no_state,
    words.NoPieces: _no_loss,
}
"""The check of each end condition; `no-move` and `no-moves` can only be decided in a match."""
