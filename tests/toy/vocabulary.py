"""The ludemes of Stand or Roll."""

from __future__ import annotations

from typing import ClassVar

from ludwright.language.ludeme import Ludeme, Name, Vocabulary, item


class Toy(Ludeme):
    """Any ludeme of the toy family."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("toy")


class Cards(
    Toy,
    word="cards",
    english="the deck holds two of each card from 1 to {highest}",
    example="(cards 8)",
):
    """The deck: two of each card from 1 to the highest."""

    highest: int = item(low=2, high=20)
    """The highest card."""


class Die(Toy, word="die", english="the die has {sides} sides", example="(die 6)"):
    """The die."""

    sides: int = item(low=2, high=20)
    """How many sides it has."""


class Limit(Toy, word="limit", english="the limit is {total}", example="(limit 15)"):
    """The highest sum that can win."""

    total: int = item(low=2, high=60)
    """Card and pile together may not be above it."""
