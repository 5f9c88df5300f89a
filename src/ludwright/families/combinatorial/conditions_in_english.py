"""Cells, pieces, conditions and counts of board games in English.

Every condition has two forms, positive and negative, so no sentence has to be negated by changing
its words. A ludeme that is not covered here uses its template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, cast

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.program import MIRRORED, Setting
from ludwright.language.english import english, listing, number_word, plural_of
from ludwright.language.grammar import table_of
from ludwright.language.ludeme import Ludeme, Name

_SHORTEST_RUN: Final[int] = 4
"""The fewest cells in a row that are told as a run."""
COMPASS: Final[dict[str, str]] = {
    "n": "north",
    "ne": "north-east",
    "ene": "east-north-east",
    "e": "east",
    "ese": "east-south-east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "wsw": "west-south-west",
    "w": "west",
    "wnw": "west-north-west",
    "nw": "north-west",
    "u": "top",
    "d": "bottom",
}
YOURS: Final = (None, v.Role.MOVER, v.Role.CURRENT, v.Role.FRIEND)
THEIRS: Final = (v.Role.ENEMY, v.Role.NEXT)
NOBODYS: Final = (v.Role.NONE, v.Role.NEUTRAL)

_CONTENTS: Final[dict[v.Content, str]] = {
    v.Content.EMPTY: "empty cell",
    v.Content.ENEMY: "enemy piece",
    v.Content.FRIEND: "piece of yours",
    v.Content.ANY: "piece",
    v.Content.NEUTRAL: "neutral piece",
}
_OPPOSITES: Final[dict[type[v.Condition], type[v.Condition]]] = {
    v.Equal: v.Unequal,
    v.Unequal: v.Equal,
    v.Greater: v.AtMost,
    v.AtMost: v.Greater,
    v.Less: v.AtLeast,
    v.AtLeast: v.Less,
}
_COUNTED: Final[dict[type[v.Condition], str]] = {
    v.Equal: "exactly {}",
    v.Unequal: "any number but {}",
    v.Greater: "more than {}",
    v.AtLeast: "at least {}",
    v.Less: "fewer than {}",
    v.AtMost: "at most {}",
}
_MEASURED: Final[dict[type[v.Condition], str]] = {
    v.Equal: "{}",
    v.Unequal: "not {}",
    v.Greater: "more than {}",
    v.AtLeast: "at least {}",
    v.Less: "less than {}",
    v.AtMost: "at most {}",
}
_CAPTURING: Final[dict[str, str]] = {
    "replace": "lands on {}",
    "surround": "surrounds {} completely",
    "between": "jumps over {}",
    "custodial": "catches {} between two pieces of yours",
    "flank": "flanks {}",
    "intervention": "comes between {} on opposite sides",
    "approach": "runs up to {}",
    "withdraw": "draws away from {}",
    "d-nbors": "ends directly next to {}",
    "i-nbors": "ends diagonally next to {}",
    "all-nbors": "ends next to {}",
    "line-of": "ends in plain view of {}",
    "group-of": "ends next to groups of {}",
    "choice": "takes {} by free choice, which counts as none,",
    "any-one": "takes {} by choice of a neighbour, which counts as none,",
}
"""What a move does to the pieces that a type of capture affects."""


def comparison(part: v.Condition) -> tuple[type[v.Condition], Any, Any] | None:
    """The comparison that a condition makes, with a plain number moved to its right."""
    kind = type(part)
    if kind not in _OPPOSITES:
        return None
    left, right = getattr(part, "left", 0), getattr(part, "right", 0)
    if isinstance(left, int) and not isinstance(right, int):
        return MIRRORED[kind], right, left
    return kind, left, right


def quantity(kind: type[v.Condition], number: int, noun: str, *, none: str = "no") -> str:
    """A compared number of things: "at least two pieces", "no piece"."""
    if kind is v.Greater and number >= 0:
        kind, number = v.AtLeast, number + 1
    if kind is v.Equal and number == 0:
        return f"{none} {noun}"
    return f"{_COUNTED[kind].format(number_word(number))} {noun if number == 1 else many(noun)}"


def many(noun: str) -> str:
    """The plural of a noun that may continue after its main word: "pieces of yours"."""
    word, of, rest = noun.partition(" of ")
    return plural_of(word) + of + rest


def with_article(noun: str) -> str:
    """A noun with its "a" or "an"."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def number_of(count: int | str) -> str:
    """A number in words, or the text that stands for it."""
    if not isinstance(count, int):
        return str(count)
    return f"minus {number_word(-count)}" if count < 0 else number_word(count)


