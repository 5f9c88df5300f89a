"""The genetic algorithm on genomes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score, exactly
from ludwright.criticism.profile import Ideal, Method, Profile
from ludwright.language.game import read_game
from ludwright.play.workers import WorkerPool
from ludwright.running.settings import search_settings
from ludwright.synthesis.appraisal import PLAYED, Judge, Order
from ludwright.synthesis.candidate import Generation
from ludwright.synthesis.grammatical import GrammaticalSearch, roulette
from ludwright.synthesis.preset import preset_named
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.screen import Finding

FAMILY, PRESET = "railway", "paper"
SIZE = Profile("size", method=Method.DISTANCE, ideals={"destinations": Ideal(20.0)})


class BySize(Judge):
    """Scores boards by how near they are to twenty cities, without playing."""

    def findings(self, orders: Sequence[Order], pool: WorkerPool | None) -> list[Finding]:  # noqa: ARG002
        return [self._finding(one) for one in orders]

    def _finding(self, order: Order) -> Finding:
        game = order.game or read_game(order.text)
        cities = order.text.count("(city ")
        measured = Critique(
            game.digest, game.name, "sizes", order.seed, {"destinations": exactly(cities)}
        )
        score = Score(100.0 / (1 + abs(cities - 20)) ** 2, 0.1, order.matches)
        return Finding(order.text, None, measured, score, None, {PLAYED: order.matches})


def small_settings(generations: int = 4, offspring: int = 12, **more: float) -> RunSettings:
    preset = preset_named(PRESET, FAMILY)
    numbers: dict[str, Any] = {"generations": generations, "offspring": offspring, "stop": None}
    options = replace(preset.options, **{**numbers, **more})
    return search_settings(FAMILY, preset.seeds(None), options, 3, matches=4, profile=SIZE)


def searched(settings: RunSettings, turns: int) -> tuple[GrammaticalSearch, list[Generation]]:
    search = GrammaticalSearch(settings, preset_named(PRESET, FAMILY).seeds(None), BySize())
    made = []
    for _ in range(turns):
        made.append(search.turn(None))
        search.absorb(made[-1])
    return search, made


def test_a_population_is_replaced_as_a_whole_and_gets_better() -> None:
    search, made = searched(small_settings(generations=6, offspring=20), 7)
    assert [len(one.candidates) for one in made] == [20] * 7
    assert search.is_over
    means = [sum(one.score.value for one in turn.candidates if one.score) / 20 for turn in made]
    assert means[-1] > means[0]


def test_the_best_genomes_are_copied_unless_they_mutate() -> None:
    search, made = searched(small_settings(mutation=0.0), 1)
    best = search.population[:5]
    again = search.turn(None).candidates[:5]
    assert [one.digest for one in again] == [one.digest for one in best]
    assert [one.parents for one in again] == [(one.digest,) for one in best]
    _, other = searched(small_settings(mutation=1.0), 2)
    assert [one.digest for one in other[1].candidates[:5]] != [one.digest for one in best]
    assert made[0] == other[0]


def test_children_have_a_head_of_one_parent_and_a_tail_of_the_other() -> None:
    search, _ = searched(small_settings(mutation=0.0), 1)
    before = [search.genome_of(one.number) for one in search.population]
    search.absorb(search.turn(None))
    for one in search.population:
        child = search.genome_of(one.number)
        heads = [parent for parent in before if parent[0] == child[0]]
        tails = [parent for parent in before if parent[-1] == child[-1]]
        assert heads
        assert tails
        joins = [at for at in range(1200) if child[at] != heads[0][at]]
        assert all(child[at] == tails[0][at] for at in joins)


def test_a_resumed_search_makes_the_same_genomes_from_the_scores_alone() -> None:
    settings = small_settings()
    whole, made = searched(settings, 4)
    resumed = GrammaticalSearch(settings, preset_named(PRESET, FAMILY).seeds(None), BySize())
    for one in made[:2]:
        resumed.absorb(one)
    for wanted in made[2:]:
        found = resumed.turn(None)
        assert found == wanted
        resumed.absorb(found)
    numbers = [one.number for one in whole.population]
    assert [resumed.genome_of(one) for one in numbers] == [whole.genome_of(one) for one in numbers]


def test_a_score_that_is_good_enough_ends_the_search() -> None:
    search, _ = searched(small_settings(stop=1e-9), 1)
    assert search.is_over
    search, _ = searched(small_settings(stop=1e9), 1)
    assert not search.is_over


def test_roulette_draws_as_often_as_scores_say() -> None:
    rng = random.Random(4)
    drawn = Counter(roulette([1, 2, 3], {1: 1.0, 2: 3.0, 3: 0.0}, rng) for _ in range(4000))
    assert drawn[3] == 0
    assert drawn[2] / 4000 == pytest.approx(0.75, abs=0.03)
    assert {roulette([1, 2], {1: 0.0, 2: 0.0}, rng) for _ in range(50)} == {1, 2}
