"""The table of columns, and what follows from it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.play.columns import (
    COLUMNS,
    MATCH_COLUMNS,
    MOMENT_COLUMNS,
    PLY_COLUMNS,
    finished_only,
    held,
    leads_of,
    offsets_of,
    standings_of_leads,
)
from ludwright.play.match_loop import PlayedMatch
from ludwright.play.playtest import playtest
from tests.play.lots import lots
from tests.play.test_match_loop import Noted


def test_every_column_has_one_level_and_a_place_in_the_loop() -> None:
    names = [one.name for one in COLUMNS]
    assert len(set(names)) == len(names)
    assert [*PLY_COLUMNS, *MOMENT_COLUMNS, *MATCH_COLUMNS] == names
    assert set(names) <= set(PlayedMatch.__dataclass_fields__)
    keys = [one.json_key for one in COLUMNS]
    assert len(set(keys)) == len(keys)


@given(st.lists(st.floats(-1.0, 1.0, width=32), min_size=1, max_size=20))
def test_the_lead_of_two_seats_was_rounded_by_its_standings(leads: list[float]) -> None:
    kept = np.asarray(leads, dtype=np.float32)
    kept[np.abs(kept) < 2.0**-29] = 0.0
    standings = standings_of_leads(kept)
    assert (standings[:, 0] - standings[:, 1] == kept).all()
    assert (standings.sum(axis=1) == 1.0).all()
    assert (leads_of(standings) == np.stack([kept, -kept], axis=1)).all()


def test_leads_of_more_seats_are_over_the_best_of_the_others() -> None:
    standings = np.asarray([[0.5, 0.3, 0.2], [0.4, 0.4, 0.2], [0.0, 0.0, 1.0]])
    wanted = [[0.2, -0.2, -0.3], [0.0, 0.0, -0.2], [-1.0, -1.0, 1.0]]
    assert leads_of(standings) == pytest.approx(np.asarray(wanted))
    assert leads_of(np.ones((2, 1))).tolist() == [[1.0], [1.0]]


def test_unfinished_matches_are_left_out_with_their_moments() -> None:
    found = playtest(lots(), Noted(), 5, 1)
    finished = np.asarray([True, False, True, True, False])
    columns = {**found.columns, "offsets": found.offsets, "finished": finished}
    offsets, kept = finished_only(columns)
    assert len(offsets) == 4
    for place, match in enumerate((0, 2, 3)):
        one = found.some(match, match + 1)
        plies = slice(int(offsets[place]), int(offsets[place + 1]))
        assert (kept["moves"][plies] == one.columns["moves"]).all()
        moments = kept["moment_offsets"]
        rows = slice(int(moments[place]), int(moments[place + 1]))
        assert (kept["standings"][rows] == one.columns["standings"]).all()
        assert (kept["seating"][place] == one.columns["seating"]).all()


def test_finished_matches_were_copied() -> None:
    found = playtest(lots(), Noted(), 3, 1)
    columns = {**found.columns, "offsets": found.offsets, "finished": np.ones(3, dtype=bool)}
    _, kept = finished_only(columns)
    assert all(kept[one.name] is found.columns[one.name] for one in held(found.columns))


def test_measures_are_a_column_of_families_that_have_them() -> None:
    found = playtest(lots(), Noted(), 3, 1)
    assert found.measures.shape == (len(found.standings), 2)
    assert found.measures[:, 1].tolist() == found.columns["moment_plies"].tolist()
    board = playtest("tic-tac-toe", "uniform", 2)
    assert "measures" not in board.columns
    assert board.measures.shape == (len(board.standings), 0)
    assert board[0].measures.shape == (len(board[0]), 0)
    assert "measures" not in board[0].to_json()


def test_parts_of_a_playtest_have_their_own_moments() -> None:
    found = playtest(lots(), Noted(), 6, 1)
    part = found.some(2, 5)
    assert len(part) == 3
    assert part.offsets[0] == part.moment_offsets[0] == 0
    for place, match in enumerate(range(2, 5)):
        assert part[place].to_json() == found[match].to_json()


def test_offsets_of_nothing_are_one_zero() -> None:
    assert offsets_of([]).tolist() == [0]
    assert offsets_of([2, 0, 3]).tolist() == [0, 2, 2, 5]