def outside_captures(part: v.Condition) -> v.Condition:
    """The condition with `current` replaced by `to`: outside captures they are the same cell."""
    return cast("v.Condition", _with_target(part))


def _with_target(value: object) -> object:
    if value is v.Coord.CURRENT:
        return v.Coord.TO
    if isinstance(value, tuple):
        return tuple(_with_target(one) for one in value)
    if not isinstance(value, Ludeme):
        return value
    names = [spec.name for spec in table_of(type(value)).specs]
    changes = {name: _with_target(getattr(value, name)) for name in names}
    return replace(cast("Any", value), **changes)


def site_words(site: object) -> str:
    """A cell of the move, or the label of a cell."""
    return site.english if isinstance(site, v.Coord) else str(site)


def possessive(player: v.Role | Name | None) -> str:
    """Whose: "your", "the opponent's", "White's"."""
    if player in YOURS:
        return "your"
    if player in THEIRS:
        return "the opponent's"
    if player in NOBODYS:
        return "the neutral"
    if isinstance(player, v.Role):
        return "both players'" if player == v.Role.ALL else "everybody's"
    return f"{player}'s"


_LINES: Final[dict[v.Nbors, str]] = {
    v.Nbors.D_NBORS: " along rows and columns",
    v.Nbors.I_NBORS: " along diagonals",
    v.Nbors.ALL_NBORS: " along rows, columns and diagonals",
}
_LINE: Final[dict[v.Nbors, str]] = {
    v.Nbors.D_NBORS: " along a row or column",
    v.Nbors.I_NBORS: " along a diagonal",
    v.Nbors.ALL_NBORS: " along a row, column or diagonal",
}
_BORDERS: Final[dict[v.Nbors, str]] = {
    v.Nbors.D_NBORS: " across edges",
    v.Nbors.I_NBORS: " across corners",
    v.Nbors.ALL_NBORS: " across edges and corners",
}


def neighbourhood(nbors: v.Nbors | None, tiling: str) -> str:
    """Which neighbours or lines are meant, if a kind is given: " along rows and columns"."""
    if nbors is None:
        return ""
    return (_LINES if tiling == "square" else _BORDERS)[nbors]


def line_words(nbors: v.Nbors | None, tiling: str) -> str:
    """Along which line a piece moves, if a kind is given: " along a row or column"."""
    if nbors is None or tiling != "square":
        return neighbourhood(nbors, tiling)
    return _LINE[nbors]


def cell_names(labels: Iterable[object]) -> str:
    """Cells as people list them: "A1 to A9, B1 and C1"; runs within a row or column are joined."""
    runs: list[list[str]] = []
    for label in dict.fromkeys(map(str, labels)):
        if runs and _follows(runs[-1][-1], label):
            runs[-1].append(label)
        else:
            runs.append([label])
    told = []
    for run in runs:
        told += run if len(run) < _SHORTEST_RUN else [f"{run[0]} to {run[-1]}"]
    return listing(told)


def _follows(label: str, other: str) -> bool:
    """Whether the second cell has the same letter and the next number."""
    letter = label.rstrip("0123456789")
    number, next_number = label[len(letter) :], other[len(letter) :]
    is_next = number.isdecimal() and next_number.isdecimal()
    return is_next and other.startswith(letter) and int(next_number) == int(number) + 1


