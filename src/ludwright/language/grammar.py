"""Tables derived from the declarations of ludemes: which atoms and clauses may stand where.

The reader and the printer both work from these tables, so they agree by construction. A table is
built once per ludeme and kept. Nothing here reads or writes text beyond a single atom.
"""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from ludwright.language.ludeme import FieldSpec, Ludeme, Name, SiteLabel, Text, field_specs

NUMBER = "number"
STRING = "string"
WORD = "word"
NAME = "name"
SITE = "site"
NOTHING = "_"
"""The atom that closes the next open field without a value, where leaving it out is ambiguous."""

LONGEST_NUMBER: int = 9
"""The most digits of a number: far more than any range allows, and cheap to convert."""

_NUMBER = re.compile(r"-?[0-9]+")
_SITE = re.compile(r"[A-Z]{1,2}[0-9]{1,2}(\.[0-9]{1,2})?")
_NAME = re.compile(r"[^\W\d_][\w-]*")
_PLAIN_TEXT = re.compile(r"[^\W\d_][\w-]*")

Maker = Callable[[str], Any]
"""Turns the text of an atom into a value; None if the atom does not fit after all."""


@lru_cache(maxsize=8192)
def atom_kind(text: str) -> str:
    """The lexical class of an atom outside quotes."""
    if _NUMBER.fullmatch(text):
        return NUMBER
    if _SITE.fullmatch(text):
        return SITE
    if text[:1].isupper() and _NAME.fullmatch(text):
        return NAME
    return WORD


def is_name(text: str) -> bool:
    """True if the text can be written as a Name."""
    return bool(text) and atom_kind(text) == NAME


def is_site_label(text: str) -> bool:
    """True if the text can be written as a SiteLabel."""
    return bool(text) and atom_kind(text) == SITE


def is_plain(text: str) -> bool:
    """True if the text needs no quotes."""
    return _PLAIN_TEXT.fullmatch(text) is not None


