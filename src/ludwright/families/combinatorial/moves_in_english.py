"""Moves of board games in English, with their consequences.

A condition such as `(and (owner from) (empty to) (line) (= (num-between any) 0))` is one idea
for a player: slide any distance. This module finds such ideas among the conditions of a move
and lists the rest one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.conditions_in_english import (
    COMPASS,
    NOBODYS,
    THEIRS,
    Conditions,
    Pieces,
    comparison,
    direction_words,
    line_words,
    outside_captures,
    path_words,
    possessive,
    quantity,
    site_words,
    with_article,
)
from ludwright.families.combinatorial.ends_in_english import hands_of
from ludwright.families.combinatorial.program import Setting, has_source
from ludwright.language.english import english, listing, number_word, plural, plural_of
from ludwright.language.ludeme import walk

_WIDE_KNIGHT: Final = frozenset({("f", "r", "f", "f"), ("f", "l", "f", "f")})
_KNIGHT: Final = frozenset({("f", "f", "r", "f"), ("f", "f", "l", "f")})
_BETWEEN: Final[dict[v.Content, str]] = {
    v.Content.EMPTY: "empty cell",
    v.Content.ENEMY: "enemy piece",
    v.Content.FRIEND: "piece of yours",
    v.Content.ANY: "piece",
    v.Content.NEUTRAL: "neutral piece",
}
_TARGETS: Final[tuple[tuple[v.Condition, str], ...]] = (
    (v.Empty(site=v.Coord.TO), "an empty cell"),
    (v.Enemy(site=v.Coord.TO), "a cell held by the opponent"),
    (v.Owner(site=v.Coord.TO, player=v.Role.ENEMY), "a cell held by the opponent"),
    (v.Owner(site=v.Coord.TO), "a cell that you hold"),
    (v.Friend(site=v.Coord.TO), "a cell that you hold"),
    (v.Occupied(site=v.Coord.TO), "an occupied cell"),
    (v.Neutral(site=v.Coord.TO), "a cell with a neutral piece"),
    (v.Not(condition=v.Friend(site=v.Coord.TO)), "a cell that you do not hold"),
    (v.Not(condition=v.Enemy(site=v.Coord.TO)), "a cell that the opponent does not hold"),
    (v.Not(condition=v.Empty(site=v.Coord.TO)), "an occupied cell"),
    (v.Not(condition=v.Occupied(site=v.Coord.TO)), "an empty cell"),
)
_Paths = list[tuple[str, ...]]


def _exactly_one(content: v.Content) -> v.Condition:
    return v.Equal(left=v.NumBetween(content=content), right=1)


_ONE_OF_EITHER: Final = v.Equal(
    left=v.Plus(
        left=v.NumBetween(content=v.Content.FRIEND), right=v.NumBetween(content=v.Content.ENEMY)
    ),
    right=1,
)
"""One piece in between, but not a neutral one."""


class Moves:
    """Puts the moves of one game into English."""

    def __init__(self, setting: Setting, conditions: Conditions) -> None:
        """Take the game and the wording of its conditions."""
        self.setting = setting
        self.conditions = conditions
        self.tiling = setting.board.tiling
        self.has_turning = any(isinstance(term, v.ChangeDirection) for term in walk(setting.game))

    def say(self, piece: v.Piece, move: v.Move) -> str:
        """What a player does in this move, without its consequences."""
        told = _Manner(self, piece, move).say()
        return _placing(told) if not has_source(move) else told

    def consequences(self, move: v.Move) -> list[str]:
        """The consequences of the move, in order; `repeat` is decided after all others."""
        posts = sorted(move.post, key=_order)
        told = [self._consequence(post, move) for post in posts]
        return [_placing(one) for one in told] if not has_source(move) else told

    def _consequence(self, post: v.Post, move: v.Move) -> str:
        asked: v.Condition | None = getattr(post, "condition", None)
        condition = ""
        if asked is not None:
            is_each = isinstance(post, v.Capture | v.Convert) and _is_about_others(post)
            condition = self.conditions.say(asked if is_each else outside_captures(asked))
        if isinstance(post, v.Repeat):
            again = _again(post, move)
            return f"if {condition}, {again}" if condition else again
        own = _CONSEQUENCES.get(type(post))
        text = english(post) if own is None else own(self, post)
        if isinstance(post, v.Convert) and post.kind is None:
            asked_of = _asked_of_piece(post.record)
            condition = listing([part for part in (asked_of, condition) if part])
        if getattr(post, "optional", False):
            text = f"if you like, {text}"
        return f"{text} if {condition}" if condition else text

    # --- Directions -------------------------------------------------------------------------------

    def walk(self, paths: Sequence[tuple[str, ...]], move: v.Move, seats: Sequence[int]) -> str:
        """The steps of a walk in words: "one step diagonally forward"."""
        is_square = self.tiling == "square"
        found = frozenset(paths)
        if move.direction == v.EveryWay.ALL:
            if is_square and found in (_KNIGHT, _KNIGHT | _WIDE_KNIGHT):
                return "like a chess knight"
            return self._every_way(paths)
        if is_square and found == _KNIGHT | _WIDE_KNIGHT and move.direction is None:
            return "like a chess knight, but only forward,"
        straight = [_straight(path) for path in paths]
        counts = {one[1] for one in straight if one is not None}
        is_straight = None not in straight and len(counts) == 1
        if is_straight:
            words = [one[0] for one in straight if one is not None]
            steps = plural(counts.pop(), "step")
            if (is_square and move.direction is None) or self.has_turning:
                return f"{steps} {_relative(words)}"
            return f"{steps} {self._absolute(words, move, seats)}"
        shown = [path_words(path) for path in paths]
        return f"along the path {_alternatives(shown)}{self._forward(move, seats)}"

    def _every_way(self, paths: Sequence[tuple[str, ...]]) -> str:
        straight = [_straight(path) for path in paths]
        counts = {one[1] for one in straight if one is not None}
        if None in straight or len(counts) > 1:
            shown = _alternatives([path_words(path) for path in paths])
            return f"along the path {shown}, where forward may be any direction across an edge"
        steps = plural(counts.pop(), "step")
        words = {one[0] for one in straight if one is not None}
        has_diagonal = bool(words & {"fl", "fr", "bl", "br"})
        has_straight = bool(words & {"f", "b", "left", "right"})
        if self.tiling != "square" or (has_diagonal and has_straight):
            return f"{steps} in any direction"
        return f"{steps} {'diagonally' if has_diagonal else 'along a row or column'}"

    def _facings(self, move: v.Move, seats: Sequence[int]) -> dict[str, int]:
        """The direction that is forward, by the name of the player; "" if it is the same."""
        board = self.setting.board
        if isinstance(move.direction, v.Compass):
            return {"": board.facing(move.direction)}
        names = list(self.setting.seats)
        if len(seats) == 1:
            return {"": self.setting.facing[seats[0]]}
        return {names[seat]: self.setting.facing[seat] for seat in seats}

    def _absolute(self, words: Sequence[str], move: v.Move, seats: Sequence[int]) -> str:
        """The directions by compass: "(White to the north-east, Black to the south-west)"."""
        told = []
        for name, facing in self._facings(move, seats).items():
            ways = [self._direction(facing, word) for word in words]
            known = listing([way for way in dict.fromkeys(ways) if way], "or")
            told.append(f"{name} to the {known}".strip() if known else f"{name} nowhere".strip())
        return told[0] if len(told) == 1 else f"({', '.join(told)})"

    def _direction(self, facing: int, word: str) -> str | None:
        board = self.setting.board
        if word in ("left", "right"):
            return COMPASS.get(
                board.directions[board.turn(facing, 1 if word == "right" else -1)].name
            )
        back = board.opposite[facing]
        if word in ("f", "b"):
            return COMPASS.get(board.directions[facing if word == "f" else back].name)
        base = facing if word[0] == "f" else back
        found = board.diagonal(base, "left" if word in ("fl", "br") else "right")
        return None if found is None else COMPASS.get(board.directions[found].name)

    def _forward(self, move: v.Move, seats: Sequence[int]) -> str:
        """What forward means in a path, unless the players' section states it."""
        if self.tiling == "square" and move.direction is None:
            return ""
        if self.has_turning and move.direction is None:
            return ""
        board = self.setting.board
        ways = [
            f"{COMPASS.get(board.directions[facing].name, '')}{f' for {name}' if name else ''}"
            for name, facing in self._facings(move, seats).items()
        ]
        return f", where forward is {listing(ways)}"


