from __future__ import annotations

import pytest

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.criterion import criteria_of, criterion_named
from ludwright.criticism.effort import QUICK, plan_of
from ludwright.criticism.gathering import critique
from ludwright.criticism.measure import Score, Unscored
from ludwright.criticism.peers import DIGITS, Peers, Percentile, peers_of, rank
from ludwright.criticism.profile import GATED, default_profile
from ludwright.plain import plain_of, read_plain
from ludwright.play.families import family_named

FAMILY = "combinatorial"
USUAL = plan_of(FAMILY).effort("quick")


def packaged() -> Peers:
    found = peers_of(FAMILY, str(QUICK))
    assert isinstance(found, Peers)
    return found


def ranked(value: float, error: float, others: list[Score]) -> Percentile:
    found = rank(Score(value, error, 20), others)
    assert isinstance(found, Percentile)
    return found


HUNDRED = [Score(float(place), 0.0, 20) for place in range(100)]
"""Games with exact scores from 0 to 99."""


def test_the_table_holds_every_packaged_game_as_it_is_now() -> None:
    family = family_named(FAMILY)
    now = {name: family.open_game(name).digest for name in family.game_names()}
    assert {one.game: one.digest for one in packaged().critiques} == now


def test_the_table_holds_every_quick_criterion() -> None:
    quick = {one.name for one in criteria_of(FAMILY) if not one.is_slow}
    assert all(set(one.measures) == quick for one in packaged().critiques)


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex-7", "breakthrough-6"])
def test_the_table_is_what_measuring_gives_now(name: str) -> None:
    table = packaged()
    (kept,) = (one for one in table.critiques if one.game == name)
    now, _ = critique(family_named(FAMILY).open_game(name), USUAL, table.seed)
    for criterion, found in now.measures.items():
        value = None if isinstance(found, Unscored) else float(f"{found.value:.{DIGITS}g}")
        assert kept.value(criterion) == value, criterion


def test_a_table_is_the_same_after_a_round_trip() -> None:
    table = packaged()
    assert plain_of(read_plain(Peers, plain_of(table))) == plain_of(table)


def test_the_percentile_counts_games_below_and_half_of_ties() -> None:
    assert ranked(30.0, 0.0, HUNDRED).share == pytest.approx(0.305)
    assert ranked(-1.0, 0.0, HUNDRED).share == 0.0
    assert ranked(99.5, 0.0, HUNDRED).share == 1.0


def test_the_interval_widens_with_the_error_of_the_game_and_of_the_others() -> None:
    sure, unsure = ranked(50.5, 0.0, HUNDRED), ranked(50.5, 5.0, HUNDRED)
    assert (sure.low, sure.high) == (sure.share, sure.share)
    # 9.8 on either side, with a game at every whole number.
    assert [unsure.low, unsure.high] == pytest.approx([0.41, 0.61])
    noisy = ranked(50.5, 5.0, [Score(one.value, 5.0, 20) for one in HUNDRED])
    assert noisy.low < unsure.low < unsure.high < noisy.high


def test_few_games_or_no_score_give_a_reason_instead_of_a_percentile() -> None:
    assert isinstance(rank(Score(1.0, 0.1, 20), HUNDRED[:5]), Unscored)
    assert rank(Unscored("nobody won"), HUNDRED) == Unscored("nobody won")


def test_another_effort_had_no_percentile() -> None:
    found = peers_of(FAMILY, "quick: 4 matches at depth 1")
    assert isinstance(found, Peers)
    assert "20 matches at about 100,000 steps" in found.difference


def test_a_game_is_not_compared_with_itself() -> None:
    table = packaged()
    without = table.without(table.critiques[0].digest)
    assert len(without.critiques) == len(table.critiques) - 1
    assert without.measured == len(table.critiques)


def test_any_profile_ranks_the_packaged_games() -> None:
    for profile in (default_profile(FAMILY), GATED):
        found = packaged().rank_score(Score(0.5, 0.1, 20), profile)
        assert isinstance(found, Percentile)
        assert found.games > 60


def test_a_criterion_that_only_sorts_into_classes_has_no_percentile() -> None:
    table = packaged()
    goal = table.rank_criterion(criterion_named("goal-line", FAMILY), Score(1.0, 0.0, 1))
    assert isinstance(goal, Unscored)
    length = table.rank_criterion(criterion_named("mean-length", FAMILY), Score(20.0, 1.0, 20))
    assert isinstance(length, Percentile)


def test_a_fresh_seed_finds_the_same_percentiles_within_their_intervals() -> None:
    table, family = packaged(), family_named(FAMILY)
    held: list[bool] = []
    for name in ("hex-7", "octapawn", "snort", "joust"):
        game = family.open_game(name)
        others = table.without(game.digest)
        (kept,) = (one for one in table.critiques if one.game == name)
        fresh, _ = critique(game, USUAL, table.seed + 76)
        for one in criteria_of(FAMILY):
            if one.name in fresh.measures and one.needs:
                now = others.rank_criterion(one, fresh[one.name])
                before = others.rank_criterion(one, kept[one.name])
                if isinstance(now, Percentile) and isinstance(before, Percentile):
                    held.append(now.low <= before.share <= now.high)
    # Both have errors, so even exact intervals would contain only five in six.
    assert len(held) > 100
    assert sum(held) / len(held) > 0.8
