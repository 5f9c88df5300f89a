"""The conquest games and maps that come with the package, by name; each is one text file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ludwright.errors import UnknownName
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import SUFFIX, Game, game_of, game_text_of


@cache
def game_names() -> tuple[str, ...]:
    """The names of all packaged games, in alphabetical order."""
    entries = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX)))


def open_game(name_or_path: str | Path) -> Game:
    """A game from the path of a `.game` file, or a packaged one by its name."""
    source = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or source.endswith(SUFFIX) or "/" in source
    text = game_text_of(Path(source)) if is_path else _packaged(source)
    return game_of(text, ConquestGame, source)


def _packaged(name: str) -> str:
    wanted = name.lower()
    if wanted not in game_names():
        raise UnknownName("game", wanted, game_names())
    return _folder().joinpath(wanted + SUFFIX).read_text(encoding="utf-8")


def _folder() -> Traversable:
    return files("ludwright").joinpath("games", "conquest")
