"""The static check of a tree: types, ranges, counts and limits, then the family's own checks.

A text that was read is well typed already; trees built in Python, from JSON or by variation are
checked here. A root may define `findings()` to report what makes no sense in its family, and
`warnings()` to report what is playable but has no effect; a part directly below it may define
`findings()` too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from ludwright.errors import Finding, GameCheckError, excerpt
from ludwright.language.game import Game
from ludwright.language.grammar import Table, is_name, is_site_label, item_notation, table_of
from ludwright.language.ludeme import FieldSpec, Ludeme, Name, SiteLabel, Text, children
from ludwright.language.remembered import Remembered
from ludwright.language.syntax import (
    DEEPEST_TEXT,
    MOST_NODES,
    WIDEST_EXCERPT,
    Path,
    line_at,
    read_with_spans,
)


def check(game: Game | Ludeme) -> list[Finding]:
    """What is wrong with a game: ill-typed parts or, if there are none, its family's findings."""
    root = game.root if isinstance(game, Game) else game
    # The family's checks rely on correct types, so they come second.
    return _located(type_findings(root) or _told_by_parts(root) + _told_by(root, "findings"), game)


def warnings(game: Game | Ludeme) -> list[Finding]:
    """What has no effect in a sound game, according to its family; the game is still playable."""
    root = game.root if isinstance(game, Game) else game
    return _located(_told_by(root, "warnings"), game)


def _told_by_parts(root: Ludeme) -> list[Finding]:
    """The findings of the parts of a root that check themselves, such as its range of seats."""
    return [
        replace(one, place=f"{spec.name}.{one.place}" if one.place else spec.name)
        for spec, part in children(root)
        for one in (_told_by(part, "findings") if not spec.is_many else ())
    ]


def _told_by(root: Ludeme, name: str) -> list[Finding]:
    own: Any = getattr(root, name, None)
    found: Iterable[Finding] = own() if callable(own) else ()
    return list(found)


def require_sound(game: Game | Ludeme) -> None:
    """Raise GameCheckError with all findings, if there are any."""
    findings = check(game)
    if findings:
        source = game.source.name if isinstance(game, Game) and game.source else ""
        raise GameCheckError(findings, source)


def _located(findings: list[Finding], game: Game | Ludeme) -> list[Finding]:
    """The findings with their lines and columns, if the game was read from a file.

    The text is read again for this, so games without findings cost nothing extra.
    """
    if not findings or not isinstance(game, Game) or game.source is None:
        return findings
    text = game.source.text.removeprefix("\ufeff")
    _, spans = read_with_spans(text, type(game.root), game.source.name)
    return [_stood_at(one, text, *spans[_path(one.place)]) for one in findings]


def _stood_at(finding: Finding, text: str, line: int, column: int) -> Finding:
    is_short = len(line_at(text, line)) <= WIDEST_EXCERPT
    shown = excerpt(text, line, column) if is_short else ""
    return replace(finding, line=line, column=column, excerpt=shown)


def type_findings(root: Ludeme) -> list[Finding]:
    """What is wrong with a tree according to the declarations alone."""
    checker = _Checker()
    checker.ludeme(root, (), 1)
    if checker.nodes > MOST_NODES:
        checker.note((), f"expected at most {MOST_NODES} clauses and atoms, got {checker.nodes}")
    return checker.findings


def is_well_typed(root: Ludeme) -> bool:
    """True if the tree can be written, and read back as the same tree."""
    return not type_findings(root)


def _path(text: str) -> Path:
    """Inverse of `place`."""
    steps = re.findall(r"\[([0-9]+)\]|([^.\[]+)", text)
    return tuple(int(index) if index else name for index, name in steps)


