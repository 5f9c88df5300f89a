"""The core plays railway games: programs are verified, hidden things are dealt again, all agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ludwright._core import railway as core
from ludwright.families.railway.lower import lower
from ludwright.families.railway.moves import UNSEEN, Kind
from ludwright.families.railway.reference import Phase
from ludwright.families.railway.rules import RailwayPosition, load_rules
from ludwright.play.families import open_game
from ludwright.play.playtest import playtest, replay
from ludwright.play.playtest_file import to_bytes
from tests.families.railway.wheel import wheel


def _match(seats: int, seed: int, name: str = "north-america-smith") -> Iterator[RailwayPosition]:
    """The positions of a match in which chance is fair and players choose at random."""
    chance = random.Random(seed)
    position: Any = load_rules(open_game(name), seats).start()
    while position.outcome() is None:
        yield position
        weights = position.weights() or None
        position = position.after(chance.choices(position.moves(), weights)[0])
    yield position


# --- Programs -------------------------------------------------------------------------------------


def test_every_number_of_a_program_is_verified() -> None:
    numbers = lower(wheel().root, 3)  # type: ignore[arg-type]
    core.start(numbers)
    for at in range(len(numbers)):
        for wrong in (-1, 1_000):
            with pytest.raises(ValueError, match="expected"):
                core.start([*numbers[:at], wrong, *numbers[at + 1 :]])
    for cut in range(len(numbers)):
        with pytest.raises(ValueError, match="expected"):
            core.start(numbers[:cut])
    with pytest.raises(ValueError, match="numbers"):
        core.start([*numbers, 0])


def test_more_first_cards_than_there_are_cannot_be_dealt() -> None:
    numbers = lower(wheel(start="(start 20 (tickets 2) (keep 1))").root, 4)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="first cards: expected at most 13 each, got 20"):
        core.start(numbers)


# --- What is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5])
def test_redeals_keep_what_a_seat_has_seen(seats: int) -> None:
    for ply, position in enumerate(_match(seats, seed=seats)):
        if ply % 7 or position.outcome() is not None:
            continue
        for seat in range(seats):
            dealt = position.redealt(seat, ply)
            assert dealt.view(seat) == position.view(seat)
            state, again = position.state, dealt.state
            for other in range(seats):
                hand, known = again["hands"][other], again["known"][other]
                assert sum(hand) == state["hand_counts"][other]
                assert all(map(int.__ge__, hand, known))
            assert _cards(again) == _cards(state)
            assert _tickets(again) == _tickets(state)
            if position.seat == seat:
                assert dealt.moves() == position.moves()


def _cards(state: Any) -> list[int]:
    heaps = [state["pile"], state["discards"], state["market"], *state["hands"]]
    return [sum(kind) for kind in zip(*heaps, strict=True)]


def _tickets(state: Any) -> Counter[int]:
    heaps = [*state["tickets"], state["offered"], state["unseen"], state["returned"]]
    return Counter(ticket for heap in heaps for ticket in heap)


def test_redeals_shuffle_what_others_hold() -> None:
    position = next(one for one in _match(3, seed=1) if one.state["phase"] == Phase.TURN)
    hands = {str(position.redealt(0, seed).state["hands"][1]) for seed in range(20)}
    tickets = {str(position.redealt(0, seed).state["tickets"][2]) for seed in range(20)}
    assert len(hands) > 15
    assert len(tickets) > 15


def test_only_the_mover_sees_its_cards_and_tickets() -> None:
    secret = {Kind.DEAL, Kind.CARD, Kind.OFFER, Kind.KEEP}
    for position in _match(2, seed=3):
        for move in position.moves()[:1]:
            numbers = move.packed()
            for seat in range(2):
                shown = position.rules.unpack_move(position.native.observed(seat, numbers))
                is_hidden = move.kind in secret and position.state["mover"] != seat
                assert shown.a == (UNSEEN if is_hidden else move.a)
                assert shown[2:] == move[2:]


# --- Matches --------------------------------------------------------------------------------------


def test_turns_are_measured() -> None:
    seats = 4
    for position in _match(seats, seed=5):
        kind, seat, held, completed, trains, *points = position.measures() or ()
        state = position.state
        assert len(points) == 5
        assert points[seats:] == [0.0]
        if position.turn_completed() and position.outcome() is None:
            assert seat == (state["mover"] - 1) % seats
        assert held == state["ticket_counts"][int(seat)]
        assert completed == len(state["completed"][int(seat)])
        assert trains == state["trains"][int(seat)]
        assert kind in range(4)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.points == tuple(map(float, state["final_points"]))


@pytest.mark.parametrize("player", ["uniform", "mcts:playouts=3", "ismcts:playouts=3"])
def test_matches_are_equal_on_any_number_of_threads(player: str) -> None:
    game = open_game("north-america-smith")
    one, three = (
        playtest(game, [player] * 3, matches=6, seed=2, jobs=jobs, seats=3) for jobs in (1, 3)
    )
    assert to_bytes(one) == to_bytes(three)
    assert replay(one) == sum(len(record.moves) for record in one)


def test_searching_beats_chance() -> None:
    played = playtest(
        wheel(), ["ismcts:playouts=100", "uniform"], matches=100, seed=1, rotate_seats=True
    )
    assert played.player_share(0).low > 0.6
