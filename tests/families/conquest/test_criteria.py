"""Criteria of conquest games: guards, and those of all games where turns take many plies."""

from __future__ import annotations

from math import inf

import pytest

from ludwright.criticism.criterion import criteria_of, criterion_named
from ludwright.criticism.effort import plan_of
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.gathering import critique, modes_of
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.modes import MAIN, SKILL_MODES
from ludwright.criticism.profile import aesthetic_score, default_profile
from ludwright.criticism.viability import thresholds_of, verdict_of
from ludwright.families.conquest.criteria import CRITERIA
from ludwright.families.conquest.efforts import STRONG
from ludwright.families.conquest.library import open_game
from ludwright.play.playtest import playtest
from tests.families.conquest.told import Told, Turn, told_evidence


def _value(name: str, evidence: Evidence) -> float:
    found = criterion_named(name, "conquest").measure(evidence)
    assert isinstance(found, Score), found
    return found.value


def test_a_choice_is_real_if_two_pairs_of_territories_may_fight() -> None:
    told = [Turn((5, 5), (9, 9), pairs=pairs) for pairs in (0, 1, 2, 7)]
    evidence = told_evidence(Told(told), Told(told[2:]))
    assert _value("real-choices", evidence) == pytest.approx((0.5 + 1.0) / 2)


def test_territories_are_counted_exactly() -> None:
    measured = criterion_named("territories", "conquest").measure(
        Evidence(open_game("rossato-artificial-4-13t"), {})
    )
    assert measured == Score(13.0, 0.0, 1)


def test_skill_is_the_strong_players_share_rescaled_to_seats() -> None:
    game = open_game("rossato-artificial-5-12t")
    played = playtest(game, ["rossato", "uniform"], 40, 1, rotate_seats=True)
    share = float(played.player_points(0).mean())
    assert _value("conquest-skill", Evidence(game, {STRONG: played})) == pytest.approx(
        2.0 * share - 1.0
    )
    assert share > 0.8


def test_duration_counts_turns_and_not_plies() -> None:
    rows = [Turn((5, 5), (9, 9))] * 12
    evidence = told_evidence(Told(rows))
    within = Evidence(evidence.game, evidence.playtests, preferred_length=24)
    assert _value("duration", within) == pytest.approx(0.5)
    assert _value("mean-turns", within) == 12.0


def test_the_first_mover_is_whoever_has_the_first_turn() -> None:
    # Thirteen territories: the second seat begins.
    game = open_game("rossato-artificial-4-13t")
    played = playtest(game, "rossato", 100, 2)
    wins = [int((played.winners == seat).sum()) for seat in (0, 1)]
    found = _value("first-share", Evidence(game, {MAIN: played}))
    assert wins[0] != wins[1]
    assert found == pytest.approx(wins[1] / sum(wins))


def test_a_turn_that_ends_with_a_card_belongs_to_who_had_it() -> None:
    game = open_game("rossato-classic")
    evidence = Evidence(game, {MAIN: playtest(game, "rossato", 5, 2)})
    played = evidence.histories
    is_start = played.moments.places == 0
    expected = (played.moments.places[~is_start] - 1) % 2
    assert played.movers[~is_start].tolist() == expected.tolist()
    assert (evidence.main.columns["moment_seats"] == -1).any()


def test_every_criterion_is_within_its_range_or_says_why_it_has_no_value() -> None:
    game = open_game("rossato-artificial-3-10t")
    found, _ = critique(game, plan_of("conquest").effort("quick"), seed=4)
    assert {one.name for one in CRITERIA if not one.is_slow} <= set(found.measures)
    for one in criteria_of("conquest"):
        measure = found[one.name]
        if isinstance(measure, Score):
            assert one.low <= measure.value <= one.high, one.name
            assert measure.error > 0.0 or not one.needs, one.name
        else:
            assert measure.why, one.name
    assert "viable" in str(verdict_of(found, thresholds_of("conquest").lenient))
    assert isinstance(aesthetic_score(found, default_profile("conquest")), Score)


def test_numbers_and_names_of_criteria_are_unique() -> None:
    every = criteria_of("conquest")
    assert len({one.name for one in every}) == len({one.number for one in every}) == len(every)
    assert all(one.high > one.low for one in every if one.high != inf)


def test_a_full_effort_also_plays_strong_players_and_a_random_one() -> None:
    game = open_game("rossato-classic")
    names = [one.name for one in modes_of(game, plan_of("conquest").effort("full"), 2)]
    assert names == [MAIN, "random", STRONG, *SKILL_MODES]


def test_a_game_that_cannot_be_played_has_no_fitness() -> None:
    evidence = Evidence(open_game("rossato-classic"), {})
    assert isinstance(criterion_named("conquest-fitness", "conquest").measure(evidence), Unscored)
