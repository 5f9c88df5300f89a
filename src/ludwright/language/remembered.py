"""What is known of a part of a tree, by the very object: children share most parts with parents.

Trees never change, so what was found out about a part stays true. Asking by equality would mean to
walk through the part, which is what remembering is to save.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """Values by object; forgets everything when it is full, so that it stays small."""

    def __init__(self, most: int = 100_000) -> None:
        self._most = most
        # The object is kept beside its value: while it lives, nothing else has its number.
        self._known: dict[int, tuple[object, Value]] = {}
        self._find = self._known.get

    def get(self, part: object) -> Value | None:
        """What is known of the part, or None."""
        found = self._find(id(part))
        return None if found is None else found[1]

    def keep(self, part: object, value: Value) -> Value:
        """Remember a value, and give it back."""
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(part)] = part, value
        return value
