"""Armies, cards and territories are conserved at every step, whatever the rules and the moves."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.families.conquest.conformance import compare_positions, seats_for, variant
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import (
    FREE,
    NOBODY,
    Phase,
    ReferencePosition,
    reference,
)
from ludwright.families.conquest.rules import load_rules

PLIES = 90


@settings(max_examples=40, deadline=None)
@given(number=st.integers(0, 10**6), seed=st.integers(0, 2**32), bold=st.booleans())
def test_nothing_is_lost_or_made_from_nothing(number: int, seed: int, bold: bool) -> None:
    game = variant(number, seed=31)
    rng = Random(seed)
    seats = seats_for(game, rng)
    plain, native = reference(game, seats), load_rules(game, seats).start()
    for _ in range(PLIES):
        assert_sound(plain)
        assert native.state["armies"] == [*plain.armies]  # type: ignore[attr-defined]
        if plain.phase is Phase.OVER:
            break
        move = chosen(plain, rng, bold)
        before, plain, native = plain, plain.after(move), native.after(move)
        assert_conserved(before, move, plain)
    assert compare_positions(plain, native) is None


def chosen(position: ReferencePosition, rng: Random, bold: bool) -> ConquestMove:
    """A random move; bold players attack with all they have and rarely stop."""
    moves = position.moves()
    if bold and position.seat >= 0 and len(moves) > 1:
        most = max(move.n for move in moves)
        moves = tuple(move for move in moves if move.n == most) or moves
    return rng.choices(moves, None if moves != position.moves() else position.weights() or None)[0]


def total(position: ReferencePosition) -> int:
    """All armies: on the map, and those that the mover still has to place."""
    is_placing = Phase.TRADE <= position.phase <= Phase.PLACE
    waiting = position.pool + sum(position.inside) if is_placing else 0
    return sum(position.armies) + waiting


def assert_conserved(
    before: ReferencePosition, move: ConquestMove, after: ReferencePosition
) -> None:
    change = 0
    is_setting_up = before.phase in (Phase.DEAL, Phase.SPREAD)
    if is_setting_up:
        change += 1
    if move.kind == Kind.TRADE:
        cards = before.rules.game.cards
        assert cards is not None
        change += before.rules.set_value(before.traded) + (cards.depicted if move.n else 0)
    if move.kind == Kind.LOSSES:
        change -= move.n + move.m
    is_new_turn = after.turns > before.turns or before.phase <= Phase.SPREAD < after.phase
    if is_new_turn and after.phase is not Phase.OVER:
        change += after.income(after.mover)
    assert total(after) == total(before) + change
    assert len(after.deck()) == len(before.deck()) + {Kind.TRADE: 3, Kind.CARD: -1}.get(
        Kind(move.kind), 0
    )
    changed = sum(a != b for a, b in zip(before.owners, after.owners, strict=True))
    assert changed <= 1
    assert (changed == 1) <= (move.kind in (Kind.CLAIM, Kind.DEAL, Kind.LOSSES))


def assert_sound(position: ReferencePosition) -> None:
    """What always holds: one owner and an army for each territory, one place for each card."""
    seats = range(position.rules.seats)
    assert sum(len(hand) for hand in position.hands) + len(position.deck()) == len(
        position.rules.cards
    )
    assert frozenset().union(*position.hands, position.deck()) == position.rules.cards
    conquered = (
        position.attack.target
        if position.phase is Phase.OCCUPY and position.attack is not None
        else None
    )
    for territory, (owner, armies) in enumerate(zip(position.owners, position.armies, strict=True)):
        assert owner in (*seats, NOBODY, FREE)
        is_empty = owner == FREE or territory == conquered
        assert (armies == 0) == is_empty
    if position.phase >= Phase.SPREAD:
        assert position.alive() == tuple(seat for seat in seats if position.owned(seat))
        assert all(not position.hands[seat] for seat in seats if not position.owned(seat))
    assert abs(sum(position.standings()) - 1) < 1e-9
