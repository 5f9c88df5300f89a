"""A critique: all measures of a game, by criterion."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from operator import not_
from typing import Any

from ludwright.criticism.correlation import Correlations, correlations_of
from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Measure, Score, Unscored, measure_of
from ludwright.criticism.trial import ChosenPlayer
from ludwright.play.data_frame import data_frame
from ludwright.shown import brief, displayed


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
    players: ChosenPlayer | None = field(default=None, metadata={"exclude_if": not_})
    """Who played the ordinary matches and why, if a trial chose between several kinds."""

    def __getitem__(self, criterion: str) -> Measure:
        return self.measures.get(criterion, Unscored("this criterion was not measured"))

    def __repr__(self) -> str:
        name, effort = brief(self.game, 40), brief(self.effort)
        scored = f"{sum(1 for _ in self.scores())} of {len(self.measures)} criteria scored"
        return f"<Critique of {name!r}: {scored}, {effort}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        html: str = displayed("critique_html", self)
        return html

    def _repr_svg_(self) -> str:
        svg: str = displayed("critique_svg", self)
        return svg

    def to_records(self) -> list[dict[str, Any]]:
        """One dictionary for each criterion: its value and error, or why it has none."""
        return [
            {
                "criterion": name,
                "value": found.value if isinstance(found, Score) else None,
                "error": found.error if isinstance(found, Score) else None,
                "samples": found.samples if isinstance(found, Score) else None,
                "unscored": None if isinstance(found, Score) else found.why,
            }
            for name, found in self.measures.items()
        ]

    def to_pandas(self) -> Any:
        """The same as a `pandas.DataFrame`; raises ImportError if pandas is not installed."""
        return data_frame(self.to_records())

    def scores(self) -> Iterator[tuple[str, Score]]:
        """The criteria that have a value."""
        return ((n, one) for n, one in self.measures.items() if isinstance(one, Score))

    def value(self, criterion: str) -> float | None:
        """The value alone, or None if there is none."""
        found = self[criterion]
        return found.value if isinstance(found, Score) else None


def criticise(
    evidence: Evidence,
    effort: str,
    seed: int,
    *,
    with_slow: bool,
    only: Collection[str] | None = None,
    is_correlated: bool = True,
) -> Critique:
    """Measure every criterion on the evidence, the slow ones only on request.

    `only` names the criteria to measure; None for all. How their errors are correlated takes as
    long to find out as the rest, and is needed only where several are combined.
    """
    game = evidence.game
    wanted = tuple(
        one
        for one in criteria_of(game.family)
        if (with_slow or not one.is_slow) and (only is None or one.name in only)
    )
    found = {one.name: one.sample(evidence) for one in wanted}
    measures = {name: measure_of(one) for name, one in found.items()}
    correlations = correlations_of(evidence, wanted, found) if is_correlated else Correlations()
    return Critique(game.digest, game.name, effort, seed, measures, correlations)
