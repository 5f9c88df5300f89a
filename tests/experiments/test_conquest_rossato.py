"""Table 4 of Rossato et al. (2023), measured again."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from ludwright.cli.main import app
from ludwright.experiments.conquest_rossato import (
    PAPER,
    original_game,
    rossato_risk,
    table_lines,
)
from ludwright.play.families import load_rules


def test_the_original_parameters_are_those_of_the_paper() -> None:
    game = original_game("classic", 24)
    assert "(limit 24)" in game.text
    assert load_rules(game).start().seat == 0, "territories are chosen, not dealt"


def test_the_table_has_all_criteria_of_both_maps_and_limits() -> None:
    found = rossato_risk(matches=30, seed=1)
    assert [(one.board, one.limit) for one in found.columns] == [
        ("original-risk", 24),
        ("original-risk", 48),
        ("classic", 24),
        ("classic", 48),
    ]
    for column in found.columns:
        assert sum(column.wins) == 30
        assert column.turns <= column.limit
        assert set(column.printed) == set(column.repaired) == set(PAPER)
    text = "\n".join(table_lines(found))
    assert all(name in text for name in PAPER)


def test_with_the_rules_as_described_whoever_chooses_first_wins() -> None:
    # The authors' program finds a stalemate: its attackers vanish when they move in.
    found = rossato_risk(matches=60, seed=2)
    for column in found.columns:
        first, second, drawn = column.wins
        assert first > 2 * second
        assert drawn < 20


def test_the_command_prints_json_and_draws_a_plot(tmp_path: Path) -> None:
    words = ["experiment", "rossato-risk", "--matches", "10", "--json", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert len(found["columns"]) == 4
    value = found["columns"][0]["criteria"]["completion"]["repaired"]
    assert 0.0 <= value["low"] <= value["value"] <= value["high"] <= 1.0
    assert (tmp_path / "rossato-risk.svg").read_text().startswith("<svg")
