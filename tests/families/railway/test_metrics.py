"""The ten metrics, their targets and tolerances, and the published fitness."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.criticism.measure import Score, exactly
from ludwright.errors import LudwrightError
from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.metrics import (
    NAMES,
    PUBLISHED,
    Played,
    match_fitness,
    mean_fitness,
    metrics_of,
    our_profile,
    outside,
    published_profile,
    tolerance,
)
from ludwright.families.railway.network import Network

NORTH_AMERICA = Network.of(packaged_board("north-america"))
TABLE = {name: Score(value, 0.0, 10_000) for name, (value, _) in PUBLISHED.items()}


def played(**changes: float) -> Played:
    """Two matches, both with the values of the table but for some changes."""
    values = {
        "score": 70.86,
        "variance": 366.09,
        "turns": 195.42,
        "card_turns": 0.64 * 195.42,
        "path_changes": 11.24,
        "is_stuck": 0.0,
    }
    columns = {name: np.full(2, one) for name, one in (values | changes).items()}
    columns["is_stuck"] = columns["is_stuck"] > 0
    return Played(**columns)


def test_the_ten_metrics_come_in_the_order_of_the_table() -> None:
    found = metrics_of(NORTH_AMERICA, played())
    assert tuple(found) == NAMES
    assert found["destinations"] == exactly(36)
    assert found["routes-per-destination"] == exactly(2 * 78 / 36)
    card_turns = found["card-turns"]
    assert isinstance(card_turns, Score)
    assert card_turns.value == pytest.approx(0.64)
    assert card_turns.samples == 2


def test_fitness_is_one_over_the_weighted_shares_of_error() -> None:
    ideals = published_profile(TABLE).ideals
    still = {"destinations": 36, "routes-per-destination": 2 * 78 / 36, "clutter": 473 / 36}
    still |= {"intersections": 291 / 78, "destinations-covered": 1 / 78}
    error = sum(
        PUBLISHED[name][1] * abs(value - PUBLISHED[name][0]) / PUBLISHED[name][0]
        for name, value in still.items()
    )
    assert match_fitness(NORTH_AMERICA, played(), ideals) == pytest.approx(1 / error)
    more = error + 0.4 * (22.48 - 11.24) / 11.24
    changed = match_fitness(NORTH_AMERICA, played(path_changes=22.48), ideals)
    assert changed == pytest.approx(1 / more)


def test_a_match_that_ends_by_gridlock_is_worth_nothing() -> None:
    ideals = published_profile(TABLE).ideals
    assert match_fitness(NORTH_AMERICA, played(is_stuck=1.0), ideals).sum() == 0.0
    assert mean_fitness(NORTH_AMERICA, played(is_stuck=1.0), ideals) == 0.0


def test_errors_of_matches_cancel_in_the_fitness_of_their_means() -> None:
    ideals = published_profile(TABLE).ideals
    one, other = played(score=60.86), played(score=80.86)
    both = Played(
        *(
            np.concatenate([getattr(one, name)[:1], getattr(other, name)[:1]])
            for name in ("score", "variance", "turns", "card_turns", "path_changes", "is_stuck")
        )
    )
    of_means = mean_fitness(NORTH_AMERICA, both, ideals)
    assert of_means > match_fitness(NORTH_AMERICA, both, ideals).mean()
    assert of_means == pytest.approx(mean_fitness(NORTH_AMERICA, played(), ideals))


def test_a_target_of_zero_is_refused_by_the_published_fitness_only() -> None:
    zero = TABLE | {"destinations-covered": Score(0.0, 0.0, 1)}
    with pytest.raises(
        LudwrightError, match=r"destinations-covered is not 0.*use the preset `ours`"
    ):
        published_profile(zero)
    assert our_profile(zero).ideals["destinations-covered"].weight == 50.0


def test_tolerances_are_those_that_were_asked_for() -> None:
    found = {name: tolerance(name, one.value) for name, one in TABLE.items()}
    assert found["railway-score"] == pytest.approx(7.086)
    assert found["railway-turns"] == pytest.approx(19.542)
    assert found["score-variance"] == pytest.approx(91.5225)
    assert found["destinations"] == 2
    assert found["routes-per-destination"] == 0.4
    assert found["card-turns"] == 0.05
    assert found["path-changes"] == pytest.approx(2.248)
    assert found["clutter"] == pytest.approx(2.488)
    assert found["intersections"] == pytest.approx(0.728)
    assert found["destinations-covered"] == 0.02


def test_what_is_out_of_tolerance_is_told_with_its_direction() -> None:
    found = metrics_of(NORTH_AMERICA, played(turns=195.42 * 1.2, card_turns=0.64 * 195.42 * 1.2))
    assert outside(found, TABLE) == {"railway-turns": pytest.approx(2.0)}
    assert outside(metrics_of(NORTH_AMERICA, played()), TABLE) == {}
