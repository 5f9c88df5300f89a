"""Whether a game is playable at all: outcomes against thresholds, with their intervals.

A threshold is failed if even the better end of the 95 % interval lies beyond it, and doubtful if
only the value does: a fair game looks unfair in half of all playtests of twenty matches.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score
from ludwright.play.families import family_named


@dataclass(frozen=True, slots=True)
class Threshold:
    """The smallest or largest acceptable value of a criterion."""

    criterion: str
    bound: float
    is_least: bool
    failing: str
    """What is wrong with a game that fails, in words."""

    def verdict(self, score: Score) -> str:
        """`passed`, `doubtful` or `failed`."""
        sign = 1.0 if self.is_least else -1.0
        low, high = score.interval()
        best = high if self.is_least else low
        if sign * best < sign * self.bound:
            return "failed"
        return "passed" if sign * score.value >= sign * self.bound else "doubtful"

    def told(self, score: Score) -> str:
        """The failure with its figures."""
        figures = f"{self.criterion} {score.value:.2f} ± {score.margin:.2f}"
        return f"{self.failing}: {figures}, {self.wanted}"

    @property
    def wanted(self) -> str:
        """What it requires, in words."""
        return f"expected {'at least' if self.is_least else 'at most'} {self.bound:g}"


def at_least(criterion: str, bound: float, failing: str) -> Threshold:
    """The threshold that a value must reach."""
    return Threshold(criterion, bound, True, failing)


def at_most(criterion: str, bound: float, failing: str) -> Threshold:
    """The threshold that a value must not exceed."""
    return Threshold(criterion, bound, False, failing)


def usual_thresholds(
    completion: float,
    timeouts: float,
    balance: float,
    advantage: float,
    duration: float,
    unbalanced: str = "one seat wins too often",
) -> tuple[Threshold, ...]:
    """Thresholds of criteria that games of all families have; `unbalanced` is in words."""
    return (
        at_least("completion", completion, "too few matches have a winner"),
        at_most("timeouts", timeouts, "matches do not end in reasonable time"),
        at_least("balance", balance, unbalanced),
        at_most("advantage", advantage, "who moves first decides too often"),
        at_most("duration", duration, "matches are far from the preferred length"),
        at_least("mean-length", 6.0, "matches are over at once"),
        at_least("decision-ratio", 0.25, "there is rarely a choice"),
        at_least("robustness-random", 0.6, "choosing well hardly beats choosing at random"),
    )


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the games of a family must reach."""

    lenient: tuple[Threshold, ...]
    """A game that fails one is not viable."""
    strict: tuple[Threshold, ...]
    """For the final list of a run."""


USUAL: Final = Thresholds(
    usual_thresholds(0.5, 0.5, 0.5, 0.5, 0.9), usual_thresholds(0.8, 0.1, 0.7, 0.3, 0.75)
)
"""For families without thresholds of their own. Browne & Maire 2010 describe them in words; the
numbers are ours."""


def thresholds_of(family: str) -> Thresholds:
    """The thresholds of a family: `LENIENT` and `STRICT` of the module that its record names."""
    name = family_named(family).thresholds
    if not name:
        return USUAL
    module = import_module(name)
    return Thresholds(module.LENIENT, module.STRICT)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game fares against the thresholds."""

    failings: tuple[str, ...]
    """The failed thresholds, in words."""
    doubts: tuple[str, ...]
    """Thresholds for which there were too few matches."""

    @property
    def is_viable(self) -> bool:
        """Whether no threshold is failed."""
        return not self.failings

    @property
    def is_certain(self) -> bool:
        """Whether no threshold is failed or doubtful."""
        return not self.failings and not self.doubts

    def __str__(self) -> str:
        if self.failings:
            return "not viable: " + "; ".join(self.failings)
        return "viable" + (f", but in doubt: {'; '.join(self.doubts)}" if self.doubts else "")


def verdict_of(critique: Critique, thresholds: Iterable[Threshold]) -> Verdict:
    """Compare a critique with the thresholds; criteria without a score are ignored.

    Balance and advantage have no score if no match was won; completion covers that case.
    """
    if not isinstance(critique["completion"], Score):
        return Verdict(("no match could be played: matches are over before the first move",), ())
    failings: list[str] = []
    doubts: list[str] = []
    for one in thresholds:
        score = critique[one.criterion]
        if isinstance(score, Score):
            found = one.verdict(score)
            if found == "failed":
                failings.append(one.told(score))
            elif found == "doubtful":
                doubts.append(one.told(score))
    return Verdict(tuple(failings), tuple(doubts))
