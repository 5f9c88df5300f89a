"""The text of a game: the reader, with located errors, and the canonical printer.

Both follow the tables of `grammar`, hence the declarations; `read(write(tree)) == tree`. The reader
copes with hostile text: its work is bounded by limits and linear in the text.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from ludwright.errors import GameSyntaxError, LimitExceeded
from ludwright.language.brackets import Bracket, superfluous, unclosed
from ludwright.language.grammar import (
    NOTHING,
    NUMBER,
    STRING,
    Table,
    atom_kind,
    is_plain,
    item_notation,
    notation,
    place_table,
    quote,
    table_of,
)
from ludwright.language.ludeme import FieldSpec, Ludeme, Text
from ludwright.language.remembered import Remembered

LARGEST_TEXT: int = 64 * 1024
"""The most characters of a game text: twenty times the longest game of the library."""
DEEPEST_TEXT: int = 64
"""The deepest nesting of brackets; keeps every recursion over a tree short."""
MOST_NODES: int = 5000
"""The most clauses and atoms of a text."""
WIDEST_EXCERPT: int = 400
"""A line longer than this is not shown in an error."""
LONGEST_GUESS: int = 40
"""A longer word is not compared with the known ones."""
NAMELESS: str = "<text>"
"""The source of a text that does not come from a file."""

Path = tuple[str | int, ...]
"""The way from the root to a part: names of fields, and indices in those that hold many."""

_OPEN = "open"
_CLOSE = "close"
_END = "end"
_TOKENS = re.compile(
    r'\s++|;[^\n]*+|(?P<open>\()|(?P<close>\))|(?P<string>"(?:[^"\\]|\\["\\])*+")'
    r'|(?P<atom>[^\s()";]++)|(?P<bad>.)',
    re.DOTALL,
)


class Spans:
    """The place of each part of a tree in the text it was read from."""

    def __init__(self, text: str, offsets: dict[Path, int]) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._offsets = offsets

    def __getitem__(self, path: Path) -> tuple[int, int]:
        """Line and column, from 1, of a part; of the nearest part above it if it was left out."""
        while path not in self._offsets and path:
            path = path[:-1]
        return self.line_and_column(self._offsets.get(path, 0))

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of a character."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def __iter__(self) -> Iterator[Path]:
        return iter(self._offsets)


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int


def read(text: str, root: type[Ludeme], source: str = NAMELESS) -> Ludeme:
    """Read one ludeme of the root's kind, which is a concrete ludeme or a category."""
    return _Reader(text, source, None).whole(root)


def read_with_spans(text: str, root: type[Ludeme], source: str = NAMELESS) -> tuple[Ludeme, Spans]:
    """Like `read`, with the place of each part."""
    offsets: dict[Path, int] = {}
    reader = _Reader(text, source, offsets)
    return reader.whole(root), Spans(reader.text, offsets)


def head_of(text: str, source: str = NAMELESS) -> tuple[str, int, int]:
    """The first word of a text's clause with its line and column; "" if there is none."""
    reader = _Reader(text, source, None)
    token = reader.tokens[1] if reader.tokens[0].kind == _OPEN else reader.tokens[0]
    line, column = Spans(reader.text, {}).line_and_column(token.offset)
    return ("" if token.kind in (_CLOSE, _END) else token.text), line, column


