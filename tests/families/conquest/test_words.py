"""Positions, moves and ends in words; hidden cards and missions are not told."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ludwright.errors import UnknownName
from ludwright.families.conquest.digest import turn_text
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.options import WIDTH, look, options_text
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.summary import summary, tags
from ludwright.families.conquest.words import ending, observed, status, win_text
from ludwright.play.families import load_rules
from tests.families.conquest.matches import full_game, random_match, reached, set_up
from tests.families.conquest.small import conquest


def after(position: Any, *texts: str) -> Any:
    for text in texts:
        position = position.after(position.rules.read_move(position, text))
    return position


@pytest.fixture
def turn() -> Any:
    """Red has A, B and C with an army each; Blue has the rest; Red is to place."""
    return set_up(conquest(fortify="(fortify one-adjacent)"), 0, 0, 0, 1, 1, 1)


def test_each_phase_says_what_is_to_be_done(turn: Any) -> None:
    assert status(turn)[0] == "Red to place 5 armies"
    placed = after(turn, "place A 5")
    assert status(placed)[0] == "Red to attack, or done"
    fought = after(placed, "attack a d")
    assert status(fought)[0] == "Red attacks D from A"
    conquered = after(fought, "losses 1 1")
    assert status(conquered)[0] == "Red to move 3 to 4 armies into D"
    done = after(placed, "done")
    assert status(done)[0] == "Red to fortify, or done"
    assert status(done)[1] == "turn 1, round 1"


@pytest.mark.parametrize(
    ("clauses", "seats", "phase", "words"),
    [
        (
            {"goal": "(missions (occupy 4) (occupy 5) (occupy 6))"},
            2,
            Phase.MISSIONS,
            "the missions are dealt",
        ),
        ({}, 2, Phase.DEAL, "territories are dealt"),
        ({"setup": "(setup draft)"}, 2, Phase.DEAL, "Red to claim one of 6 free territories"),
        ({}, 2, Phase.SPREAD, "Red to place an army on an own territory, of 6 that are left"),
        ({}, 2, Phase.TRADE, "trade cards: a set brings 4 armies now"),
        ({}, 2, Phase.DRAW, "draws a card"),
        ({"reinforcement": "(reinforcement inside)"}, 2, Phase.PLACE, "to place 3 armies"),
    ],
)
def test_the_other_phases(clauses: dict[str, str], seats: int, phase: Phase, words: str) -> None:
    assert words in status(reached(full_game(**clauses), phase, seats))[0]


def test_a_battle_is_told_with_its_chance_and_its_losses(turn: Any) -> None:
    placed = after(turn, "place A 5")
    attack = placed.rules.read_move(placed, "attack a d")
    assert observed(placed, attack, 0) == (
        "attacks D from A to the end: 5 against 1, 99 % to conquer it"
    )
    roll = placed.rules.read_move(placed, "roll a d 1")
    assert "attacks D from A with 1 die: 5 against 1" in observed(placed, roll, 0)
    fought = after(placed, "roll a d 2")
    event = ConquestMove(Kind.LOSSES, n=1, m=0)
    assert observed(fought, event, 1) == "Red loses 1, Blue loses nothing: 5 left against 1"
    event = ConquestMove(Kind.LOSSES, n=0, m=1)
    assert observed(fought, event, 1) == "Red loses nothing, Blue loses 1: D is conquered"


def test_own_cards_are_named_and_those_of_others_are_not() -> None:
    position = reached(full_game(), Phase.DRAW)
    mover = position.state["mover"]
    card = position.moves()[0]
    assert "(infantry)" in observed(position, card, mover)
    assert "(infantry)" in observed(position, card, None)
    assert observed(position, card, 1 - mover).endswith("draws a card")


def test_own_missions_are_named_and_those_of_others_are_not() -> None:
    position: Any = load_rules(
        full_game(goal="(missions (occupy 4) (occupy 5) (occupy 6))")
    ).start()
    move = position.moves()[0]
    assert observed(position, move, 0) == "Red is dealt a mission: own 4 territories"
    assert observed(position, move, 1) == "Red is dealt a mission"


def test_a_mission_that_cannot_be_had_is_told_as_the_one_instead() -> None:
    goal = "(missions (destroy 1 4) (destroy 2 4) (destroy 3 5))"
    position: Any = load_rules(full_game(goal=goal)).start()
    told = [observed(position, move, 0).partition(": ")[2] for move in position.moves()]
    assert told == [
        "own 4 territories",
        "eliminate Blue; own 4 territories if another player does that",
        "own 5 territories",
    ]


def test_chances_are_never_rounded_to_certainty() -> None:
    assert [win_text(one) for one in (0.0, 0.001, 0.5, 0.996, 1.0)] == [
        *("0 %", "under 1 %", "50 %", "over 99 %", "100 %"),
    ]


@pytest.mark.parametrize(
    ("clauses", "words"),
    [
        ({"limit": "(limit 2)"}, "Red and Blue share the win after 2 turns"),
        ({"goal": "(share 60)"}, "wins with 4 of 6"),
        ({"goal": "(missions (occupy 4) (occupy 5) (occupy 6))"}, "wins by a mission: own "),
        ({}, "wins: all others are eliminated"),
    ],
)
def test_the_end_is_told(clauses: dict[str, str], words: str) -> None:
    found = set()
    for seed in range(12):
        *_, last = random_match(full_game(**clauses), seed, plies=3000)
        if last.outcome() is not None:
            found.add(ending(last))
    assert any(words in one for one in found), found


# --- What can be done, and what was done ----------------------------------------------------------


def test_attacks_are_listed_with_their_odds_the_best_first(turn: Any) -> None:
    lines = options_text(after(turn, "place A 4", "place C 1"), 0)
    assert lines[0].startswith("1 A   5  attacks  4 D   1 Blue")
    assert "3 C   2  attacks  6 F   1 Blue" in lines[1]
    assert "42 %, 1.0 left" in lines[1]


def test_options_of_another_seat_are_not_told(turn: Any) -> None:
    assert options_text(turn, 1) == []
    assert options_text(turn, 0)
    assert options_text(after(turn, "place A 5", "attack a d")) == []


def test_a_territory_and_its_neighbours_are_looked_at(turn: Any) -> None:
    assert look(turn, "4") == look(turn, "d")
    assert look(turn, "d") == [
        *("4 D, 1 army of Blue, in East; it borders", "  1 A, 1 army of Red"),
        "  5 E, 1 army of Blue",
    ]
    with pytest.raises(UnknownName, match="expected the name of a territory"):
        look(turn, "nowhere")


def test_every_phase_has_options_that_fit_a_line() -> None:
    seen = set()
    for seed in range(8):
        for position in random_match(full_game(setup="(setup draft (by-seats 9))"), seed):
            lines = options_text(position, position.seat if position.seat >= 0 else None)
            assert all(len(line) <= WIDTH for line in lines)
            if lines:
                seen.add(Phase(position.state["phase"]))
    assert seen == {
        *(Phase.DEAL, Phase.SPREAD, Phase.TRADE, Phase.PLACE, Phase.ATTACK, Phase.FORTIFY)
    }


def test_a_turn_is_told_in_a_sentence(turn: Any) -> None:
    steps = []
    position = turn
    for text in ("place A 4", "place A 1", "roll a d 1", "losses 1 0", "attack a d", "losses 0 1"):
        move = position.rules.read_move(position, text)
        steps.append((position, move))
        position = position.after(move)
    assert turn_text(steps, 1) == [
        "Red places 5 armies on A; conquers D (loses 1, Blue loses 1)",
    ]


def test_turns_tell_no_hidden_card() -> None:
    positions = list(random_match(full_game(), 3))
    steps = [(before, next(after.latest_moves())) for before, after in pairwise(positions)]
    drawn = [step for step in steps if step[1].kind == Kind.CARD]
    assert {step[0].state["mover"] for step in drawn} == {0, 1}
    for step in drawn:
        is_own = step[0].state["mover"] == 0
        told = turn_text([step], 0)[0]
        assert ("a card" in told and "wild" not in told) != is_own or "a wild card" in told


def test_summaries_and_tags() -> None:
    game = full_game(goal="(share 60)", limit="(limit 9)")
    found = summary(game)
    assert found.seats == (2, 3)
    assert found.board == "6 territories"
    assert found.goal == "own 4 territories; the win is shared after 9 turns"
    assert "cards" in tags(game)
    assert "missions" in tags(full_game(goal="(missions (occupy 4) (occupy 5) (occupy 6))"))
