"""Ludemes as JSON, for the studio and the store; `from_json(to_json(tree)) == tree`.

A ludeme is an object whose key "ludeme" holds its word, or the name of its class where it has none.
Fields that hold their defaults are left out. Bad input is rejected with the path of the bad part.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from ludwright.errors import Finding, GameCheckError, LimitExceeded
from ludwright.language.check import place, type_findings
from ludwright.language.grammar import (
    concrete_members,
    is_name,
    is_site_label,
    item_notation,
    table_of,
)
from ludwright.language.ludeme import FieldSpec, Ludeme, Name, SiteLabel, Text
from ludwright.language.syntax import DEEPEST_TEXT, MOST_NODES, Path

KIND = "ludeme"
"""The key that names the ludeme."""


def to_json(ludeme: Ludeme) -> dict[str, Any]:
    """The tree as dictionaries, lists, strings, numbers and booleans."""
    table = table_of(type(ludeme))
    form: dict[str, Any] = {KIND: kind_of(type(ludeme))}
    for spec, blank in zip(table.specs, table.blank, strict=True):
        value = getattr(ludeme, spec.name)
        if spec.is_optional and value == blank:
            continue
        form[spec.name] = [_part(one) for one in value] if spec.is_many else _part(value)
    return form


def kind_of(cls: type[Ludeme]) -> str:
    """What JSON calls a ludeme: its word, or the name of its class if it has none."""
    return cls.word or cls.__name__


def _part(value: Any) -> Any:
    if isinstance(value, Ludeme):
        return to_json(value)
    if isinstance(value, Text):
        # A text and a name may stand in the same place, so a text is marked as one.
        return {"text": str(value)}
    return str(value) if isinstance(value, str) else value


def from_json(form: Any, root: type[Ludeme]) -> Ludeme:
    """Inverse of to_json, for a ludeme of the root's kind; GameCheckError on bad input."""
    reader = _JsonReader()
    ludeme = reader.ludeme(form, (root,), (), 1)
    findings = type_findings(ludeme)
    if findings:
        raise GameCheckError(findings)
    return ludeme


def _bad(path: Path, message: str) -> GameCheckError:
    return GameCheckError([Finding(message, place(path))])


class _JsonReader:
    def __init__(self) -> None:
        self.nodes = 0

    def _count(self, depth: int) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > DEEPEST_TEXT:
            raise LimitExceeded(
                f"expected at most {MOST_NODES} parts and {DEEPEST_TEXT} levels in a game"
            )

    def ludeme(self, form: Any, types: tuple[type, ...], path: Path, depth: int) -> Ludeme:
        self._count(depth)
        if not isinstance(form, dict):
            raise _bad(path, f"expected an object with the key {KIND!r}, got {form!r:.80}")
        cls = self._class(form.get(KIND), types, path)
        table = table_of(cls)
        values: dict[str, Any] = {}
        for key, given in form.items():
            if key == KIND:
                continue
            if key not in table.names:
                known = ", ".join(table.names)
                raise _bad(path, f"expected the fields {known or 'none'}, got {key!r:.80}")
            spec = table.specs[table.names.index(key)]
            values[spec.name] = self._field(given, spec, (*path, spec.name), depth + 1)
        for spec, blank in zip(table.specs, table.blank, strict=True):
            if spec.name not in values:
                if not spec.is_optional:
                    raise _bad((*path, spec.name), f"expected {item_notation(spec)}, got nothing")
                values[spec.name] = blank
        return cls(**values)

    def _class(self, kind: Any, types: tuple[type, ...], path: Path) -> type[Ludeme]:
        members = concrete_members(types)
        for cls in members:
            if kind == kind_of(cls):
                return cls
        known = ", ".join(kind_of(cls) for cls in members[:12])
        raise _bad(path, f"expected one of {known}, got {kind!r:.80}")

    def _field(self, given: Any, spec: FieldSpec, path: Path, depth: int) -> Any:
        if not spec.is_many:
            return self._one(given, spec, path, depth)
        if not isinstance(given, list):
            raise _bad(path, f"expected a list, got {given!r:.80}")
        return tuple(
            self._one(one, spec, (*path, position), depth) for position, one in enumerate(given)
        )

    def _one(self, given: Any, spec: FieldSpec, path: Path, depth: int) -> Any:
        self._count(depth)
        if isinstance(given, dict):
            if given.keys() == {"text"} and isinstance(given["text"], str):
                return Text(given["text"])
            return self.ludeme(given, spec.types, path, depth)
        if isinstance(given, str):
            return self._word(given, spec, path)
        if given is None or isinstance(given, (bool, int)):
            return given
        raise _bad(path, f"expected {item_notation(spec)}, got {given!r:.80}")

    def _word(self, given: str, spec: FieldSpec, path: Path) -> Any:
        for leaf in spec.types:
            if issubclass(leaf, StrEnum) and given in leaf.__members__.values():
                return leaf(given)
        if SiteLabel in spec.types and is_site_label(given):
            return SiteLabel(given)
        if Name in spec.types and is_name(given):
            return Name(given)
        raise _bad(path, f"expected {item_notation(spec)}, got {given!r:.80}")
