"""How many players a game is for: `(seats 2 6)`, a ludeme that the root of any family may hold.

A family declares it as a field of its root, such as `seats: Seats = Seats(least=2, most=4)`; to let
variation change it, it also enters it in its own vocabulary: `MyLudeme.vocabulary.enter(Seats)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ludwright.errors import Finding
from ludwright.language.english import counted
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme, Vocabulary, children, item

MOST_SEATS: int = 8
"""The most seats a game can have."""


class Shared(Ludeme):
    """What texts of all families may hold."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("shared")


class Seats(Shared, word="seats", example="(seats 2 6)"):
    """The fewest and the most players of the game; the fewest sit down unless told otherwise."""

    least: int = item(low=1, high=MOST_SEATS, unit="players")
    most: int = item(low=1, high=MOST_SEATS, unit="players")

    def findings(self) -> Iterable[Finding]:
        """The most must not be fewer than the fewest."""
        if self.most < self.least:
            message = f"expected {self.least} or more as the most players, got {self.most}"
            yield Finding(message, "most")

    def in_english(self) -> str:
        """Such as "for 2 to 6 players"."""
        if self.least == self.most:
            return f"for {counted(self.least, 'player')}"
        return f"for {self.least} to {counted(self.most, 'player')}"


def seats_of(game: Game | Ludeme, otherwise: tuple[int, int] = (2, 2)) -> tuple[int, int]:
    """The fewest and the most players that the text of a game states, or another range if none."""
    root = game.root if isinstance(game, Game) else game
    for _, part in children(root):
        if isinstance(part, Seats):
            return part.least, part.most
    return otherwise
