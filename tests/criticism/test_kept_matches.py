from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import QUICK
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.gathering import critique
from ludwright.criticism.kept_matches import folder_name, keep_matches, notable_matches
from ludwright.play.families import family_named, family_of, load_rules
from ludwright.play.playtest_file import load


@pytest.fixture(scope="module")
def measured() -> tuple[Critique, Evidence]:
    game = family_named("combinatorial").open_game("hex-7")
    return critique(game, replace(QUICK, matches=4, depth=1), 1)


def test_every_mode_is_kept_and_reads_back_the_same(
    measured: tuple[Critique, Evidence], tmp_path: Path
) -> None:
    kept = keep_matches(*measured, tmp_path)
    assert kept is not None
    assert set(kept.files) == {"main", "other-first"}
    for mode, path in kept.files.items():
        played = measured[1].playtests[mode]
        assert [len(one) for one in load(path)] == [len(one) for one in played]


def test_the_folder_tells_apart_everything_that_decides_the_matches(
    measured: tuple[Critique, Evidence],
) -> None:
    found, evidence = measured
    others = [replace(found, seed=2), replace(found, effort="full"), replace(found, digest="1")]
    names = {folder_name(one, evidence.main) for one in (found, *others)}
    assert len(names) == 4
    assert all(name.startswith("hex-7-") for name in names)


def test_a_folder_that_is_there_is_left_as_it_is(
    measured: tuple[Critique, Evidence], tmp_path: Path
) -> None:
    first = keep_matches(*measured, tmp_path)
    assert first is not None
    before = {path: path.stat().st_mtime_ns for path in first.files.values()}
    assert keep_matches(*measured, tmp_path) == first
    assert {path: path.stat().st_mtime_ns for path in first.files.values()} == before


def test_nothing_is_kept_of_a_game_that_was_not_played(
    measured: tuple[Critique, Evidence], tmp_path: Path
) -> None:
    found, evidence = measured
    assert keep_matches(found, replace(evidence, playtests={}), tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    assert notable_matches(replace(evidence, playtests={})) == ()


def test_notable_matches_are_different_ones_and_say_how_they_ended(
    measured: tuple[Critique, Evidence],
) -> None:
    notable = notable_matches(measured[1])
    assert len({one.match for one in notable}) == len(notable)
    assert {"most typical", "shortest", "longest"} <= {
        why for one in notable for why in one.why.split(" and ")
    }
    record = measured[1].main[notable[0].match]
    assert notable[0].plies == len(record)
    rules = load_rules(measured[1].game)
    assert notable[0].ended == family_of(rules.game).ending(list(record.positions(rules))[-1])
