"""The packaged profiles of board games, made from the critiques of the packaged games.

`docs/decisions/0040` has the reasons for every measure and number here. They were written down
before any of it was compared with ratings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludwright.criticism.critique import Critique
from ludwright.criticism.profile import LUDI_WEIGHTS, Gate, Profile, standardise

GATES: Final[Mapping[str, Gate]] = {
    "completion": Gate(least=0.5),
    "balance": Gate(least=0.3),
    "timeouts": Gate(most=0.5),
    "mean-length": Gate(least=10.0),
    "decision-ratio": Gate(least=0.25),
    "robustness-random": Gate(least=0.6, is_optional=True),
}
"""What every game of the default profile must meet."""

WEIGHTS: Final[Mapping[str, float]] = {
    "uncertainty": 1.0,
    "lead-change": -1.0,
    "decisiveness-moves": 1.0,
    "drawishness": -1.0,
    "skill-ladder": 1.0,
}
"""The sum of the default profile."""

LIMIT: Final[float] = 3.0
"""The most spreads that a criterion counts in it, either way."""
LEAST_PRESENT: Final[float] = 2 / 3
"""A criterion that fewer of the games have is not one that the effort measures."""

ABOUT: Final[str] = (
    "The default for board games: gates, and a sum of equal weights. Measures and directions were "
    "chosen, with reasons, before they were compared with people's ratings; nothing is fitted to "
    "ratings (decision 40). How far it agrees with ratings: docs/results/people.md."
)
ABOUT_LUDI: Final[str] = (
    "Eleven of the seventeen weights that Browne fitted to the preferences of 57 people. They are "
    "second-hand, from a study that quotes his thesis; the other six and the scale of the criteria "
    "are unknown, so they are applied to standardised values. At the quick effort, against "
    "34 games with public ratings, Spearman's correlation is +0.39 (+0.04 to +0.67); "
    "docs/results/people.md has the method."
)

NO_WINNER: Final[Mapping[str, Gate]] = {"completion": Gate(least=0.1)}
"""The only gate of Browne's weights: they say nothing about games that nobody wins."""


def board_profile(critiques: Sequence[Critique], effort: str) -> Profile:
    """The default profile, standardised over these games; `effort` is theirs, in words."""
    few = LEAST_PRESENT * len(critiques)
    weights = {
        name: weight
        for name, weight in WEIGHTS.items()
        if sum(one.value(name) is not None for one in critiques) >= few
    }
    return standardise(critiques, weights, "board", GATES, limit=LIMIT, effort=effort, about=ABOUT)


def ludi_profile(critiques: Sequence[Critique], effort: str) -> Profile:
    """Browne's weights, standardised over these games."""
    return standardise(critiques, LUDI_WEIGHTS, "ludi", NO_WINNER, effort=effort, about=ABOUT_LUDI)
