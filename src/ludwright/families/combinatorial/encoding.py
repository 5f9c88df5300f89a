"""Board games as numbers of fixed size, for agents that learn: numbered moves, planes of cells."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import LudwrightError
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.lower_rules import chooses
from ludwright.families.combinatorial.move import SWAP_RULE, Move
from ludwright.families.combinatorial.program import has_source
from ludwright.families.combinatorial.rules import NativePosition, NativeRules
from ludwright.play.encoding import LARGEST_VALUE

MOST_ACTIONS: Final[int] = 1 << 24
"""Games whose moves need more numbers are refused."""
OPTION_BITS: Final[int] = 4
"""Bits of a move's option that select the optional consequences."""
PASS: Final[int] = 0
"""The number of a plain pass."""


class _Numbering:
    """The numbers of the moves of one rule."""

    def __init__(self, rules: NativeRules, move: v.Move, first: int) -> None:
        self.first = first
        acts = any(isinstance(act, v.Pop | v.Push) for act in move.action)
        sites = rules.board.sites
        self._sites = {site: place for place, site in enumerate(sites)}
        self._targets = len(sites) if acts else 1
        self._sources = len(sites) if acts and has_source(move) else 1
        posts = move.post if acts else ()
        optional = [one for one in posts if getattr(one, "optional", False)]
        self._bits = sum(not isinstance(one, v.Repeat) for one in optional)
        chooser = next((one for one in posts if chooses(one)), None)
        self._is_turn = isinstance(chooser, v.Rotate)
        self._choices = 1
        if chooser is not None:
            self._choices = len(rules.board.directions) if self._is_turn else len(sites) + 1

    @property
    def count(self) -> int:
        return self._sources * self._targets * (self._choices << self._bits)

    def number(self, move: Move) -> int:
        """Source, target, choice and optional consequences, the last one counting fastest."""
        choice = move.option >> OPTION_BITS
        if choice and not self._is_turn:
            choice = self._sites[choice - 1] + 1
        number = self._sites.get(move.source, 0) * self._targets + self._sites.get(move.target, 0)
        bits = move.option & ((1 << self._bits) - 1)
        return self.first + ((number * self._choices + choice) << self._bits) + bits


class BoardEncoding:
    """The encoding of one board game.

    Number 0 is the pass, and the last number the change of sides in a game with the pie rule. In
    between come the rules in written order; of each rule, the sources (one where
    pieces are placed), of each source the targets, of each target the options. Sites count in
    ascending order. Observations are rows × columns × planes, with levels below each other; the
    seat's own pieces come first.
    """

    def __init__(self, rules: NativeRules) -> None:
        self._rules = rules
        self._kinds = [str(piece.name) for piece in rules.setting.pieces]
        self._numberings: list[_Numbering] = []
        first = PASS + 1
        for piece in rules.setting.pieces:
            for move in piece.moves:
                self._numberings.append(_Numbering(rules, move, first))
                first += self._numberings[-1].count
        if first > MOST_ACTIONS:
            raise LudwrightError(
                f"{rules.game}: expected at most {MOST_ACTIONS} different moves, got {first}; "
                "choose a smaller board"
            )
        self._swap = first
        play = rules.root.play
        self._actions = first + (play is not None and play.pie is not None)

    @property
    def actions(self) -> int:
        """How many numbers moves have."""
        return self._actions

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows, columns, planes."""
        board = self._rules.board
        return board.levels * board.height, board.width, len(self.planes)

    @cached_property
    def planes(self) -> tuple[str, ...]:
        """What each plane shows."""
        pieces = [f"{whose} {kind}" for whose in ("own", "other's") for kind in self._kinds]
        cells = ["neutral piece", "height", "own below", "other's below", "state", "flags"]
        moves = ["cell state", "last source", "last target", "continues here"]
        hands = [f"{whose} {kind} in hand" for whose in ("own", "other's") for kind in self._kinds]
        counts = ["own captured", "other's captured", "own points", "other's points"]
        return ("board", "own turn", *pieces, *cells, *moves, *hands, *counts)

    def numbers(self, position: NativePosition) -> tuple[int, ...]:
        """The number of each legal move."""
        return tuple(self._number(move) for move in position.moves())

    def _number(self, move: Move) -> int:
        if move.rule == SWAP_RULE:
            return self._swap
        return PASS if move.rule < 0 else self._numberings[move.rule].number(move)

    def observe(self, position: NativePosition, seat: int) -> NDArray[np.float32]:
        """The board as a seat sees it."""
        rows, columns, _ = self.shape
        planes = np.zeros((len(self.planes), rows * columns), np.float32)
        side = position.side_of(seat)
        named = dict(zip(self.planes, planes, strict=True))
        board = list(self._rules.board.sites)
        named["board"][board] = 1
        if position.seat == seat and position.outcome() is None:
            named["own turn"][board] = 1
        self._show_pieces(named, position, side)
        self._show_last(named, position)
        self._show_counts(named, position, side, board)
        shown = planes.clip(-LARGEST_VALUE, LARGEST_VALUE).reshape(-1, rows, columns)
        return np.ascontiguousarray(np.moveaxis(shown, 0, -1))

    def _show_pieces(
        self, named: dict[str, NDArray[np.float32]], position: NativePosition, seat: int
    ) -> None:
        tops: dict[int, tuple[int, int]] = {}
        for site, kind, owner, state, flags in position.native.pieces():  # lowest first
            if site in tops and (below := tops[site][1]) < 2:
                named[f"{_whose(below, seat)} below"][site] += 1
            tops[site] = (kind, owner)
            named["height"][site] += 1
            named["state"][site], named["flags"][site] = state, flags
        for site, (kind, owner) in tops.items():
            if owner > 1 or kind >= len(self._kinds):
                named["neutral piece"][site] = kind + 1
            else:
                named[f"{_whose(owner, seat)} {self._kinds[kind]}"][site] = 1
        for site, state in position.native.cell_states():
            named["cell state"][site] = state

    def _show_last(self, named: dict[str, NDArray[np.float32]], position: NativePosition) -> None:
        last, (_, continued) = position.last_move, position.native.going_on
        shown = {"continues here": continued}
        if last is not None:
            shown |= {"last source": last.source, "last target": last.target}
        for name, site in shown.items():
            if site >= 0:
                named[name][site] = 1

    def _show_counts(
        self,
        named: dict[str, NDArray[np.float32]],
        position: NativePosition,
        seat: int,
        board: list[int],
    ) -> None:
        native = position.native
        for owner, (hand, taken, points) in enumerate(
            zip(native.hands(), native.captured(), native.scores, strict=True)
        ):
            whose = _whose(owner, seat)
            for kind, count in zip(self._kinds, hand, strict=False):
                named[f"{whose} {kind} in hand"][board] = max(count, 0)  # -1: without limit
            named[f"{whose} captured"][board] = sum(taken)
            named[f"{whose} points"][board] = points


def _whose(owner: int, seat: int) -> str:
    return "own" if owner == seat else "other's"
