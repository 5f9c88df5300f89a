"""Exact tests of paired differences: how likely chance alone would do as well.

Both are two-sided. Under the hypothesis that it does not matter which of a pair is which, every
difference is as likely with the other sign; all choices of signs are counted, none is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

MOST_PAIRS: int = 22
"""With more pairs there are too many choices of signs to count."""
_SAME: float = 1e-12


def permutation_p(differences: Sequence[float]) -> float:
    """The share of all choices of signs whose sum is at least as far from 0."""
    return _share_as_extreme([abs(one) for one in _checked(differences)], abs(sum(differences)))


def signed_rank_p(differences: Sequence[float]) -> float:
    """The signed-rank test of Wilcoxon; differences of 0 are left out, ties share their ranks."""
    told = [one for one in _checked(differences) if abs(one) > _SAME]
    ranks = _ranks([abs(one) for one in told])
    signed = sum(rank if one > 0 else -rank for one, rank in zip(told, ranks, strict=True))
    return _share_as_extreme(ranks, abs(signed))


def _checked(differences: Sequence[float]) -> Sequence[float]:
    if len(differences) > MOST_PAIRS:
        raise ValueError(f"expected at most {MOST_PAIRS} pairs, got {len(differences)}")
    return differences


def _share_as_extreme(sizes: Sequence[float], found: float) -> float:
    sums = [0.0]
    for size in sizes:
        sums = [total + sign * size for total in sums for sign in (-1.0, 1.0)]
    return sum(abs(total) >= found - 1e-9 for total in sums) / len(sums)


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    at = 1
    for _, same in groupby(order, key=lambda place: round(values[place] / _SAME)):
        places = list(same)
        for place in places:
            ranks[place] = at + (len(places) - 1) / 2
        at += len(places)
    return ranks
