"""The ludemes of board games: every word of the language, with its meaning.

These declarations are normative: the docstrings define each word, the reference engine
states the same in plain Python, and the native core must agree with both.

Words used throughout. The *mover* is the seat whose turn it is; *friend* pieces are the mover's,
*enemy* pieces the other seat's, *neutral* pieces nobody's. A *site* is a cell of the board. The
top piece of a stack owns the stack. The board's *adjacency* is by direct (edge) neighbours, and by
indirect (diagonal) ones too if the tiling has `i-nbors`. A condition on a site that does not
exist (`from` in a placement, `last-to` at the start) is false, and a count about it is 0. A move
has a `from` if it pops a piece or if its condition refers to `from` or to the way from `from` to
`to`; `from` and `to` always differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Unpack

from ludwright.errors import Finding
from ludwright.language.ludeme import Declared, Ludeme, Name, SiteLabel, Text, Vocabulary, item

LARGEST_STACK: int = 32
"""The most pieces on one cell; a move that would stack more is illegal."""
LARGEST_NUMBER: int = 1_000_000
"""Sums, differences and products stay between minus this number and this number."""
LARGEST_STATE: int = 255
"""States of pieces and cells stay between 0 and this number."""


class Result(StrEnum):
    """What an end clause gives its player."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"


Result.IS_RESULT = True  # type: ignore[attr-defined]


class Role(StrEnum):
    """A player by relation to the mover.

    `All` means both players, `any` both and nobody (neutral pieces), `none` and `neutral` nobody,
    `enemy` and `next` the other player, the other words the mover. As a new owner `All` and `any`
    mean the mover. Before the first move the mover is the first player.
    """

    ALL = "All"
    ANY = "any"
    NONE = "none"
    NEUTRAL = "neutral"
    CURRENT = "current"
    MOVER = "mover"
    FRIEND = "friend"
    ENEMY = "enemy"
    NEXT = "next"


class Compass(StrEnum):
    """A direction on the table; u and d lead up and down between the levels of a 3-D board."""

    N = "n"
    NE = "ne"
    E = "e"
    SE = "se"
    S = "s"
    SW = "sw"
    W = "w"
    NW = "nw"
    U = "u"
    D = "d"


class Turtle(StrEnum):
    """A step seen from the piece: f b fl fr bl br walk one cell, l and r turn on the spot."""

    F = "f"
    B = "b"
    L = "l"
    R = "r"
    FL = "fl"
    FR = "fr"
    BL = "bl"
    BR = "br"


class EveryWay(StrEnum):
    """Any direction."""

    ALL = "all"


class Tiling(StrEnum):
    """The cells of the board."""

    SQUARE = "square"
    HEX = "hex"
    TRI = "tri"
    TRUNC_SQUARE = "trunc-square"


class Shape(StrEnum):
    """The outline of the board."""

    SQUARE = "square"
    HEX = "hex"
    RHOMBUS = "rhombus"
    TRI = "tri"
    TRAPEZIUM = "trapezium"
    BOARDLESS = "boardless"


class Nbors(StrEnum):
    """Which neighbours or lines count: direct (over edges), indirect (over corners) or both."""

    D_NBORS = "d-nbors"
    I_NBORS = "i-nbors"
    ALL_NBORS = "all-nbors"


class Indirect(StrEnum):
    """Whether the board's adjacency has the indirect neighbours."""

    I_NBORS = "i-nbors"


class Coord(StrEnum):
    """A site of the move.

    `current` is the site that a capture or conversion considers, else `to`.
    """

    FROM = "from"
    TO = "to"
    CURRENT = "current"
    BETWEEN = "between"
    LAST_FROM = "last-from"
    LAST_TO = "last-to"
    CENTRE = "centre"

    @property
    def english(self) -> str:
        """What the site is called."""
        return SITE_WORDS[self.value]


class Content(StrEnum):
    """What a cell holds, as seen by the mover; `any` is any piece."""

    EMPTY = "empty"
    ENEMY = "enemy"
    FRIEND = "friend"
    ANY = "any"
    NEUTRAL = "neutral"


class CaptureType(StrEnum):
    """Which pieces a move affects, counted from `to` after the move."""

    REPLACE = "replace"
    SURROUND = "surround"
    BETWEEN = "between"
    CUSTODIAL = "custodial"
    FLANK = "flank"
    INTERVENTION = "intervention"
    APPROACH = "approach"
    WITHDRAW = "withdraw"
    D_NBORS = "d-nbors"
    I_NBORS = "i-nbors"
    ALL_NBORS = "all-nbors"
    LINE_OF = "line-of"
    GROUP_OF = "group-of"
    CHOICE = "choice"
    ANY_ONE = "any-one"


class Combinatorial(Ludeme):
    """Any ludeme of a board game."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("combinatorial")
    tags: ClassVar[tuple[str, ...]] = ()
    """Single words that describe a game in which the ludeme occurs."""

    def __init_subclass__(cls, *, tags: tuple[str, ...] = (), **declared: Unpack[Declared]) -> None:
        """Also take the tags."""
        super().__init_subclass__(**declared)
        cls.tags = tags


# --- Conditions and counts -----------------------------------------------------------------------


class Condition(Combinatorial):
    """Something about a move that is true or false."""


class Count(Combinatorial):
    """Something about a move that is a whole number."""


class And(
    Condition,
    word="and",
    english="{conditions}",
    example="(and (empty to) (line))",
):
    """All of these hold."""

    conditions: tuple[Condition, ...] = item(at_least=1, at_most=12)


class Or(
    Condition,
    word="or",
    english="either {conditions|or}",
    example="(or (steps fl) (steps fr))",
):
    """At least one of these holds."""

    conditions: tuple[Condition, ...] = item(at_least=1, at_most=12)


class Xor(
    Condition,
    word="xor",
    english="exactly one of {first} and {second}",
    example="(xor (edge from) (edge to))",
):
    """One of the two holds, not both."""

    first: Condition
    second: Condition


class Not(
    Condition,
    word="not",
    english="it is not true that {condition}",
    example="(not (friend to))",
):
    """This does not hold."""

    condition: Condition


class Always(Condition, word="true", english="always", example="(true)"):
    """Holds for every move."""


class Never(Condition, word="false", english="never", example="(false)"):
    """Holds for no move."""


class Greater(
    Condition,
    word=">",
    english="{left} is more than {right}",
    example="(> (height from) (height to))",
):
    """The first number is larger than the second."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class AtLeast(
    Condition,
    word=">=",
    english="{left} is at least {right}",
    example="(>= (num-nbors to any) 1)",
):
    """The first number is larger than the second or the same."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Equal(
    Condition,
    word="=",
    english="{left} is {right}",
    example="(= (distance) 1)",
):
    """The two numbers are the same."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Unequal(
    Condition,
    word="!=",
    english="{left} is not {right}",
    example="(!= (phase to) 0)",
):
    """The two numbers differ."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Less(
    Condition,
    word="<",
    english="{left} is less than {right}",
    example="(< (height to) 3)",
):
    """The first number is smaller than the second."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class AtMost(
    Condition,
    word="<=",
    english="{left} is at most {right}",
    example="(<= (height from) (height to))",
):
    """The first number is smaller than the second or the same."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Empty(Condition, word="empty", english="{site} is empty", example="(empty to)"):
    """The site holds no piece."""

    site: Coord | SiteLabel


class Occupied(Condition, word="occupied", english="{site} is occupied", example="(occupied to)"):
    """The site holds at least one piece."""

    site: Coord | SiteLabel


class Owner(
    Condition,
    word="owner",
    english="{site} is held by [{player}]",
    example="(owner from)",
):
    """The top piece of the site belongs to the mover, or to the named player."""

    site: Coord | SiteLabel
    player: Role | Name | None = None


class Friend(
    Condition, word="friend", english="{site} holds your own piece", example="(friend to)"
):
    """The top piece of the site is the mover's."""

    site: Coord | SiteLabel


