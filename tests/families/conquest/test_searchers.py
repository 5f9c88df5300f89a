"""The players that search, lozano and planner: legal, honest, within budget, and not blind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from ludwright.errors import PlayerError
from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.rules import load_rules
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.playtest import playtest, replay
from ludwright.play.roster import make_player
from tests.families.conquest.matches import full_game, set_up
from tests.families.conquest.small import conquest

QUICK = ("planner:60", "lozano:simulations=24,rounds=1", "lozano:simulations=24,rounds=0")
SAMPLED = "lozano:simulations=24,battles=sampled"


def spec_of(player: str) -> Mapping[str, Any]:
    spec: Mapping[str, Any] = make_player(player, "conquest").spec  # type: ignore[attr-defined]
    return spec


def chosen(player: str, position: Any, seed: int = 1) -> ConquestMove:
    move: ConquestMove = position.search(spec_of(player), seed).move
    return move


@pytest.mark.parametrize("name", game_names())
def test_searching_players_play_legal_moves_in_every_packaged_game(name: str) -> None:
    game = open_game(name)
    for seats in {*seats_of(game)}:
        group = [(*QUICK, SAMPLED)[seat % 4] for seat in range(seats)]
        found = playtest(game, group, 1, 3, seats=seats, max_plies=400)
        assert not found.notes
        assert not found.is_faulty.any()
        assert replay(found, load_rules(game, seats)) == len(found[0])


@pytest.mark.parametrize("fighting", ["by-rolls", "to-the-end"])
@pytest.mark.parametrize("occupation", ["survivors", "dice", "all", "choice"])
@pytest.mark.parametrize(
    "fortifying", ["none", "one-adjacent", "one-connected", "each-army-once", "unlimited"]
)
def test_searching_players_know_every_rule_of_battles_and_fortification(
    fighting: str, occupation: str, fortifying: str
) -> None:
    game = full_game(
        battle=f"(battle {fighting} {occupation})",
        fortify=f"(fortify {fortifying})",
        reinforcement="(reinforcement 2 ceiling (least 2) inside)",
        setup="(setup draft (by-seats 9 8))",
    )
    found = playtest(game, QUICK, 2, 5, seats=3, max_plies=300)
    assert not found.notes
    assert not found.is_faulty.any()


@pytest.mark.parametrize("player", [*QUICK, SAMPLED])
@pytest.mark.parametrize("name", ["risk-lux", "risk-missions"])
def test_no_choice_depends_on_cards_that_are_hidden(player: str, name: str) -> None:
    rules = load_rules(open_game(name), 4)
    record = playtest(name, ["killbot"] * 4, 1, 4, seats=4, max_plies=900)[0]
    positions: list[Any] = list(record.positions(rules))
    asked = 0
    for position in positions[250:-1:19]:
        if position.seat < 0:
            continue
        redealt = [position.redealt(position.seat, seed) for seed in (1, 2, 3)]
        moves = {chosen(player, one, 5) for one in (position, *redealt)}
        assert len(moves) == 1
        asked += 1
    assert asked > 8


def test_searches_are_the_same_on_any_number_of_threads() -> None:
    group = [*QUICK, SAMPLED]
    one, two = (
        playtest("risk-lux", group, 4, 7, jobs, seats=4, max_plies=500, rotate_seats=True)
        for jobs in (1, 2)
    )
    assert np.array_equal(one.columns["moves"], two.columns["moves"])
    assert np.array_equal(one.columns["work"], two.columns["work"])


@pytest.mark.parametrize("player", ["planner", "lozano"])
def test_no_turn_takes_more_work_than_its_budget(player: str) -> None:
    budget = 80
    rules = load_rules(open_game("risk-lux"), 4)
    record = playtest("risk-lux", [f"{player}:{budget}", *["killbot"] * 3], 1, 9, seats=4)[0]
    spent: dict[int, int] = {}
    position: Any
    for position in record.positions(rules):
        if position.seat == 0:
            work = position.search(spec_of(f"{player}:{budget}"), 1).work
            turn = position.state["turns"]
            spent[turn] = max(spent.get(turn, 0), work)
    assert max(spent.values()) > budget / 4
    assert all(work <= budget for work in spent.values())
    whole = playtest("risk-lux", [f"{player}:{budget}", *["killbot"] * 3], 1, 9, seats=4)
    turns = len(spent)
    assert 0 < whole.columns["work"][0][0] <= budget * turns


A, B, C, D, E, F = range(6)


def ring(least: int) -> Game:
    """Six territories in a ring, A B C in the west, D E F in the east."""
    return conquest(
        seats="(seats 2 3)",
        reinforcement=f"(reinforcement 3 floor (least {least}))",
        cards="(cards any (series 8))",
        setup="(setup)",
    )


HEAD = (
    "(map Head (continent West 6 (territory A (borders B)) (territory B (borders C)) (territory C))"
    " (continent East 1 (territory D (borders B E)) (territory E (borders F)) (territory F"
    " (borders G)) (territory G (borders H)) (territory H (borders I)) (territory I)))"
)
"""B joins C, which is all that is missing of the west, and a long line of territories."""


def played(position: Any, player: str) -> Any:
    """The position after the first player's turn, in which it loses no battle and no army."""
    while position.state["turns"] == 0 and position.moves():
        if position.seat >= 0:
            position = position.after(chosen(player, position))
        elif position.moves()[0].kind == Kind.LOSSES:
            lost = position.state["armies"][position.state["to"]]
            position = position.after(ConquestMove(Kind.LOSSES, n=0, m=lost))
        else:
            position = position.after(position.moves()[0])
    return position


