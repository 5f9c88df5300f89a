"""The distance between rules."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.language.distance import cheapest_assignment, rule_distance
from ludwright.language.game import Game
from ludwright.language.syntax import read
from tests.language.toy import SEEDS, ToyGame, grown_game

SEED_NUMBERS = st.integers(min_value=0, max_value=2**32)


def toy(text: str) -> Game:
    return Game(read(text, ToyGame))


BASE = toy("(toy Fun (size 3 4) (end (All win (row 3))))")


@given(SEED_NUMBERS, SEED_NUMBERS)
@settings(max_examples=200, deadline=None)
def test_distance_is_symmetric_and_bounded(first: int, second: int) -> None:
    one, other = grown_game(first), grown_game(second)
    distance = rule_distance(one, other)
    assert distance == rule_distance(other, one)
    assert 0.0 <= distance <= 1.0
    assert rule_distance(one, grown_game(first)) == 0.0


def test_names_and_notes_do_not_count() -> None:
    other = toy("(toy Other (size 3 4) (end (All win (row 3))) (note x))")
    assert rule_distance(BASE, other) == 0.0


def test_numbers_weigh_less_than_words_and_words_less_than_results() -> None:
    number = rule_distance(BASE, toy("(toy Fun (size 3 4) (end (All win (row 4))))"))
    word = rule_distance(BASE, toy("(toy Fun (size 3 4) (end (mover win (row 3))))"))
    result = rule_distance(BASE, toy("(toy Fun (size 3 4) (end (All lose (row 3))))"))
    rule = rule_distance(BASE, toy("(toy Fun (size 3 4) (end (All win (not (empty to)))))"))
    assert 0 < number < word < result < rule < 1


def test_the_constants_are_those_of_the_specification() -> None:
    # Two trees of three ludemes each; the result stands at depth 1.
    result = rule_distance(BASE, toy("(toy Fun (size 3 4) (end (All lose (row 3))))"))
    assert result == pytest.approx(1.0 / 2 / (2 * 3**0.5))
    number = rule_distance(BASE, toy("(toy Fun (size 3 4) (end (All win (row 4))))"))
    assert number == pytest.approx(0.2 / 3 / 4 / (2 * 3**0.5))


def test_the_order_of_clauses_does_not_count() -> None:
    one = toy("(toy Fun (size 3) (end (All win (row 3)) (mover lose (empty to))))")
    other = toy("(toy Fun (size 3) (end (mover lose (empty to)) (All win (row 3))))")
    assert rule_distance(one, other) == 0.0


def test_seeds_are_apart() -> None:
    games = [toy(text) for text in SEEDS]
    assert all(rule_distance(a, b) > 0.1 for a in games for b in games if a is not b)


@pytest.mark.parametrize("seed", range(30))
def test_the_assignment_is_the_cheapest(seed: int) -> None:
    rng = random.Random(seed)
    rows = rng.randint(1, 5)
    columns = rng.randint(rows, 6)
    costs = [[rng.uniform(-3, 3) for _ in range(columns)] for _ in range(rows)]
    best = min(
        sum(costs[i][j] for i, j in enumerate(order))
        for order in permutations(range(columns), rows)
    )
    assert cheapest_assignment(costs) == pytest.approx(best)
