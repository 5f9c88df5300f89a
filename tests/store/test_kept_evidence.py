"""The matches of viable games are kept in the store, by candidate, occasion and mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ludwright.criticism.effort import QUICK
from ludwright.criticism.gathering import gather
from ludwright.criticism.measure import Score
from ludwright.families.combinatorial.library import open_game
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, CandidateEvidence, Generation, Occasion
from ludwright.synthesis.packed_evidence import PackedEvidence, pack

NAMES = ("tic-tac-toe", "hex-7")


def packed(name: str, seed: int = 1) -> PackedEvidence:
    return pack(gather(open_game(name), replace(QUICK, matches=2, depth=1), seed))


def kept(number: int, found: PackedEvidence | None) -> CandidateEvidence:
    return CandidateEvidence(number, Occasion.SCREENING, found)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A run with two viable games, the second better, and their evidence."""
    made = [
        Candidate(
            number,
            0,
            game.name,
            game.digest,
            game.text,
            score=Score(float(number), 0.1, 3),
            is_viable=True,
        )
        for number, game in enumerate(map(open_game, NAMES))
    ]
    evidence = tuple(kept(number, packed(name)) for number, name in enumerate(NAMES))
    with Store.open(tmp_path / "run.db") as store:
        store.new_run("r", "combinatorial", 1, {})
        store.save_generation("r", Generation(0, tuple(made), evidence=evidence))
        yield store


def listed(store: Store) -> list[int]:
    return [number for number, _ in store.evidence_kept("r")]


def test_evidence_is_read_as_it_was_gathered(store: Store) -> None:
    found = store.evidence("r", 1)
    assert found is not None
    assert found.game.digest == open_game("hex-7").digest
    assert pack(found) == packed("hex-7")
    assert store.evidence("r", 1, Occasion.FINAL) is None
    modes = [one.mode for one in store.playtests(found.game.digest)]
    assert modes == list(found.playtests)


def test_a_retest_replaces_the_matches_and_the_loss_of_viability_removes_them(
    store: Store,
) -> None:
    store.save_generation("r", Generation(1, (), evidence=(kept(1, packed("hex-7", 5)),)))
    found = store.evidence("r", 1)
    assert found is not None
    assert found.main.seed == 5
    assert listed(store) == [0, 1]
    store.save_generation("r", Generation(2, (), evidence=(kept(1, None),)))
    assert store.evidence("r", 1) is None
    assert listed(store) == [0]


def test_evidence_is_bounded_and_the_best_games_keep_theirs(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = packed("hex-7", 5)
    monkeypatch.setattr("ludwright.store.store.EVIDENCE_BYTES", again.size + 1)
    store.save_generation("r", Generation(1, (), evidence=(kept(1, again),)))
    assert listed(store) == [1]


def test_a_playtest_of_a_person_and_one_of_a_run_do_not_replace_each_other(store: Store) -> None:
    found = store.evidence("r", 0)
    assert found is not None
    for _ in range(2):
        store.add_playtest("main", found.main)
    assert [one.mode for one in store.playtests(found.game.digest)].count("main") == 2
    assert listed(store) == [0, 1]
    assert store.evidence("r", 0) is not None
