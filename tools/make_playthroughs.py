"""Write golden files: one seeded match of every packaged game, with every observable of every ply.

    python -m tools.make_playthroughs              all games
    python -m tools.make_playthroughs hex-7        some games

A changed file means changed behaviour: commit it with the reason.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.board import Board
from ludwright.families.combinatorial.library import game_names, open_game, resolve
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.program import setting_of

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "playthroughs"
PLIES = 40
"""Long enough to see captures and repeats, short enough to read."""


def playthrough(name: str) -> str:
    """The match as text: one line per ply, then the outcome."""
    root = open_game(name).root
    if not isinstance(root, v.BoardGame):
        raise TypeError(f"expected a board game, got {name!r}")
    board = setting_of(root).board
    position = native.Program(lower(root)).start()
    rng = Random(f"playthrough {name}")
    lines = [f"game {name}", "ply seat options move pieces score captured"]
    for ply in range(PLIES):
        if position.outcome is not None:
            break
        moves = sorted(tuple(int(part) for part in move) for move in position.moves())
        rule, source, target, option = rng.choice(moves)
        seat = position.seat
        position = position.after(rule, source, target, option)
        move = f"{rule}:{_site(board, source)}-{_site(board, target)}+{option}"
        lines.append(f"{ply} {seat} {len(moves)} {move} {_observed(position)}")
    lines.append(f"outcome {position.outcome}")
    return "\n".join(lines) + "\n"


def _site(board: Board, site: int) -> str:
    return "." if site < 0 else board.label(site)


def _observed(position: native.Position) -> str:
    seen = repr((position.pieces(), position.hands(), position.cell_states(), position.going_on))
    digest = hashlib.blake2b(seen.encode(), digest_size=6).hexdigest()
    taken = "/".join(str(sum(kinds)) for kinds in position.captured())
    first, second = position.scores
    return f"{digest} {first}/{second} {taken}"


def main(names: Sequence[str]) -> None:
    """Write the files of the named games, or of all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in map(resolve, names) if names else game_names():
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
