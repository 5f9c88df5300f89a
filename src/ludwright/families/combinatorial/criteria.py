"""Criteria of board games: what is in their rules, and what happens on their boards.

The first sixteen read the rules. The others replay the main matches, once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log2, nan, sqrt
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import (
    Measure,
    Sampled,
    Score,
    Unscored,
    exactly,
    group_bounds,
    mean_over_matches,
)
from ludwright.criticism.segments import Floats, Segments
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.board import Board
from ludwright.families.combinatorial.lower import Lowering
from ludwright.families.combinatorial.program import walk_rules
from ludwright.families.combinatorial.rules import NativeRules
from ludwright.language.english import listing
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme, size, walk
from ludwright.play.families import load_rules
from ludwright.play.playtest import Playtest

SIMPLE_NODES: int = 20
"""The number of ludemes at which simplicity is one half."""
LARGE_BOARD: int = 100
MOST_NEIGHBOURS: int = 8
RESPONSE_DISTANCE: int = 2
"""A move this close to the opponent's last one counts as a reply to it."""
MATCHES_AT_ONCE: int = 200
"""Matches replayed at once."""
WORDS_AT_ONCE: int = 1_000_000
"""Words of two rows compared at once, so that many matches do not fill the memory."""
MEMORY: int = 2
"""How many of its own moves back a piece is followed."""
OWNERS: int = 3
"""Two seats, and neutral."""

Sites = NDArray[np.bool_]


# --- Rules and equipment --------------------------------------------------------------------------


def _rules_of(game: Game) -> NativeRules:
    """The rules of a game, which are usually loaded already."""
    rules = load_rules(game)
    if not isinstance(rules, NativeRules):
        raise TypeError(f"expected a board game, got a game of the family {game.family}")
    return rules


def _intrinsic(
    name: str,
    number: int,
    idea: str,
    formula: str,
    fooled_by: str,
    value: Callable[[Lowering], float],
    wanted: Wanted = Wanted.EITHER,
    when_low: Remark | None = None,
    when_high: Remark | None = None,
) -> Criterion:
    """A criterion that reads nothing but the rules."""
    declare = criterion(
        name,
        number=f"I{number}",
        group=Group.INTRINSIC,
        idea=idea,
        formula=formula,
        wanted=wanted,
        source=Source.OURS,
        fooled_by=fooled_by,
        needs=(),
        when_low=when_low,
        when_high=when_high,
    )
    return declare(lambda evidence: exactly(value(_rules_of(evidence.game).lowering)))


def _simplicity(rules: Lowering) -> float:
    game = rules.setting.game
    nodes = size(game) - (0 if game.support is None else size(game.support))
    return 1.0 / (1.0 + log2(1.0 + nodes / SIMPLE_NODES))


def _connectivity(rules: Lowering) -> float:
    board = rules.board
    mean = sum(len(board.neighbours[site]) for site in board.sites) / len(board.sites)
    return min(1.0, mean / MOST_NEIGHBOURS)


def _acts(move: v.Move) -> tuple[bool, bool]:
    """Whether the move lifts something, and whether it puts something down."""
    kinds = {type(act) for act in move.action}
    return v.Pop in kinds, v.Push in kinds


def _some_move(wanted: tuple[bool, bool]) -> Callable[[Lowering], float]:
    def found(rules: Lowering) -> float:
        moves = (move for piece in rules.setting.pieces for move in piece.moves)
        return float(any(_acts(move) == wanted for move in moves))

    return found


def _some_term(*kinds: type[Ludeme]) -> Callable[[Lowering], float]:
    """Whether a move has a part of one of these kinds."""
    return lambda rules: float(any(isinstance(term, kinds) for term in walk_rules(rules.setting)))


