"""Variation of rules from the declarations alone: growth, mutation and crossover of typed trees.

Everything made here is well typed. Names and cells cannot be invented from declarations, so they
are drawn from those that occur in the parents. Synthesis decides when to vary and what to keep.
Mutation and crossover follow Browne & Maire 2010: every element is visited, few are changed.
"""

from __future__ import annotations

import gc
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, TypeVar

from ludwright.language.grammar import Table, concrete_members, place_table, table_of
from ludwright.language.ludeme import FieldSpec, Ludeme, Name, SiteLabel, Text, Vocabulary
from ludwright.language.remembered import Remembered
from ludwright.language.syntax import Path

RATE: float = 0.10
"""The chance of a change for each element visited (Browne & Maire 2010)."""
OPTION_CHANCE: float = 0.25
"""The chance that growth fills a field it could leave out; keeps grown clauses short."""
DEEPEST_GROWTH: int = 3
"""The most levels of a subtree grown by mutation."""
DEEPEST_TREE: int = 24
"""Levels beyond which variation only shrinks; each may use two of a text's 64 nested brackets."""
LARGEST_TREE: int = 800
"""Ludemes beyond which a variation is abandoned, so that its text stays within the limits."""
SMALL_STEPS: tuple[int, ...] = (-2, -1, -1, -1, 1, 1, 1, 2)
"""Changes of a number, mostly by one: a board of 8 becomes 7 or 9 rather than 31."""

_UNGROWABLE: int = 10**6


@dataclass(frozen=True, slots=True)
class Locks:
    """Parts of a tree that must not change.

    Whatever contains such a part is varied around it, never replaced, and lists with one keep
    their number of items: the path of a locked part is the same in the child.
    """

    parts: frozenset[Path]
    """The paths of the parts."""
    holders: frozenset[Path]
    """The paths of everything above them."""

    @staticmethod
    def of(paths: Iterable[Path]) -> Locks:
        """Locks on the parts at these paths."""
        parts = frozenset(paths)
        return Locks(parts, frozenset(part[:end] for part in parts for end in range(len(part))))


@dataclass(slots=True)
class Labels:
    """The names, cells and texts that occur in some trees, by the field in which they occur."""

    by_field: dict[tuple[type[Ludeme], str], list[Any]] = field(default_factory=dict)
    by_name: dict[str, list[Any]] = field(default_factory=dict)
    """The same by the name of the field only, for ludemes that do not occur in the trees."""

    @staticmethod
    def of(*roots: Ludeme) -> Labels:
        """All labels of the trees."""
        labels = Labels()
        for root in roots:
            for cls, name, is_identity, label in _labels_in(root):
                labels.by_field.setdefault((cls, name), []).append(label)
                # What is not part of the rules, such as a game's own name, stays where it is.
                if is_identity:
                    labels.by_name.setdefault(name, []).append(label)
        return labels

    def known(self, cls: type[Ludeme] | None, spec: FieldSpec, leaf: type) -> list[Any]:
        """The labels of one kind that the field may take."""
        exact = self.by_field.get((cls, spec.name), ()) if cls is not None else ()
        found = [label for label in exact if type(label) is leaf]
        if found:
            return found
        return [label for label in self.by_name.get(spec.name, ()) if type(label) is leaf]

    def key(self) -> frozenset[tuple[str, type]]:
        """The fields, by name, for which there are labels, with the kind of label."""
        return frozenset(
            (name, type(label)) for name, labels in self.by_name.items() for label in labels
        )


_Label = tuple[type[Ludeme], str, bool, Any]
"""A label with its ludeme and field, and whether that field is part of the rules."""
_labels_of_parts: Remembered[tuple[_Label, ...]] = Remembered()


