"""Territories, troops and dice."""

import numpy
from numpy.typing import NDArray


def battle_roll(attack: int, defence: int, attacker_wins_ties: bool) -> list[int]:
    """
    In how many ways these dice fall so that the defender loses 0, 1, … troops; the attacker loses the rest.
    """

def battle_odds(attackers: int, defenders: int, attack: int, defence: int, attacker_wins_ties: bool) -> tuple[float, float, float]:
    """
    The chance that a battle to the end is won, and the mean numbers of attackers and of defenders left.
    """

def battle_distribution(attackers: int, defenders: int, attack: int, defence: int, attacker_wins_ties: bool) -> NDArray[numpy.float64]:
    """
    The chance of every end of a battle: attackers left from all to 1, then defenders left from 1 to all.
    """