class Pieces:
    """The pieces of a record, as nouns: "enemy King with the state number 1"."""

    def __init__(self, record: v.PieceRecord | None, default: v.Role = v.Role.FRIEND) -> None:
        """Take the record, and whose pieces are meant by default."""
        self.record = record
        self.player = record.player if record and record.player else default
        self.kind = str(record.piece) if record and record.piece else "piece"

    @property
    def is_yours(self) -> bool:
        """Whether the pieces are the player's own."""
        return self.player in YOURS

    @property
    def is_filtered(self) -> bool:
        """Whether the record asks for more than an owner."""
        asked = self.record
        return asked is not None and (
            asked.piece is not None
            or asked.state is not None
            or bool(asked.flags)
            or asked.value is not None
        )

    def one(self) -> str:
        """One of them without an article: "enemy King", "King of yours"."""
        return self._named(self.kind)

    def all(self) -> str:
        """All of them: "your Kings", "the enemy Kings"."""
        kinds = plural_of(self.kind)
        if self.is_yours:
            return f"your {kinds}{self._details()}"
        return f"the {self._named(kinds)}"

    def some(self, count: int) -> str:
        """A number of them: "three of your Kings", "an enemy King"."""
        if self.is_yours:
            return f"{number_word(count)} of your {plural_of(self.kind)}{self._details()}"
        if count == 1:
            return with_article(self.one())
        return f"{number_word(count)} {self._named(plural_of(self.kind))}"

    def plural(self) -> str:
        """Several of them without an article: "enemy Kings", "Kings of yours"."""
        return self._named(plural_of(self.kind))

    def _named(self, noun: str) -> str:
        if self.player in THEIRS:
            return f"enemy {noun}{self._details()}"
        if self.player in NOBODYS:
            return f"neutral {noun}{self._details()}"
        if self.player == v.Role.ALL:
            return f"{noun} of either player{self._details()}"
        if self.player == v.Role.ANY:
            return f"{noun} of any owner, neutral ones included{self._details()}"
        return f"{noun} of yours{self._details()}"

    def _details(self) -> str:
        asked, parts = self.record, []
        if asked is not None and asked.state is not None:
            parts.append(f"with the state number {asked.state}")
        if asked is not None and asked.flags:
            parts.append(f"with arrows to the {listing(COMPASS[flag] for flag in asked.flags)}")
        if asked is not None and asked.value is not None:
            parts.append(f"with the value {asked.value}")
        return "".join(f" {part}" for part in parts)


def _flat(part: v.And | v.Or) -> Iterable[v.Condition]:
    """The parts of a conjunction or a choice, with nested ones of the same kind flattened."""
    for one in part.conditions:
        if isinstance(one, v.And | v.Or) and type(one) is type(part):
            yield from _flat(one)
        else:
            yield one


