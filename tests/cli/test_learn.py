"""`ludwright learn`: from comparisons and critiques to a ranking and a profile."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from benchmarks.learning import compare
from ludwright.cli.main import app
from ludwright.criticism.comparisons import Comparison, Preferred, write_comparisons
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.profile import aesthetic_score, read_profile
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of
from ludwright.store.store import Store

GAMES = tuple(f"Game {at:02d}" for at in range(24))
CRITERIA = ("depth", "drama", "balance", "length", "noise")
QUICK = ("--restarts", "2", "--folds", "5", "--shuffles", "19")


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["learn", *map(str, words)])


def pure_json(*words: object) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def critiques() -> list[Critique]:
    rng = np.random.default_rng(1)
    return [
        Critique(
            f"digest-{at}",
            name,
            "few matches",
            1,
            {
                criterion: Score(float(x), 0.02, 50)
                for criterion, x in zip(CRITERIA, rng.random(len(CRITERIA)), strict=True)
            }
            | {"never": Unscored("no match was won")},
        )
        for at, name in enumerate(GAMES)
    ]


@pytest.fixture
def files(tmp_path: Path, critiques: list[Critique]) -> dict[str, Path]:
    values = np.asarray([[one.value(name) or 0.0 for name in CRITERIA] for one in critiques])
    truth = 5.0 * (values[:, 0] - values[:, 1])
    said = compare(GAMES, truth - truth.mean(), np.random.default_rng(2))
    write_comparisons(said, tmp_path / "said.csv")
    plain = [plain_of(one) for one in critiques]
    (tmp_path / "list.json").write_text(json.dumps(plain))
    (tmp_path / "object.json").write_text(json.dumps({"critiques": plain, "more": 1}))
    with (tmp_path / "table.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["game", *CRITERIA, "never"])
        writer.writerows([*row, ""] for row in zip(GAMES, *values.T, strict=True))
    return {path.stem: path for path in tmp_path.iterdir()}


def test_the_ranking_is_reported_with_intervals(files: dict[str, Path]) -> None:
    result = run(files["said"], *QUICK)
    assert result.exit_code == 0, result.stderr
    assert "24 games, 628 comparisons" in result.stdout
    assert "95 % interval" in result.stdout
    assert "Kendall's tau +0." in result.stdout
    assert "correlation" not in result.stdout


def test_criteria_are_reported_with_the_honest_correlation(files: dict[str, Path]) -> None:
    result = run(files["said"], "--critiques", files["list"], *QUICK)
    assert result.exit_code == 0, result.stderr
    assert "honest, criteria chosen without the predicted games: +0." in result.stdout
    assert "depth" in result.stdout.split("chosen criteria")[1]
    sets = result.stdout.split("honest, by set of criteria:")[1]
    assert sets.index("all (") < sets.index("quality (") < sets.index("best (")


@pytest.mark.parametrize("form", ["list", "object", "table"])
def test_every_form_of_critiques_gives_the_same(files: dict[str, Path], form: str) -> None:
    found = pure_json(files["said"], "-c", files[form], *QUICK)
    expected = pure_json(files["said"], "-c", files["list"], *QUICK)
    assert found["study"]["outer"] == pytest.approx(expected["study"]["outer"])
    assert found["study"]["outer"]["value"] > 0.6
    weights = {one["criterion"]: one["weight"] for one in found["study"]["criteria"]}
    assert weights["depth"] > 0 > weights["drama"]
    assert len(found["ranking"]["games"]) == 24
    assert {"low", "high", "mean_rank", "strength"} <= set(found["ranking"]["games"][0])


@pytest.mark.parametrize("suffix", ["json", "toml"])
def test_the_profile_is_written_and_scores_games(
    files: dict[str, Path], tmp_path: Path, critiques: list[Critique], suffix: str
) -> None:
    path = tmp_path / f"mine.{suffix}"
    words = (files["said"], "-c", files["list"], *QUICK, "--out", path, "--name", "Mine")
    found = pure_json(*words)
    profile = read_profile(path)
    assert profile.name == "Mine"
    assert plain_of(profile) == found["profile"]
    scores = {one.game: aesthetic_score(one, profile) for one in critiques}
    best, worst = (found["ranking"]["games"][at]["game"] for at in (0, -1))
    high, low = scores[best], scores[worst]
    assert isinstance(high, Score)
    assert isinstance(low, Score)
    assert high.value > low.value


def test_the_seed_fixes_everything(files: dict[str, Path]) -> None:
    words = (files["said"], "-c", files["list"], *QUICK, "--target", "rank", "--json", "--seed", 5)
    assert run(*words).stdout == run(*words).stdout


def test_gaps_are_remarked(files: dict[str, Path], tmp_path: Path) -> None:
    more = files["said"].read_text() + "Lonely,Other,first,Ann\n"
    (tmp_path / "more.csv").write_text(more)
    result = run(tmp_path / "more.csv", "-c", files["list"], *QUICK)
    assert result.exit_code == 0
    assert "note: 2 of 26 games have fewer than 5 comparisons: Lonely, Other" in result.stderr
    assert "fall into 2 groups" in result.stderr
    assert "note: no critique of Lonely, Other" in result.stderr
    assert run(tmp_path / "more.csv", *QUICK, "--quiet").stderr == ""


def test_games_may_be_called_by_digest(files: dict[str, Path], tmp_path: Path) -> None:
    text = files["said"].read_text()
    for at, name in enumerate(GAMES):
        text = text.replace(name, f"digest-{at}" if at % 2 else name.upper())
    (tmp_path / "digests.csv").write_text(text)
    found = pure_json(tmp_path / "digests.csv", "-c", files["list"], *QUICK)
    assert found["study"]["outer"]["games"] == 24


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("bad.json", "{", "expected JSON, got something else"),
        ("bad.json", '{"other": []}', "expected a list of critiques"),
        ("bad.json", '[{"game": "x"}]', "critique 1: expected what `ludwright critique --json`"),
        ("bad.json", "[3]", "critique 1: expected what `ludwright critique --json`"),
        ("bad.csv", "name,a\nx,1\n", "line 1: expected a column game"),
        ("bad.csv", "game,a\nx,one\n", "line 2, a: expected a number, got 'one'"),
        ("bad.csv", "game,a\nx\n", "line 2: expected as many values as the first line has"),
        ("bad.csv", "game,a\nx,1,2\n", "line 2: expected as many values as the first line has"),
    ],
)
def test_bad_critiques_are_reported(
    files: dict[str, Path], tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)
    result = run(files["said"], "-c", tmp_path / name, *QUICK)
    assert result.exit_code == 3
    assert message in result.stderr


def test_exit_codes(files: dict[str, Path], tmp_path: Path) -> None:
    assert run(tmp_path / "none.csv").exit_code == 3
    assert run(files["list"]).exit_code == 3
    assert run(files["said"], "--out", tmp_path / "mine.json").exit_code == 2
    assert run(files["said"], "--target", "fame").exit_code == 2
    (tmp_path / "other.json").write_text("[]")
    result = run(files["said"], "-c", tmp_path / "other.json", *QUICK)
    assert result.exit_code == 2
    assert "expected critiques of the games that were compared" in result.stderr


def test_two_critiques_of_a_game_are_refused(
    files: dict[str, Path], tmp_path: Path, critiques: list[Critique]
) -> None:
    twice = [plain_of(one) for one in (*critiques, critiques[0])]
    (tmp_path / "twice.json").write_text(json.dumps(twice))
    result = run(files["said"], "-c", tmp_path / "twice.json", *QUICK)
    assert result.exit_code == 2
    assert "got two of 'Game 00'" in result.stderr


def test_comparisons_of_a_store_are_ranked_by_the_names_of_their_games(tmp_path: Path) -> None:
    games = [open_game(name) for name in ("hex-7", "clobber", "tic-tac-toe")]
    path = tmp_path / "people.db"
    with Store.open(path) as store:
        for game in games:
            store.add_game(game)
        for better, worse in ((0, 1), (1, 2), (0, 2)) * 3:
            digests = games[better].digest, games[worse].digest
            store.add_comparison(Comparison(*digests, Preferred.FIRST, "somebody"))
    told = run(path, *QUICK)
    assert told.exit_code == 0
    places = [told.stdout.index(game.name) for game in games]
    assert places == sorted(places)
