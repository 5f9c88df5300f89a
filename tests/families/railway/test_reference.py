"""The rules in plain Python, one choice at a time, on four cities."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludwright.errors import IllegalMove
from ludwright.families.railway.lower import Track
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.reference import (
    FREE,
    NO_CARDS,
    Phase,
    ReferencePosition,
    Turn,
    longest_path,
    reference,
)
from ludwright.play.outcome import Reason
from tests.families.railway.square import (
    AB,
    AC,
    AD,
    BC,
    BC2,
    BLACK,
    BLUE,
    CD,
    GREEN,
    LOCOMOTIVE,
    RED,
    WHITE,
    cards,
    chances,
    kinds,
    made,
    square,
    turn,
)


def owned(**tracks: int) -> tuple[int, ...]:
    """Who owns the tracks of the small board, by their names."""
    numbers = {"ab": AB, "bc": BC, "bc2": BC2, "cd": CD, "ad": AD, "ac": AC}
    owners = [FREE] * 6
    for name, owner in tracks.items():
        owners[numbers[name]] = owner
    return tuple(owners)


# --- Set-up ---------------------------------------------------------------------------------------


def test_cards_are_dealt_one_at_a_time_in_turn() -> None:
    position = reference(square(), 3)
    assert (position.phase, position.seat) == (Phase.DEAL, -1)
    assert chances(position)[RED] == pytest.approx(12 / 110)
    assert chances(position)[LOCOMOTIVE] == pytest.approx(14 / 110)
    served = []
    while position.phase is Phase.DEAL:
        served.append(position.mover)
        position = made(position, (Kind.DEAL, len(served) % 8))
    assert served == [0, 1, 2] * 4
    assert [sum(hand) for hand in position.hands] == [4, 4, 4]
    assert position.known == (NO_CARDS,) * 3
    assert (position.phase, position.mover) == (Phase.MARKET, 0)


def test_without_first_cards_the_market_is_laid_out_at_once() -> None:
    position = reference(square(start="(start 0 (tickets 1) (keep 1))"))
    assert position.phase is Phase.MARKET
    position = made(position, *[(Kind.TURN_UP, RED)] * 5)
    assert position.market == cards(red=5)
    assert (position.phase, position.mover) == (Phase.OFFER, 0)


def test_the_seats_choose_their_first_tickets_one_after_the_other() -> None:
    game = square(start="(start 0 (tickets 2) (keep 1))")
    position = made(reference(game), *[(Kind.TURN_UP, RED)] * 5)
    assert chances(position) == dict.fromkeys(range(5), 1 / 5)
    position = made(position, (Kind.OFFER, 3), (Kind.OFFER, 1))
    assert (position.phase, position.seat) == (Phase.KEEP, 0)
    # The bits are in the order of the tickets' numbers: the first bit is ticket 1.
    assert position.moves() == tuple(
        RailwayMove(Kind.KEEP, mask, number) for mask, number in ((1, 1), (2, 1), (3, 2))
    )
    position = made(position, (Kind.KEEP, 2, 1))
    assert position.tickets[0] == {3}
    assert position.returned == ((1, 0),)
    assert (position.phase, position.mover, position.turns) == (Phase.OFFER, 1, 0)
    assert chances(position).keys() == {0, 2, 4}
    position = made(position, (Kind.OFFER, 0), (Kind.OFFER, 2), (Kind.KEEP, 3, 2))
    assert (position.phase, position.seat, position.turns) == (Phase.TURN, 0, 0)
    assert not position.turn_completed()


def test_first_tickets_that_are_too_few_are_those_that_were_returned() -> None:
    game = square(start="(start 0 (tickets 4) (keep 1))")
    position = made(reference(game), *[(Kind.TURN_UP, RED)] * 5)
    position = made(position, *[(Kind.OFFER, ticket) for ticket in (4, 0, 2, 1)])
    position = made(position, (Kind.KEEP, 8, 1), (Kind.OFFER, 3))
    # None is unseen now: 0, 1 and 2 come back in the order of the board's list.
    assert position.returned == ((0, 0), (1, 0), (2, 0))
    for ticket in (0, 1, 2):
        assert chances(position) == {ticket: 1.0}
        position = made(position, (Kind.OFFER, ticket))
    assert (position.phase, position.offered) == (Phase.KEEP, frozenset(range(4)))


def test_a_seat_for_which_no_ticket_is_left_does_not_choose() -> None:
    game = square(start="(start 0 (tickets 5) (keep 5))")
    position = made(reference(game), *[(Kind.TURN_UP, RED)] * 5)
    position = made(position, *[(Kind.OFFER, ticket) for ticket in range(5)])
    assert position.moves() == (RailwayMove(Kind.KEEP, 31, 5),)
    position = made(position, (Kind.KEEP, 31, 5))
    assert (position.phase, position.seat) == (Phase.TURN, 0)
    assert position.tickets == (frozenset(range(5)), frozenset())
    assert Kind.TICKETS not in kinds(position)


# --- Cards ----------------------------------------------------------------------------------------


def table(**facts: Any) -> ReferencePosition:
    """Seat 0 begins a turn with a market of one of each of five kinds."""
    market = cards(red=1, green=1, blue=1, white=1, locomotive=1)
    return turn(square(), **{"market": market, "pile": cards(red=3, black=1), **facts})


def test_a_card_from_the_market_is_replaced_before_the_second_is_taken() -> None:
    position = made(table(), (Kind.TAKE, GREEN))
    assert (position.phase, position.seat) == (Phase.MARKET, -1)
    assert chances(position) == {RED: 3 / 4, BLACK: 1 / 4}
    position = made(position, (Kind.TURN_UP, BLACK))
    assert (position.phase, position.seat) == (Phase.SECOND, 0)
    takes = [RailwayMove(Kind.TAKE, kind) for kind in (RED, BLUE, BLACK, WHITE)]
    assert position.moves() == (*takes, RailwayMove(Kind.DRAW))
    position = made(position, (Kind.TAKE, BLACK), (Kind.TURN_UP, RED))
    assert position.hands[0] == position.known[0] == cards(green=1, black=1)
    assert (position.seat, position.turns, position.latest) == (1, 1, (Turn.CARDS, 0))
    assert position.turn_completed()


def test_a_locomotive_from_the_market_is_the_whole_turn() -> None:
    position = made(table(), (Kind.TAKE, LOCOMOTIVE))
    assert not position.turn_completed()
    position = made(position, (Kind.TURN_UP, RED))
    assert (position.seat, position.turns, position.hands[0]) == (1, 1, cards(locomotive=1))
    assert position.turn_completed()


def test_a_locomotive_drawn_blind_is_one_card_and_not_known() -> None:
    position = made(table(pile=cards(locomotive=2)), (Kind.DRAW,))
    assert (position.phase, position.seat) == (Phase.BLIND, -1)
    position = made(position, (Kind.CARD, LOCOMOTIVE))
    assert (position.phase, position.known[0]) == (Phase.SECOND, NO_CARDS)
    position = made(position, (Kind.DRAW,), (Kind.CARD, LOCOMOTIVE))
    assert (position.seat, position.hands[0]) == (1, cards(locomotive=2))


def test_the_discarded_cards_become_the_pile_when_a_card_is_needed() -> None:
    position = table(pile=cards(red=1), discards=cards(green=2))
    position = made(position, (Kind.DRAW,), (Kind.CARD, RED))
    assert (position.pile, position.discards) == (NO_CARDS, cards(green=2))
    position = made(position, (Kind.DRAW,))
    assert (position.pile, position.discards) == (cards(green=2), NO_CARDS)
    assert chances(position) == {GREEN: 1.0}


def test_without_any_card_left_the_market_shrinks_and_the_second_card_may_be_missed() -> None:
    market = cards(red=1, locomotive=1)
    position = made(turn(square(), market=market, pile=NO_CARDS), (Kind.TAKE, RED))
    # Only a locomotive is left, which cannot be the second card.
    assert (position.seat, position.turns, position.hands[0]) == (1, 1, cards(red=1))
    assert position.market == cards(locomotive=1)
    position = turn(square(), market=cards(red=2), pile=NO_CARDS)
    position = made(position, (Kind.TAKE, RED))
    assert (position.phase, position.moves()) == (Phase.SECOND, (RailwayMove(Kind.TAKE, RED),))


def test_a_market_of_locomotives_is_cleared_at_most_three_times() -> None:
    market = cards(red=3, locomotive=2)
    position = turn(square(), market=market, pile=cards(red=1, locomotive=60))
    position = made(position, (Kind.TAKE, RED), (Kind.TURN_UP, LOCOMOTIVE))
    for cleared in (1, 2, 3):
        assert (position.market, position.redraws) == (NO_CARDS, cleared)
        assert sum(position.discards) == 5 * cleared
        position = made(position, *[(Kind.TURN_UP, LOCOMOTIVE)] * 5)
    assert (position.phase, position.market) == (Phase.SECOND, cards(locomotive=5))
    # The only second card is a blind one; taking a card later, counting begins again.
    assert position.moves() == (RailwayMove(Kind.DRAW),)
    position = made(position, (Kind.DRAW,), (Kind.CARD, RED), (Kind.TAKE, LOCOMOTIVE))
    assert (position.redraws, sum(position.market)) == (0, 4)
    assert made(position, (Kind.TURN_UP, LOCOMOTIVE)).redraws == 1


@pytest.mark.parametrize(
    ("market", "cleared"),
    [("(market 5 (clear 0))", 0), ("(market 5 (clear 5))", 0), ("(market 5 (clear 4))", 1)],
)
def test_how_many_locomotives_clear_the_market_is_a_rule(market: str, cleared: int) -> None:
    laid = cards(red=2, locomotive=3)
    position = turn(square(market=market), market=laid, pile=cards(red=30, locomotive=3))
    position = made(position, (Kind.TAKE, RED), (Kind.TURN_UP, LOCOMOTIVE))
    assert position.redraws == cleared


def test_a_market_is_not_cleared_if_no_other_card_can_be_drawn() -> None:
    laid = cards(red=2, locomotive=3)
    position = turn(square(), market=laid, pile=cards(locomotive=1))
    position = made(position, (Kind.TAKE, RED), (Kind.TURN_UP, LOCOMOTIVE))
    assert (position.market, position.redraws) == (cards(red=1, locomotive=4), 0)
    short = turn(square(), market=laid, pile=NO_CARDS)
    assert made(short, (Kind.TAKE, RED)).market == cards(red=1, locomotive=3)


# --- Tracks ---------------------------------------------------------------------------------------


def builds(position: ReferencePosition) -> list[tuple[int, int, int]]:
    """The track, the kind of cards and the locomotives of each way to build one."""
    return [move[1:4] for move in position.moves() if move.kind == Kind.BUILD]


def holding(**hand: int) -> ReferencePosition:
    """Seat 0 begins a turn with these cards."""
    return turn(square(), hands=(cards(**hand), NO_CARDS))


def test_a_track_is_paid_for_in_its_colour_and_locomotives_stand_for_any() -> None:
    assert builds(holding(red=1)) == []
    assert builds(holding(red=2)) == [(AB, RED, 0), (CD, RED, 0)]
    assert builds(holding(red=1, locomotive=1)) == [
        (AB, RED, 1),
        (CD, RED, 1),
        (AD, LOCOMOTIVE, 1),
    ]
    assert builds(holding(locomotive=2)) == [
        (AB, LOCOMOTIVE, 2),
        (CD, LOCOMOTIVE, 2),
        (AD, LOCOMOTIVE, 1),
    ]


def test_a_gray_track_takes_cards_of_any_one_colour() -> None:
    found = builds(holding(green=2, black=1, locomotive=1))
    assert [one for one in found if one[0] == CD] == [
        (CD, GREEN, 0),
        (CD, GREEN, 1),
        (CD, BLACK, 1),
    ]
    assert [one for one in found if one[0] == BC] == [(BC, GREEN, 1)]
    assert [one for one in found if one[0] == BC2] == []


def test_a_built_track_costs_cards_and_trains_and_brings_points() -> None:
    position = turn(
        square(),
        hands=(cards(white=4, red=1, locomotive=2), NO_CARDS),
        known=(cards(white=4, locomotive=1), NO_CARDS),
    )
    position = made(position, (Kind.BUILD, AC, WHITE, 1))
    assert position.owners == owned(ac=0)
    assert position.hands[0] == cards(white=1, red=1, locomotive=1)
    assert position.known[0] == cards(white=1)
    assert position.discards == cards(white=3, locomotive=1)
    assert position.trains == (41, 45)
    assert position.route_points == (7, 0)
    assert (position.seat, position.latest) == (1, (Turn.TRACK, 0))
    assert position.turn_completed()


def test_locomotives_alone_are_paid_as_such() -> None:
    position = made(holding(locomotive=3), (Kind.BUILD, BC2, LOCOMOTIVE, 3))
    assert position.hands[0] == NO_CARDS
    assert position.discards == cards(locomotive=3)


def test_a_track_needs_as_many_trains_as_it_has_spaces() -> None:
    hand = cards(red=2, white=4, blue=1)
    position = turn(square(), hands=(hand, hand), trains=(2, 1), seat=1)
    assert builds(position) == [(AD, BLUE, 0)]


@pytest.mark.parametrize(
    ("seats", "seat", "is_open"), [(2, 1, False), (3, 1, False), (4, 1, True), (4, 0, False)]
)
def test_the_second_track_of_a_route_is_for_others_and_many(
    seats: int, seat: int, *, is_open: bool
) -> None:
    hands = (cards(blue=3),) * seats
    position = turn(square(), seats, seat, hands=hands, owners=owned(bc=0))
    assert ((BC2, BLUE, 0) in builds(position)) == is_open
    assert all(track != BC for track, _, _ in builds(position))


def test_the_number_of_players_for_both_tracks_is_a_rule() -> None:
    hands = (cards(blue=3),) * 2
    position = turn(square(rest="(doubles 2)"), 2, 1, hands=hands, owners=owned(bc=0))
    assert (BC2, BLUE, 0) in builds(position)


# --- Tickets --------------------------------------------------------------------------------------


def test_a_turn_of_tickets_draws_three_and_keeps_some() -> None:
    position = made(turn(square()), (Kind.TICKETS,))
    position = made(position, (Kind.OFFER, 4), (Kind.OFFER, 0), (Kind.OFFER, 2))
    assert [move.a for move in position.moves()] == [1, 2, 3, 4, 5, 6, 7]
    assert [move.b for move in position.moves()] == [1, 1, 2, 1, 2, 2, 3]
    position = made(position, (Kind.KEEP, 4, 1))
    assert position.tickets[0] == {4}
    assert position.returned == ((0, 0), (2, 0))
    assert (position.seat, position.latest) == (1, (Turn.TICKETS, 0))


def test_returned_tickets_are_drawn_last_and_first_in_first_out() -> None:
    position = turn(square(), unseen=frozenset({1}), returned=((3, 1), (0, 0)))
    position = made(position, (Kind.TICKETS,))
    for ticket in (1, 3, 0):
        assert chances(position) == {ticket: 1.0}
        position = made(position, (Kind.OFFER, ticket))
    position = made(position, (Kind.KEEP, 1, 1))
    assert position.returned == ((1, 0), (3, 0))


def test_fewer_tickets_are_drawn_and_kept_if_there_are_not_more() -> None:
    game = square(more="(more-tickets 3 (keep 2))")
    position = made(turn(game, unseen=frozenset({2})), (Kind.TICKETS,), (Kind.OFFER, 2))
    assert position.moves() == (RailwayMove(Kind.KEEP, 1, 1),)
    empty = turn(game, unseen=frozenset())
    assert Kind.TICKETS not in kinds(empty)


# --- The end --------------------------------------------------------------------------------------


def test_each_seat_has_one_more_turn_once_a_player_has_few_trains() -> None:
    position = turn(square(), 3, 1, hands=(cards(white=4),) * 3, trains=(9, 6, 9))
    position = made(position, (Kind.BUILD, AC, WHITE, 0))
    assert position.last_turns == 3
    seats = []
    while position.outcome() is None:
        if position.phase is Phase.TURN:
            seats.append(position.seat)
        position = position.after(next(iter(position.moves())))
    assert seats == [2, 0, 1]
    assert position.reason is Reason.RULE


def test_the_last_turns_begin_once_only() -> None:
    hands = (cards(blue=3, white=4),) * 2
    position = turn(square(), hands=hands, trains=(3, 5))
    position = made(position, (Kind.BUILD, AD, BLUE, 0), (Kind.BUILD, AC, WHITE, 0))
    assert position.last_turns == 1
    position = made(position, (Kind.DRAW,), (Kind.CARD, RED), (Kind.DRAW,), (Kind.CARD, RED))
    assert position.outcome() is not None


def stuck(gridlock: str, seats: int = 2, **facts: Any) -> ReferencePosition:
    """Nobody has any card, and none is left."""
    return turn(square(rest=f"(gridlock {gridlock})"), seats, **{"pile": NO_CARDS, **facts})


def test_the_match_can_end_when_a_seat_is_stuck() -> None:
    position = stuck("first")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason is Reason.NO_MOVES
    assert (position.moves(), position.seat, position.turns) == ((), -1, 0)


def test_a_stuck_seat_draws_tickets_or_passes_until_all_passed_in_a_row() -> None:
    position = stuck("all", 3)
    assert kinds(position) == {Kind.TICKETS, Kind.PASS}
    position = made(position, (Kind.PASS,), (Kind.PASS,), (Kind.TICKETS,))
    position = made(position, *((Kind.OFFER, ticket) for ticket in (0, 1, 2)), (Kind.KEEP, 1, 1))
    assert position.passes == 0
    position = made(position, (Kind.PASS,), (Kind.PASS,))
    assert position.outcome() is None
    position = made(position, (Kind.PASS,))
    assert position.reason is Reason.NO_MOVES
    assert position.latest == (Turn.PASS, 2)


def test_whoever_can_build_or_take_a_card_does_not_pass() -> None:
    assert Kind.PASS not in kinds(stuck("all", hands=(cards(blue=1), NO_CARDS)))
    assert Kind.PASS not in kinds(stuck("all", discards=cards(blue=1)))
    assert Kind.PASS not in kinds(stuck("all", market=cards(locomotive=1)))
    assert Kind.PASS in kinds(stuck("all", hands=(cards(blue=1), NO_CARDS), trains=(0, 5)))


def test_the_last_pass_of_the_last_turn_ends_the_match_by_the_rules() -> None:
    position = made(stuck("all", last_turns=1, passes=1), (Kind.PASS,))
    assert position.reason is Reason.RULE


# --- Points ---------------------------------------------------------------------------------------


def ended(**facts: Any) -> ReferencePosition:
    """A match that ends in gridlock."""
    return stuck("first", **facts)


def tickets(*seats: set[int]) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, seats))


def test_tickets_are_paid_if_their_cities_are_joined_and_cost_points_if_not() -> None:
    # Tickets: 0 A-B 2, 1 A-C 4, 2 B-D 3, 3 C-D 2, 4 B-C 3.
    position = ended(owners=owned(ab=0, bc=0, ad=1, ac=1), tickets=tickets({0, 1, 2}, {3, 4}))
    assert (position.completed(0), position.completed(1)) == tickets({0, 1}, {3})
    # Both have a longest path of five spaces.
    assert position.longest_paths() == (5, 5)
    assert [position.final_points(seat) for seat in (0, 1)] == [2 + 4 - 3 + 10, 2 - 3 + 10]
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.points) == ((1.0, 0.0), (13.0, 9.0))


def test_a_path_of_no_spaces_is_not_the_longest() -> None:
    outcome = ended().outcome()
    assert outcome is not None
    assert (outcome.points, outcome.scores) == ((0.0, 0.0), (0.5, 0.5))


def test_equal_points_are_decided_by_completed_tickets_then_by_the_longest_path() -> None:
    # 3 = 2 + 4 - 3 and 3: seat 0 completed two tickets, seat 1 one.
    more = ended(
        owners=owned(ab=0, bc=0, ad=1, ac=1),
        tickets=tickets({0, 1, 2}, {3}),
        route_points=(0, 1),
    )
    assert more.points() == (13.0, 13.0)
    assert more.standings() == (1.0, 0.0)
    path = ended(owners=owned(ab=0, ad=1), route_points=(0, 10))
    assert (path.points(), path.standings()) == ((10.0, 10.0), (1.0, 0.0))
    equal = ended(owners=owned(ab=0, cd=1), route_points=(2, 2))
    assert equal.standings() == (0.5, 0.5)


def test_standings_and_measures_count_the_points_so_far() -> None:
    position = turn(
        square(),
        owners=owned(ab=0, ad=1),
        tickets=tickets({0, 1}, {3}),
        route_points=(2, 1),
        trains=(43, 44),
        latest=(Turn.TRACK, 0),
    )
    assert position.points() == (4.0, 1.0)
    assert position.standings() == pytest.approx((5 / 7, 2 / 7))
    assert position.measures() == (1, 0, 2, 1, 43, 4, 1, 0, 0, 0)


# --- The longest path -----------------------------------------------------------------------------


def track(one: int, other: int, length: int) -> Track:
    return Track(one, other, 10 * one + other, length, 0)


def test_the_longest_path_may_pass_a_city_again_but_no_track() -> None:
    triangle = [track(0, 1, 2), track(1, 2, 3), track(0, 2, 4)]
    assert longest_path(frozenset(triangle)) == 9
    assert longest_path(frozenset([*triangle, track(2, 3, 6)])) == 15
    star = [track(0, end, end) for end in (1, 2, 3, 4)]
    assert longest_path(frozenset(star)) == 7
    assert longest_path(frozenset([*star, track(5, 6, 6), track(6, 7, 2)])) == 8
    assert longest_path(frozenset()) == 0


def test_the_longest_path_is_that_of_all_orders_of_tracks() -> None:
    """The trail is looked for again, without any cleverness, among the orders of all tracks."""
    rng = Random(5)
    for _ in range(60):
        pairs = rng.sample([(one, other) for other in range(6) for one in range(other)], 7)
        tracks = [track(one, other, rng.randint(1, 6)) for one, other in pairs]
        assert longest_path(frozenset(tracks)) == by_growing_trails(tracks)


def by_growing_trails(tracks: list[Track]) -> int:
    """All trails, grown by one track at a time, as (where it ends, which tracks it has)."""
    cities = {city for one in tracks for city in one[:2]}
    trails = {(city, frozenset[int]()) for city in cities}
    longest = 0
    while trails:
        longest = max(longest, *(sum(tracks[at].length for at in used) for _, used in trails))
        trails = {
            (one.other if one.one == city else one.one, used | {at})
            for city, used in trails
            for at, one in enumerate(tracks)
            if at not in used and city in one[:2]
        }
    return longest


# --- Illegal moves --------------------------------------------------------------------------------


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="expected one of the legal moves"):
        reference(square()).after(RailwayMove(Kind.PASS))
