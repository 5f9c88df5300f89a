"""How far ahead the eventual winners were over the course of their matches.

A criterion samples these curves, notable matches are chosen by them and a plot shows them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright.play.columns import leads_of
from ludwright.play.playtest import Playtest

SAMPLES: int = 100
"""Points in time at which matches of different lengths are compared."""
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
    """The curves of the decided matches, or None if there are none."""
    times = np.linspace(0.0, 1.0, SAMPLES)
    curves: list[Curve] = []
    indices: list[int] = []
    dramas: list[float] = []
    for match in np.flatnonzero(playtest.winners >= 0):
        record = playtest[int(match)]
        leads = leads_of(record.standing_history())[:, record.winner]
        opening = int(np.searchsorted(record.moment_plies, record.opening_plies, side="right"))
        curves.append(np.interp(times * (len(leads) - 1), np.arange(len(leads)), leads))
        indices.append(int(match))
        dramas.append(float(np.sqrt(np.clip(-leads[opening:-1], 0, None)).sum()))
    if not curves:
        return None
    table = np.asarray(curves)
    mean = table.mean(axis=0)
    low, high = np.quantile(table, [0.1, 0.9], axis=0)
    nearest = np.argsort(((table - mean) ** 2).sum(axis=1), kind="stable")[:TYPICAL]
    worst = int(np.argmax(dramas))
    dramatic = (indices[worst], table[worst]) if dramas[worst] > 0 else None
    typical = tuple((indices[i], table[i]) for i in nearest.tolist())
    return LeadHistory(len(curves), mean, low, high, typical, dramatic)
