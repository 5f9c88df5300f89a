"""Which members become parents, and how often."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.synthesis.selection import PRESSURE, pairs, rank_shares, sampled_places

MEMBERS = st.integers(min_value=1, max_value=60)
COUNTS = st.integers(min_value=1, max_value=80)
LUCK = st.integers(min_value=0, max_value=2**32)


@given(MEMBERS)
def test_shares_fall_evenly_from_the_pressure_and_sum_to_one(members: int) -> None:
    shares = rank_shares(members)
    assert sum(shares) == pytest.approx(1.0)
    if members > 1:
        assert shares[0] * members == pytest.approx(PRESSURE)
        assert shares[-1] * members == pytest.approx(2.0 - PRESSURE)
        steps = [one - other for one, other in pairwise(shares)]
        assert all(step == pytest.approx(steps[0]) for step in steps)


@given(MEMBERS, COUNTS, LUCK)
@settings(deadline=None)
def test_everybody_is_chosen_as_often_as_expected_to_the_next_whole_number(
    members: int, count: int, luck: int
) -> None:
    chosen = Counter(sampled_places(members, count, random.Random(luck)))
    assert chosen.total() == count
    for place, share in enumerate(rank_shares(members)):
        expected = share * count
        assert floor(expected - 1e-9) <= chosen[place] <= ceil(expected + 1e-9)


def test_many_small_draws_have_the_expected_frequencies() -> None:
    rng = random.Random(11)
    draws = 20_000
    chosen = Counter(place for _ in range(draws) for place in sampled_places(7, 2, rng))
    for place, share in enumerate(rank_shares(7)):
        assert chosen[place] / (2 * draws) == pytest.approx(share, abs=0.006)


@given(st.integers(min_value=2, max_value=40), COUNTS, LUCK)
@settings(deadline=None)
def test_no_member_is_paired_with_itself_while_another_partner_is_left(
    members: int, count: int, luck: int
) -> None:
    found = pairs(range(members), count, random.Random(luck))
    assert len(found) == count
    alone = [first for first, second in found if first == second]
    # What remains are pairs of the same member that no swap with another pair could separate.
    assert len(set(alone)) <= 1
    for member in alone:
        assert all(member in pair for pair in found)


def test_either_parent_comes_first_equally_often() -> None:
    rng = random.Random(3)
    found = [pair for _ in range(4000) for pair in pairs("ab", 1, rng)]
    firsts = Counter(first for first, second in found if first != second)
    assert firsts["a"] / firsts.total() == pytest.approx(0.5, abs=0.03)


def test_a_single_member_is_its_own_partner() -> None:
    assert pairs(["only"], 2, random.Random(1)) == [("only", "only")] * 2


def test_the_same_seed_gives_the_same_pairs() -> None:
    found = [pairs("abcdefgh", 9, random.Random(5)) for _ in range(2)]
    assert found[0] == found[1]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="expected members"):
        sampled_places(0, 1, random.Random(1))
    with pytest.raises(ValueError, match="expected a pressure from 1 to 2"):
        rank_shares(3, 2.5)