def place(path: Path) -> str:
    """A path in readable form: `end.clauses[0].condition`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.removeprefix(".")


_sound: Remembered[tuple[int, int]] = Remembered()
"""Clauses and atoms of parts known to be well typed, and how deeply their brackets nest."""


class _Checker:
    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.nodes = 0
        self.deepest = 0
        """The deepest nesting of brackets so far."""

    def note(self, path: Path, message: str) -> None:
        self.findings.append(Finding(message, place(path)))

    def ludeme(self, value: Ludeme, path: Path, depth: int) -> None:
        known = _sound.get(value)
        if known is not None and depth + known[1] <= DEEPEST_TEXT:
            self.nodes += known[0]
            self.deepest = max(self.deepest, depth + known[1])
            return
        nodes, deepest, findings = self.nodes, self.deepest, len(self.findings)
        self.deepest = depth
        self._fields(value, path, depth)
        if len(self.findings) == findings:
            _sound.keep(value, (self.nodes - nodes, self.deepest - depth))
        self.deepest = max(self.deepest, deepest)

    def _fields(self, value: Ludeme, path: Path, depth: int) -> None:
        self.nodes += 1
        if not value.is_concrete:
            self.note(path, f"expected a ludeme, got the category {type(value).__name__}")
            return
        if depth > DEEPEST_TEXT:
            self.note(path, f"expected at most {DEEPEST_TEXT} nested brackets")
            return
        table = table_of(type(value))
        values = vars(value)
        for index, spec in enumerate(table.specs):
            part = values[spec.name]
            if spec.is_optional and part is table.blank[index]:
                continue
            if type(part) in spec.types and isinstance(part, StrEnum) and not spec.is_many:
                self.nodes += 1
                continue
            inside = depth + (1 if spec.clause is None else 2)
            if spec.is_many:
                self._many(table, index, part, (*path, spec.name), inside)
            else:
                self._part(table, index, part, (*path, spec.name), inside)

    def _many(self, table: Table, index: int, part: Any, path: Path, depth: int) -> None:
        spec = table.specs[index]
        if not isinstance(part, tuple):
            self.note(path, f"expected a tuple, got {part!r:.80}")
            return
        is_left_out = spec.is_optional and table.is_blank(index, part)
        if not is_left_out and not spec.at_least <= len(part) <= spec.at_most:
            self.note(path, f"expected {spec.at_least} to {spec.at_most} items, got {len(part)}")
        for position, one in enumerate(part):
            self._part(table, index, one, (*path, position), depth)

    def _part(self, table: Table, index: int, part: Any, path: Path, depth: int) -> None:
        spec = table.specs[index]
        if isinstance(part, Ludeme):
            if not isinstance(part, spec.types):
                self._wrong(spec, part, path)
            else:
                self.ludeme(part, path, depth)
            return
        self.nodes += 1
        if part is None:
            if not table.closings[index]:
                self._wrong(spec, part, path)
        elif isinstance(part, bool):
            if bool not in spec.types:
                self._wrong(spec, part, path)
        elif isinstance(part, int):
            self._number(spec, part, path)
        elif isinstance(part, StrEnum):
            if not isinstance(part, spec.types):
                self._wrong(spec, part, path)
        else:
            self._label(table, index, part, path)

    def _number(self, spec: FieldSpec, part: int, path: Path) -> None:
        if int not in spec.types:
            self._wrong(spec, part, path)
        elif not spec.low <= part <= spec.high:
            self.note(path, f"expected a number from {spec.low} to {spec.high}, got {part}")

    def _label(self, table: Table, index: int, part: Any, path: Path) -> None:
        spec = table.specs[index]
        kind = type(part)
        if kind not in (Name, SiteLabel, Text) or kind not in spec.types:
            self._wrong(spec, part, path)
        elif (kind is Name and not is_name(part)) or (
            kind is SiteLabel and not is_site_label(part)
        ):
            self.note(
                path, f"expected a {kind.__name__} that can be written, got {str(part)!r:.80}"
            )
        elif kind is not Text and (
            str(part) in table.choices[index].words or table.is_mistaken(index, str(part))
        ):
            self.note(
                path, f"expected a {kind.__name__}, got {str(part)!r}, a word of the language"
            )

    def _wrong(self, spec: FieldSpec, part: Any, path: Path) -> None:
        self.note(path, f"expected {item_notation(spec)}, got {part!r:.80}")
