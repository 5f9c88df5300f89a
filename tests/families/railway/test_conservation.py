"""Cards, tickets, trains and points are conserved at every step, whatever the rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.families.railway.conformance import compare_positions, seats_for, variant
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.reference import Phase, ReferencePosition, reference
from ludwright.families.railway.rules import load_rules
from ludwright.families.railway.vocabulary import LOCOMOTIVE

PLIES = 150


@settings(max_examples=40, deadline=None)
@given(number=st.integers(0, 10**6), seed=st.integers(0, 2**32), bold=st.booleans())
def test_nothing_is_lost_or_made_from_nothing(number: int, seed: int, bold: bool) -> None:
    game = variant(number, seed=31)
    rng = Random(seed)
    seats = seats_for(game, rng)
    plain, native = reference(game, seats), load_rules(game, seats).start()
    for _ in range(PLIES):
        assert_sound(plain)
        if plain.phase is Phase.OVER:
            break
        move = chosen(plain, rng, bold)
        before, plain, native = plain, plain.after(move), native.after(move)
        assert_one_step(before, move, plain)
    assert compare_positions(plain, native) is None


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_matches_conserve_everything(name: str, seats: int) -> None:
    rng = Random(f"{name} {seats}")
    position = reference(open_game(name), seats)
    while position.phase is not Phase.OVER:
        assert_sound(position)
        move = chosen(position, rng, bold=False)
        before, position = position, position.after(move)
        assert_one_step(before, move, position)
    assert_sound(position)


def chosen(position: ReferencePosition, rng: Random, bold: bool) -> RailwayMove:
    """A random move; bold players build whenever they can."""
    moves = position.moves()
    builds = [move for move in moves if move.kind == Kind.BUILD]
    if bold and builds:
        return rng.choice(builds)
    return rng.choices(moves, position.weights() or None)[0]


def assert_sound(position: ReferencePosition) -> None:
    """What always holds: one place for each card and ticket, and trains and points of tracks."""
    rules = position.rules
    heaps = zip(position.pile, position.discards, position.market, *position.hands, strict=True)
    assert tuple(map(sum, heaps)) == rules.deck
    assert sum(position.market) <= rules.game.market.cards
    places = [*position.tickets, position.unseen, position.offered]
    seen = [one for place in places for one in place] + [one for one, _ in position.returned]
    assert sorted(seen) == list(range(len(rules.tickets)))
    for seat in range(rules.seats):
        lengths = [rules.tracks[at].length for at in position.built(seat)]
        assert 0 <= position.trains[seat] == rules.game.trains - sum(lengths)
        assert position.route_points[seat] == sum(rules.game.points[one - 1] for one in lengths)
        routes = [rules.tracks[at].route for at in position.built(seat)]
        assert len(routes) == len(set(routes))
        pairs = zip(position.known[seat], position.hands[seat], strict=True)
        assert all(0 <= known <= held for known, held in pairs)
    if position.turn_completed():
        assert sum(position.standings()) == pytest.approx(1.0)


def assert_one_step(before: ReferencePosition, move: RailwayMove, after: ReferencePosition) -> None:
    """What one ply may change."""
    assert after.ply == before.ply + 1
    assert after.turns - before.turns == after.turn_completed()
    gained = [sum(after.hands[seat]) - sum(before.hands[seat]) for seat in range(len(after.hands))]
    mover, kind = before.mover, Kind(move.kind)
    expected = [0] * len(after.hands)
    if kind in (Kind.DEAL, Kind.TAKE, Kind.CARD):
        expected[mover] = 1
    if kind is Kind.BUILD:
        expected[mover] = -before.rules.tracks[move.a].length
    assert gained == expected
    tickets = [len(after.tickets[seat]) - len(before.tickets[seat]) for seat in range(len(gained))]
    assert tickets == [
        move.b if kind is Kind.KEEP and seat == mover else 0 for seat in range(len(gained))
    ]
    if kind is Kind.TAKE and before.phase is Phase.SECOND:
        assert move.a != LOCOMOTIVE
    changed = [at for at, one in enumerate(after.owners) if one != before.owners[at]]
    assert changed == ([move.a] if kind is Kind.BUILD else [])
