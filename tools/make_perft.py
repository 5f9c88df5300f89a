"""Write the `.perft` tables of the packaged games with the reference engine.

A table has a line `depth leaves` for each depth: the number of sequences of exactly that many
plies; finished matches are not expanded. Each game is counted as long as its tree is small;
published sequences are written in full once the counted depths agree with them.

    python tools/make_perft.py                    all games
    python tools/make_perft.py reversi-8 hex-7    some games
    python tools/make_perft.py --leaves 100000    deeper
    python tools/make_perft.py --check            compare instead of writing
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from ludwright.families.combinatorial.library import game_names, open_game, resolve
from ludwright.families.combinatorial.reference import ReferencePosition, ReferenceRules
from ludwright.families.combinatorial.vocabulary import BoardGame

FOLDER = Path(__file__).parents[1] / "src" / "ludwright" / "games" / "combinatorial"
MOST_LEAVES = 8000
"""Depths expected to have more leaves than this are not counted."""
DEEPEST = 10

PUBLISHED: dict[str, tuple[int, ...]] = {
    "ataxx-7": (16, 256, 6460, 155888, 4752668),
    "reversi-8": (4, 12, 56, 244, 1396, 8200, 55092, 390216),
    "connect-four": (7, 49, 343, 2401, 16807, 117649, 823536, 5673234),
    "english-draughts": (7, 49, 302, 1469, 7361, 36768, 179255),
    "breakthrough-8": (22, 484, 11132, 256036, 6182818),
    "tic-tac-toe": (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
}
"""Sequences known from other programs; draughts by hops."""


def count(name: str, most_leaves: int) -> tuple[int, ...]:
    """The leaves at depths 1, 2, 3 …, breadth first, within the limit."""
    root = open_game(name).root
    assert isinstance(root, BoardGame)
    positions: list[ReferencePosition] = [ReferenceRules(root).start()]
    leaves: list[int] = []
    while len(leaves) < DEEPEST:
        leaves.append(sum(len(position.moves()) for position in positions))
        expected = leaves[-1] * leaves[-1] / len(positions)
        if not leaves[-1] or expected > most_leaves:
            break
        positions = [position.after(move) for position in positions for move in position.moves()]
    return tuple(leaves)


def table_of(name: str, most_leaves: int) -> tuple[int, ...]:
    """The counted table, or the published one if it begins with the counted one."""
    counted = count(name, most_leaves)
    published = PUBLISHED.get(name, counted)
    if counted[: len(published)] != published[: len(counted)]:
        raise SystemExit(f"{name}: expected {published}, got {counted}")
    return max(counted, published, key=len)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the tables; the exit code is 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", help="names of games; all if none is given")
    parser.add_argument("--leaves", type=int, default=MOST_LEAVES, help="limit of a depth")
    parser.add_argument("--jobs", type=int, default=None, help="processes")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    names = [resolve(name) for name in options.games] or list(game_names())
    differing = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        tables = pool.map(partial(table_of, most_leaves=options.leaves), names)
        for name, leaves in zip(names, tables, strict=True):
            text = "".join(f"{depth} {count}\n" for depth, count in enumerate(leaves, start=1))
            file = FOLDER / f"{name}.perft"
            if not options.check:
                file.write_text(text, encoding="utf-8")
            elif not file.exists() or not agrees(file.read_text(encoding="utf-8"), text):
                differing = 1
                print(f"{name}: differs")
                continue
            print(f"{name}: {', '.join(map(str, leaves))}")
    return differing


def agrees(first: str, second: str) -> bool:
    """True if one table is the beginning of the other."""
    return first.startswith(second) or second.startswith(first)


if __name__ == "__main__":
    sys.exit(main())
