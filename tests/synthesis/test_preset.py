from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludwright.errors import LudwrightError, UnknownName
from ludwright.plain import plain_of, read_plain
from ludwright.synthesis.preset import SearchOptions, preset_named, presets_of
from ludwright.synthesis.run_settings import RunSettings
from tests.synthesis.small_searches import FAMILY, small_settings


def test_presets_are_found_in_the_record_of_the_family() -> None:
    assert next(iter(presets_of(FAMILY))) == "ours"
    for name in presets_of(FAMILY):
        assert preset_named(name, FAMILY).options.preset == name
    with pytest.raises(UnknownName, match="preset"):
        preset_named("theirs", FAMILY)
    with pytest.raises(LudwrightError, match="presets"):
        preset_named("paper", "combinatorial")


@pytest.mark.parametrize(
    "wrong", [{"generations": 0}, {"offspring": 1}, {"tournament": 0}, {"mutation": 1.5}]
)
def test_numbers_that_make_no_search_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(SearchOptions("paper"), **wrong)


def test_settings_with_a_preset_can_be_stored() -> None:
    settings = small_settings("paper")
    assert read_plain(RunSettings, plain_of(settings)) == settings


def test_the_matches_of_a_search_include_its_first_population() -> None:
    assert SearchOptions("paper", generations=10, offspring=50).matches(100) == 55_000