def _labels_in(ludeme: Ludeme) -> tuple[_Label, ...]:
    """The labels of a tree, in the order of its text."""
    known = _labels_of_parts.get(ludeme)
    if known is not None:
        return known
    cls = type(ludeme)
    values = vars(ludeme)
    found: list[_Label] = []
    for name, is_identity in _labelled(cls):
        parts = _parts(values[name])
        found += [(cls, name, is_identity, part) for part in parts if type(part) in _LABELS]
    for name in table_of(cls).holders:
        for part in _parts(values[name]):
            if isinstance(part, Ludeme):
                found += _labels_in(part)
    return _labels_of_parts.keep(ludeme, tuple(found))


_LABELS: frozenset[type] = frozenset({Name, SiteLabel, Text})
_labelled_fields: dict[type[Ludeme], tuple[tuple[str, bool], ...]] = {}


def _labelled(cls: type[Ludeme]) -> tuple[tuple[str, bool], ...]:
    """The fields of a ludeme that may hold labels, and whether they are part of the rules."""
    found = _labelled_fields.get(cls)
    if found is None:
        found = tuple(
            (spec.name, spec.is_identity)
            for spec in table_of(cls).specs
            if _LABELS.intersection(spec.types)
        )
        _labelled_fields[cls] = found
    return found


@lru_cache(maxsize=1024)
def _heights(
    vocabulary: Vocabulary, labels: frozenset[tuple[str, type]]
) -> dict[type[Ludeme], int]:
    """The least number of levels in which each ludeme can be grown."""
    heights: dict[type[Ludeme], int] = {}
    is_settled = False
    while not is_settled:
        is_settled = True
        for cls in vocabulary.ludemes:
            specs = table_of(cls).specs
            needed = [_field_height(spec, heights, labels) for spec in specs]
            height = 1 + max(needed, default=0)
            if height < heights.get(cls, _UNGROWABLE):
                heights[cls] = height
                is_settled = False
    return heights


def _field_height(
    spec: FieldSpec, heights: dict[type[Ludeme], int], labels: frozenset[tuple[str, type]]
) -> int:
    if spec.is_optional:
        return 0
    return min((_leaf_height(leaf, spec, heights, labels) for leaf in spec.types), default=0)


def _leaf_height(
    leaf: type,
    spec: FieldSpec,
    heights: dict[type[Ludeme], int],
    labels: frozenset[tuple[str, type]],
) -> int:
    if issubclass(leaf, Ludeme):
        members = leaf.vocabulary.members(leaf)
        return min((heights.get(cls, _UNGROWABLE) for cls in members), default=_UNGROWABLE)
    if leaf in (Name, SiteLabel, Text):
        return 0 if (spec.name, leaf) in labels else _UNGROWABLE
    return 0


class CannotGrow(ValueError):
    """Nothing fits: the declarations require a name and the parents have none."""


