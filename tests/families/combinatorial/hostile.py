"""Games made to be slow: sound, within every limit of size, and expensive in every way."""

from __future__ import annotations

_HALVES = "(start {})".format(
    " ".join(
        f"(place (Man {seat}) home " + " ".join(f"(home {row})" for row in range(1, 12)) + ")"
        for seat in ("White", "Black")
    )
)
_ASKED = " ".join(f"(= (freedom to) {900 + number})" for number in range(8))

SLOW_MOVES = f"""
(game Slow-moves (players (White n) (Black s))
  (board (tiling square i-nbors) (size 32 32))
  (pieces (Man All (moves (move
    (pre (and (owner from) (empty to) (or {" ".join([f"(or {_ASKED})"] * 7)} (adjacent))))
    (action (pop) (push))))))
  {_HALVES}
  (end (All lose (no-move))))
"""
"""Listing its moves takes seconds: liberties are counted for each pair of cells."""

_GOALS = [f"(in-a-row {n})" for n in range(8, 32)] + [f"(group {n})" for n in range(60, 100)]
_EIGHTS = [" ".join(_GOALS[first : first + 8]) for first in range(0, 64, 8)]

MANY_ORS = f"""
(game Many-ors (players (White n) (Black s))
  (board (tiling square i-nbors) (size 32 32))
  (pieces (Stone All (moves (move (action (push 2))))))
  (end (All win (or {" ".join(f"(or {eight})" for eight in _EIGHTS)}))))
"""
"""A stacking game on 1,024 cells with 64 goals to check in every position."""
