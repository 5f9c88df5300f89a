"""What a ludeme is: a frozen dataclass whose fields, types, ranges and defaults are the grammar.

Everything else in this package is derived from the declarations found here: the reader, the
printer, the static check, the JSON form, the distance between rules, the English, the variation
and the reference page. A family declares its ludemes as subclasses of `Ludeme`; nothing here
names a family.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict, Union, dataclass_transform


class Name(str):
    """A name that the game introduces, of a player, a piece or the game; begins with a capital."""

    __slots__ = ()


class SiteLabel(str):
    """A cell by its coordinates, such as A1, or C2.3 on the third level."""

    __slots__ = ()


class Text(str):
    """Free text for people: written in quotes, or bare when it is a single word."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """The grammar of one field, read from its declaration."""

    name: str
    types: tuple[type, ...]
    """What an item of this field may be: leaf types, concrete ludemes or categories."""
    is_many: bool
    """True for a tuple field, whose items are written one after another."""
    is_optional: bool
    """True if the field may be left out of the text."""
    default: Any
    """The value of a field left out; dataclasses.MISSING if there is none."""
    clause: str | None
    """The field is written `(clause value…)` instead of bare."""
    flag: str | None
    """The word that stands for True in a boolean field."""
    low: int
    high: int
    """Range of an integer, both ends included."""
    at_least: int
    at_most: int
    """How many items a tuple field takes."""
    is_identity: bool
    """False for what is not part of a game's identity: its name, its notes."""
    unit: str
    """What the number counts, for the reference page and error messages."""


LARGEST_NUMBER: int = 9999
"""The largest number a game text may hold; keeps arithmetic on counts far from overflow."""


def item(
    *,
    default: Any = dataclasses.MISSING,
    clause: str | None = None,
    flag: str | None = None,
    low: int = 0,
    high: int = LARGEST_NUMBER,
    at_least: int = 0,
    at_most: int = 1024,
    is_identity: bool = True,
    unit: str = "",
) -> Any:
    """Declare a field with more than a type: a range, a clause around it, a flag's word."""
    metadata = {
        "clause": clause,
        "flag": flag,
        "low": low,
        "high": high,
        "at_least": at_least,
        "at_most": at_most,
        "is_identity": is_identity,
        "unit": unit,
    }
    if default is dataclasses.MISSING:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


class Vocabulary:
    """All ludemes of one family, by category and word."""

    def __init__(self, family: str) -> None:
        """Start an empty vocabulary for a family."""
        self.family = family
        self.ludemes: list[type[Ludeme]] = []
        self._members: dict[type[Ludeme], tuple[type[Ludeme], ...]] = {}

    def members(self, category: type[Ludeme]) -> tuple[type[Ludeme], ...]:
        """The concrete ludemes of a category, in declared order."""
        found = self._members.get(category)
        if found is None:
            found = tuple(ludeme for ludeme in self.ludemes if issubclass(ludeme, category))
            self._members[category] = found
        return found

    def enter(self, ludeme: type[Ludeme]) -> None:
        """Add a ludeme to the family."""
        self.ludemes.append(ludeme)
        self._members.clear()


class Declared(TypedDict, total=False):
    """What a ludeme's class statement may say; a family's base class passes it on."""

    word: str | None
    headless: bool
    bare: bool
    english: str
    example: str


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(item, field))
class Ludeme:
    """One element of the rules, a frozen dataclass.

    A subclass that gives a `word` (or is `headless`) can be written in a text; the others are
    categories. A family's first category carries its `vocabulary`, where its ludemes register
    themselves.
    """

    vocabulary: ClassVar[Vocabulary]
    """Where the family's ludemes are listed."""
    word: ClassVar[str | None] = None
    """The head of the clause; None for a category or a clause that begins with a name."""
    is_concrete: ClassVar[bool] = False
    """True for a ludeme that can stand in a text, False for a category of ludemes."""
    is_bare: ClassVar[bool] = False
    """True when the clause may be written without brackets if only its first field is given."""
    english: ClassVar[str] = ""
    """How the rule reads in English.

    {field} is replaced, [ … ] is dropped if a field in it is absent.
    """
    example: ClassVar[str] = ""
    """One example in game text, read by the tests."""

    def __init_subclass__(
        cls,
        *,
        word: str | None = None,
        headless: bool = False,
        bare: bool = False,
        english: str = "",
        example: str = "",
    ) -> None:
        """Make the subclass a frozen dataclass; add it to the vocabulary if it can be written."""
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)
        cls.word = word
        cls.is_concrete = headless or word is not None
        cls.is_bare = bare
        cls.english = english
        cls.example = example
        if cls.is_concrete:
            cls.vocabulary.enter(cls)


_specs: dict[type[Ludeme], tuple[FieldSpec, ...]] = {}


def field_specs(cls: type[Ludeme]) -> tuple[FieldSpec, ...]:
    """The grammar of a ludeme's fields, in the order in which they are written."""
    specs = _specs.get(cls)
    if specs is None:
        hints = typing.get_type_hints(cls)
        # Every subclass becomes a dataclass when it is declared, which a type checker cannot see.
        declared: tuple[dataclasses.Field[Any], ...] = dataclasses.fields(cls)  # type: ignore[arg-type]
        specs = tuple(_field_spec(one, hints[one.name]) for one in declared)
        _specs[cls] = specs
    return specs


def _field_spec(declared: dataclasses.Field[Any], hint: Any) -> FieldSpec:
    options = _options(hint)
    is_many = any(typing.get_origin(option) is tuple for option in options)
    is_optional = declared.default is not dataclasses.MISSING
    if is_many:
        (sequence,) = (option for option in options if option is not type(None))
        options = _options(typing.get_args(sequence)[0])
        is_optional = is_optional or declared.metadata.get("at_least", 0) == 0
    leaves = tuple(option for option in options if option is not type(None))
    return FieldSpec(
        name=declared.name,
        types=leaves,
        is_many=is_many,
        is_optional=is_optional,
        default=declared.default,
        clause=declared.metadata.get("clause"),
        flag=declared.metadata.get("flag"),
        low=declared.metadata.get("low", 0),
        high=declared.metadata.get("high", LARGEST_NUMBER),
        at_least=declared.metadata.get("at_least", 0),
        at_most=declared.metadata.get("at_most", 1024),
        is_identity=declared.metadata.get("is_identity", True),
        unit=declared.metadata.get("unit", ""),
    )


def _options(hint: Any) -> tuple[Any, ...]:
    if typing.get_origin(hint) in (Union, types.UnionType):
        return typing.get_args(hint)
    return (hint,)


def children(ludeme: Ludeme) -> Iterator[tuple[FieldSpec, Ludeme]]:
    """The ludemes directly below, each with the field that holds it, in written order."""
    for spec in field_specs(type(ludeme)):
        value = getattr(ludeme, spec.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Ludeme):
                yield spec, part


def walk(ludeme: Ludeme) -> Iterator[Ludeme]:
    """The ludeme and everything below it, parents before children."""
    yield ludeme
    for _, child in children(ludeme):
        yield from walk(child)


def size(ludeme: Ludeme) -> int:
    """How many ludemes the tree holds."""
    return sum(1 for _ in walk(ludeme))