@dataclass(slots=True)
class _Grower:
    """Grows typed values, with labels drawn from the parents."""

    rng: random.Random
    labels: Labels
    heights: dict[type[Ludeme], int]

    @staticmethod
    def of(root: type[Ludeme], rng: random.Random, labels: Labels) -> _Grower:
        return _Grower(rng, labels, _heights(root.vocabulary, labels.key()))

    def item(self, cls: type[Ludeme] | None, spec: FieldSpec, depth: int) -> Any:
        """One item for a field."""
        options = self._options(cls, spec, depth)
        if not options:
            raise CannotGrow(f"expected something to grow for {spec.name!r}, got no labels for it")
        kind = self.rng.choice(options)
        if issubclass(kind, Ludeme):
            ready = _within(kind, self.heights, depth)
            return self.ludeme(self.rng.choice(ready), depth)
        if issubclass(kind, StrEnum):
            return self.rng.choice(_words(kind))
        if kind is int:
            return self.number(spec)
        if kind is bool:
            return True
        return self.rng.choice(self.labels.known(cls, spec, kind))

    def _options(self, cls: type[Ludeme] | None, spec: FieldSpec, depth: int) -> list[type]:
        """The types that the field can grow; the shallowest ones if none is shallow enough."""
        options: list[type] = []
        for leaf in spec.types:
            if issubclass(leaf, Ludeme):
                if _within(leaf, self.heights, depth):
                    options.append(leaf)
            elif leaf not in (Name, SiteLabel, Text) or self.labels.known(cls, spec, leaf):
                options.append(leaf)
        return options

    def value(self, cls: type[Ludeme] | None, spec: FieldSpec, depth: int) -> Any:
        """A value for the whole field, never empty."""
        if not spec.is_many:
            return self.item(cls, spec, depth)
        count = max(spec.at_least, 1)
        while count < min(spec.at_most, 4) and self.rng.random() < OPTION_CHANCE:
            count += 1
        return tuple(self.item(cls, spec, depth) for _ in range(count))

    def ludeme(self, cls: type[Ludeme], depth: int) -> Ludeme:
        """A whole clause."""
        return self.completed(cls, {}, depth)

    def completed(self, cls: type[Ludeme], given: dict[str, Any], depth: int) -> Ludeme:
        """A clause with some fields given and the rest grown."""
        table = table_of(cls)
        values = dict(given)
        for spec, blank in zip(table.specs, table.blank, strict=True):
            if spec.name in values:
                continue
            is_wanted = not spec.is_optional or (
                spec.is_identity and self.rng.random() < OPTION_CHANCE
            )
            if is_wanted and spec.is_optional and not self._options(cls, spec, depth - 1):
                is_wanted = False
            values[spec.name] = self.value(cls, spec, depth - 1) if is_wanted else blank
        return cls(**values)

    def number(self, spec: FieldSpec) -> int:
        """A number from the range, biased towards small ones."""
        start = max(spec.low, min(0, spec.high))
        if self.rng.random() < 0.8:
            return self.rng.randint(start, min(spec.high, start + 6))
        return self.rng.randint(spec.low, min(spec.high, max(start, 0) + 99))


_ready: Remembered[dict[tuple[type[Ludeme], int], list[type[Ludeme]]]] = Remembered()
"""By heights: the members of a category that fit in a number of levels, filled on demand."""


def _within(leaf: type[Ludeme], heights: dict[type[Ludeme], int], depth: int) -> list[type[Ludeme]]:
    """The members that fit in that many levels; the shallowest ones if none does."""
    ready = _ready.get(heights) or _ready.keep(heights, {})
    found = ready.get((leaf, depth))
    if found is None:
        members = [(heights[cls], cls) for cls in leaf.vocabulary.members(leaf) if cls in heights]
        limit = max(depth, min((height for height, _ in members), default=0))
        found = ready[leaf, depth] = [cls for height, cls in members if height <= limit]
    return found


@cache
def _words(kind: type[StrEnum]) -> tuple[StrEnum, ...]:
    return tuple(kind)


def grow(
    types: type | tuple[type, ...] | FieldSpec,
    vocabulary: Vocabulary,
    rng: random.Random,
    depth: int = DEEPEST_GROWTH,
    labels: Labels | None = None,
) -> Any:
    """Grow a random value for a category, a ludeme, a choice of types or a field.

    `depth` bounds the levels where the declarations allow; CannotGrow if a needed label is unknown.
    """
    if labels is None:
        labels = Labels()
    grower = _Grower(rng, labels, _heights(vocabulary, labels.key()))
    if isinstance(types, FieldSpec):
        return grower.value(None, types, depth)
    kinds = types if isinstance(types, tuple) else (types,)
    return grower.item(None, _bare_spec(kinds), depth)


@cache
def _bare_spec(types: tuple[type, ...]) -> FieldSpec:
    return place_table(types).specs[0]


@cache
def _wrappers(types: tuple[type, ...]) -> tuple[tuple[type[Ludeme], FieldSpec], ...]:
    """Ludemes that fit where these types do and can contain what is there."""
    found: list[tuple[type[Ludeme], FieldSpec]] = []
    for cls in concrete_members(types):
        for spec in table_of(cls).specs:
            if any(leaf in types for leaf in spec.types if issubclass(leaf, Ludeme)):
                found.append((cls, spec))
                break
    return tuple(found)


_AnyLudeme = TypeVar("_AnyLudeme", bound=Ludeme)


