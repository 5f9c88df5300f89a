"""Errors of criteria of the same matches are correlated; the error of a score must show it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.criticism.beyond_criteria import mean_length
from ludwright.criticism.correlation import Correlations, correlations_of
from ludwright.criticism.criterion import Criterion, criteria_of
from ludwright.criticism.critique import Critique, criticise
from ludwright.criticism.effort import QUICK
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.gathering import gather
from ludwright.criticism.measure import Sampled, Score
from ludwright.criticism.modes import MAIN
from ludwright.criticism.profile import aesthetic_score, profile_of
from ludwright.criticism.search_criteria import choices_of
from ludwright.families.combinatorial import criteria as board_criteria
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of, read_plain
from tests.criticism.histories import Told, random_matches, told_evidence

BOTH = Correlations(("one", "other"), ((), (50,)))


@pytest.fixture(scope="module")
def hex_evidence() -> Evidence:
    return gather(open_game("hex-7"), replace(QUICK, matches=60), seed=1)


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ({"one": 3.0, "other": 3.0}, 27.0),
        ({"one": 3.0, "other": -3.0}, 9.0),
        ({"one": 3.0, "third": 4.0}, 25.0),
        ({"third": 4.0}, 16.0),
        ({}, 0.0),
    ],
)
def test_errors_add_up_by_their_correlations(errors: dict[str, float], expected: float) -> None:
    assert BOTH.error_of(errors) ** 2 == pytest.approx(expected)


def test_correlations_survive_json(hex_evidence: Evidence) -> None:
    found = criticise(hex_evidence, "", 1, with_slow=False)
    assert len(found.correlations.names) > 20
    assert read_plain(Critique, json.loads(json.dumps(plain_of(found)))) == found


def test_a_critique_from_before_correlations_has_none(hex_evidence: Evidence) -> None:
    data = plain_of(criticise(hex_evidence, "", 1, with_slow=False))
    del data["correlations"]
    assert read_plain(Critique, data).correlations.names == ()


def test_parts_are_the_whole_cut_up(hex_evidence: Evidence) -> None:
    parts = [hex_evidence.part(place, 7) for place in range(7)]
    assert sum(len(one.main) for one in parts) == len(hex_evidence.main) == 60
    whole = choices_of(hex_evidence.main)
    found = [choices_of(one.main) for one in parts]
    assert whole is not None
    leads = [one.leads for one in found if one is not None]
    assert np.concatenate(leads).tolist() == whole.leads.tolist()
    lengths = [one.lengths for one in (part.main for part in parts)]
    assert np.concatenate(lengths).tolist() == hex_evidence.main.lengths.tolist()
    records = [record for part in parts for record in part.main]
    assert [one.moves.tolist() for one in records] == [
        one.moves.tolist() for one in hex_evidence.main
    ]
    assert isinstance(mean_length.measure(parts[0]), Score)


def assert_groups_are_measured_as_parts(
    evidence: Evidence, groups: int, criteria: Sequence[Criterion]
) -> None:
    parts = [evidence.part(place, groups) for place in range(groups)]
    for one in criteria:
        found = one.sample(evidence)
        if isinstance(found, Sampled):
            measured = [one.measure(part) for part in parts]
            values = [each.value if isinstance(each, Score) else np.nan for each in measured]
            assert found.by_group(groups) == pytest.approx(values, nan_ok=True), one.name


def test_groups_measured_at_once_have_the_values_of_parts_measured_alone(
    hex_evidence: Evidence,
) -> None:
    fast = [one for one in criteria_of("combinatorial") if one.needs and not one.is_slow]
    for groups in (8, 15):
        assert_groups_are_measured_as_parts(hex_evidence, groups, fast)
    assert all(isinstance(one.sample(hex_evidence), Sampled) for one in fast)


@settings(deadline=None, max_examples=15)
@given(st.lists(random_matches(), min_size=4, max_size=12), st.integers(2, 4))
def test_groups_of_any_matches_have_the_values_of_parts(matches: list[Told], groups: int) -> None:
    # These matches cannot be replayed on a board.
    of_boards = {one.name for one in board_criteria.CRITERIA}
    spine = [one for one in criteria_of("combinatorial") if one.name not in of_boards]
    evidence = told_evidence(*matches, other_first=matches[::-1])
    assert_groups_are_measured_as_parts(evidence, groups, spine)


def test_a_criterion_that_knows_the_whole_alone_is_measured_on_each_group(
    hex_evidence: Evidence,
) -> None:
    plain = replace(mean_length, name="plain", function=mean_length.measure)
    found = correlations_of(hex_evidence, (mean_length, plain))
    assert found == Correlations(("mean-length", "plain"), ((), (100,)))


def test_few_matches_tell_no_correlation(hex_evidence: Evidence) -> None:
    few = Evidence(hex_evidence.game, {MAIN: hex_evidence.main.some(0, 10)})
    assert criticise(few, "", 1, with_slow=False).correlations.names == ()


def test_the_error_of_a_score_was_too_small_when_criteria_err_together(
    hex_evidence: Evidence,
) -> None:
    # Over 16 playtests of Hex the score varied by 0.145; independent errors would give 0.099.
    found = criticise(hex_evidence, "", 1, with_slow=False)
    profile = profile_of("ludi", "combinatorial")
    honest = aesthetic_score(found, profile)
    naive = aesthetic_score(replace(found, correlations=Correlations()), profile)
    assert isinstance(honest, Score)
    assert isinstance(naive, Score)
    assert honest.value == naive.value
    assert honest.error > 1.15 * naive.error
