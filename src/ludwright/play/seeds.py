"""Seeds and random numbers for one purpose, derived from the seed of everything.

What is derived depends only on the arguments: not on what was drawn before, on threads or on the
machine. The native core has streams of its own, by the same rule (`native/play/rng.h`).
"""

from __future__ import annotations

import hashlib
from random import Random


def seed_of(seed: int, purpose: str) -> int:
    """A seed for one purpose, independent of those for other purposes."""
    return _derived(f"{seed}/{purpose}", 8) >> 1


def stream(seed: int, index: int, purpose: str) -> Random:
    """The random numbers of one match for one purpose; they depend only on these arguments."""
    return Random(_derived(f"{seed}/{index}/{purpose}", 16))


def _derived(words: str, size: int) -> int:
    """A number of that many bytes."""
    return int.from_bytes(hashlib.blake2b(words.encode(), digest_size=size).digest(), "big")
