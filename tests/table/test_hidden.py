"""A table where cards are dealt and hidden: nobody sees more than their seat may see."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludwright.cli.play import Session
from ludwright.errors import IllegalMove
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.player import Budget
from ludwright.play.rules import Rules
from ludwright.table.match_text import read_match
from ludwright.table.table import PERSON, UNSEEN, Table

CARDS = tuple("abcdefgh")
SEATS = 3


@dataclass(frozen=True)
class Deal:
    """Chance deals each seat a card; each seat in turn says yes or no; a die ends the match."""

    made: tuple[str, ...] = ()
    is_real: bool = True

    @property
    def ply(self) -> int:
        return len(self.made)

    @property
    def seat(self) -> int:
        return self.ply - SEATS if SEATS <= self.ply < 2 * SEATS else -1

    def moves(self) -> tuple[str, ...]:
        if self.ply < SEATS:
            return tuple(card for card in CARDS if card not in self.made)
        return ("yes", "no") if self.seat >= 0 else ("4", "5") * (self.outcome() is None)

    def weights(self) -> tuple[float, ...]:
        return () if self.seat >= 0 else (1.0,) * len(self.moves())

    def after(self, move: str) -> Deal:
        return replace(self, made=(*self.made, move))

    def outcome(self) -> Outcome | None:
        return Outcome((1.0, 0.0), Reason.RULE) if self.ply > 2 * SEATS else None

    def sealed(self) -> Deal:
        return self

    def redealt(self, seat: int, seed: int) -> Deal:
        """The other seats' cards are dealt again from those that the seat has not seen."""
        dealt = list(self.made[:SEATS])
        unseen = [card for card in CARDS if dealt[seat : seat + 1] != [card]]
        Random(seed).shuffle(unseen)
        hand = [card if at == seat else unseen.pop() for at, card in enumerate(dealt)]
        return Deal((*hand, *self.made[SEATS:]), is_real=False)


class Deals:
    game = SimpleNamespace(name="Deals", digest="00", family="deals")
    seats = SEATS
    seat_names = ("Red", "Green", "Blue")

    def start(self, seed: int = 0) -> Deal:  # noqa: ARG002
        return Deal()

    def read_move(self, position: Deal, text: str) -> str:
        if text not in position.moves():
            raise IllegalMove(f"expected one of {position.moves()}, got {text!r}")
        return text

    def write_move(self, position: Deal, move: str) -> str:  # noqa: ARG002
        return move


def observed(position: Deal, move: str, viewer: int | None) -> str:
    if position.ply < SEATS:
        is_seen = viewer in (None, position.ply)
        return f"card {move} for seat {position.ply}" if is_seen else "a card is dealt"
    return f"the die shows {move}" if position.seat < 0 else move


def draw_text(position: Deal, *, paint: Any, viewer: int | None = None) -> str:
    assert (viewer is None) == position.is_real, "what is hidden reached the drawing"
    cards = [
        card if viewer in (None, seat) else "*" for seat, card in enumerate(position.made[:SEATS])
    ]
    return f"hands {' '.join(cards)}"


class HiddenTable(Table):
    @property
    def family(self) -> Any:
        return SimpleNamespace(
            is_hidden=True,
            observed=observed,
            draw_text=draw_text,
            status=lambda position, viewer=None: [f"seen by {viewer} at ply {position.ply}"],
            ending=lambda _: "Red wins",
            how_to_move="Say yes or no.",
            options_text=None,
            turn_text=None,
            max_plies=1000,
        )


class Curious:
    """Says yes, and remembers the positions that it was shown."""

    def __init__(self) -> None:
        self.shown: list[Deal] = []

    def choose(self, position: Deal, _: Budget, __: Random) -> str:
        self.shown.append(position)
        return "yes"


def table(players: list[str], curious: Curious | None = None) -> HiddenTable:
    made = curious or Curious()
    return HiddenTable(cast(Rules, Deals()), players, 3, seat=lambda _: made)


def dealt(found: Table, cards: str) -> Table:
    found.make_all(list(cards))
    return found


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_at_the_table_was_shown_the_hidden_cards(seat: int) -> None:
    views = []
    for others in ("ab", "cd", "hg"):
        curious = Curious()
        found = dealt(table(["curious"] * SEATS, curious), f"{others[:seat]}e{others[seat:]}")
        for _ in range(seat + 1):
            found.take_turn()
        views.append(curious.shown[seat])
    assert all(not view.is_real and view.made[seat] == "e" for view in views)
    assert len(set(views)) == 1, "the view depends on cards that the seat has not seen"


def test_a_person_sees_their_own_card_and_the_die() -> None:
    out = io.StringIO()
    found = table([PERSON, "curious", "curious"])
    session = Session(found, out, is_quiet=True)
    while not found.is_persons_turn:
        session._let()
    session._show()
    session._list("")
    card = found.position.made[0]
    said = out.getvalue()
    assert f"card {card} for seat 0" in said
    assert said.count("a card is dealt") == 2
    assert f"hands {card} * *\nseen by 0 at ply 3" in said
    assert f"1. {card},{UNSEEN},{UNSEEN}" in said
    found.make("no")
    while not found.is_over:
        session._let()
    session._show()
    session._list("")
    cards = found.position.made[:SEATS]
    told = out.getvalue()[len(said) :]
    assert f"the die shows {found.plies[-1].text}" in told
    assert f"hands {' '.join(cards)}" in told, "the cards are open when the match is over"
    assert f"1. {','.join(cards)} no yes yes" in told


def test_persons_who_share_a_table_see_the_cards_of_the_one_to_move() -> None:
    found = dealt(table([PERSON, "curious", PERSON]), "abc")
    assert found.viewer == 0
    found.make("no")
    assert found.viewer == 0, "the other player's turn is seen by the person who moved last"
    found.take_turn()
    assert found.viewer == 2
    assert dealt(table(["curious"] * SEATS), "abc").viewer is None


def test_a_saved_match_keeps_its_chance_plies_and_undo_goes_over_them() -> None:
    found = table([PERSON, "curious", PERSON])
    while not found.is_persons_turn:
        found.take_turn()
    start = found.position
    found.make("no")
    found.take_turn()
    found.make("yes")
    found.take_turn()
    assert found.is_over
    again = table([PERSON, "curious", PERSON])
    again.load(read_match(found.to_text()))
    assert (again.plies, again.position) == (found.plies, found.position)
    assert [ply.seat for ply in again.plies] == [-1, -1, -1, 0, 1, 2, -1]
    assert again.undo()
    assert again.position.seat == 2
    assert again.undo()
    assert again.position == start
    assert not again.undo(), "the deal is not taken back"
