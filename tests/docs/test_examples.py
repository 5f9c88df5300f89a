"""The programs in `examples/` do what they claim."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from ludwright.families.combinatorial.library import open_game
from ludwright.language.check import check
from ludwright.play.playtest import playtest
from ludwright.play.playtest_file import load
from ludwright.running.run import load_run

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_every_example_is_tried_here() -> None:
    found = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    programs = {"first_steps.py", "my_player.py", "playtest_two_players.py", "replay.py"}
    assert found == {"my_game.game", *programs}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_import_nothing_but_the_package_itself(path: Path) -> None:
    imports = re.findall(r"^(?:from|import) (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [one for one in imports if "ludwright" in one] == ["ludwright"]


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.game")), ids=lambda path: path.stem)
def test_the_games_make_sense_and_can_be_won(path: Path) -> None:
    game = open_game(path)
    assert check(game) == []
    found = playtest(game, ["uniform", "uniform"], matches=20, seed=1)
    assert (found.winners >= 0).any()


def test_my_player_beats_chance() -> None:
    game = open_game("tic-tac-toe")
    player = f"{EXAMPLES / 'my_player.py'}:Opportunist"
    found = playtest(game, [player, "uniform"], matches=100, seed=1, rotate_seats=True)
    assert found.player_share(0).low > 0.5
    assert not found.notes


def test_the_playtest_of_two_players_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = runpy.run_path(str(EXAMPLES / "playtest_two_players.py"))
    module["main"](tmp_path, matches=6)
    assert "won" in capsys.readouterr().out
    assert len(load(tmp_path / "yavalath.playtest")) == 6


def test_replay_prints_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "replay.py"))["main"]()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("replayed ")
    assert lines[1].startswith("  1. ")
    assert "Outcome" in lines[-1]


def test_the_first_steps_open_play_measure_and_evolve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = EXAMPLES / "first_steps.py"
    runpy.run_path(str(path))["main"](tmp_path, matches=10, children=2)
    told = capsys.readouterr().out
    assert "mcts won" in told
    assert "Tic-Tac-Toe: not viable" in told
    assert "children 2 of 2" in told
    assert len(load_run(tmp_path / "run").games) > 0
