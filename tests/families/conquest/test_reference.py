"""The rules in plain Python, one choice at a time, on six territories in a ring."""

from __future__ import annotations

from random import Random

import pytest

from ludwright.errors import IllegalMove
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import (
    NOBODY,
    Phase,
    ReferencePosition,
    reference,
)
from ludwright.play.outcome import Reason
from tests.families.conquest.small import (
    BOARD,
    A,
    B,
    C,
    D,
    E,
    F,
    assaulted,
    conquest,
    dealt,
    done,
    numbers,
    placed,
    rolled,
    turn,
)

MIXED = (0, 1, 0, 1, 0, 1)
"""Nobody owns a continent; every territory has borders with the enemy only."""
HALVES = (0, 0, 0, 1, 1, 1)
"""Seat 0 owns the west and seat 1 the east."""


def drawn(position: ReferencePosition, rng: Random) -> ReferencePosition:
    """A random ply."""
    return position.after(rng.choices(position.moves(), position.weights() or None)[0])


# --- Set-up ---------------------------------------------------------------------------------------


def test_a_random_deal_is_chance_and_goes_round() -> None:
    position = reference(conquest(), 3)
    assert (position.phase, position.seat) == (Phase.DEAL, -1)
    assert position.weights() == (1.0,) * 6
    served = []
    for _ in range(6):
        served.append(position.mover)
        position = position.after(position.moves()[-1])
    assert served == [0, 1, 2, 0, 1, 2]
    assert position.owners == (2, 1, 0, 2, 1, 0)
    assert position.armies == (1,) * 6


def test_a_draft_is_chosen_by_the_players() -> None:
    position = reference(conquest(setup="(setup draft)"), 2)
    assert position.seat == 0
    position = position.after(ConquestMove(Kind.CLAIM, C))
    assert (position.seat, position.owners[C]) == (1, 0)
    assert ConquestMove(Kind.CLAIM, C) not in position.moves()


def test_armies_are_those_for_the_number_of_players() -> None:
    game = conquest(setup="(setup (by-seats 9 7))")
    assert [reference(game, seats).rules.armies for seats in (2, 3, 4)] == [9, 7, 7]
    game = conquest(setup="(setup (per-territory 2))")
    assert [reference(game, seats).rules.armies for seats in (2, 3, 4)] == [6, 4, 3]


def test_first_armies_are_placed_one_at_a_time_in_turn() -> None:
    position = dealt(conquest(setup="(setup (by-seats 5))"), MIXED)
    seats = []
    while position.phase is Phase.SPREAD:
        assert set(numbers(position, Kind.PLACE)) == {1}
        seats.append(position.seat)
        position = position.after(position.moves()[0])
    assert seats == [0, 1, 0, 1]
    assert position.armies == (3, 3, 1, 1, 1, 1)
    assert (position.phase, position.seat) == (Phase.PLACE, 0)


def test_uneven_hands_get_the_same_number_of_armies() -> None:
    """Four players on six territories: two of them own one more and place one army fewer."""
    position = dealt(conquest(setup="(setup (by-seats 3))"), (0, 1, 2, 3, 0, 1), seats=4)
    seats = []
    while position.phase is Phase.SPREAD:
        seats.append(position.seat)
        position = position.after(position.moves()[0])
    assert seats == [0, 1, 2, 3, 2, 3]
    assert [position.army_count(seat) for seat in range(4)] == [3] * 4


def test_scattered_armies_are_chance() -> None:
    position = dealt(conquest(setup="(setup (by-seats 5) scattered)"), MIXED)
    assert (position.phase, position.seat) == (Phase.SPREAD, -1)
    assert {move.a for move in position.moves()} == {A, C, E}


