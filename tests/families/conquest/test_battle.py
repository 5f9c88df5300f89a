"""Battles against a printed table, and against plain fractions that share nothing with the core."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import fsum

import pytest

from ludwright._core import Work, conquest
from ludwright.errors import LimitExceeded
from ludwright.families.conquest.battle import (
    MOST_DICE,
    MOST_TROOPS,
    Dice,
    End,
    Ties,
    odds,
    roll_chances,
)

HAHN = """
0.417 0.106 0.027 0.007 0.002 0.000
0.754 0.363 0.206 0.091 0.049 0.021
0.916 0.656 0.470 0.315 0.206 0.134
0.972 0.785 0.642 0.477 0.359 0.253
0.990 0.890 0.769 0.638 0.506 0.397
0.997 0.934 0.857 0.745 0.638 0.521
0.999 0.967 0.910 0.834 0.736 0.640
1.000 0.980 0.947 0.888 0.818 0.730
1.000 0.990 0.967 0.930 0.873 0.808
1.000 0.994 0.981 0.954 0.916 0.860
"""
"""Table 1 of Hahn 2010: attackers 1 to 10 down, defenders 1 to 6 across."""

RULES = [
    Dice(attack, defence, ties)
    for ties in ("defender", "attacker")
    for attack in range(1, MOST_DICE + 1)
    for defence in range(1, MOST_DICE + 1)
]


@cache
def fair_rolls(attack: int, defence: int, ties: Ties) -> dict[int, Fraction]:
    """Chances by losses of the defender: every fall of the dice once."""
    found: dict[int, int] = dict.fromkeys(range(min(attack, defence) + 1), 0)
    sides = range(1, 7)
    high_attacks = [sorted(fall, reverse=True) for fall in product(sides, repeat=attack)]
    high_defences = [sorted(fall, reverse=True) for fall in product(sides, repeat=defence)]
    for ours in high_attacks:
        for theirs in high_defences:
            pairs = zip(ours, theirs, strict=False)
            found[sum(a > b or (a == b and ties == "attacker") for a, b in pairs)] += 1
    return {losses: Fraction(count, 6 ** (attack + defence)) for losses, count in found.items()}


@cache
def fair_ends(attackers: int, defenders: int, dice: Dice) -> dict[tuple[int, int], Fraction]:
    """Chances by troops left on both sides, from one roll to the next."""
    if attackers == 0 or defenders == 0:
        return {(attackers, defenders): Fraction(1)}
    ours, theirs = min(attackers, dice.attack), min(defenders, dice.defence)
    found: dict[tuple[int, int], Fraction] = {}
    for losses, chance in fair_rolls(ours, theirs, dice.ties).items():
        left = attackers - (min(ours, theirs) - losses), defenders - losses
        for end, share in fair_ends(*left, dice).items():
            found[end] = found.get(end, Fraction(0)) + chance * share
    return found


def hahn() -> Iterator[tuple[int, int, float]]:
    for attackers, line in enumerate(HAHN.split("\n")[1:-1], start=1):
        for defenders, text in enumerate(line.split(), start=1):
            yield attackers, defenders, float(text)


def test_the_printed_table_agrees_to_three_decimals_but_for_one_misprint() -> None:
    entries = list(hahn())
    assert len(entries) == 60
    wrong = [
        (attackers, defenders, printed)
        for attackers, defenders, printed in entries
        if f"{odds(attackers, defenders).win:.3f}" != f"{printed:.3f}"
    ]
    assert wrong == [(10, 6, 0.860)]
    assert f"{odds(10, 6).win:.4f}" == "0.8611"


@pytest.mark.parametrize("dice", RULES, ids=str)
def test_rolls_are_exact(dice: Dice) -> None:
    fair = fair_rolls(dice.attack, dice.defence, dice.ties)
    assert roll_chances(dice) == tuple(float(fair[losses]) for losses in range(len(fair)))


@pytest.mark.parametrize(
    ("dice", "chances"),
    [
        (Dice(3, 2), (0.2926, 0.3358, 0.3717)),
        (Dice(3, 2, "attacker"), (0.1259, 0.2548, 0.6193)),
        (Dice(3, 3, "attacker"), (0.1376, 0.2147, 0.2647, 0.3830)),
    ],
)
def test_rolls_are_as_known(dice: Dice, chances: tuple[float, ...]) -> None:
    assert tuple(round(chance, 4) for chance in roll_chances(dice)) == chances


@pytest.mark.parametrize("dice", RULES, ids=str)
def test_battles_agree_with_plain_fractions(dice: Dice) -> None:
    for attackers, defenders in [*product(range(1, 7), repeat=2), (12, 9), (7, 14)]:
        fair = fair_ends(attackers, defenders, dice)
        found = odds(attackers, defenders, dice)
        win = sum(chance for (left, _), chance in fair.items() if left)
        mean = sum(left * chance for (left, _), chance in fair.items())
        rest = sum(left * chance for (_, left), chance in fair.items())
        assert found.win == pytest.approx(float(win), rel=1e-13)
        assert found.survivors == pytest.approx(float(mean / win), rel=1e-13)
        assert found.attackers_lost == pytest.approx(float(attackers - mean), rel=1e-12)
        assert found.defenders_lost == pytest.approx(float(defenders - rest), rel=1e-12)
        assert len(found.distribution) == attackers + defenders
        for end in found.distribution:
            wanted = fair.get((end.attackers, end.defenders), Fraction(0))
            assert end.chance == pytest.approx(float(wanted), rel=1e-13)


def test_ends_are_listed_from_best_to_worst_for_the_attacker() -> None:
    ends = [(end.attackers, end.defenders) for end in odds(3, 2).distribution]
    assert ends == [(3, 0), (2, 0), (1, 0), (0, 1), (0, 2)]
    assert odds(1, 1).distribution == (End(1, 0, 15 / 36), End(0, 1, 21 / 36))


@pytest.mark.parametrize("dice", RULES, ids=str)
def test_more_attackers_help_and_more_defenders_hurt(dice: Dice) -> None:
    sizes = range(1, 41)
    wins = {(a, d): odds(a, d, dice).win for a, d in product(sizes, sizes)}
    for (a, d), win in wins.items():
        assert 0.0 < win <= 1.0
        assert win <= wins.get((a + 1, d), 1.0) + 1e-15
        assert win >= wins.get((a, d + 1), 0.0) - 1e-15


@pytest.mark.parametrize("dice", [Dice(), Dice(1, 3), Dice(3, 3, "attacker")], ids=str)
@pytest.mark.parametrize(
    ("attackers", "defenders"), [(128, 128), (129, 128), (300, 2000), (2000, 300), (1500, 1500)]
)
def test_large_battles_are_whole_and_continue_the_small_ones(
    attackers: int, defenders: int, dice: Dice
) -> None:
    found = odds(attackers, defenders, dice)
    assert fsum(end.chance for end in found.distribution) == pytest.approx(1.0, abs=1e-11)
    win = fsum(end.chance for end in found.distribution if end.attackers)
    assert found.win == pytest.approx(win, rel=1e-10)
    rolls = enumerate(roll_chances(dice))
    pairs = min(dice.attack, dice.defence)
    after = [
        chance * odds(attackers - pairs + losses, defenders - losses, dice).win
        for losses, chance in rolls
    ]
    assert found.win == pytest.approx(sum(after), rel=1e-10)


def test_the_largest_battles_are_quick_and_what_cannot_be_won_has_no_survivors() -> None:
    largest = odds(MOST_TROOPS, MOST_TROOPS)
    assert largest.survivors == pytest.approx(4397.79, abs=0.01)
    hopeless = odds(1, MOST_TROOPS)
    assert (hopeless.win, hopeless.survivors) == (0.0, None)
    assert hopeless.attackers_lost == 1.0


def test_large_battles_are_counted_as_work() -> None:
    with pytest.raises(LimitExceeded), Work(100_000):
        odds(MOST_TROOPS, MOST_TROOPS)
    with Work(100_000) as work:
        odds(100, 100)
    assert 100 < work.spent < 100_000


@pytest.mark.parametrize("troops", [0, -1, MOST_TROOPS + 1, 10**30])
def test_numbers_of_troops_out_of_range_are_refused(troops: int) -> None:
    with pytest.raises(ValueError, match=f"expected 1 to 30000 attackers, got {troops}"):
        odds(troops, 1)
    with pytest.raises(ValueError, match=f"expected 1 to 30000 defenders, got {troops}"):
        odds(1, troops)


@pytest.mark.parametrize(
    ("attack", "defence", "ties", "message"),
    [
        (0, 2, "defender", "1 to 3 dice for the attack, got 0"),
        (3, 4, "defender", "1 to 3 dice for the defence, got 4"),
        (3, 2, "both", "ties to the defender or the attacker, got 'both'"),
    ],
)
def test_dice_out_of_range_are_refused(attack: int, defence: int, ties: Ties, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Dice(attack, defence, ties)


def test_the_core_checks_its_numbers_itself() -> None:
    with pytest.raises(ValueError, match="attack: expected a number from 1 to 3, got 4"):
        conquest.battle_roll(4, 2, False)
    with pytest.raises(ValueError, match="defenders: expected a number from 1 to 30000, got 0"):
        conquest.battle_odds(1, 0, 3, 2, False)
    with pytest.raises(ValueError, match="attackers: expected a number from 1 to 30000"):
        conquest.battle_distribution(MOST_TROOPS + 1, 1, 3, 2, False)
