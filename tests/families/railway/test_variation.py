"""The presets of railway games."""

from __future__ import annotations

import random

import pytest

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import exactly
from ludwright.errors import LudwrightError
from ludwright.families.conquest.library import open_game
from ludwright.families.railway.geometry import look_of
from ludwright.families.railway.metrics import board_of
from ludwright.families.railway.network import Network
from ludwright.families.railway.variation import (
    OURS,
    PAPER,
    children,
    founders,
    our_targets,
    published_game,
    references,
    smith_rules,
    tuned,
)
from ludwright.language.check import check
from ludwright.language.game import read_game
from ludwright.synthesis.grammar import random_genome

REFERENCE = references()[0]


def test_the_reference_is_played_by_four_with_seven_first_cards() -> None:
    assert "(seats 4" in REFERENCE.text
    assert "(start 7" in REFERENCE.text
    assert "(gridlock first)" in REFERENCE.text
    assert "(seats 3" in references(3)[0].text


def test_a_reference_of_another_family_is_refused() -> None:
    with pytest.raises(LudwrightError, match="a railway game as the reference, got one of conq"):
        smith_rules(open_game("risk-lux"))


def test_founders_and_children_are_sound_games_without_crossings() -> None:
    rng = random.Random(8)
    first = founders([REFERENCE], 5, rng, OURS.options)
    made = [*first, *(children(one, first[0], rng, OURS.options)[0] for one in first)]
    for one in made:
        assert check(one) == []
        assert read_game(one.text).digest == one.digest
        look = look_of(Network.of(board_of(one)))
        assert (look.crossings, look.covered) == (0, 0.0)
    assert len({one.digest for one in made}) == len(made)


def test_games_of_genomes_are_sound() -> None:
    for seed in range(3):
        game = published_game([REFERENCE], random_genome(1200, random.Random(seed)))
        assert check(game) == []


def test_tuning_works_against_the_worst_measures() -> None:
    profile = our_targets(REFERENCE, 4, 0, 1)
    game = founders([REFERENCE], 1, random.Random(1), OURS.options)[0]
    right = {name: exactly(one.value) for name, one in profile.ideals.items()}

    def points(name: str, share: float) -> tuple[int, int]:
        measures = right | {name: exactly(profile.ideals[name].value * share)}
        critique = Critique(game.digest, game.name, "", 0, measures)
        network = Network.of(board_of(tuned(game, critique, profile, random.Random(2))))
        return sum(one.points for one in network.tickets), network.track_count

    assert points("railway-score", 1.3)[0] < points("railway-score", 0.7)[0]
    assert points("path-changes", 1.5)[1] > points("path-changes", 0.5)[1]


def test_presets_say_what_they_are() -> None:
    assert PAPER.genetics is not None
    assert (PAPER.genetics.codons, PAPER.genetics.kept, PAPER.genetics.each) == (1200, 5, 0.002)
    assert (PAPER.options.mutation, PAPER.options.stop, PAPER.options.generations) == (0.05, 25, 40)
