"""Recognises the shape of a move, so that the core can find all its moves at once.

The condition of a move is a list of terms that must all hold. Terms about `to` alone or
`from` alone become sets of cells; terms about the way between them become a relation
(walk, distance, slide, line); the rest stay a condition that the core evaluates candidate by
candidate.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.program import (
    ACT,
    CAPTURE,
    CAPTURES,
    COMPARISON_CODES,
    CONTENTS,
    ENEMY,
    MIRRORED,
    MOVER,
    NOWHERE,
    POST,
    RELATION,
    ROLES,
    SET,
    SITE_CODES,
    has_source,
)
from ludwright.language.ludeme import Ludeme, walk

if TYPE_CHECKING:
    from ludwright.families.combinatorial.lower import Lowering

OWNER_TESTS = (v.Owner, v.Friend, v.Enemy, v.Neutral)


@dataclass(slots=True)
class SetCode:
    """Instructions that compute one set of cells; each refers to earlier ones by number."""

    code: list[tuple[int, int, int, int]] = field(default_factory=list)

    def add(self, op: str, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Append an instruction, or find an equal one."""
        instruction = (SET[op], a, b, c)
        if instruction in self.code:
            return self.code.index(instruction)
        self.code.append(instruction)
        return len(self.code) - 1

    def finish(self, result: int) -> list[int]:
        """The numbers of the code, its last instruction being the result."""
        code = list(self.code)
        if result != len(code) - 1:
            code.append((SET["kSetAnd"], result, result, 0))
        return [len(code), *(number for instruction in code for number in instruction)]


@dataclass(slots=True)
class Way:
    """How `from` and `to` are related, as far as it was recognised."""

    relation: str
    nbors: int = -1
    amount: int = 0
    furthest: bool = False
    walks: list[int] = field(default_factory=list)
    between_content: int = 0
    between_count: int = -1


