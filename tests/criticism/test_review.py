"""Reviews: a critique with the conclusions drawn from it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ludwright.criticism.effort import QUICK
from ludwright.criticism.measure import Unscored
from ludwright.criticism.profile import default_profile
from ludwright.criticism.review import Reviewing
from ludwright.errors import LudwrightError
from ludwright.families.combinatorial.library import open_game
from tests.criticism.bare_family import BARE, have_record

FEW = replace(QUICK, matches=8, depth=1)


def asked(seats: int | None = None) -> Reviewing:
    return Reviewing(open_game("hex-7"), FEW, default_profile("combinatorial"), seats)


def test_progress_counts_the_matches_of_all_modes() -> None:
    seen: list[tuple[int, int]] = []
    asked().reviewed(1, progress=lambda *done: seen.append(done))
    assert seen[-1] == (12, 12)
    assert seen == sorted(seen)


def test_a_review_is_plain_data_with_all_conclusions() -> None:
    review = asked().reviewed(1)
    data = json.loads(json.dumps(review.to_json(), allow_nan=False))
    assert data["verdict"]["viable"] is review.verdict.is_viable
    assert data["effort"] == review.critique.effort
    assert set(data["percentiles"]) < set(data["measures"])
    for one in data["remarks"]:
        assert set(one) == {"kind", "criterion", "end", "says", "try", "figures"}
        assert one["end"] in ("high", "low")
    assert {"match", "why", "ended", "plies"} == set(data["notable_matches"][0])
    assert data["matches"] is None


def test_a_family_without_profile_and_peers_is_reviewed_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    have_record(monkeypatch, **BARE)
    review = asked().reviewed(1)
    assert review.profile.name == "gated"
    assert review.verdict.is_viable
    assert review.standing().startswith("no percentile: ")
    place = review.ranked["completion"]
    assert isinstance(place, Unscored)
    assert "combinatorial have not been measured" in place.why


def test_seats_that_the_game_does_not_have_are_refused_before_anything_is_played() -> None:
    with pytest.raises(LudwrightError, match="expected 2 seats, got 4"):
        asked(4)
