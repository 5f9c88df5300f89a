"""Parts of benchmarks/criticism.py: criteria are repeatable, and their errors are honest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.effort import QUICK
from ludwright.criticism.gathering import critique
from ludwright.criticism.measure import Score
from ludwright.families.combinatorial.library import open_game

FEW = replace(QUICK, name="few", matches=20, depth=1)
MANY = replace(QUICK, name="many", matches=600, depth=1)
MEANS = [one.name for one in criteria_of("combinatorial") if one.is_mean]


def test_intervals_of_means_hold_the_value_of_many_matches_as_often_as_they_promise() -> None:
    held: list[bool] = []
    for name in ("breakthrough-6", "reversi-6"):
        truth, _ = critique(open_game(name), MANY, seed=1000, jobs=2)
        for seed in range(12):
            found, _ = critique(open_game(name), FEW, seed=seed, jobs=2)
            for criterion in MEANS:
                true, score = truth[criterion], found[criterion]
                if isinstance(true, Score) and isinstance(score, Score):
                    low, high = score.interval()
                    held.append(low <= true.value <= high)
    assert len(held) > 400
    assert 0.90 <= np.mean(held) <= 0.995


def test_two_seeds_rank_games_alike() -> None:
    games = [open_game(name) for name in ("hex-7", "breakthrough-6", "reversi-6", "clobber")]
    effort = replace(FEW, matches=60)
    both = [[critique(game, effort, seed, jobs=2)[0] for game in games] for seed in (1, 2)]
    good = 0
    for criterion in ("mean-length", "branching-factor", "board-coverage", "permanence", "tension"):
        pairs = [[one.value(criterion) or 0.0 for one in each] for each in both]
        good += np.corrcoef(pairs[0], pairs[1])[0, 1] >= 0.9
    assert good >= 4


def test_the_same_seed_gives_the_same_critique_on_any_number_of_threads() -> None:
    game = open_game("clobber")
    assert critique(game, FEW, 3, jobs=1)[0] == critique(game, FEW, 3, jobs=2)[0]
