"""Why a match ended, in words: which clause of the rules held, for whom, and on which cells.

The reference engine replays the match and evaluates the clauses at its end, so the explanation
follows the rules exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.reference import ReferencePosition, ReferenceRules
from ludwright.families.combinatorial.reference_ends import (
    Facts,
    cut_off_sites,
    first_clause,
    goal_sites,
    held_sites,
    is_met,
    regions_to_join,
)
from ludwright.families.combinatorial.reference_terms import (
    Scene,
    adjacent_sites,
    components,
    direct_directions,
    ray,
    turtle_walk,
)
from ludwright.families.combinatorial.rules import NativePosition
from ludwright.families.combinatorial.rules_in_english import (
    condition_in_english,
    ended_in_english,
    region_name,
)
from ludwright.language.english import listing, number_word, plural, plural_of
from ludwright.play.outcome import Outcome, Reason

MOST_CELLS: Final[int] = 16
"""The most cells that are listed; further ones are counted."""

LONGEST_NAMES: Final[int] = 80
"""The most characters for the names of regions; longer lists are counted."""


class _Fact(NamedTuple):
    """Something that holds: a subject, "" if it is nobody in particular, and a predicate."""

    subject: str
    predicate: str

    def __str__(self) -> str:
        return f"{self.subject} {self.predicate}".strip()


def ending(position: NativePosition) -> str:
    """Who won a match that is over and why, such as "White wins: four in a row A1 A2 A3 A4"."""
    outcome = position.outcome()
    if outcome is None:
        raise ValueError("expected a match that is over, got one in progress")
    names = position.rules.seat_names
    final = _followed(position)
    if outcome.reason == Reason.RULE:
        return _decided(final, outcome, names)
    return f"draw: {_drawn(final, outcome.reason)}"


def _followed(position: NativePosition) -> ReferencePosition:
    reference = ReferenceRules(position.rules.root).start()
    for move in position.history():
        reference = reference.followed(move)
    return reference


def _drawn(final: ReferencePosition, reason: Reason) -> str:
    play = final.rules.play
    if reason == Reason.REPETITION:
        if play.repetition == v.Repetition.BOARD_DRAW:
            return "the board has stood like this before"
        return "the position came up a third time"
    if reason == Reason.QUIET_LIMIT:
        moves = plural(play.quiet_limit or final.quiet, "move")
        return f"{moves} in a row without a capture or a placement"
    if reason == Reason.FAULT:
        return "the game broke"
    return "both passed" if final.passes >= 2 else "neither player can move"


def _decided(final: ReferencePosition, outcome: Outcome, names: Sequence[str]) -> str:
    """The result by the end clauses."""
    best = max(outcome.scores)
    # Names and clauses are those of the sides.
    winners = [
        seat ^ final.is_swapped for seat, score in enumerate(outcome.scores) if score == best
    ]
    verdict = f"{names[winners[0]]} wins" if len(winners) == 1 else "draw"
    held = _held_by_result(final, names)
    # What the winner did is more informative than what the loser suffered.
    order = (v.Result.WIN, v.Result.LOSE) if len(winners) == 1 else tuple(v.Result)[::-1]
    result = next((one for one in order if one in held), None)
    if result is None:
        return verdict
    facts = list(dict.fromkeys(fact for by_seat in held[result] for fact in by_seat))
    is_winners = len(facts) == 1 and verdict == f"{facts[0].subject} wins"
    if is_winners and facts[0].predicate.startswith("has "):
        return f"{verdict}: {facts[0].predicate.removeprefix('has ')}"
    is_clash = len(held[result]) > 1 and len(facts) > 1 and result != v.Result.DRAW
    tie = _tie_words(final.rules.game.end) if is_clash else ""
    return f"{verdict}: {listing([str(fact) for fact in facts])}{tie}"


def _held_by_result(
    final: ReferencePosition, names: Sequence[str]
) -> dict[v.Result, list[list[_Fact]]]:
    """What made clauses hold, for each seat that has a result."""
    facts = final.facts(final.side if final.last_mover is None else final.last_mover)
    held: dict[v.Result, list[list[_Fact]]] = {}
    for seat in range(len(names)):
        told = _Explanation(final.rules.game, final.scene(seat), facts, names)
        clause = first_clause(final.rules.game.end, told.scene, facts)
        if clause is not None:
            held.setdefault(clause.result, []).append(told.facts_of(clause))
    return held


def _tie_words(end: v.End) -> str:
    """How a clash of results is settled."""
    return {
        v.TieRule.MOVER_WINS: "; then the player who has just moved wins",
        v.TieRule.MOVER_LOSES: "; then the player who has just moved loses",
        v.TieRule.DRAW: "; then the match is a draw",
    }[end.tie or v.TieRule.MOVER_WINS]


class _Explanation:
    """Describes what holds for one player at the end."""

    def __init__(self, root: v.BoardGame, scene: Scene, facts: Facts, names: Sequence[str]) -> None:
        self.root = root
        self.scene = scene
        self.facts = facts
        self.names = names
        self.board = scene.board

    def facts_of(self, clause: v.EndClause) -> list[_Fact]:
        """What made the clause hold."""
        found = list(self._facts(clause.condition))
        if found:
            return found
        words = condition_in_english(self.root, clause.condition)
        return [_Fact(self._name, f'meets "{words}"')]

    @property
    def _name(self) -> str:
        return self.names[self.scene.mover]

    def _facts(self, condition: v.EndCondition) -> Iterable[_Fact]:
        if isinstance(condition, v.EndAnd):
            for part in condition.conditions:
                yield from self._facts(part)
        elif isinstance(condition, v.EndOr):
            for part in condition.conditions:
                if is_met(part, self.scene, self.facts):
                    yield from self._facts(part)
                    return
        elif isinstance(condition, v.Eliminate):
            seats = sorted(self.scene.owners(condition.player) & set(range(len(self.names))))
            yield from (_Fact(self.names[seat], "has no pieces left") for seat in seats)
        elif not isinstance(condition, v.EndNot):
            yield self._fact(condition)

    def _fact(self, condition: v.EndCondition) -> _Fact:
        """The fact by the function for its class, or by what the class itself says."""
        tell = _PREDICATES.get(type(condition))
        if tell is not None:
            return _Fact(self._name, tell(self, condition))
        ended = ended_in_english(self.root, condition)
        if ended:
            return _Fact(self._name if condition.subject == "you" else "", ended)
        words = condition_in_english(self.root, condition)
        return _Fact(self._name, f'meets "{words}"')

    def _region(self, number: int) -> str:
        return region_name(self.root, number)

    def cells(self, sites: Collection[int], *, in_order: bool = False) -> str:
        """The names of cells, sorted unless their order matters."""
        ordered = list(sites) if in_order else sorted(sites)
        named = [self.board.label(site) for site in ordered[:MOST_CELLS]]
        rest = len(ordered) - len(named)
        return " ".join(named) + (f" and {rest} more" if rest else "")

    # --- The conditions ---------------------------------------------------------------------------

    def in_a_row(self, end: v.InARow) -> str:
        """A row in its full length, through the last move if possible."""
        held = held_sites(self.scene, end.record)
        rows = [
            run
            for line in self.board.line_directions(end.nbors)
            for site in held
            if self.board.step[self.board.opposite[line]][site] not in held
            and len(run := self._run(site, line, held)) >= end.count
        ]
        rows.sort(key=lambda run: (self.scene.last_to not in run, -len(run), min(run), run[0]))
        row = min((rows[0], rows[0][::-1])) if rows else []
        what = f" {plural_of(str(end.record.piece))}" if end.record and end.record.piece else ""
        count = number_word(len(row) or end.count)
        return f"has {count}{what} in a row {self.cells(row, in_order=True)}"

    def _run(self, site: int, line: int, held: Collection[int]) -> list[int]:
        run = [site]
        for other in ray(self.board, line, site):
            if other not in held:
                break
            run.append(other)
        return run

    def connects(self, end: v.Connect) -> str:
        """The shortest chain, or all of it where more than two regions are joined."""
        told = f"connects {self._joined(end.target)}"
        held = held_sites(self.scene, end.record, buried=end.stack)
        regions = regions_to_join(end.target, self.scene.equipment, self.scene.mover)
        # Pieces that must point at each other are linked differently from cells.
        path = [] if end.flagged else self._path(held, regions, end.nbors)
        return f"{told} by {self.cells(path, in_order=True)}" if path else told

    def _joined(self, target: v.OwnRegions | v.RegionSet) -> str:
        if target == v.OwnRegions.ALL_SIDES:
            return "all sides"
        if isinstance(target, v.RegionSet):
            numbers = list(target.regions)
        else:
            owners = self.scene.equipment.region_owners
            numbers = [number for number, seats in enumerate(owners) if self.scene.mover in seats]
        named = listing([self._region(number) for number in numbers])
        return named if len(named) <= LONGEST_NAMES else f"{number_word(len(numbers))} regions"

    def _path(
        self, held: frozenset[int], regions: Sequence[frozenset[int]], nbors: str | None
    ) -> list[int]:
        def neighbours(site: int) -> Iterable[int]:
            return adjacent_sites(self.board, site, nbors)

        for chain in components(held, neighbours):
            if all(not chain.isdisjoint(region) for region in regions):
                if len(regions) != 2:
                    return sorted(chain)
                return _shortest(chain & regions[0], regions[1], chain, neighbours)
        return []

    def encloses(self, end: v.Cycle) -> str:
        """What the ring surrounds."""
        held = held_sites(self.scene, end.record)
        inside = set() if end.full else cut_off_sites(self.scene, held)
        return f"has a closed ring around {self.cells(inside)}" if inside else "has a closed ring"

    def groups(self, end: v.Group) -> str:
        """The group, or that there is only one."""
        if end.count is None:
            return "has all pieces in one group"
        held = held_sites(self.scene, end.record, buried=end.stack)
        groups = components(held, lambda site: adjacent_sites(self.board, site, end.nbors))
        largest = max(groups, key=len)
        return f"has a group of {number_word(len(largest))}: {self.cells(largest)}"

    def pattern(self, end: v.Pattern) -> str:
        """The cells of the pattern."""
        held = held_sites(self.scene, end.record)
        walks = (
            (site, turtle_walk(self.board, site, line, end.steps))
            for site in sorted(held)
            for line in direct_directions(self.board)
        )
        found = next((at, *way) for at, way in walks if way is not None and held.issuperset(way))
        return f"has the pattern {self.cells(list(dict.fromkeys(found)), in_order=True)}"

    def reaches(self, end: v.Reach) -> str:
        """The cells of the goal that were reached."""
        goal = frozenset[int]().union(*goal_sites(end, self.scene))
        there = goal & held_sites(self.scene, end.record, buried=end.stacks)
        if end.count == v.Amount.ALL:
            return f"has all pieces at the goal: {self.cells(there)}"
        if end.count == v.Amount.FILL:
            return f"has filled the goal: {self.cells(there)}"
        return f"has reached {self.cells(there)}"

    def captures(self, end: v.CaptureEnd) -> str:
        """How many pieces were captured."""
        noun = str(end.record.piece) if end.record and end.record.piece else "piece"
        if not isinstance(end.count, int):
            return f"has captured every enemy {noun}"
        if noun == "piece":
            return f"has captured {plural(sum(self.scene.captured[self.scene.mover]), noun)}"
        if end.count == 1:
            return f"has captured an enemy {noun}"
        return f"has captured {number_word(end.count)} enemy {plural_of(noun)}"

    def scores(self, end: v.ScoreEnd) -> str:
        """The points."""
        own = self.scene.points(self.scene.mover)
        if isinstance(end.goal, int):
            return f"has {plural(own, 'point')}"
        return f"has the higher score, {own} to {self.scene.points(1 - self.scene.mover)}"

    def stacks(self, end: v.StackEnd) -> str:
        """Where the stack stands."""
        sites = held_sites(self.scene, end.record)
        site = max(sorted(sites), key=lambda one: self._height(end, one))
        height = number_word(self._height(end, site))
        return f"has a stack of {height} on {self.board.label(site)}"

    def _height(self, end: v.StackEnd, site: int) -> int:
        stack = self.scene.stacks[site]
        return sum(not end.owner or piece.owner == stack[-1].owner for piece in stack)


_PREDICATES: Final[dict[type[v.EndCondition], Callable[[_Explanation, Any], str]]] = {
    v.InARow: _Explanation.in_a_row,
    v.Connect: _Explanation.connects,
    v.Cycle: _Explanation.encloses,
    v.Group: _Explanation.groups,
    v.Pattern: _Explanation.pattern,
    v.Reach: _Explanation.reaches,
    v.CaptureEnd: _Explanation.captures,
    v.ScoreEnd: _Explanation.scores,
    v.StackEnd: _Explanation.stacks,
}


def _shortest(
    begin: Collection[int],
    goal: Collection[int],
    chain: Collection[int],
    neighbours: Callable[[int], Iterable[int]],
) -> list[int]:
    """The cells of a shortest path along the chain from one region to another."""
    before: dict[int, int] = dict.fromkeys(sorted(begin), -1)
    waiting = deque(before)
    while waiting:
        site = waiting.popleft()
        if site in goal:
            way = [site]
            while before[way[-1]] >= 0:
                way.append(before[way[-1]])
            return way[::-1]
        for other in sorted(neighbours(site)):
            if other in chain and other not in before:
                before[other] = site
                waiting.append(other)
    return sorted(chain)