def quote(text: str) -> str:
    """Text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquote(text: str) -> str:
    """Inverse of `quote`; a text without quotes is returned as it is."""
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
    return text


@dataclass(slots=True)
class Choice:
    """What may stand at one place; exact words take precedence over lexical classes."""

    words: dict[str, Any] = field(default_factory=dict)
    """Value of an atom, by its text."""
    kinds: dict[str, Maker] = field(default_factory=dict)
    """Maker of a value, by the lexical class of the atom."""
    heads: dict[str, type[Ludeme]] = field(default_factory=dict)
    """Ludeme of a clause, by the text of its head."""
    head_kinds: dict[str, type[Ludeme]] = field(default_factory=dict)
    """Headless ludeme of a clause, by the lexical class of its head."""

    def atom(self, text: str) -> Any:
        """The value of an atom at this place, or None if it does not fit."""
        value = self.words.get(text)
        if value is not None:
            return value
        kind = STRING if text.startswith('"') else atom_kind(text)
        maker = self.kinds.get(kind)
        return None if maker is None else maker(text)


@cache
def choice_of(types: tuple[type, ...], low: int, high: int) -> Choice:
    """The table of a place that takes these types, with numbers in the given range."""
    return _build_choice(types, low, high, frozenset())


def _build_choice(
    types: tuple[type, ...], low: int, high: int, within: frozenset[type[Ludeme]]
) -> Choice:
    choice = Choice()
    members = concrete_members(types)
    for leaf in types:
        _add_leaf(choice, leaf, low, high)
    # A bare ludeme may contain itself; the inner one then needs its brackets.
    for member in members:
        if member.is_bare and member not in within and _is_complete_with_first(member):
            _add_bare(choice, member, within | {member})
    for member in members:
        if member.word is not None:
            choice.heads.setdefault(member.word, member)
    for member in members:
        if member.word is None and member not in within:
            _add_headless(choice, member, within | {member})
    return choice


def concrete_members(types: Iterable[type]) -> tuple[type[Ludeme], ...]:
    """The ludemes that may stand where these types are expected, in order and without repeats."""
    found: dict[type[Ludeme], None] = {}
    for leaf in types:
        if issubclass(leaf, Ludeme):
            found.update(dict.fromkeys(leaf.vocabulary.members(leaf)))
    return tuple(found)


def _add_leaf(choice: Choice, leaf: type, low: int, high: int) -> None:
    if issubclass(leaf, StrEnum):
        for member in leaf:
            choice.words.setdefault(member.value, member)
    elif leaf is bool:
        choice.words.setdefault("true", True)
        choice.words.setdefault("false", False)
    elif leaf is int:
        choice.kinds.setdefault(NUMBER, _number_maker(low, high))
    elif leaf is Name:
        choice.kinds.setdefault(NAME, Name)
    elif leaf is SiteLabel:
        choice.kinds.setdefault(SITE, SiteLabel)
    elif leaf is Text:
        for kind in (STRING, WORD, NAME, SITE):
            choice.kinds.setdefault(kind, lambda text: Text(unquote(text)))
    elif not issubclass(leaf, Ludeme):
        raise TypeError(f"expected a ludeme, a StrEnum or a leaf type, got {leaf}")


def _number_maker(low: int, high: int) -> Maker:
    def make(text: str) -> int | None:
        if len(text) > LONGEST_NUMBER:
            return None
        number = int(text)
        return number if low <= number <= high else None

    return make


def _is_complete_with_first(member: type[Ludeme]) -> bool:
    first, *rest = field_specs(member)
    is_writable_first = first.clause is None and first.flag is None
    return is_writable_first and first.at_least <= 1 and all(spec.is_optional for spec in rest)


def _add_bare(choice: Choice, member: type[Ludeme], within: frozenset[type[Ludeme]]) -> None:
    first = field_specs(member)[0]
    inner = _build_choice(first.types, first.low, first.high, within)
    for text, value in inner.words.items():
        choice.words.setdefault(text, member(**_only(first, value)))
    for kind, maker in inner.kinds.items():
        choice.kinds.setdefault(kind, _bare_maker(member, first, maker))


def _bare_maker(member: type[Ludeme], first: FieldSpec, maker: Maker) -> Maker:
    def make(text: str) -> Ludeme | None:
        value = maker(text)
        return None if value is None else member(**_only(first, value))

    return make


def _only(first: FieldSpec, value: Any) -> dict[str, Any]:
    return {first.name: (value,) if first.is_many else value}


def _add_headless(choice: Choice, member: type[Ludeme], within: frozenset[type[Ludeme]]) -> None:
    """Let a clause without a head word begin with any atom that can come first in it."""
    specs = field_specs(member)
    if specs[0].is_optional:
        choice.heads.setdefault(NOTHING, member)
    for spec in specs:
        if spec.flag is not None:
            choice.heads.setdefault(spec.flag, member)
        elif spec.clause is None:
            inner = _build_choice(spec.types, spec.low, spec.high, within)
            for text in inner.words:
                choice.heads.setdefault(text, member)
            for kind in inner.kinds:
                choice.head_kinds.setdefault(kind, member)
        if not spec.is_optional:
            break


@dataclass(slots=True)
class Table:
    """How the items of a clause are assigned to its fields."""

    cls: type[Ludeme] | None
    """The ludeme of the clause; None for the clause around a field."""
    specs: tuple[FieldSpec, ...]
    names: tuple[str, ...]
    choices: tuple[Choice, ...]
    blank: tuple[Any, ...]
    """Values of the fields before any item is read."""
    holders: tuple[str, ...]
    """Names of the fields that may hold ludemes."""
    closings: tuple[bool, ...]
    """Which fields can be closed without a value."""
    words: dict[str, tuple[tuple[int, Maker], ...]] = field(default_factory=dict)
    """Candidate fields of an atom, by text: those that have the word, then those it fits."""
    kinds: dict[str, tuple[tuple[int, Maker], ...]] = field(default_factory=dict)
    """Candidate fields of an atom whose text is not in `words`, by lexical class."""
    heads: dict[str, tuple[tuple[int, Table], ...]] = field(default_factory=dict)
    """Candidate fields of a clause, by its head, each with the table that reads the clause."""
    head_kinds: dict[str, tuple[tuple[int, Table], ...]] = field(default_factory=dict)
    overlaps: tuple[tuple[int, int], ...] = ()
    """Pairs of fields where the earlier might take an item meant for the later."""

    def is_mistaken(self, index: int, text: str) -> bool:
        """True if an atom meant for a field is a word that only another field has."""
        is_apart = self.specs[index].clause is not None
        return not is_apart and text in self.words and text not in self.choices[index].words

    def is_blank(self, index: int, value: Any) -> bool:
        """True if the value is what the field holds when nothing is written."""
        blank = self.blank[index]
        # Most blanks are None, and comparing a dataclass with None is slow.
        return value is blank or (blank is not None and bool(value == blank))

    def atom_candidates(self, text: str, kind: str) -> tuple[tuple[int, Maker], ...]:
        """The fields that might take an atom."""
        found = self.words.get(text)
        return self.kinds.get(kind, ()) if found is None else found

    def clause_candidates(self, text: str, kind: str) -> tuple[tuple[int, Table], ...]:
        """The fields that might take a clause with this head."""
        found = self.heads.get(text)
        return self.head_kinds.get(kind, ()) if found is None else found


_tables: dict[type[Ludeme], Table] = {}


def table_of(cls: type[Ludeme]) -> Table:
    """The table of a ludeme's clause, built at first use."""
    table = _tables.get(cls)
    if table is None:
        specs = field_specs(cls)
        table = _empty_table(cls, specs)
        # Entered before it is filled: a ludeme may hold ludemes of its own kind.
        _tables[cls] = table
        _fill_table(table)
    return table