def test_neutral_territories_are_dealt_and_reinforced_between_two_players() -> None:
    game = conquest(setup="(setup draft (by-seats 5) neutral)")
    position = dealt(game, (0, 1, NOBODY, 0, 1, NOBODY))
    seats = []
    while position.phase is Phase.SPREAD:
        there = {position.owners[move.a] for move in position.moves()}
        seats.append((position.seat, *there))
        position = position.after(position.moves()[0])
    turn = [(0, 0), (0, 0), (0, NOBODY), (1, 1), (1, 1), (1, NOBODY)]
    assert seats == [*turn, (0, 0), (0, NOBODY), (1, 1)]
    assert [position.army_count(owner) for owner in (0, 1, NOBODY)] == [5, 5, 5]
    assert sum(position.standings()) == pytest.approx(1.0)


def test_the_official_two_player_set_up_comes_out_even() -> None:
    position, rng = reference(open_game("risk-official"), 2), Random(3)
    while position.phase in (Phase.DEAL, Phase.SPREAD):
        position = drawn(position, rng)
    assert [len(position.owned(owner)) for owner in (0, 1, NOBODY)] == [14, 14, 14]
    assert [position.army_count(owner) for owner in (0, 1, NOBODY)] == [40, 40, 40]


def test_three_players_have_no_neutral_territories() -> None:
    position = reference(conquest(setup="(setup draft neutral)"), 3)
    assert position.seat == 0
    assert position.rules.owners == (0, 1, 2)


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (4, 2)])
def test_the_next_seat_after_the_deal_may_begin(seats: int, first: int) -> None:
    owners = [number % seats for number in range(6)]
    assert dealt(conquest(setup="(setup next-seat)"), owners, seats).seat == first
    assert dealt(conquest(), owners, seats).seat == 0


# --- Reinforcement --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "pool"),
    [
        ("(reinforcement 1)", 3 + 2),
        ("(reinforcement 2 (least 1))", 1 + 2),
        ("(reinforcement 2 ceiling (least 1))", 2 + 2),
        ("(reinforcement 3 ceiling (least 1))", 1 + 2),
        ("(reinforcement 4 (least 1))", 1 + 2),
        ("(reinforcement 4 (least 7))", 7 + 2),
    ],
)
def test_armies_for_territories_and_continents(clause: str, pool: int) -> None:
    position = dealt(conquest(reinforcement=clause), HALVES)
    assert (position.phase, position.pool) == (Phase.PLACE, pool)
    assert numbers(position, Kind.PLACE, A) == [*range(1, pool + 1)]
    assert {move.a for move in position.moves()} == {A, B, C}


def test_a_player_without_a_continent_gets_no_bonus() -> None:
    assert dealt(conquest(), MIXED).pool == 3


def test_bonuses_grow_with_rounds_and_are_rounded() -> None:
    rules = dealt(conquest(reinforcement="(reinforcement (growing 20))"), HALVES).rules
    assert [rules.bonus(1, number) for number in range(5)] == [3, 4, 4, 5, 6]
    assert rules.bonus(1, 1000) == 1000
    assert rules.bonus(1, 99) == rules.bonus(1, 98) == 1000


def test_the_round_counts_how_often_the_table_was_gone_round() -> None:
    position = dealt(conquest(), MIXED, 2)
    rounds = []
    for _ in range(4):
        rounds.append((position.seat, position.round))
        position = done(placed(position, position.moves()[0].a, 3))
    assert rounds == [(0, 0), (1, 0), (0, 1), (1, 1)]


def test_bonuses_inside_come_first_and_stay_inside() -> None:
    position = turn(conquest(reinforcement="(reinforcement inside)"), (0, 0, 0, 1, 1, 0))
    assert (position.pool, position.pool_continent()) == (3, 0)
    assert {move.a for move in position.moves()} == {A, B, C}
    assert max(numbers(position, Kind.PLACE)) == 2
    position = placed(placed(position, B, 1), A, 1)
    assert {move.a for move in position.moves()} == {A, B, C, F}
    assert max(numbers(position, Kind.PLACE)) == 3


# --- Cards ----------------------------------------------------------------------------------------

CARDS = "(cards kinds (series 4 6) (step 5) (wilds 2) (depicted 2))"


def holding(cards: str, *hands: set[int]) -> ReferencePosition:
    """Seat 0 is about to begin a turn, and everyone holds these cards."""
    return turn(conquest(cards=cards), HALVES, hands=tuple(map(frozenset, hands)))