class _Reader:
    """One pass over the tokens; each item is given to the first field that takes it."""

    def __init__(self, text: str, source: str, offsets: dict[Path, int] | None) -> None:
        # Some editors begin a file with a byte-order mark.
        self.text = text.removeprefix("\ufeff")
        self.source = source
        self.offsets = offsets
        self.at = 0
        self.tokens = self._tokenise()

    def _tokenise(self) -> list[_Token]:
        text = self.text
        if len(text) > LARGEST_TEXT:
            raise LimitExceeded(
                f"expected a text of at most {LARGEST_TEXT} characters, got {len(text)}"
            )
        tokens: list[_Token] = []
        opened: list[int] = []
        nodes = 0
        for match in _TOKENS.finditer(text):
            kind = match.lastgroup
            if kind is None:
                continue
            offset = match.start()
            if kind == "atom":
                atom = match.group()
                tokens.append(_Token(atom_kind(atom), atom, offset))
                nodes += 1
            elif kind == _OPEN:
                opened.append(offset)
                if len(opened) > DEEPEST_TEXT:
                    raise self._limit(offset, f"at most {DEEPEST_TEXT} nested brackets")
                tokens.append(_Token(_OPEN, "(", offset))
                nodes += 1
            elif kind == _CLOSE:
                if not opened:
                    raise self._superfluous()
                opened.pop()
                tokens.append(_Token(_CLOSE, ")", offset))
            elif kind == STRING:
                tokens.append(_Token(STRING, match.group(), offset))
                nodes += 1
            else:
                raise self.error(
                    offset, 'expected a string that ends with " (escapes: \\" and \\\\)'
                )
            if nodes > MOST_NODES:
                raise self._limit(offset, f"at most {MOST_NODES} clauses and atoms")
        if opened:
            raise self._unclosed()
        tokens.append(_Token(_END, "", len(text)))
        return tokens

    def _limit(self, offset: int, wanted: str) -> LimitExceeded:
        line, column = Spans(self.text, {}).line_and_column(offset)
        where = "" if self.source == NAMELESS else f"{self.source}: "
        return LimitExceeded(
            f"{where}line {line}, column {column}: expected {wanted} in the text, got more"
        )

    def _brackets(self) -> list[Bracket]:
        found = ((match.lastgroup, match.start()) for match in _TOKENS.finditer(self.text))
        return [(offset, kind == _OPEN) for kind, offset in found if kind in (_OPEN, _CLOSE)]

    def _unclosed(self) -> GameSyntaxError:
        offset, line = unclosed(self.text, self._brackets())
        where = f"it is missing by the end of line {line}"
        return self.error(offset, f"expected a ')' for this bracket, got none; {where}")

    def _superfluous(self) -> GameSyntaxError:
        message = "expected no ')' here: it closes more than was opened"
        return self.error(superfluous(self.text, self._brackets()), message)

    def whole(self, root: type[Ludeme]) -> Ludeme:
        """Read the only item of the text."""
        table = place_table((root,))
        if self.tokens[0].kind == _END:
            raise self.error(0, f"expected {notation(table.specs[0])}, got an empty text")
        path: Path | None = None if self.offsets is None else ()
        ludeme = self._item(table, [True], {}, path)[1]
        rest = self.tokens[self.at]
        if rest.kind != _END:
            raise self.error(rest.offset, f"expected the end of the text, got {rest.text!r}")
        assert isinstance(ludeme, Ludeme)
        return ludeme

    def _item(
        self, table: Table, is_open: list[bool], many: dict[int, list[Any]], path: Path | None
    ) -> tuple[int, Any]:
        """Read one item and choose its field."""
        token = self.tokens[self.at]
        if token.kind == _OPEN:
            return self._clause_item(table, is_open, many, path)
        for index, maker in table.atom_candidates(token.text, token.kind):
            if is_open[index]:
                value = maker(token.text)
                if value is not None:
                    if path is not None:
                        self._mark(table, index, many, path)
                    self.at += 1
                    return index, value
        raise self._rejection(table, is_open, token, is_clause=False)

    def _clause_item(
        self, table: Table, is_open: list[bool], many: dict[int, list[Any]], path: Path | None
    ) -> tuple[int, Any]:
        opening, head = self.tokens[self.at], self.tokens[self.at + 1]
        candidates = table.clause_candidates(head.text, head.kind)
        chosen = next((entry for entry in candidates if is_open[entry[0]]), None)
        if chosen is None:
            raise self._rejection(table, is_open, head, is_clause=True)
        index, inside = chosen
        cls = inside.cls
        if path is not None:
            below = self._mark(table, index, many, path)
            # The table inside a field's own clause repeats the field.
            path = path if cls is None else below
        self.at += 1 if cls is not None and cls.word is None else 2
        values = self._fields(inside, opening, path)
        if cls is None:
            return index, values[0]
        return index, cls(**dict(zip(inside.names, values, strict=True)))

    def _mark(self, table: Table, index: int, many: dict[int, list[Any]], path: Path) -> Path:
        """Record the place of the next item and return its path."""
        assert self.offsets is not None
        spec = table.specs[index]
        offset = self.tokens[self.at].offset
        if spec.name:
            path = (*path, spec.name)
        if spec.is_many and spec.clause is None:
            self.offsets.setdefault(path, offset)
            path = (*path, len(many.get(index, ())))
        self.offsets.setdefault(path, offset)
        return path

    def _fields(self, table: Table, opening: _Token, path: Path | None) -> list[Any]:
        """Read the items of one clause up to its end and return the values of its fields."""
        values = list(table.blank)
        is_open = [True] * len(values)
        many: dict[int, list[Any]] = {}
        while (token := self.tokens[self.at]).kind != _CLOSE:
            if token.text == NOTHING:
                self._close_first(table, is_open, values, token)
                continue
            index, value = self._item(table, is_open, many, path)
            spec = table.specs[index]
            if not spec.is_many:
                values[index] = value
                is_open[index] = False
            elif spec.clause is not None:
                values[index] = value
                many[index] = value
                is_open[index] = False
            else:
                items = many.setdefault(index, [])
                items.append(value)
                is_open[index] = len(items) < spec.at_most
        self.at += 1
        for index, items in many.items():
            values[index] = tuple(items)
        self._require(table, is_open, values, many, opening)
        return values

    def _close_first(
        self, table: Table, is_open: list[bool], values: list[Any], token: _Token
    ) -> None:
        for index, spec in enumerate(table.specs):
            if is_open[index] and spec.clause is None and spec.flag is None:
                if not table.closings[index]:
                    wanted = item_notation(spec)
                    raise self.error(token.offset, f"expected {wanted}, got {NOTHING!r}")
                is_open[index] = False
                if not spec.is_many:
                    values[index] = None
                elif values[index] is table.blank[index]:
                    values[index] = ()
                self.at += 1
                return
        raise self._rejection(table, is_open, token, is_clause=False)

    def _require(
        self,
        table: Table,
        is_open: list[bool],
        values: list[Any],
        many: dict[int, list[Any]],
        opening: _Token,
    ) -> None:
        for index, spec in enumerate(table.specs):
            if spec.is_many:
                is_given = index in many or not spec.is_optional or not is_open[index]
                if is_given and len(values[index]) < spec.at_least:
                    raise self._missing(table, spec, opening, len(values[index]))
            elif is_open[index] and not spec.is_optional:
                raise self._missing(table, spec, opening, 0)

    def _missing(
        self, table: Table, spec: FieldSpec, opening: _Token, count: int
    ) -> GameSyntaxError:
        if spec.is_many and spec.at_least > 1:
            wanted = f"at least {spec.at_least} of {item_notation(spec)}, got {count}"
        else:
            wanted = notation(spec)
        return self.error(opening.offset, f"expected {_clause_name(table)} to hold {wanted}")

    def _rejection(
        self, table: Table, is_open: list[bool], token: _Token, *, is_clause: bool
    ) -> GameSyntaxError:
        """The error for an item that no field takes."""
        place = _clause_name(table)
        is_headed = is_clause and token.kind not in (_OPEN, _CLOSE)
        given = f"({token.text} …)" if is_headed else repr(token.text)
        candidates: tuple[tuple[int, Any], ...]
        if is_clause:
            candidates = table.clause_candidates(token.text, token.kind)
        else:
            candidates = table.atom_candidates(token.text, token.kind)
        free = [table.specs[index] for index, _ in candidates if is_open[index]]
        if free and token.kind == NUMBER:
            wanted = " or ".join(dict.fromkeys(_range(spec) for spec in free))
            return self.error(token.offset, f"expected {wanted} in {place}, got {given}")
        if candidates and not free:
            most = max(_most(table.specs[index]) for index, _ in candidates)
            often = "one already" if most == 1 else f"{most} already"
            return self.error(
                token.offset, f"expected no further {given} in {place}, which holds {often}"
            )
        pairs = zip(table.specs, is_open, strict=True)
        expected = [notation(spec) for spec, is_free in pairs if is_free]
        wanted = _compact(expected) if expected else "')'"
        guess = _did_you_mean(token.text, table, is_open)
        return self.error(token.offset, f"expected {wanted} in {place}, got {given}{guess}")

    def error(self, offset: int, message: str) -> GameSyntaxError:
        """The error for a place in the text."""
        line, column = Spans(self.text, {}).line_and_column(offset)
        return GameSyntaxError(
            message,
            line=line,
            column=column,
            text=self.text if len(line_at(self.text, line)) <= WIDEST_EXCERPT else "",
            source="" if self.source == NAMELESS else self.source,
        )