_PLACING: Final[dict[str, str]] = {
    "no chain of your pieces leads there": "the cell is not next to a piece of yours",
    "a chain of your pieces leads there": "the cell is next to a piece of yours",
    "the destination": "the cell",
}


def _placing(text: str) -> str:
    """The wording for a placement, which has a cell but no path to it."""
    for moving, placing in _PLACING.items():
        text = text.replace(moving, placing)
    return text


class _Manner:
    """One move: some conditions describe how it is made, the rest are provisos."""

    def __init__(self, moves: Moves, piece: v.Piece, move: v.Move) -> None:
        self.moves = moves
        self.piece = str(piece.name)
        self.move = move
        self.seats = users(moves.setting, piece, move)
        pre = None if move.pre is None else outside_captures(move.pre)
        self.parts = list(_conjuncts(pre))
        self.is_movement = has_source(move)

    def say(self) -> str:
        if all(isinstance(act, v.PassWord | v.Pass) for act in self.move.action):
            return self._with_provisos("pass")
        whose = self._whose() if self.is_movement else ""
        target = self._target()
        manner = self._way() if self.is_movement else ""
        over = self._over() if self.is_movement else ""
        linked = self._take(lambda part: isinstance(part, v.Connected)) is not None
        if not self.is_movement:
            beside = " next to one of your pieces" if linked else ""
            return self._with_provisos(
                self._placed(f"{target or 'any cell, occupied or not'}{beside}")
            )
        if linked:
            manner += " along an unbroken chain of your own pieces"
        return self._with_provisos(self._moved(whose, manner, target, over))

    def _with_provisos(self, text: str) -> str:
        told = [
            self.moves.conditions.say(part)
            for part in dict.fromkeys(self.parts)
            if not isinstance(part, v.Always)
        ]
        if not told:
            return text
        is_nested = any(" or " in one or " and " in one for one in told)
        return f"{text}, provided that {', and '.join(told) if is_nested else listing(told)}"

    def _take(self, wanted: Callable[[v.Condition], bool]) -> v.Condition | None:
        """Remove and return the first wanted part, with all its repetitions."""
        for part in self.parts:
            if wanted(part):
                self.parts = [one for one in self.parts if one != part]
                return part
        return None

    # --- Whose piece, from where, where to --------------------------------------------------------

    def _whose(self) -> str:
        """Whose piece is moved; your own unless the condition asks for an owner of `from`."""
        part = self._take(_asks_owner)
        if part is None and any(_asks_owner(term) for one in self.parts for term in walk(one)):
            return "anybody's"
        if isinstance(part, v.Enemy):
            return "the opponent's"
        if isinstance(part, v.Neutral):
            return "the neutral"
        if isinstance(part, v.Owner):
            return possessive(part.player)
        return "your"

    def _target(self) -> str:
        part = self._take(lambda one: _target(one) is not None)
        return "" if part is None else _target(part) or ""

    def _way(self) -> str:
        """How a piece moves: " any distance in a straight line"."""
        steps = self._take(lambda one: _paths(one) is not None)
        if steps is not None:
            return f" {self.moves.walk(_paths(steps) or [], self.move, self.seats)}"
        line = self._take(lambda one: isinstance(one, v.Line))
        if isinstance(line, v.Line):
            return self._in_line(line)
        step = self._take(lambda one: isinstance(one, v.Adjacent) or _is_one_step(one))
        if step is not None:
            kind = step.nbors if isinstance(step, v.Adjacent) else None
            return f" one step{line_words(kind, self.moves.tiling)}"
        far, by = self._distance()
        return f" {far} away" if far else by

    def _in_line(self, line: v.Line) -> str:
        lines = line_words(line.nbors, self.moves.tiling)
        if self._take(lambda one: isinstance(one, v.BlockedBeyond)) is not None:
            return f" as far as it can go in a straight line{lines}"
        far, by = self._distance()
        if by:
            return f" in a straight line{lines}{by}"
        return f" {far or 'any distance'} in a straight line{lines}"

    def _distance(self) -> tuple[str, str]:
        """How far, as "two steps" or else as " by as many steps as …"."""
        part = self._take(_is_distance_compared)
        compared = comparison(part) if part is not None else None
        if compared is None:
            return "", ""
        kind, _, right = compared
        if isinstance(right, int):
            exact = kind is v.Equal
            return plural(right, "step") if exact else quantity(kind, right, "step"), ""
        if kind is v.Equal and isinstance(right, v.LineCount):
            return "", " by as many steps as there are pieces on that whole line"
        if kind is v.Equal and right == v.Height(site=v.Coord.FROM):
            return "", " by as many steps as the stack is high"
        number = self.moves.conditions.count(right)
        if kind is v.Equal:
            return "", f" by as many steps as {number}"
        return "", f" by a number of steps that is {_measured(kind, number)}"

    def _over(self) -> str:
        """What the piece passes over: ", jumping over exactly one enemy piece"."""
        told = []
        only_enemy = (_exactly_one(v.Content.ENEMY), _exactly_one(v.Content.ANY))
        if set(only_enemy) <= set(self.parts):
            self.parts = [part for part in self.parts if part not in only_enemy]
            told.append("jumping over exactly one enemy piece and nothing else")
        if self._take(lambda part: part == _ONE_OF_EITHER) is not None:
            told.append("jumping over exactly one piece of either player")
        while (part := self._take(_is_between_compared)) is not None:
            compared = comparison(part)
            assert compared is not None
            kind, left, right = compared
            noun = _BETWEEN[left.content]
            if kind is v.Equal and right == 0:
                told.append("without passing over any " + noun)
            else:
                verb = "passing" if left.content == v.Content.EMPTY else "jumping"
                told.append(f"{verb} over {quantity(kind, right, noun)}")
        return "".join(f", {one}" for one in told)

    # --- What the hand does -----------------------------------------------------------------------

    def _placed(self, where: str) -> str:
        acts = self._acts()
        if len(acts) == 1 and isinstance(acts[0], v.Push) and acts[0].site in (None, v.Coord.TO):
            return f"put {self._new(acts[0])} on {where}"
        return f"choose {where} and {self._each(acts)}"

    def _moved(self, whose: str, manner: str, target: str, over: str) -> str:
        acts, kinds = self._acts(), plural_of(self.piece)
        push = acts[-1] if acts and isinstance(acts[-1], v.Push) else None
        is_plain = push is not None and push.site in (None, v.Coord.TO)
        one = f"one of {whose} {kinds}" if whose != "anybody's" else f"a {self.piece}"
        trail = ", leaving a neutral blocker behind" if push is not None and push.trail else ""
        if is_plain and push is not None and len(acts) == 1:
            # A piece is put down relative to another, which stays where it is.
            away = f"{manner} from {one}" if manner else f", besides {one}"
            where = f"on {target or 'any cell'}{away}{over}{'' if target else ', occupied or not'}"
            return f"put {self._new(push, is_new=True)} {where}{trail}"
        pop = acts[0] if acts and isinstance(acts[0], v.Pop) else None
        if is_plain and pop is not None and len(acts) == 2 and pop.site in (None, v.Coord.FROM):
            what = self._lifted(pop, whose, one)
            to = f"{',' if _is_list(manner) else ''} to {target or 'any cell, occupied or not'}"
            return f"move {what}{manner}{to}{over}{trail}"
        where = f"{target or 'any other cell'}{f'{manner} from it' if manner else ''}{over}"
        return f"choose {one} and {where}; {self._each(acts)}"

    def _acts(self) -> list[v.Pop | v.Push]:
        return [act for act in self.move.action if isinstance(act, v.Pop | v.Push)]

    def _lifted(self, pop: v.Pop, whose: str, one: str) -> str:
        top = f"a {self.piece}" if whose == "anybody's" else f"{whose} {self.piece}"
        if pop.count == v.Every.ALL:
            return f"a stack with {top} on top"
        if pop.count == 1:
            return one
        return f"the top {plural(int(pop.count), 'piece')} of a stack with {top} on top"

    def _new(self, push: v.Push, *, is_new: bool = False) -> str:
        """New pieces: "a Stone", "two neutral Stones"."""
        noun = self.piece
        if push.player in THEIRS:
            noun = f"enemy {noun}"
        elif push.player in NOBODYS:
            is_held = noun in hands_of(self.moves.setting)
            one_type = len(self.moves.setting.pieces) == 1 and not is_held
            noun = "neutral piece" if one_type else f"neutral {noun}"
            held = " from your hand" if is_held else ""
            return (with_article(noun) if push.count == 1 else plural(push.count, noun)) + held
        elif is_new:
            noun = f"new {noun}"
        return with_article(noun) if push.count == 1 else plural(push.count, noun)

    def _each(self, acts: Sequence[v.Pop | v.Push]) -> str:
        """What the hand does, step by step."""
        told, in_hand = [], False
        for act in acts:
            if isinstance(act, v.Pop):
                count = act.count
                some = "everything" if count == v.Every.ALL else f"the top {_pieces(int(count))}"
                told.append(f"lift {some} off {site_words(act.site or v.Coord.FROM)}")
            else:
                what = "what you lifted" if in_hand else self._new(act)
                trail = " and a neutral blocker on the starting cell if that is empty now"
                where = site_words(act.site or v.Coord.TO)
                told.append(f"put {what} on {where}{trail if act.trail else ''}")
            in_hand = isinstance(act, v.Pop)
        if in_hand:
            told.append("take what you lifted off the board")
        return ", then ".join(told) or "do nothing with them"


