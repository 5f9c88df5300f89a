"""Profiles: scores with propagated errors, files with clear errors, packaged profiles."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, Score, Unscored, exactly
from ludwright.criticism.profile import (
    FLOOR,
    GATED,
    LUDI_WEIGHTS,
    MISSING,
    Gate,
    Ideal,
    Method,
    Part,
    Profile,
    Term,
    aesthetic_score,
    default_profile,
    gated_profile,
    profile_of,
    read_profile,
    standardise,
    write_profile,
)
from ludwright.errors import LudwrightError, StoreError, UnknownName
from ludwright.language import registry
from ludwright.language.registry import register_family
from tests.criticism.bare_family import BARE, have_record

SUM = Profile("taste", {"a": Term(2.0, 0.5, 0.1), "b": Term(-1.0, 0.2, 0.4)}, bias=0.25)


def critique(**measures: Measure) -> Critique:
    named = {name.replace("_", "-"): one for name, one in measures.items()}
    return Critique("digest", "Some", "few matches", 1, named)


def scored(found: Measure) -> Score:
    assert isinstance(found, Score), found
    return found


def why(found: Measure) -> str:
    assert isinstance(found, Unscored), found
    return found.why


def sound(**changes: Measure) -> Critique:
    """A game that passes all gates."""
    measures: dict[str, Measure] = {
        "balance": Score(0.9, 0.03, 100),
        "completion": Score(0.8, 0.04, 100),
        "drawishness": Score(0.1, 0.03, 90),
        "decision_ratio": Score(0.95, 0.02, 100),
        "board_coverage": Score(0.5, 0.02, 100),
    }
    return critique(**(measures | changes))


def test_a_sum_is_weighted_standardised_and_biased() -> None:
    found = scored(aesthetic_score(critique(a=Score(0.6, 0.02, 40), b=Score(0.0, 0.2, 30)), SUM))
    assert found.value == pytest.approx(0.25 + 2.0 * 1.0 - 1.0 * -0.5)
    assert found.error == pytest.approx(sqrt((2 * 0.02 / 0.1) ** 2 + (0.2 / 0.4) ** 2))
    assert found.samples == 30


def test_the_error_of_a_sum_is_what_repeated_measurement_shows() -> None:
    rng = np.random.default_rng(5)
    drawn = [
        scored(
            aesthetic_score(
                critique(
                    a=Score(rng.normal(0.6, 0.02), 0.02, 40), b=Score(rng.normal(0, 0.2), 0.2, 30)
                ),
                SUM,
            )
        )
        for _ in range(2000)
    ]
    assert np.std([one.value for one in drawn]) == pytest.approx(drawn[0].error, rel=0.06)


def test_what_is_read_from_the_rules_does_not_lower_the_samples() -> None:
    both = critique(a=exactly(0.6), b=Score(0.0, 0.2, 30))
    assert scored(aesthetic_score(both, SUM)).samples == 30
    assert scored(aesthetic_score(critique(a=exactly(1), b=exactly(1)), SUM)).samples == 1


def test_a_third_of_the_weight_may_be_missing_and_widens_the_error() -> None:
    found = scored(aesthetic_score(critique(a=Score(0.6, 0.0, 40)), SUM))
    assert found.value == pytest.approx(2.25 - MISSING)
    assert found.error == pytest.approx(1.0)


@pytest.mark.parametrize("weight", [-1.0, 1.0])
def test_what_could_not_be_measured_counted_as_average_and_helped(weight: float) -> None:
    profile = Profile("taste", {"a": Term(2.0, 0.5, 0.1), "b": Term(weight, 0.2, 0.4)})
    a = Score(0.6, 0.0, 40)
    missing = scored(aesthetic_score(critique(a=a, b=Unscored("nobody won")), profile))
    average = scored(aesthetic_score(critique(a=a, b=exactly(0.2)), profile))
    bad = scored(aesthetic_score(critique(a=a, b=exactly(0.2 - weight * 0.4)), profile))
    assert missing.value < bad.value < average.value


LIMITED = Profile(
    "limited",
    {"a": Term(1.0, 0.5, 0.1), "b": Term(-1.0, 0.2, 0.4)},
    gates={"completion": Gate(least=0.5), "slow": Gate(least=0.6, is_optional=True)},
    limit=3.0,
)


def limited(completion: Measure, a: float = 0.5, **more: Measure) -> Measure:
    measures = {"a": exactly(a), "b": exactly(0.2), "completion": completion}
    return aesthetic_score(critique(**(measures | more)), LIMITED)


def test_a_criterion_counts_up_to_the_limit_and_its_error_shrinks_there() -> None:
    assert scored(limited(exactly(1.0), a=9.0)).value == pytest.approx(3.0)
    assert scored(limited(exactly(1.0), a=-9.0)).value == pytest.approx(-3.0)
    at_limit = scored(limited(exactly(1.0), more=exactly(0), a=0.0 + 0.8))
    assert at_limit.value == pytest.approx(3.0)
    near = critique(a=Score(0.8, 0.1, 9), b=exactly(0.2), completion=exactly(1))
    assert scored(aesthetic_score(near, LIMITED)).error == pytest.approx(0.5)


def test_games_that_fail_a_gate_score_below_all_that_pass_by_how_far_they_fail() -> None:
    lowest = scored(limited(exactly(0.5), a=-9.0, b=exactly(9.0))).value
    failed = [scored(limited(exactly(x), a=9.0)).value for x in (0.49, 0.3, 0.0)]
    assert lowest == pytest.approx(-6.0)
    assert [lowest, *failed] == sorted([lowest, *failed], reverse=True)
    assert failed[-1] == pytest.approx(-7.0)
    assert scored(limited(Unscored("no match was won"), slow=exactly(1.0))).value == -7.0
    assert why(limited(Unscored("no match"))) == "none of the criteria with a gate has a value"
    assert scored(limited(exactly(1.0), slow=exactly(0.3))).value == pytest.approx(-6.5)
    assert scored(limited(Score(0.25, 0.1, 30))).error == pytest.approx(0.2)


def test_what_an_effort_does_not_measure_does_not_fail_an_optional_gate() -> None:
    game = critique(a=exactly(0.5), b=exactly(0.2), completion=exactly(1.0))
    assert LIMITED.objections(game) == ()
    failing = critique(completion=exactly(0.1), slow=exactly(0.1))
    assert LIMITED.objections(failing) == (
        "completion is 0.1, at least 0.5 is required",
        "slow is 0.1, at least 0.6 is required",
    )


def test_a_profile_was_applied_to_games_of_another_depth_without_a_word() -> None:
    profile = replace(SUM, effort="quick: 20 matches at depth 2")

    def told(effort: str) -> str:
        return profile.caveat(effort)

    assert told("confirmation: 100 matches at depth 2") == ""
    assert told("full: 100 matches at depth 2, slow criteria too") == ""
    assert told("quick: 20 matches at depth 2 [1f2e]") == ""
    assert told("full: 100 matches at depth 3, slow criteria too") == (
        "a rough figure: the profile taste belongs to matches at depth 2, "
        "these were played at depth 3"
    )
    assert SUM.caveat("few matches") == ""


def test_more_than_a_third_missing_is_no_score() -> None:
    found = aesthetic_score(critique(b=Score(0.6, 0.1, 40)), SUM)
    assert why(found) == "67% of the weight has no value: a"


def test_a_criterion_without_weight_may_be_missing() -> None:
    profile = Profile("taste", {"a": Term(1.0, 0.0, 1.0), "b": Term(0.0, 0.0, 1.0)})
    assert scored(aesthetic_score(critique(a=Score(0.5, 0.1, 9)), profile)).error == pytest.approx(
        0.1
    )


def test_seed_games_score_zero_on_average() -> None:
    rng = np.random.default_rng(3)
    seeds = [
        critique(**{name.replace("-", "_"): Score(x, 0.1, 20) for name, x in row.items()})
        for row in (
            dict(zip(LUDI_WEIGHTS, rng.random(len(LUDI_WEIGHTS)), strict=True)) for _ in range(30)
        )
    ]
    lacking = {name: one for name, one in seeds[0].measures.items() if name != "killer-moves"}
    poor = {name: one for name, one in seeds[1].measures.items() if name == "completion"}
    seeds[0] = Critique("x", "lacking", "few", 1, lacking)
    seeds[1] = Critique("y", "poor", "few", 1, poor)
    profile = standardise(seeds, LUDI_WEIGHTS, "ludi")
    scores = [aesthetic_score(one, profile) for one in seeds]
    assert [isinstance(one, Unscored) for one in scores] == [False, True, *[False] * 28]
    values = [one.value for one in scores if isinstance(one, Score)]
    assert np.mean(values) == pytest.approx(0.0, abs=1e-12)
    assert {name: one.weight for name, one in profile.terms.items()} == LUDI_WEIGHTS


@pytest.mark.parametrize("values", [[], [0.5], [0.5, 0.5, 0.5]])
def test_a_criterion_that_never_differs_is_refused(values: list[float]) -> None:
    with pytest.raises(LudwrightError, match="expected a to differ between at least two games"):
        standardise([critique(a=exactly(x)) for x in values], {"a": 1.0}, "taste")


def test_the_second_hand_weights_are_eleven() -> None:
    assert len(LUDI_WEIGHTS) == 11
    assert LUDI_WEIGHTS["clarity-variance"] == -0.376


def test_the_gated_score_is_a_harmonic_mean() -> None:
    found = scored(aesthetic_score(sound(), GATED))
    assert found.value == pytest.approx(4 / (1 / 0.9 + 1 / 0.8 + 1 / 0.9 + 1 / 0.95))
    assert found.samples == 90
    with_skill = scored(aesthetic_score(sound(skill_trace=Score(0.2, 0.05, 50)), GATED))
    assert with_skill.value == pytest.approx(5 / (1 / 0.9 + 1 / 0.8 + 1 / 0.9 + 1 / 0.95 + 5))


def test_the_error_of_a_harmonic_mean_is_that_of_the_delta_method() -> None:
    found = scored(aesthetic_score(sound(), GATED))
    slopes = [found.value**2 / (4 * x * x) for x in (0.9, 0.8, 0.9, 0.95)]
    errors = (0.03, 0.04, 0.03, 0.02)
    expected = sqrt(sum((s * e) ** 2 for s, e in zip(slopes, errors, strict=True)))
    assert found.error == pytest.approx(expected, rel=0.01)


def test_one_fatal_flaw_is_not_averaged_away() -> None:
    flawed = scored(aesthetic_score(sound(balance=Score(0.0, 0.02, 100)), GATED))
    assert flawed.value == pytest.approx(4 / (1 / FLOOR + 1 / 0.8 + 1 / 0.9 + 1 / 0.95))
    assert 0 < flawed.error < 0.1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"completion": Score(0.1, 0.03, 50)}, "completion is 0.1, at least 0.2 is required"),
        ({"board_coverage": Unscored("no match")}, "the gate on board-coverage needs a value"),
        ({"board_coverage": Score(0.05, 0.01, 9)}, "board-coverage is 0.05, at least 0.1"),
        ({"balance": Unscored("no match was won")}, "balance has no value: no match was won"),
    ],
)
def test_a_game_that_fails_is_told_why(changes: dict[str, Measure], reason: str) -> None:
    profile = gated_profile("combinatorial")
    assert why(aesthetic_score(sound(**changes), profile)).startswith(reason)


def test_gates_hold_for_sums_too_and_have_two_sides() -> None:
    profile = Profile("taste", {"a": Term(1.0, 0.0, 1.0)}, gates={"a": Gate(most=0.7)})
    assert why(aesthetic_score(critique(a=exactly(0.8)), profile)).endswith(
        "at most 0.7 is allowed"
    )
    assert scored(aesthetic_score(critique(a=exactly(0.7)), profile)).value == 0.7


ODD = Profile('ÿ "q"\n\x7f', {"it's.odd": Term(1e-7, -3.0, 1e20)}, gates={"b c": Gate(0.0, 1.0)})


@pytest.mark.parametrize("suffix", [".json", ".toml"])
@pytest.mark.parametrize(
    "profile", [SUM, GATED, ODD, LIMITED], ids=["sum", "gated", "odd", "limited"]
)
def test_what_is_written_is_read(tmp_path: Path, profile: Profile, suffix: str) -> None:
    path = tmp_path / f"mine{suffix}"
    write_profile(profile, path)
    assert read_profile(path) == profile


def changed(**changes: Any) -> str:
    criterion = {"weight": 1.0, "mean": 0.5, "spread": 0.1}
    return json.dumps({"name": "mine", "criteria": {"a": criterion}} | changes)


def one_criterion(**changes: Any) -> str:
    return changed(criteria={"a": {"weight": 1.0, "mean": 0.5, "spread": 0.1} | changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "expected JSON, got something else: .*line 1 column 2"),
        ("[]", "expected a table, got a list"),
        (changed(name=""), "mine.json: name: expected a text, got ''"),
        (changed(colour=1), "colour: expected only known names, got 'colour'"),
        (changed(bias="much"), "mine.json: bias: expected a number, got 'much'"),
        (changed(bias=None), "mine.json: bias: expected a number, got nothing"),
        (changed(bias=True), "bias: expected a number, got true"),
        (
            changed(method="product"),
            "method: expected 'sum', 'harmonic', 'distance' or 'worst', got 'product'",
        ),
        (
            changed(method=["sum"]),
            "method: expected 'sum', 'harmonic', 'distance' or 'worst', got a list",
        ),
        (changed(criteria={}), "expected a criterion with a weight other than 0, got none"),
        (changed(criteria={"a": 1}), "criteria.a: expected a table, got 1"),
        (one_criterion(spread=0), "criteria.a: expected a spread above 0, got 0"),
        (one_criterion(spread=-1), "criteria.a: expected a spread above 0, got -1"),
        (one_criterion(weight=float("nan")), "expected a number, got NaN"),
        (one_criterion(wait=1), "criteria.a.wait: expected only known names, got"),
        (changed(criteria={"a": {"weight": 1}}), "criteria.a.mean: expected a value, got none"),
        (changed(gates={"a": {}}), "gates.a: expected least, most or both, got neither"),
        (
            changed(gates={"a": {"least": 1, "most": 0}}),
            "gates.a: expected least to be at most",
        ),
        (
            changed(parts={"a": {}}),
            "expected only criteria, bias, a limit and gates with method sum",
        ),
        ('{"name": "m", "method": "harmonic"}', "expected parts for the harmonic mean, got none"),
        (
            '{"name": "m", "method": "harmonic", "parts": {"a": {"optional": 1}}}',
            "parts.a.optional: expected true or false, got 1",
        ),
    ],
)
def test_a_bad_file_is_told_by_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(StoreError, match=message):
        read_profile(path)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        read_profile(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(StoreError, match="expected text in UTF-8"):
        read_profile(tmp_path / "bytes.json")
    (tmp_path / "bad.toml").write_text("name = ")
    with pytest.raises(StoreError, match="expected TOML, got something else"):
        read_profile(tmp_path / "bad.toml")
    with pytest.raises(StoreError, match="cannot be written"):
        write_profile(SUM, tmp_path / "no" / "folder.json")


def test_a_family_has_its_packaged_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "profiled"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from dataclasses import replace\n"
        "from ludwright.families.combinatorial.family import FAMILY as BOARDS\n"
        "FAMILY = replace(BOARDS, name='profiled', profile='profiled/own.json', profiles={})\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    register_family("profiled", "profiled", "profiled")
    with pytest.raises(StoreError, match="expected a profile of profiled in profiled/own"):
        default_profile("profiled")
    write_profile(SUM, package / "own.json")
    assert default_profile("profiled") == SUM
    assert profile_of("gated", "profiled") == GATED
    with pytest.raises(UnknownName, match="did you mean 'profiled'"):
        default_profile("profild")


def test_a_family_without_a_profile_is_scored_by_gates(monkeypatch: pytest.MonkeyPatch) -> None:
    have_record(monkeypatch, **BARE)
    assert default_profile("toy") == profile_of("gated", "toy") == GATED


def test_criteria_of_one_family_do_not_gate_the_games_of_others() -> None:
    assert "board-coverage" not in GATED.criteria()
    ours = profile_of("gated", "combinatorial")
    assert ours.gates == {**GATED.gates, "board-coverage": Gate(least=0.1)}
    assert ours == replace(GATED, gates=ours.gates)


def test_parts_can_be_reversed() -> None:
    assert Part(is_reversed=True).of(Score(0.25, 0.1, 7)) == Score(0.75, 0.1, 7)


def test_a_misspelt_criterion_is_told(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    profile = default_profile("combinatorial")
    term = profile.terms["uncertainty"]
    write_profile(replace(profile, terms={**profile.terms, "uncertanty": term}), path)
    assert read_profile(path).terms["uncertanty"] == term
    with pytest.raises(UnknownName, match="did you mean"):
        read_profile(path, "combinatorial")


def test_profiles_go_by_name_or_by_file(tmp_path: Path) -> None:
    write_profile(SUM, tmp_path / "mine.json")
    assert profile_of(None, "combinatorial") == default_profile("combinatorial")
    assert profile_of("gated", "combinatorial") == gated_profile("combinatorial")
    assert profile_of("board", "combinatorial") == default_profile("combinatorial")
    assert profile_of("ludi", "combinatorial").terms.keys() == LUDI_WEIGHTS.keys()
    with pytest.raises(UnknownName, match="criterion"):
        profile_of(str(tmp_path / "mine.json"), "combinatorial")
    with pytest.raises(StoreError, match="cannot be read"):
        profile_of("gatd", "combinatorial")


def test_the_worst_distance_counts_alone_and_above_minus_one_all_are_within() -> None:
    worst = Profile(
        "worst",
        method=Method.WORST,
        ideals={"first": Ideal(0.5, weight=4.0), "second": Ideal(0.2, weight=10.0)},
    )
    near = critique(first=Score(0.6, 0.05, 20), second=Score(0.15, 0.01, 30))
    found = scored(aesthetic_score(near, worst))
    assert found.value == pytest.approx(-0.5)
    assert found.error == pytest.approx(0.1)
    assert found.samples == 20
    assert isinstance(aesthetic_score(critique(), worst), Unscored)
