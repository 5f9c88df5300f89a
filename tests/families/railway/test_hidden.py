"""No player sees what its seat may not see, and what it may not see is dealt again fairly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from ludwright.families.railway.conformance import seats_for, variant
from ludwright.families.railway.library import open_game
from ludwright.families.railway.moves import UNSEEN, Kind, RailwayMove
from ludwright.families.railway.rules import load_rules
from ludwright.language.game import Game
from ludwright.play.families import family_of
from ludwright.play.player import Budget
from ludwright.play.playtest import playtest
from ludwright.play.roster import make_player, player_kinds

OFFICIAL = "north-america"
FEW = {name: f"{name}:playouts=24" for name in ("ismcts", "mcts", "rail-ismcts")}
"""Searching players search less than they usually do."""
PLAYERS = [FEW.get(kind.name, kind.name) for kind in player_kinds("railway")]


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """The core objects to positions that are still kept when the interpreter ends."""
    yield
    for kept in (positions, skilled, decisions):
        kept.cache_clear()


def random_match(game: Game, seats: int, seed: int) -> Iterator[Any]:
    """The positions of a random match."""
    position: Any = load_rules(game, seats).start()
    rng = Random(seed)
    while position.outcome() is None:
        yield position
        position = position.after(rng.choices(position.moves(), position.weights() or None)[0])


@cache
def positions(seats: int) -> tuple[Any, ...]:
    """Every ply of a random match."""
    return tuple(random_match(open_game(OFFICIAL), seats, seats))


@cache
def skilled(seats: int) -> tuple[Any, ...]:
    """Every ply of a match of players who fulfil their tickets."""
    group = ["rail-greedy", "rail-destination-hungry", "rail-long-route", "rail-one-step"][:seats]
    record = playtest(open_game(OFFICIAL), group, 1, seed=8, seats=seats)[0]
    return tuple(record.positions(load_rules(open_game(OFFICIAL), seats)))


@cache
def decisions(seats: int) -> tuple[Any, ...]:
    """Positions in which a seat decides, of all kinds: turns, second cards, tickets to keep."""
    found: list[Any] = []
    for match in (positions(seats), skilled(seats)):
        chosen = [one for one in match if one.seat >= 0 and len(one.moves()) > 1]
        keeps = [one for one in chosen if one.moves()[0].kind == Kind.KEEP]
        found += [*keeps[: seats + 2], *chosen[seats :: max(1, len(chosen) // 10)]]
    return tuple(found)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", PLAYERS)
def test_no_choice_changes_when_what_is_hidden_is_dealt_again(name: str, seats: int) -> None:
    player: Any = make_player(name, "railway")
    changed = 0
    for number, position in enumerate(decisions(seats)):
        others = [position.redealt(position.seat, seed) for seed in (1, 2, 3)]
        moves = {
            player.choose(one.redealt(one.seat, 99), Budget(), Random(number))
            for one in (position, *others)
        }
        assert len(moves) == 1
        if hasattr(player, "spec"):
            # The core itself: players that promise to be discreet get the position as it is.
            found = {one.search(dict(player.spec), number).move for one in (position, *others)}
            assert len(found) == 1
        changed += any(one.state != position.state for one in others)
    assert changed > 10


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_seat_sees_the_same_whatever_is_dealt_again(seats: int) -> None:
    for position in positions(seats)[::9]:
        for seat in range(seats):
            other = position.redealt(seat, 7)
            assert other.view(seat) == position.view(seat)
            assert other.state["hands"][seat] == position.state["hands"][seat]
            assert other.state["tickets"][seat] == position.state["tickets"][seat]
            if position.seat == seat:
                assert other.moves() == position.moves()


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_dealt_again_depends_on_what_is_seen_alone(seats: int) -> None:
    """Two positions that a seat cannot tell apart are dealt again alike."""
    for position in positions(seats)[::11]:
        for seat in range(seats):
            twin = position.redealt(seat, 5)
            assert twin.redealt(seat, 8).state == position.redealt(seat, 8).state


def assert_same_things(position: Any, other: Any, seat: int) -> None:
    """Nothing is lost or made, and what all know stays where it is."""
    first, second = position.state, other.state
    for kind in range(9):
        assert all_cards(first, kind) == all_cards(second, kind)
    assert (
        sorted(all_tickets(first)) == sorted(all_tickets(second)) == sorted(set(all_tickets(first)))
    )
    for key in ("known", "hand_counts", "ticket_counts", "market", "discards", "returned_by"):
        assert first[key] == second[key]
    for hand, known in zip(second["hands"], second["known"], strict=True):
        assert all(has >= knows for has, knows in zip(hand, known, strict=True))
    own = [
        (ticket, by)
        for ticket, by in zip(first["returned"], first["returned_by"], strict=True)
        if by == seat
    ]
    assert own == [
        (ticket, by)
        for ticket, by in zip(second["returned"], second["returned_by"], strict=True)
        if by == seat
    ]


def all_cards(state: Any, kind: int) -> int:
    heaps = [state["pile"], state["discards"], state["market"], *state["hands"]]
    return sum(heap[kind] for heap in heaps)


def all_tickets(state: Any) -> list[int]:
    places = [*state["tickets"], state["unseen"], state["offered"], state["returned"]]
    return [ticket for place in places for ticket in place]


@pytest.mark.parametrize("number", range(12))
def test_dealing_again_loses_nothing_whatever_the_rules(number: int) -> None:
    game = variant(number, seed=5)
    seats = seats_for(game, Random(number))
    for at, position in enumerate(random_match(game, seats, number)):
        if at > 250:
            break
        if at % 7 == 0:
            seat = at % seats
            assert_same_things(position, position.redealt(seat, at), seat)


def unknown_cards(state: Any) -> list[int]:
    """What the second hand holds besides cards that were taken face up, by kind."""
    pairs = zip(state["hands"][1], state["known"][1], strict=True)
    return [held - known for held, known in pairs]


def test_hidden_cards_are_dealt_again_in_proportion() -> None:
    """Over many deals another hand has each kind as often as the cards that it may hold."""
    position = max(positions(2), key=lambda one: sum(unknown_cards(one.state)))
    state, unknown = position.state, unknown_cards(position.state)
    pool = [pile + more for pile, more in zip(state["pile"], unknown, strict=True)]
    deals, size = 3000, sum(unknown)
    assert size > 3
    total = Counter[int]()
    for seed in range(deals):
        hand = position.redealt(0, seed).state["hands"][1]
        total.update({kind: hand[kind] - state["known"][1][kind] for kind in range(9)})
    for kind in range(9):
        share = pool[kind] / sum(pool)
        error = (share * (1 - share) / (deals * size)) ** 0.5
        assert abs(total[kind] / (deals * size) - share) < 5 * error + 1e-9


def observed(position: Any, seat: int, move: RailwayMove) -> RailwayMove:
    return RailwayMove.unpacked(position.native.observed(seat, move.packed()))


def test_what_others_draw_and_keep_is_not_seen() -> None:
    for position in positions(3)[:-1:5]:
        for move in position.moves():
            for seat in range(3):
                seen = observed(position, seat, move)
                is_own = seat == position.state["mover"]
                is_secret = move.kind in (Kind.DEAL, Kind.CARD, Kind.OFFER, Kind.KEEP)
                if is_own or not is_secret:
                    assert seen == move
                else:
                    assert seen == move._replace(a=UNSEEN)


def shown(position: Any, seat: int, *, is_drawn: bool) -> list[str]:
    """All that the table and the page show a seat."""
    family: Any = family_of(position.rules.game)
    texts = [*(family.status(position, seat) or ()), *(family.options_text(position, seat) or ())]
    texts.append(family.draw_text(position, moves=True, viewer=seat))
    if is_drawn:
        texts.append(family.draw_svg(position, moves=True, viewer=seat))
    return texts


@pytest.mark.parametrize("match", [positions, skilled])
def test_nothing_that_is_shown_changes_when_what_is_hidden_is_dealt_again(match: Any) -> None:
    for number, position in enumerate(match(3)[:-1:29]):
        for seat in range(3):
            other = position.redealt(seat, number)
            is_drawn = number % 4 == 0
            assert shown(other, seat, is_drawn=is_drawn) == shown(position, seat, is_drawn=is_drawn)


def test_others_are_told_the_same_whatever_is_drawn_or_kept() -> None:
    family: Any = family_of(open_game(OFFICIAL))
    told = 0
    for position in positions(3)[:-1]:
        mover, events = position.state["mover"], position.moves()
        if events[0].kind not in (Kind.DEAL, Kind.CARD, Kind.OFFER, Kind.KEEP):
            continue
        for number in {event.b for event in events}:
            alike = [event for event in events if event.b == number]
            for seat in {0, 1, 2} - {mover}:
                assert len({family.observed(position, event, seat) for event in alike}) == 1
                told += len(alike) > 1
    assert told > 100
