"""New criteria are measured on the matches that old runs kept."""

from __future__ import annotations

import pytest

from ludwright.criticism import criterion as criteria
from ludwright.criticism.criterion import Criterion, criterion_named
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Score, exactly
from ludwright.errors import UnknownName
from ludwright.running import measuring
from ludwright.running.measuring import measure_kept
from ludwright.running.run import Run
from ludwright.synthesis.candidate import Occasion


def test_the_kept_matches_give_every_measure_of_the_critiques_again(finished: Run) -> None:
    found = list(measure_kept(finished.folder))
    assert {one.occasion for one in found} == set(Occasion)
    viable = [one.number for one in finished.evolution.population if one.is_viable]
    assert [one.number for one in found if one.occasion is Occasion.SCREENING] == sorted(viable)
    for one in found:
        assert one.before
        assert {name: one.measures[name] for name in one.before} == one.before


def test_a_criterion_written_later_is_measured_on_old_matches(
    finished: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plies(evidence: Evidence) -> Measure:
        return exactly(float(evidence.main.offsets[-1]))

    known = criterion_named("mean-length", "combinatorial")
    later = Criterion(
        **{
            **{name: getattr(known, name) for name in known.__dataclass_fields__},
            "name": "all-plies",
            "function": plies,
        }
    )
    monkeypatch.setattr(measuring, "criterion_named", lambda *_: later)
    found = list(measure_kept(finished.folder, ["all-plies"]))
    assert found
    for one in found:
        score = one.measures["all-plies"]
        assert isinstance(score, Score)
        assert score.value > 0
        assert one.before == {}


def test_an_unknown_criterion_is_told_before_anything_is_measured(finished: Run) -> None:
    assert criteria.criteria_of("combinatorial")
    with pytest.raises(UnknownName, match="did you mean 'balance'"):
        next(measure_kept(finished.folder, ["balanse"]))
