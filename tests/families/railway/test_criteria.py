"""Criteria of railway games, on records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import plan_of
from ludwright.criticism.gathering import critique
from ludwright.criticism.measure import Score
from ludwright.families.railway.appraisal import surveyed, targets_of
from ludwright.families.railway.criteria import CRITERIA
from ludwright.families.railway.metrics import NAMES, board_of, metrics_of
from ludwright.families.railway.network import Network
from ludwright.families.railway.variation import references

REFERENCE = references(4)[0]


@pytest.fixture(scope="module")
def found() -> Critique:
    effort = replace(plan_of("railway").effort("full"), matches=40)
    only = [one.name for one in CRITERIA]
    return critique(REFERENCE, effort, 5, seats=4, only=only)[0]


def test_all_ten_metrics_are_criteria_with_errors(found: Critique) -> None:
    assert set(NAMES) <= {one.name for one in CRITERIA}
    for name in NAMES:
        one = found[name]
        assert isinstance(one, Score), name
        assert (one.error > 0) == (one.samples == 40), name


def test_values_agree_with_the_targets_of_the_board(found: Critique) -> None:
    targets = targets_of(REFERENCE, 4, 0)
    for name, wanted in targets.items():
        one = found[name]
        assert isinstance(one, Score)
        assert abs(one.value - wanted.value) <= 5 * one.error + 1e-9, name


def test_records_and_figures_without_records_give_the_same_values() -> None:
    quick = replace(plan_of("railway").effort("quick"), matches=25)
    from_records, evidence = critique(REFERENCE, quick, 3, seats=4, only=NAMES)
    played = surveyed(REFERENCE, 25, evidence.main.seed)
    for name, one in metrics_of(Network.of(board_of(REFERENCE)), played).items():
        assert isinstance(one, Score)
        assert from_records.value(name) == pytest.approx(one.value), name


def test_playing_well_pays_and_nobody_is_stuck_on_north_america(found: Critique) -> None:
    skill, stuck = found["railway-skill"], found["gridlock"]
    assert isinstance(skill, Score)
    assert isinstance(stuck, Score)
    assert 0 < skill.value <= 1
    assert stuck.value == 0
    assert found.value("crossings") == 0
