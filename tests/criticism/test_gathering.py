"""Playing a plan: which matches become evidence, and what that costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from ludwright.criticism.effort import FULL, QUICK, Effort, Mode, Plan, contests, plan_of
from ludwright.criticism.gathering import critique, effort_in_words, gather, matches_of, modes_of
from ludwright.criticism.measure import Score
from ludwright.criticism.modes import DEEP, LADDER, MAIN, OTHER_FIRST, SKILL_MODES
from ludwright.errors import LudwrightError
from ludwright.families.combinatorial import policy, rules
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.lower import Lowering
from ludwright.language.game import Game, read_game
from ludwright.play.judging import BY_EVALUATION, Judging
from tests.criticism.bare_family import BARE, have_record
from tests.play.lots import Anyone, lots

FEW = replace(QUICK, matches=4, depth=1)


def unknown_game(name: str = "Unknown") -> Game:
    """A game that no test has loaded before, under this name."""
    return read_game(open_game("tic-tac-toe").text.replace("Tic-Tac-Toe", name))


@pytest.mark.parametrize("effort", [FEW, replace(FULL, matches=4, depth=1)], ids=str)
def test_a_game_is_lowered_once_per_critique_and_not_nine_times(
    effort: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Counter[str] = Counter()

    def counted(name: str, function: Any) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            calls[name] += 1
            return function(*given, **named)

        return call

    monkeypatch.setattr(rules, "Lowering", counted("lowering", Lowering))
    monkeypatch.setattr(policy, "Lowering", counted("lowering", Lowering))
    monkeypatch.setattr(policy, "calibrate", counted("calibration", policy.calibrate))
    critique(unknown_game(f"Unknown-{effort.name}"), effort)
    # The game, and the same game with the other player first.
    assert calls["lowering"] == 2
    assert calls["calibration"] <= 2


def test_every_mode_of_the_plan_is_played_as_often_as_planned() -> None:
    game = unknown_game()
    seen: dict[str, tuple[int, int]] = {}
    effort = replace(FULL, matches=4, depth=1)
    found = gather(game, effort, progress=lambda mode, *done: seen.update({mode: done}))
    planned = {mode.name: mode.matches for mode in modes_of(game, effort, 2)}
    assert set(found.playtests) == {*planned, DEEP}
    assert {mode: len(found.playtests[mode]) for mode in planned} == planned
    assert seen == {mode: (count, count) for mode, count in planned.items()}
    assert matches_of(game, effort) == sum(planned.values())


def test_the_other_player_moves_first_in_a_game_of_its_own() -> None:
    found = gather(open_game("breakthrough-6"), FEW)
    assert found.playtests[OTHER_FIRST].game != found.main.game == found.game


def test_a_game_without_values_of_moves_or_another_first_player_is_criticised_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    have_record(monkeypatch, **BARE)
    measured, evidence = critique(unknown_game(), replace(FULL, matches=4, depth=1))
    assert set(evidence.playtests) == {MAIN, "random", *SKILL_MODES, *LADDER}
    assert not evidence.main.annotations
    assert measured.effort == "full: 4 matches at 50 playouts, slow criteria too"
    assert isinstance(measured["completion"], Score)
    assert isinstance(measured["skill-trace"], Score)


def test_nothing_is_played_if_the_match_is_over_before_the_first_move() -> None:
    stuck = (
        "(game Stuck (players (White n) (Black s)) (board (tiling square) (size 3 3))"
        " (pieces (Man All (moves (move (pre (and (owner from) (empty to) (steps b)))"
        " (action (pop) (push)))))) (start (place (Man White) home) (place (Man Black) home))"
        " (end (All win (reach away))))"
    )
    assert gather(read_game(stuck), FEW).playtests == {}


def test_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(LudwrightError, match="expected 2 seats, got 3"):
        gather(unknown_game(), FEW, seats=3)


def modes_by_anyone(effort: Effort, seats: int) -> tuple[Mode, ...]:
    anyone: Any = Anyone()
    return (
        Mode(MAIN, (anyone,), effort.matches),
        *contests([("random", anyone, anyone)], effort.matches, seats),
    )


@pytest.mark.parametrize("seats", [None, 3, 5])
def test_a_game_of_chance_is_played_at_any_number_of_seats(
    seats: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludwright.criticism.gathering.plan_of", lambda _: Plan(modes_by_anyone))
    game = lots()
    found = gather(game, FEW, seats=seats)
    at_table = seats or 3
    assert {mode: one.seats for mode, one in found.playtests.items()} == {
        MAIN: at_table,
        "random": at_table,
    }
    assert len(found.main) == 4
    # Whole turns of the seats: everybody has sat everywhere equally often.
    rotated = found.playtests["random"]
    assert len(rotated) == -(-4 // at_table) * at_table
    assert (rotated.columns["seating"].sum(axis=0) == rotated.columns["seating"][:, 0].sum()).all()
    assert matches_of(game, FEW, seats) == len(found.main) + len(rotated)


def test_efforts_at_other_tables_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.criticism.gathering.plan_of", lambda _: Plan(modes_by_anyone))
    assert effort_in_words(lots(), FEW) == effort_in_words(lots(), FEW, 3) == str(FEW)
    assert effort_in_words(lots(), FEW, 5) == f"{FEW}, 5 seats"


def test_the_evidence_and_the_effort_say_who_judged_the_leads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, evidence = critique(unknown_game(), FEW, only=["permanence"])
    assert evidence.judge == Judging().named(Judging().playouts)
    assert found.effort == f"{FEW}, leads by search"
    dear = replace(plan_of("combinatorial"), judging=Judging(steps=1))
    monkeypatch.setattr("ludwright.criticism.gathering.plan_of", lambda _: dear)
    found, evidence = critique(unknown_game(), FEW, only=["permanence"])
    assert evidence.judge == BY_EVALUATION
    assert found.effort == f"{FEW}, leads by evaluation"


def test_evidence_depends_on_the_seed_and_not_on_the_jobs() -> None:
    game = unknown_game()
    one, two, other = (gather(game, FEW, seed, jobs) for seed, jobs in ((1, 1), (1, 2), (2, 1)))
    moves = [each.main.columns["moves"].tolist() for each in (one, two, other)]
    assert moves[0] == moves[1] != moves[2]
