"""The machinery of the language on the vocabularies of the families."""

from __future__ import annotations

import random

import pytest

from ludwright.families.combinatorial.vocabulary import BoardGame, Combinatorial
from ludwright.language.check import type_findings
from ludwright.language.distance import rule_distance
from ludwright.language.english import english
from ludwright.language.json_form import from_json, to_json
from ludwright.language.ludeme import Ludeme
from ludwright.language.reference_page import reference_page
from ludwright.language.syntax import read, write
from ludwright.language.vary import cross, mutate

LUDEMES = [cls for cls in Combinatorial.vocabulary.ludemes if cls.example]


@pytest.mark.parametrize("cls", LUDEMES, ids=lambda cls: cls.__name__)
def test_every_example_reads_back_in_text_and_json(cls: type[Ludeme]) -> None:
    ludeme = read(cls.example, cls)
    assert type(ludeme) is cls
    assert type_findings(ludeme) == []
    assert read(write(ludeme), cls) == ludeme
    assert from_json(to_json(ludeme), cls) == ludeme
    assert isinstance(english(ludeme), str)


def test_generations_of_games_stay_well_typed() -> None:
    rng = random.Random(11)
    population: list[Ludeme] = [read(BoardGame.example, BoardGame)]
    for _ in range(300):
        child = mutate(cross(rng.choice(population), rng.choice(population), rng), rng)
        assert type_findings(child) == []
        assert read(write(child), BoardGame) == child
        assert from_json(to_json(child), BoardGame) == child
        assert 0 <= rule_distance(population[0], child) <= 1
        population.append(child)


def test_the_reference_page_is_written() -> None:
    page = reference_page(Combinatorial.vocabulary, "# Board games")
    assert all(cls.example in page for cls in LUDEMES)
