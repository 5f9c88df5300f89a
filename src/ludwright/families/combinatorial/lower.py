"""Turns a board game into a program for the native core: a flat list of numbers.

Common shapes of rules are recognised (lower_rules.py) and become sets and relations that the core
evaluates for the whole board at once; the rest stay conditions that the core evaluates
move by move. Both must agree with the reference engine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.lower_rules import RuleLowering
from ludwright.families.combinatorial.program import (
    ARITHMETIC,
    CAPTURE,
    CAPTURES,
    COMPARISONS,
    CONTENTS,
    ENEMY,
    MAGIC,
    MOVER,
    NBORS,
    NOWHERE,
    ROLES,
    SITE_CODES,
    VERSION,
    Tables,
    board_numbers,
    hands,
    setting_of,
    start_placement,
    walk_rules,
)
from ludwright.families.combinatorial.reference_terms import column_number
from ludwright.language.ludeme import Name, SiteLabel, field_specs, walk

OWN_ROLES = (v.Role.CURRENT, v.Role.MOVER, v.Role.FRIEND)
_OWNERS: dict[type[v.Condition], int] = {
    v.Friend: ROLES["friend"],
    v.Enemy: ROLES["enemy"],
    v.Neutral: ROLES["neutral"],
}
_PLAIN_CONDITIONS: dict[type[v.Condition], str] = {
    v.Always: "kTrue",
    v.Never: "kFalse",
    v.Empty: "kEmpty",
    v.Occupied: "kOccupied",
    v.Connected: "kConnected",
    v.BlockedBeyond: "kBlockedBeyond",
    v.SameLine: "kSameLine",
    v.Attacked: "kAttacked",
    v.Visited: "kVisited",
    v.Flanks: "kFlanks",
    v.Capturing: "kCapturing",
    v.FirstMove: "kFirstMove",
}
"""Conditions without arguments, or about sites and nothing else, in the order of their fields."""
_PLAIN_COUNTS: dict[type[v.Count], str] = {
    v.GroupSize: "kGroupSize",
    v.Height: "kHeight",
    v.CellState: "kCellState",
    v.CaptureValue: "kCaptureValue",
    v.Freedom: "kFreedom",
    v.NumCaptured: "kNumCaptured",
    v.LineCount: "kLineCount",
    v.LineLength: "kLineLength",
    v.MoveNumber: "kMoveNumber",
}
"""The same for counts."""
_PLAYER_COUNTS: dict[type[v.Count], str] = {
    v.NumPieces: "kNumPieces",
    v.NumHand: "kNumHand",
    v.NumGroups: "kNumGroups",
    v.LargestGroup: "kLargestGroup",
    v.ScoreOf: "kScoreOf",
}
"""Counts about a player, by default the mover."""


def lower(game: v.BoardGame) -> NDArray[np.int32]:
    """The program of a game that has passed its checks."""
    return Lowering(game).numbers()


class Lowering:
    """Writes one game as a program."""

    def __init__(self, game: v.BoardGame) -> None:
        """Resolve the names of the game."""
        self.setting = setting_of(game)
        self.board = self.setting.board
        self.tables = Tables(self.board.extent)
        self.tables.mask(self.board.edge)  # the core uses the first mask as the edge
        self.placed = start_placement(self.setting)
        self.uses_trail = any(
            isinstance(term, v.Push) and term.trail for term in walk_rules(self.setting)
        )
        self.has_own_neutral = any(owner == 2 for _, _, owner in self.placed) or any(
            (isinstance(term, v.Push | v.Convert) and term.player in (v.Role.NONE, v.Role.NEUTRAL))
            or (isinstance(term, v.Capture) and term.later)
            for term in walk_rules(self.setting)
        )
        self.has_neutral = self.uses_trail or self.has_own_neutral
        self.kind_count = len(self.setting.pieces) + int(self.uses_trail)
        self.limits_hands = any(count >= 0 for hand in hands(self.setting) for count in hand)
        self.changes_direction = any(
            isinstance(term, v.ChangeDirection) for term in walk_rules(self.setting)
        )
        self.rules = [
            RuleLowering(self, kind, move)
            for kind, piece in enumerate(self.setting.pieces)
            for move in piece.moves
        ]

    def numbers(self) -> NDArray[np.int32]:
        """The whole program."""
        setting, game = self.setting, self.setting.game
        rich = self._is_rich()
        single = self._has_single_kind()
        rules = [rule.numbers() for rule in self.rules]
        clauses = [self._clause(clause) for clause in game.end.clauses]
        progress = [self._progress(seat) for seat in range(2)]
        play = game.play or v.Play()
        head = [
            MAGIC,
            VERSION,
            self.board.extent,
            self.kind_count,
            int(rich),
            int(game.board.shape == v.Shape.BOARDLESS),
            int(single),
            v.LARGEST_STACK if self._stacks() else 2 if rich else 1,
            self._board_nbors(),
            self._ring_outside(),
        ]
        tail = self._pieces(progress)
        tail += [
            int(play.can_pass),
            ["illegal", "draw", "ignored", "board-draw"].index(play.repetition),
            play.quiet_limit or 0,
            play.moves_per_turn,
            int(play.first_move_one),
            int(play.progressive),
            ["mover-wins", "mover-loses", "draw"].index(game.end.tie or "mover-wins"),
            int(any(isinstance(term, v.AddScore) for term in walk_rules(setting))),
            int(play.pie is not None),
            int(play.longest_capture),
            len(rules),
        ]
        for rule in rules:
            tail += rule
        tail.append(len(clauses))
        for clause in clauses:
            tail += clause
        body = board_numbers(self.board)
        middle = np.asarray(self.tables.numbers(), dtype=np.int32)
        return np.concatenate(
            (np.asarray(head, dtype=np.int32), body, middle, np.asarray(tail, dtype=np.int32))
        )

    def _pieces(self, progress: list[int]) -> list[int]:
        setting = self.setting
        extra = [0] * (self.kind_count - len(setting.pieces))
        numbers = [piece.value for piece in setting.pieces] + extra
        numbers += [piece.state for piece in setting.pieces] + extra
        numbers += [self.flags(piece.flags) for piece in setting.pieces] + extra
        for hand in hands(setting):
            numbers += hand + [-1 for _ in extra]
        began = [sum(owner == seat for _, _, owner in self.placed) for seat in range(2)]
        numbers += [int(count > 1) for count in began]
        numbers += [*setting.facing, *progress, len(self.placed)]
        for piece in self.placed:
            numbers += piece
        return numbers

    def _progress(self, seat: int) -> int:
        return self.tables.table(self.row_numbers(seat))

    def row_numbers(self, seat: int) -> tuple[int, ...]:
        """By cell, how many rows it is in front of the seat's home row."""
        values = [0] * self.board.extent
        for number, row in enumerate(self.setting.rows[seat]):
            for site in row:
                values[site] = number
        return tuple(values)

    def flags(self, compass: tuple[v.Compass, ...]) -> int:
        """Direction flags as bits over the directions."""
        return sum({1 << self.direction(name) for name in compass})

    def direction(self, compass: v.Compass) -> int:
        """The number of a direction by name; the nearest clockwise if the board lacks it."""
        for index, direction in enumerate(self.board.directions):
            if direction.name == compass:
                return index
        return self.board.facing(compass)

    def nbors(self, nbors: v.Nbors | None) -> int:
        """The code of a kind of neighbours; by default those of the board."""
        return 0 if nbors is None else NBORS[nbors]

    def _board_nbors(self) -> int:
        indirect = self.setting.game.board.tiling.indirect
        return 1 if indirect is None else 3

    def _ring_outside(self) -> int:
        # If squares join by edges alone, so must the ring: the outside leaks in over corners.
        if self.setting.game.board.tiling.tiling != v.Tiling.SQUARE:
            return 1
        return 1 if self._board_nbors() == 3 else 3

    def _has_single_kind(self) -> bool:
        if len(self.setting.pieces) != 1:
            return False
        return not self.has_own_neutral

    def _stacks(self) -> bool:
        return any(rule.may_stack for rule in self.rules)

    def _is_rich(self) -> bool:
        stateful = (
            v.PieceState,
            v.CellState,
            v.SetCellState,
            v.SetPieceState,
            v.IncreaseState,
            v.AddFlags,
            v.RemoveFlags,
            v.Rotate,
            v.Swap,
            v.StateEnd,
        )
        tree = self.setting.game
        if any(isinstance(term, stateful) for term in walk(tree)):
            return True
        if any(isinstance(term, v.Connect) and term.flagged for term in walk(tree)):
            return True
        if any(isinstance(term, v.Convert) and term.state is not None for term in walk(tree)):
            return True
        # A piece that becomes another type keeps its state and flags.
        looks = {(piece.state, self.flags(piece.flags)) for piece in self.setting.pieces}
        if len(looks) > 1 and any(
            isinstance(term, v.Convert) and term.piece for term in walk(tree)
        ):
            return True
        return self._stacks()

    # --- sets of cells

    def seat_masks(self, condition: v.Condition) -> tuple[frozenset[int], frozenset[int]] | None:
        """The cells a condition allows, for each seat as mover; None if it is not about a cell."""
        board, setting = self.board, self.setting
        match condition:
            case v.Side(side=v.HomeOrAway() as side):
                index = 0 if side == v.HomeOrAway.HOME else -1
                return setting.rows[0][index], setting.rows[1][index]
            case v.Side(side=compass):
                cells = board.sides.get(str(compass), frozenset())
            case v.Edge():
                cells = board.edge
            case v.Corner():
                cells = board.corners
            case v.AtHome():
                return setting.rows[0][0], setting.rows[1][0]
            case v.IsAway():
                return setting.rows[0][-1], setting.rows[1][-1]
            case v.InRegionNumber(region=number):
                cells = setting.region(number)
            case v.InRegion(player=player):
                return self._regions_of(player)
            case v.AtSite(label=label):
                site = board.site(label)
                cells = frozenset() if site is None else frozenset({site})
            case _:
                return None
        return cells, cells

    def _regions_of(self, player: v.Role | Name | None) -> tuple[frozenset[int], frozenset[int]]:
        def cells(seat: int) -> frozenset[int]:
            return frozenset().union(*self.setting.owned_regions(seat))

        if player is None or (isinstance(player, v.Role) and ROLES[player] == MOVER):
            return cells(0), cells(1)
        if isinstance(player, v.Role):
            code = ROLES[player]
            if code == ENEMY:
                return cells(1), cells(0)
            both = cells(0) | cells(1) if code in (ROLES["any"], ROLES["All"]) else frozenset[int]()
            return both, both
        named = cells(self.setting.seats[player])
        return named, named

    # --- conditions and counts

    def site(self, site: v.Coord | SiteLabel | None) -> int:
        """The code of a site."""
        if site is None:
            return NOWHERE
        if isinstance(site, v.Coord):
            if site == v.Coord.CENTRE:
                return min(self.board.centre)
            return SITE_CODES[site]
        found = self.board.site(site)
        return NOWHERE if found is None else found

    def condition(self, term: v.Condition, direction: int, *, after: bool) -> int:
        """The node of a condition."""
        masks = self.seat_masks(term)
        if masks is not None:
            place = self.site(getattr(term, "site"))  # noqa: B009 - all kinds with masks have one
            first, second = (self.tables.mask(mask) for mask in masks)
            return self.tables.node("kInMask", place, first, second)
        kind = type(term)
        if kind in COMPARISONS:
            left, right = getattr(term, "left"), getattr(term, "right")  # noqa: B009
            values = self.count(left, after=after), self.count(right, after=after)
            return self.tables.node(COMPARISONS[kind], *values)
        if kind in _OWNERS:
            site = self.site(getattr(term, "site"))  # noqa: B009
            return self.tables.node("kOwnedBy", site, _OWNERS[kind])
        if kind in _PLAIN_CONDITIONS:
            return self.tables.node(_PLAIN_CONDITIONS[kind], *self._sites(term))
        if isinstance(term, v.And | v.Or | v.Xor | v.Not):
            return self._compound(term, direction, after=after)
        return self._relation(term, direction)

    def _compound(self, term: v.And | v.Or | v.Xor | v.Not, direction: int, *, after: bool) -> int:
        def nodes(*parts: v.Condition) -> list[int]:
            return [self.condition(part, direction, after=after) for part in parts]

        match term:
            case v.And(conditions=parts):
                return self.chain("kAnd", nodes(*parts))
            case v.Or(conditions=parts):
                return self.chain("kOr", nodes(*parts))
            case v.Xor(first=first, second=second):
                return self.tables.node("kXor", *nodes(first, second))
            case v.Not(condition=part):
                return self.tables.node("kNot", *nodes(part))

    def _relation(self, term: v.Condition, direction: int) -> int:
        """The node of a condition with arguments of its own."""
        node = self.tables.node
        match term:
            case v.Owner(site=site, player=player):
                role = MOVER if player is None else self.setting.role(player)
                return node("kOwnedBy", self.site(site), role)
            case v.PieceAt(site=site, piece=piece):
                return node("kPiece", self.site(site), self.setting.kinds[piece])
            case v.Line(nbors=nbors):
                return node("kLine", self.nbors(nbors))
            case v.Steps(steps=steps):
                return node("kSteps", self.tables.walk(steps), direction)
            case v.Adjacent(nbors=nbors):
                return node("kAdjacent", self.nbors(nbors))
            case v.Supported(site=site, direction=compass):
                return node("kSupported", self.site(site), self.direction(compass))
            case v.Safe(site=site):
                # A site that does not exist is not safe either.
                known = node("kOwnedBy", self.site(site), ROLES["any"])
                known = node("kOr", known, node("kEmpty", self.site(site)))
                return node("kAnd", known, node("kNot", node("kAttacked", self.site(site))))
        raise AssertionError(term)

    def _sites(self, term: v.Condition | v.Count) -> list[int]:
        """The sites of a term that has no other fields."""
        return [self.site(getattr(term, spec.name)) for spec in field_specs(type(term))]

    def chain(self, op: str, parts: list[int]) -> int:
        """Nodes joined pairwise."""
        joined = parts[0]
        for part in parts[1:]:
            joined = self.tables.node(op, joined, part)
        return joined

    def count(self, term: int | v.Count, *, after: bool) -> int:
        """The node of a number."""
        if isinstance(term, int):
            return self.tables.node("kConst", term)
        kind = type(term)
        if kind in ARITHMETIC:
            left, right = getattr(term, "left"), getattr(term, "right")  # noqa: B009
            values = self.count(left, after=after), self.count(right, after=after)
            return self.tables.node(ARITHMETIC[kind], *values)
        if kind in _PLAIN_COUNTS:
            return self.tables.node(_PLAIN_COUNTS[kind], *self._sites(term))
        if kind in _PLAYER_COUNTS:
            player = getattr(term, "player")  # noqa: B009
            role = MOVER if player is None else ROLES[player]
            return self.tables.node(_PLAYER_COUNTS[kind], role)
        return self._measure(term, after=after)

    def _measure(self, term: v.Count, *, after: bool) -> int:
        """The node of a count with arguments of its own."""
        node = self.tables.node
        match term:
            case v.NumBetween(content=content):
                return node("kNumBetween", CONTENTS[content])
            case v.NumNbors(site=site, content=content, nbors=nbors):
                return node("kNumNbors", self.site(site), CONTENTS[content], self.nbors(nbors))
            case v.PieceState(site=site):
                place = self._moving_piece(after=after) if site is None else self.site(site)
                return node("kPieceState", place)
            case v.Distance(first=first, second=second):
                a = SITE_CODES["from"] if first is None else self.site(first)
                b = SITE_CODES["to"] if second is None else self.site(second)
                return node("kDistance", a, b)
            case v.NumCaptures(kind=kind):
                if kind in (v.CaptureType.CHOICE, v.CaptureType.ANY_ONE):
                    return node("kConst", 0)
                return node("kNumCaptures", CAPTURE[CAPTURES[kind]])
            case v.Absolute(value=value):
                return node("kAbsolute", self.count(value, after=after))
        numbers = self.static_numbers(term)
        assert numbers is not None, term
        first_table, second_table = (self.tables.table(one) for one in numbers)
        place = self.site(getattr(term, "site"))  # noqa: B009 - a number of each cell is about one
        return node("kLookup", place, first_table, second_table)

    def _moving_piece(self, *, after: bool) -> int:
        # Set by the rule being lowered: before a move the piece is at its source, if any.
        return SITE_CODES["to"] if after or not self.moves_from_source else SITE_CODES["from"]

    moves_from_source: bool = True

    def static_numbers(self, term: v.Count) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """By cell, the value of a count for each seat as mover; None if it is not about a cell."""
        match term:
            case v.Phase():
                table = tuple(self.board.phase)
            case v.Row():
                table = tuple(
                    self.board.coordinates(site)[1] + 1 for site in range(self.board.extent)
                )
            case v.Column():
                table = tuple(
                    column_number(self.board, site) if self.board.phase[site] >= 0 else 0
                    for site in range(self.board.extent)
                )
            case v.DistanceHome():
                return self.row_numbers(0), self.row_numbers(1)
            case v.DistanceAway():
                return self._away_numbers(0), self._away_numbers(1)
            case _:
                return None
        return table, table

    def _away_numbers(self, seat: int) -> tuple[int, ...]:
        last = len(self.setting.rows[seat]) - 1
        return tuple(last - number for number in self.row_numbers(seat))

    # --- records

    def record(self, record: v.PieceRecord | None, default: int, *, buried: bool = False) -> int:
        """The number of a piece record; -1 if it adds nothing to the default owner."""
        if record is None and not buried:
            return -1
        record = record or v.PieceRecord()
        kinds = (1 << self.kind_count) - 1
        if record.piece is not None:
            kinds &= 1 << self.setting.kinds[record.piece]
        if record.value is not None:
            for kind, piece in enumerate(self.setting.pieces):
                if piece.value != record.value:
                    kinds &= ~(1 << kind)
            if self.uses_trail and record.value != 0:
                kinds &= (1 << len(self.setting.pieces)) - 1
        role = default if record.player is None else ROLES[record.player]
        state = -1 if record.state is None else record.state
        flags = self.flags(record.flags)
        plain = kinds == (1 << self.kind_count) - 1 and state < 0 and flags == 0
        key = (kinds, role, state, flags, int(buried), int(plain))
        return self.tables.records.setdefault(key, len(self.tables.records))

    # --- ends

    def _clause(self, clause: v.EndClause) -> list[int]:
        players = self._clause_players(clause.player)
        node = self.end(clause.condition)
        own = players < 4 and self._own_only(clause.condition)
        level = 0 if not own else 2 if self._is_disjunction(clause.condition) else 1
        result = ["win", "lose", "draw"].index(clause.result)
        return [players, result, node, int(clause.opp_turn), level]

    def _clause_players(self, player: v.Role | Name) -> int:
        if not isinstance(player, v.Role):
            return 1 << self.setting.seats[player]
        if player in (v.Role.ALL, v.Role.ANY):
            return 3
        return {MOVER: 4, ENEMY: 5}.get(ROLES[player], 0)

    def _own_only(self, condition: v.EndCondition) -> bool:
        """Whether the condition for a player depends on that player's pieces alone."""
        for term in walk(condition):
            if isinstance(term, v.PieceRecord) and term.player not in (None, *OWN_ROLES):
                return False
            if isinstance(term, v.EndCondition) and not term.is_own:
                return False
        return True

    def _is_disjunction(self, condition: v.EndCondition) -> bool:
        if isinstance(condition, v.EndOr):
            return all(self._is_disjunction(part) for part in condition.conditions)
        return not isinstance(condition, v.EndAnd | v.EndNot)

    def end(self, term: v.EndCondition) -> int:
        """The node of an end condition."""
        node, tables = self.tables.node, self.tables
        match term:
            case v.EndAnd(conditions=parts):
                return self.chain("kEndAnd", [self.end(part) for part in parts])
            case v.EndOr(conditions=parts):
                return self.chain("kEndOr", [self.end(part) for part in parts])
            case v.EndNot(condition=part):
                return node("kEndNot", self.end(part))
            case v.Connect():
                first, second = (self._targets(term.target, seat) for seat in range(2))
                nbors = self.nbors(term.nbors) + 4 * int(term.flagged)
                record = self.record(term.record, MOVER, buried=term.stack)
                return node(
                    "kConnect", tables.region_set(first), tables.region_set(second), nbors, record
                )
            case v.Cycle():
                return node(
                    "kCycle", term.area or 0, int(term.full), self.record(term.record, MOVER)
                )
            case v.Group():
                record = self.record(term.record, MOVER, buried=term.stack)
                return node("kGroup", term.count or 0, self.nbors(term.nbors), record)
            case v.InARow():
                return node(
                    "kInARow", term.count, self.nbors(term.nbors), self.record(term.record, MOVER)
                )
            case v.Pattern():
                return node("kPattern", tables.walk(term.steps), self.record(term.record, MOVER))
            case v.Reach():
                return self._reach(term)
            case v.CaptureEnd():
                return self._captured(term)
            case v.Eliminate(player=player):
                return node("kEliminated", self.setting.role(player))
            case v.ScoreEnd(goal=goal):
                return node("kScoreBest") if isinstance(goal, v.Best) else node("kScore", goal)
            case v.StackEnd():
                return node("kStack", term.count, int(term.owner), self.record(term.record, MOVER))
            case v.StateEnd(site=label, state=state):
                if label is not None:
                    return node("kCellHasState", max(0, self.site(label)), state)
                return node("kPieceHasState", state, self.record(term.record, MOVER))
            case v.NoMove():
                return node("kNoMove")
            case v.NoMoves():
                return node("kNoMoves")
            case v.NoPieces():
                return node("kEliminated", MOVER)
        raise AssertionError(term)

    def _targets(self, target: v.OwnRegions | v.RegionSet, seat: int) -> tuple[frozenset[int], ...]:
        if isinstance(target, v.RegionSet):
            return tuple(self.setting.region(number) for number in target.regions)
        if target == v.OwnRegions.OWN_REGIONS:
            return self.setting.owned_regions(seat)
        return tuple(self.board.sides.values())

    def _reach(self, term: v.Reach) -> int:
        record = self.record(term.record, MOVER, buried=term.stacks)
        if term.target == v.Goal.ALL_SIDES:
            return self._reach_sides(term, record)
        goals = [self._goal(term.target, seat) for seat in range(2)]
        count = term.count
        if isinstance(count, v.Amount):
            count = -1 if count == v.Amount.ALL else -2
        return self.tables.node(
            "kReach", count, self.tables.mask(goals[0]), self.tables.mask(goals[1]), record
        )

    def _reach_sides(self, term: v.Reach, record: int) -> int:
        sides = tuple(self.board.sides.values())
        if isinstance(term.count, int):
            return self.tables.node(
                "kReachSides", self.tables.region_set(sides), record, term.count
            )
        every = self.tables.mask(frozenset().union(*sides))
        return self.tables.node(
            "kReach", -1 if term.count == v.Amount.ALL else -2, every, every, record
        )

    def _goal(
        self, target: v.Goal | v.Compass | SiteLabel | v.RegionCells, seat: int
    ) -> frozenset[int]:
        if isinstance(target, v.RegionCells):
            return self.setting.region(target.region)
        if target == v.Goal.AWAY:
            return self.setting.rows[seat][-1]
        if target == v.Goal.HOME:
            return self.setting.rows[seat][0]
        if isinstance(target, v.Compass):
            return self.board.sides.get(target, frozenset())
        site = self.board.site(str(target))
        return frozenset() if site is None else frozenset({site})

    def _captured(self, term: v.CaptureEnd) -> int:
        kinds = (1 << self.kind_count) - 1
        if term.record is not None and term.record.piece is not None:
            kinds &= 1 << self.setting.kinds[term.record.piece]
        if isinstance(term.count, v.Every):
            return self.tables.node("kCaptured", 1, 1, kinds)
        return self.tables.node("kCaptured", term.count, 0, kinds)
