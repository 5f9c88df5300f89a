"""Names of new games."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.language.grammar import is_name
from ludwright.synthesis.baptism import LONGEST, SHORTEST, baptise, example_names


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=200, deadline=None)
def test_names_are_short_and_can_be_written_in_a_game(seed: int) -> None:
    name = baptise(random.Random(seed), ())
    assert SHORTEST <= len(name) <= LONGEST
    assert is_name(name)
    assert name == name.capitalize()


def test_no_name_is_given_twice_whatever_its_case() -> None:
    rng = random.Random(1)
    names: set[str] = set()
    for _ in range(2000):
        names.add(baptise(rng, {name.upper() for name in names} if len(names) < 50 else names))
    assert len({name.lower() for name in names}) == 2000


def test_the_same_seed_gives_the_same_name() -> None:
    assert baptise(random.Random(4), {"Anna"}) == baptise(random.Random(4), {"Anna"})


def test_a_name_that_is_taken_gets_a_number() -> None:
    class Stuck(random.Random):
        """Always draws the same letters."""

        def choice(self, seq):  # type: ignore[no-untyped-def]
            return seq[0]

    first = baptise(Stuck(), ())
    second = baptise(Stuck(), {first})
    third = baptise(Stuck(), {first, second})
    assert (second, third) == (f"{first}-2", f"{first}-3")
    assert is_name(third)


def test_the_examples_are_many_and_all_different() -> None:
    names = example_names()
    assert len(names) >= 300
    assert len(set(names)) == len(names)
    assert all(is_name(name) for name in names)