def traded(position: ReferencePosition) -> set[tuple[int, int, int]]:
    return {(move.a, move.b, move.c) for move in position.moves() if move.kind == Kind.TRADE}


def test_sets_of_kinds_are_three_alike_one_of_each_or_two_and_a_wild_one() -> None:
    # The kinds of A to F are 0 1 2 0 1 2; 6 and 7 are wild.
    assert traded(holding(CARDS, {A, B, C}, set())) == {(A, B, C)}
    assert traded(holding(CARDS, {A, B, D}, set())) == set()
    assert traded(holding(CARDS, {A, D, 6}, set())) == {(A, D, 6)}
    assert traded(holding(CARDS, {A, 6, 7}, set())) == {(A, 6, 7)}
    assert holding(CARDS, {A, B, D}, set()).phase is Phase.PLACE


def test_any_three_cards_can_be_a_set() -> None:
    position = holding("(cards any (series 2))", {A, B, D}, set())
    assert traded(position) == {(A, B, D)}
    assert {move.n for move in position.moves()} == {0}


def test_a_set_brings_its_armies_and_two_on_one_shown_territory() -> None:
    position = holding(CARDS, {A, D, 6}, set())
    assert {move.n for move in position.moves() if move.kind == Kind.TRADE} == {A + 1}
    after = position.after(ConquestMove(Kind.TRADE, A, D, 6, A + 1))
    assert after.armies[A] == 3
    assert after.pool == 5 + 4
    assert after.hands[0] == frozenset()
    assert after.deck() == frozenset(range(8))
    both = holding(CARDS, {A, B, 6}, set())
    assert {move.n for move in both.moves() if move.kind == Kind.TRADE} == {A + 1, B + 1}


def test_a_set_of_other_territories_brings_no_more() -> None:
    position = holding(CARDS, {D, E, F}, set())
    assert {move.n for move in position.moves() if move.kind == Kind.TRADE} == {0}


def test_the_series_goes_on_with_its_step() -> None:
    rules = dealt(conquest(cards=CARDS), HALVES).rules
    assert [rules.set_value(number) for number in range(5)] == [4, 6, 11, 16, 21]


def test_trading_can_be_left_until_five_cards_are_held() -> None:
    assert ConquestMove(Kind.DONE) in holding(CARDS, {A, B, C, D}, set()).moves()
    assert ConquestMove(Kind.DONE) not in holding(CARDS, {A, B, C, D, E}, set()).moves()
    later = CARDS.replace("(depicted 2)", "(hold 6)")
    assert ConquestMove(Kind.DONE) in holding(later, {A, B, C, D, E}, set()).moves()


def test_a_second_set_can_be_traded_in_the_same_turn() -> None:
    position = holding(CARDS, {A, B, C, D, E, F}, set())
    position = position.after(ConquestMove(Kind.TRADE, A, B, C, A + 1))
    assert position.phase is Phase.TRADE
    assert ConquestMove(Kind.DONE) in position.moves()
    position = position.after(ConquestMove(Kind.TRADE, D, E, F))
    assert (position.phase, position.pool, position.traded) == (Phase.PLACE, 5 + 4 + 6, 2)


def test_whoever_conquered_draws_a_card_at_the_end_of_the_turn() -> None:
    position = holding(CARDS, set(), {6})
    position = rolled(placed(position, C, 5), (C, F), 3, (0, 1))
    position = done(position.after(ConquestMove(Kind.OCCUPY, n=3)))
    assert (position.phase, position.seat) == (Phase.DRAW, -1)
    assert {move.a for move in position.moves()} == set(range(8)) - {6}
    position = position.after(ConquestMove(Kind.CARD, 7))
    assert position.hands == (frozenset({7}), frozenset({6}))
    assert (position.mover, position.turns) == (1, 1)


