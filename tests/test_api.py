"""What `import ludwright` offers: found without knowing the packages, imported on first use."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import ludwright
from ludwright.errors import GameCheckError, LudwrightError, UnknownName
from ludwright.language import registry

ROOT = Path(str(ludwright.__file__))
SENSELESS = """(game Odd (players White White) (board (tiling hex) (shape hex) (size 3))
  (end (All win (in-a-row 3))))"""


def fresh(program: str) -> str:
    """The output of a program in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout


def declared() -> dict[str, str]:
    """The public names as type checkers see them: name to module:attribute."""
    tree = ast.parse(ROOT.read_text(encoding="utf-8"))
    block = next(one for one in tree.body if isinstance(one, ast.If))
    return {
        alias.asname or alias.name: f"{line.module}:{alias.name}".removeprefix("ludwright.")
        for line in block.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }


def test_type_checkers_and_people_see_the_same_names() -> None:
    assert declared() == ludwright._PLACES
    assert sorted(ludwright._PLACES) == ludwright.__all__


@pytest.mark.parametrize("name", ludwright.__all__)
def test_every_public_name_exists_and_has_a_docstring(name: str) -> None:
    found = getattr(ludwright, name)
    assert inspect.getdoc(found)
    assert name in dir(ludwright)
    assert ludwright.__dict__[name] is found  # the second use costs nothing


def test_importing_the_package_imports_none_of_its_parts() -> None:
    loaded = fresh(
        "import sys; before = set(sys.modules); import ludwright;"
        "print(*(one for one in set(sys.modules) - before if one.startswith('ludwright')))"
    )
    assert loaded.split() == ["ludwright"]


def test_opening_a_game_imports_no_more_than_it_needs() -> None:
    program = "import sys, ludwright; ludwright.open_game('yavalath'); print(*sys.modules)"
    heavy = {"sqlalchemy", "ludwright.criticism.critique", "ludwright.running.run", "pettingzoo"}
    assert not heavy & set(fresh(program).split())


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'ludwright' has no attribute 'playtests'"):
        _ = ludwright.playtests  # type: ignore[attr-defined]


def test_a_star_import_gives_the_public_names() -> None:
    program = "from ludwright import *; print(open_game('yavalath').name, critique.__name__)"
    assert fresh(program).split() == ["Yavalath", "critique"]


def test_games_are_given_as_objects_names_or_paths(tmp_path: Path) -> None:
    game = ludwright.open_game("tic-tac-toe")
    file = tmp_path / "mine.game"
    file.write_text(game.text, encoding="utf-8")
    found = [
        ludwright.playtest(one, "uniform", matches=5, seed=3)
        for one in (game, "tic-tac-toe", file, str(file))
    ]
    assert all((one.columns["moves"] == found[0].columns["moves"]).all() for one in found)
    assert {one.game.digest for one in found} == {game.digest}


def test_a_playtest_without_players_is_played_by_those_of_the_family() -> None:
    found = ludwright.playtest("tic-tac-toe", matches=2)
    assert found.players == ("mcts:playouts=200",) * 2


def test_packaged_games_are_listed_and_told_in_english() -> None:
    names = ludwright.game_names()
    assert "yavalath" in names
    assert list(names) == sorted(names)
    assert "four in a row" in ludwright.rules_text("yavalath")


def test_a_critique_is_that_of_its_review_on_any_number_of_threads() -> None:
    steps: list[tuple[int, int]] = []
    review = ludwright.review("breakthrough-6", seed=4, progress=lambda *step: steps.append(step))
    assert ludwright.critique("breakthrough-6", seed=4, jobs=2) == review.critique
    assert isinstance(review.critique["completion"], ludwright.Score)
    assert isinstance(review.critique["no such criterion"], ludwright.Unscored)
    assert len(review.evidence.playtests) > 1
    assert isinstance(review.verdict, ludwright.Verdict)
    assert steps[-1][0] == steps[-1][1] == 30


def test_an_unknown_effort_is_reported_with_those_that_exist() -> None:
    with pytest.raises(UnknownName, match="quick"):
        ludwright.critique("tic-tac-toe", "quik")
    with pytest.raises(UnknownName, match="full"):
        ludwright.evolve("tic-tac-toe", "nowhere", children=1, effort="ful")


def test_playtests_are_saved_and_loaded(tmp_path: Path) -> None:
    found = ludwright.playtest("tic-tac-toe", "uniform", matches=3)
    ludwright.save_playtest(found, tmp_path / "t.playtest")
    loaded = ludwright.load_playtest(tmp_path / "t.playtest")
    assert ludwright.replay(loaded) == found.lengths.sum()
    assert isinstance(loaded[0], ludwright.Record)
    assert isinstance(loaded[0].outcome, ludwright.Outcome)


def test_a_run_is_evolved_resumed_and_loaded(tmp_path: Path) -> None:
    steps: list[ludwright.Step] = []

    def evolved(*, resume: bool) -> ludwright.Run:
        return ludwright.evolve(
            ["tic-tac-toe", ludwright.open_game("four-six")],
            tmp_path / "run",
            children=2,
            finalists=0,
            effort="quick",
            seed=1,
            resume=resume,
            progress=steps.append,
        )

    run = evolved(resume=False)
    assert [one.what for one in steps] == ["seeds"] * 2 + ["children"] * 2
    assert isinstance(steps[-1].candidate, ludwright.Candidate)
    assert evolved(resume=True).generations == run.generations
    loaded = ludwright.load_run(tmp_path / "run")
    assert isinstance(loaded, ludwright.Run)
    assert [one.digest for one in loaded.games] == [one.digest for one in run.games]
    with pytest.raises(LudwrightError, match="which holds one"):
        evolved(resume=False)


def test_a_run_needs_sound_games_and_a_goal(tmp_path: Path) -> None:
    with pytest.raises(LudwrightError, match="expected games or the name of a family"):
        ludwright.evolve([], tmp_path / "run", children=1)
    with pytest.raises(ValueError, match="expected children, survivors or seconds as the goal"):
        ludwright.evolve("tic-tac-toe", tmp_path / "run")
    with pytest.raises(GameCheckError, match="White"):
        ludwright.evolve(ludwright.read_game(SENSELESS), tmp_path / "run", children=1)
    assert not (tmp_path / "run").exists()


def test_notebooks_show_what_the_functions_return() -> None:
    game = ludwright.open_game("tic-tac-toe")
    position = ludwright.load_rules(game).start()
    found = ludwright.playtest(game, "uniform", matches=4)
    critique = ludwright.critique(game)
    assert isinstance(position, ludwright.Position)
    for one in (game, position, found, critique):
        assert "<svg" in str(one._repr_svg_())  # type: ignore[union-attr]
        assert repr(one).startswith("<")
    for one in (game, found, critique):
        assert one._repr_html_().lstrip().startswith("<div")
    assert len(found.to_records()) == 4
    assert {"criterion", "value", "error"} <= set(critique.to_records()[0])


def test_positions_with_chance_and_hidden_cards_had_no_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    registry.registrations()
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    registry.register_family("toy", "toy", "tests.toy.family")
    position = ludwright.load_rules(ludwright.open_game("fifteen"), 3).start()
    assert repr(position) == "<Position of 'Fifteen' after 0 plies, chance decides>"
    for _ in range(3):
        position = position.after(position.moves()[0])
    assert repr(position) == "<Position of 'Fifteen' after 3 plies, Player 1 to move>"
    assert position._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]
    assert "Player 1: pile 0" in str(position)
    critique = ludwright.critique("fifteen", seats=3)
    assert isinstance(critique["completion"], ludwright.Score)
