"""Limits of counted work: how much the native core may do for one purpose.

The core counts its work in steps: conditions interpreted, candidates tried, cells evaluated, plies
made. Unlike a time limit, a limit of steps is reached at the same place on every machine.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from ludwright._core import Work as Work

_here = threading.local()


@contextmanager
def limited_work(steps: int) -> Iterator[Work]:
    """Raise LimitExceeded once native calls of this thread have taken more than `steps` in all."""
    outer: dict[int, dict[Any, Any]] | None = getattr(_here, "memories", None)
    _here.memories = {}
    try:
        with Work(steps) as work:
            yield work
    finally:
        _here.memories = outer


UNCOUNTABLE: Final[int] = 1 << 62
"""Steps that nothing takes."""


@contextmanager
def counted_work(most: int = UNCOUNTABLE) -> Iterator[Work]:
    """Count the steps of native calls of this thread; more than `most` raise LimitExceeded.

    Unlike under `limited_work`, results cached before cost nothing: it counts what play costs once
    rules are loaded.
    """
    with Work(most) as work:
        yield work


def memory_of_limit(usual: dict[Any, Any]) -> dict[Any, Any]:
    """Where to cache results: `usual`, or a separate cache while a limit is in force.

    Results cached before the limit would cost nothing under it, and whether the limit is reached
    would depend on what this process did earlier.
    """
    memories: dict[int, dict[Any, Any]] | None = getattr(_here, "memories", None)
    return usual if memories is None else memories.setdefault(id(usual), {})
