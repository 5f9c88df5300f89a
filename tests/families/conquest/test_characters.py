"""The players of known character: legal under all rules, blind to hidden cards, and themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.lower import borders_of
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.players import CHARACTERS, PLAYERS
from ludwright.families.conquest.rules import ConquestRules, load_rules
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import game_of
from ludwright.language.seats import seats_of
from ludwright.play.playtest import playtest, replay

NAMES = tuple(name for name, _, _ in CHARACTERS)
NUMBERS = {name: number for name, number, _ in CHARACTERS}
ATTACKS = (Kind.ROLL, Kind.ASSAULT)


def chosen(name: str, position: Any, seed: int = 1) -> ConquestMove:
    spec = {"kind": "scripted", "script": NUMBERS[name]}
    move: ConquestMove = position.search(spec, seed).move
    return move


def decisions(name: str, matches: int = 2) -> Iterator[tuple[Any, ConquestMove]]:
    """The positions in which the player decided among three others, and what it did."""
    rules = load_rules(open_game("risk-lux"), 4)
    others = [one for one in ("quo", "boscoe", "pixie", "angry") if one != name]
    found = playtest("risk-lux", [name, *others[:3]], matches, 11, seats=4, max_plies=900)
    for record in found:
        for position, numbers in zip(record.positions(rules), record.moves, strict=False):
            if position.seat == 0:
                yield position, rules.unpack_move(numbers)


@cache
def neighbours() -> dict[int, set[int]]:
    rules = load_rules(open_game("risk-lux"), 4)
    found: dict[int, set[int]] = {}
    for first, second in borders_of(rules.tree.map):
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return found


def own_territories(state: Any, seat: int = 0) -> list[int]:
    return [at for at, owner in enumerate(state["owners"]) if owner == seat]


def can_outnumber(state: Any, factor: float = 1.0) -> bool:
    """Whether some territory of the first seat has more armies than an enemy next to it."""
    armies, owners = state["armies"], state["owners"]
    return any(
        armies[at] > max(1, factor * armies[other])
        for at in own_territories(state)
        for other in neighbours()[at]
        if owners[other] != 0
    )


@pytest.mark.parametrize("name", game_names())
def test_every_character_plays_legal_moves_in_every_packaged_game(name: str) -> None:
    game = open_game(name)
    low, high = seats_of(game)
    for seats in range(low, high + 1):
        rules = load_rules(game, seats)
        for first in range(0, len(NAMES), seats):
            group = [NAMES[(first + seat) % len(NAMES)] for seat in range(seats)]
            found = playtest(game, group, 1, first, seats=seats, max_plies=300)
            assert not found.notes
            assert not found.is_faulty.any()
            assert replay(found, rules) == len(found[0])


@pytest.mark.parametrize("game", ["risk-lux", "risk-missions"])
def test_no_choice_changes_when_hidden_cards_are_dealt_again(game: str) -> None:
    rules = load_rules(open_game(game), 4)
    group = ["quo", "boscoe", "killbot", "evil-pixie"]
    record = playtest(game, group, 1, 4, seats=4, max_plies=900)[0]
    positions: list[Any] = list(record.positions(rules))
    asked = 0
    for position in positions[250:-1:37]:
        if position.seat < 0:
            continue
        for kind in PLAYERS:
            spec = kind.make({one.name: one.default for one in kind.parameters}).spec  # type: ignore[attr-defined]
            seen = {position.redealt(position.seat, seed).search(spec, 5).move for seed in (1, 2)}
            assert seen == {position.search(spec, 5).move}, kind.name
            asked += 1
    assert asked > 100


def test_matches_are_the_same_on_any_number_of_threads() -> None:
    for group in (NAMES[:4], NAMES[4:8], NAMES[8:12], NAMES[11:]):
        one, two = (
            playtest("risk-lux", group, 8, 7, jobs, seats=4, max_plies=600, rotate_seats=True)
            for jobs in (1, 2)
        )
        assert np.array_equal(one.columns["moves"], two.columns["moves"])
        assert np.array_equal(one.columns["scores"], two.columns["scores"])


def test_stinky_puts_all_its_armies_on_one_territory() -> None:
    placed = [
        (position.state["pool"], move.n)
        for position, move in decisions("stinky")
        if move.kind == Kind.PLACE and position.state["pool"] > 0
    ]
    assert len(placed) > 10
    assert all(pool == armies for pool, armies in placed)


def test_angry_goes_on_while_it_outnumbers_anyone() -> None:
    ends = [
        can_outnumber(position.state)
        for position, move in decisions("angry")
        if move.kind == Kind.DONE and any(one.kind in ATTACKS for one in position.moves())
    ]
    assert len(ends) > 10
    assert not any(ends)


def test_communist_strengthens_its_weakest_territories() -> None:
    checked = 0
    raised: set[int] = set()
    for position, move in decisions("communist"):
        if move.kind != Kind.PLACE or not position.state["pool"]:
            continue
        raised.add(move.a)
        after = position.after(move).state
        if after["pool"]:
            continue
        least = min(after["armies"][at] for at in own_territories(after))
        assert all(after["armies"][at] <= least + 1 for at in raised)
        raised.clear()
        checked += 1
    assert checked > 10


def test_communist_attacks_once_a_turn() -> None:
    turns = [
        position.state["turns"]
        for position, move in decisions("communist")
        if move.kind in ATTACKS
        and 2 * position.state["army_counts"][0] <= sum(position.state["army_counts"])
    ]
    assert len(turns) > 10
    assert all(first != second for first, second in pairwise(turns))


def test_quo_never_leaves_a_card_that_it_can_outnumber_somebody_for() -> None:
    ends = [
        position.state["has_conquered"] or not can_outnumber(position.state)
        for position, move in decisions("quo")
        if move.kind == Kind.DONE and any(one.kind in ATTACKS for one in position.moves())
    ]
    assert len(ends) > 10
    assert all(ends)


@pytest.mark.parametrize(
    ("name", "is_eager"),
    [("cluster", False), ("pixie", False), ("quo", True), ("boscoe", True), ("evil-pixie", True)],
)
def test_sets_are_traded_at_once_or_only_when_they_must_be(name: str, is_eager: bool) -> None:
    trades = [
        (move.kind == Kind.TRADE, is_eager or position.state["must_trade"])
        for position, move in decisions(name, 4)
        if any(one.kind == Kind.TRADE for one in position.moves())
    ]
    assert trades
    assert all(did == would for did, would in trades)


FORK = """
(conquest Fork (seats 3 3)
  (map Fork (continent "Land" 1
    (territory "A" (borders "B")) (territory "B" (borders "C")) (territory "C" (borders "D"))
    (territory "D" (borders "X")) (territory "X" (borders "E")) (territory "E")))
  (setup random) (reinforcement 3 floor (least {least})) (battle) (fortify none))
