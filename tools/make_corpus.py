"""Write the programs of the packaged games, and of mutants of them, as a corpus for the fuzzers.

    python tools/make_corpus.py build/corpus                 all board games and some mutants
    python tools/make_corpus.py build/corpus --conquest      all conquest games, for every table
    python tools/make_corpus.py build/corpus --railway       railway games: packaged, small, random
    python tools/make_corpus.py build/corpus --mutants 500   more mutants
    python tools/make_corpus.py build/hammered --hammered    a few games for native/test/test_hammer

Each file holds one program: the numbers of `lower`, 32 bits each, little endian.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from ludwright.errors import LudwrightError
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.families.conquest import library as conquest_library
from ludwright.families.conquest.lower import lower as lower_conquest
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.families.railway import library as railway_library
from ludwright.families.railway.lower import lower as lower_railway
from ludwright.families.railway.vocabulary import RailwayGame
from ludwright.language.check import check
from ludwright.language.game import Game, game_of
from ludwright.language.ludeme import Ludeme
from ludwright.language.seats import seats_of
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
HAMMERED_CONQUEST = ("rossato-artificial-3-10t", "risk-missions")
"""Conquest games, with open and with hidden goals."""
HAMMERED_RAILWAY = ("north-america-smith",)
"""Railway games."""
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
    for name in HAMMERED_CONQUEST:
        game = conquest_library.open_game(name)
        (folder / f"{name}.conquest").write_bytes(_conquest_numbers(game, seats_of(game)[0]))
    for name in HAMMERED_RAILWAY:
        game = railway_library.open_game(name)
        (folder / f"{name}.railway").write_bytes(_railway_numbers(game, seats_of(game)[1]))
    return len(roots) + len(HAMMERED_CONQUEST) + len(HAMMERED_RAILWAY)


def write_conquest_corpus(folder: Path) -> int:
    """Fills the folder with conquest games for every number of seats; returns how many."""
    games = map(conquest_library.open_game, conquest_library.game_names())
    return _write_tables(folder, games, _conquest_numbers, "conquest")


def write_railway_corpus(folder: Path, mutants: int, seed: int) -> int:
    """Fills the folder with railway games and mutants for every number of seats; returns how many.

    Mutants of the smallest game come first: fuzzers are quicker with short programs.
    """
    rng = random.Random(seed)
    small = game_of(RailwayGame.example, RailwayGame)
    games = [small, *map(railway_library.open_game, railway_library.game_names())]
    for _ in range(mutants):
        child: Ludeme = rng.choice((small, small, *games)).root
        for _ in range(rng.randint(1, 4)):
            child = mutate(child, rng)
        if isinstance(child, RailwayGame) and not check(child):
            games.append(Game(child))
    return _write_tables(folder, games, _railway_numbers, "railway")


def _write_tables(
    folder: Path, games: Iterable[Game], numbers_of: Callable[[Game, int], bytes], suffix: str
) -> int:
    """Writes each game for every number of seats."""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for game in games:
        fewest, most = seats_of(game)
        for seats in range(fewest, most + 1):
            numbers = numbers_of(game, seats)
            (folder / f"{_name(numbers)}.{suffix}").write_bytes(numbers)
            written += 1
    return written


def _conquest_numbers(game: Game, seats: int) -> bytes:
    root = game.root
    assert isinstance(root, ConquestGame)
    return np.asarray(lower_conquest(root, seats), dtype="<i4").tobytes()


def _railway_numbers(game: Game, seats: int) -> bytes:
    root = game.root
    assert isinstance(root, RailwayGame)
    return np.asarray(lower_railway(root, seats), dtype="<i4").tobytes()


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
    parser.add_argument("--conquest", action="store_true", help="conquest games instead")
    parser.add_argument("--railway", action="store_true", help="railway games instead")
    options = parser.parse_args(arguments)
    if options.hammered:
        written = write_hammered(options.folder)
    elif options.conquest:
        written = write_conquest_corpus(options.folder)
    elif options.railway:
        written = write_railway_corpus(options.folder, options.mutants, options.seed)
    else:
        written = write_corpus(options.folder, options.mutants, options.seed)
    print(f"{written} programs in {options.folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