def _is_list(manner: str) -> bool:
    """Whether the manner is a list of ways, which needs a comma after it."""
    is_closed = manner.endswith((",", ")", "row or column", "row, column or diagonal"))
    return " or " in manner and not is_closed


def _pieces(count: int) -> str:
    return "piece" if count == 1 else plural(count, "piece")


def users(setting: Setting, piece: v.Piece, move: v.Move) -> tuple[int, ...]:
    """The seats that may make a move."""
    mask = setting.mover_mask(move.owner) & setting.user_mask(piece.player)
    return tuple(seat for seat in (0, 1) if mask >> seat & 1)


def _conjuncts(pre: v.Condition | None) -> Iterable[v.Condition]:
    if isinstance(pre, v.And):
        for part in pre.conditions:
            yield from _conjuncts(part)
    elif pre is not None:
        yield pre


def _asks_owner(part: object) -> bool:
    kinds = v.Owner | v.Friend | v.Enemy | v.Neutral
    return isinstance(part, kinds) and part.site == v.Coord.FROM


def _is_distance(term: object) -> bool:
    return term == v.Distance(first=None, second=None)


def _is_distance_compared(part: v.Condition) -> bool:
    compared = comparison(part)
    return compared is not None and _is_distance(compared[1])


def _is_one_step(part: v.Condition) -> bool:
    compared = comparison(part)
    return (
        compared is not None
        and compared[0] is v.Equal
        and (_is_distance(compared[1]) and compared[2] == 1)
    )


