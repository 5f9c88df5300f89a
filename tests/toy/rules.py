"""Stand or Roll as the core plays it: notation, pictures and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ludwright.language.check import require_sound
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.native_rules import NativePosition, NativeRules
from ludwright.play.player import SearchPlayer
from ludwright.play.roster import Parameter, PlayerKind
from tests.toy.core import toy
from tests.toy.reference import CARD, PIPS, ReferencePosition
from tests.toy.vocabulary import ToyGame

WORDS = ("stand", "roll", "card", "pips")


class ToyPosition(NativePosition):
    """One position of a match."""

    def view(self, seat: int) -> dict[str, Any]:
        """The piles of all, and the seat's own card."""
        hands = self.native.hands()
        return {**super().view(seat), "piles": [pile for _, pile in hands], "card": hands[seat][0]}


class ToyRules(NativeRules):
    """The rules of one game for a number of seats."""

    position_type = ToyPosition
    kinds = NativeRules.kinds | {"scripted"}

    def __init__(self, game: Game, seats: int) -> None:
        require_sound(game)
        super().__init__(game, toy.start(seats, *numbers_of(game)))

    def name_of(self, position: Any, move: Any) -> str:  # noqa: ARG002
        """`stand`, `roll`, `card 5`, `pips 2`."""
        kind, number = move
        return f"{WORDS[kind]} {number}" if number else WORDS[kind]


def numbers_of(game: Game) -> tuple[int, int, int]:
    """Cards, sides and limit."""
    root = cast("ToyGame", game.root)
    return root.cards.highest, root.die.sides, root.limit.total


def load_rules(game: Game, seats: int | None = None) -> ToyRules:
    """The executable rules."""
    return ToyRules(game, seats or seats_of(game)[0])


def reference(game: Game, seats: int | None = None) -> ReferencePosition:
    """The start by the rules in plain Python."""
    return ReferencePosition(seats or seats_of(game)[0], *numbers_of(game))


def rules_text(game: Game) -> str:
    """The rules in English."""
    cards, sides, limit = numbers_of(game)
    return (
        f"{game.name}\n\nStart\n  The game is {cast('ToyGame', game.root).seats.in_english()}. "
        f"The deck holds two of each card from 1 to {cards}.\n"
        "  Each player is dealt a card that only they see.\n\n"
        f"Turn\n  In turn, roll a die with {sides} sides and add it to your pile, or stand.\n"
        f"  With {limit} or more in the pile you stand.\n\nEnd\n  When all stand, the highest sum "
        f"of card and pile that is not above {limit} wins; equal sums share the win.\n"
    )


def lines(position: Any, viewer: int | None = None) -> list[str]:
    """The piles, and the cards that the viewer sees."""
    names, hands = position.rules.seat_names, position.native.hands()
    shown = [at for at in range(len(names)) if viewer in (None, at) or position.outcome()]
    return [
        f"{name}: pile {pile}, card {card if at in shown else '?'}"
        for at, (name, (card, pile)) in enumerate(zip(names, hands, strict=True))
    ]


def draw_text(
    position: Any,
    moves: Any = (),
    paint: Callable[..., str] | None = None,
    viewer: int | None = None,
) -> str:
    """The table as text."""
    del moves, paint
    return "\n".join(lines(position, viewer))


def draw_svg(
    position: Any, title: str = "", captions: Any = (), moves: Any = (), viewer: int | None = None
) -> str:
    """The table as a picture."""
    from html import escape

    del moves
    said = [title, *lines(position, viewer), *captions]
    rows = [f'<text x="8" y="{20 * at + 20}">{escape(one)}</text>' for at, one in enumerate(said)]
    size = f'viewBox="0 0 300 {20 * len(rows) + 10}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(rows)}</svg>'


def observed(position: Any, move: Any, viewer: int | None) -> str:
    """A move or an event of chance as the viewer learns of it."""
    kind, number = move if viewer is None else position.native.observed(viewer, move)
    if kind == CARD:
        return f"the card is a {number}" if number else "a card is dealt"
    return f"the die shows {number}" if kind == PIPS else WORDS[kind]


PLAYERS = (
    PlayerKind(
        "steady",
        lambda values: SearchPlayer({"kind": "scripted", "settings": [values["total"]]}),
        "rolls while its card and pile are below a total",
        (Parameter("total", 12, "where it stands", high=60),),
    ),
)
