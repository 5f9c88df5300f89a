"""When a board game ends, straight from its end clauses; a part of the reference engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from ludwright.families.combinatorial import vocabulary as words
from ludwright.families.combinatorial.reference_terms import (
    BOTH,
    Equipment,
    Scene,
    adjacent_sites,
    component,
    components,
    direct_directions,
    fits,
    ray,
    side_sites,
    turtle_walk,
)
from ludwright.families.combinatorial.vocabulary import Result, TieRule


@dataclass(frozen=True, slots=True)
class Facts:
    """What the end clauses need to know beyond the pieces on the board."""

    last_mover: int
    """Who made the ply."""
    had_pieces: tuple[bool, bool]
    """Whether each seat has ever had a piece on the board or in a limited hand."""
    began_with: tuple[int, int]
    """How many pieces each seat had on the board at the start."""
    is_stuck: Callable[[int], bool]
    """True if it is this seat's turn and it has no legal move."""
    is_all_stuck: Callable[[], bool]
    """True if neither seat would have a legal move."""


def decide(end: words.End, scenes: tuple[Scene, Scene], facts: Facts) -> tuple[float, float] | None:
    """What each seat gets after a ply, or None if the match continues; `scenes` are by seat."""
    clauses = [first_clause(end, scene, facts) for scene in scenes]
    results = [None if clause is None else clause.result for clause in clauses]
    given = [result for result in results if result is not None]
    if not given:
        return None
    if len(given) == 1:
        return _scores(results)
    if set(given) == {Result.WIN, Result.LOSE} or set(given) == {Result.DRAW}:
        return _scores(results)
    return _tie(end.tie or TieRule.MOVER_WINS, facts.last_mover)


def first_clause(end: words.End, scene: Scene, facts: Facts) -> words.EndClause | None:
    """The first clause, in written order, that holds for the scene's mover."""
    for clause in end.clauses:
        is_asked = scene.mover in scene.equipment.owners(clause.player, facts.last_mover)
        is_time = not clause.opp_turn or scene.mover != facts.last_mover
        if is_asked and is_time and is_met(clause.condition, scene, facts):
            return clause
    return None


def _scores(results: list[Result | None]) -> tuple[float, float]:
    if Result.DRAW in results:
        return 0.5, 0.5
    is_first = results[0] == Result.WIN or results[1] == Result.LOSE
    return (1.0, 0.0) if is_first else (0.0, 1.0)


def _tie(rule: TieRule, mover: int) -> tuple[float, float]:
    if rule == TieRule.DRAW:
        return 0.5, 0.5
    winner = mover if rule == TieRule.MOVER_WINS else 1 - mover
    return (1.0, 0.0) if winner == 0 else (0.0, 1.0)


def is_met(condition: words.EndCondition, scene: Scene, facts: Facts) -> bool:
    """True if the condition holds for the scene's mover."""
    return _ENDS[type(condition)](condition, scene, facts)


def owners_meant(scene: Scene, record: words.PieceRecord | None) -> frozenset[int]:
    """Whose pieces count: the player's own, unless the record names another."""
    return scene.owners(record.player if record else None)


def held_sites(
    scene: Scene, record: words.PieceRecord | None, *, buried: bool = False
) -> frozenset[int]:
    """The sites with a fitting piece of the player: on top, or anywhere if buried ones count."""
    owners = owners_meant(scene, record)
    return frozenset(
        site
        for site, stack in enumerate(scene.stacks)
        for piece in (stack if buried else stack[-1:])
        if piece.owner in owners and fits(scene, piece, record)
    )


def _connects(end: words.Connect, scene: Scene, _: Facts) -> bool:
    regions = regions_to_join(end.target, scene.equipment, scene.mover)
    if len(regions) < 2:
        return False
    held = held_sites(scene, end.record, buried=end.stack)

    def neighbours(site: int) -> Iterable[int]:
        if end.flagged:
            return _flagged_neighbours(scene, site, end.nbors)
        return adjacent_sites(scene.board, site, end.nbors)

    chains = components(held, neighbours)
    return any(all(not chain.isdisjoint(region) for region in regions) for chain in chains)


