"""The player of Lozano & Bratz at a strong table, and features that go with winning."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from ludwright.experiments import conquest_lozano
from ludwright.experiments.conquest_experiments import app
from ludwright.experiments.conquest_lozano import associations, contest, feature_matches
from ludwright.families.conquest.players import CHARACTERS


def test_a_contest_is_the_same_on_any_number_of_threads() -> None:
    one, two = (
        contest("lozano:simulations=40", ("killbot", "quo", "angry"), 8, 3, jobs, None)
        for jobs in (1, 2)
    )
    assert one.share == two.share
    assert one.work == two.work > 20


def test_a_searching_player_beats_weak_ones() -> None:
    found = contest("planner:nodes=60", ("stinky", "angry", "stinky"), 24, 1, 2, None)
    assert found.share.low > 0.5


def test_incomes_and_armies_go_with_winning() -> None:
    rows = associations(feature_matches(24, conquest_lozano.BETTER, 2, 2, None))
    found = {(one.stage, one.feature): one for one in rows}
    assert found[("start", "army_share")].low > 0.3
    assert found[("start", "largest_income")].correlation < 0.0
    assert all(-1.0 <= one.low <= one.correlation <= one.high <= 1.0 for one in rows)


def test_a_feature_that_never_changes_says_nothing() -> None:
    table = np.array([[1.0, 0.0], [1.0, 1.0]])
    found = conquest_lozano._correlations(table, np.array([0.0, 1.0]))
    assert found.tolist() == pytest.approx([0.0, 1.0])


def test_the_command_prints_nothing_but_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conquest_lozano, "EXPLORATIONS", (29.0,))
    monkeypatch.setattr(conquest_lozano, "CHARACTERS", CHARACTERS[:1])
    words = ["lozano", "-n", "4", "--simulations", "10", "--nodes", "20", "--json"]
    said = json.loads(CliRunner().invoke(app, words).stdout)
    assert [one["player"].partition(":")[0] for one in said["players"]] == [
        "lozano",
        "planner",
        "stinky",
    ]
    assert said["head_to_head"]["opponents"] == ["lozano:simulations=10,exploration=29,rounds=3"]


def test_work_is_counted_for_each_turn_though_chance_ends_it() -> None:
    found = contest("planner:nodes=80", ("killbot", "quo", "bort"), 8, 2, 1, None)
    assert 40 < found.work <= 80
