"""Who becomes a parent: stochastic universal sampling over linear ranks (Baker 1985, 1987)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

PRESSURE: float = 1.7
"""How often the best is chosen, against once for the average: 1 for no pressure, at most 2."""


def pairs(
    ranked: Sequence[T], count: int, rng: random.Random, pressure: float = PRESSURE
) -> list[tuple[T, T]]:
    """So many pairs of parents from members ranked best first.

    Nobody is paired with itself if that can be helped. Either of a pair is as likely to come first.
    """
    places = sampled_places(len(ranked), 2 * count, rng, pressure)
    rng.shuffle(places)
    _separate(places)
    return [(ranked[places[i]], ranked[places[i + 1]]) for i in range(0, 2 * count, 2)]


def rank_shares(members: int, pressure: float = PRESSURE) -> list[float]:
    """The chance of each member to be chosen, best first; they fall evenly and sum to 1."""
    if not 1.0 <= pressure <= 2.0:
        raise ValueError(f"expected a pressure from 1 to 2, got {pressure}")
    if members == 1:
        return [1.0]
    fall = 2.0 * (pressure - 1.0) / (members - 1)
    return [(pressure - fall * place) / members for place in range(members)]


def sampled_places(
    members: int, count: int, rng: random.Random, pressure: float = PRESSURE
) -> list[int]:
    """Places of so many members, in order: one spin of a wheel with evenly spaced pointers.

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
    """Exchange second halves of pairs, in place, so that nobody is paired with itself."""
    for i in range(0, len(places), 2):
        if places[i] != places[i + 1]:
            continue
        for j in range(0, len(places), 2):
            if places[i] not in (places[j], places[j + 1]):
                places[i + 1], places[j + 1] = places[j + 1], places[i + 1]
                break
