"""The packaged boards, and how `(board north-america)` becomes a board that is written out.

A board file holds the text of one `(board …)`, with its cities.
"""

from __future__ import annotations

from ludwright.families.railway.vocabulary import Board
from ludwright.language.packaged import PackagedParts

BOARDS: PackagedParts[Board] = PackagedParts(Board, "board", "cities")
board_names = BOARDS.names
packaged_board = BOARDS.packaged
written_out = BOARDS.written_out
