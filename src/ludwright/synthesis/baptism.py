"""Names for new games, from a second-order Markov chain over the letters of invented names."""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import cache
from importlib.resources import files

SHORTEST: int = 3
LONGEST: int = 10
"""The number of letters in a name."""
MOST_TRIES: int = 60
"""Names to draw before a taken name gets a number."""

_END = "."
_Chain = dict[str, str]


def baptise(rng: random.Random, taken: Collection[str]) -> str:
    """An unused name of 3 to 10 letters; followed by a number if all names drawn are taken.

    Upper and lower case count as the same.
    """
    known = {name.lower() for name in taken}
    name = _drawn(rng)
    for _ in range(MOST_TRIES):
        if name.lower() not in known:
            return name
        name = _drawn(rng)
    number = 2
    while f"{name}-{number}".lower() in known:
        number += 1
    return f"{name}-{number}"


def _drawn(rng: random.Random) -> str:
    """A name of the right length, which may be taken."""
    while True:
        letters = _letters(rng)
        if SHORTEST <= len(letters) <= LONGEST:
            return letters.capitalize()


def _letters(rng: random.Random) -> str:
    chain = _chain()
    letters = ""
    while len(letters) <= LONGEST:
        following = rng.choice(chain[letters[-2:]])
        if following == _END:
            break
        letters += following
    return letters


@cache
def _chain() -> _Chain:
    """Maps the two preceding letters to all letters that follow them, as often as they do.

    At the start of a name there are fewer than two preceding letters.
    """
    chain: _Chain = {}
    for name in example_names():
        letters = name.lower() + _END
        for place, letter in enumerate(letters):
            before = letters[max(0, place - 2) : place]
            chain[before] = chain.get(before, "") + letter
    return chain


@cache
def example_names() -> tuple[str, ...]:
    """The invented names from which the chain learns."""
    text = files("ludwright.synthesis").joinpath("names.txt").read_text(encoding="utf-8")
    return tuple(text.split())