class RuleLowering:
    """Lowers one move of one kind of piece."""

    def __init__(self, game: Lowering, kind: int, move: v.Move) -> None:
        """Analyse the move; nothing is written yet."""
        self.game = game
        self.kind = kind
        self.move = move
        self.has_source = has_source(move)
        self.acts = [act for act in move.action if isinstance(act, v.Pop | v.Push)]
        self.is_pass = not self.acts
        self.posts = () if self.is_pass else move.post
        self.terms = _conjuncts(move.pre)

    # --- what is certain about the move

    @property
    def may_stack(self) -> bool:
        """Whether the move might stack pieces."""
        if self.is_pass:
            return False
        if any(isinstance(post, v.Swap) for post in self.posts):
            return True
        if any(isinstance(post, v.Capture) and post.subsume for post in self.posts):
            return True
        if not self._has_single_push():
            return True
        if self._says(v.Empty):
            return False
        return not (self._has_plain_action() and self._clears_target())

    def _has_plain_action(self) -> bool:
        """Whether one piece of the mover is moved or placed, and nothing else."""
        return self._has_single_push() and self._pushes[0].player is None

    @property
    def _pushes(self) -> list[v.Push]:
        return [act for act in self.acts if isinstance(act, v.Push)]

    def _has_single_push(self) -> bool:
        """The same for a piece of anyone: a new one may be neutral."""
        acts = self.acts
        pushes = self._pushes
        if len(pushes) != 1 or acts[-1] is not pushes[0]:
            return False
        push = pushes[0]
        if push.site not in (None, v.Coord.TO) or push.count != 1:
            return False
        if len(acts) == 1:
            return not push.trail
        pop = acts[0]
        is_plain_pop = (
            isinstance(pop, v.Pop) and pop.site in (None, v.Coord.FROM) and pop.count == 1
        )
        return len(acts) == 2 and is_plain_pop

    def _says(self, kind: type[v.Condition], site: v.Coord = v.Coord.TO) -> bool:
        return any(
            isinstance(term, kind) and getattr(term, "site", None) == site for term in self.terms
        )

    def _target_is_enemy_or_empty(self) -> bool:
        if self._says(v.Enemy):
            return True
        not_friend = any(
            isinstance(term, v.Not) and term.condition == v.Friend(site=v.Coord.TO)
            for term in self.terms
        )
        return not_friend and not self.game.has_neutral

    def _clears_target(self) -> bool:
        """Whether what was on the target is certainly gone after the move."""
        if not self._target_is_enemy_or_empty():
            return False
        # Earlier consequences would still see it there.
        first = self.posts[:1]
        return any(self._surely_replaces(post) or self._surely_pushes(post) for post in first)

    def _surely_replaces(self, post: v.Post) -> bool:
        return (
            isinstance(post, v.Capture)
            and post.kind in (None, v.CaptureType.REPLACE)
            and post.record is None
            and post.condition is None
            and not post.optional
            and not post.subsume
        )

    def _surely_pushes(self, post: v.Post) -> bool:
        return (
            isinstance(post, v.Displace)
            and isinstance(post.direction, v.AwayWord)
            and post.record in (None, v.PieceRecord(player=v.Role.ENEMY))
            and post.condition is None
            and not post.optional
            and self._is_in_line()
        )

    def _is_in_line(self) -> bool:
        # A neighbour on these boards is always in line; triangles' corner neighbours are not.
        near = any(_is_distance(term) == 1 or isinstance(term, v.Line) for term in self.terms)
        return near and self._tiling in (v.Tiling.SQUARE, v.Tiling.HEX)

    @property
    def _tiling(self) -> v.Tiling:
        return self.game.setting.game.board.tiling.tiling

    def _always_captures(self) -> bool:
        if self._says(v.Enemy) and any(self._surely_replaces(post) for post in self.posts):
            return self._has_plain_action()
        jumps = any(
            found is not None and found[0] == CONTENTS["enemy"] and found[1] > 0
            for found in map(_between, self.terms)
        )
        takes = any(
            isinstance(post, v.Capture)
            and post.kind == v.CaptureType.BETWEEN
            and post.record is None
            and post.condition is None
            and not (post.optional or post.subsume or post.recycle)
            for post in self.move.post
        )
        return jumps and takes and self._has_plain_action()

    def _may_be_null(self) -> bool:
        if not self._has_single_push():
            return True
        # Moves listed one by one are also checked against hands.
        lifts = any(isinstance(act, v.Pop) for act in self.acts)
        if self.has_source and not lifts and self.game.limits_hands:
            return True
        risky: tuple[type[v.Post], ...] = (v.Swap, v.Remove, v.Displace, v.Gravity)
        if not lifts and not self._says(v.Empty):
            risky = (*risky, v.Capture)
        return any(isinstance(post, risky) for post in self.posts if not self._surely_pushes(post))

    # --- numbers

    def numbers(self) -> list[int]:
        """The rule as the core reads it."""
        game, move = self.game, self.move
        game.moves_from_source = self.has_source
        target = SetCode()
        source = SetCode()
        rest: list[v.Condition] = []
        targets: list[int] = []
        sources: list[int] = []
        for term in self.terms:
            if not self.is_pass and self._enter(term, v.Coord.TO, target, targets):
                continue
            is_moved = self.has_source and not self.is_pass
            if is_moved and self._enter(term, v.Coord.FROM, source, sources):
                continue
            rest.append(term)
        way = self._way(rest)
        direction = self._direction()
        residual = -1
        if rest:
            nodes = [game.condition(term, direction, after=False) for term in rest]
            residual = game.chain("kAnd", nodes)
        seats = game.setting.user_mask(game.setting.pieces[self.kind].player)
        seats &= game.setting.mover_mask(move.owner)
        choice, optional_count, repeat, posts = self._posts(direction)
        numbers = [
            self.kind,
            move.priority,
            int(move.mandatory),
            seats,
            RELATION[way.relation],
            way.nbors,
            way.amount,
            int(way.furthest),
            direction,
            way.between_content,
            way.between_count,
            int(self.has_source and not self.is_pass),
            int(self._always_captures()),
            int(self._may_be_null()),
            residual,
            choice,
            optional_count,
            repeat,
            len(way.walks),
            *way.walks,
        ]
        if self.is_pass:
            return [*numbers, 0, 0, 0, 0]
        if self.has_source:
            numbers += source.finish(self._source_set(source, sources))
        else:
            numbers.append(0)
        numbers += target.finish(_all_of(target, targets))
        return [*numbers, *self._acts(), *posts]

    def _enter(self, term: v.Condition, site: v.Coord, code: SetCode, parts: list[int]) -> bool:
        trial = SetCode(list(code.code))
        part = self._set(term, site, trial)
        if part is None or len(trial.code) > 40:
            return False
        code.code = trial.code
        parts.append(part)
        return True

    def _source_set(self, code: SetCode, parts: list[int]) -> int:
        tests_owner = self.move.pre is not None and any(
            isinstance(term, OWNER_TESTS) and term.site == v.Coord.FROM
            for term in walk(self.move.pre)
        )
        if self.game.kind_count > 1:
            parts = [*parts, code.add("kSetKind", self.kind)]
        if not tests_owner:
            parts = [*parts, code.add("kSetOwn")]
        elif self.game.kind_count == 1 and not self._names_holder():
            parts = [*parts, code.add("kSetOccupied")]
        return _all_of(code, parts)

    def _names_holder(self) -> bool:
        """Whether the condition itself excludes empty cells as sources."""
        return any(
            isinstance(term, OWNER_TESTS) and term.site == v.Coord.FROM for term in self.terms
        )

    def _direction(self) -> int:
        direction = self.move.direction
        if direction is None:
            return 0
        if isinstance(direction, v.EveryWay):
            return 1
        return 2 + self.game.board.facing(direction)

    # --- sets

    def _set(self, term: v.Condition, site: v.Coord, code: SetCode) -> int | None:
        """The instruction for the cells that fit the term as `site`; None if it depends on more."""
        match term:
            case v.And(conditions=parts) | v.Or(conditions=parts):
                found = [self._set(part, site, code) for part in parts]
                known = [part for part in found if part is not None]
                if len(known) < len(found):
                    return None
                joined = known[0]
                for part in known[1:]:
                    joined = code.add(
                        "kSetAnd" if isinstance(term, v.And) else "kSetOr", joined, part
                    )
                return joined
            case v.Not(condition=part):
                inner = self._set(part, site, code)
                return None if inner is None else code.add("kSetNot", inner)
            case v.Always():
                return code.add("kSetAll")
            case v.Never():
                return code.add("kSetNot", code.add("kSetAll"))
            case v.Connected() if site == v.Coord.TO and not self.has_source:
                return code.add("kSetDilate", code.add("kSetOwn"), 0)
            case v.Flanks() if self._flanks_by_set(site):
                return code.add("kSetFlanks")
        if isinstance(term, tuple(COMPARISON_CODES)):
            return self._comparison_set(term, site, code)
        if getattr(term, "site", None) != site:
            return None
        return self._site_set(term, code)

    def _site_set(self, term: v.Condition, code: SetCode) -> int | None:
        masks = self.game.seat_masks(term)
        if masks is not None:
            return code.add(
                "kSetMask", self.game.tables.mask(masks[0]), self.game.tables.mask(masks[1])
            )
        match term:
            case v.Empty():
                return code.add("kSetEmpty")
            case v.Occupied():
                return code.add("kSetOccupied")
            case v.Owner(player=player):
                role = MOVER if player is None else self.game.setting.role(player)
                return code.add("kSetOwn") if role == MOVER else code.add("kSetOwnedBy", role)
            case v.Friend():
                return code.add("kSetOwn")
            case v.Enemy():
                return code.add("kSetEnemy")
            case v.Neutral():
                return code.add("kSetNeutral")
            case v.PieceAt(piece=piece):
                return code.add("kSetKind", self.game.setting.kinds[piece])
            case v.Supported(direction=compass):
                return code.add("kSetSupported", self.game.direction(compass))
            case v.Attacked():
                return code.add("kSetSeen")
            case v.Safe():
                return code.add("kSetNot", code.add("kSetSeen"))
        return None

    def _flanks_by_set(self, site: v.Coord) -> bool:
        # The set of flanking cells holds empty cells only, so the move must require an empty one.
        return site == v.Coord.TO and not self.has_source and v.Empty(site=v.Coord.TO) in self.terms

    def _comparison_set(self, term: v.Condition, site: v.Coord, code: SetCode) -> int | None:
        left, right = getattr(term, "left"), getattr(term, "right")  # noqa: B009
        kind = type(term)
        if isinstance(left, int) and not isinstance(right, int):
            left, right, kind = right, left, MIRRORED[kind]
        if not isinstance(right, int) or isinstance(left, int):
            return None
        if isinstance(left, v.NumNbors) and left.site == site and 0 <= right < 32:
            content = _content(code, left.content)
            number = 64 * COMPARISON_CODES[kind] + right
            return code.add("kSetNborCount", content, self.game.nbors(left.nbors), number)
        if left == v.NumCaptures(kind=v.CaptureType.FLANK) and self._flanks_by_set(site):
            if (kind, right) in ((v.Greater, 0), (v.AtLeast, 1), (v.Unequal, 0)):
                return code.add("kSetFlanks")
            return None
        if getattr(left, "site", None) != site:
            return None
        tables = self.game.static_numbers(left)
        if tables is None:
            return None
        compare = _COMPARE[kind]
        masks = [
            frozenset(cell for cell in self.game.board.sites if compare(table[cell], right))
            for table in tables
        ]
        return code.add(
            "kSetMask", self.game.tables.mask(masks[0]), self.game.tables.mask(masks[1])
        )

    # --- the way from `from` to `to`

    def _way(self, rest: list[v.Condition]) -> Way:
        """Recognise the relation; terms that it covers are removed from the list."""
        if self.is_pass:
            return Way("kPassing")
        if not self.has_source:
            return Way("kPlaceAnywhere")
        line = next((term for term in rest if isinstance(term, v.Line)), None)
        between = next((term for term in rest if _between(term) is not None), None)
        distance = next((term for term in rest if _is_distance(term) is not None), None)
        counted = next((term for term in rest if _is_line_count(term)), None)
        steps = next((term for term in rest if _walks(term) is not None), None)
        way = Way("kAnyPair")
        used: list[v.Condition | None] = []
        if steps is not None and not self.game.changes_direction:
            way = Way(
                "kWalks",
                walks=[self.game.tables.walk(walked.steps) for walked in _walks(steps) or ()],
            )
            used = [steps]
        elif counted is not None and line is not None and self._counts_steps(line):
            way = Way("kLineCountAway", nbors=self.game.nbors(line.nbors))
            used = [counted, line]
        elif distance is not None:
            way = Way("kAtDistance", amount=_is_distance(distance) or 0)
            used = [distance]
            if line is not None:
                way.nbors = self.game.nbors(line.nbors)
                used.append(line)
        elif line is not None:
            way = Way("kOnLine", nbors=self.game.nbors(line.nbors))
            used = [line]
            is_clear = between is not None and _between(between) == (CONTENTS["any"], 0)
            if is_clear and self._tiling != v.Tiling.TRI:
                way.relation = "kSlide"
                beyond = next((term for term in rest if isinstance(term, v.BlockedBeyond)), None)
                way.furthest = beyond is not None
                used += [between, beyond]
        if between is not None and between not in used:
            way.between_content, way.between_count = _between(between) or (0, -1)
            used.append(between)
        for term in used:
            if term is not None:
                rest.remove(term)
        return way

    def _counts_steps(self, line: v.Line) -> bool:
        """Whether n steps along such a line are always distance n."""
        has_indirect = self.game.setting.game.board.tiling.indirect is not None
        if self._tiling == v.Tiling.SQUARE:
            return has_indirect or line.nbors in (None, v.Nbors.D_NBORS)
        return (
            self._tiling == v.Tiling.HEX
            and not has_indirect
            and line.nbors in (None, v.Nbors.D_NBORS)
        )

    # --- action and consequences

    def _acts(self) -> list[int]:
        numbers = [len(self.acts)]
        for act in self.acts:
            if isinstance(act, v.Pop):
                site = SITE_CODES["from"] if act.site is None else self.game.site(act.site)
                count = 0 if isinstance(act.count, v.Every) else act.count
                numbers += [ACT["kPop"], site, count, -1, 0]
            else:
                site = SITE_CODES["to"] if act.site is None else self.game.site(act.site)
                role = -1 if act.player is None else ROLES[act.player]
                numbers += [ACT["kPush"], site, act.count, role, int(act.trail)]
        return numbers

    def _posts(self, direction: int) -> tuple[int, int, int, list[int]]:
        choice, repeat, optional_count = -1, -1, 0
        numbers = [len(self.posts)]
        for index, post in enumerate(self.posts):
            if chooses(post) and choice < 0:
                choice = index
            optional = -1
            if isinstance(post, v.Repeat):
                repeat = index if repeat < 0 else repeat
            elif getattr(post, "optional", False):
                optional = optional_count
                optional_count += 1
            condition = getattr(post, "condition", None)
            node = (
                -1 if condition is None else self.game.condition(condition, direction, after=True)
            )
            numbers += [*self._post(post), node, optional, self._post_record(post)]
        return choice, optional_count, repeat, numbers

    def _post_record(self, post: v.Post) -> int:
        record = getattr(post, "record", None)
        if isinstance(post, v.Convert) and post.kind is None:
            return self.game.record(record, ROLES["any"])
        return self.game.record(record, ENEMY)

    def _post(self, post: v.Post) -> list[int]:
        """The operation of a consequence and its five arguments."""
        arguments = self._state_arguments(post)
        if arguments is None:
            arguments = self._post_arguments(post)
        return [POST[_POSTS[type(post)]], *arguments, *(0,) * (5 - len(arguments))]

    def _state_arguments(self, post: v.Post) -> tuple[int, ...] | None:
        """Of a consequence that sets a state or flags; None for other consequences."""
        match post:
            case v.SetCellState() | v.SetPieceState():
                return self._post_site(post.site), self.game.count(post.state, after=True)
            case v.IncreaseState():
                return self._post_site(post.site), post.amount, post.modulus or 0
            case v.AddFlags() | v.RemoveFlags():
                return self._post_site(post.site), self.game.flags(post.flags)
        return None

    def _post_arguments(self, post: v.Post) -> tuple[int, ...]:
        game = self.game
        match post:
            case v.Capture():
                kind, length = _capture_kind(post.kind, "kReplace")
                return kind, length, int(post.subsume), int(post.recycle), int(post.later)
            case v.Convert():
                kind, length = _capture_kind(post.kind, "kItself")
                if post.kind is None:
                    length = int(post.at_rest)
                piece = -1 if post.piece is None else game.setting.kinds[post.piece]
                role = -1 if post.player is None else ROLES[post.player]
                return kind, length, piece, role, -1 if post.state is None else post.state
            case v.Rotate(amount=amount):
                return (0, 1) if isinstance(amount, v.AnyTurn) else (amount, 0)
            case v.ChangeDirection(direction=compass):
                return (game.board.facing(compass),)
            case v.Displace(direction=way, distance=distance):
                mode = 0 if isinstance(way, v.AwayWord) else 1 if isinstance(way, v.EveryWay) else 2
                towards = game.direction(way) if isinstance(way, v.Compass) else 0
                return mode, towards, distance
            case v.AddScore(points=points):
                return (game.count(points, after=True),)
            case v.Repeat():
                return int(post.optional), int(post.any_kind)
            case v.Remove():
                return (self._post_site(post.site),)
            case v.Gravity(direction=compass):
                return (game.direction(compass),)
        return ()

    def _post_site(self, where: v.Coord | None) -> int:
        return NOWHERE if where is None else self.game.site(where)


