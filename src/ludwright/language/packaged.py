"""Texts that come with the package: whole games by name, and parts of games that can be included.

A part that can be included, such as a map, is kept in a file of its own, and a game may name it
instead of writing it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, TypeVar, cast

from ludwright.errors import GameSyntaxError, UnknownName
from ludwright.language.game import SUFFIX, Game, game_of, game_text_of
from ludwright.language.ludeme import Ludeme
from ludwright.language.syntax import read

Part = TypeVar("Part", bound=Ludeme)


@dataclass(frozen=True)
class PackagedTexts:
    """The texts of one kind that come with the package: the files of one folder."""

    what: str
    """What each of them is, such as a map."""
    folder: tuple[str, ...]
    """Where they are in the package."""
    suffix: str

    def names(self) -> tuple[str, ...]:
        """Their names in alphabetical order."""
        return _names(self.folder, self.suffix)

    def text(self, name: str) -> str:
        """One of them by its name; case does not matter."""
        wanted = name.lower()
        if wanted not in self.names():
            raise UnknownName(self.what, name, self.names())
        return _folder(self.folder).joinpath(wanted + self.suffix).read_text(encoding="utf-8")


@dataclass(frozen=True)
class PackagedGames:
    """The games of one family that come with the package."""

    root: type[Ludeme]
    folder: str
    """Of the family, among those of all games."""

    @property
    def _texts(self) -> PackagedTexts:
        return PackagedTexts("game", ("games", self.folder), SUFFIX)

    def names(self) -> tuple[str, ...]:
        """The names of all packaged games, in alphabetical order."""
        return self._texts.names()

    def open(self, name_or_path: str | Path) -> Game:
        """A game from the path of a `.game` file, or a packaged one by its name."""
        source = str(name_or_path)
        is_path = isinstance(name_or_path, Path) or source.endswith(SUFFIX) or "/" in source
        text = game_text_of(Path(source)) if is_path else self._texts.text(source)
        return game_of(text, self.root, source)


@dataclass(frozen=True)
class PackagedParts(Generic[Part]):
    """The parts of one kind that games can include: packaged ones, and those in files."""

    kind: type[Part]
    what: str
    """What people call it, which is also the suffix of its files and, with an s, their folder."""
    contents: str
    """The field that is empty in a part that is only named."""

    @property
    def suffix(self) -> str:
        """The suffix of files that hold one."""
        return f".{self.what}"

    @property
    def _texts(self) -> PackagedTexts:
        return PackagedTexts(self.what, (f"{self.what}s",), self.suffix)

    def names(self) -> tuple[str, ...]:
        """The names of all packaged ones, in alphabetical order."""
        return self._texts.names()

    def packaged(self, name: str) -> Part:
        """The packaged one of that name, written out."""
        return cast("Part", _packaged(self, name))

    def written_out(self, part: Part, folder: Path | None) -> Part:
        """The part itself if it has contents, else the packaged one or the one in a file it names.

        The path of a file begins at the folder of the game's file. A text that comes from no file
        may come from anyone, so it cannot have files read.
        """
        if getattr(part, self.contents):
            return part
        name = _name_of(part)
        if not name.endswith(self.suffix):
            return self.packaged(name)
        if folder is None:
            message = f"expected a game in a file to read {name!r} beside it, got a text"
            way_out = f"write the {self.what} out, or name a packaged one"
            raise GameSyntaxError(f"{message}; {way_out}", line=1, column=1)
        path = folder / name
        return self.read(game_text_of(path), str(path))

    def read(self, text: str, source: str) -> Part:
        """The part in the text of a file."""
        found = cast("Part", read(text, self.kind, source))
        if not getattr(found, self.contents):
            message = f"expected a {self.what} with {self.contents}, got only the name"
            raise GameSyntaxError(
                f"{message} {_name_of(found)[:40]!r}", line=1, column=1, source=source
            )
        return found


def _name_of(part: Ludeme) -> str:
    return str(getattr(part, "name", ""))


@cache
def _names(folder: tuple[str, ...], suffix: str) -> tuple[str, ...]:
    entries = (entry.name for entry in _folder(folder).iterdir())
    return tuple(sorted(name.removesuffix(suffix) for name in entries if name.endswith(suffix)))


@cache
def _packaged(parts: PackagedParts[Part], name: str) -> Ludeme:
    text = PackagedTexts(parts.what, (f"{parts.what}s",), parts.suffix).text(name)
    return parts.read(text, name.lower() + parts.suffix)


def _folder(path: tuple[str, ...]) -> Traversable:
    return files("ludwright").joinpath(*path)