def test_whoever_conquered_nothing_draws_no_card() -> None:
    position = holding(CARDS, set(), set())
    position = done(rolled(placed(position, C, 5), (C, F), 3, (1, 0)))
    assert (position.phase, position.mover) == (Phase.PLACE, 1)


def test_without_cards_left_nobody_draws_one() -> None:
    position = holding("(cards any (series 2) (hold 12))", {A, B, C}, {D, E, F})
    position = placed(done(position), C, 5)
    position = rolled(position, (C, F), 3, (0, 1)).after(ConquestMove(Kind.OCCUPY, n=3))
    assert (done(position).mover, done(position).turns) == (1, 1)


# --- Battles --------------------------------------------------------------------------------------


def fighting(battle: str, armies: int, **clauses: str) -> ReferencePosition:
    """Seat 0 has so many armies on C and may attack F."""
    least = f"(reinforcement (least {armies - 1 - 2}))"
    game = conquest(battle=battle, reinforcement=least, **clauses)
    return placed(dealt(game, HALVES), C, armies - 1)


def test_a_roll_has_fewer_dice_than_armies() -> None:
    assert numbers(fighting("(battle)", 5), Kind.ROLL, C, F) == [1, 2, 3]
    assert numbers(fighting("(battle)", 5), Kind.ASSAULT, C, F) == [4]
    assert numbers(fighting("(battle (attack-dice 2))", 5), Kind.ROLL, C, F) == [1, 2]
    position = dealt(conquest(), HALVES)
    position = placed(placed(position, A, 4), C, 1)
    assert numbers(position, Kind.ROLL, C, F) == [1]
    assert numbers(position, Kind.ROLL, B) == []


def test_only_other_owners_behind_a_border_are_attacked() -> None:
    position = fighting("(battle)", 6)
    assert {(move.a, move.b) for move in position.moves() if move.kind == Kind.ROLL} == {(C, F)}


def test_an_attack_to_the_end_commits_a_number_of_armies() -> None:
    position = fighting("(battle to-the-end)", 5)
    assert numbers(position, Kind.ROLL) == []
    assert numbers(position, Kind.ASSAULT, C, F) == [1, 2, 3, 4]
    position = position.after(ConquestMove(Kind.ASSAULT, C, F, n=2))
    assert [(move.n, move.m) for move in position.moves()] == [(0, 1), (1, 1), (2, 0)]
    lost = position.after(ConquestMove(Kind.LOSSES, n=2, m=0))
    assert (lost.phase, lost.armies[C], lost.owners[F]) == (Phase.ATTACK, 3, 1)


@pytest.mark.parametrize(
    ("against", "defenders", "losses"),
    [
        (2, 4, [(0, 2), (1, 1), (2, 0)]),
        (1, 4, [(0, 1), (1, 0)]),
        (3, 4, [(0, 3), (1, 2), (2, 1), (3, 0)]),
        (3, 1, [(0, 1), (1, 0)]),
    ],
)
def test_the_defender_rolls_as_many_dice_as_it_can(
    against: int, defenders: int, losses: list[tuple[int, int]]
) -> None:
    game = conquest(battle=f"(battle (defence-dice {against}))")
    position = turn(game, HALVES, armies=(1, 1, 8, 1, 1, defenders))
    position = placed(position, A, 5).after(ConquestMove(Kind.ROLL, C, F, n=3))
    assert [(move.n, move.m) for move in position.moves()] == losses


def test_losses_of_a_roll_have_their_chances() -> None:
    position = fighting("(battle)", 5).after(ConquestMove(Kind.ROLL, C, F, n=3))
    assert position.seat == -1
    assert [(move.n, move.m) for move in position.moves()] == [(0, 1), (1, 0)]
    assert position.weights() == pytest.approx((0.659722, 0.340278), abs=1e-6)
    ties = fighting("(battle ties-to-attacker)", 5).after(ConquestMove(Kind.ROLL, C, F, n=1))
    assert ties.weights() == pytest.approx((21 / 36, 15 / 36))


def test_a_lost_roll_leaves_the_attack_open() -> None:
    position = rolled(fighting("(battle)", 5), (C, F), 3, (1, 0))
    assert (position.phase, position.armies[C], position.seat) == (Phase.ATTACK, 4, 0)


