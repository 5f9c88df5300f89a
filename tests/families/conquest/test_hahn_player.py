"""Hahn's heuristics, digit by digit and in both readings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest

from ludwright.errors import PlayerError
from ludwright.families.conquest.battle import odds
from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.moves import Kind
from ludwright.families.conquest.players import HEURISTICS, READINGS
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.rules import load_rules
from ludwright.language.seats import seats_of
from ludwright.play.playtest import playtest, replay
from ludwright.play.roster import make_player
from tests.families.conquest.decisions import Decision, decisions

GAME = "risk-hahn"


def named(heuristics: str, reading: str = "fitted") -> str:
    return f"hahn:{heuristics},reading={reading}"


def in_phase(phase: Phase, player: str) -> Iterator[Decision]:
    for match in decisions(GAME, player):
        yield from (one for one in match if one.phase is phase)


def turns(player: str) -> Iterator[list[Decision]]:
    for match in decisions(GAME, player):
        for _, turn in groupby(match, key=lambda one: one.state["turns"]):
            yield list(turn)


def test_there_are_eighteen_heuristics() -> None:
    assert len(set(HEURISTICS)) == 18
    assert (HEURISTICS[0], HEURISTICS[-1]) == ("111", "332")


@pytest.mark.parametrize("name", game_names())
def test_all_moves_are_legal_in_every_packaged_game(name: str) -> None:
    game = open_game(name)
    for seats in seats_of(game):
        for players in (["hahn:111", "hahn:332"], [named("222", "literal"), named("331")]):
            group = (players * 3)[:seats]
            found = playtest(game, group, 1, seats, seats=seats, max_plies=300)
            assert replay(found, load_rules(game, seats)) == sum(len(one) for one in found)


@pytest.mark.parametrize("text", ["hahn:334", "hahn:33", "hahn:432", "hahn:abc"])
def test_a_digit_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(PlayerError, match=r"heuristics: expected one of 111, 112, .* 332, got"):
        make_player(text, "conquest")


def test_a_reading_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PlayerError, match="reading: expected one of fitted, literal"):
        make_player("hahn:332,reading=free", "conquest")


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("supply", ["2", "3"])
def test_border_supply_goes_to_the_border(supply: str, reading: str) -> None:
    found = list(in_phase(Phase.PLACE, named(f"{supply}31", reading)))
    assert len(found) > 100
    assert all(one.move.a in one.border for one in found)


def test_random_supply_goes_anywhere() -> None:
    found = list(in_phase(Phase.PLACE, named("121")))
    inside = sum(one.move.a in one.inner for one in found)
    assert 0.1 < inside / len(found) < 0.9


def test_supply_by_ratio_goes_where_the_ratio_is_high() -> None:
    """Armies placed on the half with the higher ratios: most by ratio, half of them at random."""
    shares = {}
    for supply in "23":
        high = total = 0
        for turn in turns(named(f"{supply}32", "literal")):
            first = turn[0]
            if first.phase is not Phase.PLACE:
                continue
            ratios = {at: threat(first, at) / first.armies(at) for at in first.border}
            middle = sorted(ratios.values())[len(ratios) // 2]
            for one in turn:
                if one.move.kind == Kind.PLACE:
                    total += one.move.n
                    high += one.move.n * (ratios[one.move.a] >= middle)
        shares[supply] = high / total
    assert shares["3"] > shares["2"] + 0.1


def threat(one: Decision, territory: int) -> int:
    return sum(one.armies(other) for other in one.around[territory] - one.own)


def assaults(player: str) -> list[Decision]:
    return [one for one in in_phase(Phase.ATTACK, player) if one.move.kind == Kind.ASSAULT]


def test_random_attacks_commit_any_number_of_armies() -> None:
    found = assaults(named("212"))
    assert any(one.move.n < one.armies(one.move.a) - 1 for one in found)
    assert any(one.move.n > 2 for one in found)


@pytest.mark.parametrize("reading", READINGS)
def test_full_force_is_all_armies_but_one(reading: str) -> None:
    found = assaults(named("221", reading))
    assert all(one.move.n == one.armies(one.move.a) - 1 for one in found)
    assert any(one.move.n < one.armies(one.move.b) for one in found)


def test_a_high_chance_is_as_many_attackers_as_defenders_in_the_fitted_reading() -> None:
    found = assaults(named("231"))
    assert len(found) > 50
    assert all(one.move.n >= one.armies(one.move.b) for one in found)


def test_a_high_chance_is_above_a_half_in_the_literal_reading() -> None:
    found = assaults(named("231", "literal"))
    assert len(found) > 50
    for one in found:
        assert odds(one.move.n, one.armies(one.move.b)).win > 0.5


def test_fitted_border_reinforcement_moves_single_armies_to_the_border() -> None:
    found = [one for one in in_phase(Phase.FORTIFY, named("132")) if one.move.kind == Kind.FORTIFY]
    assert len(found) > 20
    for one in found:
        assert one.move.n == 1
        assert one.move.a in one.inner
        assert one.move.b in one.border


def test_literal_border_reinforcement_leaves_one_army_on_each_inner_territory() -> None:
    ends = [
        turn[-1]
        for turn in turns(named("132", "literal"))
        if turn[-1].phase is Phase.FORTIFY and turn[-1].move.kind == Kind.DONE
    ]
    assert ends
    assert all(one.armies(at) == 1 for one in ends for at in one.inner)


def test_only_the_literal_reading_moves_armies_away_from_the_border_at_random() -> None:
    for reading in READINGS:
        found = in_phase(Phase.FORTIFY, named("131", reading))
        moved = [one for one in found if one.move.kind == Kind.FORTIFY]
        assert any(one.move.a in one.border for one in moved) == (reading == "literal")


def test_the_strongest_beats_the_weakest() -> None:
    for reading in READINGS:
        players = [named("332", reading), named("111", reading)]
        found = playtest(GAME, players, 60, 7, rotate_seats=True)
        assert found.player_points(0).mean() > 0.8
