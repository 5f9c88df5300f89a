"""Equations 2 to 12 on matches whose values can be worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from math import log10, nan, sqrt

import numpy as np
import pytest

from ludwright.families.conquest import courses
from ludwright.families.conquest.courses import Weights, courses_of, first_seat
from ludwright.families.conquest.library import open_game
from ludwright.play.playtest import Playtest, playtest
from tests.families.conquest.told import Told, Turn, told_playtest

# Standings of the first seat: 0.5, 0.3, 0.6, 1.
COMEBACK = Told(
    [
        Turn((5, 5), (10, 10)),
        Turn((3, 7), (6, 14)),
        Turn((6, 4), (12, 8)),
        Turn((10, 0), (20, 0)),
    ],
    winner=0,
)
SWEEP = Told([Turn((10, 0), (20, 0))], winner=0)
STALEMATE = Told([Turn((5, 5), (10, 10)), Turn((5, 5), (10, 10))])


def test_a_standing_is_made_of_the_shares_of_territories_and_armies() -> None:
    played = told_playtest(Told([Turn((4, 6), (30, 10))]))
    assert courses_of(played).standings[:, 0] == pytest.approx([0.32 + 0.15, 0.48 + 0.05])
    assert courses_of(played, Weights(0.0, 1.0)).standings[:, 0] == pytest.approx([0.75, 0.25])


def test_a_match_that_ends_in_its_first_turn_has_one_turn() -> None:
    found = courses.duration(courses_of(told_playtest(COMEBACK, SWEEP)))
    assert found == pytest.approx([20 / 24, 23 / 24])


def test_branching_is_the_mean_over_turns_on_a_logarithmic_scale() -> None:
    match = Told([Turn((5, 5), (9, 9), (3, 0, 0)), Turn((5, 5), (9, 9), (5, 4, 6))])
    played = courses_of(told_playtest(match))
    assert courses.branching(played) == pytest.approx([log10(10.0) / 2])
    assert courses.branching_printed(played) == pytest.approx([0.5])


def test_branching_as_printed_is_never_above_one_half() -> None:
    played = courses_of(told_playtest(Told([Turn((5, 5), (9, 9), (100, 0, 0))])))
    assert courses.branching(played) == pytest.approx([1.0])
    assert courses.branching_printed(played) == pytest.approx([0.5])


def test_drama_is_how_far_the_winner_was_behind_while_behind() -> None:
    played = courses_of(told_playtest(COMEBACK, SWEEP, STALEMATE))
    assert courses.drama(played) == pytest.approx([sqrt(0.4), 0.0, nan], nan_ok=True)
    assert courses.drama_printed(played) == pytest.approx([sqrt(0.4), nan, nan], nan_ok=True)


def test_a_killer_move_may_be_anybodys() -> None:
    # The lead of the first seat: 0.6, -0.2, 0, then the second wins.
    rows = [Turn((8, 2), (8, 2)), Turn((4, 6), (4, 6)), Turn((5, 5), (5, 5))]
    played = courses_of(told_playtest(Told([*rows, Turn((0, 10), (0, 10))], winner=1), SWEEP))
    assert courses.killer_move(played) == pytest.approx([1.0, 0.0])
    assert courses.killer_move_printed(played) == pytest.approx([0.2, nan], nan_ok=True)


def test_a_leader_who_is_caught_up_with_stays_the_leader() -> None:
    rows = [Turn(pair, pair) for pair in ((4, 6), (5, 5), (3, 7), (5, 5), (6, 4))]
    played = courses_of(told_playtest(Told(rows), SWEEP))
    assert courses.lead_change(played) == pytest.approx([1 / 4, 0.0])
    # As printed the first seat takes the lead at each tie.
    assert courses.lead_change_printed(played) == pytest.approx([3 / 4, nan], nan_ok=True)


def test_shares_that_balance_are_a_tie_although_they_are_rounded() -> None:
    # 0.8 * 2 / 12 against 0.2 * 8 / 12: rounded, the first seat is ahead by 1e-16.
    behind, balanced = Turn((5, 7), (6, 6)), Turn((7, 5), (2, 10))
    played = courses_of(told_playtest(Told([behind, balanced, behind])))
    assert 0.0 < played.leads[0, 1] < 1e-12
    assert courses.lead_change(played) == pytest.approx([0.0])


def test_with_three_seats_the_lead_is_over_the_best_of_the_others() -> None:
    rows = [Turn((5, 3, 2), (5, 3, 2)), Turn((2, 3, 5), (2, 3, 5)), Turn((0, 0, 10), (0, 0, 10))]
    played = courses_of(told_playtest(Told(rows, winner=2), game="risk-lux"))
    assert played.leads[:, 0] == pytest.approx([0.2, -0.2, -0.3])
    assert courses.drama(played) == pytest.approx([sqrt(0.3)])
    assert courses.killer_move(played) == pytest.approx([0.8])
    assert courses.lead_change(played) == pytest.approx([0.5])


@pytest.mark.parametrize(
    ("game", "seats", "first"),
    [("rossato-classic", 2, 0), ("rossato-artificial-4-13t", 2, 1), ("risk-official", 5, 0)],
)
def test_the_first_turn_is_of_the_seat_that_the_rules_say(
    game: str, seats: int, first: int
) -> None:
    found = open_game(game)
    assert first_seat(found, seats) == first
    record = playtest(found, "rossato", 1, seats=seats)[0]
    whose = record.seats[: record.moment_plies[0]]
    assert whose[whose >= 0][-1] == first


@pytest.mark.parametrize("game", ["rossato-artificial-3-10t", "rossato-artificial-5-12t"])
def test_columns_reduced_at_once_agree_with_a_loop_over_matches(game: str) -> None:
    played = playtest(open_game(game), "rossato", 60, seed=3)
    course = courses_of(played)
    found = np.stack(
        [courses.drama(course), courses.killer_move(course), courses.lead_change(course)], axis=1
    )
    assert found == pytest.approx(np.asarray(_one_by_one(played)), nan_ok=True)


def _one_by_one(played: Playtest) -> list[tuple[float, float, float]]:
    """Drama, killer move and lead change of each match of two seats, turn by turn."""
    found = []
    for match, record in enumerate(played):
        rows = record.columns["measures"]
        leads = [
            0.8 * (row[5] - row[6]) / (row[5] + row[6])
            + 0.2 * (row[11] - row[12]) / (row[11] + row[12])
            for row in rows
        ]
        winner = int(played.winners[match])
        signed = [-lead if winner == 1 else lead for lead in leads]
        setbacks = [sqrt(-lead) for lead in signed if lead < -1e-12]
        drama = sum(setbacks) / max(1, len(setbacks)) if winner >= 0 else nan
        swings = [abs(b - a) for a, b in pairwise(leads)]
        signs = [lead > 0 for lead in leads if abs(lead) > 1e-12]
        changes = sum(a != b for a, b in pairwise(signs))
        found.append((drama, max(swings, default=0.0), changes / max(1, len(leads) - 1)))
    return found
