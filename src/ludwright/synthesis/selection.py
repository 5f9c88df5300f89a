"""Selection of parents: stochastic universal sampling over linear ranks (Baker 1985, 1987)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

PRESSURE: float = 1.7
"""How often the best is chosen, relative to the average: 1 for no pressure, at most 2."""


def pairs(
    ranked: Sequence[T], count: int, rng: random.Random, pressure: float = PRESSURE
) -> list[tuple[T, T]]:
    """`count` pairs of parents from members ranked best first.

    No member is paired with itself if that can be avoided. The order within a pair is random.
    """
    places = sampled_places(len(ranked), 2 * count, rng, pressure)
    rng.shuffle(places)
    _separate(places)
    return [(ranked[places[i]], ranked[places[i + 1]]) for i in range(0, 2 * count, 2)]


def rank_shares(members: int, pressure: float = PRESSURE) -> list[float]:
    """The probability of each member, best first; linearly decreasing, with a sum of 1."""
    if not 1.0 <= pressure <= 2.0:
        raise ValueError(f"expected a pressure from 1 to 2, got {pressure}")
    if members == 1:
        return [1.0]
    fall = 2.0 * (pressure - 1.0) / (members - 1)
    return [(pressure - fall * place) / members for place in range(members)]


def sampled_places(
    members: int, count: int, rng: random.Random, pressure: float = PRESSURE
) -> list[int]:
    """The places of `count` chosen members, in order: one spin of a wheel with even pointers.

    A member with the share p is chosen p * count times, rounded up or down.
    """
    if members < 1:
        raise ValueError("expected members to choose from, got none")
    shares = rank_shares(members, pressure)
    spin = rng.random()
    chosen: list[int] = []
    place, passed = 0, shares[0]
    for pointer in range(count):
        wanted = (pointer + spin) / count
        while passed < wanted and place < members - 1:
            place += 1
            passed += shares[place]
        chosen.append(place)
    return chosen


def _separate(places: list[int]) -> None:
    """Swap second halves of pairs, in place, so that no member is paired with itself."""
    for i in range(0, len(places), 2):
        if places[i] != places[i + 1]:
            continue
        for j in range(0, len(places), 2):
            if places[i] not in (places[j], places[j + 1]):
                places[i + 1], places[j + 1] = places[j + 1], places[i + 1]
                break
