"""Figures of matches without records and from records; appraisals by them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludwright.criticism.measure import Score
from ludwright.families.railway.appraisal import (
    appraise_of_means,
    appraise_printed,
    appraise_tolerances,
    recorded,
    surveyed,
    surveyed_skill,
    targets_of,
)
from ludwright.families.railway.efforts import GREEDY
from ludwright.families.railway.metrics import board_of, metrics_of
from ludwright.families.railway.network import Network
from ludwright.families.railway.variation import (
    OURS,
    PAPER,
    published_game,
    references,
    smith_rules,
    with_board,
)
from ludwright.language.game import Game
from ludwright.play.playtest import playtest
from ludwright.running.settings import search_settings
from ludwright.synthesis.appraisal import Order
from ludwright.synthesis.screen import Screening

REFERENCE = references(4)[0]


def screening_of(preset: str) -> Screening:
    found = {"ours": OURS, "paper": PAPER}[preset]
    assert found.targets is not None
    profile = found.targets(REFERENCE, 4, 0, 1)
    return search_settings("railway", [REFERENCE], found.options, 1, profile=profile).screening


def test_records_tell_the_same_as_matches_without_records() -> None:
    kept = recorded(playtest(REFERENCE, GREEDY, 30, seed=9, seats=4))
    found = surveyed(REFERENCE, 30, 9)
    for name in ("score", "variance", "turns", "card_turns", "path_changes", "is_stuck"):
        assert np.array_equal(getattr(kept, name), getattr(found, name)), name


def test_figures_do_not_depend_on_the_number_of_threads() -> None:
    one, two = surveyed(REFERENCE, 40, 3), surveyed(REFERENCE, 40, 3, jobs=2)
    assert np.array_equal(one.score, two.score)
    assert np.array_equal(one.path_changes, two.path_changes)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_packaged_targets_are_those_of_fresh_matches(seats: int) -> None:
    reference = references(seats)[0]
    targets = targets_of(reference, None, 0)
    found = metrics_of(Network.of(board_of(reference)), surveyed(reference, 400, 12))
    for name, wanted in targets.items():
        one = found[name]
        assert isinstance(one, Score)
        assert wanted.samples in (1, 10_000)
        assert abs(one.value - wanted.value) <= 5 * np.hypot(one.error, wanted.error) + 1e-9, name


def test_targets_of_another_board_are_measured() -> None:
    root = smith_rules(REFERENCE, 2)
    small = Network.of(board_of(REFERENCE))
    fewer = with_board(root, replace(small, tickets=small.tickets[:20]), names(root))
    found = targets_of(fewer, 2, 5)
    assert found["railway-turns"].samples == 10_000
    assert found["destinations"].value == 36


def names(game: Game) -> list[str]:
    return [str(one.name) for one in board_of(game).cities]


def test_the_reference_itself_is_well_within_tolerance() -> None:
    found = appraise_tolerances(Order(REFERENCE.text, 4, 300), screening_of("ours"), ())
    assert found.score is not None
    assert -0.9 < found.score.value < 0
    assert found.matches == {"appraisal": 300}


def test_the_published_fitness_of_the_reference_is_far_below_its_own_bar_in_single_matches() -> (
    None
):
    order = Order(REFERENCE.text, 4, 100)
    printed = appraise_printed(order, screening_of("paper"), ())
    of_means = appraise_of_means(order, screening_of("paper"), ())
    assert printed.score is not None
    assert of_means.score is not None
    assert printed.score.value < 3 < of_means.score.value


def test_a_board_that_looks_hopeless_is_not_played() -> None:
    random_board = published_game([REFERENCE], tuple(range(7, 1207)))
    found = appraise_tolerances(Order(random_board.text, 4, 300), screening_of("ours"), ())
    assert found.score is None
    assert found.rejection is not None
    assert "is wanted" in found.rejection.detail
    assert found.matches == {}


def test_playing_well_pays_on_the_reference_board() -> None:
    found = surveyed_skill(REFERENCE, 400, 2)
    assert isinstance(found, Score)
    assert found.value - 2 * found.error > 0
    assert found.samples == 400


def test_boards_are_bred_by_skill_and_gridlock_if_asked_but_by_nothing_unknown() -> None:
    order, screening = Order(REFERENCE.text, 4, 40), screening_of("ours")
    found = appraise_tolerances(order, screening, ("railway-skill", "gridlock"))
    assert found.critique is not None
    assert isinstance(found.critique["railway-skill"], Score)
    assert found.critique.value("gridlock") == 0.0
    unknown = appraise_tolerances(order, screening, ("completion",))
    assert unknown.rejection is not None
    assert "got completion" in unknown.rejection.detail
