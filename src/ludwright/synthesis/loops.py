"""The loops of evolution: which one a run uses follows from its settings."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.language.game import Game
from ludwright.synthesis.appraisal import Judge
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.generational import GenerationalSearch
from ludwright.synthesis.grammatical import GrammaticalSearch
from ludwright.synthesis.preset import Search, preset_named
from ludwright.synthesis.racing import RacingSearch
from ludwright.synthesis.run_settings import RunSettings
from ludwright.synthesis.search import PresetSearch

Loop = Evolution | PresetSearch
"""What a run is driven by: it makes generations, and its state follows from them."""


def loop_of(settings: RunSettings, seeds: Sequence[Game], *, keeps_evidence: bool = True) -> Loop:
    """The loop of a run that has not begun."""
    if settings.search is None:
        return Evolution(settings, seeds, keeps_evidence=keeps_evidence)
    return search_of(settings, seeds)


def search_of(
    settings: RunSettings, seeds: Sequence[Game], judge: Judge | None = None
) -> PresetSearch:
    """The search of a run that uses a preset; games are played unless somebody else judges."""
    assert settings.search is not None, "expected settings with a preset"
    preset = preset_named(settings.search.preset, settings.family)
    if preset.search is Search.GENERATIONAL:
        return GenerationalSearch(settings, seeds, judge)
    if preset.search is Search.GRAMMATICAL:
        return GrammaticalSearch(settings, seeds, judge)
    return RacingSearch(settings, seeds, judge)
