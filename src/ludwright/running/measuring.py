"""Measures criteria on the matches that a run kept: new criteria work on old records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludwright.criticism.criterion import Criterion, criteria_of, criterion_named
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure
from ludwright.running.run import opened_run
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Occasion


@dataclass(frozen=True)
class Remeasured:
    """The measures of one game of a run, from its kept matches."""

    number: int
    """The candidate."""
    name: str
    digest: str
    occasion: Occasion
    effort: str
    """Matches and depth, in words: values of different efforts are not comparable."""
    measures: Mapping[str, Measure]
    """By criterion, as measured now."""
    before: Mapping[str, Measure]
    """By criterion, as far as they were measured when the matches were played."""


def measure_kept(folder: Path, names: Sequence[str] = ()) -> Iterator[Remeasured]:
    """Measure criteria, all unless some are named, on the kept matches of each viable game.

    Games come in the order of their numbers. Raises UnknownName for an unknown criterion before
    anything is measured.
    """
    with opened_run(folder) as (store, row):
        known = {one: criterion_named(one, row.family) for one in names}
        wanted = tuple(known.values()) if names else criteria_of(row.family)
        finals = {one.number: one.critique for one in store.finalists(row.name)}
        for number, occasion in store.evidence_kept(row.name):
            critique = finals.get(number)
            if occasion is Occasion.SCREENING:
                critique = store.candidate(row.name, number).critique
            # A run that was resumed keeps the final matches of games that left the final list.
            if critique is not None:
                yield _remeasured(store, row.name, number, occasion, critique, wanted)


def _remeasured(
    store: Store,
    run: str,
    number: int,
    occasion: Occasion,
    critique: Critique,
    wanted: Sequence[Criterion],
) -> Remeasured:
    evidence = store.evidence(run, number, occasion)
    assert evidence is not None  # it was just listed
    measures = {one.name: one.measure(evidence) for one in wanted}
    return Remeasured(
        number,
        critique.game,
        critique.digest,
        occasion,
        critique.effort,
        measures,
        {name: critique.measures[name] for name in measures if name in critique.measures},
    )