def with_changes(ludeme: _AnyLudeme, changes: Mapping[str, Any]) -> _AnyLudeme:
    """The ludeme with some fields changed; like `dataclasses.replace`, in a fifth of the time.

    A ludeme has no state but its fields, so they can be copied as they are.
    """
    copy = object.__new__(type(ludeme))
    vars(copy).update(vars(ludeme), **changes)
    return copy


_Element = tuple[int, FieldSpec, str, bool, bool, Any]
"""A field that variation looks at: its number, grammar and name, whether it holds many, whether it
may be left out, and its value then."""

_elements_of: dict[type[Ludeme], tuple[_Element, ...]] = {}


def _elements(cls: type[Ludeme]) -> tuple[_Element, ...]:
    """The fields of a ludeme that are part of the rules."""
    found = _elements_of.get(cls)
    if found is None:
        table = table_of(cls)
        found = tuple(
            (index, spec, spec.name, spec.is_many, spec.is_optional, table.blank[index])
            for index, spec in enumerate(table.specs)
            if spec.is_identity
        )
        _elements_of[cls] = found
    return found


class _Visitor(ABC):
    """Visits every element of a tree and rebuilds what changed; unchanged parts are shared."""

    def __init__(self, rng: random.Random, rate: float, locks: Locks | None) -> None:
        self.rng = rng
        self.random = rng.random
        self.rate = rate
        self.locks = locks
        self.size = 0
        """Ludemes of what was made so far."""

    def visit(self, ludeme: Ludeme, path: Path, depth: int) -> Ludeme:
        """The ludeme with its elements varied."""
        cls = type(ludeme)
        locks, random, rate = self.locks, self.random, self.rate
        values = vars(ludeme)
        changes: dict[str, Any] = {}
        absent: list[int] = []
        varied: Any
        self.size += 1
        for index, spec, name, is_many, is_optional, blank in _elements(cls):
            # Paths are for locks alone, and most trees have none.
            below = path if locks is None else (*path, name)
            value = values[name]
            if locks is not None and below in locks.parts:
                self.size += _count_parts(value)
                continue
            if is_optional and (value is blank or (blank is not None and value == blank)):
                absent.append(index)
                continue
            if is_many:
                varied = self._items(cls, index, spec, value, below, depth + 1)
            elif random() < rate and not self._holds_locked(below):
                varied = self._replaced(cls, index, spec, value, depth + 1)
            elif isinstance(value, Ludeme):
                varied = self.visit(value, below, depth + 1)
            else:
                continue
            if varied is not value:
                changes[name] = varied
        if absent and random() < rate:
            table = table_of(cls)
            index = self.rng.choice(absent)
            added = self.addition(table, index, depth + 1)
            self.size += _count_parts(added)
            changes[table.specs[index].name] = added
        return with_changes(ludeme, changes) if changes else ludeme

    def _replaced(
        self, cls: type[Ludeme], index: int, spec: FieldSpec, value: Any, depth: int
    ) -> Any:
        table = table_of(cls)
        if spec.is_optional and self.can_remove():
            return table.blank[index]
        changed = self.change(table, spec, value, depth)
        self.size += _count_parts(changed)
        return changed

    def _items(
        self,
        cls: type[Ludeme],
        index: int,
        spec: FieldSpec,
        value: tuple[Any, ...],
        path: Path,
        depth: int,
    ) -> tuple[Any, ...]:
        table = table_of(cls)
        least = max(0 if spec.is_optional and table.blank[index] == () else 1, spec.at_least)
        spare = len(value) - least
        room = spec.at_most - len(value)
        if self._holds_locked(path):
            spare = room = 0
        locks, random, rate = self.locks, self.random, self.rate
        items: list[Any] = []
        is_same = True
        for position, one in enumerate(value):
            below = path if locks is None else (*path, position)
            if locks is not None and below in locks.parts:
                self.size += _count_parts(one)
                items.append(one)
                continue
            if random() >= rate or self._holds_locked(below):
                varied = self.visit(one, below, depth) if isinstance(one, Ludeme) else one
            elif spare > 0 and self.can_remove():
                spare -= 1
                is_same = False
                continue
            elif room > 0 and self.can_insert():
                room -= 1
                is_same = False
                both = one, self.another(table, spec, one, depth)
                self.size += _count_parts(both)
                items.extend(both)
                continue
            else:
                varied = self.change(table, spec, one, depth)
                self.size += _count_parts(varied)
            is_same = is_same and varied is one
            items.append(varied)
        return value if is_same else tuple(items)

    def _holds_locked(self, path: Path) -> bool:
        return self.locks is not None and path in self.locks.holders

    @abstractmethod
    def can_remove(self) -> bool:
        """Whether an optional element is removed."""

    @abstractmethod
    def can_insert(self) -> bool:
        """Whether an element gets a new neighbour."""

    @abstractmethod
    def addition(self, table: Table, index: int, depth: int) -> Any:
        """A value for a field that was left out."""

    @abstractmethod
    def another(self, table: Table, spec: FieldSpec, one: Any, depth: int) -> Any:
        """A further item of a field that holds many."""

    @abstractmethod
    def change(self, table: Table, spec: FieldSpec, value: Any, depth: int) -> Any:
        """Something else in place of a value."""


