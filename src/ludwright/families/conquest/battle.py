"""Battles: how likely each end of a battle is, exactly, for any dice rule.

Attackers are the troops that may be lost: the one that stays behind is not counted. Battles are
fought to the end, and both sides always roll as many dice as they may. The numbers come from the
native core, which is loaded at the first question, so that the help of commands stays quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

MOST_DICE: Final = 3
"""Dice of one side in a roll."""
MOST_TROOPS: Final = 30_000
"""Troops of one side."""

Ties = Literal["defender", "attacker"]


@dataclass(frozen=True, slots=True)
class Dice:
    """The most dice of each side in a roll, and who wins where two dice are equal."""

    attack: int = 3
    defence: int = 2
    ties: Ties = "defender"

    def __post_init__(self) -> None:
        for name, count in (("attack", self.attack), ("defence", self.defence)):
            if not 1 <= count <= MOST_DICE:
                raise ValueError(f"expected 1 to {MOST_DICE} dice for the {name}, got {count}")
        if self.ties not in ("defender", "attacker"):
            raise ValueError(f"expected ties to the defender or the attacker, got {self.ties!r}")

    @property
    def attacker_wins_ties(self) -> bool:
        """Whether equal dice cost the defender a troop."""
        return self.ties == "attacker"


STANDARD: Final = Dice()
"""Three dice against two, ties to the defender."""


class End(NamedTuple):
    """One way in which a battle may end: the troops left of one side, and how likely that is."""

    attackers: int
    defenders: int
    chance: float


@dataclass(frozen=True, slots=True)
class Odds:
    """What may become of a battle that is fought to the end."""

    attackers: int
    defenders: int
    dice: Dice
    win: float
    """The chance that no defender is left."""
    survivors: float | None
    """The mean number of attackers left in battles that are won; None if none is ever won."""
    attackers_lost: float
    """The mean over all battles, won or lost."""
    defenders_lost: float
    distribution: tuple[End, ...] = field(repr=False)
    """All ends, best first for the attacker: all attackers left, …, 1; 1 defender left, …, all."""

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data."""
        return {
            "attackers": self.attackers,
            "defenders": self.defenders,
            "dice": [self.dice.attack, self.dice.defence],
            "ties": self.dice.ties,
            "win": self.win,
            "survivors": self.survivors,
            "losses": {"attackers": self.attackers_lost, "defenders": self.defenders_lost},
            "distribution": [end._asdict() for end in self.distribution],
        }


def roll_chances(dice: Dice = STANDARD) -> tuple[float, ...]:
    """How likely the defender loses 0, 1, … troops in one roll of exactly these dice.

    The attacker loses the rest of the compared pairs.
    """
    from ludwright._core import conquest

    ways = conquest.battle_roll(dice.attack, dice.defence, dice.attacker_wins_ties)
    return tuple(count / sum(ways) for count in ways)


def odds(attackers: int, defenders: int, dice: Dice = STANDARD) -> Odds:
    """The odds of a battle of 1 to 30,000 troops on each side.

    Ends less likely than 1e-100 are told to have no chance.
    """
    from ludwright._core import conquest

    for name, troops in (("attackers", attackers), ("defenders", defenders)):
        if not 1 <= troops <= MOST_TROOPS:
            raise ValueError(f"expected 1 to {MOST_TROOPS} {name}, got {troops}")
    asked = (attackers, defenders, dice.attack, dice.defence, dice.attacker_wins_ties)
    win, attackers_left, defenders_left = conquest.battle_odds(*asked)
    chances = conquest.battle_distribution(*asked).tolist()
    return Odds(
        attackers,
        defenders,
        dice,
        win,
        attackers_left / win if win else None,
        attackers - attackers_left,
        defenders - defenders_left,
        tuple(_ends(attackers, chances)),
    )


def _ends(attackers: int, chances: list[float]) -> Iterator[End]:
    for number, chance in enumerate(chances):
        yield End(max(0, attackers - number), max(0, number - attackers + 1), chance)