def _is_between_compared(part: v.Condition) -> bool:
    compared = comparison(part)
    if compared is None or not isinstance(compared[1], v.NumBetween):
        return False
    return isinstance(compared[2], int)


def _measured(kind: type[v.Condition], number: str) -> str:
    words = {v.Equal: "", v.Unequal: "not ", v.Greater: "more than ", v.Less: "less than "}
    words |= {v.AtLeast: "at least ", v.AtMost: "at most "}
    return words[kind] + number


def _target(part: v.Condition) -> str | None:
    """The destination, if the condition is about nothing else: "an empty cell"."""
    for known, words in _TARGETS:
        if part == known:
            return words
    if isinstance(part, v.Or):
        each = [_target(one) for one in part.conditions]
        if all(each):
            return listing([one or "" for one in each], "or")
    return None


def _paths(part: v.Condition) -> _Paths | None:
    """The walks that a condition allows, if it is about nothing else."""
    if isinstance(part, v.Steps):
        return [tuple(step.value for step in part.steps)]
    if isinstance(part, v.Or):
        each = [_paths(one) for one in part.conditions]
        if all(one is not None for one in each):
            return [path for one in each if one for path in one]
    return None


def _straight(path: tuple[str, ...]) -> tuple[str, int] | None:
    """The direction and length of a straight walk."""
    # An initial turn to the left or right stands for that direction.
    if path[0] in ("l", "r") and len(path) > 1 and set(path[1:]) == {"f"}:
        return {"l": "left", "r": "right"}[path[0]], len(path) - 1
    if len(set(path)) == 1 and path[0] not in ("l", "r"):
        return path[0], len(path)
    return None


