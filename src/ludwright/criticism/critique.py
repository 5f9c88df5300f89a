"""A critique: all measures of a game, by criterion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ludwright.criticism.correlation import Correlations, correlations_of
from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Score, Unscored, measure_of


@dataclass(frozen=True)
class Critique:
    """The measures of one game, and the effort behind them."""

    digest: str
    game: str
    """Its name."""
    effort: str
    """Matches and depth, in words: values of different efforts are not comparable."""
    seed: int
    measures: Mapping[str, Measure]
    """By criterion."""
    correlations: Correlations = field(default_factory=Correlations)
    """Of the errors of these measures."""

    def __getitem__(self, criterion: str) -> Measure:
        return self.measures.get(criterion, Unscored("this criterion was not measured"))

    def scores(self) -> Iterator[tuple[str, Score]]:
        """The criteria that have a value."""
        return ((n, one) for n, one in self.measures.items() if isinstance(one, Score))

    def value(self, criterion: str) -> float | None:
        """The value alone, or None if there is none."""
        found = self[criterion]
        return found.value if isinstance(found, Score) else None


def criticise(evidence: Evidence, effort: str, seed: int, *, with_slow: bool) -> Critique:
    """Measure every criterion on the evidence, the slow ones only on request."""
    game = evidence.game
    wanted = tuple(one for one in criteria_of(game.family) if with_slow or not one.is_slow)
    found = {one.name: one.sample(evidence) for one in wanted}
    measures = {name: measure_of(one) for name, one in found.items()}
    correlations = correlations_of(evidence, wanted, found)
    return Critique(game.digest, game.name, effort, seed, measures, correlations)
