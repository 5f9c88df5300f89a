"""The measures of borders: Hahn's example, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ludwright.families.conquest.borders import border_security

# Figure 2 of Hahn (2010): countries 1 to 7, here 0 to 6; 1 to 4 belong to one player.
BORDERS = ((1, 4), (2, 4), (3, 4), (2, 5), (3, 6), (0, 1), (1, 2), (4, 5))
OWNERS = (0, 0, 0, 0, 1, 1, 1)
UNITS = (1, 7, 4, 5, 5, 1, 4)
# Table 2, as it is printed.
THREATS = (0, 5, 6, 9, 16, 4, 5)
RATIOS = ("0.00", "0.71", "1.50", "1.80", "3.20", "4.00", "1.25")
SHARES = ("0.00", "0.18", "0.37", "0.45", "0.38", "0.47", "0.15")


def test_the_table_of_hahn_is_made_again() -> None:
    found = border_security(BORDERS, OWNERS, UNITS)
    assert tuple(one.threat for one in found) == THREATS
    assert tuple(f"{one.ratio:.2f}" for one in found) == RATIOS
    assert tuple(f"{one.share:.2f}" for one in found) == SHARES


def test_ratios_and_shares_are_exact() -> None:
    found = border_security(BORDERS, OWNERS, UNITS)
    ratios = [Fraction(threat, units) for threat, units in zip(THREATS, UNITS, strict=True)]
    for at, one in enumerate(found):
        own = [ratio for ratio, owner in zip(ratios, OWNERS, strict=True) if owner == OWNERS[at]]
        assert one.ratio == float(ratios[at])
        assert one.share == pytest.approx(float(ratios[at] / sum(own)), rel=1e-15)


def test_his_supply_of_three_units_is_made_again() -> None:
    found = border_security(BORDERS, OWNERS, UNITS)
    assert [f"{3 * one.share:.2f}" for one in found[1:4]] == ["0.53", "1.12", "1.35"]


def test_without_a_threat_there_are_no_shares() -> None:
    found = border_security([(0, 1)], [0, 0], [3, 4])
    assert [tuple(one) for one in found] == [(0, 0.0, 0.0), (0, 0.0, 0.0)]


@pytest.mark.parametrize(
    ("borders", "armies", "message"),
    [
        ([(0, 2)], [1, 1], "between the territories 0 to 1"),
        ([(0, 1)], [1, 0], "expected 1 to 30000 armies, got 0"),
        ([(0, 1)], [1], "armies of 2 territories, got 1"),
    ],
)
def test_what_is_no_situation_is_refused(
    borders: list[tuple[int, int]], armies: list[int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        border_security(borders, [0, 1], armies)