def _relative(words: Sequence[str]) -> str:
    """Directions on squares as the player sees them."""
    found = frozenset(words)
    names = {
        "f": "straight forward",
        "b": "straight backward",
        "left": "to the left",
        "right": "to the right",
        "fl": "diagonally forward" if "fr" in found else "diagonally forward to the left",
        "fr": "diagonally forward" if "fl" in found else "diagonally forward to the right",
        "bl": "diagonally backward" if "br" in found else "diagonally backward to the left",
        "br": "diagonally backward" if "bl" in found else "diagonally backward to the right",
    }
    return listing(list(dict.fromkeys(names[word] for word in words)), "or")


def _alternatives(shown: Sequence[str]) -> str:
    parts = [f'"{path}"' for path in shown]
    return listing(list(dict.fromkeys(parts)), "or")


# --- What follows ---------------------------------------------------------------------------------

_CAPTURED: Final[dict[str, str]] = {
    "replace": "the {one} that stood on the destination",
    "between": "every {one} jumped over",
    "intervention": "every {one} next to the destination that has another one directly opposite, "
    "on the other side of the destination",
    "d-nbors": "every {one} next to the destination {direct}",
    "i-nbors": "every {one} next to the destination {indirect}",
    "all-nbors": "every {one} around the destination",
    "line-of": "every {one} that is the first piece along a line from the destination",
    "choice": "one {one} of your choice anywhere but on the destination",
    "any-one": "one {one} of your choice next to the destination",
}
"""Captures of single pieces."""
_CAPTURED_TOGETHER: Final[dict[str, str]] = {
    "surround": "every {group} next to the destination that has no empty neighbour left",
    "group-of": "every {group} next to the destination",
    "custodial": "every unbroken line of {several} caught between the destination and another "
    "piece of yours",
    "flank": "every unbroken line of {several} flanked by the destination and another piece of "
    "yours",
    "approach": "the unbroken line of {several} that the move runs up to",
    "withdraw": "the unbroken line of {several} that the move draws away from",
}
"""Captures of whole lines and groups."""


