"""The population is a fold over generations: who is in it, who is viable, and who is too near."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.criticism.measure import Score
from ludwright.families.combinatorial.library import open_game
from ludwright.synthesis.candidate import Candidate, Generation, Rejection, Retest, Stage
from ludwright.synthesis.population import Population, inbred_with
from tests.synthesis.small_runs import generation_of

NAMES = ("tic-tac-toe", "hex-7", "clobber")


@pytest.fixture
def children() -> Generation:
    """Three viable children, each better than the next."""
    return generation_of([open_game(name) for name in NAMES])


def numbers(candidates: list[Candidate]) -> list[int]:
    return [one.number for one in candidates]


def test_a_rejected_child_is_counted_but_is_no_member(children: Generation) -> None:
    slow = Rejection(Stage.SPEED, "too slow")
    first, *rest = children.candidates
    lost = replace(first, rejection=slow, score=None, is_viable=False)
    population = Population()
    population.absorb(replace(children, candidates=(lost, *rest), seconds={"speed": 2.0}))
    assert numbers(population.ranked()) == numbers(population.viable()) == [1, 2]
    assert len(population) == 3
    assert (population.census.children, population.census.survivors) == (3, 2)
    assert population.census.rejections == {(Stage.SPEED, "too slow"): 1}
    assert population.census.seconds == {"speed": 2.0}
    assert lost.digest in population.digests


def test_a_retest_ranks_viable_games_and_its_failure_takes_viability_away(
    children: Generation,
) -> None:
    population = Population()
    population.absorb(children)
    better = Retest(2, Score(5.0, 0.1, 9), 1, is_viable=True)
    worse = Retest(0, Score(-5.0, 0.1, 9), 1, is_viable=False)
    population.absorb(Generation(2, (), (better, worse)))
    assert numbers(population.viable()) == [2, 1]
    assert numbers(population.ranked()) == [0, 1, 2]  # a parent by its first score, as before
    assert population.census.viable == 2
    assert population.tests(2) == (1, better.score)
    assert population.tests(1) == (0, None)
    assert not population[0].is_viable


def test_a_game_with_the_rules_of_a_member_is_near_and_another_is_not(
    children: Generation,
) -> None:
    population = Population()
    population.absorb(children)
    assert population.is_near(open_game("hex-7"))
    assert not population.is_near(open_game("yavalath"))


def test_siblings_that_play_alike_or_have_the_same_rules_are_inbred(children: Generation) -> None:
    first, second, third = children.candidates
    alike = inbred_with([replace(first, signature="s")], replace(second, signature="s"))
    assert alike == Rejection(Stage.INBREEDING, "plays like a sibling")
    near = inbred_with([replace(first, signature="a")], replace(first, signature="b"))
    assert near == Rejection(Stage.INBREEDING, "too near a sibling")
    assert inbred_with([replace(first, signature="a")], replace(third, signature="b")) is None