class Conditions:
    """Puts the conditions and counts of one game into English."""

    def __init__(self, setting: Setting) -> None:
        """Take the board, regions and players of the game."""
        self.setting = setting
        self.tiling = setting.board.tiling

    # --- Regions and colours ----------------------------------------------------------------------

    def region(self, number: int) -> str:
        """What a region is called."""
        regions = self.setting.game.board.regions
        if number >= len(regions):
            return f"region {number}, which the board does not have"
        return self.cells(regions[number])

    def cells(self, record: v.RegionRecord) -> str:
        """The sides and cells of a region."""
        parts = []
        if record.sides:
            sides = list(dict.fromkeys(record.sides))
            names = listing([COMPASS[side] for side in sides])
            parts.append(f"the {names} side{'s' if len(sides) > 1 else ''}")
        if record.sites:
            cells = cell_names(record.sites)
            parts.append(f"the cell{'s' if len(record.sites) > 1 else ''} {cells}")
        return " together with ".join(parts) or "an empty region"

    def inside(self, number: int) -> str:
        """Where a piece in the region is: "on the north side", "on one of the cells …"."""
        name = self.region(number)
        return f"on one of {name}" if name.startswith("the cells") else f"on {name}"

    def among(self, number: int) -> str:
        """What a cell of the region is: "on the north side", "one of the cells …"."""
        return self.inside(number).replace("on one of", "one of", 1).replace("on the cell ", "")

    def coloured(self, phase: int) -> str | None:
        """The first cell of a colour; None if the board has none."""
        board = self.setting.board
        return next((board.label(at) for at in board.sites if board.phase[at] == phase), None)

    # --- Conditions -------------------------------------------------------------------------------

    def say(self, part: v.Condition, *, yes: bool = True) -> str:
        """The condition, or its opposite, as the end of "provided that …"."""
        if isinstance(part, v.Not):
            return self.say(part.condition, yes=not yes)
        if isinstance(part, v.And | v.Or):
            texts = [self.say(one, yes=yes) for one in _flat(part)]
            return self._joined(texts, "and" if isinstance(part, v.And) == yes else "or")
        if isinstance(part, v.Xor):
            first, second = self.say(part.first), self.say(part.second)
            how = (
                "one of these is true, but not both" if yes else "both of these are true or neither"
            )
            return f"{how}: {first}; {second}"
        compared = comparison(part)
        if compared is not None:
            return self._comparison(*compared, yes=yes)
        if type(part) not in _CONDITIONS:
            return f"{'' if yes else 'it is not true that '}{english(part)}"
        positive, negative = _CONDITIONS[type(part)](self, part)
        return positive if yes else negative

    def _joined(self, texts: list[str], word: str) -> str:
        texts = list(dict.fromkeys(texts))
        if len(texts) == 1:
            return texts[0]
        nested = any(f" {other} " in text for text in texts for other in ("and", "or"))
        if word == "or":
            return "either " + (", or else ".join(texts) if nested else listing(texts, "or"))
        return ", and ".join(texts) if nested else listing(texts)

    def _comparison(self, kind: type[v.Condition], left: Any, right: Any, *, yes: bool) -> str:
        if not yes:
            kind = _OPPOSITES[kind]
        if isinstance(right, int) and not isinstance(left, int):
            said = self._counted(kind, left, right)
            if said:
                return said
        return f"{self.count(left)} is {_MEASURED[kind].format(self.count(right))}"

    def _counted(self, kind: type[v.Condition], left: v.Count, right: int) -> str:
        """A comparison of a number of things, as a natural sentence."""

        def some(noun: str) -> str:
            return quantity(kind, right, noun)

        if isinstance(left, v.NumNbors):
            where = neighbourhood(left.nbors, self.tiling)
            return f"{site_words(left.site)} has {some(_CONTENTS[left.content])} next to it{where}"
        if isinstance(left, v.NumBetween):
            return f"the move passes over {some(_CONTENTS[left.content])}"
        if isinstance(left, v.NumCaptures):
            return f"the move {_CAPTURING[left.kind.value].format(some('enemy piece'))}"
        if isinstance(left, v.Freedom):
            return f"{_group_at(left.site)} has {some('empty neighbour')}"
        if isinstance(left, v.NumCaptured):
            return f"the move has captured {some('piece')}"
        if isinstance(left, v.Distance) and (left.first or left.second):
            first, second = (
                site_words(left.first or v.Coord.FROM),
                site_words(left.second or v.Coord.TO),
            )
            if right == 0 and kind in (v.Equal, v.Unequal):
                return f"{first} is {'' if kind is v.Equal else 'not '}{second}"
            return f"{first} is {some('step')} from {second}"
        if isinstance(left, v.Phase) and kind in (v.Equal, v.Unequal):
            like = self.coloured(right)
            if like is not None:
                verb = "has" if kind is v.Equal else "does not have"
                return f"{site_words(left.site)} {verb} the colour of {like}"
        return ""

    # --- Counts -----------------------------------------------------------------------------------

    def count(self, value: int | v.Count) -> str:
        """A number, or what it counts: "the height of the stack on the destination"."""
        if isinstance(value, int):
            return number_of(value)
        if type(value) in _ARITHMETIC:
            left, right = (self.operand(getattr(value, side)) for side in ("left", "right"))
            return _ARITHMETIC[type(value)].format(left, right)
        own = _COUNTS.get(type(value))
        return english(value) if own is None else own(self, value)

    def operand(self, value: int | v.Count) -> str:
        """A number within a calculation."""
        text = self.count(value)
        return f"({text})" if type(value) in _ARITHMETIC else text


_Both = tuple[str, str]
"""A clause and its negation."""
_Say = Callable[[Conditions, Any], _Both]


def _being(subject: str, words: str, verb: str = "is") -> _Both:
    return f"{subject} {verb} {words}", f"{subject} {verb} not {words}"


def _holding(site: str, words: str) -> _Both:
    return f"{site} holds {words}", f"{site} does not hold {words}"


def _is(words: str) -> _Say:
    """A clause "X is …" about a site."""
    return lambda _, part: _being(site_words(part.site), words)


def _holds(words: str) -> _Say:
    """A clause "X holds …" about a site."""
    return lambda _, part: _holding(site_words(part.site), words)


def _either(positive: str, negative: str) -> _Say:
    """A clause in both forms."""

    def say(_: Conditions, part: Any) -> _Both:
        site = site_words(getattr(part, "site", ""))
        return positive.format(site=site), negative.format(site=site)

    return say


