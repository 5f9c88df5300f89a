"""Families are found whichever part of the package is imported first, and by workers too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ludwright.errors import LudwrightError, UnknownName
from ludwright.families.combinatorial.family import FAMILY as BOARDS
from ludwright.language.game import Game
from ludwright.language.registry import loaded, registrations
from ludwright.play.families import family_named, family_of, load_rules, open_game
from ludwright.play.player import SearchPlayer
from ludwright.play.playtest import playtest
from ludwright.play.roster import make_player, player_kinds
from ludwright.play.workers import Faulty, WorkerPool
from tests.borrowed import NAME, borrowed_game, register_borrowed

TEXT = (
    "(game A (players White Black) (board (tiling square) (size 3)) (end (All win (in-a-row 3))))"
)


def fresh(code: str) -> str:
    """What the code prints in an interpreter that has imported nothing of the package."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [
        "from ludwright.play.families import family_named as f; print(f('combinatorial').title)",
        "from ludwright.play.families import open_game as f; print(f('hex-11').family)",
        f"from ludwright.language.game import read_game as f; print(f({TEXT!r}).family)",
        "from ludwright.play.roster import make_player as f; print(f('alphabeta:2').spec['depth'])",
        "from ludwright.criticism.criterion import criteria_of as f; print(f('combinatorial')[0])",
        "from ludwright.criticism.profile import default_profile as f; print(f('combinatorial'))",
        "from ludwright.synthesis.variation import variation_named as f; print(f('combinatorial'))",
    ],
)
def test_families_were_known_only_after_their_package_was_imported(code: str) -> None:
    assert fresh(code)


def test_the_root_package_imports_nothing() -> None:
    code = "import sys, ludwright; print([m for m in sys.modules if m.startswith('ludwright.')])"
    assert fresh(code) == "[]"


def test_the_record_of_a_family_loads_none_of_its_code() -> None:
    code = (
        "import sys; from ludwright.language.registry import record_named as f;"
        "f('combinatorial'); print('numpy' in sys.modules, 'ludwright._core' in sys.modules, "
        "'ludwright.families.combinatorial.vocabulary' in sys.modules)"
    )
    assert fresh(code) == "False False False"


def test_every_path_of_a_record_leads_to_something() -> None:
    for one in registrations():
        family = family_named(one.name)
        assert family.name == one.name
        assert family.root_class().word == one.root_word
        paths = (family.players, family.criteria, family.variation, family.experiments)
        assert all(loaded(path) for path in filter(None, (*paths, family.commands)))
        for module, names in (
            (family.efforts, ("PLAN",)),
            (family.thresholds, ("LENIENT", "STRICT")),
        ):
            assert all(loaded(f"{module}:{name}") for name in names if module)


def test_a_family_of_a_user_was_unknown_to_worker_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_borrowed(tmp_path, monkeypatch)
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def choose(self, position, budget, rng):\n"
        "        return position.moves()[0]\n"
    )
    game = borrowed_game()
    assert (game.family, family_of(game).title) == (NAME, "borrowed games")
    found = playtest(game, [f"{tmp_path}/mine.py:Mine", "uniform"], 2, 1, openings=[])
    assert (len(found), found.notes, int(found.is_faulty.sum())) == (2, (), 0)


def title_of(task: dict[str, str]) -> dict[str, str]:
    return {"title": family_named(task["family"]).title}


def test_a_pool_tells_its_workers_which_families_are_registered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_borrowed(tmp_path, monkeypatch)
    with WorkerPool(title_of) as pool:
        titles = list(pool.map_ordered([{"family": NAME}, {"family": BOARDS.name}]))
    assert [None if isinstance(one, Faulty) else one["title"] for one in titles] == [
        "borrowed games",
        "board games",
    ]


def test_players_of_one_family_are_none_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_borrowed(tmp_path, monkeypatch)
    assert {"mcts", "uniform"} <= {kind.name for kind in player_kinds(NAME)}
    own = {kind.name for kind in BOARDS.player_kinds()}
    assert own == {"alphabeta", "defensive", "obstructive"}
    assert not own & {kind.name for kind in player_kinds(NAME)}
    with pytest.raises(UnknownName, match="expected the name of a player, got 'alphabeta'"):
        make_player("alphabeta:2", NAME)
    for player in (make_player("alphabeta:2", BOARDS.name), make_player("alphabeta:2")):
        assert isinstance(player, SearchPlayer)
        assert player.spec["depth"] == 2


def test_games_of_all_families_are_opened_by_name_alias_or_path(tmp_path: Path) -> None:
    assert open_game("Noughts-and-Crosses") == open_game("tic-tac-toe")
    path = tmp_path / "mine.game"
    path.write_text(open_game("tic-tac-toe").text)
    assert open_game(path) == open_game(str(path)) == open_game("tic-tac-toe")
    with pytest.raises(UnknownName, match="did you mean 'tic-tac-toe'"):
        open_game("tic-tac-to")


@pytest.mark.parametrize("seats", [0, 1, 3, 100])
def test_a_number_of_seats_that_the_game_does_not_have_is_refused(seats: int) -> None:
    game: Game = open_game("tic-tac-toe")
    for load in (load_rules, family_of(game).load_rules):
        with pytest.raises(LudwrightError, match=f"expected 2 seats, got {seats}"):
            load(game, seats)
    assert load_rules(game, 2).seats == load_rules(game).seats == 2
