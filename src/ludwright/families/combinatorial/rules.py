"""Board games as the native core plays them: rules, positions and the notation of moves.

A move is written `D4` for a placement (`King@D4` where several types can be placed), `A1-B2` for a
movement and `pass` for nothing. `:2` names the rule, where several rules allow moves that would
look the same; `+3` is the number of the option, where the mover chooses among consequences.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import tanh
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ludwright._core import Stop
from ludwright._core import combinatorial as native
from ludwright.errors import IllegalMove, LudwrightError
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.board import Board
from ludwright.families.combinatorial.lower import Lowering
from ludwright.families.combinatorial.move import SWAP_RULE, Move
from ludwright.families.combinatorial.program import Setting, has_source
from ludwright.language.check import require_sound
from ludwright.language.game import Game
from ludwright.play.families import Annotation, MatchOrder, Told
from ludwright.play.native_rules import (
    CorePosition,
    match_settings,
    no_such_move,
    require_player,
    search_of,
    some_of,
)
from ludwright.play.outcome import REASONS, Outcome, Reason
from ludwright.play.player import Search
from ludwright.play.work import memory_of_limit
from ludwright.shown import brief

if TYPE_CHECKING:
    from ludwright.families.combinatorial.policy import Calibration, Weights

PASS: Final[str] = "pass"
SWAP: Final[str] = "swap"
CALIBRATION_SEED: Final[int] = 20_080_101
"""Leads must not depend on the seed of a playtest, so the scale is calibrated with this one."""
_MOST_CALIBRATIONS: Final[int] = 1024
_calibrations: dict[tuple[str, Weights], Calibration] = {}
"""By the digest of the game and its policy."""
_MAGIC: Final[bytes] = b"LP1"
_PACKED: Final = struct.Struct("<hhhH")
_TEXT: Final = re.compile(
    r"(?:(?P<piece>[^@\s]+)@)?(?P<first>[a-z]+\d+(?:\.\d+)?|pass)"
    r"(?:\s*(?:-|x|to|\s)\s*(?P<second>[a-z]+\d+(?:\.\d+)?))?"
    r"(?::(?P<rule>-?\d+))?(?:\+(?P<option>\d+))?",
    re.IGNORECASE,
)
_History = tuple[Any, ...]


class NativeRules:
    """The rules of one game, ready to be played."""

    def __init__(self, game: Game) -> None:
        """Check and lower the game; raises GameCheckError if it makes no sense."""
        self.root = board_game(game)
        require_sound(game)
        self.game = game
        self.lowering = Lowering(self.root)
        self.program = native.Program(self.lowering.numbers())
        self._start = self.program.start()

    def __repr__(self) -> str:
        return f"<Rules of {brief(self.game.name, 40)!r} for {self.seats} seats>"

    @property
    def seats(self) -> int:
        """Board games are for two."""
        return 2

    @property
    def setting(self) -> Setting:
        """What the names of the game refer to."""
        return self.lowering.setting

    @property
    def board(self) -> Board:
        """The board."""
        return self.setting.board

    @cached_property
    def seat_names(self) -> tuple[str, str]:
        """What the players are called."""
        first, second = self.root.players.seats
        return str(first.name), str(second.name)

    def start(self, seed: int = 0) -> NativePosition:  # noqa: ARG002 - nothing is random
        """The position before the first move."""
        return NativePosition(self, self._start, ())

    def decode(self, data: bytes) -> NativePosition:
        """The position of an encoding; raises ValueError or IllegalMove if it is not one."""
        head = _MAGIC + bytes.fromhex(self.game.digest)[:4]
        if data[: len(head)] != head or (len(data) - len(head)) % _PACKED.size:
            raise ValueError(f"expected a position of {self.game}, got other bytes")
        position = self.start()
        for numbers in _PACKED.iter_unpack(data[len(head) :]):
            position = position.after(Move(*numbers))
        return position

    # --- Notation ---------------------------------------------------------------------------------

    @cached_property
    def _rules(self) -> tuple[tuple[str, bool], ...]:
        """For each rule, the name of its piece and whether it has a source."""
        return tuple(
            (str(piece.name), has_source(move))
            for piece in self.setting.pieces
            for move in piece.moves
        )

    @cached_property
    def _names_pieces(self) -> bool:
        """Whether the notation of a placement must name the piece."""
        return len({name for name, is_from in self._rules if not is_from}) > 1

    def _short(self, move: Move) -> str:
        """The move without its rule and option."""
        label = self.board.label
        if move.rule == SWAP_RULE:
            return SWAP
        if move.target < 0:
            return PASS
        if move.source >= 0:
            return f"{label(move.source)}-{label(move.target)}"
        prefix = f"{self._rules[move.rule][0]}@" if self._names_pieces and move.rule >= 0 else ""
        return prefix + label(move.target)

    def _written(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """The notation of all legal moves, each different from the others."""
        short = [self._short(move) for move in moves]
        kinds = Counter(
            name for name, _ in {(s, m.rule) for s, m in zip(short, moves, strict=True)}
        )
        return tuple(
            name
            + (f":{move.rule}" if kinds[name] > 1 else "")
            + (f"+{move.option}" if move.option else "")
            for name, move in zip(short, moves, strict=True)
        )

    def write_move(self, position: NativePosition, move: Move) -> str:
        """The notation of a legal move."""
        moves = position.moves()
        if move not in moves:
            raise IllegalMove(f"expected one of {len(moves)} legal moves, got {move!r}")
        return position.notation[moves.index(move)]

    def read_move(self, position: NativePosition, text: str) -> Move:
        """The legal move of the text, in full or in any unambiguous shorter form."""
        wanted = " ".join(text.split()).casefold()
        legal = position.moves()
        names = position.notation
        for name, move in zip(names, legal, strict=True):
            if name.casefold() == wanted:
                return move
        found = [i for i, move in enumerate(legal) if self._may_mean(wanted, move)]
        if len(found) == 1:
            return legal[found[0]]
        if found:
            choice = some_of([names[i] for i in found])
            raise IllegalMove(f"expected one move, got {text!r}, which may be {choice}")
        raise IllegalMove(no_such_move(text, names))

    def _may_mean(self, text: str, move: Move) -> bool:
        match = _TEXT.fullmatch(text)
        if match is None:
            return False
        if match["rule"] is not None and int(match["rule"]) != move.rule:
            return False
        if match["option"] is not None and int(match["option"]) != move.option:
            return False
        if match["piece"] is not None:
            piece = self._rules[move.rule][0] if move.rule >= 0 else ""
            if not piece.casefold().startswith(match["piece"]):
                return False
        return self._is_way(match["first"], match["second"], move)

    def _is_way(self, first: str, second: str | None, move: Move) -> bool:
        if first in (PASS, SWAP):
            return self._short(move) == first
        sites = [
            self.board.label(site).casefold() if site >= 0 else ""
            for site in (move.source, move.target)
        ]
        return sites == [first, second] if second is not None else first in sites

    def pack_move(self, move: Move) -> tuple[int, int, int, int]:
        """The four numbers of a move."""
        return (move.rule, move.source, move.target, move.option)

    def unpack_move(self, numbers: Sequence[int]) -> Move:
        """The move of four numbers."""
        rule, source, target, option = numbers
        return Move(rule, source, target, option)

    # --- The native core --------------------------------------------------------------------------

    @cached_property
    def _judgement(self) -> tuple[Any, float]:
        """The policy of the game and the scale of its evaluations."""
        # Imported here because matches without leads do not need it.
        from ludwright.families.combinatorial.policy import policy_of

        weights = policy_of(self.root, self.lowering)
        found = self.calibration(weights)
        return weights.native(self.program, found.scales), found.kappa

    def calibration(self, weights: Weights) -> Calibration:
        """The scale of evaluations by a policy; cached, since games are often loaded again."""
        from ludwright.families.combinatorial.policy import calibrate

        key = (self.game.digest, weights)
        known: dict[Any, Calibration] = memory_of_limit(_calibrations)
        if key not in known:
            if len(known) >= _MOST_CALIBRATIONS:
                known.clear()
            known[key] = calibrate(self.program, weights, CALIBRATION_SEED)
        return known[key]

    def standings(self, position: NativePosition) -> tuple[float, float]:
        """How the seats stand, by the default policy of the game."""
        outcome = position.outcome()
        if outcome is not None:
            lead = outcome.scores[0] - outcome.scores[1]
        else:
            policy, kappa = self._judgement
            lead = tanh(kappa * float(native.evaluate(position.native, policy)))
        return 0.5 + 0.5 * lead, 0.5 - 0.5 * lead

    def refusal(self, spec: Mapping[str, Any]) -> str:
        """Why a native player cannot play board games."""
        if spec.get("kind") == "ismcts":
            return "nothing is hidden in board games; expected mcts, which searches them faster"
        return ""

    def play_matches(
        self, order: MatchOrder, told: Told | None = None, stop: Stop | None = None
    ) -> dict[str, Any]:
        """Matches between two native players, as columns."""
        policy, kappa = self._judgement
        columns: dict[str, Any] = native.play_matches(
            position=self._start,
            policies=[policy, policy],
            judge=policy,
            kappa=kappa,
            **match_settings(order, told, stop),
        )
        return columns

    def annotations(
        self, playtest: Any, request: Annotation, told: Told | None = None
    ) -> dict[str, Any]:
        """Values of the legal moves, best moves and threats over the recorded positions."""
        policy, kappa = self._judgement
        found = native.annotate(
            position=self._start,
            offsets=playtest.offsets,
            moves=playtest.columns["moves"],
            policy=policy,
            kappa=kappa,
            value_depth=request.value_depth,
            best_depths=request.best_depths,
            threats=request.threats,
            seed=request.seed,
            first_index=0,
            jobs=request.jobs,
            progress=told,
            nodes=request.nodes,
            positions=None
            if request.positions is None
            else np.ascontiguousarray(request.positions),
        )
        names = {"played": "played"}
        if request.value_depth > 0:
            names |= {
                "values": "move_values",
                "value_offsets": "move_value_offsets",
                "value_depths": "value_depths",
            }
        if request.best_depths > 0:
            names["best"] = "best_moves"
        if request.threats:
            names["threats"] = "threats"
        return {ours: found[theirs] for theirs, ours in names.items()}

    def playouts(self, count: int, seed: int, max_plies: int, jobs: int) -> dict[str, Any]:
        """The results of random matches: wins by seat, draws and plies, all summed."""
        found = self.start().native.playouts(count, seed, max_plies, jobs)
        wins = (found["first"], found["second"])
        return {"wins": wins, "draws": found["draws"], "plies": found["plies"]}

    def search(self, position: NativePosition, spec: Mapping[str, Any], seed: int) -> Search:
        """What a native player would do; raises PlayerError if it cannot play board games."""
        require_player(self, spec)
        policy, kappa = self._judgement
        found = native.search(position.native, dict(spec), policy, kappa, seed)
        return search_of(found, lambda numbers: Move(*numbers))


class NativePosition(CorePosition):
    """One position of a match; immutable."""

    __slots__ = ("__dict__", "_history", "native", "rules")
    rules: NativeRules

    def __init__(self, rules: NativeRules, position: Any, history: _History) -> None:
        self.rules = rules
        self.native = position
        self._history = history  # (last move, history before it), shared between positions

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.native.outcome is not None:
            return ()
        return tuple(Move(*row) for row in self.native.moves().tolist())

    @cached_property
    def notation(self) -> tuple[str, ...]:
        """The texts of all legal moves, in their order."""
        return self.rules._written(self._moves)

    def moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the match is over."""
        return self._moves

    def weights(self) -> tuple[float, ...]:
        """Empty: there are no chance moves."""
        return ()

    def after(self, move: Move) -> NativePosition:
        """The position after a legal move."""
        try:
            following = self.native.after(move.rule, move.source, move.target, move.option)
        except (TypeError, ValueError):  # TypeError: not 64-bit numbers
            names = ", ".join(self.notation[:8])
            raise IllegalMove(
                f"expected one of {len(self._moves)} legal moves ({names} …), "
                f"got {move!r} at ply {self.ply}"
            ) from None
        return NativePosition(self.rules, following, (move, self._history))

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is in progress."""
        found = self.native.outcome
        if found is None:
            return None
        first, second, reason = found
        return Outcome((first, second), REASONS[reason] or Reason.FAULT)

    def redealt(self, seat: int, seed: int) -> NativePosition:  # noqa: ARG002 - nothing is hidden
        """The position itself."""
        return self

    def history(self) -> tuple[Move, ...]:
        """The moves that led here from the start."""
        return tuple(self._backwards())[::-1]

    def _backwards(self) -> Iterator[Move]:
        history = self._history
        while history:
            move, history = history
            yield move

    @property
    def last_move(self) -> Move | None:
        """The move that led here; None at the start."""
        return self._history[0] if self._history else None

    @property
    def side(self) -> int:
        """The side to move; the other one's than `seat` once the players have changed sides."""
        side: int = self.native.side
        return side

    def side_of(self, seat: int) -> int:
        """The side that a seat plays."""
        return seat if self.side == self.seat else 1 - seat

    @property
    def is_going_on(self) -> bool:
        """Whether the seat to move may continue a chain of moves, such as jumps."""
        return bool(self.native.going_on[0] >= 0)

    def view(self, seat: int) -> dict[str, Any]:  # noqa: ARG002 - both see everything
        """The position as plain data."""
        label, kinds = self.rules.board.label, self.rules.setting.pieces
        outcome = self.outcome()
        stacks: dict[str, list[dict[str, Any]]] = {}
        for site, kind, owner, state, _ in self.native.pieces():
            name = str(kinds[kind].name) if kind < len(kinds) else "blocker"
            piece = {"piece": name, "owner": owner, "state": state}
            stacks.setdefault(label(site), []).append(piece)
        return {
            "ply": self.ply,
            "seat": self.seat,
            "pieces": stacks,
            "cells": {label(site): state for site, state in self.native.cell_states()},
            "hands": self.hands(),
            "scores": list(self.native.scores),
            "moves": list(self.notation),
            "outcome": None
            if outcome is None
            else {"scores": list(outcome.scores), "reason": outcome.reason.value},
        }

    def hands(self) -> list[dict[str, int]]:
        """Pieces in limited hands, by seat and type."""
        names = [str(piece.name) for piece in self.rules.setting.pieces]
        return [
            # The blocker that a trail leaves comes after the named types and is never in hand.
            {name: count for name, count in zip(names, hand, strict=False) if count >= 0}
            for hand in self.native.hands()
        ]

    def sealed(self) -> NativePosition:
        """The position itself: both see everything."""
        return self

    def encode(self) -> bytes:
        """The moves from the start; `NativeRules.decode` checks them all."""
        head = _MAGIC + bytes.fromhex(self.rules.game.digest)[:4]
        packed = (_PACKED.pack(*self.rules.pack_move(move)) for move in self.history())
        return head + b"".join(packed)

    def search(self, spec: dict[str, Any], seed: int) -> Search:
        """What a native player would do here."""
        return self.rules.search(self, spec, seed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NativePosition):
            return NotImplemented
        same_game = self.rules.game.digest == other.rules.game.digest
        return same_game and self.history() == other.history()

    def __hash__(self) -> int:
        return hash((self.rules.game.digest, self.history()))


def board_game(game: Game) -> v.BoardGame:
    """The tree of a game of this family."""
    if not isinstance(game.root, v.BoardGame):
        raise TypeError(f"expected a board game, got a game of the family {game.family}")
    return game.root


def load_rules(game: Game, seats: int | None = None) -> NativeRules:
    """The executable rules of a game; board games have two seats."""
    if seats not in (None, 2):
        raise LudwrightError(f"{game}: expected 2 seats, got {seats}")
    return NativeRules(game)