def test_attacks_that_are_no_longer_possible_are_passed_over() -> None:
    position = dealt(conquest(), MIXED)
    position = placed(placed(position, A, 1), C, 2)
    position = rolled(rolled(position, (A, B), 1, (1, 0)), (C, F), 2, (1, 0))
    assert position.phase is Phase.ATTACK
    position = rolled(position, (C, F), 1, (1, 0))
    assert (position.phase, position.mover, position.turns) == (Phase.PLACE, 1, 1)


# --- Occupation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("occupation", "moved"), [("survivors", 2), ("dice", 2), ("all", 5), ("choice", 2)]
)
def test_how_many_move_in_after_a_roll(occupation: str, moved: int) -> None:
    position = rolled(fighting(f"(battle {occupation})", 6), (C, F), 2, (0, 1))
    assert position.owners[F] == 0
    if occupation == "choice":
        assert (position.phase, position.seat) == (Phase.OCCUPY, 0)
        assert numbers(position, Kind.OCCUPY) == [2, 3, 4, 5]
        position = position.after(ConquestMove(Kind.OCCUPY, n=2))
    assert (position.armies[F], position.armies[C]) == (moved, 6 - moved)


@pytest.mark.parametrize(("occupation", "moved"), [("survivors", 4), ("dice", 3), ("all", 7)])
def test_how_many_move_in_after_an_assault(occupation: str, moved: int) -> None:
    position = fighting(f"(battle to-the-end {occupation})", 9)
    position = assaulted(position, (C, F), 5, (1, 1))
    assert (position.armies[F], position.armies[C]) == (moved, 8 - moved)


def test_how_many_move_in_is_asked_for_in_the_last_turn_too() -> None:
    """The limit ends the match whatever is chosen, but the choice wins nothing."""
    position = fighting("(battle)", 6, limit="(limit 1)", board=BOARD.replace("C E", "C"))
    position = rolled(position, (C, F), 1, (0, 1))
    assert position.phase is Phase.OCCUPY
    assert position.after(ConquestMove(Kind.OCCUPY, n=5)).phase is Phase.OVER


def test_a_choice_of_one_number_is_not_asked_for() -> None:
    position = rolled(fighting("(battle)", 4), (C, F), 3, (0, 1))
    assert (position.phase, position.armies[F], position.armies[C]) == (Phase.ATTACK, 3, 1)


# --- Elimination and the end ----------------------------------------------------------------------


def last_one(seats: int = 3, hands: tuple[set[int], ...] = (), **clauses: str) -> ReferencePosition:
    """Seat 0 has six armies on C and placed its new ones; seat 1 has nothing but F."""
    owners = (0, 2, 0, 2, 2, 1) if seats == 3 else (0, 0, 0, 0, 0, 1)
    held = tuple(map(frozenset, hands or [()] * seats))
    position = turn(conquest(**clauses), owners, seats, armies=(1, 1, 6, 1, 1, 1), hands=held)
    return placed(position, A, position.pool)


def test_the_last_player_wins_and_nothing_more_is_asked() -> None:
    position = rolled(last_one(seats=2), (C, F), 2, (0, 1))
    assert position.phase is Phase.OVER
    assert position.armies[F] == 2
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.reason, outcome.places) == ((1.0, 0.0), Reason.RULE, (0, 1))
    assert position.moves() == ()


def test_an_eliminated_player_is_passed_over() -> None:
    position = rolled(last_one(), (C, F), 1, (0, 1)).after(ConquestMove(Kind.OCCUPY, n=1))
    assert position.alive() == (0, 2)
    assert done(position).mover == 2


