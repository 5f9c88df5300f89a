from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.errors import StoreError
from ludwright.experiments import rossato_presets
from ludwright.experiments.rossato_presets import (
    CONFIRMING_MATCHES,
    FLOOR,
    PRESETS,
    Comparison,
    Found,
    compare,
    figures,
    pictures,
    search_task,
    size_of,
    table_lines,
)
from ludwright.plain import read_plain
from ludwright.play.share import Share

SMALL = {"generations": 5, "offspring": 16}


@pytest.fixture(scope="module")
def found() -> list[Found]:
    """Both presets with few matches, with and without a floor."""
    tasks = [
        {"preset": preset, "seed": 1, "floor": floor, "matches": 4, "numbers": SMALL}
        for floor in (FLOOR, None)
        for preset in PRESETS
    ]
    return [read_plain(Found, search_task(task)) for task in tasks]


def test_ours_never_plays_more_matches_than_the_paper(found: list[Found]) -> None:
    paper, ours = found[:2]
    assert paper.matches == 6 * 16 * 4
    assert 0.9 * paper.matches <= ours.matches <= 1.2 * paper.matches


def test_answers_respect_the_floor_and_are_the_best_of_their_size(found: list[Found]) -> None:
    for one in found[:2]:
        assert size_of(one.text) >= FLOOR
        assert min(map(int, one.best)) >= FLOOR
        assert all(size_of(text) == int(size) for size, some in one.best.items() for text in some)


def test_the_twins_begin_with_the_same_games_and_drift_without_a_match(found: list[Found]) -> None:
    for one in found:
        assert one.drift[0] == one.sizes[0]
        assert len(one.drift) > 1
    paper = found[2]
    assert paper.drift[-1] < 0.8 * paper.drift[0]


@pytest.mark.slow
def test_the_comparison_is_measured_and_drawn(found: list[Found]) -> None:
    comparison = Comparison(tuple(found), found[1], "killbot")
    data = comparison.to_json()
    for part in ("with_floor", "without_floor"):
        (row,) = data[part]["pairs"]
        assert row["ours"]["low"] < row["ours"]["fitness"] < row["ours"]["high"]
        assert data[part]["permutation_p"] == 1.0
    assert any("best game of each size" in line for line in table_lines(data))
    drawn = {**figures(data), **pictures(data)}
    assert {"pairs.svg", "sizes.svg", "drift.svg", "map-ours.svg", "map-paper.svg"} <= set(drawn)


def test_the_answer_of_ours_is_the_first_that_the_strong_player_confirms(
    found: list[Found], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ours = found[1]
    assert len(ours.finalists) > 2
    assert ours.finalists[0][0] == ours.text
    comparison = Comparison(tuple(found), ours, "killbot", out=tmp_path)
    shares = iter((0.6, 0.9, 0.5))
    monkeypatch.setattr(
        rossato_presets, "skill", lambda *_: Share(next(shares), 0.0, 1.0, CONFIRMING_MATCHES)
    )
    chosen = comparison.answer(ours)
    assert (chosen.text, chosen.own) == ours.finalists[1]
    assert (chosen.place, chosen.confirming) == (2, 2 * CONFIRMING_MATCHES)
    # The shares are kept: none is asked for again.
    assert comparison.answer(ours) == chosen
    assert next(shares) == 0.5
    assert comparison.answer(found[0]).text == found[0].text
    assert comparison.answer(found[3]).text == found[3].text


def test_the_answer_is_the_deepest_game_if_none_is_confirmed(
    found: list[Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = found[1]
    shares = iter([0.6, 0.7, *(0.5 for _ in ours.finalists[2:])])
    monkeypatch.setattr(
        rossato_presets, "skill", lambda *_: Share(next(shares), 0.0, 1.0, CONFIRMING_MATCHES)
    )
    chosen = Comparison(tuple(found), ours, "killbot").answer(ours)
    assert chosen.place == 2
    assert chosen.confirming == len(ours.finalists) * CONFIRMING_MATCHES


def test_searches_of_other_settings_are_not_mixed(tmp_path: Path) -> None:
    (tmp_path / "searches.jsonl").write_text('{"matches_each": 5}\n')
    with pytest.raises(StoreError, match="choose another folder"):
        compare(1, 4, 1, "killbot", 1, tmp_path)
