"""The ranking of the players of known character, in a small number of matches."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from ludwright.criticism.measure import Score, Unscored
from ludwright.errors import UnknownName
from ludwright.experiments.conquest_characters import PUBLISHED, agreement, ranking
from ludwright.experiments.conquest_experiments import app
from ludwright.experiments.rank_statistics import spearman
from ludwright.play.share import wilson


def test_equal_numbers_share_their_rank() -> None:
    rising = np.array([1.0, 2.0, 3.0, 4.0])
    assert spearman(rising, rising * 10) == pytest.approx(1.0)
    assert spearman(rising, -rising) == pytest.approx(-1.0)
    assert spearman(rising, np.array([1.0, 1.0, 3.0, 3.0])) == pytest.approx(0.894427)
    assert spearman(rising, np.ones(4)) == 0.0


def test_few_matches_leave_the_agreement_uncertain() -> None:
    shares = {name: round(100 * share) for name, share in PUBLISHED[4].items()}
    few = agreement({name: wilson(won / 10, 10) for name, won in shares.items()}, PUBLISHED[4], 1)
    many = agreement(
        {name: wilson(won * 10, 1000) for name, won in shares.items()}, PUBLISHED[4], 1
    )
    assert isinstance(few, Score)
    assert isinstance(many, Score)
    assert few.value == many.value == pytest.approx(1.0)
    assert few.error > 3 * many.error > 0


def test_the_order_of_strength_is_the_published_one() -> None:
    found = ranking(matches=500, seats=4, seed=1)
    assert isinstance(found.agreement, Score)
    assert found.agreement.value >= 0.8
    assert next(iter(found.shares)) == "killbot"
    assert sum(share.samples for share in found.shares.values()) == 2000
    won = sum((share.value or 0.0) * share.samples for share in found.shares.values())
    assert won == pytest.approx(500)


def test_the_same_seed_ranks_alike() -> None:
    first, second = (ranking(matches=30, seats=3, seed=9) for _ in range(2))
    assert first.shares == second.shares
    assert first.agreement == Unscored("expected published shares of at least three of the players")
    assert ranking(matches=30, seats=3, seed=10).shares != first.shares


def test_players_without_a_character_are_refused() -> None:
    with pytest.raises(UnknownName, match="killbot"):
        ranking(matches=15, names=["killbott"])
    with pytest.raises(ValueError, match="at least 4 players"):
        ranking(matches=15, names=["killbot", "quo"])


def test_the_ranking_as_json_has_every_share_with_its_interval() -> None:
    words = ["characters", "--matches", "40", "--seats", "2", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["game"], found["seats"], found["matches"]) == ("risk-lux", 2, 40)
    assert len(found["players"]) == 15
    assert found["spearman_players"] == len(PUBLISHED[2])
    assert all(one["share"]["low"] <= one["share"]["value"] for one in found["players"])
    assert -1 <= found["spearman"] <= 1
    assert found["spearman_error"] > 0
    table = CliRunner().invoke(app, [*words[:-1], "-q"]).stdout
    assert "killbot" in table
    assert "95 % interval" in table