def _owner(_: Conditions, part: v.Owner) -> _Both:
    site = site_words(part.site)
    if part.player in NOBODYS:
        return _holding(site, "a neutral piece")
    if part.player == v.Role.ANY:
        return _being(site, "occupied")
    if part.player == v.Role.ALL:
        return f"a player holds {site}", f"neither player holds {site}"
    if part.player in YOURS:
        return f"you hold {site}", f"you do not hold {site}"
    who = "the opponent" if part.player in THEIRS else str(part.player)
    return f"{who} holds {site}", f"{who} does not hold {site}"


def _line(self: Conditions, part: v.Line) -> _Both:
    return _being("the move", f"in a straight line{line_words(part.nbors, self.tiling)}")


def _steps(_: Conditions, part: v.Steps) -> _Both:
    path = f'the path "{path_words(part.steps)}"'
    return f"the move follows {path}", f"the move does not follow {path}"


def _adjacent(self: Conditions, part: v.Adjacent) -> _Both:
    way = neighbourhood(part.nbors, self.tiling)
    return _being("the destination", f"next to the starting cell{way}")


def _supported(_: Conditions, part: v.Supported) -> _Both:
    below = f"empty cell lies directly {direction_words(part.direction)} of {site_words(part.site)}"
    return f"no {below}", f"an {below}"


def _side(_: Conditions, part: v.Side) -> _Both:
    rows = {"home": "in your home row", "away": "in your far row"}
    where = rows.get(part.side.value) or f"on the {COMPASS[part.side.value]} side"
    return _being(site_words(part.site), where)


def _region_number(self: Conditions, part: v.InRegionNumber) -> _Both:
    return _being(site_words(part.site), self.among(part.region))


def _region_of(_: Conditions, part: v.InRegion) -> _Both:
    return _being(site_words(part.site), f"in one of {possessive(part.player)} regions")


def _at(_: Conditions, part: v.AtSite) -> _Both:
    return _being(site_words(part.site), str(part.label))


def _same_line(_: Conditions, part: v.SameLine) -> _Both:
    sites = f"{site_words(part.first)} and {site_words(part.second)}"
    return _being(sites, "in one straight line", "are")


def _piece_at(_: Conditions, part: v.PieceAt) -> _Both:
    return _holding(site_words(part.site), with_article(str(part.piece)))


_SEEN: Final = "an enemy piece has a clear line to {site}"
_UNSEEN: Final = "no enemy piece has a clear line to {site}"
_CONDITIONS: Final[dict[type[v.Condition], _Say]] = {
    v.Always: _either("nothing prevents it", "it is not allowed"),
    v.Never: _either("it is not allowed", "nothing prevents it"),
    v.Empty: _is("empty"),
    v.Occupied: _is("occupied"),
    v.Friend: _holds("a piece of yours"),
    v.Enemy: _holds("an enemy piece"),
    v.Neutral: _holds("a neutral piece"),
    v.Owner: _owner,
    v.PieceAt: _piece_at,
    v.Line: _line,
    v.Steps: _steps,
    v.Adjacent: _adjacent,
    v.Connected: _either(
        "a chain of your pieces leads there", "no chain of your pieces leads there"
    ),
    v.Supported: _supported,
    v.BlockedBeyond: _either(
        "the next cell beyond the destination is occupied or off the board",
        "the next cell beyond the destination is empty",
    ),
    v.Side: _side,
    v.Edge: _is("at the edge of the board"),
    v.Corner: _is("a corner of the board"),
    v.AtHome: _is("in your home row"),
    v.IsAway: _is("in your far row"),
    v.InRegionNumber: _region_number,
    v.InRegion: _region_of,
    v.AtSite: _at,
    v.SameLine: _same_line,
    v.Attacked: _either(_SEEN, _UNSEEN),
    v.Safe: _either(_UNSEEN, _SEEN),
    v.Visited: _either(
        "a piece has left or reached {site} in this turn",
        "no piece has left or reached {site} in this turn",
    ),
    v.Flanks: _either(
        "the move flanks a line of enemy pieces", "the move does not flank a line of enemy pieces"
    ),
    v.Capturing: _either("the move captures something", "the move captures nothing"),
    v.FirstMove: _either("it is your first move", "it is not your first move"),
}

