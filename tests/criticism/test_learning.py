"""Rankings from comparisons; critiques read from tables, with bad files told by place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.criticism.comparisons import Comparison, Preferred
from ludwright.criticism.critique import Critique
from ludwright.criticism.learning import Learning, read_critiques
from ludwright.errors import StoreError


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("game,a\n" + "x" * 200_000 + ",1\n", "line 2: expected CSV, got field larger"),
        ("game," + "x" * 200_000 + "\nhex,1\n", "line 1: expected CSV, got field larger"),
    ],
)
def test_a_cell_that_is_too_large_was_a_traceback(tmp_path: Path, text: str, place: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match=place):
        read_critiques(file)


def test_a_row_without_a_game_was_silently_ignored(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("game,a\nhex,1\n ,2\n", encoding="utf-8")
    with pytest.raises(StoreError, match="line 3: expected the name of a game, got nothing"):
        read_critiques(file)


def said(first: str, second: str) -> Comparison:
    return Comparison(first, second, Preferred.FIRST)


def test_ranking_without_critiques_finds_no_criteria_and_misses_none() -> None:
    work = Learning([said("hex", "chess"), said("hex", "go"), said("go", "chess")], None)
    ranking = work.ranked(restarts=2)
    assert ranking.strengths.order() == ("hex", "go", "chess")
    assert work.studied(ranking) is None
    assert work.missing(ranking) == []


def test_ranked_games_without_a_critique_are_named() -> None:
    known = [Critique("", "hex", "quick", 1, {})]
    work = Learning([said("hex", "chess"), said("chess", "go")], known)
    assert work.missing(work.ranked(restarts=2)) == ["no critique of chess, go"]


def test_the_order_depends_on_the_seed_only() -> None:
    games = [said(a, b) for a in "abcd" for b in "abcd" if a < b]
    orders = [Learning(games, None, 5).ranked(restarts=3).cross_entropy.mean_ranks for _ in "12"]
    assert orders[0].tolist() == orders[1].tolist()