class _Mutation(_Visitor):
    """Changes elements by growth and by small steps."""

    def __init__(
        self, rng: random.Random, rate: float, locks: Locks | None, grower: _Grower
    ) -> None:
        super().__init__(rng, rate, locks)
        self.grower = grower

    def can_remove(self) -> bool:
        return self.rng.random() < 1 / 3

    def can_insert(self) -> bool:
        return self.rng.random() < 1 / 2

    def addition(self, table: Table, index: int, depth: int) -> Any:
        spec = table.specs[index]
        if spec.flag is not None:
            return True
        return self._grown(table, spec, depth, is_whole=True, instead=table.blank[index])

    def another(self, table: Table, spec: FieldSpec, one: Any, depth: int) -> Any:
        return self._grown(table, spec, depth, is_whole=False, instead=one)

    def _grown(
        self, table: Table, spec: FieldSpec, depth: int, *, is_whole: bool, instead: Any
    ) -> Any:
        if depth >= DEEPEST_TREE:
            return instead
        room = min(DEEPEST_GROWTH, DEEPEST_TREE - depth)
        try:
            if is_whole:
                return self.grower.value(table.cls, spec, room)
            return self.grower.item(table.cls, spec, room)
        except CannotGrow:
            return instead

    def change(self, table: Table, spec: FieldSpec, value: Any, depth: int) -> Any:
        if spec.flag is not None:
            return False
        if isinstance(value, Ludeme):
            return self._changed_ludeme(table, spec, value, depth)
        if len(spec.types) > 1 and self.rng.random() < 0.25:
            return self._grown(table, spec, depth, is_whole=False, instead=value)
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self._changed_number(spec, value)
        if isinstance(value, StrEnum):
            others = [word for word in _words(type(value)) if word is not value]
            return self.rng.choice(others) if others else value
        labels = self.grower.labels.known(table.cls, spec, type(value))
        return self.rng.choice(labels) if labels else value

    def _changed_number(self, spec: FieldSpec, value: int) -> int:
        if self.rng.random() < 0.85:
            stepped = value + self.rng.choice(SMALL_STEPS)
            if stepped < spec.low or stepped > spec.high:
                stepped = 2 * value - stepped
            return min(max(stepped, spec.low), spec.high)
        return self.grower.number(spec)

    def _changed_ludeme(self, table: Table, spec: FieldSpec, value: Ludeme, depth: int) -> Any:
        chance = self.rng.random()
        if chance < 0.2:
            return self._retyped(spec, value, depth)
        if chance < 0.4 and depth < DEEPEST_TREE:
            return self._wrapped(spec, value, depth)
        if chance < 0.6:
            return self._unwrapped(spec, value)
        return self._grown(table, spec, depth, is_whole=False, instead=value)

    def _retyped(self, spec: FieldSpec, value: Ludeme, depth: int) -> Ludeme:
        """Another word around the same fields: `>` becomes `>=`, `home` becomes `away`."""
        kind: type[Ludeme] = type(value)
        ours = _shape(kind)
        others = [
            cls
            for cls in concrete_members(spec.types)
            if cls is not kind and cls in self.grower.heights and _shape(cls) & ours
        ]
        if not others:
            return value
        cls = self.rng.choice(others)
        given = {name: getattr(value, name) for name, *_ in _shape(cls) & ours}
        return self._completed(cls, given, value, depth)

    def _wrapped(self, spec: FieldSpec, value: Ludeme, depth: int) -> Ludeme:
        wrappers = [
            (cls, inner)
            for cls, inner in _wrappers(spec.types)
            if isinstance(value, inner.types) and cls in self.grower.heights
        ]
        if not wrappers:
            return value
        cls, inner = self.rng.choice(wrappers)
        if not inner.is_many:
            return self._completed(cls, {inner.name: value}, value, depth)
        items = [value]
        while len(items) < max(inner.at_least, min(2, inner.at_most)):
            items.append(
                self._grown(table_of(cls), inner, depth + 1, is_whole=False, instead=value)
            )
        return self._completed(cls, {inner.name: tuple(items)}, value, depth)

    def _completed(
        self, cls: type[Ludeme], given: dict[str, Any], instead: Ludeme, depth: int
    ) -> Ludeme:
        room = max(1, min(DEEPEST_GROWTH, DEEPEST_TREE - depth))
        try:
            return self.grower.completed(cls, given, room)
        except CannotGrow:
            return instead

    def _unwrapped(self, spec: FieldSpec, value: Ludeme) -> Any:
        inner = [
            part
            for own in table_of(type(value)).specs
            for part in _parts(getattr(value, own.name))
            if isinstance(part, Ludeme) and isinstance(part, spec.types)
        ]
        return self.rng.choice(inner) if inner else value