_POSTS: dict[type[v.Post], str] = {
    v.Capture: "kCapture",
    v.Convert: "kConvert",
    v.Rotate: "kRotate",
    v.ChangeDirection: "kChangeDirection",
    v.Displace: "kDisplace",
    v.SetCellState: "kSetCellState",
    v.SetPieceState: "kSetPieceState",
    v.IncreaseState: "kIncreaseState",
    v.AddFlags: "kAddFlags",
    v.RemoveFlags: "kRemoveFlags",
    v.AddScore: "kAddScore",
    v.Repeat: "kRepeat",
    v.Swap: "kSwap",
    v.Remove: "kRemove",
    v.Gravity: "kGravity",
}
"""The operations of consequences."""
_COMPARE = {
    v.Greater: int.__gt__,
    v.AtLeast: int.__ge__,
    v.Equal: int.__eq__,
    v.Unequal: int.__ne__,
    v.Less: int.__lt__,
    v.AtMost: int.__le__,
}


def _conjuncts(condition: v.Condition | None) -> list[v.Condition]:
    if condition is None:
        return []
    if isinstance(condition, v.And):
        return [term for part in condition.conditions for term in _conjuncts(part)]
    return [condition]


def _all_of(code: SetCode, parts: list[int]) -> int:
    if not parts:
        return code.add("kSetAll")
    joined = parts[0]
    for part in parts[1:]:
        joined = code.add("kSetAnd", joined, part) if part != joined else joined
    return joined


