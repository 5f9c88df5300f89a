"""The record of one match, replayed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.errors import GameFault
from ludwright.play.families import load_rules
from ludwright.play.playtest import playtest


def test_steps_are_the_positions_with_their_moves() -> None:
    record = playtest("tic-tac-toe", "uniform", 1, 4)[0]
    rules = load_rules("tic-tac-toe")
    steps = list(record.steps(rules))
    assert [position for position, _ in steps] == list(record.positions(rules))
    assert [text for _, text in steps] == [*record.notation(rules), ""]


def test_all_positions_of_a_long_match_were_kept_with_their_moves() -> None:
    """20,000 plies with a thousand legal moves each did not fit in memory."""
    record = playtest("tic-tac-toe", "uniform", 1, 4)[0]
    options = record.options.copy()
    options[-1] += 1
    spoilt = replace(record, columns={**record.columns, "options": options})
    steps = spoilt.steps(load_rules("tic-tac-toe"))
    # The steps before the fault are had without the whole match being replayed.
    for ply in range(len(record) - 1):
        assert next(steps)[0].ply == ply
    with pytest.raises(GameFault, match="does not replay"):
        list(steps)
