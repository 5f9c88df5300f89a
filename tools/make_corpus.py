"""Write the programs of the packaged games, and of mutants of them, as a corpus for the fuzzer.

    python tools/make_corpus.py build/corpus                 all games and some mutants
    python tools/make_corpus.py build/corpus --mutants 500   more mutants
    python tools/make_corpus.py build/hammered --hammered    a few games for native/test/test_hammer

Each file holds one program: the numbers of `lower`, 32 bits each, little endian.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ludwright.errors import LudwrightError
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.check import check
from ludwright.language.ludeme import Ludeme
from ludwright.language.syntax import read
from ludwright.language.vary import mutate

MOST_BYTES = 1 << 17
"""Programs of larger boards are left out: a fuzzer would mostly be copying them."""


HAMMERED = (
    "lines-of-action-8",
    "english-draughts",
    "focus-mini",
    "amazons",
    "gomoku-15",
    "connect6",
)
"""Games that cover every way to list moves, with and without stacks, and four sizes of sets."""
LARGE = """(game Large (players White Black) (board (tiling square i-nbors) (size 24 24))
  (pieces (Stone All (moves (move (pre (and (empty to) (connected))) (action (push))))))
  (start (place (Stone White) L12) (place (Stone Black) M13)) (end (All win (in-a-row 6))))"""
"""A game on a board of the largest size of sets, which no packaged game needs."""


def write_hammered(folder: Path) -> int:
    """Writes the games that threads share in tests, under their names; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    roots = {name: open_game(name).root for name in HAMMERED}
    roots["large"] = read(LARGE, BoardGame)
    for name, root in roots.items():
        assert isinstance(root, BoardGame)
        numbers = lower(root).astype(np.dtype("<i4"))
        (folder / f"{name}.program").write_bytes(numbers.tobytes())
    return len(roots)


def write_corpus(folder: Path, mutants: int, seed: int) -> int:
    """Fills the folder; returns how many programs it holds."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    roots = [
        game.root for name in game_names() if isinstance((game := open_game(name)).root, BoardGame)
    ]
    written = sum(_write(folder, root) for root in roots)
    for _ in range(mutants):
        child: Ludeme = rng.choice(roots)
        for _ in range(rng.randint(1, 4)):
            child = mutate(child, rng)
        if isinstance(child, BoardGame) and not check(child):
            written += _write(folder, child)
    return written


def _write(folder: Path, root: BoardGame) -> bool:
    try:
        numbers = lower(root).astype(np.dtype("<i4")).tobytes()
    except LudwrightError:
        return False
    if len(numbers) > MOST_BYTES:
        return False
    (folder / f"{_name(numbers)}.program").write_bytes(numbers)
    return True


def _name(numbers: bytes) -> str:
    return hashlib.sha256(numbers).hexdigest()[:16]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hammered", action="store_true", help="the games of the thread tests")
    options = parser.parse_args(arguments)
    if options.hammered:
        written = write_hammered(options.folder)
    else:
        written = write_corpus(options.folder, options.mutants, options.seed)
    print(f"{written} programs in {options.folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