class Enemy(Condition, word="enemy", english="{site} holds an enemy piece", example="(enemy to)"):
    """The top piece of the site is the other seat's."""

    site: Coord | SiteLabel


class Neutral(
    Condition, word="neutral", english="{site} holds a neutral piece", example="(neutral to)"
):
    """The top piece of the site is nobody's."""

    site: Coord | SiteLabel


class PieceAt(Condition, word="piece", english="{site} holds a {piece}", example="(piece to King)"):
    """The top piece of the site is of this type, regardless of its owner."""

    site: Coord | SiteLabel
    piece: Name


class Line(
    Condition,
    word="line",
    english="the move is in a straight line[ ({nbors})]",
    example="(line d-nbors)",
):
    """`from` and `to` lie on one straight line.

    Without a kind, along lines of the board's adjacency.
    """

    nbors: Nbors | None = None


class Steps(
    Condition,
    word="steps",
    english="the move follows the path {steps}",
    example="(steps f f r f)",
):
    """A walk of turtle steps leads from `from` to `to` without leaving the board.

    It begins facing the move's direction (`dirn`, by default the mover's direction of play; `all`
    tries every direct direction). `l` and `r` turn without stepping: by 90 degrees on squares and
    4.8.8, by 60 on hexes and triangles. `fl fr bl br` step diagonally on squares, to the next
    direction on the others.
    """

    steps: tuple[Turtle, ...] = item(at_least=1, at_most=8)


class Adjacent(
    Condition,
    word="adjacent",
    english="the destination is next to the starting cell[ ({nbors})]",
    example="(adjacent d-nbors)",
):
    """`to` is a neighbour of `from`: by the board's adjacency, or of the named kind."""

    nbors: Nbors | None = None


class Connected(
    Condition,
    word="connected",
    english="the destination is connected to your pieces",
    example="(connected)",
):
    """Placement: `to` is adjacent to a friend.

    Movement: `to` can be reached from `from` over friends.

    In a movement every cell strictly between must be held by the mover; a neighbour of `from` is
    always connected.
    """


class Supported(
    Condition,
    word="supported",
    english="{site} is on the {direction} edge or rests on a piece to the {direction}",
    example="(supported to s)",
):
    """The site has no neighbour in that direction, or the neighbour there is occupied."""

    site: Coord | SiteLabel
    direction: Compass


class BlockedBeyond(
    Condition,
    word="blocked-beyond",
    english="the piece goes as far as it can",
    example="(blocked-beyond)",
):
    """The next cell past `to`, in the direction of the move, is off the board or occupied."""


class HomeOrAway(StrEnum):
    """The player's own first row, or the last row in the direction of play."""

    HOME = "home"
    AWAY = "away"


class Side(
    Condition,
    word="side",
    english="{site} is on the {side} side",
    example="(side to away)",
):
    """The site is on this side of the board, or in the mover's home or away row."""

    site: Coord | SiteLabel
    side: Compass | HomeOrAway


class Edge(Condition, word="edge", english="{site} is at the edge", example="(edge to)"):
    """The site has fewer direct neighbours than a cell inside the board."""

    site: Coord | SiteLabel


class Corner(Condition, word="corner", english="{site} is a corner", example="(corner to)"):
    """The site is a corner of the board: it lies on two sides."""

    site: Coord | SiteLabel


class AtHome(Condition, word="home", english="{site} is in your home row", example="(home to)"):
    """The site is in the mover's first row."""

    site: Coord | SiteLabel


class IsAway(Condition, word="away", english="{site} is in the far row", example="(away to)"):
    """The site is in the last row in the mover's direction of play."""

    site: Coord | SiteLabel


class InRegionNumber(
    Condition, word="region", english="{site} is in region {region}", example="(region to 0)"
):
    """The site is in the region with this number, from 0 in the order of the board's `regions`."""

    site: Coord | SiteLabel
    region: int = item(low=0, high=31)


class InRegion(
    Condition,
    word="in-region",
    english="{site} is in a region of [{player}]",
    example="(in-region to enemy)",
):
    """The site is in some region owned by the mover, or by the named player."""

    site: Coord | SiteLabel
    player: Role | Name | None = None


class AtSite(Condition, word="site", english="{site} is {label}", example="(site to C3)"):
    """The site is this cell."""

    site: Coord
    label: SiteLabel


class SameLine(
    Condition,
    word="same-line",
    english="{first} and {second} are on one line",
    example="(same-line to last-to)",
):
    """The two sites differ and lie on one straight line of the board's adjacency."""

    first: Coord | SiteLabel
    second: Coord | SiteLabel


class Attacked(
    Condition, word="attacked", english="an enemy piece sees {site}", example="(attacked to)"
):
    """Along some line of the board's adjacency, the first piece seen from the site is an enemy."""

    site: Coord | SiteLabel


class Visited(
    Condition,
    word="visited",
    english="a piece has left or reached {site} in this turn",
    example="(visited to)",
):
    """The site was `from` or `to` of an earlier ply of this turn."""

    site: Coord | SiteLabel