@pytest.mark.parametrize("at_once", [5, 6])
def test_cards_of_an_eliminated_player_are_taken_and_perhaps_traded_at_once(at_once: int) -> None:
    cards = f"(cards any (series 4) (wilds 2) (at-once {at_once}))"
    position = last_one(hands=({A, B}, {C, D, E}, {F}), cards=cards)
    position = rolled(position, (C, F), 1, (0, 1))
    assert position.hands == (frozenset({A, B, C, D, E}), frozenset(), frozenset({F}))
    position = position.after(ConquestMove(Kind.OCCUPY, n=1))
    if at_once == 6:
        assert position.phase is Phase.ATTACK
        return
    assert position.phase is Phase.TRADE
    assert ConquestMove(Kind.DONE) not in position.moves()
    position = position.after(ConquestMove(Kind.TRADE, A, B, C))
    assert (position.phase, position.pool) == (Phase.PLACE, 4)
    position = placed(position, F, 4)
    assert (position.phase, position.armies[F]) == (Phase.ATTACK, 5)
    # The cards that are left wait for the next turn.
    assert position.hands[0] == {D, E}


def test_a_share_of_the_territories_wins_after_a_conquest() -> None:
    position = fighting("(battle)", 6, goal="(share 60)")
    assert position.phase is Phase.ATTACK
    position = rolled(position, (C, F), 1, (0, 1))
    # Four of six are enough; how many move in is not asked for any more.
    assert (position.phase, position.winner, position.armies[F]) == (Phase.OVER, 0, 1)
    again = rolled(fighting("(battle)", 6, goal="(share 67)"), (C, F), 1, (0, 1))
    assert again.phase is Phase.OCCUPY


def test_who_is_left_at_the_limit_shares_the_win() -> None:
    position = done(placed(dealt(conquest(limit="(limit 2)"), HALVES), A, 5))
    position = placed(position, E, 6)
    assert position.phase is Phase.OVER
    assert position.outcome() is not None
    assert position.outcome().scores == (0.5, 0.5)  # type: ignore[union-attr]
    assert position.turns == 2


def test_eliminated_players_have_no_share_at_the_limit() -> None:
    position = rolled(last_one(limit="(limit 1)"), (C, F), 1, (0, 1))
    position = done(position.after(ConquestMove(Kind.OCCUPY, n=1)))
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((0.5, 0.0, 0.5), (0, 1, 0))
    assert position.standings() == outcome.scores


# --- Missions -------------------------------------------------------------------------------------


def test_missions_are_dealt_first_and_none_twice() -> None:
    game = conquest(goal="(missions (occupy 3) (occupy 4) (occupy 5) (occupy 6))")
    position = reference(game, 3)
    assert (position.phase, position.seat) == (Phase.MISSIONS, -1)
    assert len(position.moves()) == 4
    position = position.after(ConquestMove(Kind.MISSION, 2))
    assert [move.a for move in position.moves()] == [0, 1, 3]
    position = position.after(ConquestMove(Kind.MISSION, 0)).after(ConquestMove(Kind.MISSION, 3))
    assert (position.missions, position.phase) == ((2, 0, 3), Phase.DEAL)


def with_mission(mission: str, armies: int = 6) -> ReferencePosition:
    goal = f"(missions {mission} (occupy 6 9) (occupy 6 10) (occupy 6 11))"
    return fighting("(battle)", armies, goal=goal)


@pytest.mark.parametrize(
    ("mission", "is_won"),
    [
        ("(hold West)", True),
        ("(hold East)", False),
        ("(hold West and-another)", False),
        ("(occupy 4)", True),
        ("(occupy 5)", False),
        ("(destroy 1 4)", True),
        ("(destroy 4 4)", True),
        ("(destroy 2 4)", False),
        ("(destroy 1 5)", False),
    ],
)
def test_a_mission_is_checked_after_a_conquest(mission: str, is_won: bool) -> None:
    position = rolled(with_mission(mission), (C, F), 1, (0, 1))
    assert (position.phase is Phase.OVER) == is_won
    assert position.winner == (0 if is_won else None)


def test_a_mission_of_armies_is_checked_with_those_that_moved_in() -> None:
    position = rolled(with_mission("(occupy 2 2)"), (C, F), 1, (0, 1))
    assert position.phase is Phase.OCCUPY
    assert position.after(ConquestMove(Kind.OCCUPY, n=1)).winner is None
    assert position.after(ConquestMove(Kind.OCCUPY, n=2)).winner == 0
    assert position.after(ConquestMove(Kind.OCCUPY, n=5)).winner is None


