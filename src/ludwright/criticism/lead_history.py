"""How far ahead the eventual winners were over the course of their matches.

A criterion samples these curves, notable matches are chosen by them and a plot shows them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.evidence import Histories, histories_of, leads_at
from ludwright.criticism.segments import Floats
from ludwright.play.playtest import Playtest

TYPICAL: int = 3
"""How many of the most typical matches are named."""

Curve = NDArray[Any]


@dataclass(frozen=True, slots=True)
class LeadHistory:
    """What a lead plot shows; every curve has `SAMPLES` points."""

    matches: int
    mean: Curve
    low: Curve
    high: Curve
    typical: tuple[tuple[int, Curve], ...]
    """Index of the match and its curve."""
    dramatic: tuple[int, Curve] | None


def lead_history(playtest: Playtest) -> LeadHistory | None:
    """The curves of the matches that were won, or None if there are none."""
    played = histories_of(playtest)
    matches, table = played.curve_matches, played.curves
    if len(matches) == 0:
        return None
    mean = table.mean(axis=0)
    low, high = np.quantile(table, [0.1, 0.9], axis=0)
    nearest = np.argsort(((table - mean) ** 2).sum(axis=1), kind="stable")[:TYPICAL]
    dramas = _dramas(played)[matches]
    worst = int(np.argmax(dramas))
    dramatic = (int(matches[worst]), table[worst]) if dramas[worst] > 0 else None
    typical = tuple((int(matches[i]), table[i]) for i in nearest.tolist())
    return LeadHistory(len(matches), mean, low, high, typical, dramatic)


def _dramas(played: Histories) -> Floats:
    """By match, how far behind its winner was and for how long, from the end of the opening."""
    segments = played.course.segments
    winners = np.maximum(segments.each(played.winners), 0)
    behind = -leads_at(played.course.standings, winners)
    return segments.total(np.sqrt(np.maximum(0.0, behind)))