class Safe(Condition, word="safe", english="no enemy piece sees {site}", example="(safe to)"):
    """No enemy piece has line of sight to the site."""

    site: Coord | SiteLabel


class Flanks(Condition, word="flanks", english="the move flanks an enemy line", example="(flanks)"):
    """The move would enclose a line of enemies between `to` and another friend."""


class Capturing(
    Condition, word="capturing", english="the move captures something", example="(capturing)"
):
    """The captures of this move would take at least one piece.

    Their `if` applies, and optional ones count. Evaluated as if the moving piece were on `to` and
    the stack on `from` were gone. False inside the `if` of a capture that is evaluated for this.
    """


class FirstMove(
    Condition, word="first-move", english="it is your first move", example="(first-move)"
):
    """The mover has made no move yet (passes do not count)."""


class NumBetween(
    Count,
    word="num-between",
    english="the number of {content} cells passed over",
    example="(num-between enemy)",
):
    """How many cells strictly between `from` and `to` hold this; 0 if the two are not in line."""

    content: Content


class NumNbors(
    Count,
    word="num-nbors",
    english="the number of {content} neighbours of {site}",
    example="(num-nbors to friend)",
):
    """How many neighbours of the site hold this, by the board's adjacency or the named kind."""

    site: Coord | SiteLabel
    content: Content
    nbors: Nbors | None = None


class GroupSize(
    Count, word="group-size", english="the size of the group at {site}", example="(group-size to)"
):
    """How many cells the group of the site's owner covers; 0 if the site is empty."""

    site: Coord | SiteLabel


class Height(
    Count,
    word="height",
    english="the height of {site}",
    example="(height from)",
    tags=("stacking",),
):
    """How many pieces the site holds."""

    site: Coord | SiteLabel


class PieceState(
    Count,
    word="piece-state",
    english="the state of the piece[ at {site}]",
    example="(piece-state from)",
):
    """The state of the site's top piece; without a site, of the moving piece."""

    site: Coord | SiteLabel | None = None


class CellState(
    Count, word="cell-state", english="the state of cell {site}", example="(cell-state to)"
):
    """The state of the cell itself, 0 at the start."""

    site: Coord | SiteLabel


class Distance(Count, word="distance", english="the distance moved", example="(distance)"):
    """Steps over the board's adjacency from `from` to `to`, or between the two named sites."""

    first: Coord | SiteLabel | None = None
    second: Coord | SiteLabel | None = None


class Phase(Count, word="phase", english="the colour number of {site}", example="(phase to)"):
    """The colour of the cell: 0 or 1 on squares and triangles, 0 to 2 on hexes and 4.8.8."""

    site: Coord | SiteLabel


class CaptureValue(
    Count,
    word="capture-value",
    english="the value of the captured pieces",
    example="(capture-value)",
):
    """Sum of the values of the pieces captured by this move so far."""


class Freedom(
    Count,
    word="freedom",
    english="the number of free cells around {site}'s group",
    example="(freedom to)",
):
    """Empty neighbours of the group at the site.

    At an empty site, of the group a friend there would join.
    """

    site: Coord | SiteLabel


class NumCaptures(
    Count,
    word="num-captures",
    english="the number of pieces the move would take ({kind})",
    example="(num-captures surround)",
):
    """How many enemy pieces the move would affect by this type of capture.

    0 for `choice` and `any-one`. Before the move, evaluated as if the moving piece were on `to`
    and the stack on `from` were gone.
    """

    kind: CaptureType


class NumCaptured(
    Count,
    word="num-captured",
    english="the number of pieces just captured",
    example="(num-captured)",
):
    """How many pieces this move has captured so far."""


class NumPieces(
    Count,
    word="num-pieces",
    english="the number of pieces of [{player}]",
    example="(num-pieces enemy)",
):
    """How many pieces the mover, or the named player, has on the board, buried ones included."""

    player: Role | None = None


class NumHand(
    Count, word="num-hand", english="the number of pieces in hand", example="(num-hand friend)"
):
    """How many pieces the mover, or the named player, holds in hand; unlimited hands count 0."""

    player: Role | None = None


class LineCount(
    Count,
    word="line-count",
    english="the number of pieces on the line of the move",
    example="(line-count)",
):
    """Occupied cells on the whole line through `from` and `to`; 0 if they are not in line."""


class LineLength(
    Count, word="line-length", english="the length of the line of the move", example="(line-length)"
):
    """Cells on the whole line through `from` and `to`; 0 if they are not in line."""


class NumGroups(
    Count, word="num-groups", english="the number of groups", example="(num-groups enemy)"
):
    """How many groups the mover, or the named player, has."""

    player: Role | None = None


class LargestGroup(
    Count, word="largest-group", english="the size of the largest group", example="(largest-group)"
):
    """Cells in the largest group of the mover, or of the named player."""

    player: Role | None = None


class MoveNumber(Count, word="move-num", english="the number of the move", example="(move-num)"):
    """1 for the first ply of the match, 2 for the second, and so on."""


class Row(Count, word="row", english="the row of {site}", example="(row to)"):
    """Row of the site counted from the south, 1 first."""

    site: Coord | SiteLabel


class Column(Count, word="column", english="the column of {site}", example="(column to)"):
    """Column of the site counted from the west, 1 first."""

    site: Coord | SiteLabel


class ScoreOf(Count, word="score-of", english="the score", example="(score-of enemy)"):
    """Points of the mover, or of the named player."""

    player: Role | None = None


class DistanceHome(
    Count, word="dist-home", english="the distance of {site} from home", example="(dist-home to)"
):
    """Rows between the site and the mover's home row."""

    site: Coord | SiteLabel


class DistanceAway(
    Count,
    word="dist-away",
    english="the distance of {site} from the far row",
    example="(dist-away to)",
):
    """Rows between the site and the last row in the mover's direction of play."""

    site: Coord | SiteLabel


class Plus(Count, word="+", english="{left} plus {right}", example="(+ (height from) (height to))"):
    """Sum."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Minus(Count, word="-", english="{left} minus {right}", example="(- (height from) 1)"):
    """Difference."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Times(Count, word="*", english="{left} times {right}", example="(* 2 (height from))"):
    """Product."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Divide(Count, word="/", english="{left} divided by {right}", example="(/ (height from) 2)"):
    """Quotient rounded towards zero; 0 when divided by 0."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Modulo(
    Count, word="mod", english="the remainder of {left} by {right}", example="(mod (move-num) 2)"
):
    """Remainder of a division, never negative; 0 when divided by 0."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Minimum(
    Count, word="min", english="the smaller of {left} and {right}", example="(min 3 (height to))"
):
    """The smaller number."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Maximum(
    Count, word="max", english="the larger of {left} and {right}", example="(max 1 (height to))"
):
    """The larger number."""

    left: int | Count = item(low=-99, high=999)
    right: int | Count = item(low=-99, high=999)