def _order(post: v.Post) -> int:
    """Whether a move is repeated is decided late, and what waits for that is last."""
    if isinstance(post, v.Convert) and post.kind is None and post.at_rest:
        return 2
    return int(isinstance(post, v.Repeat))


def _is_about_others(post: v.Capture | v.Convert) -> bool:
    """Whether its `if` is about each of the pieces that it takes or changes."""
    return post.kind is not None or isinstance(post, v.Capture)


def _affected(moves: Moves, post: v.Capture | v.Convert) -> str:
    """The pieces that a capture or conversion affects, as a singular noun."""
    pieces = Pieces(post.record, v.Role.ENEMY)
    kind = post.kind or v.CaptureType.REPLACE
    owners = Pieces(v.PieceRecord(player=pieces.player), v.Role.ENEMY)
    if isinstance(kind, v.Custodial):
        between = "caught between the destination and another piece of yours"
        if kind.length == 1:
            return f"every single {pieces.one()} {between}"
        told = f"every line of exactly {number_word(kind.length)} {owners.plural()} {between}"
    elif kind.value in _CAPTURED:
        is_square = moves.tiling == "square"
        return _CAPTURED[kind.value].format(
            one=pieces.one(),
            direct="along its row or column" if is_square else "across an edge",
            indirect="along a diagonal" if is_square else "across a corner",
        )
    else:
        group = f"group of {owners.plural()}"
        told = _CAPTURED_TOGETHER[kind.value].format(
            group="enemy group" if owners.player in THEIRS else group, several=owners.plural()
        )
    return f"every {pieces.one()} in {told}" if pieces.is_filtered else told


def _capture(moves: Moves, post: v.Capture) -> str:
    what = _affected(moves, post)
    if post.subsume:
        return f"put {what} under your stack, as a capture, but leave what lies under it"
    fate = ["goes back to its owner's hand"] if post.recycle else []
    if post.later and post.kind not in (None, v.CaptureType.REPLACE):
        fate.append("stays there as nobody's until it leaves the board when your turn ends")
    return f"capture {what}, which {listing(fate)}" if fate else f"capture {what}"


def _convert(moves: Moves, post: v.Convert) -> str:
    parts: list[str] = []
    if post.piece is not None:
        parts.append(f"becomes {with_article(str(post.piece))}")
    if post.player is not None:
        parts.append(f"becomes {_new_owner(post.player)}")
    if post.state is not None:
        parts.append(f"gets the state number {post.state}")
    what = "the piece" if post.kind is None else _affected(moves, post)
    if post.kind is None and post.at_rest:
        what = "where it comes to rest, the piece"
    return f"{what} {listing(parts) or 'stays as it is'}"


def _new_owner(player: v.Role) -> str:
    if player in THEIRS:
        return "the opponent's"
    return "neutral" if player in NOBODYS else "yours"


