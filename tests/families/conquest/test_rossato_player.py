"""Rossato's player does what the paper says: decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from ludwright.families.conquest.efforts import MOST_PLIES
from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.moves import Kind
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.rules import load_rules
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import Game, game_of
from ludwright.language.seats import seats_of
from ludwright.play.player import SearchPlayer
from ludwright.play.playtest import playtest, replay
from ludwright.play.roster import player_of
from tests.families.conquest.decisions import Decision, decisions

CLASSIC = "rossato-classic"


def in_phase(phase: Phase, name: str = CLASSIC) -> Iterator[Decision]:
    for match in decisions(name, "rossato", 3):
        yield from (one for one in match if one.phase is phase)


def turns(name: str = CLASSIC) -> Iterator[list[Decision]]:
    """The decisions of each turn."""
    for match in decisions(name, "rossato", 3):
        for _, turn in groupby(match, key=lambda one: one.state["turns"]):
            yield list(turn)


def surplus(one: Decision, start: int, target: int) -> int:
    return one.armies(start) - 1 - one.armies(target)


def best_surplus(one: Decision) -> int:
    pairs = [(at, other) for at in one.border for other in one.around[at] - one.own]
    return max(surplus(one, *pair) for pair in pairs)


@pytest.mark.parametrize("name", game_names())
def test_all_moves_are_legal_in_every_packaged_game(name: str) -> None:
    game = open_game(name)
    low, high = seats_of(game)
    for seats in range(low, high + 1):
        found = playtest(game, "rossato", 2, seats, seats=seats, max_plies=500)
        assert replay(found, load_rules(game, seats)) == sum(len(one) for one in found)


def test_it_attacks_only_where_it_has_more_attackers_than_defenders() -> None:
    found = [one for one in in_phase(Phase.ATTACK) if one.move.kind == Kind.ROLL]
    assert len(found) > 200
    assert all(surplus(one, one.move.a, one.move.b) > 0 for one in found)
    assert all(one.move.n == min(3, one.armies(one.move.a) - 1) for one in found)


def test_it_stops_only_when_it_outnumbers_nobody() -> None:
    stops = [one for one in in_phase(Phase.ATTACK) if one.move.kind == Kind.DONE]
    assert stops
    assert all(best_surplus(one) <= 0 for one in stops)


def test_a_battle_begins_where_the_surplus_is_highest() -> None:
    begun = 0
    for turn in turns():
        attacks = [one for one in turn if one.move.kind == Kind.ROLL]
        before: Any = None
        for one in attacks:
            if (one.move.a, one.move.b) != before:
                assert surplus(one, one.move.a, one.move.b) == best_surplus(one)
                begun += 1
            before = (one.move.a, one.move.b)
    assert begun > 100


def test_armies_are_placed_one_by_one_where_the_fewest_are() -> None:
    checked = 0
    for turn in turns():
        placed = [one for one in turn if one.move.kind == Kind.PLACE]
        if not placed or placed[0].state["pool_continent"] >= 0:
            continue
        first, armies = placed[0], list(placed[0].state["armies"])
        where = favoured(first)
        for _ in range(first.state["pool"]):
            weakest = min(where, key=lambda at: (armies[at], at))
            armies[weakest] += 1
        for one in placed:
            assert one.armies(one.move.a) + one.move.n == armies[one.move.a]
        assert len({one.move.a for one in placed}) == len(placed)
        checked += 1
    assert checked > 40


def favoured(one: Decision) -> list[int]:
    """Where armies go: own border territories of the best continent that is not its own."""
    rules = load_rules(open_game(CLASSIC))
    first, best, bonus = 0, sorted(one.border), -1
    for continent in rules.tree.map.continents:
        members = set(range(first, first + len(continent.territories)))
        first += len(continent.territories)
        if members <= one.own or not members & one.border or continent.bonus <= bonus:
            continue
        best, bonus = sorted(members & one.border), continent.bonus
    return best


def test_after_fortifying_inner_territories_have_one_army_each() -> None:
    checked = 0
    for turn in turns():
        last = turn[-1]
        if last.phase is not Phase.FORTIFY or last.move.kind != Kind.DONE:
            continue
        assert all(last.armies(at) == 1 for at in last.inner)
        checked += 1
    assert checked > 30


def test_inner_armies_go_to_the_weakest_border_territory() -> None:
    checked = 0
    for turn in turns():
        moved = [one for one in turn if one.move.kind == Kind.FORTIFY]
        if not moved or turn[-1].move.kind != Kind.DONE:
            continue
        first, last = moved[0], turn[-1]
        gained = [at for at in first.border if last.armies(at) > first.armies(at)]
        for at in gained:
            cluster = connected(first, at)
            assert first.armies(at) == min(first.armies(one) for one in cluster & first.border)
        checked += len(gained)
    assert checked > 20


def connected(one: Decision, start: int) -> set[int]:
    reached, fresh = {start}, {start}
    while fresh:
        fresh = {to for at in fresh for to in one.around[at] & one.own} - reached
        reached |= fresh
    return reached


def test_cards_are_traded_for_an_own_territory_or_when_they_must_be() -> None:
    found = list(in_phase(Phase.TRADE))
    assert {one.move.kind for one in found} == {Kind.TRADE, Kind.DONE}
    for one in found:
        has_own = bool(set(one.state["hands"][one.seat]) & one.own)
        if one.move.kind == Kind.DONE:
            assert not has_own
            assert not one.state["must_trade"]
        elif not one.state["must_trade"]:
            assert {one.move.a, one.move.b, one.move.c} & one.own


def draft() -> Game:
    text = open_game(CLASSIC).text.replace("(setup next-seat)", "(setup draft next-seat)")
    return game_of(text, ConquestGame, "draft")


def test_in_a_draft_it_takes_the_continents_with_the_highest_bonus() -> None:
    found = playtest(draft(), "rossato", 2, 3)
    rules = load_rules(draft())
    for record in found:
        claims = [rules.unpack_move(numbers) for numbers in record.moves]
        taken = [move.a for move in claims if move.kind == Kind.CLAIM]
        assert len(taken) == 42
        continents = [continent_of(at) for at in taken]
        assert continents[0:14:2] == ["Asia"] * 7
        assert len(set(continents[1:10:2])) == 1


def continent_of(territory: int) -> str:
    rules = load_rules(open_game(CLASSIC))
    names = [str(one.name) for one in rules.tree.map.continents for _ in one.territories]
    return names[territory]


def test_the_same_seed_gives_the_same_matches_for_any_number_of_threads() -> None:
    one = playtest(CLASSIC, "rossato", 8, 3, jobs=1)
    two = playtest(CLASSIC, "rossato", 8, 3, jobs=2)
    assert [record.moves.tolist() for record in one] == [record.moves.tolist() for record in two]


def spec_of(player: str, game: Game) -> dict[str, Any]:
    found = player_of(player, game)
    assert isinstance(found, SearchPlayer)
    return dict(found.spec)


def test_playouts_are_the_matches_of_a_playtest_without_records() -> None:
    game = open_game(CLASSIC)
    rules = load_rules(game, 2)
    played = playtest(game, "rossato", 200, 5)
    spec = spec_of("rossato", game)
    for jobs in (1, 2):
        found = rules.playouts(200, 5, MOST_PLIES, jobs, (spec, spec))
        assert found["wins"] == tuple((played.winners == seat).sum() for seat in (0, 1))
        assert found["draws"] == (played.winners < 0).sum()
        assert found["plies"] == played.lengths.sum()


@pytest.mark.parametrize("specs", [["greedy"] * 2, ["rossato"], ["rossato"] * 3])
def test_playouts_are_refused_for_players_that_are_no_scripts_or_too_few(specs: list[str]) -> None:
    game = open_game(CLASSIC)
    given = [spec_of(one, game) for one in specs]
    with pytest.raises(ValueError, match="a scripted one for each seat"):
        load_rules(game, 2).playouts(10, 1, 100, 1, given)