class Absolute(
    Count, word="abs", english="the size of {value}", example="(abs (- (row from) (row to)))"
):
    """The number without its sign."""

    value: int | Count = item(low=-99, high=999)


# --- Equipment -----------------------------------------------------------------------------------


class Seat(Combinatorial, headless=True, bare=True, english="{name}[ (plays towards {direction})]"):
    """A player, and the compass direction of play.

    Without one the first plays north, the second south.
    """

    name: Name
    direction: Compass | None = None


class Players(
    Combinatorial, word="players", english="{seats}", example="(players (White n) (Black s))"
):
    """The players in the order of their turns."""

    seats: tuple[Seat, ...] = item(at_least=2, at_most=2)


class TilingOf(Combinatorial, word="tiling", english="{tiling}", example="(tiling square i-nbors)"):
    """The cells of the board and whether diagonal neighbours are adjacent."""

    tiling: Tiling
    indirect: Indirect | None = None


class RegionRecord(Combinatorial, headless=True, english="{owner}: {sides}{sites}"):
    """A region of the board: its owner and its sides or cells together."""

    owner: Role | Name
    sides: tuple[Compass, ...] = item(default=(), at_most=6)
    sites: tuple[SiteLabel, ...] = item(default=(), at_most=400)


class BoardOf(
    Combinatorial,
    word="board",
    english="a board of {tiling} cells",
    example="(board (tiling hex) (shape rhombus) (size 7) (regions (White n) (White s)))",
):
    """The board: its cells, outline, size and named regions.

    Sizes: square w [h [levels]], rhombus n [rows], hex and tri n cells per side, trapezium w h (h
    rows, the northmost of w cells, each row below one longer), boardless n (a window of that size:
    every piece but the first must be put in contact with another piece).
    """

    phase: bool = item(default=False, flag="phase")
    tiling: TilingOf
    shape: Shape = item(default=Shape.SQUARE, clause="shape")
    size: tuple[int, ...] = item(clause="size", at_least=1, at_most=3, low=1, high=32)
    regions: tuple[RegionRecord, ...] = item(default=(), clause="regions", at_most=32)


class PieceRecord(
    Combinatorial,
    headless=True,
    bare=True,
    english="[{piece}][ of {player}]",
    example="(King enemy (state 1))",
):
    """Which pieces are meant: a type, an owner, a state, flags, a value.

    What is left out does not matter.
    """

    piece: Name | None = None
    player: Role | None = None
    state: int | None = item(default=None, clause="state", low=0, high=LARGEST_STATE)
    flags: tuple[Compass, ...] = item(default=(), clause="flags", at_most=8)
    value: int | None = item(default=None, clause="value", low=-99, high=99)


# --- Moves ---------------------------------------------------------------------------------------


class Act(Combinatorial):
    """One part of what the hand does."""


class Every(StrEnum):
    """All there are."""

    ALL = "all"


class Pass(Act, word="pass", english="pass", example="(pass)"):
    """Do nothing."""


class Pop(
    Act,
    word="pop",
    english="lift [{count} pieces]",
    example="(pop all)",
    tags=("movement",),
):
    """Lift one, a number of, or all pieces off the top of `from` or the named site."""

    site: Coord | None = None
    count: Every | int = item(default=1, low=1, high=LARGEST_STACK)


class Push(Act, word="push", english="put down", example="(push)"):
    """Put down what was lifted, or else new pieces from the hand, on `to` or the named site.

    New pieces are of the type that owns the move and belong to the mover or to `player`. With
    `trail` a neutral blocker is left on `from` if that is empty now.
    """

    site: Coord | None = None
    count: int = item(default=1, low=1, high=4)
    player: Role | None = None
    trail: bool = item(default=False, flag="trail")


class PassWord(StrEnum):
    """The action of a move that does nothing."""

    PASS = "pass"


class Custodial(
    Combinatorial,
    word="custodial",
    english="custodial lines of exactly {length}",
    example="(custodial 2)",
):
    """Enemy runs of exactly this length between `to` and another friend in line."""

    length: int = item(low=1, high=8)


class Post(Combinatorial):
    """What follows the action, in written order.

    It happens if its `if` holds, by choice if `optional`: then both options are offered, whether or
    not it would do something.
    """


class Capture(
    Post,
    word="capture",
    english="capture [{kind}]",
    example="(capture d-nbors (if (>= (height current) 2)))",
    tags=("capture",),
):
    """Take pieces off the board; without a type, those that were on `to`.

    Takes enemy stacks unless the record states otherwise; a stack is taken whole if its top piece
    fits. Types: `replace` what was on `to`; `d-nbors i-nbors all-nbors` the neighbours of `to`;
    `surround` groups next to `to` without an empty neighbour; `between` those strictly between
    `from` and `to`; `custodial` or `flank` whole runs in line from `to` up to another friend;
    `intervention` pairs on opposite sides of `to`; `approach` the run in front of the move,
    `withdraw` the run behind `from`; `line-of` the first piece seen along each line from `to`;
    `group-of` the groups next to `to`; `choice` one stack anywhere but on `to` and `any-one` one
    neighbour of `to`, as the mover chooses among the stacks that fit when the move begins,
    regardless of the `if`; what no longer fits is spared. Each group has one owner. `recycle`
    returns pieces to their owner's hand. `subsume` puts the top piece of each stack under the
    stack on `to`, if there is room. With `later` pieces that are not on `to` stay where they are,
    as neutral pieces that cannot be captured again, and leave the board with everything on their
    cells when the turn ends. `(if …)` is evaluated for each stack with `current` as its
    site, for all of them before any is taken.
    """

    kind: CaptureType | Custodial | None = None
    record: PieceRecord | None = None
    optional: bool = item(default=False, flag="optional")
    subsume: bool = item(default=False, flag="subsume")
    recycle: bool = item(default=False, flag="recycle")
    later: bool = item(default=False, flag="later")
    condition: Condition | None = item(default=None, clause="if")


