"""Tables of ratings: the packaged one, paths of games, and rows that are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.errors import StoreError
from ludwright.experiments.people_ratings import rated_of, read_ratings
from ludwright.families.combinatorial.library import open_game

HEAD = "game,bgg,name,year,rating,users,fidelity\n"


def test_the_packaged_table_has_34_games_each_opened_or_left_out_with_a_reason() -> None:
    found = read_ratings()
    assert len(found.games) + len(found.left_out) == 34
    assert all(one.why for one in found.left_out)
    rated, game = found.games["hex-11"]
    assert (rated.name, rated.year, rated.users, rated.is_same) == ("Hex", 1942, 679, True)
    assert game.digest == open_game("hex-11").digest


def test_games_are_packaged_names_or_paths_beside_the_table(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "mine.game").write_text(open_game("yavalath").text)
    (tmp_path / "broken.game").write_text("(board-game")
    (tmp_path / "r.csv").write_text(
        HEAD
        + "tic-tac-toe,1,Tic,0,2.5,9,same\n"
        + "texts/mine.game,2,Mine,2007,7,9,smaller board\n"
        + "yavalath,2,Yavalath,2007,7,9,same\n"
        + "no-such-game,3,None,1900,5,9,same\n"
        + "broken.game,3,None,1900,5,9,same\n"
    )
    found = read_ratings(tmp_path / "r.csv")
    assert list(found.games) == ["tic-tac-toe", "texts/mine.game"]
    assert found.games["tic-tac-toe"][0].year is None
    assert not found.games["texts/mine.game"][0].is_same
    reasons = {one.game: one.why for one in found.left_out}
    assert list(reasons) == ["yavalath", "no-such-game", "broken.game"]
    assert reasons["yavalath"] == "the same rules as texts/mine.game"
    assert "no-such-game" in reasons["no-such-game"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game,name\n", "t.csv, line 1: expected a column year, got none"),
        (HEAD + "a,1,A,x,5,9,same\n", "t.csv, line 2, year: expected a number, got 'x'"),
        (HEAD + "a,1,A,1,nan,9,same\n", "t.csv, line 2, rating: expected a number, got 'nan'"),
        (HEAD + "a,1,A,1\n", "t.csv, line 2: expected as many values as the first line has"),
        (HEAD + ",1,A,1,5,9,same\n", "t.csv, line 2: expected the name of a game"),
        (HEAD + 2 * "a,1,A,1,5,9,same\n", "t.csv: expected each game once, got 'a' twice"),
    ],
)
def test_a_bad_table_is_told_by_line(text: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        rated_of(text, "t.csv")
