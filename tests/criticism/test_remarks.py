from __future__ import annotations

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.criterion import Group, Wanted, criteria_of, criterion_named
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.peers import Percentile, Ranked
from ludwright.criticism.profile import GATED, Profile, Term
from ludwright.criticism.remarks import MOST_OF_A_KIND, Kind, Observation, remarks_on, wanted_by

FAMILY = "combinatorial"
LOW, MIDDLE = Percentile(0.05, 0.02, 0.1, 123), Percentile(0.5, 0.3, 0.8, 123)
HIGH, UNSURE = Percentile(0.95, 0.9, 0.98, 123), Percentile(0.9, 0.5, 1.0, 123)


def remarks(ranked: dict[str, Ranked], **values: float) -> tuple[Observation, ...]:
    measures: dict[str, Measure] = {name: Score(0.5, 0.01, 20) for name in ranked}
    measures |= {name.replace("_", "-"): Score(value, 0.01, 20) for name, value in values.items()}
    return remarks_on(Critique("0", "G", "quick", 1, measures), FAMILY, GATED, ranked)


def test_every_measured_criterion_has_words_for_both_ends_and_advice_for_the_bad_one() -> None:
    for one in criteria_of(FAMILY):
        if one.group is Group.INTRINSIC:
            continue
        assert one.when_low is not None, one.name
        assert one.when_high is not None, one.name
        assert one.when_low.instead or one.wanted is Wanted.LOW, one.name
        assert one.when_high.instead or one.wanted is Wanted.HIGH, one.name
        for remark in (one.when_low, one.when_high):
            assert not remark.says.endswith(".")
            assert remark.says[0].islower()


def test_the_wanted_end_is_a_strength_and_the_other_a_weakness_with_advice() -> None:
    (good,) = remarks({"completion": HIGH})
    (bad,) = remarks({"drawishness": HIGH})
    assert (good.kind, good.advice) == (Kind.STRENGTH, "")
    assert bad.kind is Kind.WEAKNESS
    assert "draw" in bad.says
    assert bad.advice
    assert "higher than 95 % of packaged games" in bad.figures


def test_what_is_a_matter_of_taste_is_neither() -> None:
    (long,) = remarks({"mean-length": HIGH}, mean_length=90.0)
    assert long.kind is Kind.CHARACTER
    assert long.says == "matches are long"
    assert "smaller board" in long.advice
    (short,) = remarks({"mean-length": LOW}, mean_length=12.0)
    assert short.says == "matches are short"
    assert "larger board" in short.advice


def test_what_is_usual_or_uncertain_is_not_mentioned() -> None:
    assert remarks({"completion": MIDDLE, "balance": UNSURE}) == ()
    assert remarks({"completion": Unscored("other effort")}) == ()


def test_a_failed_threshold_is_a_weakness_even_without_packaged_games() -> None:
    (found,) = remarks({}, completion=0.1)
    assert found.kind is Kind.WEAKNESS
    assert found.figures == "completion 0.10, expected at least 0.5"
    assert found.advice


def test_a_profile_that_weighs_a_criterion_decides_which_end_is_wanted() -> None:
    clarity = criterion_named("clarity-variance", FAMILY)
    assert wanted_by(GATED, clarity) is Wanted.EITHER
    low, high = (Profile("mine", {clarity.name: Term(w, 0.0, 1.0)}) for w in (-0.4, 0.4))
    assert wanted_by(low, clarity) is Wanted.LOW
    assert wanted_by(high, clarity) is Wanted.HIGH


def test_the_same_advice_is_given_once_and_lists_stay_short() -> None:
    twice = remarks({"drama-average": LOW, "drama-maximum": LOW})
    assert len(twice) == 1
    everything: dict[str, Ranked] = {one.name: HIGH for one in criteria_of(FAMILY)}
    found = remarks(everything)
    for kind in Kind:
        assert 0 < sum(one.kind is kind for one in found) <= MOST_OF_A_KIND
