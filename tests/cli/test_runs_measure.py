"""`ludwright runs measure`: criteria on the matches that a run kept."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli.main import app
from ludwright.criticism.effort import QUICK
from ludwright.criticism.gathering import critique
from ludwright.criticism.measure import Score
from ludwright.families.combinatorial.library import open_game
from ludwright.store.runs import RUN_FILE
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, CandidateEvidence, Generation, Occasion
from ludwright.synthesis.packed_evidence import pack

OLD = Path(__file__).parents[1] / "store" / "version-2.db.gz"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run with one viable game, which was measured by `balance` before there was `advantage`."""
    game = open_game("hex-7")
    measured, evidence = critique(game, replace(QUICK, matches=4, depth=1), 1)
    known = {"balance": measured["balance"], "mean-length": Score(99.0, 1.0, 4)}
    seed = Candidate(
        0,
        0,
        game.name,
        game.digest,
        game.text,
        critique=replace(measured, measures=known),
        score=Score(0.0, 0.1, 4),
        is_viable=True,
    )
    kept = CandidateEvidence(0, Occasion.SCREENING, pack(evidence))
    with Store.open(tmp_path / "first" / RUN_FILE) as store:
        store.new_run("first", "combinatorial", 1, {})
        store.save_generation("first", Generation(0, (seed,), evidence=(kept,)))
    return tmp_path / "first"


def measure(*words: str) -> Result:
    return CliRunner().invoke(app, ["runs", "measure", *words])


def test_each_criterion_is_shown_with_what_it_was(folder: Path) -> None:
    names = ("balance", "mean-length", "advantage")
    result = measure(str(folder), *(word for name in names for word in ("--criterion", name)))
    assert result.exit_code == 0, result.output
    title, balance, length, advantage = result.stdout.splitlines()
    assert title == "Hex-7 (number 0), screening, quick: 4 matches at depth 1, leads by search"
    assert balance.split()[0] == "balance"
    assert "was" not in balance
    assert length.endswith("was 99.000 ± 1.960")
    assert advantage.endswith("new")


def test_all_criteria_are_measured_unless_some_are_named(folder: Path) -> None:
    data = json.loads(measure("first", "--root", str(folder.parent), "--json").stdout)
    (game,) = data["games"]
    assert (game["name"], game["occasion"]) == ("Hex-7", "screening")
    assert len(game["measures"]) > 50
    assert set(game["before"]) == {"balance", "mean-length"}
    assert game["measures"]["balance"] == game["before"]["balance"]
    assert "unscored" in game["measures"]["strategic-depth"]


def test_a_run_that_kept_no_matches_says_so(tmp_path: Path) -> None:
    path = tmp_path / "first" / RUN_FILE
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    result = measure(str(path.parent))
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert "no matches were kept" in result.stderr


def test_an_unknown_criterion_is_told(folder: Path) -> None:
    result = measure(str(folder), "--criterion", "balanse")
    assert result.exit_code == 2
    assert "did you mean 'balance'" in result.stderr
