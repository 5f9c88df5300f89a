"""Players by name."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludwright.errors import PlayerError, UnknownName
from ludwright.play.player import UNLIMITED, Budget, SearchPlayer
from ludwright.play.roster import make_player, player_kinds, split_players


def spec_of(text: str) -> dict[str, Any]:
    player = make_player(text)
    assert isinstance(player, SearchPlayer)
    return player.spec


def test_parameters_are_read() -> None:
    spec = spec_of("mcts:playouts=500,exploration=1.2")
    assert (spec["kind"], spec["playouts"], spec["exploration"]) == ("mcts", 500, 1.2)


def test_bare_value_is_the_first_parameter() -> None:
    assert spec_of("mcts:50")["playouts"] == 50
    assert spec_of("alphabeta:2")["depth"] == 2


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("mtcs", UnknownName, "did you mean 'mcts'"),
        ("mcts:playout=5", UnknownName, "did you mean 'playouts'"),
        ("mcts:playouts=many", PlayerError, "expected a whole number"),
        ("mcts:playouts=0", PlayerError, "from 1 to"),
        ("mcts:5,7", PlayerError, "expected name=value"),
        ("mcts:exploration=nan", PlayerError, "expected a number"),
        ("mcts:rollout=best", PlayerError, "one of uniform, capped, evaluate"),
        ("uniform:3", PlayerError, "expected name=value"),
        ("./missing.py:Mine", PlayerError, "no such file"),
    ],
)
def test_a_wrong_text_is_reported(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make_player(text)


def test_a_list_keeps_parameters_with_their_player() -> None:
    text = "mcts:playouts=50,exploration=2,uniform,./a.py:Mine:x=1"
    assert split_players(text) == ("mcts:playouts=50,exploration=2", "uniform", "./a.py:Mine:x=1")


def test_every_kind_can_be_made_by_name() -> None:
    for kind in player_kinds():
        assert hasattr(make_player(kind.name), "choose")


def test_own_player_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n"
        "    def __init__(self, place=0):\n"
        "        self.place = place\n"
        "    def choose(self, position, budget, rng):\n"
        "        return position.moves()[self.place]\n"
        "class Deaf:\n"
        "    pass\n"
    )

    class Three:
        def moves(self) -> list[str]:
            return ["a", "b", "c"]

    assert make_player(f"{file}:Mine").choose(Three(), UNLIMITED, Random(1)) == "a"
    assert make_player(f"{file}:Mine:place=2").choose(Three(), UNLIMITED, Random(1)) == "c"
    with pytest.raises(UnknownName, match="did you mean 'Mine'"):
        make_player(f"{file}:Mime")
    with pytest.raises(PlayerError, match="choose"):
        make_player(f"{file}:Deaf")
    with pytest.raises(PlayerError, match="cannot be created"):
        make_player(f"{file}:Mine:size=2")


def test_a_file_that_breaks_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("1 / 0\n")
    with pytest.raises(PlayerError, match="ZeroDivisionError"):
        make_player(f"{file}:Mine")


def test_a_budget_can_only_tighten() -> None:
    seen: list[dict[str, Any]] = []

    class Watched:
        def search(self, spec: dict[str, Any], seed: int) -> Any:  # noqa: ARG002
            seen.append(spec)
            return type("Found", (), {"move": "m"})

    player = make_player("mcts:playouts=100")
    player.choose(Watched(), Budget(playouts=10, seconds=2.0), Random(1))
    player.choose(Watched(), Budget(playouts=1000), Random(1))
    assert [spec["playouts"] for spec in seen] == [10, 100]
    assert seen[0]["seconds"] == 2.0