class Convert(
    Post,
    word="convert",
    english="convert",
    example="(convert King (if (side to away)))",
    tags=("conversion",),
):
    """Give the piece on `to`, or the stacks a capture type names, a new type, owner or state.

    Only the top pieces of such stacks change. A piece that becomes another type keeps its state
    and flags. A piece on `to` that becomes another type ends a `repeat`. With `at-rest` the piece
    on `to` changes only where the move is not repeated, after everything else.
    """

    kind: CaptureType | Custodial | None = None
    piece: Name | None = None
    player: Role | None = None
    state: int | None = item(default=None, clause="state", low=0, high=LARGEST_STATE)
    record: PieceRecord | None = item(default=None, clause="only")
    optional: bool = item(default=False, flag="optional")
    at_rest: bool = item(default=False, flag="at-rest")
    condition: Condition | None = item(default=None, clause="if")


class AnyTurn(StrEnum):
    """The mover chooses."""

    ANY = "any"


class Rotate(Post, word="rotate", english="turn the piece", example="(rotate 1)"):
    """Turn the flags of the piece on `to` clockwise by a number of directions, given or chosen."""

    amount: int | AnyTurn = item(default=1, low=-7, high=7)
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class ChangeDirection(
    Post, word="change-dirn", english="you now play towards {direction}", example="(change-dirn s)"
):
    """From now on the mover's steps begin in this direction.

    Home and away rows stay where they are.
    """

    direction: Compass
    condition: Condition | None = item(default=None, clause="if")


class AwayWord(StrEnum):
    """In the direction of the move."""

    AWAY = "away"


class Displace(
    Post, word="displace", english="push pieces {direction}", example="(displace away (enemy) 1)"
):
    """Push stacks; a stack pushed off the board or into an occupied cell is captured.

    `away` pushes what was on `to` on in the direction of the move, `all` pushes every neighbour
    of `to` away from it, a compass direction pushes the neighbour on that side. Without a record,
    enemies only.
    """

    direction: AwayWord | EveryWay | Compass
    record: PieceRecord | None = None
    distance: int = item(default=1, low=1, high=8)
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class SetCellState(
    Post,
    word="cell-state",
    english="set the state of {site} to {state}",
    example="(cell-state to 1)",
):
    """Give a cell a state."""

    site: Coord
    state: int | Count = item(low=0, high=LARGEST_STATE)
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class SetPieceState(
    Post,
    word="piece-state",
    english="set the state of the piece to {state}",
    example="(piece-state to 2)",
):
    """Give the top piece of `to`, or of the named site, a state."""

    site: Coord | None = None
    state: int | Count = item(low=0, high=LARGEST_STATE)
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class IncreaseState(
    Post,
    word="inc-state",
    english="raise the state of the piece by {amount}",
    example="(inc-state to (mod 3))",
):
    """Raise the state of the top piece of `to`, or of the named site, modulo `mod` if given."""

    site: Coord | None = None
    amount: int = item(default=1, clause="amount", low=-9, high=9)
    modulus: int | None = item(default=None, clause="mod", low=1, high=LARGEST_STATE)
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class AddFlags(
    Post, word="add-flags", english="mark the piece towards {flags}", example="(add-flags n e)"
):
    """Set direction flags on the top piece of `to`, or of the named site."""

    site: Coord | None = None
    flags: tuple[Compass, ...] = item(at_least=1, at_most=8)
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class RemoveFlags(
    Post,
    word="remove-flags",
    english="unmark the piece towards {flags}",
    example="(remove-flags n)",
):
    """Clear direction flags on the top piece of `to`, or of the named site."""

    site: Coord | None = None
    flags: tuple[Compass, ...] = item(at_least=1, at_most=8)
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class AddScore(Post, word="score", english="score {points}", example="(score (num-captured))"):
    """Add points to the mover's score."""

    points: int | Count = item(low=-99, high=99)
    condition: Condition | None = item(default=None, clause="if")


class Repeat(
    Post, word="repeat", english="move again with the same piece", example="(repeat optional)"
):
    """If the piece on `to` can make this same move again, the mover does so as another ply.

    With `optional` the mover may stop by passing; such a pass cannot end the match. With `any` the
    next move may be any of the piece's moves that have a `repeat`, `mandatory` ones first.
    Decided after all other consequences. After a placement, the same kind of placement may be
    made again. Whether the move can be made again depends on conditions, hands, stacks and
    change, not on repetition; if every such move turns out to repeat a position, the mover can
    only pass.
    """

    optional: bool = item(default=False, flag="optional")
    any_kind: bool = item(default=False, flag="any")
    condition: Condition | None = item(default=None, clause="if")


class Swap(Post, word="swap", english="the pieces change places", example="(swap)"):
    """What was on `to` before goes to `from`, on top of what is left there, if there is room."""

    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class Remove(
    Post, word="remove", english="remove the pieces on {site}", example="(remove last-to)"
):
    """Take the stack of a site off the board; this is not a capture."""

    site: Coord
    optional: bool = item(default=False, flag="optional")
    condition: Condition | None = item(default=None, clause="if")


class Gravity(Post, word="gravity", english="the piece falls {direction}", example="(gravity s)"):
    """The stack on `to` falls in that direction as far as the cells are empty.

    `to` is then its new site.
    """

    direction: Compass
    condition: Condition | None = item(default=None, clause="if")


class Move(
    Combinatorial,
    word="move",
    english="",
    example="(move (pre (and (owner from) (empty to) (line))) (action (pop) (push)))",
):
    """One way to move.

    If any `mandatory` move can be made, only mandatory moves are legal; of those left, only the
    moves of the smallest `priority` (0 if not given) are. `owner` restricts who may make the
    move, in addition to the owner of the type of piece; both players may move neutral types. The
    top piece on `from`, lifted or not, must be of the type that owns the move, and the mover's own
    unless the condition itself asks for the owner of `from` (by `owner`, `friend`, `enemy` or
    `neutral`). A move that leaves board, hands and directions unchanged is illegal. A move whose
    whole action is `pass` is a pass and has no consequences.
    """

    priority: int = item(default=0, clause="priority", low=0, high=9)
    mandatory: bool = item(default=False, flag="mandatory")
    label: Text | None = item(default=None, clause="label")
    direction: Compass | EveryWay | None = item(default=None, clause="dirn")
    owner: Role | Name | None = item(default=None, clause="owner")
    pre: Condition | None = item(default=None, clause="pre")
    action: tuple[PassWord | Act, ...] = item(clause="action", at_least=1, at_most=4)
    post: tuple[Post, ...] = item(default=(), clause="post", at_most=6)