def line_at(text: str, line: int) -> str:
    """The line of a text, counted from 1."""
    return text.split("\n", line)[line - 1]


def _clause_name(table: Table) -> str:
    if table.cls is not None:
        return f"({table.cls.word} …)" if table.cls.word else table.cls.__name__
    return "the text" if table.specs[0].name == "" else f"the {table.specs[0].name}"


def _range(spec: FieldSpec) -> str:
    unit = f" {spec.unit}" if spec.unit else ""
    return f"a number from {spec.low} to {spec.high}{unit}"


def _most(spec: FieldSpec) -> int:
    return spec.at_most if spec.is_many and spec.clause is None else 1


def _compact(expected: list[str], longest: int = 240) -> str:
    """A list short enough for one message."""
    text = ", ".join(expected)
    return text if len(text) <= longest else text[:longest] + " …"


def _did_you_mean(text: str, table: Table, is_open: list[bool]) -> str:
    if not 0 < len(text) <= LONGEST_GUESS:
        return ""
    known: set[str] = set()
    for spec, choice, is_free in zip(table.specs, table.choices, is_open, strict=True):
        if not is_free:
            continue
        if spec.clause is not None:
            known.add(spec.clause)
        else:
            known.update(choice.words, choice.heads)
    nearest = difflib.get_close_matches(text, sorted(known), n=3)
    return f"; did you mean {' or '.join(map(repr, nearest))}?" if nearest else ""