_shapes: dict[type[Ludeme], frozenset[tuple[Any, ...]]] = {}


def _shape(cls: type[Ludeme]) -> frozenset[tuple[Any, ...]]:
    """The required fields of a ludeme, equal for two ludemes whose values can be exchanged."""
    shape = _shapes.get(cls)
    if shape is None:
        shape = frozenset(
            (spec.name, spec.types, spec.is_many, spec.low, spec.high, spec.at_least, spec.at_most)
            for spec in table_of(cls).specs
            if spec.is_identity and not spec.is_optional
        )
        _shapes[cls] = shape
    return shape


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


@dataclass(slots=True)
class _Pool:
    """The elements of the other parent, by what they are and where they occur."""

    ludemes: list[Ludeme] = field(default_factory=list)
    items: dict[tuple[type[Ludeme], str], list[Any]] = field(default_factory=dict)
    """Single items by ludeme and field."""
    wholes: dict[tuple[type[Ludeme], str], list[Any]] = field(default_factory=dict)
    """Whole fields that are not left out, by ludeme and field."""

    by_types: dict[tuple[type, ...], list[Ludeme]] = field(default_factory=dict)
    """Ludemes that fit where certain types are expected, filled on demand."""

    def collect(self, ludeme: Ludeme) -> _Pool:
        """Add a tree."""
        cls = type(ludeme)
        self.ludemes.append(ludeme)
        values = vars(ludeme)
        for _, _, name, is_many, _, blank in _elements(cls):
            value = values[name]
            if value is None or value is blank or (blank is not None and value == blank):
                continue
            self.wholes.setdefault((cls, name), []).append(value)
            parts = self.items.setdefault((cls, name), [])
            for part in value if is_many else (value,):
                parts.append(part)
                if isinstance(part, Ludeme):
                    self.collect(part)
        return self

    def fitting(self, types: tuple[type, ...]) -> list[Ludeme]:
        """The ludemes that fit where these types are expected."""
        found = self.by_types.get(types)
        if found is None:
            kinds = tuple(leaf for leaf in types if issubclass(leaf, Ludeme))
            found = [one for one in self.ludemes if isinstance(one, kinds)]
            self.by_types[types] = found
        return found