class Piece(
    Combinatorial, headless=True, english="", example="(Stone All (moves (move (action (push)))))"
):
    """A type of piece: its name, who may own it, its value, initial state, flags and moves."""

    name: Name
    player: Role | Name
    label: Text | None = item(default=None, clause="label")
    value: int = item(default=1, clause="value", low=-99, high=99)
    state: int = item(default=0, clause="state", low=0, high=LARGEST_STATE)
    flags: tuple[Compass, ...] = item(default=(), clause="flags", at_most=8)
    moves: tuple[Move, ...] = item(default=(), clause="moves", at_most=12)


class Pieces(
    Combinatorial,
    word="pieces",
    english="",
    example="(pieces (Stone All (moves (move (pre (empty to)) (action (push))))))",
):
    """The types of pieces.

    Without this clause each player adds a piece of their colour to an empty cell.
    """

    pieces: tuple[Piece, ...] = item(at_least=1, at_most=12)


# --- Start, play, end ----------------------------------------------------------------------------


class PieceOf(Combinatorial, headless=True, english="{piece} of {player}", example="(Stone White)"):
    """A piece type and its owner."""

    piece: Name
    player: Role | Name


class Where(Combinatorial):
    """A set of cells for the start."""


class HomeWord(StrEnum):
    """Cells relative to the owner's direction of play."""

    HOME = "home"
    AWAY = "away"


class HomeRow(Where, word="home", english="row {row} from home", example="(home 1)"):
    """The row this many rows in front of the owner's first; rows off the board are ignored."""

    row: int = item(low=0, high=31)


class AwayRow(Where, word="away", english="row {row} from the far side", example="(away 1)"):
    """The row this many rows before the owner's last row."""

    row: int = item(low=0, high=31)


class RegionCells(Where, word="region", english="region {region}", example="(region 0)"):
    """The cells of a region of the board."""

    region: int = item(low=0, high=31)


class Symmetry(StrEnum):
    """What the other player gets at the same time: a mirror image, or a half turn of the board."""

    MIRROR = "mirror"
    ROTATE_SYM = "rotate-sym"


class Place(
    Combinatorial,
    word="place",
    english="{piece} on {where}",
    example="(place (Stone White) home (home 1) (phase 0) (except C3))",
):
    """Pieces on the board at the start.

    On cells, rows and regions, of one phase only if that is given. A cell gets one piece, of the
    first clause that names it; within a clause the first player comes first. Rows of neutral pieces
    are those of the first player. A symmetry is for the pieces of one player.
    """

    piece: PieceOf
    where: tuple[HomeWord | SiteLabel | Where, ...] = item(at_least=1, at_most=400)
    phase: int | None = item(default=None, clause="phase", low=0, high=2)
    excepted: tuple[SiteLabel, ...] = item(default=(), clause="except", at_most=400)
    symmetry: Symmetry | None = None


class InHand(
    Combinatorial,
    word="in-hand",
    english="{count} {piece} in hand",
    example="(in-hand (Stone All) 5)",
    tags=("hand",),
):
    """How many pieces of a type a player holds at the start; a type not named here is unlimited."""

    piece: PieceOf
    count: int = item(low=0, high=400)


class Start(Combinatorial, word="start", english="", example="(start (place (Stone White) A1))"):
    """The position before the first move. Without it the board is empty and hands are unlimited."""

    places: tuple[Place, ...] = item(default=(), at_most=40)
    hands: tuple[InHand, ...] = item(default=(), at_most=24)


class Repetition(StrEnum):
    """What happens if a position with the same player to move occurs again."""

    ILLEGAL = "illegal"
    DRAW = "draw"
    IGNORED = "ignored"
    BOARD_DRAW = "board-draw"


class Pie(
    Combinatorial,
    word="pie",
    english="the second player may take over the first player's side",
    example="(pie)",
):
    """Before their first move the second player may change sides, as a ply of its own.

    Whoever moved first then plays the second side, and is to move. Nothing else changes.
    """


class Play(
    Combinatorial,
    word="play",
    english="",
    example="(play can-pass (repetition ignored) (quiet-limit 40))",
):
    """Other rules of play.

    `can-pass` lets a player pass. A repeated position (same cells, hands and player to move) is
    illegal to make, or ends the match as a draw when it occurs for the third time, or is ignored;
    `board-draw` draws as soon as a move repeats a board, regardless of who is to move. Passes
    are never illegal. `quiet-limit` draws after that many consecutive plies without a capture or a
    placement. `moves-per-turn` gives each turn that many plies; with `first-move-one` the first
    turn has one, with `progressive` turn k has k. With `longest-capture` only those moves are
    legal that begin a capture of as many pieces as possible; what counts are the move and its
    repetitions, as long as each captures something.
    """

    can_pass: bool = item(default=False, flag="can-pass")
    repetition: Repetition = item(default=Repetition.ILLEGAL, clause="repetition")
    quiet_limit: int | None = item(default=None, clause="quiet-limit", low=1, high=999)
    moves_per_turn: int = item(default=1, clause="moves-per-turn", low=1, high=9)
    first_move_one: bool = item(default=False, flag="first-move-one")
    progressive: bool = item(default=False, flag="progressive")
    longest_capture: bool = item(default=False, flag="longest-capture")
    pie: Pie | None = None


class EndCondition(Combinatorial):
    """Something that may hold for a player after a ply.

    Its class states what players and readers need to know of it as a goal, so that nothing else
    has to list the end conditions. In its templates `{record}` is "your Kings", `{record|one}`
    "one of your Kings", `{nbors}` " along diagonals" or nothing, and numbers are words.
    """

    concept: ClassVar[str] = ""
    """What a game with this goal is won by, in one word: line, connection, capture, …"""
    advisor: ClassVar[str] = ""
    """The advisor that measures how near a player is to it; "" if none does."""
    is_own: ClassVar[bool] = False
    """Whether it, apart from conditions in it, depends only on the player's pieces on the board."""
    subject: ClassVar[str] = "you"
    """Of whom the English speaks; "" if the templates contain their subjects."""
    denied: ClassVar[str] = ""
    """The template of the opposite; by default "do not" and the template."""
    ended: ClassVar[str] = ""
    """How a match is said to have ended by it, after the player's name: "cannot move"."""

    def __init_subclass__(
        cls,
        *,
        concept: str = "",
        advisor: str = "",
        own: bool = False,
        subject: str = "you",
        denied: str = "",
        ended: str = "",
        tags: tuple[str, ...] = (),
        **declared: Unpack[Declared],
    ) -> None:
        """Also take the facts about the goal."""
        super().__init_subclass__(tags=tags, **declared)
        cls.concept = concept
        cls.advisor = advisor
        cls.is_own = own
        cls.subject = subject
        cls.denied = denied
        cls.ended = ended

    def wording(self) -> str:
        """The template of this condition, for classes with more than one."""
        return type(self).english


