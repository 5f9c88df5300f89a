"""Matches in the Python loop: any number of seats, chance and hidden cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludwright.errors import GameFault, PlayerError
from ludwright.play.columns import CHANCE
from ludwright.play.families import MatchOrder, load_rules
from ludwright.play.match_loop import Match
from ludwright.play.outcome import Reason
from ludwright.play.player import Player
from ludwright.play.playtest import Playtest, playtest, replay
from ludwright.play.playtest_file import from_bytes, from_jsonl, to_bytes, to_jsonl
from tests.play.lots import GIVE, KEEP, Bag, LotsRules, lots

GAME = lots()
KEEPER = f"{Path(__file__).with_name('nasty_players.py')}:Nice"


class Noted:
    """Chooses at random and remembers all positions it was given."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        self.seen.append(position)
        return rng.choice(position.moves())


class ByCards:
    """Chooses by the cards that it believes the others to hold."""

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        return (sum(position.native.cards[1:]) % 2,)


def played(matches: int = 12, seats: int = 3, **settings: Any) -> Playtest:
    return playtest(GAME, [Noted()], matches, 4, seats=seats, **settings)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_matches_of_any_number_of_seats_replay(seats: int) -> None:
    found = played(seats=seats)
    assert found.seats == len(found.players) == seats
    assert replay(found) == int(found.lengths.sum())
    assert found.columns["standings"].shape[1] == seats
    assert sum(found.player_share(i).value or 0 for i in range(seats)) == pytest.approx(1.0)
    summary = found.summary()
    assert summary["seats"] == seats
    assert len(summary["player_shares"]) == seats


def test_a_position_where_chance_decides_was_given_to_the_last_player() -> None:
    player = Noted()
    found = playtest(GAME, player, 5, 1)
    seats = found.columns["seats"]
    assert (seats == CHANCE).sum() > (seats != CHANCE).sum()
    assert len(player.seen) == int((seats != CHANCE).sum())
    assert {position.seat for position in player.seen} == {0, 1, 2}
    assert set(found.columns["moment_seats"].tolist()) == {0, 1, 2}
    # Nobody's work is counted for chance.
    assert not found.columns["work"].any()


def test_a_limit_reached_at_an_event_of_chance_ends_the_match() -> None:
    for most in range(1, 12):
        found = played(3, max_plies=most, openings=[])
        assert set(found.lengths.tolist()) == {most}
        assert found.reasons() == {"ply-limit": 3}
        assert found.columns["scores"] == pytest.approx(1 / 3)
        replay(found)
        # The last position is judged even in the middle of a turn.
        assert (found.columns["moment_plies"][found.moment_offsets[1:] - 1] == most).all()
        assert not np.isnan(found.columns["points"]).any()


def test_moments_are_completed_turns() -> None:
    found = played(4)
    record = found[0]
    assert record.moment_plies.tolist() == [5, 7, 9, 11, 13, 15]
    assert record.moment_seats.tolist() == [0, 1, 2, 0, 1, 2]
    assert record.standing_history().shape == (7, 3)
    by_ply = record.ply_standings()
    assert len(by_ply) == len(record) + 1
    assert (by_ply[:5] == record.columns["start_standings"]).all()
    assert (by_ply[5:7] == record.standings[0]).all()
    assert by_ply[-1].tolist() == pytest.approx(record.outcome.scores)
    with pytest.raises(ValueError, match="two seats"):
        record.lead_history()


def test_seats_rotate_and_share_deal_and_opening() -> None:
    players: list[str | Player] = ["uniform", Noted(), KEEPER]
    found = playtest(GAME, players, 9, 3, rotate_seats=True, openings=[3, 6], isolate=False)
    seating = found.columns["seating"]
    assert seating[:3].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert found[1].players == ("Noted", KEEPER, "uniform")
    deals = set()
    for group in range(0, 9, 3):
        one, *others = (found[match] for match in range(group, group + 3))
        plies = one.opening_plies
        deals.add(tuple(one.moves[:3, 0].tolist()))
        for other in others:
            assert other.opening_plies == plies
            assert other.moves[:plies].tolist() == one.moves[:plies].tolist()
        # Later dice differ.
        assert any(other.moves[plies:].tolist() != one.moves[plies:].tolist() for other in others)
    assert len(deals) > 1
    points = np.stack([found.player_points(player) for player in range(3)])
    assert points.sum(axis=0) == pytest.approx(1.0)
    for match in range(9):
        for seat in range(3):
            score = found.columns["scores"][match, seat]
            assert points[seating[match, seat], match] == score


def test_chance_plies_do_not_count_towards_the_opening_wanted() -> None:
    found = played(8, openings=[3])
    for record in found:
        # Three cards, three rolls and choices, and the roll before the first real choice.
        assert record.opening_plies == 3 + 2 * 3 + 1
        assert (record.seats[: record.opening_plies] >= 0).sum() == 3
    assert {record.opening_plies for record in played(4, openings=[])} == {4}


def test_openings_must_be_whole_rounds() -> None:
    with pytest.raises(ValueError, match="multiples of 3"):
        played(2, openings=[2])