class _Clause(NamedTuple):
    """A clause to lay out: its text on one line, and its parts."""

    line: str
    parts: list[str | _Clause]


def write(ludeme: Ludeme, width: int = 96) -> str:
    """The canonical text: on one line if it fits, otherwise a line for each clause inside."""
    root = _clause_or_atom(ludeme, place_table((type(ludeme),)), 0)
    lines: list[str] = []
    _lay_out(root, 0, 0, width, lines)
    return "\n".join(lines)


def write_line(ludeme: Ludeme, *, is_identity_only: bool = False) -> str:
    """The canonical text on one line; optionally only what is part of the game's identity."""
    table = place_table((type(ludeme),))
    return _line(ludeme, table, 0, is_identity_only=is_identity_only)


def _lay_out(node: str | _Clause, indent: int, closers: int, width: int, lines: list[str]) -> None:
    """Append the lines of a node; `closers` brackets will follow its last line."""
    line = node if isinstance(node, str) else node.line
    if isinstance(node, str) or indent + len(line) + closers <= width:
        lines.append(" " * indent + line)
        return
    margin = " " * indent
    current = "("
    for position, part in enumerate(node.parts):
        behind = closers + 1 if position == len(node.parts) - 1 else 0
        if not isinstance(part, str):
            if current:
                lines.append(margin + current)
            current = ""
            _lay_out(part, indent + 2, behind, width, lines)
        elif current == "(":
            current += part
        elif current and indent + len(current) + 1 + len(part) + behind <= width:
            current += " " + part
        else:
            if current:
                lines.append(margin + current)
            current = "  " + part
    if current:
        lines.append(margin + current)
    lines[-1] += ")"


def _clause_or_atom(value: Any, outer: Table, place: int) -> str | _Clause:
    """A value as an atom or a clause, in a field of the surrounding table."""
    if not isinstance(value, Ludeme):
        return _atom(value, outer, place)
    table = table_of(type(value))
    if value.is_bare:
        bare = _bare(value, table, outer, place)
        if bare is not None:
            return bare
    parts: list[str | _Clause] = [] if value.word is None else [value.word]
    for index, items in _written(value, table):
        spec = table.specs[index]
        if spec.flag is not None:
            parts.append(spec.flag)
            continue
        inside = [_clause_or_atom(item, table, index) for item in items]
        if spec.clause is not None:
            inside = [_joined([spec.clause, *inside])]
        parts += inside
    if not parts or not isinstance(parts[0], str):
        parts.insert(0, NOTHING)
    return _joined(parts)


def _joined(parts: list[str | _Clause]) -> _Clause:
    texts = [part if isinstance(part, str) else part.line for part in parts]
    return _Clause(f"({' '.join(texts)})", parts)


def _line(value: Any, outer: Table, place: int, *, is_identity_only: bool) -> str:
    """Like `_clause_or_atom`, but on one line and faster."""
    if not isinstance(value, Ludeme):
        return _atom(value, outer, place)
    table = table_of(type(value))
    if value.is_bare:
        bare = _bare(value, table, outer, place)
        if bare is not None:
            return bare
    known = _lines.get(value) if is_identity_only else None
    if known is not None:
        return known
    parts: list[str] = [] if value.word is None else [value.word]
    for index, items in _written(value, table):
        spec = table.specs[index]
        if is_identity_only and not spec.is_identity:
            continue
        if spec.flag is not None:
            parts.append(spec.flag)
            continue
        inside = [_line(item, table, index, is_identity_only=is_identity_only) for item in items]
        if spec.clause is not None:
            parts.append(f"({' '.join([spec.clause, *inside])})")
        else:
            parts += inside
    if not parts or parts[0].startswith("("):
        parts.insert(0, NOTHING)
    line = f"({' '.join(parts)})"
    return _lines.keep(value, line) if is_identity_only else line


