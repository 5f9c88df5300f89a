"""Rules in English, from the templates that ludemes carry.

In a template `{field}` becomes the English of the field, `{field|or}` joins a list with "or", and
`[ … ]` is dropped when a field in it is absent. A ludeme that needs more defines `in_english()`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from ludwright.language.grammar import table_of
from ludwright.language.ludeme import Ludeme

NUMBER_WORDS: tuple[str, ...] = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Numbers that are spelled out."""

_VOWELS = "aeiou"
_IRREGULAR: dict[str, str] = {
    "man": "men",
    "goose": "geese",
    "mouse": "mice",
    "ox": "oxen",
    "child": "children",
    "knife": "knives",
    "wolf": "wolves",
    "thief": "thieves",
    "elf": "elves",
    "dwarf": "dwarves",
    "sheep": "sheep",
}
"""Irregular plurals; words in -man, such as Swordsman, follow man."""
_PIECES = re.compile(r"\{(?P<field>\w+)(?:\|(?P<form>\w+))?\}|\[(?P<segment>[^\[\]]*)\]")


class _Slot(NamedTuple):
    """One field of a template."""

    field: str
    form: str


class _Segment(NamedTuple):
    """A part of a template that is dropped when a field in it is absent."""

    parts: tuple[str | _Slot, ...]


def english(ludeme: Ludeme) -> str:
    """The rule in English, without a capital or a full stop."""
    own: Any = getattr(ludeme, "in_english", None)
    if callable(own):
        return str(own())
    template = type(ludeme).english
    if not template:
        return _plain(ludeme)
    return fill(template, ludeme, said_field)


def fill(template: str, ludeme: Ludeme, said: Callable[[Ludeme, str, str], str]) -> str:
    """A template filled in; `said(ludeme, field, form)` returns the English of a field.

    The form is what follows the field's name after a bar, "and" if nothing does.
    """
    return tidy("".join(_filled(part, ludeme, said) for part in _parsed(template)))


def said_field(ludeme: Ludeme, field: str, form: str = "and") -> str:
    """The English of a ludeme's field; the form is the conjunction of a list."""
    return value_english(getattr(ludeme, field), form)


def sentence(text: str) -> str:
    """The text with a capital at its beginning and a full stop at its end."""
    text = tidy(text)
    if not text:
        return ""
    ending = "" if text[-1] in ".!?:" else "."
    return text[0].upper() + text[1:] + ending


def number_word(n: int) -> str:
    """The number in words up to twelve, in digits above."""
    return NUMBER_WORDS[n] if 0 <= n < len(NUMBER_WORDS) else str(n)


def plural(n: int, noun: str) -> str:
    """Counted things: `plural(1, "piece")` is "one piece", `plural(3, "city")` "three cities"."""
    return f"{number_word(n)} {noun if n == 1 else plural_of(noun)}"


def counted(n: int, noun: str) -> str:
    """Counted things, in digits: `counted(5, "Stone")` is "5 Stones"."""
    return f"{n} {noun if n == 1 else plural_of(noun)}"


def plural_of(noun: str) -> str:
    """The plural of a noun, with a capital if the noun has one."""
    for one, several in _IRREGULAR.items():
        if noun.lower() == one or (one == "man" and re.search(r"[a-z]man$", noun)):
            return noun[: -len(one)] + (
                several.capitalize() if noun[-len(one)].isupper() else several
            )
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return noun[:-1] + "ies"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    return noun + "s"


def listing(parts: Iterable[str], conjunction: str = "and") -> str:
    """A list as people write it: "a, b and c"."""
    items = [part for part in parts if part]
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


def tidy(text: str) -> str:
    """The text with single spaces, and none before a comma or a full stop."""
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r" ([,.;:!?)])", r"\1", text)


def value_english(value: Any, conjunction: str = "and") -> str:
    """The English of anything a field may hold."""
    if isinstance(value, Ludeme):
        return english(value)
    if isinstance(value, tuple):
        return listing((value_english(part) for part in value), conjunction)
    if isinstance(value, StrEnum):
        own = getattr(value, "english", None)
        return str(own) if own is not None else value.value.replace("-", " ")
    return "" if value is None or isinstance(value, bool) else str(value)


@lru_cache(maxsize=2048)
def _parsed(template: str) -> tuple[str | _Slot | _Segment, ...]:
    parts: list[str | _Slot | _Segment] = []
    at = 0
    for match in _PIECES.finditer(template):
        if match.start() > at:
            parts.append(template[at : match.start()])
        if match["segment"] is None:
            parts.append(_Slot(match["field"], match["form"] or "and"))
        else:
            inside = _parsed(match["segment"])
            parts.append(_Segment(tuple(one for one in inside if not isinstance(one, _Segment))))
        at = match.end()
    if at < len(template):
        parts.append(template[at:])
    return tuple(parts)


def _filled(
    part: str | _Slot | _Segment, ludeme: Ludeme, said: Callable[[Ludeme, str, str], str]
) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, _Slot):
        return said(ludeme, part.field, part.form)
    slots = [inner for inner in part.parts if isinstance(inner, _Slot)]
    if any(_is_absent(getattr(ludeme, slot.field)) for slot in slots):
        return ""
    # A flag has no text: the rest of its segment gives the meaning.
    return "".join(_filled(inner, ludeme, said) for inner in part.parts)


def _is_absent(value: Any) -> bool:
    return value is None or value is False or value == ()


def _plain(ludeme: Ludeme) -> str:
    """The rule without a template: the word, then the fields that differ from their defaults."""
    table = table_of(type(ludeme))
    parts = [(ludeme.word or "").replace("-", " ")]
    for spec, blank in zip(table.specs, table.blank, strict=True):
        value = getattr(ludeme, spec.name)
        if value is True:
            parts.append((spec.flag or spec.name).replace("-", " "))
        elif not (spec.is_optional and value == blank):
            parts.append(value_english(value))
    return tidy(" ".join(parts))