def _goal(name: str, number: int, idea: str, *advisors: str) -> Criterion:
    """Whether an end clause has a condition that one of these advisors measures."""
    ends = v.Combinatorial.vocabulary.members(v.EndCondition)
    kinds = tuple(
        end for end in ends if issubclass(end, v.EndCondition) and end.advisor in advisors
    )
    words = listing([f"`{kind.word}`" for kind in kinds], "or")
    return _intrinsic(
        name,
        number,
        idea,
        f"1 if an end clause mentions {words}, else 0",
        "The clause may never end a match, and a losing clause counts like a winning one.",
        lambda rules: float(any(isinstance(term, kinds) for term in walk(rules.setting.game.end))),
    )


NEVER_USED = "The rule may be one that no match ever uses."

INTRINSIC: tuple[Criterion, ...] = (
    _intrinsic(
        "rule-simplicity",
        1,
        "The rules are few.",
        "1 / (1 + log2(1 + nodes / 20)), nodes being the ludemes of the game without its notes",
        "A short rule may be hard to grasp, and a long one may be obvious.",
        _simplicity,
        Wanted.HIGH,
        when_low=Remark("the rules are long", "fewer kinds of pieces, moves or exceptions"),
        when_high=Remark("the rules are short"),
    ),
    _intrinsic(
        "board-size",
        2,
        "The board is large.",
        "min(1, cells / 100)",
        "Play may never leave a corner of the board.",
        lambda rules: min(1.0, len(rules.board.sites) / LARGE_BOARD),
        when_low=Remark("the board is small", "a larger board"),
        when_high=Remark("the board is large", "a smaller board"),
    ),
    _intrinsic(
        "connectivity",
        3,
        "Cells have many neighbours.",
        "min(1, mean number of neighbours / 8)",
        "Pieces may move and count in directions other than those of adjacency.",
        _connectivity,
    ),
    _intrinsic(
        "piece-variety",
        4,
        "There are many types of pieces.",
        "1 - 1 / types",
        "Types that act alike, or never appear, count too.",
        lambda rules: 1.0 - 1.0 / len(rules.setting.pieces),
    ),
    _intrinsic(
        "placement",
        5,
        "Pieces are placed.",
        "1 if some move puts down without lifting, else 0",
        NEVER_USED,
        _some_move((False, True)),
    ),
    _intrinsic(
        "movement",
        6,
        "Pieces move.",
        "1 if some move lifts and puts down, else 0",
        NEVER_USED,
        _some_move((True, True)),
    ),
    _intrinsic(
        "capture",
        7,
        "Pieces are captured or pushed away.",
        "1 if some move captures or displaces, else 0",
        NEVER_USED,
        _some_term(v.Capture, v.Displace),
    ),
    _intrinsic(
        "conversion",
        8,
        "Pieces or cells change.",
        "1 if some move converts, rotates, or changes a state or flags, else 0",
        NEVER_USED,
        _some_term(
            v.Convert,
            v.Rotate,
            v.SetCellState,
            v.SetPieceState,
            v.IncreaseState,
            v.AddFlags,
            v.RemoveFlags,
        ),
    ),
    _intrinsic(
        "stacking",
        9,
        "Pieces may be stacked.",
        "1 if the rules do not keep a move from ending on an occupied cell, else 0",
        "Rules that prevent stacks only indirectly are not recognised.",
        lambda rules: float(any(rule.may_stack for rule in rules.rules)),
    ),
    _goal("goal-line", 10, "Lines or patterns decide.", "in-a-row"),
    _goal("goal-connection", 11, "Connections decide.", "connection"),
    _goal("goal-group", 12, "Groups decide.", "group"),
    _goal("goal-reach", 13, "Reaching a place decides.", "goal-proximity"),
    _goal("goal-capture", 14, "Captures decide.", "captures", "survival"),
    _goal("goal-score", 15, "Points, stacks or states decide.", "score", "stack", "state"),
    _goal("goal-no-move", 16, "Being unable to move decides.", "stalemate"),
)


