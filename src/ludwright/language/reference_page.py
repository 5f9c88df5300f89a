"""The reference page of a family's language in Markdown, from its declarations.

Signatures, ranges and defaults come from the fields, meanings from the docstrings, and remarks on
single fields from the strings under them, which are only found in the source.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from ludwright.language.grammar import notation, signature
from ludwright.language.ludeme import FieldSpec, Ludeme, Vocabulary, field_specs
from ludwright.language.syntax import write_line


def reference_page(vocabulary: Vocabulary, intro: str) -> str:
    """The whole page: the introduction, a section for each category, and an index of the words."""
    parts = [intro.strip(), _notation_note()]
    for category, ludemes in by_category(vocabulary).items():
        parts.append(_category_section(category, ludemes))
    parts.append(_lists_section(vocabulary))
    parts.append(_index(vocabulary))
    return "\n\n".join(part for part in parts if part) + "\n"


def by_category(vocabulary: Vocabulary) -> dict[type[Ludeme], list[type[Ludeme]]]:
    """The ludemes under the nearest category of each, in declared order."""
    groups: dict[type[Ludeme], list[type[Ludeme]]] = {}
    for cls in vocabulary.ludemes:
        groups.setdefault(_category_of(cls), []).append(cls)
    return groups


def _category_of(cls: type[Ludeme]) -> type[Ludeme]:
    for base in cls.__mro__[1:]:
        if issubclass(base, Ludeme) and not base.is_concrete:
            return base
    return Ludeme


def title(cls: type[Ludeme]) -> str:
    """What the page calls a ludeme: its word, or the name of its class if it has none."""
    return f"`{cls.word}`" if cls.word is not None else cls.__name__


def anchor(cls: type[Ludeme]) -> str:
    """The link target of a ludeme; words alone would not be unique."""
    return f"ludeme-{cls.__name__.lower()}"


def _notation_note() -> str:
    return (
        "**Notation.** `[x]` may be left out, `x | y` is a choice, `x*` any number and `x+` one or"
        " more, `2..99` a number in that range, and a capital begins a kind of ludeme or a label."
    )


def _category_section(category: type[Ludeme], ludemes: list[type[Ludeme]]) -> str:
    rows = [f"| [{title(cls)}](#{anchor(cls)}) | {_first_sentence(cls)} |" for cls in ludemes]
    head = [f"## {category.__name__}", _docstring(category), "| Ludeme | Meaning |\n|---|---|"]
    table = "\n".join([head[2], *rows])
    sections = [_ludeme_section(cls) for cls in ludemes]
    return "\n\n".join(part for part in [*head[:2], table, *sections] if part)


def _ludeme_section(cls: type[Ludeme]) -> str:
    parts = [
        f'<a id="{anchor(cls)}"></a>\n\n### {title(cls)}',
        f"```\n{signature(cls)}\n```",
        _docstring(cls),
        _field_table(cls),
    ]
    if cls.example:
        parts.append(f"Example:\n\n```\n{cls.example}\n```")
    return "\n\n".join(part for part in parts if part)


def _field_table(cls: type[Ludeme]) -> str:
    specs = field_specs(cls)
    if not specs:
        return ""
    docs = field_docs(cls)
    rows = ["| Field | Written | If left out | |", "|---|---|---|---|"]
    for spec in specs:
        about = " ".join(part for part in (docs.get(spec.name, ""), _remarks(spec)) if part)
        written = _cell(f"`{notation(spec)}`")
        rows.append(f"| {spec.name} | {written} | {_cell(_default(spec))} | {_cell(about)} |")
    return "\n".join(rows)


def _remarks(spec: FieldSpec) -> str:
    remarks = [f"Counts {spec.unit}."] if spec.unit else []
    if spec.is_many:
        remarks.append(f"{spec.at_least} to {spec.at_most} items.")
    if not spec.is_identity:
        remarks.append("Not part of the game's identity.")
    return " ".join(remarks)


def _default(spec: FieldSpec) -> str:
    default = spec.default
    if spec.flag is not None:
        return "no"
    if default is dataclasses.MISSING:
        return "nothing" if spec.is_optional else ""
    if default is None or default == ():
        return "nothing"
    values = default if isinstance(default, tuple) else (default,)
    return " ".join(f"`{_shown(value)}`" for value in values)


def _shown(value: Any) -> str:
    if isinstance(value, Ludeme):
        return write_line(value)
    return value.value if isinstance(value, StrEnum) else str(value)


def _cell(text: str) -> str:
    """Text that is safe inside a table cell."""
    return text.replace("|", "\\|").replace("\n", " ")


def _docstring(cls: type) -> str:
    """The docstring of a class itself; dataclasses without one get their signature instead."""
    doc = inspect.cleandoc(cls.__doc__ or "")
    return "" if doc.startswith(f"{cls.__name__}(") else doc


def _first_sentence(cls: type) -> str:
    first = _docstring(cls).split("\n\n")[0].replace("\n", " ")
    return _cell(first)


def field_docs(cls: type[Ludeme]) -> dict[str, str]:
    """The strings under the fields of a class and its bases, by field."""
    docs: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        docs.update(_own_field_docs(base))
    return docs


def _own_field_docs(cls: type) -> dict[str, str]:
    definition = _definitions(cls.__module__).get(cls.__qualname__)
    if definition is None:
        return {}
    docs: dict[str, str] = {}
    for statement, following in zip(definition.body, definition.body[1:], strict=False):
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
            and isinstance(following.value.value, str)
        ):
            docs[statement.target.id] = inspect.cleandoc(following.value.value)
    return docs


_parsed: dict[str, dict[str, ast.ClassDef]] = {}


def _definitions(module_name: str) -> dict[str, ast.ClassDef]:
    """The classes defined in a module, by qualified name."""
    if module_name not in _parsed:
        try:
            tree = ast.parse(inspect.getsource(sys.modules[module_name]))
        except (OSError, TypeError, KeyError):
            # A built-in or generated module has no source, hence no field docs.
            _parsed[module_name] = {}
        else:
            _parsed[module_name] = dict(_classes_in(tree, ""))
    return _parsed[module_name]


def _classes_in(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield prefix + child.name, child
            yield from _classes_in(child, f"{prefix}{child.name}.")


def _enums(vocabulary: Vocabulary) -> list[type[StrEnum]]:
    found: dict[type[StrEnum], None] = {}
    for cls in vocabulary.ludemes:
        for spec in field_specs(cls):
            for leaf in spec.types:
                if issubclass(leaf, StrEnum):
                    found[leaf] = None
    return list(found)


def _lists_section(vocabulary: Vocabulary) -> str:
    enums = _enums(vocabulary)
    if not enums:
        return ""
    rows = ["## Lists of words", "", "| List | Words | |", "|---|---|---|"]
    for kind in enums:
        words = " ".join(f"`{member.value}`" for member in kind)
        # The meaning of single words follows the first sentence.
        about = " ".join(_docstring(kind).split())
        rows.append(f"| {kind.__name__} | {_cell(words)} | {_cell(about)} |")
    return "\n".join(rows)


def _index(vocabulary: Vocabulary) -> str:
    """Every word that may stand in a text, with the ludemes in which it may."""
    uses: dict[str, dict[type[Ludeme], None]] = {}
    for cls in vocabulary.ludemes:
        for word in _words_of(cls):
            uses.setdefault(word, {})[cls] = None
    rows = ["## Index of words", ""]
    for word in sorted(uses):
        links = ", ".join(f"[{title(cls)}](#{anchor(cls)})" for cls in uses[word])
        rows.append(f"- `{word}`: {links}")
    return "\n".join(rows)


def _words_of(cls: type[Ludeme]) -> Iterator[str]:
    if cls.word is not None:
        yield cls.word
    for spec in field_specs(cls):
        if spec.clause is not None:
            yield spec.clause
        if spec.flag is not None:
            yield spec.flag
        for leaf in spec.types:
            if issubclass(leaf, StrEnum):
                yield from (member.value for member in leaf)