def _content(code: SetCode, content: v.Content) -> int:
    names = {
        v.Content.EMPTY: "kSetEmpty",
        v.Content.ENEMY: "kSetEnemy",
        v.Content.FRIEND: "kSetOwn",
        v.Content.ANY: "kSetOccupied",
        v.Content.NEUTRAL: "kSetNeutral",
    }
    return code.add(names[content])


def _equal_sides(term: Ludeme) -> tuple[object, object] | None:
    return (term.left, term.right) if isinstance(term, v.Equal) else None


def _between(term: v.Condition) -> tuple[int, int] | None:
    """The content and number of `(= (num-between content) number)`, either way round."""
    match _equal_sides(term):
        case (v.NumBetween(content=content), int(count)) | (
            int(count),
            v.NumBetween(content=content),
        ):
            return (CONTENTS[content], count) if 0 <= count <= 64 else None
    return None


def _is_distance(term: v.Condition) -> int | None:
    """The number of `(= (distance) number)`, either way round."""
    match _equal_sides(term):
        case (v.Distance(first=None, second=None), int(count)) | (
            int(count),
            v.Distance(first=None, second=None),
        ):
            return count if 1 <= count <= 255 else None
    if term == v.Adjacent():
        return 1
    return None


def _is_line_count(term: v.Condition) -> bool:
    match _equal_sides(term):
        case (v.Distance(first=None, second=None), v.LineCount()) | (
            v.LineCount(),
            v.Distance(first=None, second=None),
        ):
            return True
    return False


def _walks(term: v.Condition) -> tuple[v.Steps, ...] | None:
    """The alternatives of a walk, or of several joined by `or`."""
    if isinstance(term, v.Steps):
        return (term,)
    if isinstance(term, v.Or):
        walks = tuple(part for part in term.conditions if isinstance(part, v.Steps))
        return walks if len(walks) == len(term.conditions) else None
    return None


def chooses(post: v.Post) -> bool:
    """Whether the mover chooses what a consequence affects."""
    if isinstance(post, v.Rotate):
        return isinstance(post.amount, v.AnyTurn)
    chosen = (v.CaptureType.CHOICE, v.CaptureType.ANY_ONE)
    return isinstance(post, v.Capture | v.Convert) and post.kind in chosen


def _capture_kind(kind: v.CaptureType | v.Custodial | None, default: str) -> tuple[int, int]:
    if kind is None:
        return CAPTURE[default], 0
    if isinstance(kind, v.Custodial):
        return CAPTURE["kCustodial"], kind.length
    return CAPTURE[CAPTURES[kind]], 0