_lines: Remembered[str] = Remembered()
"""The lines of bracketed parts without notes; they do not depend on where a part stands."""


class _Nothing:
    """Stands for the atom that closes a field."""


_NOTHING = _Nothing()


def _atom(value: Any, outer: Table, place: int) -> str:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Text):
        # Without quotes a text could be mistaken for a word of the language.
        is_word = value in outer.choices[place].words or outer.is_mistaken(place, value)
        return str(value) if is_plain(value) and not is_word else quote(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is _NOTHING:
        return NOTHING
    return str(value)


def _bare(value: Ludeme, table: Table, outer: Table, place: int) -> str | None:
    """The lone atom that reads as this ludeme in that field, if there is one."""
    for index in range(1, len(table.specs)):
        if not table.is_blank(index, getattr(value, table.names[index])):
            return None
    first = getattr(value, table.names[0])
    if table.specs[0].is_many:
        if len(first) != 1:
            return None
        (first,) = first
    if first is None:
        return None
    text = _clause_or_atom(first, table, 0)
    # Another meaning of the atom may take precedence there; then the brackets must stay.
    if not isinstance(text, str) or outer.is_mistaken(place, text):
        return None
    return text if outer.choices[place].atom(text) == value else None


def _written(value: Ludeme, table: Table) -> list[tuple[int, tuple[Any, ...]]]:
    """The fields to write, each with its items, without defaults."""
    written: list[tuple[int, tuple[Any, ...]]] = []
    values = vars(value)
    for index, spec in enumerate(table.specs):
        part = values[spec.name]
        if spec.is_optional and table.is_blank(index, part):
            continue
        if spec.flag is not None and not part:
            continue
        if part is None:
            written.append((index, (_NOTHING,)))
        elif spec.is_many:
            is_unwritable = not part and spec.clause is None
            written.append((index, (_NOTHING,) if is_unwritable else part))
        else:
            written.append((index, (part,)))
    if table.overlaps:
        return _separated(table, written)
    return written


def _separated(
    table: Table, written: list[tuple[int, tuple[Any, ...]]]
) -> list[tuple[int, tuple[Any, ...]]]:
    """Close open fields that would take an item meant for a later field."""
    items = dict(written)
    last = -1
    for earlier, later in table.overlaps:
        spec = table.specs[earlier]
        if earlier <= last or later not in items or table.specs[later].clause is not None:
            continue
        is_left_open = earlier not in items or (spec.is_many and len(items[earlier]) < spec.at_most)
        if is_left_open and any(_takes(table, earlier, later, item) for item in items[later]):
            last = earlier
    if last < 0:
        return written
    for index in range(last + 1):
        _close(table, index, items)
    return sorted(items.items(), key=lambda entry: entry[0])


def _takes(table: Table, earlier: int, later: int, item: Any) -> bool:
    if item is _NOTHING:
        return False
    shown = table.specs[later].flag or _clause_or_atom(item, table, later)
    if isinstance(shown, str):
        kind = STRING if shown.startswith('"') else atom_kind(shown)
        candidates = table.atom_candidates(shown, kind)
        taking = (index for index, maker in candidates if maker(shown) is not None)
    else:
        head = str(shown.parts[0])
        kind = STRING if head.startswith('"') else atom_kind(head)
        taking = (index for index, _ in table.clause_candidates(head, kind))
    return next((index for index in taking if index in (earlier, later)), later) == earlier


def _close(table: Table, index: int, items: dict[int, tuple[Any, ...]]) -> None:
    spec = table.specs[index]
    if spec.clause is not None or spec.flag is not None:
        return
    if index not in items:
        default = table.blank[index]
        if default is None or default == ():
            items[index] = (_NOTHING,)
            return
        items[index] = default if spec.is_many else (default,)
    if spec.is_many and len(items[index]) < spec.at_most and items[index] != (_NOTHING,):
        items[index] = (*items[index], _NOTHING)