def regions_to_join(
    target: words.OwnRegions | words.RegionSet, equipment: Equipment, seat: int
) -> list[frozenset[int]]:
    """The regions that a chain of the seat must touch."""
    if isinstance(target, words.RegionSet):
        return [equipment.regions[i] for i in target.regions if i < len(equipment.regions)]
    if target == words.OwnRegions.ALL_SIDES:
        return [*equipment.board.sides.values()]
    pairs = zip(equipment.regions, equipment.region_owners, strict=True)
    return [region for region, owners in pairs if seat in owners]


def _flagged_neighbours(scene: Scene, site: int, nbors: str | None) -> Iterable[int]:
    """Neighbours whose top piece and the site's point at each other."""
    board = scene.board
    for line in board.line_directions(nbors):
        other = board.step[line][site]
        if other < 0 or not scene.stacks[other]:
            continue
        back = 1 << board.opposite[line]
        if scene.stacks[site][-1].flags & 1 << line and scene.stacks[other][-1].flags & back:
            yield other


def _encloses(end: words.Cycle, scene: Scene, _: Facts) -> bool:
    board, held = scene.board, held_sites(scene, end.record)
    count = 0
    if not end.full:
        count += len(cut_off_sites(scene, held))
    if end.full or end.area is None:
        inside = held - board.edge
        count += sum(held.issuperset(board.neighbours[site]) for site in inside)
    return count >= (end.area or 1)


def cut_off_sites(scene: Scene, held: Collection[int]) -> set[int]:
    """The sites not held from which no path over such sites leads to the edge of the board."""
    board = scene.board
    free = set(board.sites).difference(held)
    # If squares join by edges alone, so must the ring: the outside leaks in over corners.
    is_open = board.tiling == "square" and not board.indirect
    nbors = "all-nbors" if is_open else "d-nbors"
    for site in board.edge:
        if site in free:
            free -= component(site, free, lambda each: adjacent_sites(board, each, nbors))
    return free


def _groups(end: words.Group, scene: Scene, facts: Facts) -> bool:
    held = held_sites(scene, end.record, buried=end.stack)
    groups = list(components(held, lambda site: adjacent_sites(scene.board, site, end.nbors)))
    if end.count is not None:
        return any(len(group) >= end.count for group in groups)
    return len(groups) == 1 and (len(held) > 1 or facts.began_with[scene.mover] > 1)


def _is_in_a_row(end: words.InARow, scene: Scene, _: Facts) -> bool:
    held = held_sites(scene, end.record)
    return any(
        held.issuperset((site, *way))
        for line in scene.board.line_directions(end.nbors)
        for site in held
        if len(way := ray(scene.board, line, site)[: end.count - 1]) == end.count - 1
    )


def _is_pattern(end: words.Pattern, scene: Scene, _: Facts) -> bool:
    held = held_sites(scene, end.record)
    walks = (
        turtle_walk(scene.board, site, line, end.steps)
        for site in held
        for line in direct_directions(scene.board)
    )
    return any(way is not None and held.issuperset(way) for way in walks)


def _reaches(end: words.Reach, scene: Scene, _: Facts) -> bool:
    goals = goal_sites(end, scene)
    goal = frozenset[int]().union(*goals)
    held = held_sites(scene, end.record, buried=end.stacks)
    if end.count == words.Amount.ALL:
        return bool(held) and held <= goal
    if end.count == words.Amount.FILL:
        return bool(goal) and goal <= held
    needed = int(end.count)
    return bool(goals) and all(_count_in(scene, end, part) >= needed for part in goals)


