"""How safe territories at a border are: the measures of Hahn (2010), section 3.

The *threat* to a territory (BST) is the number of armies next to it that are not its owner's; its
*ratio* (BSR) is that threat for each army on it; its *share* (NBSR) is the part of its ratio in the
sum over all territories of its owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Security(NamedTuple):
    """The measures of one territory."""

    threat: int
    ratio: float
    share: float


def border_security(
    borders: Iterable[tuple[int, int]], owners: Sequence[int], armies: Sequence[int]
) -> tuple[Security, ...]:
    """The measures of every territory, by its number.

    Raises ValueError for borders of territories that are not there, and for numbers of armies that
    no territory has.
    """
    # Imported here so that the help of commands does not wait for the core.
    from ludwright._core import conquest

    threats, ratios, shares = conquest.border_security(list(borders), owners, armies)
    return tuple(Security(*one) for one in zip(threats, ratios, shares, strict=True))