_TURTLES: Final[dict[str, str]] = {
    "f": "forward",
    "b": "backward",
    "l": "turn left",
    "r": "turn right",
    "fl": "forward-left",
    "fr": "forward-right",
    "bl": "back-left",
    "br": "back-right",
}


def path_words(steps: Iterable[str]) -> str:
    """The steps of a walk, as seen from the piece."""
    return ", ".join(_TURTLES[str(step)] for step in steps)


def direction_words(direction: str) -> str:
    """A direction of the compass as an adverb: "north", "up"."""
    return {"u": "above", "d": "below"}.get(str(direction)) or COMPASS[str(direction)]


def _of_site(words: str) -> Callable[[Conditions, Any], str]:
    return lambda _, count: words.format(site_words(count.site))


def _group_at(site: object) -> str:
    if site == v.Coord.TO:
        return "the group that the piece joins"
    return f"the group on {site_words(site)}, or that a piece of yours there would join,"


def _of_player(words: str) -> Callable[[Conditions, Any], str]:
    return lambda _, count: words.format(possessive(count.player))


def _number_of_neighbours(self: Conditions, count: v.NumNbors) -> str:
    where = neighbourhood(count.nbors, self.tiling)
    noun = many(_CONTENTS[count.content])
    return f"the number of {noun} next to {site_words(count.site)}{where}"


def _distance(_: Conditions, count: v.Distance) -> str:
    if count.first is None and count.second is None:
        return "the distance moved"
    first, second = count.first or v.Coord.FROM, count.second or v.Coord.TO
    return f"the distance from {site_words(first)} to {site_words(second)}"


def _piece_state(_: Conditions, count: v.PieceState) -> str:
    if count.site is None:
        return "the state number of the moving piece"
    return f"the state number of the piece on {site_words(count.site)}"


def _phase(self: Conditions, count: v.Phase) -> str:
    like = [f"{phase} like {cell}" for phase in range(3) if (cell := self.coloured(phase))]
    return f"the colour number of {site_words(count.site)} ({', '.join(like)})"


_COUNTS: Final[dict[type[v.Count], Callable[[Conditions, Any], str]]] = {
    v.NumBetween: lambda _, count: f"the number of {many(_CONTENTS[count.content])} passed over",
    v.NumNbors: _number_of_neighbours,
    v.GroupSize: _of_site("the size of the group on {}"),
    v.Height: _of_site("the height of the stack on {}"),
    v.PieceState: _piece_state,
    v.CellState: _of_site("the state number of {} itself"),
    v.Distance: _distance,
    v.Phase: _phase,
    v.CaptureValue: lambda _, _count: "the value of the pieces that the move captures",
    v.Freedom: lambda _, count: f"the number of empty neighbours of {_group_at(count.site)}",
    v.NumCaptures: lambda _, count: (
        f"the number of enemy pieces that the move {_CAPTURING[count.kind.value].format('')}"
    ),
    v.NumCaptured: lambda _, _count: "the number of pieces that the move has captured",
    v.NumPieces: _of_player("the number of {} pieces on the board"),
    v.NumHand: _of_player("the number of {} pieces in hand"),
    v.LineCount: lambda _, _count: "the number of pieces on the whole line of the move",
    v.LineLength: lambda _, _count: "the number of cells on the whole line of the move",
    v.NumGroups: _of_player("the number of {} groups"),
    v.LargestGroup: _of_player("the size of the largest of {} groups"),
    v.MoveNumber: lambda _, _count: "the number of the move (counted from the start of the match)",
    v.Row: _of_site("the row number of {} (counted from the south)"),
    v.Column: _of_site("the column number of {} (counted from the west)"),
    v.ScoreOf: _of_player("{} score"),
    v.DistanceHome: _of_site("the number of rows from your home row to {}"),
    v.DistanceAway: _of_site("the number of rows from {} to your far row"),
    v.Absolute: lambda self, count: f"the absolute value of {self.operand(count.value)}",
}
_ARITHMETIC: Final[dict[type[Any], str]] = {
    v.Plus: "{} plus {}",
    v.Minus: "{} minus {}",
    v.Times: "{} times {}",
    v.Divide: "{} divided by {} and rounded towards zero",
    v.Modulo: "the remainder of {} divided by {}",
    v.Minimum: "the smaller of {} and {}",
    v.Maximum: "the larger of {} and {}",
}