def goal_sites(end: words.Reach, scene: Scene) -> list[frozenset[int]]:
    """The goal, as several parts that must all be reached for `all-sides`."""
    target, equipment = end.target, scene.equipment
    if target == words.Goal.ALL_SIDES:
        return [*scene.board.sides.values()]
    if target in (words.Goal.AWAY, words.Goal.HOME):
        return [scene.rows()[-1 if target == words.Goal.AWAY else 0]]
    if isinstance(target, words.RegionCells):
        regions = equipment.regions
        return [regions[target.region] if target.region < len(regions) else frozenset()]
    if isinstance(target, words.Compass):
        return [side_sites(scene.board, target)]
    return [frozenset((equipment.site(str(target)),)).intersection(scene.board.sites)]


def _count_in(scene: Scene, end: words.Reach, goal: Collection[int]) -> int:
    owners = owners_meant(scene, end.record)
    return sum(
        piece.owner in owners and fits(scene, piece, end.record)
        for site in goal
        for piece in (scene.stacks[site] if end.stacks else scene.stacks[site][-1:])
    )


def _has_captured(end: words.CaptureEnd, scene: Scene, _: Facts) -> bool:
    name = end.record.piece if end.record else None
    captured = scene.captured[scene.mover]
    kind = None if name is None else scene.equipment.kind_of.get(name, len(captured) - 1)
    count = sum(captured) if kind is None else captured[kind]
    if not isinstance(end.count, int):
        enemy = 1 - scene.mover
        left = scene.pieces_of((enemy,), kind) + scene.hand_of(enemy, kind)
        return count > 0 and left == 0
    return count >= end.count


def _is_gone(scene: Scene, facts: Facts, seat: int) -> bool:
    """True if the seat has no piece left, having had one before."""
    return facts.had_pieces[seat] and not scene.pieces_of((seat,)) and not scene.hand_of(seat)


def _eliminates(end: words.Eliminate, scene: Scene, facts: Facts) -> bool:
    seats = scene.owners(end.player) & BOTH
    return bool(seats) and all(_is_gone(scene, facts, seat) for seat in seats)


def _has_score(end: words.ScoreEnd, scene: Scene, _: Facts) -> bool:
    points = scene.points(scene.mover)
    if isinstance(end.goal, int):
        return points >= end.goal
    return points > scene.points(1 - scene.mover)


def _has_stack(end: words.StackEnd, scene: Scene, _: Facts) -> bool:
    heights = (
        sum(not end.owner or piece.owner == scene.stacks[site][-1].owner for piece in stack)
        for site in held_sites(scene, end.record)
        for stack in (scene.stacks[site],)
    )
    return max(heights, default=0) >= end.count


def _has_state(end: words.StateEnd, scene: Scene, _: Facts) -> bool:
    if end.site is not None:
        site = scene.equipment.site(end.site)
        return site >= 0 and scene.cell_states[site] == end.state
    tops = (scene.stacks[site][-1] for site in held_sites(scene, end.record))
    return any(piece.state == end.state for piece in tops)


_ENDS: Final[dict[type[words.EndCondition], Callable[[Any, Scene, Facts], bool]]] = {
    words.EndAnd: lambda end, *seen: all(is_met(part, *seen) for part in end.conditions),
    words.EndOr: lambda end, *seen: any(is_met(part, *seen) for part in end.conditions),
    words.EndNot: lambda end, *seen: not is_met(end.condition, *seen),
    words.Connect: _connects,
    words.Cycle: _encloses,
    words.Group: _groups,
    words.InARow: _is_in_a_row,
    words.Pattern: _is_pattern,
    words.Reach: _reaches,
    words.CaptureEnd: _has_captured,
    words.Eliminate: _eliminates,
    words.ScoreEnd: _has_score,
    words.StackEnd: _has_stack,
    words.StateEnd: _has_state,
    words.NoMove: lambda _, scene, facts: facts.is_stuck(scene.mover),
    words.NoMoves: lambda _end, _scene, facts: facts.is_all_stuck(),
    words.NoPieces: lambda _, scene, facts: _is_gone(scene, facts, scene.mover),
}
