"""Are intervals of rank correlations right? Made-up ratings whose true correlation is known.

python -m benchmarks.rank_intervals             about a minute
"""

from __future__ import annotations

import argparse
import sys
from math import asin, pi, sqrt

import numpy as np

from ludwright.experiments.rank_statistics import agreement

GAMES, SEED = 34, 7


def line(linear: float, tables: int, rng: np.random.Generator) -> str:
    """One row: how often the interval is right, and how often something is found."""
    true = 6.0 / pi * asin(linear / 2.0)  # Spearman's correlation of normal variables
    right = above = significant = 0
    for _ in range(tables):
        score = rng.normal(size=GAMES)
        rating = linear * score + sqrt(1.0 - linear**2) * rng.normal(size=GAMES)
        found = agreement(score, rating, rng)
        right += found.spearman.low <= true <= found.spearman.high
        above += found.spearman.low > 0
        significant += found.p < 0.05
    shares = " | ".join(f"{one / tables:.0%}" for one in (right, above, significant))
    return f"| {true:.2f} | {shares} |"


def main() -> None:
    """Print the table of docs/results/people.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=150)
    asked = parser.parse_args()
    rng = np.random.default_rng(SEED)
    for linear in (0.0, 0.3, 0.5):
        sys.stdout.write(line(linear, asked.tables, rng) + "\n")


if __name__ == "__main__":
    main()
