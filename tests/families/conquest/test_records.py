"""Action logs: Hahn's ten numbers, written, read back and replayed."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.errors import DataError
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.records import (
    Action,
    ActionPhase,
    actions_of,
    read_actions,
    replay_actions,
    why_not_logged,
    write_actions,
)
from ludwright.families.conquest.rules import ConquestRules, load_rules
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import Game, game_of
from ludwright.play.playtest import playtest
from ludwright.play.record import Record

HAHN = "risk-hahn"


def without_cards(name: str, **clauses: str) -> Game:
    """A packaged game without its cards, and with some other clauses."""
    tree = open_game(name)
    lines = [line for line in tree.text.splitlines() if not line.strip().startswith("(cards")]
    text = "\n".join(lines)
    for before, after in clauses.items():
        assert before in text
        text = text.replace(before, after)
    return game_of(text, ConquestGame, name)


def played(game: Game, player: str, seats: int = 2, seed: int = 3) -> tuple[Record, ConquestRules]:
    return playtest(game, player, 1, seed, seats=seats)[0], load_rules(game, seats)


GAMES: dict[str, tuple[Game, str, int]] = {
    "to the end, scattered": (open_game(HAHN), "hahn:332", 2),
    "random attacks and reinforcements": (open_game(HAHN), "hahn:211", 2),
    "by rolls, limit of turns": (without_cards("rossato-artificial-3-10t"), "rossato", 2),
    "draft, neutral, choice": (without_cards("risk-official"), "killbot", 2),
    "four seats, assaults": (without_cards("risk-lux"), "killbot", 4),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_replayed_log_has_the_same_moves_and_positions(name: str) -> None:
    game, player, seats = GAMES[name]
    record, rules = played(game, player, seats)
    log = read_actions(write_actions(actions_of(record, rules)))
    steps = list(replay_actions(log, rules))
    assert [move.packed() for move, _ in steps] == [tuple(one) for one in record.moves.tolist()]
    positions: list[Any] = list(record.positions(rules))
    assert len(positions) == len(steps) + 1
    for (_, position), known in zip(steps, positions[1:], strict=True):
        assert position.state == known.state
    assert steps[-1][1].outcome() == record.outcome


def test_plies_are_turns_from_1_and_the_set_up_is_ply_0() -> None:
    record, rules = played(open_game(HAHN), "hahn:331")
    log = actions_of(record, rules)
    assert [one.ply for one in log[:86]] == [0] * 86
    assert log[86].ply == 1
    assert [one.player for one in log if one.ply == 1] == [0] * sum(one.ply == 1 for one in log)
    assert {one.player for one in log if one.ply == 2} == {1}
    assert max(one.ply for one in log) == record.moment_plies.shape[0]


def test_each_phase_has_the_numbers_that_apply() -> None:
    record, rules = played(open_game(HAHN), "hahn:221")
    for one in actions_of(record, rules):
        assert one.milliseconds == -1
        assert one.destination >= 0
        assert one.units > 0
        if one.phase == ActionPhase.SUPPLY:
            assert one.origin == -1
        else:
            assert one.origin >= 0
        fought = (one.enemy_units, one.casualties, one.enemy_casualties)
        if one.phase != ActionPhase.ATTACK:
            assert fought == (-1, -1, -1)
        else:
            is_won = one.enemy_casualties == one.enemy_units
            assert is_won or one.casualties == one.units


def test_the_examples_of_the_paper_are_read() -> None:
    text = "7 0 0 -1 42 3 -1 -1 -1 3\n22\t1 1 10 12 1 2 1 0 5\n\n7 0 2 2 1 1 -1 -1 -1 2\n"
    supply, attack, reinforce = read_actions(text)
    assert (supply.destination, supply.units, supply.milliseconds) == (42, 3, 3)
    assert attack == Action(22, 1, ActionPhase.ATTACK, 10, 12, 1, 2, 1, 0, 5)
    assert (reinforce.origin, reinforce.destination, reinforce.units) == (2, 1, 1)


@pytest.mark.parametrize(
    ("name", "why"), [("risk-official", "it has cards"), ("risk-lux", "it has cards")]
)
def test_games_with_cards_are_refused(name: str, why: str) -> None:
    record, rules = played(open_game(name), "killbot")
    with pytest.raises(DataError, match=f"an action log can hold; {why}"):
        actions_of(record, rules)
    with pytest.raises(DataError, match=why):
        list(replay_actions([], rules))


def test_games_with_missions_are_refused() -> None:
    game = without_cards("risk-missions")
    assert "secret missions" in str(why_not_logged(game))
    assert why_not_logged(open_game(HAHN)) is None


def test_a_match_that_was_cut_is_refused() -> None:
    record = playtest(HAHN, "hahn:111", 1, 3, max_plies=200)[0]
    with pytest.raises(DataError, match="ended by ply-limit: a log cannot say where"):
        actions_of(record, load_rules(open_game(HAHN)))


@pytest.mark.parametrize(
    "line", ["1 2 3", "1 2 3 4 5 6 7 8 9 x", "1 2 3 4 5 6 7 8 9 10 11", "1 2 3 4 5 6 7 8 9 1e3"]
)
def test_a_line_without_ten_numbers_is_told(line: str) -> None:
    with pytest.raises(DataError, match="line 2: expected ten whole numbers, got"):
        read_actions(f"0 0 0 -1 1 1 -1 -1 -1 -1\n{line}\n")


def log_of_a_match() -> tuple[list[Action], ConquestRules]:
    record, rules = played(open_game(HAHN), "hahn:332")
    return actions_of(record, rules), rules


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"player": 1}, "expected ply 1 of player 0, got ply 1 of player 1"),
        ({"ply": 9}, "expected ply 1 of player 0, got ply 9 of player 0"),
        ({"units": 99}, "expected an action that the rules allow"),
        ({"destination": 77}, "expected an action that the rules allow"),
        ({"phase": 7}, "expected a phase from 0 to 4"),
    ],
)
def test_an_action_that_cannot_be_is_told_with_its_place(
    changes: dict[str, int], message: str
) -> None:
    log, rules = log_of_a_match()
    log[86] = log[86]._replace(**changes)
    with pytest.raises(DataError, match=rf"action 87 .*{message}"):
        list(replay_actions(log, rules))


def test_enemies_that_are_not_there_are_told() -> None:
    log, rules = log_of_a_match()
    at = next(at for at, one in enumerate(log) if one.phase == ActionPhase.ATTACK)
    log[at] = log[at]._replace(enemy_units=50)
    with pytest.raises(DataError, match=r"enemy units on territory \d+, got 50"):
        list(replay_actions(log, rules))


def test_a_log_that_ends_early_or_late_is_told() -> None:
    log, rules = log_of_a_match()
    with pytest.raises(DataError, match="expected the log of a whole match, got less"):
        list(replay_actions(log[:100], rules))
    with pytest.raises(DataError, match="expected the end of the log, since the match is over"):
        list(replay_actions([*log, log[-1]], rules))