def _empty_table(cls: type[Ludeme] | None, specs: tuple[FieldSpec, ...]) -> Table:
    return Table(
        cls=cls,
        specs=specs,
        names=tuple(spec.name for spec in specs),
        choices=tuple(_field_choice(spec) for spec in specs),
        blank=tuple(_blank(spec) for spec in specs),
        holders=tuple(spec.name for spec in specs if any(map(_is_ludeme, spec.types))),
        closings=tuple(_can_close(cls, spec) for spec in specs),
    )


@cache
def place_table(types: tuple[type, ...]) -> Table:
    """The table of a single item of these types outside any clause."""
    specs = (_single_spec(types),)
    table = _empty_table(None, specs)
    _fill_table(table)
    return table


def _single_spec(types: tuple[type, ...]) -> FieldSpec:
    return FieldSpec(
        name="",
        types=types,
        is_many=False,
        is_optional=False,
        default=dataclasses.MISSING,
        clause=None,
        flag=None,
        low=0,
        high=10**LONGEST_NUMBER,
        at_least=0,
        at_most=1,
        is_identity=True,
        unit="",
    )


def _is_ludeme(leaf: type) -> bool:
    return issubclass(leaf, Ludeme)


def _field_choice(spec: FieldSpec) -> Choice:
    if spec.flag is not None:
        return Choice(words={spec.flag: True})
    return choice_of(spec.types, spec.low, spec.high)


def _blank(spec: FieldSpec) -> Any:
    if spec.default is not dataclasses.MISSING:
        return spec.default
    return () if spec.is_many else None


def _can_close(cls: type[Ludeme] | None, spec: FieldSpec) -> bool:
    if spec.is_many:
        return True
    if cls is None or spec.clause is not None or spec.flag is not None:
        return False
    return type(None) in typing.get_args(typing.get_type_hints(cls)[spec.name])


def _fill_table(table: Table) -> None:
    inner = tuple(_inside(spec) for spec in table.specs)
    words = {text for choice in _positional(table) for text in choice.words}
    for text in words:
        table.words[text] = _atom_entries(table, text, atom_kind(text))
    for kind in (NUMBER, STRING, WORD, NAME, SITE):
        table.kinds[kind] = _atom_entries(table, "", kind)
        table.head_kinds[kind] = _clause_entries(table, inner, "", kind)
    heads = {text for choice in _positional(table) for text in choice.heads}
    heads.update(spec.clause for spec in table.specs if spec.clause is not None)
    for text in heads:
        table.heads[text] = _clause_entries(table, inner, text, atom_kind(text))
    table.overlaps = _overlaps(table)


