"""The players of railway games: legal everywhere, honest, each of its own kind, and not bad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.players import CHARACTERS
from ludwright.families.railway.reference import Phase
from ludwright.families.railway.rules import load_rules
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.playtest import Playtest, playtest, replay
from ludwright.play.roster import make_player
from tests.families.railway.square import square
from tests.families.railway.wheel import wheel

PLAIN = tuple(name for name, *_ in CHARACTERS)
QUICK = "rail-ismcts:12"
ALL = (*PLAIN, QUICK)
SMALL: Mapping[str, Game] = {
    "wheel": wheel(),
    "square": square(),
    "few cards": square(
        deck="(deck 1 0)", market="(market 2)", start="(start 1 (tickets 1) (keep 1))"
    ),
    "no locomotives": wheel(deck="(deck 4 0)"),
    "gridlock first": wheel(deck="(deck 1 3)", rest="(longest 5) (end 1) (gridlock first)"),
    "gridlock all": wheel(deck="(deck 1 3)", rest="(longest 5) (end 1) (gridlock all)"),
    "many tickets": wheel(
        "(seats 2 2)", start="(start 0 (tickets 2) (keep 2))", more="(more-tickets 6 (keep 6))"
    ),
    "one card": wheel(deck="(deck 2 1)", market="(market 1 (clear 1) (redraws 1))"),
    "points for nothing": wheel(points="(points 0 0 0 0 0 0)"),
}


def chosen(player: str, position: Any, seed: int = 1) -> RailwayMove:
    spec: Mapping[str, Any] = make_player(player, "railway").spec  # type: ignore[attr-defined]
    move: RailwayMove = position.search(spec, seed).move
    return move


def positions_of(found: Playtest, seats: int) -> Iterator[Any]:
    """The positions of all matches in which a seat decides."""
    rules = load_rules(found.game, seats)
    for record in found:
        for position in record.positions(rules):
            if position.seat >= 0:
                yield position


def moves_of(found: Playtest, seats: int) -> Iterator[tuple[Any, RailwayMove]]:
    """All decisions of all matches."""
    rules = load_rules(found.game, seats)
    for record in found:
        positions: Iterator[Any] = iter(record.positions(rules))
        for position, numbers in zip(positions, record.moves, strict=False):
            if position.seat >= 0:
                yield position, rules.unpack_move(numbers)


# --- Legal, whatever the game ---------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_players_play_legal_moves_to_the_end_in_every_packaged_game(name: str) -> None:
    game = open_game(name)
    for seats in seats_of(game):
        for first in range(len(ALL)):
            group = [ALL[(first + seat) % len(ALL)] for seat in range(seats)]
            found = playtest(game, group, 1, 3 + first, seats=seats)
            assert not found.notes
            assert not found.is_faulty.any()
            assert replay(found, load_rules(game, seats)) == len(found[0])
            assert len(found[0]) < 2000


@pytest.mark.parametrize("name", SMALL)
def test_players_play_legal_moves_to_the_end_on_small_boards(name: str) -> None:
    game = SMALL[name]
    for seats in seats_of(game):
        for first in range(len(ALL)):
            group = [ALL[(first + seat) % len(ALL)] for seat in range(seats)]
            found = playtest(game, group, 4, 7, seats=seats)
            assert not found.notes
            assert not found.is_faulty.any()
            assert max(len(record) for record in found) < 2000


# --- Honest ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ALL)
@pytest.mark.parametrize(("name", "seats"), [("north-america", 2), ("north-america-smith", 5)])
def test_no_choice_depends_on_what_is_hidden(player: str, name: str, seats: int) -> None:
    found = playtest(name, PLAIN[:seats], 1, 4, seats=seats)
    asked = Counter[Phase]()
    for at, position in enumerate(positions_of(found, seats)):
        is_setup = position.state["phase"] == Phase.KEEP
        if at % 7 and not is_setup:
            continue
        redealt = [position.redealt(position.seat, seed) for seed in (1, 2, 3)]
        assert len({chosen(player, one, 5) for one in (position, *redealt)}) == 1
        asked[Phase(position.state["phase"])] += 1
    assert asked[Phase.TURN] > 5
    assert asked[Phase.KEEP] >= seats


def test_choices_are_the_same_on_any_number_of_threads() -> None:
    one, two = (
        playtest("north-america", ALL[1:], 4, 7, jobs, seats=5, rotate_seats=True)
        for jobs in (1, 2)
    )
    assert np.array_equal(one.columns["moves"], two.columns["moves"])
    assert np.array_equal(one.columns["work"], two.columns["work"])


# --- Strength -------------------------------------------------------------------------------------


def test_the_greedy_player_beats_random_moves() -> None:
    found = playtest("north-america", ["rail-greedy", "uniform"], 100, 1, rotate_seats=True)
    assert found.player_share(0).low > 0.95


# --- What makes them different --------------------------------------------------------------------


def figures(player: str) -> dict[str, float]:
    """Of matches of a player against itself: tickets of a seat, and spaces of a track."""
    found = playtest("north-america", [player] * 3, 60, 5, seats=3)
    rules = load_rules(found.game, 3)
    moves = [rules.unpack_move(numbers) for record in found for numbers in record.moves]
    kept = sum(move.b for move in moves if move.kind == Kind.KEEP)
    tracks = [rules.tracks[move.a].length for move in moves if move.kind == Kind.BUILD]
    return {"tickets": kept / (3 * len(found)), "length": float(np.mean(tracks))}


def test_styles_differ_as_they_are_described() -> None:
    of = {name: figures(name) for name in PLAIN}
    assert of["rail-long-route"]["length"] > of["rail-route-focused"]["length"] + 0.5
    assert of["rail-route-focused"]["length"] > of["rail-greedy"]["length"] + 0.1
    assert of["rail-destination-hungry"]["tickets"] > of["rail-greedy"]["tickets"] + 1
    assert of["rail-one-step"]["tickets"] == of["rail-long-route"]["tickets"] == 2


def test_the_hungry_player_draws_its_tickets_before_it_builds() -> None:
    found = playtest("north-america", ["rail-destination-hungry"] * 2, 3, 5)
    for position, move in moves_of(found, 2):
        state = position.state
        is_hungry = len(state["tickets"][position.seat]) < 6 and move.kind == Kind.BUILD
        has_built = position.seat in state["owners"]
        assert has_built or not is_hungry or not state["unseen"]