# --- Matches replayed on the board ----------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Traces:
    """What the replay of the matches found."""

    coverage: Floats
    """The share of cells that were ever occupied, by match."""
    middles: Sites
    """By match, which cells were occupied by whom at half time."""
    purpose: Floats
    """The share of moves that do not go back, by match; NaN without moves after the opening."""
    response: Floats
    """How much nearer than chance replies are, by match; NaN with nothing to reply to."""


_traces: WeakKeyDictionary[Playtest, Traces] = WeakKeyDictionary()


def traces_of(playtest: Playtest) -> Traces:
    """Replay the matches of a playtest, once."""
    found = _traces.get(playtest)
    if found is None:
        found = _traces[playtest] = _replayed(playtest)
    return found


@dataclass(frozen=True, slots=True)
class _Match:
    """One match as it was recorded."""

    moves: Sequence[Sequence[int]]
    seats: Sequence[int]
    opening: int

    def last_targets(self) -> list[int]:
        """By move, the target of the opponent's last one; -1 if there is nothing to reply to."""
        targets = [-1, -1]
        found: list[int] = []
        for ply, (move, seat) in enumerate(zip(self.moves, self.seats, strict=True)):
            found.append(targets[1 - seat] if ply >= self.opening else -1)
            targets[seat] = move[2]
        return found


def _replayed(playtest: Playtest) -> Traces:
    # A part at a time: the legal moves of thousands of matches would fill the memory.
    bounds = range(0, max(1, len(playtest)), MATCHES_AT_ONCE)
    parts = [
        _replayed_part(playtest, range(len(playtest))[at : at + MATCHES_AT_ONCE]) for at in bounds
    ]
    return Traces(
        np.concatenate([one.coverage for one in parts]),
        np.concatenate([one.middles for one in parts]),
        np.concatenate([one.purpose for one in parts]),
        np.concatenate([one.response for one in parts]),
    )


def _replayed_part(playtest: Playtest, numbers: range) -> Traces:
    rules = _rules_of(playtest.game)
    lifts = [_acts(move)[0] for piece in rules.setting.pieces for move in piece.moves]
    replay = _Replay(rules.program.start(), rules.board.extent, near_table(rules.board))
    matches = [_recorded(playtest, number) for number in numbers]
    for match in matches:
        replay.follow(match)
    return Traces(
        np.asarray(replay.occupied, dtype=np.float64) / len(rules.board.sites),
        np.asarray(replay.middles, dtype=np.bool_).reshape(-1, rules.board.extent * OWNERS),
        np.asarray([_purpose(match, lifts) for match in matches], dtype=np.float64),
        replay.responses(),
    )


def _recorded(playtest: Playtest, number: int) -> _Match:
    plies = slice(int(playtest.offsets[number]), int(playtest.offsets[number + 1]))
    moves = playtest.columns["moves"][plies].tolist()
    seats = playtest.columns["seats"][plies].tolist()
    return _Match(moves, seats, int(playtest.columns["opening_plies"][number]))


