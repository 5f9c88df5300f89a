"""A board game in one line: its seats, its board, its goal in a few words, and its tags."""

from __future__ import annotations

import re

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.program import setting_of
from ludwright.families.combinatorial.rules import board_game
from ludwright.families.combinatorial.rules_in_english import goals_in_english
from ludwright.language.game import Game
from ludwright.language.ludeme import walk
from ludwright.play.family import GameSummary

_NOUNS = {
    v.Tiling.SQUARE: "cells",
    v.Tiling.HEX: "hexes",
    v.Tiling.TRI: "triangles",
    v.Tiling.TRUNC_SQUARE: "cells",
}


def summary(game: Game) -> GameSummary:
    """The game as one line of a list."""
    root = board_game(game)
    support = root.support
    about = str(support.description or support.aim or "") if support else ""
    return GameSummary(seats(game), _board(root), _goal(root), about)


def seats(game: Game) -> tuple[int, int]:
    """The fewest and the most seats."""
    count = len(board_game(game).players.seats)
    return count, count


def tags(game: Game) -> list[str]:
    """Single words that describe a game."""
    root = board_game(game)
    terms = (term for term in walk(root) if isinstance(term, v.Combinatorial))
    found = {tag for term in terms for tag in term.tags}
    moves = [move for piece in (root.pieces.pieces if root.pieces else ()) for move in piece.moves]
    places = [move for move in moves if not any(isinstance(act, v.Pop) for act in move.action)]
    if places or not root.pieces:
        found.add("placement")
    return sorted({*found, root.board.tiling.tiling.value, f"{root.board.shape.value}-board"})


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
