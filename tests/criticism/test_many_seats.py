"""Criteria of games for any number of seats: worked examples, and what must not change a value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log10, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.criticism import (
    beyond_criteria,
    quality_criteria,
    search_criteria,
    viability_criteria,
)
from ludwright.criticism.beyond_criteria import (
    first_share,
    mean_length,
    mean_turns,
    security,
    skill_trace,
    strategic_depth,
)
from ludwright.criticism.criterion import Criterion
from ludwright.criticism.evidence import NOBODY, TIMES, Evidence, histories_of, leads_at, margins_of
from ludwright.criticism.measure import Sampled, Score, Unscored
from ludwright.criticism.modes import AGAINST_RANDOM, DEEP, DEEPER, MAIN, OTHER_FIRST, SKILL_MODES
from ludwright.criticism.quality_criteria import (
    branching_factor,
    convergence,
    correction,
    decision_ratio,
    decisiveness_moves,
    decisiveness_threshold,
    drama_average,
    drama_maximum,
    killer_moves,
    lead_change,
    momentum,
    permanence,
    stability,
    surprise,
    uncertainty,
    uncertainty_late,
)
from ludwright.criticism.search_criteria import clarity_variance, coolness, tension
from ludwright.criticism.viability_criteria import advantage, balance, deepening, robustness_random
from ludwright.play.playtest import Playtest
from tests.criticism.histories import SMALL_GAME, Told, assert_sound, random_matches, told_playtest
from tests.criticism.seated import (
    Ply,
    Relabelled,
    Seated,
    as_seated,
    seated_evidence,
    seated_matches,
    seated_playtest,
)

CRITERIA: tuple[Criterion, ...] = (
    *viability_criteria.CRITERIA,
    *quality_criteria.CRITERIA,
    *search_criteria.CRITERIA,
    *beyond_criteria.CRITERIA,
    mean_turns,
)
OF_MAIN = tuple(one for one in CRITERIA if one.needs == (MAIN,))
OF_ORDER = frozenset({"advantage", "first-share"})
"""Criteria that ask who moved first."""

SHARES = Sequence[Sequence[float]]


def _shares(*rows: str) -> list[list[float]]:
    """Standings given in fractions, one text per moment."""
    return [[float(Fraction(word)) for word in row.split()] for row in rows]


THREE = Seated(
    _shares(
        "1/2 1/4 1/4",
        "1/4 1/2 1/4",
        "1/4 1/4 1/2",
        "1/4 3/8 3/8",
        "1/2 1/4 1/4",
        "1 0 0",
    ),
    winner=0,
)
"""Led by seats 0, 1, 2, then by none, and 0; the last position is terminal."""


def _score(one: Criterion, evidence: Evidence) -> Score:
    found = one.measure(evidence)
    assert isinstance(found, Score), found
    return found


def _value(one: Criterion, *matches: Seated) -> float:
    return _score(one, seated_evidence(*matches)).value


# --- Standings ------------------------------------------------------------------------------------


def test_a_lead_is_over_the_best_of_the_others() -> None:
    standings = np.asarray(THREE.standings).T
    assert leads_at(standings, np.zeros(6, dtype=np.int8)).tolist() == [
        *(0.25, -0.25, -0.25, -0.125, 0.25, 1.0)
    ]
    assert margins_of(standings).tolist() == [0.25, 0.25, 0.25, 0.0, 0.25, 1.0]


def test_the_start_stands_in_front_of_the_moments_of_each_match() -> None:
    empty = Seated(_shares("1/4 1/4 1/2"))
    found = histories_of(seated_playtest([empty, THREE, empty, empty], 3))
    assert found.moments.counts.tolist() == [1, 6, 1, 1]
    assert found.standings.T.tolist() == [
        *empty.standings,
        *THREE.standings,
        *empty.standings,
        *empty.standings,
    ]
    assert found.movers.tolist() == [-1, -1, 0, 1, 2, 0, 1, -1, -1]
    assert found.turns.tolist() == [0, 5, 0, 0]


def test_a_leader_who_is_caught_up_with_stays_the_leader_until_somebody_passes() -> None:
    # Leaders after turns 1 to 4: 1, 2, still 2, 0.
    assert _value(lead_change, THREE) == pytest.approx(2 / 3)


def test_changes_are_summed_over_the_seats() -> None:
    # Sums of changes: 1/2, 1/2, 1/4, 1/2.
    assert _value(stability, THREE) == pytest.approx(1 - 1.75 / 4)
    assert _value(surprise, THREE) == pytest.approx((3 * 0.25 + 0.0625) / 4)
    # Changes of changes: (1/4, -1/2, 1/4), (0, 3/8, -3/8), (1/4, -1/4, 0).
    assert _value(permanence, THREE) == pytest.approx(1 - (1 + 0.75 + 0.5) / 3)


def test_a_killer_move_is_the_gain_of_the_player_whose_turn_it_was() -> None:
    # In turn 4 seat 0 goes from 1/8 behind to 1/4 ahead; other turns lose their player's lead.
    assert _value(killer_moves, THREE) == pytest.approx(3 / 8)
    lucky = Seated(THREE.standings, 0, [[Ply(0)], [Ply(1)], [Ply(2)], [Ply(NOBODY)], [Ply(1)]])
    assert _value(killer_moves, lucky) == 0.0


def test_drama_and_security_follow_the_winner() -> None:
    # The winner is behind the best of the others by 1/4, 1/4 and 1/8, then ahead.
    assert _value(drama_average, THREE) == pytest.approx((0.5 + 0.5 + sqrt(0.125)) / 3)
    assert _value(drama_maximum, THREE) == pytest.approx(0.5)
    assert _value(security, THREE) == pytest.approx(1 / 4)
    assert _value(decisiveness_threshold, THREE) == pytest.approx(0.25)
    # The first turn after which the winner leads by that much is the fourth of five.
    assert _value(decisiveness_moves, THREE) == pytest.approx(4 / 5)


def test_rounds_have_a_turn_of_each_seat() -> None:
    level = "1/3 1/3 1/3"
    match = Seated(
        _shares(
            *("1/2 1/4 1/4", level, level),
            *("3/4 1/8 1/8", level, level),
            *("1/4 1/2 1/4", level, level),
            *("1/8 3/4 1/8", "1 0 0"),
        )
    )
    # The leader's lead goes from 1/4 to 5/8, from 5/8 to -1/4, and seat 1's from 1/4 to 5/8.
    assert _value(correction, match) == pytest.approx((7 / 8) / (3 / 8 + 7 / 8 + 3 / 8))
    # Seat 0 gains, then loses to seat 1, which then gains more.
    assert _value(momentum, match) == 0.5


def test_uncertainty_is_what_the_leader_lacks() -> None:
    assert _value(uncertainty, Seated(_shares(*["1/2 1/4 1/8 1/8"] * 4))) == pytest.approx(0.75)
    # In between, standings are interpolated: the lead passes 0 half-way.
    match = Seated(_shares("1 0 0", "0 1 0"))
    assert _value(uncertainty, match) == pytest.approx(1 - np.abs(1 - 2 * TIMES).mean())


def test_late_uncertainty_reads_the_lead_of_the_winner() -> None:
    match = Seated(_shares(*["1/2 1/4 1/8 1/8"] * 4), winner=1)
    assert _value(uncertainty_late, match) == pytest.approx(
        0.5 + np.minimum(1.0, TIMES + 0.25).mean()
    )


# --- Plies, turns and chance ----------------------------------------------------------------------

ROLL = Ply(NOBODY, 36)


def test_length_is_counted_in_plies_and_in_turns() -> None:
    turns = [[ROLL, Ply(0), Ply(0)], [ROLL, Ply(1)], [Ply(2)]]
    match = Seated(THREE.standings[:4], turns=turns)
    assert _value(mean_length, match) == 6
    assert _value(mean_turns, match) == 3


def test_dice_were_counted_as_decisions() -> None:
    plain = [[Ply(0, 4)], [Ply(1, 1)], [Ply(2, 3)], [Ply(0, 2)]]
    with_dice = [[ROLL, *turn] for turn in plain]
    without = Seated(THREE.standings[:5], turns=plain)
    rolled = Seated(THREE.standings[:5], turns=with_dice)
    assert _value(branching_factor, rolled) == pytest.approx(log10(2.5 + 1) / 2)
    assert _value(decision_ratio, rolled) == 0.75
    for one in (branching_factor, decision_ratio, convergence, stability, lead_change):
        assert _value(one, rolled) == pytest.approx(_value(one, without)), one.name


def test_an_opening_that_ends_within_a_turn_leaves_that_turn_measured() -> None:
    turns = [[Ply(0)] * 2, [Ply(1)] * 2, [Ply(2)] * 2, [Ply(0)] * 2, [Ply(1)] * 2]
    for opening, begun in ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (10, 5), (12, 5)):
        match = Seated(THREE.standings, 0, turns, opening)
        assert histories_of(seated_playtest([match], 3)).opening_turns.tolist() == [begun]


def with_values(played: Playtest, positions: Sequence[Sequence[float]]) -> Evidence:
    values = [each for one in positions for each in one]
    played.annotate("move_values", np.asarray(values, dtype=np.float32))
    counts = [len(one) for one in positions]
    played.annotate("move_value_offsets", np.cumsum([0, *counts], dtype=np.int64))
    return Evidence(SMALL_GAME, {MAIN: played})


def test_coolness_compares_with_the_last_moment_of_the_mover() -> None:
    turns = [[ROLL, Ply(0), Ply(0)], [Ply(1)]]
    played = seated_playtest([THREE, Seated(THREE.standings[:3], turns=turns)], 3)
    # Seat 0 leads by 1/4 before both of its plies, seat 1 by 1/4 before its own.
    positions = [[], [], [], [], [], [-1.0], [0.2, 0.0], [0.3, 0.1], [0.1]]
    found = _score(coolness, with_values(played, positions))
    assert found.value == pytest.approx(2 / 3)
    assert found.samples == 1


def test_chance_has_no_values_of_moves() -> None:
    played = seated_playtest([Seated(THREE.standings[:3], turns=[[ROLL, Ply(0)], [Ply(1)]])], 3)
    evidence = with_values(played, [[-1.0, 1.0], [0.5, -0.5], [0.5, -0.5]])
    assert _score(clarity_variance, evidence).value == pytest.approx(0.25)


def test_tension_asks_for_threats_of_any_seat() -> None:
    played = seated_playtest([Seated(THREE.standings[:5])], 3)
    rows = [[0, 0, 0], [0, 0, 1], [0, -1, 0], [0, -1, 1]]
    played.annotate("threats", np.asarray(rows, dtype=np.int8))
    assert _score(tension, Evidence(SMALL_GAME, {MAIN: played})).value == pytest.approx(2 / 3)


@pytest.mark.parametrize("one", search_criteria.CRITERIA, ids=lambda one: one.name)
def test_a_family_without_values_of_moves_says_so(one: Criterion) -> None:
    played = seated_playtest([THREE], 3)
    found = one.measure(Evidence(SMALL_GAME, {MAIN: played, DEEP: played}))
    assert found == Unscored("no values of moves")


def test_a_mode_that_a_family_does_not_play_is_named() -> None:
    found = deepening.measure(seated_evidence(THREE))
    assert found == Unscored("no matches of the mode 'deeper-2' were played")


# --- Outcomes -------------------------------------------------------------------------------------


def won_by(*wins: int) -> list[Seated]:
    """Matches of which only the winners matter: so many won by each seat."""
    level = [[1 / len(wins)] * len(wins)] * 3
    return [Seated(level, seat) for seat, count in enumerate(wins) for _ in range(count)]


def test_shares_of_the_seats_are_compared_with_an_even_share() -> None:
    evidence = seated_evidence(*won_by(4, 2, 1, 1))
    # Away from 1/4 by 1/4, 0, 1/8 and 1/8; at most 3/4 + 3 * 1/4 are possible.
    assert _score(balance, evidence).value == pytest.approx(1 - 0.5 / 1.5)
    assert _score(advantage, evidence).value == pytest.approx(0.25 / 0.75)
    found = _score(first_share, evidence)
    assert found.value == 0.5
    # Agresti and Coull: four more matches, one for each seat.
    assert found.error == pytest.approx(sqrt(5 / 12 * 7 / 12 / 12))
    assert found.samples == 8


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_balance_spans_its_range(seats: int) -> None:
    even = seated_evidence(*won_by(*[5] * seats))
    assert _score(balance, even).value == pytest.approx(1.0)
    assert _score(advantage, even).value == pytest.approx(0.0)
    # All shares are exactly even, which says little about the next match.
    assert _score(balance, even).error > 0.02
    unfair = seated_evidence(*won_by(*[0] * (seats - 1), 9))
    assert _score(balance, unfair).value == pytest.approx(0.0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_colour_that_moves_first_elsewhere_sits_last(seats: int) -> None:
    main = seated_playtest(won_by(9, *[0] * (seats - 1)), seats)
    other = seated_playtest(won_by(*[0] * (seats - 1), 9), seats)
    evidence = Evidence(SMALL_GAME, {MAIN: main, OTHER_FIRST: other})
    assert _score(balance, evidence).value == pytest.approx(0.0)
    assert _score(first_share, evidence).value == 0.5


def test_matches_that_share_a_deal_are_not_independent() -> None:
    deals = [seat for seat in (0, 1, 2, 0, 0, 1, 2, 1) for _ in range(3)]
    matches = [Seated([[1 / 3] * 3] * 3, seat) for seat in deals]
    for one in (balance, advantage, first_share):
        alone = _score(one, seated_evidence(*matches))
        shared = _score(one, seated_evidence(*matches, rotate_seats=True))
        assert shared.value == alone.value
        assert shared.error > 1.3 * alone.error


def test_intervals_of_balance_hold_the_truth() -> None:
    rng = np.random.default_rng(4)
    shares = np.asarray([0.4, 0.3, 0.2, 0.1])
    truth = 1 - np.abs(shares - 0.25).sum() / 1.5
    hits = 0
    for _ in range(100):
        low, high = _score(
            balance, seated_evidence(*won_by(*rng.multinomial(100, shares).tolist()))
        ).interval()
        hits += low <= truth <= high
    assert hits >= 90


def skilled(seats: int, won: int, lost: int) -> Playtest:
    """Matches of player 0, whose seat is another one in each match."""
    found = []
    for match in range(won + lost):
        seating = [(seat + match) % seats for seat in range(seats)]
        player = 0 if match < won else 1 + match % (seats - 1)
        winner = seating.index(player)
        found.append(Seated([[1 / seats] * seats], winner, seating=seating))
    return seated_playtest(found, seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_skill_is_what_exceeds_an_even_share(seats: int) -> None:
    def deeper(won: int, lost: int) -> Evidence:
        return Evidence(SMALL_GAME, dict.fromkeys(DEEPER, skilled(seats, won, lost)))

    def random(won: int, lost: int) -> Evidence:
        return Evidence(SMALL_GAME, {AGAINST_RANDOM: skilled(seats, won, lost)})

    assert _score(deepening, deeper(12, 0)).value == pytest.approx(1.0)
    assert _score(deepening, deeper(12 // seats, 12 - 12 // seats)).value == pytest.approx(0.0)
    assert _score(robustness_random, random(12, 0)).value == pytest.approx(1.0)
    even = random(12 // seats, 12 - 12 // seats)
    assert _score(robustness_random, even).value == pytest.approx(0.5)


def test_a_player_among_four_who_wins_half_is_a_third_of_the_way() -> None:
    evidence = Evidence(SMALL_GAME, dict.fromkeys(DEEPER, skilled(4, 10, 10)))
    assert _score(deepening, evidence).value == pytest.approx((0.5 - 0.25) / 0.75)
    levels = Evidence(SMALL_GAME, dict.fromkeys(SKILL_MODES, skilled(4, 10, 10)))
    # The same result at each level: 1/3 + 2/3 * 1/3.
    assert _score(skill_trace, levels).value == pytest.approx(1 / 3 + 2 / 3 / 3)
    # Three times as strong as each of the other three: 400 log10 3 per level, less the half wins.
    elo = 4 * 400 * log10(3 * 10.5 / 11.5)
    assert _score(strategic_depth, levels).value == pytest.approx(elo / (elo + 800))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_game_of_luck_shows_no_skill_whatever_the_number_of_seats(seats: int) -> None:
    level = skilled(seats, 6, 6 * (seats - 1))
    evidence = Evidence(SMALL_GAME, dict.fromkeys(SKILL_MODES, level))
    assert _score(skill_trace, evidence).value == pytest.approx(0.0, abs=1e-12)
    assert _score(strategic_depth, evidence).value == pytest.approx(0.0, abs=1e-12)


# --- What changes nothing -------------------------------------------------------------------------


@settings(deadline=None, max_examples=25)
@given(
    main=st.lists(random_matches(), max_size=6),
    others=st.lists(random_matches(), max_size=6),
)
def test_two_seats_given_by_standings_are_measured_as_given_by_leads(
    main: list[Told], others: list[Told]
) -> None:
    modes = dict.fromkeys({mode for one in CRITERIA for mode in one.needs}, others)
    modes |= {MAIN: main, OTHER_FIRST: others}
    by_leads = {mode: told_playtest(rows) for mode, rows in modes.items()}
    by_standings = {
        mode: seated_playtest([as_seated(row) for row in rows], 2) for mode, rows in modes.items()
    }
    for one in CRITERIA:
        expected = one.measure(Evidence(SMALL_GAME, by_leads))
        assert one.measure(Evidence(SMALL_GAME, by_standings)) == expected, one.name


@settings(deadline=None, max_examples=25)
@given(data=st.data(), seats=st.integers(2, 5))
def test_relabelled_seats_give_the_same_values(data: st.DataObject, seats: int) -> None:
    matches = data.draw(st.lists(seated_matches(seats), min_size=1, max_size=5))
    relabelled = Relabelled(data.draw(st.permutations(range(seats))))
    before = _everywhere(matches, seats)
    after = _everywhere([relabelled.match(one) for one in matches], seats)
    for one in CRITERIA:
        if one.name in OF_ORDER:
            continue
        expected, found = one.measure(before), one.measure(after)
        assert type(found) is type(expected), one.name
        if isinstance(found, Score) and isinstance(expected, Score):
            assert found.value == pytest.approx(expected.value, abs=1e-12), one.name
            assert found.error == pytest.approx(expected.error, abs=1e-12), one.name


@settings(deadline=None, max_examples=25)
@given(data=st.data(), seats=st.integers(2, 6))
def test_any_matches_of_any_seats_give_a_value_in_range_or_a_reason(
    data: st.DataObject, seats: int
) -> None:
    matches = data.draw(st.lists(seated_matches(seats), max_size=5))
    evidence = _everywhere(matches, seats)
    for one in CRITERIA:
        assert_sound(one, one.measure(evidence))


@settings(deadline=None, max_examples=15)
@given(data=st.data(), seats=st.integers(2, 5), groups=st.integers(2, 4))
def test_groups_of_matches_have_the_values_of_parts(
    data: st.DataObject, seats: int, groups: int
) -> None:
    matches = data.draw(st.lists(seated_matches(seats), min_size=groups, max_size=9))
    evidence = Evidence(SMALL_GAME, {MAIN: seated_playtest(matches, seats)})
    parts = [evidence.part(place, groups) for place in range(groups)]
    for one in OF_MAIN:
        found = one.sample(evidence)
        if isinstance(found, Sampled):
            measured = [one.measure(part) for part in parts]
            values = [each.value if isinstance(each, Score) else np.nan for each in measured]
            assert found.by_group(groups) == pytest.approx(values, nan_ok=True), one.name


def test_one_seat_alone_has_no_opponent() -> None:
    matches = [Seated([[1.0]] * 4, 0)] * 3
    evidence = seated_evidence(*matches)
    for one in (balance, advantage, first_share):
        assert isinstance(one.measure(evidence), Unscored)
    for one in quality_criteria.CRITERIA:
        assert_sound(one, one.measure(evidence))


def _everywhere(matches: Sequence[Seated], seats: int) -> Evidence:
    """The same matches in all modes."""
    played = seated_playtest(matches, seats)
    modes = {mode for one in CRITERIA for mode in one.needs} - {OTHER_FIRST}
    return Evidence(SMALL_GAME, dict.fromkeys(modes, played))
