"""A critique as a value and as plain data."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from ludwright.criticism.critique import Critique, criticise
from ludwright.criticism.effort import QUICK
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Score, Unscored, exactly
from ludwright.errors import DataError
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of, read_plain

FOUND = Critique(
    "0" * 32, "Some", str(QUICK), 1, {"completion": Score(0.5, 0.1, 20), "drama": Unscored("none")}
)


def test_a_critique_is_written_and_read_back() -> None:
    assert read_plain(Critique, json.loads(json.dumps(plain_of(FOUND)))) == FOUND
    assert plain_of(FOUND)["measures"] == {
        "completion": {"value": 0.5, "error": 0.1, "samples": 20},
        "drama": {"unscored": "none"},
    }


def test_critiques_from_before_there_were_correlations_are_read() -> None:
    data = plain_of(FOUND)
    del data["correlations"]
    assert read_plain(Critique, data) == FOUND


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("digest", 3, "digest: expected a text, got 3"),
        ("seed", "1", "seed: expected a whole number, got '1'"),
        ("measures", [], "measures: expected a table, got a list"),
        ("measures", {"a": {"value": 1.0}}, "measures.a.error: expected a value, got none"),
    ],
)
def test_a_damaged_critique_is_told_by_place(part: str, value: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_plain(Critique, {**plain_of(FOUND), part: value})


def test_a_criterion_that_was_not_measured_says_so() -> None:
    assert FOUND["wit"] == Unscored("this criterion was not measured")
    assert FOUND.value("completion") == 0.5
    assert FOUND.value("drama") is None
    assert [name for name, _ in FOUND.scores()] == ["completion"]


def test_without_matches_only_the_rules_are_measured() -> None:
    found = criticise(Evidence(open_game("tic-tac-toe"), {}), "nothing", 1, with_slow=False)
    assert found["completion"] == Unscored("no matches of the mode 'main' were played")
    assert isinstance(found["rule-simplicity"], Score)
    assert found["rule-simplicity"].error == exactly(1.0).error


def test_criticism_is_loaded_without_pydantic() -> None:
    modules = "critique, profile, peers, review, learning, remarks, gathering"
    code = f"import sys\nfrom ludwright.criticism import {modules}\n"
    code += "sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
