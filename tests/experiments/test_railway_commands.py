"""Commands of railway games."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from ludwright.experiments.railway_commands import app
from ludwright.families.railway.metrics import board_of
from ludwright.language.check import check
from ludwright.language.game import load_game


def test_a_board_is_grown_traced_and_named_after_real_places(tmp_path: Path) -> None:
    game, named = tmp_path / "grown.game", tmp_path / "named.game"
    found = CliRunner().invoke(app, ["grow-board", "--seed", "4", "--out", str(game)])
    assert found.exit_code == 0, found.output
    assert check(load_game(game)) == []
    table = tmp_path / "places.csv"
    rows = [f"Place {at},{-10 + at % 7},{40 + at // 7}" for at in range(60)]
    table.write_text("\n".join(["name,longitude,latitude", *rows]), encoding="utf-8")
    found = CliRunner().invoke(app, ["name-cities", str(game), str(table), "--out", str(named)])
    assert found.exit_code == 0, found.output
    cities = board_of(load_game(named)).cities
    assert all(str(one.name).startswith("Place ") for one in cities)
    before = board_of(load_game(game)).cities
    assert [(one.x, one.y) for one in cities] == [(one.x, one.y) for one in before]
    assert check(load_game(named)) == []


def test_the_trace_of_the_papers_grammar_names_codons() -> None:
    found = CliRunner().invoke(app, ["grow-board", "--preset", "paper", "--trace"])
    assert found.exit_code == 0, found.output
    assert "<trackColor> -> " in found.output
    assert "(codon 0: " in found.output


def test_other_games_and_grammars_are_refused(tmp_path: Path) -> None:
    out = str(tmp_path / "x.game")
    table = tmp_path / "places.csv"
    table.write_text("name,longitude,latitude\n", encoding="utf-8")
    found = CliRunner().invoke(app, ["name-cities", "gomoku", str(table), "--out", out])
    assert found.exit_code == 2
    found = CliRunner().invoke(app, ["grow-board", "--preset", "none"])
    assert found.exit_code != 0
