"""Families add commands and experiments; the command line names none of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli.console import complete_family, complete_game, complete_player
from ludwright.cli.main import app
from tests.borrowed import NAME, borrowed_game, register_borrowed


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_experiments_of_the_packaged_families_are_listed_and_described() -> None:
    listed = run("experiment", "--help").output
    assert all(name in listed for name in ("ludi-measure", "ludi-evolve", "ludi-rediscover"))
    assert "--survivors" in run("experiment", "ludi-evolve", "--help").output
    wrong = run("experiment", "ludi-evolv")
    assert wrong.exit_code == 2
    assert "ludi-evolve" in wrong.output


def test_a_registered_family_adds_commands_and_experiments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("forecast", "3").exit_code == 2
    register_borrowed(tmp_path, monkeypatch)
    assert "Say how a battle may go." in run("--help").output
    assert run("forecast", "3").output == "3 attack\n"
    assert "roundrobin" in run("experiment", "--help").output
    assert run("experiment", "roundrobin").output == "all played\n"
    assert complete_family("") == [NAME, "combinatorial", "conquest", "railway"]


def test_help_loaded_the_code_of_a_family() -> None:
    code = (
        "import sys; from ludwright.cli.main import app; app(['--help'], standalone_mode=False);"
        "print([name for name in ('numpy', 'ludwright._core', 'ludwright.language.syntax', "
        "'ludwright.families.combinatorial.vocabulary') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_names_are_completed_from_the_records() -> None:
    assert "yavalath" in complete_game("yav")
    assert complete_player("mcts:5,alph") == ["mcts:5,alphabeta"]
    assert complete_family("comb") == ["combinatorial"]


def test_games_of_another_family_go_through_every_command_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_borrowed(tmp_path, monkeypatch)
    path = tmp_path / "mine.game"
    path.write_text(borrowed_game().text)
    for words in (
        ("check", str(path)),
        ("rules", str(path)),
        ("show", str(path), "--moves", "B2"),
        ("playtest", str(path), "-n", "2", "-p", "uniform", "--seats", "2"),
        ("bench", "playouts", str(path), "-s", "0.01", "--seats", "2"),
        ("play", str(path), "-p", "uniform,uniform", "--seed", "1"),
    ):
        result = run(*words)
        assert result.exit_code == 0, (words, result.output)


@pytest.mark.parametrize(
    "words",
    [
        ("playtest", "tic-tac-toe", "--seats", "3"),
        ("playtest", "tic-tac-toe", "-p", "uniform,uniform,uniform"),
        ("bench", "playouts", "tic-tac-toe", "--seats", "3"),
        ("play", "tic-tac-toe", "--seats", "1"),
        ("play", "tic-tac-toe", "-p", "uniform", "--first", "uniform"),
        ("play", "tic-tac-toe", "-p", "uniform,uniform,uniform"),
        ("show", "tic-tac-toe", "--seats", "5"),
    ],
    ids=" ".join,
)
def test_seats_and_players_that_do_not_fit_are_wrong_usage(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "expected" in result.output


def test_one_player_takes_all_seats_but_the_persons() -> None:
    result = CliRunner().invoke(app, ["play", "tic-tac-toe", "-p", "uniform"], input="quit\n")
    assert "White: person, Black: uniform" in result.output
    played = run("playtest", "tic-tac-toe", "-p", "uniform", "-n", "2", "--json")
    assert '"uniform",\n    "uniform"' in played.output


def test_evolution_without_a_family_takes_that_of_the_seeds_or_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludwright.cli.evolve import _family_of

    assert _family_of("tic-tac-toe,hex-11") == "combinatorial"
    assert _family_of("rossato-classic") == "conquest"
    register_borrowed(tmp_path, monkeypatch)
    assert _family_of("tic-tac-toe") == "combinatorial"
    result = run("evolve", "--out", str(tmp_path / "run"))
    assert result.exit_code == 2
    assert "expected a family" in result.output
