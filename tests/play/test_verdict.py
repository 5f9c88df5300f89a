from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.families.combinatorial.library import open_game
from ludwright.play.families import family_of, load_rules
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.playtest import playtest
from ludwright.play.verdict import verdict_of
from ludwright.table.table import PERSON, Table

GAME = open_game("tic-tac-toe")


def test_a_recorded_match_and_the_table_tell_the_same_end() -> None:
    rules = load_rules(GAME)
    record = playtest(GAME, ["uniform", "uniform"], 1, seed=3)[0]
    table = Table(rules, [PERSON, PERSON])
    table.make_all(record.notation(rules))
    last = list(record.positions(rules))[-1]
    assert verdict_of(record, rules) == table.verdict() == family_of(GAME).ending(last)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason.PLY_LIMIT, "draw: the ply limit of 4 was reached"),
        (Reason.TIME_LIMIT, "draw: the time limit was reached"),
        (Reason.FAULT, "draw: the game or a player failed"),
    ],
)
def test_a_match_cut_short_says_so(reason: Reason, words: str) -> None:
    rules = load_rules(GAME)
    record = playtest(GAME, ["uniform", "uniform"], 1, seed=1, max_plies=4)[0]
    cut = replace(record, outcome=Outcome((0.5, 0.5), reason))
    assert verdict_of(cut, rules) == words


def test_a_table_at_its_ply_limit_says_the_same_as_a_record() -> None:
    rules = load_rules(GAME)
    record = playtest(GAME, ["uniform", "uniform"], 1, seed=1, max_plies=4)[0]
    table = Table(rules, [PERSON, PERSON], max_plies=4)
    table.make_all(record.notation(rules))
    assert table.verdict() == verdict_of(record, rules)
