"""The chances of battles, against published figures and by their own logic."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

import pytest

from ludwright.families.conquest.reference_battle import assault_chances, roll_chances


@pytest.mark.parametrize(
    ("attacker_wins_ties", "chances"),
    [(False, (0.3717, 0.3358, 0.2926)), (True, (0.6193, 0.2548, 0.1259))],
)
def test_three_dice_against_two(
    attacker_wins_ties: bool, chances: tuple[float, float, float]
) -> None:
    found = roll_chances(3, 2, attacker_wins_ties=attacker_wins_ties)
    shares = [float(found[losses]) for losses in ((0, 2), (1, 1), (2, 0))]
    assert [round(share, 4) for share in shares] == list(chances)
    assert sum(found.values()) == 1


def test_one_die_against_one_is_counted_exactly() -> None:
    assert roll_chances(1, 1, attacker_wins_ties=False) == {
        (0, 1): Fraction(15, 36),
        (1, 0): Fraction(21, 36),
    }


def test_three_dice_against_three() -> None:
    found = roll_chances(3, 3, attacker_wins_ties=True)
    shares = [float(found[lost, 3 - lost]) for lost in range(4)]
    assert [round(share, 4) for share in shares] == [0.3830, 0.2647, 0.2147, 0.1376]


@pytest.mark.parametrize(
    ("armies", "defenders", "win"), [(1, 1, 0.417), (5, 5, 0.506), (10, 6, 0.861), (3, 1, 0.916)]
)
def test_an_assault_is_won_as_often_as_published(armies: int, defenders: int, win: float) -> None:
    """Hahn (2010), table 1; its entry for ten against six is a misprint."""
    found = assault_chances(armies, defenders, (3, 2), attacker_wins_ties=False)
    won = sum(chance for (_, killed), chance in found.items() if killed == defenders)
    assert round(won, 3) == win


@pytest.mark.parametrize("most", [(1, 1), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("ties", [False, True])
def test_an_assault_ends_in_every_way_that_leaves_one_side(
    most: tuple[int, int], ties: bool
) -> None:
    found = assault_chances(4, 3, most, attacker_wins_ties=ties)
    won = [(lost, 3) for lost in range(4)]
    assert [*found] == [*won, *((4, killed) for killed in range(3))]
    assert isclose(sum(found.values()), 1.0)
    assert min(found.values()) > 0
