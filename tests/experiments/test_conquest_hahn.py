"""Hahn's round robin: a slice of it with a seed, what is computed from it, and going on later."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from ludwright.errors import StoreError
from ludwright.experiments.conquest_experiments import app
from ludwright.experiments.conquest_hahn import (
    Keeping,
    Pair,
    Plan,
    RoundRobin,
    published,
    round_robin,
    unit_curves,
)
from ludwright.experiments.conquest_hahn_report import (
    FILES,
    Report,
    all_json,
    effects,
    figures,
    play_all,
    report_lines,
    table_csv,
)
from ludwright.families.conquest.players import HEURISTICS
from ludwright.play.playtest import Playtest, playtest

PLAYTEST = "ludwright.experiments.conquest_hahn.playtest"
FEW = ("111", "121", "131", "331", "332")


@pytest.fixture(scope="module")
def slice_() -> RoundRobin:
    return round_robin(Plan(matches=40, seed=1, players=FEW), "fitted")


@pytest.fixture(scope="module")
def report(slice_: RoundRobin) -> Report:
    return Report(slice_, unit_curves(Plan(seed=1), "fitted", matches=60))


def made_up(values: dict[tuple[str, str], float], matches: int = 1000) -> RoundRobin:
    """A round robin with these win chances."""
    pairs = {
        (one, other): Pair(one, other, matches, round(value * matches), 0, 30.0, 0.1)
        for (one, other), value in values.items()
    }
    return RoundRobin("fitted", HEURISTICS, pairs)


def test_the_published_values_are_those_of_all_pairs() -> None:
    assert set(published()) == set(product(HEURISTICS, HEURISTICS))
    assert published()["331", "111"] == 0.97
    own = [published()[name, name] for name in HEURISTICS]
    assert sum(own) / 18 == pytest.approx(0.6656, abs=1e-4)


def test_the_distance_of_the_published_values_to_themselves_is_zero() -> None:
    assert made_up(dict(published())).rmse.value == 0.0


def test_the_distance_is_the_root_of_the_mean_square() -> None:
    off = {
        pair: value + (0.02 if pair[0] < pair[1] else -0.02) for pair, value in published().items()
    }
    found = made_up(off)
    assert found.rmse.value == pytest.approx(0.02)
    assert 0 < found.rmse.error < 0.001
    assert 0.018 < found.noise < 0.021


def test_the_published_order_is_read_off_the_published_values() -> None:
    found = made_up(dict(published()))
    strengths = found.strengths(found.wins)
    assert set(list(strengths)[:2]) == {"331", "332"}
    assert set(list(strengths)[2:4]) == {"231", "232"}
    assert set(list(strengths)[-2:]) == {"111", "112"}
    by_words = {one.words: one for one in effects(found)}
    assert by_words["reinforce 2 instead of 1"].gain.value == pytest.approx(-0.006, abs=1e-3)
    assert by_words["attack 3 instead of 2"].better == by_words["attack 3 instead of 2"].cases
    assert all(one.gain.value == pytest.approx(one.published) for one in by_words.values())


def test_the_effect_of_a_digit_has_the_error_of_its_matches() -> None:
    """Compared with the spread over round robins drawn anew from the same chances."""
    rng = np.random.default_rng(3)
    drawn = [
        made_up({pair: rng.binomial(100, value) / 100 for pair, value in published().items()}, 100)
        for _ in range(60)
    ]
    gains = [found.gain(2, "1", "2") for found in drawn]
    assert all(one is not None for one in gains)
    spread = float(np.std([one.value for one in gains if one is not None]))
    assert gains[0] is not None
    assert gains[0].error == pytest.approx(spread, rel=0.3)


def test_better_heuristics_win_more_often(slice_: RoundRobin) -> None:
    wins = {
        name: dict(zip(FEW, row, strict=True)) for name, row in zip(FEW, slice_.wins, strict=True)
    }
    assert wins["111"]["111"] < wins["121"]["111"] < wins["131"]["111"]
    assert wins["332"]["111"] > 0.9
    assert wins["111"]["332"] < 0.3
    assert list(slice_.strengths(slice_.wins))[-1] == "111"
    assert 0.5 < slice_.self_play_first_wins.value < 0.8
    assert slice_.rmse.value < 0.13


def test_the_same_seed_gives_the_same_figures(slice_: RoundRobin) -> None:
    again = round_robin(Plan(matches=40, seed=1, players=FEW[3:], jobs=2), "fitted")
    for pair in again.pairs.values():
        known = slice_.pairs[pair.first, pair.second]
        assert (pair.won, pair.drawn, pair.turns) == (known.won, known.drawn, known.turns)
    other = round_robin(Plan(matches=40, seed=2, players=FEW[3:]), "fitted")
    assert [one.turns for one in other.pairs.values()] != [
        one.turns for one in again.pairs.values()
    ]


def test_a_seed_has_these_figures() -> None:
    """Whoever changes a player, the battles or the streams of chance has to say so here."""
    wins = {}
    for reading in ("fitted", "literal"):
        found = round_robin(Plan(matches=40, seed=1, players=("111", "332")), reading)
        wins[reading] = [(one.won, one.turns) for one in found.pairs.values()]
    assert wins == {
        "fitted": [(26, 114.8), (3, 31.875), (40, 19.75), (30, 26.0)],
        "literal": [(18, 127.1), (5, 26.625), (40, 13.1), (27, 17.825)],
    }


def test_the_readings_differ_in_what_reinforcement_does() -> None:
    gains = {}
    for reading in ("fitted", "literal"):
        found = round_robin(Plan(matches=60, seed=1, players=("131", "132")), reading)
        gain = found.gain(2, "1", "2")
        assert gain is not None
        gains[reading] = gain.value
    assert gains["literal"] > gains["fitted"] + 0.1


def test_winners_gain_units_and_losers_end_without_any(report: Report) -> None:
    curves = report.curves
    assert (curves.winners[:, 0] == 43).all()
    assert (curves.losers[:, 0] == 43).all()
    assert (curves.losers[:, -1] == 0).all()
    assert (curves.winners[:, -1] > 0).all()
    lead = curves.lead_at(60)
    assert lead["share_ahead"] > 0.9
    assert lead["mean"] > 10


def test_all_figures_of_the_paper_are_drawn(report: Report) -> None:
    drawn = figures(report)
    assert ("table.csv", *drawn) == FILES
    assert all(
        svg.startswith("<svg ") and svg.rstrip().endswith("</svg>") for svg in drawn.values()
    )
    assert drawn["figure-11.svg"].count("<rect") >= len(FEW) ** 2
    assert "0.97" not in table_csv(report.found).splitlines()[0]
    assert len(table_csv(report.found).splitlines()) == 1 + len(FEW) ** 2


def test_findings_are_told_in_words_and_as_plain_data(report: Report) -> None:
    text = "\n".join(report_lines(report))
    assert "distance to the published values (rmse)" in text
    assert "attack 2 instead of 1: +" in text
    plain = json.loads(json.dumps(all_json([report]), allow_nan=False))
    assert {"rmse", "self_play_first_wins", "table", "readings"} <= set(plain)
    assert len(plain["table"]) == len(FEW) ** 2
    assert plain["readings"]["fitted"]["rmse"] == plain["rmse"]


# --- Going on ------------------------------------------------------------------------------------


def test_finished_rows_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(4, 1, players=FEW[3:], keeping=Keeping(tmp_path, 4, 1))
    whole = round_robin(plan, "fitted")
    played: list[int] = []

    def counted(*args: Any, **rest: Any) -> Playtest:
        played.append(1)
        return playtest(*args, **rest)

    monkeypatch.setattr(PLAYTEST, counted)
    assert round_robin(plan, "fitted").pairs == whole.pairs
    assert played == []
    round_robin(plan, "literal")
    assert len(played) == 4


def test_an_interrupted_round_robin_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(4, 1, players=FEW[3:], keeping=Keeping(tmp_path, 4, 1))
    calls: list[int] = []

    def interrupted(*args: Any, **rest: Any) -> Playtest:
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return playtest(*args, **rest)

    with monkeypatch.context() as patch:
        patch.setattr(PLAYTEST, interrupted)
        with pytest.raises(KeyboardInterrupt):
            round_robin(plan, "fitted")
    told: list[tuple[int, int]] = []
    found = round_robin(plan, "fitted", lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    fresh = round_robin(Plan(4, 1, players=FEW[3:]), "fitted")
    assert [one.won for one in found.pairs.values()] == [one.won for one in fresh.pairs.values()]


def test_rows_of_another_start_are_refused(tmp_path: Path) -> None:
    plan = Plan(4, 1, players=("332",), keeping=Keeping(tmp_path, 4, 1))
    round_robin(plan, "fitted")
    with pytest.raises(StoreError, match="of another start; choose another --out, or add --force"):
        Keeping(tmp_path, 5, 1).read()


def test_a_spoilt_file_is_told_with_its_place(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path, 4, 1)
    keeping.write({})
    keeping.path.write_text('{"settings": 3}')
    with pytest.raises(StoreError, match="settings"):
        keeping.read()


def test_both_readings_write_their_files(tmp_path: Path) -> None:
    plan = Plan(4, 1, players=("331", "332"))
    told: list[tuple[int, int]] = []
    reports, written = play_all(
        plan, ("fitted", "literal"), 6, tmp_path, lambda done, total: told.append((done, total))
    )
    assert [one.found.reading for one in reports] == ["fitted", "literal"]
    assert len(written) == 2 * len(FILES)
    assert all(Path(name).exists() for name in written)
    assert told[-1] == (4, 4)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["hahn", *words])


def test_an_unknown_reading_is_refused() -> None:
    result = run("--reading", "free")
    assert result.exit_code == 2
    assert "expected fitted, literal or both, got 'free'" in result.output


def test_files_of_others_are_not_replaced(tmp_path: Path) -> None:
    mine = tmp_path / "fitted" / "table.csv"
    mine.parent.mkdir()
    mine.write_text("mine")
    result = run("--out", str(tmp_path), "-n", "2")
    assert result.exit_code != 0
    assert "which exists" in result.output
    assert mine.read_text() == "mine"
