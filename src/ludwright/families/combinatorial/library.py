"""The games that come with the package, by name.

Each game is one text file. Names are the file names, lower case with hyphens; a game may have other
names too, which its text lists as `aliases` and a small index repeats, so that opening one game
reads one game.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ludwright.errors import UnknownName
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.game import Game, game_of, game_text_of

SUFFIX = ".game"
"""The suffix of a game file."""


def game_names() -> tuple[str, ...]:
    """The names of all packaged games, in alphabetical order."""
    return tuple(sorted(_known()))


@cache
def seed_names() -> tuple[str, ...]:
    """The names of the games that evolution starts from, in the order of their list."""
    return tuple(_folder().joinpath("seeds.txt").read_text(encoding="utf-8").split())


@cache
def aliases() -> dict[str, str]:
    """The names of games by their other names, all in lower case."""
    lines = _folder().joinpath("aliases.txt").read_text(encoding="utf-8").splitlines()
    return {alias: name for alias, _, name in (line.partition(" ") for line in lines)}


def resolve(name: str) -> str:
    """The name of the packaged game meant by a name or an alias; case does not matter.

    Raises UnknownName, with the nearest names, if there is none.
    """
    wanted = name.lower()
    wanted = aliases().get(wanted, wanted)
    if wanted not in _known():
        raise UnknownName("game", name.lower(), {*_known(), *aliases()})
    return wanted


def game_text(name: str) -> str:
    """The text of a packaged game, comments included."""
    return _folder().joinpath(resolve(name) + SUFFIX).read_text(encoding="utf-8")


def perft_table(name: str) -> tuple[int, ...]:
    """How many leaves the tree of a packaged game has at depths 1, 2, 3 …, as far as recorded."""
    file = _folder().joinpath(f"{resolve(name)}.perft")
    rows = (line.split() for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(int(leaves) for _, leaves in rows)


def open_game(name_or_path: str | Path) -> Game:
    """A game from the path of a `.game` file, or a packaged one by a name or alias."""
    source = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or source.endswith(SUFFIX) or "/" in source
    text = game_text_of(Path(source)) if is_path else game_text(source)
    return game_of(text, BoardGame, source)


def _folder() -> Traversable:
    return files("ludwright").joinpath("games", "combinatorial")


@cache
def _known() -> frozenset[str]:
    entries = (entry.name for entry in _folder().iterdir())
    return frozenset(name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX))
