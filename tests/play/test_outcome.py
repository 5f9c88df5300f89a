"""Each way a match can end has its own reason, with a permanent number."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludwright.errors import GameFault
from ludwright.families.combinatorial.reference import ReferenceRules
from ludwright.families.combinatorial.rules import NativeRules, board_game
from ludwright.language.game import Game, read_game
from ludwright.play.outcome import REASONS, Outcome, Reason
from ludwright.play.playtest import Playtest, playtest, replay
from ludwright.play.playtest_file import load, save

PASSING = """
(game Passing (players White Black) (board (tiling square) (size 1 2))
  (pieces (Stone All (moves (move (pre (empty to)) (action (push))))))
  (play can-pass)
  (end (All win (in-a-row 5))))
"""
"""In the end all pass, whatever is played."""
FILLED = PASSING.replace("(play can-pass)", "")


def played(text: str) -> Playtest:
    return playtest(_game(text), ["uniform", "uniform"], 4, seed=1, openings=())


def _game(text: str) -> Game:
    return read_game(text)


def test_two_passes_were_called_no_moves() -> None:
    assert played(PASSING).reasons() == {"passes": 4}
    assert played(FILLED).reasons() == {"no-moves": 4}


def test_both_engines_tell_passes_apart_from_no_moves() -> None:
    for text, moves, reason in (
        (PASSING, ["pass", "pass"], Reason.PASSES),
        (FILLED, ["A1", "A2"], Reason.NO_MOVES),
    ):
        native = NativeRules(_game(text))
        reference = ReferenceRules(board_game(_game(text)))
        ours, theirs = native.start(), reference.start()
        for word in moves:
            move = native.read_move(ours, word)
            ours, theirs = ours.after(move), theirs.after(move)
        assert ours.outcome() == theirs.outcome == Outcome((0.5, 0.5), reason)


def test_reasons_keep_their_numbers() -> None:
    names = ["rule", "no-moves", "repetition", "quiet-limit", "ply-limit", "time-limit", "fault"]
    assert [str(one) for one in REASONS[1:]] == [*names, "passes"]


@pytest.mark.parametrize("name", ["kept.playtest", "kept.jsonl"])
def test_a_file_keeps_the_reason(name: str, tmp_path: Path) -> None:
    found = played(PASSING)
    save(found, tmp_path / name)
    assert load(tmp_path / name).reasons() == {"passes": 4}


def test_older_records_that_call_passes_no_moves_still_replay() -> None:
    found = played(PASSING)
    numbers = np.full_like(found.columns["reasons"], REASONS.index(Reason.NO_MOVES))
    replay(replace(found, columns={**found.columns, "reasons": numbers}))
    wrong = np.full_like(numbers, REASONS.index(Reason.RULE))
    with pytest.raises(GameFault, match="does not replay"):
        replay(replace(found, columns={**found.columns, "reasons": wrong}))
