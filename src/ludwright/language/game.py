"""A game: the tree of its rules, its canonical text and its identity.

A text finds its family by its first word, in the registry of families. This module does not depend
on any family.
"""

from __future__ import annotations

import difflib
import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ludwright.errors import GameSyntaxError, LudwrightError, StoreError
from ludwright.files import read_text
from ludwright.language.ludeme import Ludeme, Name, Text, field_specs
from ludwright.language.registry import record_for_word, registrations
from ludwright.language.syntax import (
    LARGEST_TEXT,
    NAMELESS,
    WIDEST_EXCERPT,
    head_of,
    line_at,
    read,
    read_with_spans,
    write,
    write_line,
)
from ludwright.language.syntax import Path as PartPath
from ludwright.shown import brief, displayed

DIGEST_BYTES: int = 16
"""Length of a digest: far too long for two games to share one by chance."""

SUFFIX: str = ".game"
"""The suffix of a game file."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text a game was read from, so that findings can be shown in place."""

    text: str
    name: str
    """The file."""


@dataclass(frozen=True)
class Game:
    """A game by its rules; two games with the same digest differ in name and notes at most."""

    root: Ludeme
    """The tree of the rules."""
    source: Source | None = field(default=None, compare=False, repr=False)
    """Where it was read from, if that has a name; not part of the game's identity."""

    @cached_property
    def name(self) -> str:
        """What the game is called; "" if games of its family have no name."""
        value = getattr(self.root, "name", None)
        return str(value) if isinstance(value, (Name, Text)) else ""

    @property
    def family(self) -> str:
        """The family of games to which the rules belong."""
        return self.root.vocabulary.family

    @cached_property
    def text(self) -> str:
        """The canonical text."""
        return write(self.root) + "\n"

    @cached_property
    def digest(self) -> str:
        """The identity of the rules in 32 hexadecimal digits."""
        return digest(self.root)

    def __str__(self) -> str:
        return self.name or self.digest

    def __repr__(self) -> str:
        return f"<Game {brief(self.name, 40)!r} of {self.family}, digest {self.digest[:8]}>"

    def _repr_html_(self) -> str:
        html: str = displayed("game_html", self)
        return html

    def _repr_svg_(self) -> str | None:
        svg: str | None = displayed("game_svg", self)
        return svg


def digest(ludeme: Ludeme) -> str:
    """The identity of a tree: a hash of its text without names and notes."""
    line = write_line(ludeme, is_identity_only=True)
    return hashlib.blake2b(line.encode(), digest_size=DIGEST_BYTES).hexdigest()


def root_class(word: str) -> type[Ludeme] | None:
    """The root of the games whose texts begin with this word; None if no family has it."""
    family = record_for_word(word)
    return None if family is None else family.root_class()


def read_game(text: str, source: str = NAMELESS) -> Game:
    """Read a game; its first word decides the family."""
    word, line, column = head_of(text, source)
    root = root_class(word)
    if root is None:
        raise GameSyntaxError(
            _unknown_root(word),
            line=line,
            column=column,
            text=text if word else "",
            source="" if source == NAMELESS else source,
        )
    return game_of(text, root, source)


def game_of(text: str, root: type[Ludeme], source: str = NAMELESS) -> Game:
    """Read a game with this root.

    A ludeme may stand for a longer one that is kept elsewhere, such as a map by its name. It then
    has a method `expanded(folder)`, which returns the longer one, or itself if it is complete;
    `folder` is that of the game's file, None if the text comes from none. The game is the
    expanded one, so its text and its digest depend on nothing else.
    """
    found = _Expansion(text, root, source).of(read(text, root, source))
    return Game(found, None if source == NAMELESS else Source(text, source))


class _Expansion:
    """Replaces what stands for something longer in the tree of a text."""

    def __init__(self, text: str, root: type[Ludeme], source: str) -> None:
        self.text = text
        self.root = root
        self.source = source
        self.folder = None if source == NAMELESS else Path(source).parent

    def of(self, tree: Ludeme) -> Ludeme:
        """The tree with everything in it expanded; most languages have nothing to expand."""
        is_needed = any(hasattr(cls, "expanded") for cls in tree.vocabulary.ludemes)
        return self._part(tree, ()) if is_needed else tree

    def _part(self, part: Ludeme, path: PartPath) -> Ludeme:
        changes: dict[str, Any] = {}
        for spec in field_specs(type(part)):
            old = getattr(part, spec.name)
            here = (*path, spec.name)
            if isinstance(old, Ludeme):
                new = self._part(old, here)
                if new is not old:
                    changes[spec.name] = new
            elif isinstance(old, tuple) and any(isinstance(one, Ludeme) for one in old):
                items = tuple(self._part(one, (*here, at)) for at, one in enumerate(old))
                if any(new is not one for new, one in zip(items, old, strict=True)):
                    changes[spec.name] = items
        if changes:
            part = replace(part, **changes)  # type: ignore[type-var]
        return self._expanded(part, path) if hasattr(part, "expanded") else part

    def _expanded(self, part: Any, path: PartPath) -> Ludeme:
        try:
            longer: Ludeme = part.expanded(self.folder)
        except LudwrightError as error:
            raise self._located(error, path) from error
        return longer

    def _located(self, error: LudwrightError, path: PartPath) -> GameSyntaxError:
        _, spans = read_with_spans(self.text, self.root, self.source)
        line, column = spans[path]
        text = self.text.removeprefix("\ufeff")
        return GameSyntaxError(
            str(error),
            line=line,
            column=column,
            text=text if len(line_at(text, line)) <= WIDEST_EXCERPT else "",
            source="" if self.source == NAMELESS else self.source,
        )


def _unknown_root(word: str) -> str:
    known = sorted(one.root_word for one in registrations())
    wanted = " or ".join(f"({root} …)" for root in known) or "a registered family"
    nearest = difflib.get_close_matches(word[:40], known, n=1)
    guess = f"; did you mean {nearest[0]!r}?" if nearest else ""
    return f"expected a game that begins with {wanted}, got {word[:40]!r}{guess}"


def load_game(path: str | Path) -> Game:
    """Read a game from a file."""
    return read_game(game_text_of(Path(path)), source=str(path))


def game_text_of(path: Path) -> str:
    """The text of a game file."""
    try:
        return read_text(path, LARGEST_TEXT)
    except StoreError as error:
        if not isinstance(error.__cause__, UnicodeDecodeError):
            raise
        message = f"expected UTF-8 text, got other bytes ({error.__cause__.reason})"
        raise GameSyntaxError(message, line=1, column=1, source=str(path)) from error