class EndAnd(
    EndCondition,
    word="and",
    english="{conditions}",
    example="(and (no-move) (stack 4))",
    own=True,
):
    """All of these hold."""

    conditions: tuple[EndCondition, ...] = item(at_least=1, at_most=8)


class EndOr(
    EndCondition,
    word="or",
    english="{conditions|or}",
    example="(or (in-a-row 5) (capture 10))",
    own=True,
):
    """At least one of these holds."""

    conditions: tuple[EndCondition, ...] = item(at_least=1, at_most=8)


class EndNot(
    EndCondition,
    word="not",
    english="not {condition}",
    example="(not (in-a-row 4))",
    own=True,
):
    """This does not hold."""

    condition: EndCondition


class OwnRegions(StrEnum):
    """Which regions must be joined."""

    OWN_REGIONS = "own-regions"
    ALL_SIDES = "all-sides"

    @property
    def english(self) -> str:
        """What the regions are called."""
        is_own = self is OwnRegions.OWN_REGIONS
        return "all your own regions" if is_own else "all sides of the board"


class RegionSet(
    Combinatorial, word="regions", english="regions {regions}", example="(regions 0 1)"
):
    """Regions by their numbers."""

    regions: tuple[int, ...] = item(at_least=1, at_most=8, low=0, high=31)


class Connect(
    EndCondition,
    word="connect",
    english="connect {target} by an unbroken chain of {record}{nbors}"
    "[, linked only where the arrows of both pieces point at each other{flagged}]"
    "[, counting pieces inside stacks too{stack}]",
    example="(connect own-regions)",
    concept="connection",
    advisor="connection",
    own=True,
    tags=("connection",),
):
    """A chain of the player's top pieces touches all of the regions, which must be two or more.

    `own-regions` are the regions owned by the player or by All. `flagged` links pieces only where
    the flags of both pieces point at each other; `stack` counts buried pieces too.
    """

    record: PieceRecord | None = None
    nbors: Nbors | None = None
    flagged: bool = item(default=False, flag="flagged")
    target: OwnRegions | RegionSet
    stack: bool = item(default=False, flag="stack")


class Cycle(
    EndCondition,
    word="cycle",
    english="make a closed ring of {record} around at least one cell, whatever stands on it",
    example="(cycle)",
    concept="connection",
    advisor="connection",
    own=True,
):
    """The player's pieces enclose at least this many cells (default 1).

    Enclosed are cells that the player does not hold and that are cut off from the edge of the
    board. The outside spreads over edges, and also over corners on squares without `i-nbors`,
    where only a ring whose cells join by edges is closed. Without a number, or with `full`, a cell
    that the player holds inside the board counts too if the player holds all its neighbours; with
    `full` only such cells count.
    """

    record: PieceRecord | None = None
    area: int | None = item(default=None, low=1, high=99)
    full: bool = item(default=False, flag="full")

    def wording(self) -> str:
        """Rings around cells without the player's pieces, or cells with full neighbourhoods."""
        if self.full:
            least = "{area|cell}" if self.area else "one cell"
            where = "away from the edge held, with every neighbour, by {record}"
            return f"have at least {least} {where}"
        if self.area is None:
            return type(self).english
        return "enclose at least {area|cell} without such a piece by closed rings of {record}"


class Group(
    EndCondition,
    word="group",
    english="form a group[ of {count}] of your pieces[ of the type {record}][ by {nbors}]"
    "[ in stacks{stack}]",
    example="(group 6)",
    concept="group",
    advisor="group",
    own=True,
):
    """A group of the player has at least this many cells.

    Without a number, all their pieces form one group.

    A single piece is such a group only for a player who began with more than one piece on the
    board.
    """

    record: PieceRecord | None = None
    count: int | None = item(default=None, low=2, high=99)
    nbors: Nbors | None = None
    stack: bool = item(default=False, flag="stack")


class InARow(
    EndCondition,
    word="in-a-row",
    english="make {count} in a row[ of {record}]{nbors}",
    example="(in-a-row 4)",
    concept="line",
    advisor="in-a-row",
    own=True,
    tags=("line",),
):
    """At least this many top pieces of the player are next to one another on a straight line."""

    record: PieceRecord | None = None
    count: int = item(low=2, high=32)
    nbors: Nbors | None = None


class Pattern(
    EndCondition,
    word="pattern",
    english="form the pattern {steps}[ with pieces of the type {record}]",
    example="(pattern f r f r f)",
    concept="line",
    advisor="in-a-row",
    own=True,
):
    """The player holds some cell and every cell of the walk from there in some direct direction."""

    record: PieceRecord | None = None
    steps: tuple[Turtle, ...] = item(at_least=1, at_most=12)


class Amount(StrEnum):
    """How much of the goal: all own pieces must be there, or own pieces must fill it."""

    ALL = "all"
    FILL = "fill"


class Goal(StrEnum):
    """A goal as seen by the player, or every side of the board at once."""

    AWAY = "away"
    HOME = "home"
    ALL_SIDES = "all-sides"


class Reach(
    EndCondition,
    word="reach",
    english="reach {target} with {count}[ of the type {record}][ in stacks{stacks}]",
    example="(reach 3 away)",
    concept="reach",
    advisor="goal-proximity",
    own=True,
    tags=("race",),
):
    """At least this many top pieces of the player (default 1) are in the goal.

    `all`: all their pieces, and at least one; `fill`: they hold every cell of it. `all-sides`: at
    least one is on each side of the board. With `stacks`, buried pieces count too.
    """

    record: PieceRecord | None = None
    count: int | Amount = item(default=1, low=1, high=99)
    stacks: bool = item(default=False, flag="stacks")
    target: Goal | Compass | SiteLabel | RegionCells


class CaptureEnd(
    EndCondition,
    word="capture",
    english="capture {count}[ of the type {record}]",
    example="(capture King)",
    concept="capture",
    advisor="captures",
):
    """The player has captured at least this many pieces (default 1), of the type if one is named.

    `all`: at least one, and the enemy has none of that type left.
    """

    record: PieceRecord | None = None
    count: Every | int = item(default=1, low=1, high=400)