@pytest.mark.parametrize("player", ["planner", "lozano:rounds=0", "lozano"])
def test_the_last_territory_of_a_continent_is_taken(player: str) -> None:
    game = conquest(board=HEAD, reinforcement="(reinforcement 3 floor (least 3))")
    before = set_up(game, 0, 0, 1, 1, 1, 0, 1, 0, 0)
    assert not before.state["has_conquered"]
    after = played(before, player).state
    assert after["owners"][A] == after["owners"][B] == after["owners"][C] == 0


@pytest.mark.parametrize("player", ["planner", "lozano:rounds=0", "lozano"])
def test_a_weak_player_is_eliminated(player: str) -> None:
    # The third player has E and F, an army on each, between the two others.
    position = set_up(ring(6), 0, 1, 1, 0, 2, 2, seats=3)
    position = position.after(ConquestMove(Kind.PLACE, D, n=6))
    for goal in (E, F):
        move = chosen(player, position)
        assert move.kind == Kind.ASSAULT
        assert (move.a, move.b) in ((D, E), (E, F))
        assert move.b == goal
        position = position.after(move).after(ConquestMove(Kind.LOSSES, n=0, m=1))
        if any(one.kind == Kind.OCCUPY for one in position.moves()):
            position = position.after(chosen(player, position))
    assert position.state["territories"][2] == 0


@pytest.mark.parametrize("simulations", [1, 4, 20])
def test_fewer_simulations_than_goals_do_not_keep_the_tree_search_from_attacking(
    simulations: int,
) -> None:
    group = [f"lozano:simulations={simulations}", "killbot", "killbot", "killbot"]
    found = playtest("risk-lux", group, 4, 2, seats=4, max_plies=2_000)
    kinds = found.columns["moves"][:, 0] & 0xFF
    attacks = (found.columns["seats"] == 0) & (kinds == Kind.ASSAULT)
    assert attacks.sum() >= 20


@pytest.mark.parametrize("player", ["planner", "lozano"])
def test_a_search_beats_the_rule_based_player(player: str) -> None:
    found = playtest(
        "rossato-artificial-1-17t", [f"{player}:150", "rossato"], 24, 3, rotate_seats=True
    )
    wins = found.columns["scores"][np.arange(24), found.columns["seating"].argmin(axis=1)].sum()
    assert wins >= 15


def test_a_planner_that_knows_whom_it_meets_wins_more_often() -> None:
    shares = [
        playtest("rossato-artificial-3-10t", [player, "rossato"], 120, 5, rotate_seats=True)
        .player_share(0)
        .value
        for player in ("planner:nodes=300", "planner:nodes=300,others=rossato")
    ]
    assert shares[0] is not None
    assert shares[1] is not None
    assert shares[0] + 0.03 < shares[1]
    assert shares[1] > 0.7


def test_settings_out_of_range_are_refused() -> None:
    for text in (
        "lozano:simulations=0",
        "lozano:battles=maybe",
        "planner:nodes=-1",
        "planner:others=nobody",
    ):
        with pytest.raises(PlayerError):
            make_player(text, "conquest")