_pools: Remembered[_Pool] = Remembered(1000)


def _pool_of(root: Ludeme) -> _Pool:
    return _pools.get(root) or _pools.keep(root, _Pool().collect(root))


class _Crossing(_Visitor):
    """Takes elements from another tree."""

    def __init__(self, rng: random.Random, rate: float, locks: Locks | None, pool: _Pool) -> None:
        super().__init__(rng, rate, locks)
        self.pool = pool

    def can_remove(self) -> bool:
        return False

    def can_insert(self) -> bool:
        return self.rng.random() < 0.2

    def addition(self, table: Table, index: int, depth: int) -> Any:
        assert table.cls is not None
        wholes = self.pool.wholes.get((table.cls, table.specs[index].name))
        if not wholes:
            return table.blank[index]
        chosen = self.rng.choice(wholes)
        return chosen if _fits_depth(chosen, depth) else table.blank[index]

    def another(self, table: Table, spec: FieldSpec, one: Any, depth: int) -> Any:
        return self.change(table, spec, one, depth)

    def change(self, table: Table, spec: FieldSpec, value: Any, depth: int) -> Any:
        assert table.cls is not None
        items = self.pool.items.get((table.cls, spec.name), [])
        if isinstance(value, Ludeme):
            items = items + self.pool.fitting(spec.types)
        if not items:
            return value
        chosen = self.rng.choice(items)
        return chosen if _fits_depth(chosen, depth) else value


def _fits_depth(value: Any, depth: int) -> bool:
    return depth + max(map(_height, _parts(value)), default=0) <= DEEPEST_TREE


def _height(part: Any) -> int:
    if not isinstance(part, Ludeme):
        return 0
    names = table_of(type(part)).holders
    below = (_height(inner) for name in names for inner in _parts(getattr(part, name)))
    return 1 + max(below, default=0)


_counts: Remembered[int] = Remembered()


def _count(ludeme: Ludeme) -> int:
    """The number of ludemes in a tree."""
    known = _counts.get(ludeme)
    if known is not None:
        return known
    count = 1
    values = vars(ludeme)
    for name in table_of(type(ludeme)).holders:
        value = values[name]
        # A list of ludemes may also contain cells or words.
        for part in value if type(value) is tuple else (value,):
            if isinstance(part, Ludeme):
                count += _count(part)
    return _counts.keep(ludeme, count)


def _count_parts(value: Any) -> int:
    """The number of ludemes in the value of a field."""
    if isinstance(value, Ludeme):
        return _count(value)
    return sum(map(_count_parts, value)) if type(value) is tuple else 0


def collect_rarely() -> None:
    """Run Python's cycle collector less often, in processes that make many trees.

    Trees have no cycles, and each collection walks through all live trees: with ten thousand
    children that takes as long as making them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000_000, 50, 1000)


def mutate(
    root: Ludeme,
    rng: random.Random,
    rate: float = RATE,
    *,
    locks: Locks | None = None,
    labels: Labels | None = None,
) -> Ludeme:
    """A mutant: each element is changed, removed or given a neighbour with probability `rate`.

    The root itself is returned if nothing changed or the mutant grew beyond the limits.
    """
    grower = _Grower.of(type(root), rng, Labels.of(root) if labels is None else labels)
    mutation = _Mutation(rng, rate, locks, grower)
    mutant = mutation.visit(root, (), 1)
    return mutant if mutation.size <= LARGEST_TREE else root


def cross(
    template: Ludeme,
    other: Ludeme,
    rng: random.Random,
    rate: float = RATE,
    *,
    locks: Locks | None = None,
) -> Ludeme:
    """A child: with probability `rate`, an element of the template is replaced by one that fits."""
    crossing = _Crossing(rng, rate, locks, _pool_of(other))
    child = crossing.visit(template, (), 1)
    return child if crossing.size <= LARGEST_TREE else template
