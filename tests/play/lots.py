"""Lots, a game of luck for two to six: a hidden card each, then dice to keep or to pass.

Everybody draws a card from a bag, which only its owner sees. In a turn a die is rolled and its
pips are kept or given to the next seat. After two rounds pips and cards are added; the most wins.
Written in Python against the same protocol as the positions of the native core.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from ludwright.language.game import Game, game_of
from ludwright.language.ludeme import Ludeme, Name, Vocabulary, item
from ludwright.language.seats import Seats, seats_of
from ludwright.play.family import Family, GameSummary
from ludwright.play.native_rules import NativeRules
from ludwright.play.outcome import REASONS, Reason

DIE = 6
KEEP, GIVE = 0, 1


class Lot(Ludeme):
    """Any ludeme of the family."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("lots")


class Lots(Lot, word="lots", example="(lots Fair (seats 2 6))"):
    """A whole game."""

    name: Name = item(is_identity=False)
    seats: Seats = Seats(least=3, most=6)
    rounds: int = item(default=2, low=1, high=9)


@dataclass(frozen=True)
class Bag:
    """A position: what the cards of the seats are, whose die was rolled, and all pips so far."""

    seats: int
    rounds: int
    cards: tuple[int, ...] = ()
    pips: tuple[float, ...] = ()
    die: int = 0
    ply: int = 0

    @property
    def turn(self) -> int:
        return (self.ply - self.seats) // 2

    @property
    def seat(self) -> int:
        return self.turn % self.seats if self.die else -1

    @property
    def turn_completed(self) -> bool:
        return self.ply > self.seats and not self.die

    @property
    def _is_over(self) -> bool:
        return self.ply >= self.seats * (1 + 2 * self.rounds)

    def moves(self) -> list[tuple[int]]:
        if self._is_over:
            return []
        if len(self.cards) < self.seats:
            return [(card,) for card in range(1, self.seats + 2) if card not in self.cards]
        return [(KEEP,), (GIVE,)] if self.die else [(pips,) for pips in range(1, DIE + 1)]

    def weights(self) -> list[float]:
        # The bag holds a second of the lowest card that is left; the die is fair.
        if self.seat >= 0 or self._is_over:
            return []
        dealing = len(self.cards) < self.seats
        return [2.0 if dealing and i == 0 else 1.0 for i in range(len(self.moves()))]

    def after(self, numbers: tuple[int, ...]) -> Bag:
        if numbers not in self.moves():
            raise ValueError(f"expected a legal move, got {numbers}")
        made = replace(self, ply=self.ply + 1)
        (number,) = numbers
        if len(self.cards) < self.seats:
            return replace(made, cards=(*self.cards, number), pips=(0.0,) * self.seats)
        if not self.die:
            return replace(made, die=number)
        pips = list(self.pips)
        pips[(self.seat + number) % self.seats] += self.die
        return replace(made, die=0, pips=tuple(pips))

    def points(self) -> tuple[float, ...]:
        pips = self.pips or (0.0,) * self.seats
        cards = (*self.cards, *(0,) * (self.seats - len(self.cards)))
        return tuple(pip + card for pip, card in zip(pips, cards, strict=True))

    def places(self) -> None:
        return None

    def measures(self) -> tuple[float, float]:
        return sum(self.pips), float(self.ply)

    def outcome(self) -> tuple[Any, ...] | None:
        if not self._is_over:
            return None
        points = self.points()
        best = [point == max(points) for point in points]
        scores = tuple(one / sum(best) for one in best)
        return scores, REASONS.index(Reason.RULE), points, None

    def standings(self) -> tuple[float, ...]:
        end = self.outcome()
        if end is not None:
            return tuple(end[0])
        points = [point + 1.0 for point in self.points()]
        return tuple(point / sum(points) for point in points)

    def redealt(self, seat: int, seed: int) -> Bag:
        unseen = [card for card in range(1, self.seats + 2) if card != self.cards[seat]]
        Random(seed).shuffle(unseen)
        cards = [unseen.pop() for _ in self.cards]
        cards[seat] = self.cards[seat]
        return replace(self, cards=tuple(cards))


class LotsRules(NativeRules):
    """The rules of Lots at one table."""

    kinds: ClassVar[frozenset[str]] = frozenset({"uniform"})

    def name_of(self, position: Any, move: tuple[int, ...]) -> str:
        (number,) = move
        if position.seat >= 0:
            return ("keep", "give")[number]
        return f"card-{number}" if position.ply < self.seats else f"die-{number}"


def load_rules(game: Game, seats: int | None = None) -> LotsRules:
    root = game.root
    assert isinstance(root, Lots)
    return LotsRules(game, Bag(seats or root.seats.least, root.rounds))


class Anyone:
    """Chooses any move, in Python."""

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        """A move, each with the same probability."""
        return rng.choice(position.moves())


def _words(*_: Any, **__: Any) -> Any:
    return "lots"


FAMILY = Family(
    name="lots",
    title="lots",
    root=f"{__name__}:Lots",
    open_game=lambda name: lots(f"(lots {name})"),
    game_names=tuple,
    summary=lambda game: GameSummary(seats_of(game), "a bag", "the most pips"),
    seats=seats_of,
    load_rules=load_rules,
    rules_text=_words,
    draw_svg=_words,
    draw_text=_words,
    status=_words,
    ending=_words,
    look=_words,
)


def lots(text: str = "(lots Fair)") -> Game:
    """A game of the family, which `conftest.py` registers."""
    return game_of(text, Lots)
