"""The maps that come with the package, and how `(map classic)` becomes a map that is written out.

A map file holds the text of one `(map …)`, with its continents.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from ludwright.errors import GameSyntaxError, UnknownName
from ludwright.families.conquest.vocabulary import Map
from ludwright.language.game import game_text_of
from ludwright.language.syntax import read

SUFFIX: str = ".map"
"""The suffix of a map file."""
_WAY_OUT = "write the map out, or name a packaged one"


@cache
def map_names() -> tuple[str, ...]:
    """The names of all packaged maps, in alphabetical order."""
    entries = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX)))


@cache
def packaged_map(name: str) -> Map:
    """The packaged map of that name, continents included."""
    if name not in map_names():
        raise UnknownName("map", name, map_names())
    text = _folder().joinpath(name + SUFFIX).read_text(encoding="utf-8")
    return _map_of(text, name + SUFFIX)


def written_out(board: Map, folder: Path | None) -> Map:
    """The map itself if it has continents, else the packaged one or the one in a file it names.

    The path of a file begins at the folder of the game's file. A text that comes from no file may
    come from anyone, so it cannot have files read.
    """
    name = str(board.name)
    if board.continents:
        return board
    if not name.endswith(SUFFIX):
        return packaged_map(name.lower())
    if folder is None:
        raise GameSyntaxError(
            f"expected a game in a file to read {name!r} beside it, got a text; {_WAY_OUT}",
            line=1,
            column=1,
        )
    path = folder / name
    return _map_of(game_text_of(path), str(path))


def _map_of(text: str, source: str) -> Map:
    found = cast("Map", read(text, Map, source))
    if not found.continents:
        raise GameSyntaxError(
            f"expected a map with continents, got only the name {str(found.name)[:40]!r}",
            line=1,
            column=1,
            source=source,
        )
    return found


def _folder() -> Traversable:
    return files("ludwright").joinpath("maps")