def test_dice_and_cards_fall_by_their_weights() -> None:
    found = played(300)
    first = Counter(int(record.moves[0, 0]) for record in found)
    assert sum(first.values()) == 300
    # The first of four cards has two of five shares.
    assert 90 <= first[1] <= 150
    rolls = found.columns["moves"][found.columns["options"] == 6][:, 0]
    counts = np.bincount(rolls, minlength=7)[1:]
    expected = len(rolls) / 6
    assert ((counts - expected) ** 2 / expected).sum() < 20.5  # chi-square, 5 degrees, p = 0.001


def test_weights_that_do_not_fit_are_a_fault_of_the_game() -> None:
    class Unfair(Bag):
        def weights(self) -> list[float]:
            return [1.0]

    rules = LotsRules(GAME, Unfair(3, 2))
    with pytest.raises(GameFault, match="expected one weight for each of 4 events, got 1"):
        Match(rules, MatchOrder((), 1, 0), 0)


def test_a_player_sees_only_its_own_card() -> None:
    player = Noted()
    found = playtest(GAME, player, 40, 1)
    dealt = [record.moves[:3, 0].tolist() for record in found]
    turns = int((found.columns["seats"] >= 0).sum()) // 40
    assert turns * 40 == len(player.seen)
    others = 0
    for at, position in enumerate(player.seen):
        cards = dealt[at // turns]
        assert position.native.cards[position.seat] == cards[position.seat]
        others += list(position.native.cards) != cards
        with pytest.raises(ValueError, match="for a player only"):
            position.history()
    assert others > len(player.seen) // 2


def test_no_choice_changes_when_hidden_cards_are_reshuffled() -> None:
    rules = load_rules(GAME)
    start = rules.start()
    for cards in ((1, 2, 3), (1, 3, 2), (1, 4, 2)):
        position = start
        for card in cards:
            position = position.after((card,))
        position = position.after((6,))
        choices = [
            ByCards().choose(position.redealt(0, seed), None, Random(0)) for seed in range(20)
        ]
        if cards == (1, 2, 3):
            expected = choices
        assert choices == expected
    assert set(expected) == {(KEEP,), (GIVE,)}


def test_workers_play_the_same_matches_as_this_process() -> None:
    players = [KEEPER, "uniform", "uniform"]
    settings: dict[str, Any] = {"seed": 2, "seats": 3, "rotate_seats": True}
    here = playtest(GAME, players, 4, isolate=False, **settings)
    there = playtest(GAME, players, 4, isolate=True, **settings)
    assert to_bytes(here) == to_bytes(there)


def test_both_files_hold_matches_with_chance() -> None:
    found = played(5, rotate_seats=True, openings=[3])
    for again in (from_bytes(to_bytes(found)), from_jsonl(to_jsonl(found))):
        assert to_bytes(again) == to_bytes(found)
        assert replay(again) == int(found.lengths.sum())


def test_a_forged_event_of_chance_does_not_replay() -> None:
    found = played(2)
    moves = found.columns["moves"].copy()
    assert found.columns["seats"][3] == CHANCE
    moves[3, 0] = 7
    with pytest.raises(GameFault, match="does not replay"):
        replay(replace(found, columns={**found.columns, "moves": moves}))
    seats = found.columns["seats"].copy()
    seats[3] = 0
    with pytest.raises(GameFault, match="expected seat 0 with 6 moves, got seat -1 with 6"):
        replay(replace(found, columns={**found.columns, "seats": seats}))


@pytest.mark.parametrize("name", ["points", "scores"])
def test_a_forged_result_does_not_replay(name: str) -> None:
    found = played(2)
    column = found.columns[name].copy()
    column[1] = column[1][::-1] + (1.0 if name == "points" else 0.0)
    if (column == found.columns[name]).all():
        column[1] = [1.0, 0.0, 0.0]
    with pytest.raises(GameFault, match="expected the outcome"):
        replay(replace(found, columns={**found.columns, name: column}))


def test_a_shared_win_is_split_and_replays() -> None:
    found = played(300)
    shared = [record for record in found if record.winner is None]
    assert shared
    assert all(sum(record.outcome.scores) == pytest.approx(1.0) for record in shared)
    assert any(set(record.outcome.scores) == {0.0, 0.5} for record in shared)
    assert all(record.outcome.points is not None for record in found)
    assert (found.winners == -1).sum() == len(shared)
    replay(found)


def test_a_broken_player_among_three_is_a_draw_for_all() -> None:
    class Broken:
        def choose(self, *_: Any) -> Any:
            raise RuntimeError("out of order")

    found = playtest(GAME, ["uniform", Broken(), "uniform"], 3, 1)
    assert {record.outcome.reason for record in found} == {Reason.FAULT}
    assert found.columns["scores"] == pytest.approx(1 / 3)
    assert "seat 1 (Broken)" in found.notes[0]
    replay(found)


def test_a_player_that_lots_does_not_have_is_refused() -> None:
    with pytest.raises(PlayerError, match="expected one of uniform, got mcts"):
        playtest(GAME, ["mcts:playouts=10", Noted(), Noted()], 1)