@dataclass(eq=False)
class _Replay:
    """What is seen on the board while one match after another is replayed."""

    start: Any
    extent: int
    near: Sites
    occupied: list[int] = field(default_factory=list)
    """By match, how many cells were ever occupied."""
    middles: list[Sites] = field(default_factory=list)
    _replies: list[tuple[int, int, int]] = field(default_factory=list)
    """Match, target of the opponent's last move, target of the reply."""
    _legal: list[NDArray[np.int32]] = field(default_factory=list)
    """For each reply, all legal moves."""

    def follow(self, match: _Match) -> None:
        """Replay a match."""
        position, sites = self.start, set[int]()
        lasts = match.last_targets()
        half = len(match.moves) // 2
        for ply, move in enumerate(match.moves):
            pieces = position.pieces()
            sites.update([piece[0] for piece in pieces])
            if ply == half:
                self.middles.append(self._middle(pieces))
            if lasts[ply] >= 0:
                self._replies.append((len(self.occupied), lasts[ply], move[2]))
                self._legal.append(position.moves())
            position = position.after(*move)
        pieces = position.pieces()
        sites.update([piece[0] for piece in pieces])
        if not match.moves:
            self.middles.append(self._middle(pieces))
        self.occupied.append(len(sites))

    def responses(self) -> Floats:
        """By match, x / (1 + x), x being the share of near replies over that of chance."""
        count = len(self.occupied)
        if not self._replies:
            return np.full(count, nan)
        matches, lasts, made = np.asarray(self._replies).T
        choices = Segments(np.asarray([len(moves) for moves in self._legal]))
        is_near = self.near[choices.each(lasts), np.concatenate(self._legal)[:, 2]]
        found = np.bincount(matches, weights=self.near[lasts, made], minlength=count)
        expected = np.bincount(matches, weights=choices.mean(is_near), minlength=count)
        both = found + expected
        return found / np.where(both > 0.0, both, nan)

    def _middle(self, pieces: Sequence[Sequence[int]]) -> Sites:
        found = np.zeros(self.extent * OWNERS, dtype=np.bool_)
        for site, _, owner, _, _ in pieces:
            found[site * OWNERS + owner] = True
        return found


def _purpose(match: _Match, lifts: Sequence[bool]) -> float:
    """The share of moves that do not return a piece to a cell it left shortly before."""
    left: dict[int, tuple[int, ...]] = {}
    returns = 0
    for ply, (rule, source, target, _) in enumerate(match.moves):
        is_moved = source >= 0 and target >= 0 and rule >= 0 and lifts[rule]
        before = left.pop(source, ()) if is_moved else ()
        returns += ply >= match.opening and target in before
        if target >= 0:
            left[target] = (*before, source)[-MEMORY:] if is_moved else ()
    measured = len(match.moves) - match.opening
    return 1.0 - returns / measured if measured > 0 else nan


@lru_cache(maxsize=32)
def near_table(board: Board) -> Sites:
    """Which sites lie within the distance of a response; the last column, for no site, is False."""
    table = np.zeros((board.extent, board.extent + 1), dtype=np.bool_)
    for site in board.sites:
        around = {site}
        for _ in range(RESPONSE_DISTANCE):
            around |= {other for each in around for other in board.neighbours[each]}
        table[site, list(around)] = True
    return table


@criterion(
    "board-coverage",
    number="Q4",
    group=Group.QUALITY,
    idea="The whole board is used.",
    formula="mean of cells ever occupied in the match / cells",
    wanted=Wanted.HIGH,
    source=Source.LUDII,
    fooled_by="Pieces that never move cover the board too.",
    is_mean=True,
    when_low=Remark("much of the board is never used", "a smaller board, or more pieces"),
    when_high=Remark("matches use the whole board"),
)
def board_coverage(evidence: Evidence) -> Sampled:
    """How much of the board a match uses."""
    return mean_over_matches(traces_of(evidence.main).coverage)


@criterion(
    "variety",
    number="Q5",
    group=Group.QUALITY,
    idea="Matches differ.",
    formula="1 - mean over all pairs of matches of the overlap of their sets of (cell, owner) at"
    " half time: common members / members of either",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Two matches may be mirror images of each other, or differ in cells that do not"
    " matter; random openings alone make some variety.",
    when_low=Remark(
        "matches resemble each other",
        "a larger board, more kinds of moves, or a freer start",
    ),
    when_high=Remark("every match is different"),
)
def variety(evidence: Evidence) -> Measure | Sampled:
    """How little matches resemble each other."""
    middles = traces_of(evidence.main).middles
    if len(middles) < 2:
        return Unscored("expected two matches to compare")
    overlap = overlaps(middles)
    return Sampled(variety_score(overlap), lambda groups: _group_varieties(overlap, groups))


