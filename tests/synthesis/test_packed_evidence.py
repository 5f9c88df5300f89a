"""Evidence is packed for the way from a worker to the store, and read again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ludwright.criticism.critique import criticise
from ludwright.criticism.effort import QUICK
from ludwright.criticism.gathering import critique
from ludwright.errors import StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of, read_plain
from ludwright.synthesis.packed_evidence import PackedEvidence, pack


def test_packed_evidence_crosses_a_pipe_and_gives_the_same_critique() -> None:
    game = open_game("hex-7")
    effort = replace(QUICK, matches=4, depth=1)
    measured, evidence = critique(game, effort, 1)
    crossed = json.loads(json.dumps(plain_of(pack(evidence))))
    found = read_plain(PackedEvidence, crossed)
    assert found == pack(evidence)
    assert found.size == sum(len(one.data) for one in found.playtests.values())
    again = found.evidence(game)
    assert again.preferred_length == evidence.preferred_length
    assert criticise(again, measured.effort, 1, with_slow=False) == measured


def test_damaged_matches_are_told() -> None:
    game = open_game("tic-tac-toe")
    _, evidence = critique(game, replace(QUICK, matches=2, depth=1), 1)
    packed = pack(evidence)
    broken = {
        mode: replace(one, data=one.data[: len(one.data) // 2])
        for mode, one in packed.playtests.items()
    }
    with pytest.raises(StoreError, match="expected a playtest, got a damaged file"):
        replace(packed, playtests=broken).evidence(game)