def _asked_of_piece(record: v.PieceRecord | None) -> str:
    """What a conversion of the moved piece requires of that piece."""
    if record is None:
        return ""
    pieces = Pieces(record)
    noun = pieces.one() if record.player else pieces.one().replace(" of yours", "", 1)
    return f"it is {with_article(noun)}"


def _rotate(_: Moves, post: v.Rotate) -> str:
    if not isinstance(post.amount, int):
        return "turn the arrows of the piece by as many steps as you like"
    way = "counter-clockwise" if post.amount < 0 else "clockwise"
    return f"turn the arrows of the piece {plural(abs(post.amount), 'step')} {way}"


def _displace(_: Moves, post: v.Displace) -> str:
    pieces = Pieces(post.record, v.Role.ENEMY)
    far = plural(post.distance, "cell")
    if post.direction == v.AwayWord.AWAY:
        what = (
            f"push the {pieces.one()} that stood on the destination {far} on in the direction of "
        )
        what += "the move"
    elif post.direction == v.EveryWay.ALL:
        what = f"push every {pieces.one()} next to the destination {far} away from it"
    else:
        way = direction_words(post.direction)
        what = f"push the {pieces.one()} directly {way} of the destination {far} further that way"
    return f"{what} (off the board or into another piece, it is captured)"


def _of_site(site: v.Coord | None) -> str:
    return "the piece" if site in (None, v.Coord.TO) else f"the piece on {site_words(site)}"


def _increase(_: Moves, post: v.IncreaseState) -> str:
    verb = "lower" if post.amount < 0 else "raise"
    by = number_word(abs(post.amount))
    wrap = f", counting from 0 to {post.modulus - 1} and round again" if post.modulus else ""
    return f"{verb} the state number of {_of_site(post.site)} by {by}{wrap}"


def _score(moves: Moves, post: v.AddScore) -> str:
    if isinstance(post.points, int):
        verb = "lose" if post.points < 0 else "score"
        return f"{verb} {plural(abs(post.points), 'point')}"
    if isinstance(post.points, v.NumCaptured):
        return "score a point for each captured piece"
    return f"score as many points as {moves.conditions.count(post.points)}"


def _again(post: v.Repeat, move: v.Move) -> str:
    same = "the same kind of move"
    if post.any_kind:
        same = "the same kind of move, or another kind that can be repeated,"
    what = f"{same} with the same piece" if has_source(move) else same.removesuffix(",")
    crowned = [
        str(one.piece)
        for one in move.post
        if isinstance(one, v.Convert) and one.kind is None and one.piece and not one.at_rest
    ]
    # Another type of piece does not have the same move.
    unless = f", unless it became {with_article(crowned[0])}" if crowned else ""
    if post.optional:
        return f"you may make {what} again, or stop{unless}"
    return f"you must make {what} again if you can{unless}"


def _flags(post: v.AddFlags | v.RemoveFlags) -> str:
    return listing([COMPASS[flag] for flag in post.flags])


_CONSEQUENCES: Final[dict[type[v.Post], Callable[[Moves, Any], str]]] = {
    v.Capture: _capture,
    v.Convert: _convert,
    v.Rotate: _rotate,
    v.ChangeDirection: lambda _, post: (
        f"from now on forward is {direction_words(post.direction)} for you"
    ),
    v.Displace: _displace,
    v.SetCellState: lambda moves, post: (
        f"the state number of {site_words(post.site)} itself becomes "
        f"{moves.conditions.count(post.state)}"
    ),
    v.SetPieceState: lambda moves, post: (
        f"the state number of {_of_site(post.site)} becomes {moves.conditions.count(post.state)}"
    ),
    v.IncreaseState: _increase,
    v.AddFlags: lambda _, post: f"{_of_site(post.site)} gets arrows to the {_flags(post)}",
    v.RemoveFlags: lambda _, post: f"{_of_site(post.site)} loses its arrows to the {_flags(post)}",
    v.AddScore: _score,
    v.Swap: lambda _, _post: (
        "what stood on the destination goes to the starting cell, so that the two change places"
    ),
    v.Remove: lambda _, post: (
        f"take everything on {site_words(post.site)} off the board, which is not a capture"
    ),
    v.Gravity: lambda _, post: (
        f"the piece falls {direction_words(post.direction)} as far as the cells are empty"
    ),
}