class Eliminate(
    EndCondition,
    word="eliminate",
    english="leave {player} without pieces",
    example="(eliminate enemy)",
    concept="capture",
    advisor="survival",
):
    """The named player, having had a piece before, has none left on board or in a limited hand."""

    player: Role | Name


class Best(StrEnum):
    """More than the other player."""

    BEST = "best"


class ScoreEnd(
    EndCondition,
    word="score",
    english="have the higher score",
    example="(score best)",
    concept="score",
    advisor="score",
    tags=("score",),
):
    """The player has at least this many points; `best`: more than the other player.

    In a game where no move scores, points are the number of the player's pieces on the board.
    """

    goal: int | Best = item(low=1, high=999)

    def wording(self) -> str:
        """A number of points, or more than the other player."""
        return type(self).english if self.goal == Best.BEST else "have at least {goal|point}"


class StackEnd(
    EndCondition,
    word="stack",
    english="have a stack of at least {count} pieces with {record|one} on top",
    example="(stack 4 owner)",
    concept="stack",
    advisor="stack",
    own=True,
    tags=("stacking",),
):
    """A stack with the player's piece on top has at least this many pieces.

    With `owner` only the player's pieces count.
    """

    record: PieceRecord | None = None
    count: int = item(low=2, high=LARGEST_STACK)
    owner: bool = item(default=False, flag="owner")

    def wording(self) -> str:
        """Pieces of any owner count, or of one only."""
        if not self.owner:
            return type(self).english
        return (
            "have a stack with {record|one} on top that holds at least {count} pieces of the same "
            "owner"
        )


class StateEnd(
    EndCondition,
    word="state",
    english="bring [{record}][{site}] to state {state}",
    example="(state Stone 3)",
    concept="state",
    advisor="state",
):
    """A cell has this state, or, without a cell, some top piece of the player has it."""

    site: SiteLabel | None = None
    record: PieceRecord | None = None
    state: int = item(low=0, high=LARGEST_STATE)


class NoMove(
    EndCondition,
    word="no-move",
    english="cannot move on your turn",
    denied="can move on your turn",
    ended="cannot move",
    example="(no-move)",
    concept="no-move",
    advisor="stalemate",
):
    """It is the player's turn and they have no legal move."""


class NoMoves(
    EndCondition,
    word="no-moves",
    subject="",
    english="neither player can move",
    denied="a player can still move",
    ended="neither player can move",
    example="(no-moves)",
    concept="no-move",
):
    """Neither player would have a legal move if it were their turn."""


class NoPieces(
    EndCondition,
    word="no-pieces",
    english="have no pieces left",
    denied="still have pieces",
    ended="has no pieces left",
    example="(no-pieces)",
    concept="capture",
    advisor="survival",
):
    """The player has no piece left on the board or in a limited hand, having had one before."""


class EndClause(
    Combinatorial,
    headless=True,
    english="{player} {result}s if they {condition}",
    example="(All win (in-a-row 4))",
):
    """Who gets which result under which condition.

    `All` applies to both players. `opp-turn`: only after the opponent's ply.
    """

    player: Role | Name
    result: Result
    condition: EndCondition
    opp_turn: bool = item(default=False, flag="opp-turn")


class TieRule(StrEnum):
    """What happens when the clauses give the two players contradictory results."""

    MOVER_WINS = "mover-wins"
    MOVER_LOSES = "mover-loses"
    DRAW = "draw"


class End(
    Combinatorial,
    word="end",
    english="",
    example="(end (All win (in-a-row 4)) (All lose (in-a-row 3)))",
):
    """How the match ends. All clauses are evaluated after every ply.

    A player's result is that of the first clause, in written order, that holds for them. If both
    players have contradictory results, the tie rule decides (mover-wins if not given). If
    no clause holds, the match is drawn after two passes in a row, and at once, even at the start,
    when neither player could move (unless players may pass freely).
    """

    clauses: tuple[EndClause, ...] = item(at_least=1, at_most=12)
    tie: TieRule | None = None


# --- The game ------------------------------------------------------------------------------------


class Advisor(Combinatorial, headless=True, english="{name}: {weight}", example="(in-a-row 1000)"):
    """One advisor of the game's policy and its weight in thousandths."""

    name: Text
    weight: int = item(low=-1000, high=1000)


class Support(
    Combinatorial,
    word="support",
    english="",
    example='(support (description "A game of lines."))',
):
    """Notes that do not change the game: its origin, what it is about, how it was rated."""

    advisors: tuple[Advisor, ...] = item(default=(), clause="advisors", at_most=20)
    description: Text | None = item(default=None, clause="description")
    aim: Text | None = item(default=None, clause="aim")
    origin: Text | None = item(default=None, clause="origin")
    aliases: tuple[Name, ...] = item(default=(), clause="aliases")
    parents: tuple[Name, ...] = item(default=(), clause="ancestry")
    generation: int | None = item(default=None, clause="generation")
    ranking: int | None = item(default=None, clause="ranking")
    viable: Text | None = item(default=None, clause="viable")
    score: Text | None = item(default=None, clause="score")


class BoardGame(
    Combinatorial,
    word="game",
    english="",
    example="(game Yavalath (players White Black) (board (tiling hex) (shape hex) (size 5)) "
    "(end (All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4))))))",
):
    """A whole board game: players, board, pieces, start, rules of play and end."""

    name: Name = item(is_identity=False)
    players: Players
    board: BoardOf
    pieces: Pieces | None = None
    start: Start | None = None
    play: Play | None = None
    end: End
    support: Support | None = item(default=None, is_identity=False)

    def findings(self) -> Iterable[Finding]:
        """What makes no sense in this game; called by the static check."""
        # Imported here because the checks are written in these words.
        from ludwright.families.combinatorial.sense import findings

        return findings(self)

    def warnings(self) -> Iterable[Finding]:
        """What can never happen in this game, if it is sound."""
        from ludwright.families.combinatorial.possible import warnings

        return warnings(self)


SITE_WORDS: dict[str, str] = {
    "from": "the starting cell",
    "to": "the destination",
    "current": "its own cell",
    "between": "the middle cell passed over",
    "last-from": "the cell last moved from",
    "last-to": "the cell last moved to",
    "centre": "the centre cell",
}
"""How the sites of a move read in English."""
