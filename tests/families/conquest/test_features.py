"""Features of the board at the stages of every turn."""

from __future__ import annotations

from itertools import groupby

from ludwright.families.conquest.features import Features, Stage, features_of
from ludwright.play.families import open_game
from ludwright.play.playtest import playtest


def rows_of(name: str = "rossato-artificial-3-10t", matches: int = 6) -> list[Features]:
    return list(features_of(playtest(open_game(name), "rossato", matches, seed=4)))


def test_a_turn_has_a_row_for_each_stage_unless_the_match_ends_in_it() -> None:
    rows = rows_of()
    turns = groupby(rows, key=lambda row: (row.match, row.turn, row.seat))
    stages = [[row.stage for row in group] for _, group in turns]
    assert max(map(len, stages)) == len(Stage)
    assert all(found == list(Stage)[: len(found)] for found in stages)
    short = [found for found in stages if len(found) < len(Stage)]
    assert len(short) <= 6


def test_stages_show_what_their_phases_do() -> None:
    rows = rows_of()
    by_turn = {(row.match, row.turn, row.stage): row for row in rows}
    for (match, turn, stage), row in by_turn.items():
        if stage is not Stage.PLACED:
            continue
        start = by_turn[(match, turn, Stage.START)]
        assert row.territories == start.territories
        assert row.armies >= start.armies + 3
        after = by_turn.get((match, turn, Stage.ATTACKED))
        if after is not None:
            assert after.territories >= row.territories
            assert after.armies <= row.armies


def test_one_seat_of_a_decided_match_has_won() -> None:
    rows = rows_of()
    for match in {row.match for row in rows}:
        won = {row.seat: row.has_won for row in rows if row.match == match}
        assert sum(won.values()) <= 1
    assert any(row.has_won for row in rows)


def test_shares_and_counts_agree() -> None:
    for row in rows_of("rossato-classic", 2):
        assert 0.0 <= row.army_share <= 1.0
        assert row.border_armies <= row.armies
        assert row.borders <= row.territories
        assert row.players_left == 2