def _inside(spec: FieldSpec) -> Table | None:
    """The table of the contents of a field's own clause."""
    if spec.clause is None:
        return None
    bare = dataclasses.replace(spec, clause=None, default=dataclasses.MISSING)
    inside = _empty_table(None, (bare,))
    _fill_table(inside)
    return inside


def _positional(table: Table) -> Iterable[Choice]:
    for spec, choice in zip(table.specs, table.choices, strict=True):
        if spec.clause is None:
            yield choice


def _atom_entries(table: Table, text: str, kind: str) -> tuple[tuple[int, Maker], ...]:
    """Candidates of an atom: first fields that have the word, then fields it fits by class."""
    exact: list[tuple[int, Maker]] = []
    loose: list[tuple[int, Maker]] = []
    for index, (spec, choice) in enumerate(zip(table.specs, table.choices, strict=True)):
        if spec.clause is not None:
            continue
        if text in choice.words:
            exact.append((index, _constant(choice.words[text])))
        elif kind in choice.kinds:
            loose.append((index, choice.kinds[kind]))
    return (*exact, *loose)


def _constant(value: Any) -> Maker:
    return lambda _: value


def _clause_entries(
    table: Table, inner: tuple[Table | None, ...], text: str, kind: str
) -> tuple[tuple[int, Table], ...]:
    exact: list[tuple[int, Table]] = []
    loose: list[tuple[int, Table]] = []
    for index, (spec, choice) in enumerate(zip(table.specs, table.choices, strict=True)):
        inside = inner[index]
        if inside is not None:
            if spec.clause == text:
                exact.append((index, inside))
        elif text in choice.heads:
            exact.append((index, table_of(choice.heads[text])))
        elif kind in choice.head_kinds:
            loose.append((index, table_of(choice.head_kinds[kind])))
    return (*exact, *loose)


def _overlaps(table: Table) -> tuple[tuple[int, int], ...]:
    pairs: set[tuple[int, int]] = set()
    atoms = (*table.words.values(), *table.kinds.values())
    clauses = (*table.heads.values(), *table.head_kinds.values())
    for entries in (*atoms, *clauses):
        indices = [index for index, _ in entries]
        pairs.update((i, j) for i in indices for j in indices if i < j)
    return tuple(sorted(pairs))


def notation(spec: FieldSpec) -> str:
    """A field in the notation of the reference: `2..99`, `[(priority 0..9)]`, `Move+`."""
    if spec.flag is not None:
        return f"[{spec.flag}]"
    inside = item_notation(spec)
    if spec.is_many:
        inside = f"{{{inside}}}" if " | " in inside else inside
        inside += "+" if spec.at_least > 0 else "*"
    if spec.clause is not None:
        inside = f"({spec.clause} {inside})"
    if spec.is_optional and (spec.clause is not None or not spec.is_many):
        return f"[{inside}]"
    return inside


def item_notation(spec: FieldSpec) -> str:
    """One item of a field in the notation of the reference."""
    if spec.flag is not None:
        return spec.flag
    return " | ".join(_type_notation(leaf, spec) for leaf in spec.types)


def _type_notation(leaf: type, spec: FieldSpec) -> str:
    if issubclass(leaf, StrEnum):
        return " | ".join(member.value for member in leaf)
    if leaf is int:
        return f"{spec.low}..{spec.high}"
    if leaf is bool:
        return "true | false"
    if issubclass(leaf, Ludeme) and leaf.is_concrete and leaf.word is not None:
        return f"({leaf.word} …)"
    return leaf.__name__


def signature(cls: type[Ludeme]) -> str:
    """The whole clause of a ludeme in the notation of the reference."""
    parts = [] if cls.word is None else [cls.word]
    parts.extend(notation(spec) for spec in field_specs(cls))
    return f"({' '.join(parts)})"
