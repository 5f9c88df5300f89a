"""Equation 1: the sum of the distances of seven criteria from their ideals."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.criticism.criterion import criterion_named
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.modes import MAIN
from ludwright.errors import UnknownName
from ludwright.families.conquest.fitness import (
    IDEALS,
    Fitness,
    Reading,
    fitness,
    fitness_of,
    quick_fitness,
)
from ludwright.families.conquest.library import open_game
from ludwright.play.playtest import playtest
from tests.families.conquest.told import Told, Turn, told_evidence

SMALL = "rossato-artificial-3-10t"
OF_CRITERION = {
    Reading.REPAIRED: {
        "completion": "completion",
        "duration": "conquest-duration",
        "advantage": "advantage",
        "branching": "conquest-branching",
        "drama": "conquest-drama",
        "killer-move": "conquest-killer-move",
        "lead-change": "conquest-lead-change",
    },
    Reading.PRINTED: {
        "completion": "completion",
        "duration": "conquest-duration",
        "advantage": "advantage",
        "branching": "conquest-branching-printed",
        "drama": "conquest-drama-printed",
        "killer-move": "conquest-killer-move-printed",
        "lead-change": "conquest-lead-change-printed",
    },
}


@pytest.mark.parametrize("reading", list(Reading))
@pytest.mark.parametrize("game", [SMALL, "rossato-artificial-4-13t"])
def test_the_quick_values_are_those_of_the_criteria(game: str, reading: Reading) -> None:
    found = quick_fitness(open_game(game), 80, seed=5, reading=reading)
    evidence = Evidence(open_game(game), {MAIN: playtest(open_game(game), "rossato", 80, 5)})
    for name, value in found.criteria.items():
        one = criterion_named(OF_CRITERION[reading][name], "conquest").measure(evidence)
        assert isinstance(one, Score), name
        assert value == pytest.approx(one.value), name
    distances = [abs(found.criteria[name] - ideal) for name, ideal in IDEALS.items()]
    assert found.value == pytest.approx(sum(distances))
    again = fitness(evidence, reading=reading)
    assert isinstance(again, Fitness)
    assert again.score == found.score


def test_ideals_may_be_given() -> None:
    played = playtest(open_game(SMALL), "rossato", 40, 1)
    usual, other = fitness_of(played), fitness_of(played, {"duration": 1.0})
    gained = other.distances["duration"] - usual.distances["duration"]
    assert other.value - usual.value == pytest.approx(gained)
    assert other.distances["duration"] == pytest.approx(1.0 - usual.criteria["duration"])


def test_ideals_that_mean_nothing_are_refused() -> None:
    played = playtest(open_game(SMALL), "rossato", 4, 1)
    with pytest.raises(UnknownName, match="druma"):
        fitness_of(played, {"druma": 0.5})
    with pytest.raises(ValueError, match="from 0 to 1"):
        fitness_of(played, {"drama": 2.0})


def test_what_could_not_be_measured_counts_as_worst_and_is_named() -> None:
    draw = Told([Turn((5, 5), (10, 10)), Turn((5, 5), (10, 10))])
    found = fitness(told_evidence(draw, draw))
    assert isinstance(found, Fitness)
    assert found.unmeasured == ("advantage", "drama")
    assert (found.distances["advantage"], found.distances["drama"]) == (1.0, 0.5)
    assert "not measured, counted as worst: advantage, drama" in str(found)


def test_without_matches_there_is_no_fitness() -> None:
    assert isinstance(fitness(Evidence(open_game(SMALL), {})), Unscored)


def test_the_error_is_the_spread_over_seeds() -> None:
    game = open_game(SMALL)
    found = [quick_fitness(game, 100, seed).score for seed in range(120)]
    spread = float(np.std([one.value for one in found], ddof=1))
    told = float(np.mean([one.error for one in found]))
    assert 0.8 * spread < told < 1.35 * spread
