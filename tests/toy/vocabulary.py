"""The ludemes of Stand or Roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ludwright.errors import Finding
from ludwright.language.ludeme import Ludeme, Name, Vocabulary, item
from ludwright.language.seats import Seats


class Toy(Ludeme):
    """Any ludeme of the toy family."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("toy")


class Cards(Toy, word="cards", example="(cards 8)"):
    """The deck: two of each card from 1 to the highest."""

    highest: int = item(low=2, high=20)


class Die(Toy, word="die", example="(die 6)"):
    """The die and its sides."""

    sides: int = item(low=2, high=20)


class Limit(Toy, word="limit", example="(limit 15)"):
    """The highest sum of card and pile that can win."""

    total: int = item(low=2, high=60)


class ToyGame(
    Toy,
    word="toy",
    example="(toy Fifteen (seats 2 4) (cards 8) (die 6) (limit 15))",
):
    """A game of Stand or Roll."""

    name: Name = item(is_identity=False)
    seats: Seats
    cards: Cards
    die: Die
    limit: Limit

    def findings(self) -> Iterable[Finding]:
        """What makes no sense: seats for which there is no room, a limit that cards exceed."""
        if self.seats.least < 2 or self.seats.most > 4:
            yield Finding(f"expected 2 to 4 seats, got up to {self.seats.most}", "seats")
        if self.limit.total < self.cards.highest:
            yield Finding(f"expected a limit of {self.cards.highest} or more", "limit")
