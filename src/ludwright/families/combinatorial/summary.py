"""A board game in one line: its board and its goal in a few words."""

from __future__ import annotations

import re

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.program import setting_of
from ludwright.families.combinatorial.rules_in_english import goals_in_english
from ludwright.language.game import Game
from ludwright.play.families import GameSummary

_NOUNS = {
    v.Tiling.SQUARE: "cells",
    v.Tiling.HEX: "hexes",
    v.Tiling.TRI: "triangles",
    v.Tiling.TRUNC_SQUARE: "cells",
}


def summary(game: Game) -> GameSummary:
    """The game as one line of a list."""
    if not isinstance(game.root, v.BoardGame):
        raise TypeError(f"expected a board game, got a game of the family {game.family}")
    seats = len(game.root.players.seats)
    return GameSummary((seats, seats), _board(game.root), _goal(game.root))


def _board(root: v.BoardGame) -> str:
    board = root.board
    is_plain = board.tiling.tiling == v.Tiling.SQUARE and board.shape in (
        v.Shape.SQUARE,
        v.Shape.RHOMBUS,
    )
    if is_plain:
        sizes = board.size if len(board.size) > 1 else (board.size[0], board.size[0])
        return "×".join(str(size) for size in sizes)
    return f"{len(setting_of(root).board.sites)} {_NOUNS[board.tiling.tiling]}"


def _goal(root: v.BoardGame) -> str:
    """The end clauses, shorter than in the rules."""
    return "; ".join(_shorter(clause) for clause in goals_in_english(root))


def _shorter(clause: str) -> str:
    clause = re.sub(r"^you (win|lose) if (you )?", r"\1: ", clause)
    clause = re.sub(r"^(the match is a draw|.* (wins|loses)) if (they )?", r"\1: ", clause)
    return re.sub(r" by an unbroken chain of your pieces| (in|on) (your|their) turn", "", clause)
