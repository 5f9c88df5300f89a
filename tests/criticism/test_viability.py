"""Verdicts: thresholds, their intervals, and the thresholds of a family."""

from __future__ import annotations

import pytest

from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, Score, Unscored, exactly
from ludwright.criticism.viability import (
    USUAL,
    Verdict,
    at_least,
    at_most,
    thresholds_of,
    verdict_of,
)
from tests.criticism.bare_family import BARE, have_record

LEAST = at_least("balance", 0.5, "one colour wins too often")
MOST = at_most("timeouts", 0.5, "matches do not end in reasonable time")


def critique(**measures: Measure) -> Critique:
    return Critique("digest", "Some", "few", 1, {"completion": exactly(1.0), **measures})


@pytest.mark.parametrize(
    ("value", "error", "found"),
    [
        (0.6, 0.0, "passed"),
        (0.5, 0.0, "passed"),
        (0.45, 0.1, "doubtful"),
        (0.45, 0.0, "failed"),
        (0.2, 0.1, "failed"),
    ],
)
def test_a_threshold_is_failed_only_beyond_the_whole_interval(
    value: float, error: float, found: str
) -> None:
    assert LEAST.verdict(Score(value, error, 20)) == found
    assert MOST.verdict(Score(1.0 - value, error, 20)) == found


def test_a_verdict_names_failures_with_their_figures() -> None:
    bad = verdict_of(critique(balance=Score(0.1, 0.05, 20)), [LEAST, MOST])
    assert bad.failings == (
        "one colour wins too often: balance 0.10 ± 0.10, expected at least 0.5",
    )
    assert str(bad).startswith("not viable: one colour")
    assert not bad.is_viable
    unsure = verdict_of(critique(timeouts=Score(0.55, 0.1, 20)), [LEAST, MOST])
    assert unsure.is_viable
    assert not unsure.is_certain
    assert "in doubt: matches do not end" in str(unsure)


def test_criteria_without_a_score_do_not_decide() -> None:
    assert verdict_of(critique(balance=Unscored("no winner")), [LEAST]) == Verdict((), ())


def test_a_game_that_could_not_be_played_is_not_viable() -> None:
    found = verdict_of(critique(completion=Unscored("no matches")), [LEAST])
    assert str(found).startswith("not viable: no match could be played")


def test_thresholds_speak_only_of_criteria_that_the_family_has() -> None:
    names = {one.name for one in criteria_of("combinatorial")}
    known = thresholds_of("combinatorial")
    for one in (*known.lenient, *known.strict, *USUAL.lenient, *USUAL.strict):
        assert one.criterion in names
    assert "one colour wins too often" in {one.failing for one in known.lenient}


def test_the_final_list_asks_for_more_than_viability() -> None:
    for known in (thresholds_of("combinatorial"), USUAL):
        strict = {one.criterion: one for one in known.strict}
        for one in known.lenient:
            sign = 1.0 if one.is_least else -1.0
            assert sign * strict[one.criterion].bound >= sign * one.bound


def test_a_family_without_thresholds_has_the_usual_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    have_record(monkeypatch, **BARE)
    assert thresholds_of("toy") == USUAL
    # Games for three seats have no colours.
    assert not any("colour" in one.failing for one in USUAL.lenient)
