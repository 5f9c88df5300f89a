"""Scores beside ratings whose truth is known: a planted criterion, and nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

import numpy as np
import pytest

from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import QUICK
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.errors import LudwrightError
from ludwright.experiments.people import BOARD_SIZE, PaperGame, People, RatedGame, compare
from ludwright.experiments.people_ratings import LeftOut, Rated
from ludwright.experiments.people_report import (
    games_csv,
    people_json,
    people_lines,
    people_svg,
)

CRITERIA = ("uncertainty", "lead-change", "drawishness", "completion", "connectivity", "variety")


def rated_games(
    count: int, seed: int, told: float, unscored: Sequence[int] = ()
) -> list[RatedGame]:
    """Games of which `uncertainty` tells as much of the rating as is asked; the rest is noise."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(count, len(CRITERIA)))
    ratings = told * values[:, 0] + (1.0 - told) * rng.normal(size=count)
    cells = rng.integers(9, 200, count)
    return [
        _game(at, values[at], float(ratings[at]), int(cells[at]), is_scored=at not in unscored)
        for at in range(count)
    ]


def _game(at: int, values: np.ndarray, rating: float, cells: int, *, is_scored: bool) -> RatedGame:
    fidelity = "same" if at % 3 else "smaller board"
    measures: dict[str, Measure] = {
        name: Score(float(x), 0.1, 20) for name, x in zip(CRITERIA, values, strict=True)
    }
    measures["mean-length"] = Score(30.0 + at, 1.0, 20)
    score = Score(float(values[0]), 0.1, 20) if is_scored else Unscored("nobody won")
    return RatedGame(
        Rated(f"game-{at}", f"Game {at}", 1900 + at if at else None, rating, 99, fidelity),
        cells,
        Critique(f"digest-{at}", f"Game {at}", "quick: 20 matches at depth 2", 1, measures),
        is_viable=at % 2 == 0,
        failed={"mine": ("completion is 0",) if at == 7 else (), "noise": ()},
        scores={"mine": score, "noise": Score(float(values[5]), 0.1, 20)},
    )


PAPER = [
    PaperGame("ndengrod", 1, 19, {"mine": Score(1.0, 0.1, 9), "noise": Score(0.0, 0.1, 9)}),
    PaperGame("valion", 16, 19, {"mine": Unscored("nobody won"), "noise": Score(1.0, 0.1, 9)}),
    PaperGame("thesis-004", 1, 79, {"mine": Score(0.5, 0.1, 9), "noise": Score(1.0, 0.1, 9)}),
]


def compared(games: list[RatedGame], seed: int = 5) -> People:
    return compare(
        games,
        "mine",
        QUICK,
        seed,
        left_out=[LeftOut("lost", "no such game")],
        paper_games=PAPER,
        shuffles=19,
    )


@pytest.fixture(scope="module")
def planted() -> People:
    return compared(rated_games(30, 1, 0.7))


@pytest.fixture(scope="module")
def null() -> People:
    return compared(rated_games(30, 2, 0.0, unscored=(3, 4)))


def test_a_score_that_tells_is_found_and_noise_is_not(planted: People) -> None:
    assert planted.result.spearman.low > 0.5
    assert not planted.is_null
    assert planted.profiles["mine"].in_folds.low > 0.0
    assert planted.profiles["noise"].whole.spearman.low < 0.0
    given = planted.profiles["mine"].given_board_size
    assert given is not None
    assert given.low > 0.4
    assert planted.baselines[BOARD_SIZE].given_board_size is None
    assert next(iter(planted.criteria)) == "uncertainty"
    believed = [name for name, one in planted.criteria.items() if one.family_wise < 0.05]
    assert believed == ["uncertainty"]


def test_games_with_the_same_rules_are_told_apart_from_others(planted: People) -> None:
    one = planted.profiles["mine"]
    assert one.same is not None
    assert one.simplified is not None
    assert (one.whole.n, one.same.n, one.simplified.n) == (30, 20, 10)
    year = planted.baselines["year"]
    assert year.whole.n == 29  # one year is not known
    assert year.simplified is not None
    assert year.simplified.n == 9


def test_sets_of_criteria_are_those_of_the_paper(planted: People) -> None:
    assert planted.study is not None
    sets = {one.name: one for one in planted.study.sets}
    assert list(sets) == ["all", "intrinsic", "quality", "viability", "best"]
    assert sets["all"].criteria == 6
    assert sets["quality"].outer.low > 0.0
    assert sets["viability"].outer.low < 0.0


def test_a_null_result_comes_first(null: People) -> None:
    lines = people_lines(null)
    assert null.is_null
    assert lines[2].startswith("**Null result: the score of the profile mine does not tell")
    assert "+0." in lines[4] or "-0." in lines[4]
    assert any(one == "Left out: 1." for one in lines)
    assert "- lost: no such game" in lines
    assert "- game-7: completion is 0" in lines
    assert any("| valion | 16 of 19 | none |" in one for one in lines)
    assert lines[7].startswith(f"{null.tried} things were compared with the ratings")


def test_games_without_a_score_are_tied_for_last() -> None:
    games = rated_games(12, 3, 1.0)
    worst = min(range(12), key=lambda at: games[at].rated.rating)
    without = rated_games(12, 3, 1.0, unscored=(worst,))
    assert compared(without).result.spearman.value == pytest.approx(1.0)
    best = max(range(12), key=lambda at: games[at].rated.rating)
    assert compared(rated_games(12, 3, 1.0, unscored=(best,))).result.spearman.value < 0.8


def test_the_result_stands_at_the_top_of_the_data(null: People) -> None:
    data = people_json(null)
    assert list(data)[:3] == ["spearman", "pairs", "n"]
    assert data["spearman"] == null.result.spearman.value
    assert data["n"] == len(data["games"]) == 30
    assert list(data)[-1] == "games"
    unscored = [one for one in data["games"] if one["score"] is None]
    assert [one["game"] for one in unscored] == ["game-3", "game-4"]
    assert data["left_out"] == [{"game": "lost", "why": "no such game"}]
    assert data["sets"][0]["paper"] == 0.426


def test_the_same_seed_gives_the_same_numbers(planted: People) -> None:
    assert people_json(compared(rated_games(30, 1, 0.7))) == people_json(planted)


def test_table_and_plot_have_every_game(null: People) -> None:
    rows = games_csv(null).splitlines()
    assert len(rows) == 31
    assert rows[0].startswith("game,rating,users,year,fidelity,cells,viable,mine,noise,uncertainty")
    root = ElementTree.fromstring(people_svg(null))
    words = {one.text for one in root.iter() if one.tag.endswith("text")}
    assert {one.rated.game for one in null.games} <= words
    circles = [one for one in root.iter() if one.tag.endswith("circle")]
    places = [float(one.get("cx") or 0) for one in circles[:30]]
    assert places.count(min(places)) == 3  # without a score, or behind a gate


def test_too_few_games_are_refused() -> None:
    with pytest.raises(LudwrightError, match="expected at least 8 rated games that can be"):
        compared(rated_games(7, 1, 0.5))
