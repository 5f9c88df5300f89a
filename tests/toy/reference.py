"""Stand or Roll in plain Python: the specification of the toy family."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from ludwright.play.outcome import Outcome, Reason

COPIES = 2
STAND, ROLL, CARD, PIPS = range(4)
Move = tuple[int, int]


@dataclass(frozen=True)
class ReferencePosition:
    """One moment of a match."""

    seats: int
    highest: int
    sides: int
    limit: int
    cards: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    standing: frozenset[int] = frozenset()
    turn: int = 0
    is_rolling: bool = False
    ply: int = 0

    @property
    def seat(self) -> int:
        return -1 if self.is_rolling or len(self.cards) < self.seats else self.turn

    def moves(self) -> tuple[Move, ...]:
        if self.outcome() is not None:
            return ()
        if len(self.cards) < self.seats:
            return tuple((CARD, card) for card, left in sorted(self._deck().items()) if left)
        if self.is_rolling:
            return tuple((PIPS, pips) for pips in range(1, self.sides + 1))
        return (STAND, 0), (ROLL, 0)

    def weights(self) -> tuple[float, ...]:
        if self.seat >= 0:
            return ()
        return tuple(
            float(self._deck()[number]) if kind == CARD else 1.0 for kind, number in self.moves()
        )

    def after(self, move: Move) -> ReferencePosition:
        kind, number = move
        on = replace(self, ply=self.ply + 1, is_rolling=kind == ROLL)
        if kind == CARD:
            return replace(on, cards=(*self.cards, number), piles=(*self.piles, 0))
        if kind == ROLL:
            return on
        piles = tuple(pile + number * (at == self.turn) for at, pile in enumerate(self.piles))
        is_standing = kind == STAND or piles[self.turn] >= self.limit
        standing = self.standing | ({self.turn} if is_standing else set())
        order = [(self.turn + step) % self.seats for step in range(1, self.seats + 1)]
        turn = next((seat for seat in order if seat not in standing), self.turn)
        return replace(on, piles=piles, standing=standing, turn=turn)

    def outcome(self) -> Outcome | None:
        if len(self.standing) < self.seats:
            return None
        worth = self._worth()
        winners = worth.count(max(worth))
        scores = tuple((one == max(worth)) / winners for one in worth)
        return Outcome(scores, Reason.RULE, points=tuple(map(float, worth)))

    def standings(self) -> tuple[float, ...]:
        if (outcome := self.outcome()) is not None:
            return outcome.scores
        worth = [1.0 + one for one in self._worth()]
        return tuple(one / sum(worth) for one in worth)

    def _worth(self) -> list[int]:
        missing = self.seats - len(self.cards)
        sums = [card + pile for card, pile in zip(self.cards, self.piles, strict=True)]
        return [one if one <= self.limit else 0 for one in sums] + [0] * missing

    def _deck(self) -> Counter[int]:
        whole = Counter(dict.fromkeys(range(1, self.highest + 1), COPIES))
        whole.subtract(self.cards)
        return whole
