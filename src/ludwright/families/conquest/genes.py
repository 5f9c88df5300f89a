"""The rule choices of a conquest game as genes: what evolution may change besides the map."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludwright.families.conquest.vocabulary import (
    BonusPlace,
    BySeats,
    Cards,
    ConquestGame,
    Deal,
    Fortifying,
    Occupation,
    PerTerritory,
    Rounding,
    Sets,
    Share,
    Spread,
    Ties,
)
from ludwright.language.ludeme import Ludeme


@dataclass(frozen=True)
class Gene:
    """One rule choice: a field of the game, or of one of its parts, and its values."""

    name: str
    path: tuple[str, ...]
    """The names of the fields that lead to it."""
    choices: tuple[Any, ...]

    def value(self, root: ConquestGame) -> Any:
        """What a game has chosen."""
        found: Any = root
        for step in self.path:
            found = getattr(found, step)
        return found

    def chosen(self, root: ConquestGame, value: Any) -> ConquestGame:
        """The game with this choice."""
        found: ConquestGame = _changed(root, self.path, value)
        return found


def _changed(part: Any, path: Sequence[str], value: Any) -> Any:
    if len(path) == 1:
        return replace(part, **{path[0]: value})
    return replace(part, **{path[0]: _changed(getattr(part, path[0]), path[1:], value)})


FACTOR = Gene("factor", ("reinforcement", "divisor"), (1, 2, 3, 4))
DEFENCE_DICE = Gene("defence dice", ("battle", "against"), (2, 3))
DEAL = Gene("deal", ("setup", "deal"), (Deal.RANDOM, Deal.DRAFT))
OCCUPATION = Gene("occupation", ("battle", "occupation"), (Occupation.DICE, Occupation.ALL))

PUBLISHED: tuple[Gene, ...] = (FACTOR, DEFENCE_DICE, DEAL, OCCUPATION)
"""The four attributes of Rossato et al. 2023."""

_SERIES = (4, 6, 8, 10, 12, 15)
_CARDS: tuple[Ludeme | None, ...] = (
    None,
    Cards(sets=Sets.ANY, series=(2, 4, 6, 8, 10, 12, 15), step=5),
    Cards(sets=Sets.KINDS, series=_SERIES, step=5, wilds=2, depicted=2),
    Cards(sets=Sets.KINDS, series=(4,), step=2, wilds=2),
)

RULES: tuple[Gene, ...] = (
    FACTOR,
    Gene("defence dice", ("battle", "against"), (1, 2, 3)),
    DEAL,
    Gene("occupation", ("battle", "occupation"), tuple(Occupation)),
    Gene("attack dice", ("battle", "dice"), (1, 2, 3)),
    Gene("ties", ("battle", "ties"), tuple(Ties)),
    Gene("rounding", ("reinforcement", "rounding"), tuple(Rounding)),
    Gene("least armies", ("reinforcement", "least"), (1, 2, 3, 4, 5)),
    Gene("growth", ("reinforcement", "growth"), (0, 5, 10)),
    Gene("place of bonuses", ("reinforcement", "place"), tuple(BonusPlace)),
    Gene("cards", ("cards",), _CARDS),
    Gene("fortification", ("fortify",), tuple(Fortifying)),
    Gene(
        "first armies",
        ("setup", "armies"),
        (
            None,
            PerTerritory(number=2),
            PerTerritory(number=3),
            BySeats(numbers=(40, 35, 30, 25, 20)),
        ),
    ),
    Gene("spread", ("setup", "spread"), tuple(Spread)),
    Gene("goal", ("goal",), (None, Share(percent=60), Share(percent=70), Share(percent=80))),
)
"""Every rule choice that can be changed without changing the map."""


def random_choices(root: ConquestGame, genes: Sequence[Gene], rng: random.Random) -> ConquestGame:
    """The game with every gene chosen at random."""
    for gene in genes:
        root = gene.chosen(root, rng.choice(gene.choices))
    return root


def crossed(
    first: ConquestGame, second: ConquestGame, genes: Sequence[Gene], rng: random.Random
) -> tuple[ConquestGame, ConquestGame]:
    """Two children: half of the genes of one parent and the other half of the other, and reverse.

    With an odd number of genes, the larger half is the first parent's.
    """
    taken = set(rng.sample(range(len(genes)), len(genes) // 2))
    one, other = first, second
    for place, gene in enumerate(genes):
        if place in taken:
            here, there = gene.value(first), gene.value(second)
            one, other = gene.chosen(one, there), gene.chosen(other, here)
    return one, other


def mutated(
    root: ConquestGame, genes: Sequence[Gene], rng: random.Random, rate: float
) -> ConquestGame:
    """The game with each gene changed to another value with this chance."""
    for gene in genes:
        if rng.random() < rate:
            others = [one for one in gene.choices if one != gene.value(root)]
            root = gene.chosen(root, rng.choice(others))
    return root
