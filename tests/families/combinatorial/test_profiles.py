"""The packaged profiles of board games: what they contain, and what they say of broken games."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.criticism.criterion import Group, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.peers import Peers, peers_of
from ludwright.criticism.profile import Profile, aesthetic_score, profile_of
from ludwright.families.combinatorial.profiles import WEIGHTS, board_profile
from tools.make_profiles import made_profiles

FAMILY = "combinatorial"


def table() -> Peers:
    found = peers_of(FAMILY, "")
    assert isinstance(found, Peers)
    return found


@pytest.mark.parametrize("profile", made_profiles(), ids=lambda one: one.name)
def test_packaged_numbers_are_those_of_the_packaged_games(profile: Profile) -> None:
    packaged = profile_of(profile.name, FAMILY)
    assert packaged.criteria() == profile.criteria()
    assert packaged.gates == profile.gates
    assert packaged.effort == profile.effort == table().effort
    assert packaged.bias == pytest.approx(profile.bias)
    for name, term in packaged.terms.items():
        made = profile.terms[name]
        assert (term.weight, term.mean, term.spread) == pytest.approx(
            (made.weight, made.mean, made.spread)
        )


@pytest.mark.parametrize("name", ["board", "ludi", "gated"])
def test_nothing_that_is_read_from_the_rules_is_in_a_profile(name: str) -> None:
    intrinsic = {one.name for one in criteria_of(FAMILY) if one.group is Group.INTRINSIC}
    assert "board-size" in intrinsic
    assert not intrinsic.intersection(profile_of(name, FAMILY).criteria())


@pytest.mark.parametrize("name", ["board", "ludi"])
def test_games_that_pass_score_zero_on_average(name: str) -> None:
    profile = profile_of(name, FAMILY)
    passing = [one for one in table().critiques if not profile.objections(one)]
    scores = [aesthetic_score(one, profile) for one in passing]
    assert np.mean([one.value for one in scores if isinstance(one, Score)]) == pytest.approx(0.0)


@pytest.mark.parametrize("name", ["board", "ludi"])
def test_tri_connect_which_nobody_wins_scored_above_most_games(name: str) -> None:
    profile = profile_of(name, FAMILY)
    scores = {one.game: aesthetic_score(one, profile) for one in table().critiques}
    completion = {one.game: one.value("completion") for one in table().critiques}
    passing = [x for game, one in scores.items() if (x := value(one)) > -np.inf]
    assert value(scores["tri-connect"]) < np.median(passing)
    unfinished = [game for game, share in completion.items() if share is None or share == 0.0]
    ended = [value(scores[game]) for game, share in completion.items() if (share or 0.0) >= 0.5]
    assert "tri-connect" in unfinished
    assert max(value(scores[game]) for game in unfinished) <= min(ended)


def value(found: Score | Unscored) -> float:
    return found.value if isinstance(found, Score) else -np.inf


def test_no_game_with_completion_below_a_half_scores_above_the_median() -> None:
    profile = profile_of("board", FAMILY)
    rows = [(one.value("completion"), aesthetic_score(one, profile)) for one in table().critiques]
    median = np.median([value(score) for _, score in rows])
    assert all(value(score) < median for share, score in rows if share is not None and share < 0.5)


def test_a_criterion_that_the_effort_does_not_measure_is_left_out() -> None:
    few = table().critiques[:40]
    assert "skill-ladder" not in board_profile(without(few), "few").terms
    measured = [with_ladder(one, at / 40) for at, one in enumerate(few)]
    assert board_profile(measured, "few").terms.keys() == WEIGHTS.keys()


def without(critiques: tuple[Critique, ...]) -> list[Critique]:
    return [
        Critique(
            one.digest,
            one.game,
            one.effort,
            one.seed,
            {name: x for name, x in one.measures.items() if name != "skill-ladder"},
        )
        for one in critiques
    ]


def with_ladder(one: Critique, ladder: float) -> Critique:
    measures = {**one.measures, "skill-ladder": Score(ladder, 0.1, 40)}
    return Critique(one.digest, one.game, one.effort, one.seed, measures)