def test_a_mission_is_checked_at_the_end_of_the_turn() -> None:
    position = with_mission("(occupy 1 6)")
    assert position.phase is Phase.ATTACK
    assert done(position).winner == 0


@pytest.mark.parametrize(("by", "otherwise", "is_won"), [(0, 6, True), (2, 3, True), (2, 4, False)])
def test_destroying_a_player_counts_for_whoever_did_it(
    by: int, otherwise: int, is_won: bool
) -> None:
    goal = f"(missions (destroy 2 {otherwise}) (occupy 6 9) (occupy 6 10) (occupy 6 11))"
    gone = ((1, by),)
    position = turn(conquest(goal=goal), (0, 2, 0, 2, 2, 0), 3, eliminated=gone)
    assert (done(placed(position, A, 3)).winner == 0) == is_won


# --- Fortification --------------------------------------------------------------------------------


def fortifying(way: str, armies: int = 5) -> ReferencePosition:
    position = fighting("(battle)", armies, fortify=f"(fortify {way})")
    return done(position)


def test_without_fortification_the_turn_ends() -> None:
    assert fortifying("none").mover == 1


def test_one_adjacent_move_ends_the_turn() -> None:
    position = fortifying("one-adjacent")
    assert position.phase is Phase.FORTIFY
    assert {(move.a, move.b) for move in position.moves() if move.kind == Kind.FORTIFY} == {(C, B)}
    assert numbers(position, Kind.FORTIFY, C, B) == [1, 2, 3, 4]
    after = position.after(ConquestMove(Kind.FORTIFY, C, B, n=4))
    assert (after.armies[:3], after.mover) == ((1, 5, 1), 1)
    assert done(position).mover == 1


def test_one_connected_move_goes_through_own_territories() -> None:
    position = fortifying("one-connected")
    ways = {(move.a, move.b) for move in position.moves() if move.kind == Kind.FORTIFY}
    assert ways == {(C, A), (C, B)}
    assert position.after(ConquestMove(Kind.FORTIFY, C, A, n=1)).mover == 1


def test_armies_that_arrived_stay_if_each_moves_once() -> None:
    position = fortifying("each-army-once").after(ConquestMove(Kind.FORTIFY, C, B, n=2))
    assert position.phase is Phase.FORTIFY
    # Of three armies on B two have just come; the one that was there must stay.
    assert numbers(position, Kind.FORTIFY, B, A) == [1]
    assert numbers(position, Kind.FORTIFY, C, B) == [1, 2]
    position = position.after(ConquestMove(Kind.FORTIFY, B, A, n=1))
    assert numbers(position, Kind.FORTIFY, B, A) == []
    assert position.armies[:3] == (2, 2, 3)


def test_unlimited_moves_end_after_twice_the_number_of_territories() -> None:
    position = fortifying("unlimited")
    for count in range(12):
        assert (position.phase, position.fortifications) == (Phase.FORTIFY, count)
        way = (C, B) if count % 2 == 0 else (B, C)
        position = position.after(ConquestMove(Kind.FORTIFY, *way, n=1))
    assert position.mover == 1


def test_fortification_is_passed_over_when_nothing_can_move() -> None:
    position = placed(dealt(conquest(fortify="(fortify unlimited)"), MIXED), A, 3)
    assert done(position).mover == 1


# --- Limits ---------------------------------------------------------------------------------------


def test_armies_beyond_the_most_are_lost() -> None:
    position = turn(conquest(), HALVES, armies=(29_999, 1, 1, 1, 1, 1))
    assert placed(position, A, 5).armies[A] == 30_000


def test_an_illegal_move_is_refused() -> None:
    position = dealt(conquest(), HALVES)
    with pytest.raises(IllegalMove, match="expected one of the legal moves"):
        placed(position, F, 1)
