"""Results about parts of trees, keyed by object identity: children share most parts with parents.

Trees are immutable, so a result about a part stays valid. A lookup by equality would have to
walk through the part, which is the very cost to avoid.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """Values by object; cleared when it is full, so that it stays small."""

    def __init__(self, most: int = 100_000) -> None:
        self._most = most
        # The object is kept with its value: while it lives, no other object has its id.
        self._known: dict[int, tuple[object, Value]] = {}
        self._find = self._known.get

    def get(self, part: object) -> Value | None:
        """The value for the part, or None."""
        found = self._find(id(part))
        return None if found is None else found[1]

    def keep(self, part: object, value: Value) -> Value:
        """Store a value and return it."""
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(part)] = part, value
        return value