def _group_varieties(overlap: Floats, groups: int) -> Floats:
    """The variety within each group of matches."""
    bounds = group_bounds(len(overlap), groups)
    firsts, counts = bounds[:-1], np.diff(bounds)
    blocks = np.add.reduceat(np.add.reduceat(overlap, firsts, axis=0), firsts, axis=1)
    totals = blocks.diagonal() - np.add.reduceat(overlap.diagonal(), firsts)
    found: Floats = 1.0 - totals / (counts * (counts - 1))
    return found


def overlaps(middles: Sites) -> Floats:
    """For each pair of rows, their common members divided by the members of either."""
    common = _common_members(middles)
    sizes = common.diagonal()
    either = sizes[:, None] + sizes[None, :] - common
    found: Floats = np.where(either > 0, common / np.maximum(either, 1.0), 1.0)
    return found


def _common_members(middles: Sites) -> NDArray[np.int64]:
    """For each pair of rows, how many members they have in common."""
    # Sixteen members at a time: a product of matrices would start threads for a small table.
    words = np.packbits(np.pad(middles, ((0, 0), (0, -middles.shape[1] % 16))), axis=1)
    words = words.view(np.uint16)
    rows = max(1, WORDS_AT_ONCE // max(1, words.size))
    blocks = [
        _members_of_words()[words[first : first + rows, None] & words].sum(axis=2, dtype=np.int64)
        for first in range(0, len(words), rows)
    ]
    return np.concatenate(blocks)


@cache
def _members_of_words() -> NDArray[np.uint8]:
    """How many of its sixteen bits each word has set."""
    words = np.arange(1 << 16, dtype=np.uint16).view(np.uint8).reshape(-1, 2)
    found: NDArray[np.uint8] = np.unpackbits(words, axis=1).sum(axis=1, dtype=np.uint8)
    return found


def variety_score(overlap: Floats) -> Score:
    """One minus the mean over all pairs; the error comes from leaving out each match in turn."""
    matches = len(overlap)
    of_match = overlap.sum(axis=1) - overlap.diagonal()
    total = float(of_match.sum())
    value = 1.0 - total / (matches * (matches - 1))
    if matches == 2:
        return Score(value, 0.5, matches)
    without = (total - 2.0 * of_match) / ((matches - 1) * (matches - 2))
    error = sqrt((matches - 1) * float(without.var()))
    return Score(value, max(error, 1.0 / matches**2), matches)


@criterion(
    "purpose",
    number="Q6",
    group=Group.QUALITY,
    idea="Pieces do not shuffle to and fro.",
    formula="mean of 1 - share of moves that return a piece to a cell it left in its last two"
    " moves",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Aimless wandering in larger circles passes; pieces that are pushed or swapped are"
    " not followed.",
    is_mean=True,
    when_low=Remark(
        "pieces shuffle to and fro",
        "pieces that only go forward, or a rule against repetition",
    ),
    when_high=Remark("pieces do not shuffle to and fro"),
)
def purpose(evidence: Evidence) -> Sampled:
    """How few moves undo an earlier one."""
    return mean_over_matches(traces_of(evidence.main).purpose, "no move after the opening")


@criterion(
    "response",
    number="Q11",
    group=Group.QUALITY,
    idea="Replies address the last move.",
    formula="mean of x / (1 + x), x being the share of moves within distance 2 of the opponent's"
    " last target, divided by the share of the legal moves that are that near; one half is chance",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Replies that work from afar, along a line or through a connection, do not count; on"
    " a small board everything is near.",
    is_mean=True,
    when_low=Remark(
        "replies are played far from the last move",
        "a smaller board, or effects between neighbours",
    ),
    when_high=Remark(
        "replies are played next to the last move",
        "effects over a distance, such as slides and lines",
    ),
)
def response(evidence: Evidence) -> Sampled:
    """How much nearer to the last move replies are than chance."""
    return mean_over_matches(traces_of(evidence.main).response, "no move that has a reply")


CRITERIA: tuple[Criterion, ...] = (*INTRINSIC, board_coverage, variety, purpose, response)