"""
FIRST, BETWEEN = 0, 4


def on_a_fork(least: int) -> Any:
    """A and X are the first player's, B and C the second's, D and E the third's; placing begins."""
    rules = ConquestRules(game_of(FORK.format(least=least), ConquestGame, "fork.game"), 3)
    position: Any = rules.start()
    for territory in (FIRST, 1, 3, BETWEEN, 2, 5):
        position = position.after(ConquestMove(Kind.DEAL, territory))
    return position


def test_killbot_puts_everything_where_it_can_kill_and_goes_all_the_way() -> None:
    position = on_a_fork(12)
    assert chosen("killbot", position) == ConquestMove(Kind.PLACE, FIRST, n=12)
    position = position.after(ConquestMove(Kind.PLACE, FIRST, n=12))
    assert chosen("killbot", position) == ConquestMove(Kind.ASSAULT, FIRST, 1, n=12)
    position = position.after(ConquestMove(Kind.ASSAULT, FIRST, 1, n=12))
    position = position.after(ConquestMove(Kind.LOSSES, n=2, m=1))
    assert chosen("killbot", position) == ConquestMove(Kind.OCCUPY, n=10)
    position = position.after(ConquestMove(Kind.OCCUPY, n=10))
    assert chosen("killbot", position) == ConquestMove(Kind.ASSAULT, 1, 2, n=9)


def test_vulture_plays_like_cluster_where_it_cannot_kill() -> None:
    # B and C cost two armies and two that stay behind; it wants twice as many.
    assert chosen("vulture", on_a_fork(12)) == ConquestMove(Kind.PLACE, FIRST, n=12)
    assert chosen("cluster", on_a_fork(12)) == ConquestMove(Kind.PLACE, BETWEEN, n=12)
    assert chosen("vulture", on_a_fork(4)) == chosen("cluster", on_a_fork(4))
