"""Policies of board games: which advisors the rules call for, and their values."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from ludwright._core import combinatorial as native
from ludwright.errors import UnknownName
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.policy import (
    ADVISORS,
    Weights,
    calibrate,
    default_policy,
    duel,
    fit_kappa,
    optimise_policy,
    policy_of,
)
from ludwright.families.combinatorial.program import setting_of
from ludwright.language.ludeme import Text
from ludwright.language.syntax import read

NONE = (0.0,) * len(ADVISORS)


@cache
def root_of(name: str) -> v.BoardGame:
    root = open_game(name).root
    assert isinstance(root, v.BoardGame)
    return root


@cache
def program_of(name: str) -> native.Program:
    return native.Program(lower(root_of(name)))


def game_of(text: str) -> v.BoardGame:
    game = read(text, v.BoardGame, "test")
    assert isinstance(game, v.BoardGame)
    return game


def only(advisor: str, weight: float = 1.0) -> Weights:
    row = tuple(weight if name == advisor else 0.0 for name in ADVISORS)
    return Weights(row, row)


def played(name: str, sites: str) -> native.Position:
    """The position of a placement game after placements on these cells in turn."""
    board = setting_of(root_of(name)).board
    position = program_of(name).start()
    for label in sites.split():
        site = board.site(label)
        row = next(row for row in position.moves().tolist() if row[2] == site)
        position = position.after(*row)
    return position


def says(name: str, sites: str, advisor: str, seat: int = 0) -> float:
    policy = only(advisor).native(program_of(name))
    values = native.advisor_values(played(name, sites), policy)
    return float(values[seat][ADVISORS.index(advisor)])


# --- the default policy ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("tic-tac-toe", {"in-a-row", "centrality"}),
        ("yavalath", {"in-a-row", "centrality"}),
        ("hex-7", {"connection", "cohesion", "centrality"}),
        ("reversi-8", {"score", "material", "mobility", "centrality"}),
        ("gather-steps", {"group", "mobility", "cohesion"}),
        (
            "atari-go",
            {"captures", "attack", "defence", "material", "centrality", "cohesion", "freedom"},
        ),
        ("stack-four", {"stack", "stalemate", "mobility", "centrality", "stack-height"}),
    ],
)
def test_default_policy_follows_the_rules(name: str, wanted: set[str]) -> None:
    weights = default_policy(root_of(name))
    assert set(weights.named()) == wanted
    assert weights.is_symmetric
    assert sum(abs(weight) for weight in weights.first) == pytest.approx(1.0)


def test_losing_turns_the_sign() -> None:
    assert default_policy(root_of("tic-tac-toe")).of("in-a-row") > 0
    assert default_policy(root_of("tic-tac-toe-misere")).of("in-a-row") < 0


def test_a_stuck_seat_is_the_business_of_the_other() -> None:
    assert default_policy(root_of("clobber")).of("stalemate") > 0
    assert default_policy(root_of("stalemate-wins")).of("stalemate") < 0
    assert default_policy(root_of("stalemate-wins")).of("survival") < 0


def test_stacking_is_disliked() -> None:
    assert default_policy(root_of("stack-four")).of("stack-height") < 0


def test_seats_with_different_aims_have_different_weights() -> None:
    weights = default_policy(root_of("tablut-mini"))
    assert not weights.is_symmetric
    assert weights.of("goal-proximity", 0) > 0
    assert weights.of("captures", 1) > 0


def test_a_seat_without_a_clause_fights_or_flees() -> None:
    text = """
        (game Chase (players White Black) (board (tiling square) (size 4))
          (pieces (Stone All (moves (move
            (pre (and (owner from) (empty to) (adjacent))) (action (pop) (push))))))
          (start (place (Stone White) A1) (place (Stone Black) D4))
          (end (White win (no-move))))
    """
    game = game_of(text)
    weights = default_policy(game)
    assert weights.of("enemy-proximity", 1) > weights.of("mobility", 1) > 0
    assert weights.of("enemy-proximity", 0) == 0


# --- values of the advisors -----------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_advisors_stay_between_0_and_1(name: str) -> None:
    policy = default_policy(root_of(name)).native(program_of(name))
    rng = Random(1)
    position = program_of(name).start()
    for _ in range(24):
        if position.outcome is not None:
            break
        values = np.asarray(native.advisor_values(position, policy))
        assert values.shape == (2, len(ADVISORS))
        assert np.isfinite(values).all()
        assert values.min() >= 0
        assert values.max() <= 1
        weights = np.asarray(policy.weights)
        total = (weights[0] * values[0]).sum() - (weights[1] * values[1]).sum()
        assert native.evaluate(position, policy) == pytest.approx(total, abs=1e-5)
        moves = position.moves().tolist()
        position = position.after(*rng.choice(moves))


@pytest.mark.parametrize("name", ["yavalath", "gomoku", "four-tri", "gather-six", "y", "ndengrod"])
def test_exchanging_the_colours_turns_the_sign(name: str) -> None:
    policy = default_policy(root_of(name)).native(program_of(name))
    sites = sorted({row[2] for row in program_of(name).start().moves().tolist()})
    for seed in range(10):
        chosen = Random(seed).sample(sites, 8)
        values = []
        for order in (chosen, [chosen[i ^ 1] for i in range(8)]):
            position = program_of(name).start()
            for site in order:
                if position.outcome is not None:
                    break
                row = next(row for row in position.moves().tolist() if row[2] == site)
                position = position.after(*row)
            if position.outcome is None:
                values.append(native.evaluate(position, policy))
        if len(values) == 2:
            assert values[0] == pytest.approx(-values[1], abs=1e-6)


def test_longer_rows_are_better() -> None:
    two = says("gomoku", "C3 A9 D3 C9", "in-a-row")
    three = says("gomoku", "C3 A9 D3 C9 E3 E9", "in-a-row")
    blocked = says("gomoku", "C3 B3 D3 C9 E3 F3", "in-a-row")
    assert two < three
    assert blocked < three


def test_fewer_missing_cells_are_better() -> None:
    program = program_of("hex-7")
    policy = only("connection").native(program)
    number = ADVISORS.index("connection")
    position = program.start()
    assert native.advisor_values(position, policy)[0][number] == pytest.approx(1 / 8)
    first, *_ = position.moves().tolist()
    after = position.after(*first)
    assert native.advisor_values(after, policy)[0][number] >= 1 / 8


def test_three_sides_need_a_meeting_cell() -> None:
    program = program_of("y")
    policy = only("connection").native(program)
    number = ADVISORS.index("connection")
    position = program.start()
    best = 0.0
    for row in position.moves().tolist():
        best = max(best, native.advisor_values(position.after(*row), policy)[0][number])
    assert best > native.advisor_values(position, policy)[0][number] > 0


def test_the_centre_is_central() -> None:
    assert says("tic-tac-toe", "B2 A1", "centrality") == 1
    assert says("tic-tac-toe", "B2 A1", "centrality", seat=1) < 1


def test_gathering() -> None:
    assert says("gather-six", "A1 F6 A2 D1", "group") > says("gather-six", "A1 F6 C3 D1", "group")


def test_atari_is_an_attack() -> None:
    assert says("atari-go", "A2 A1", "attack") == 1
    assert says("atari-go", "A2 A1", "defence", seat=1) == 0
    assert says("atari-go", "A2 A1", "defence") == 1
    assert says("atari-go", "C3 A1", "attack") == 0


def test_advancing() -> None:
    program = program_of("breakthrough-6")
    policy = only("advance").native(program)
    number = ADVISORS.index("advance")
    start = program.start()
    after = start.after(*start.moves().tolist()[0])
    before, then = (native.advisor_values(p, policy) for p in (start, after))
    assert then[0][number] > before[0][number]
    assert then[1][number] == before[1][number]


# --- weights --------------------------------------------------------------------------------------


def test_clause_and_back() -> None:
    weights = default_policy(root_of("yavalath"))
    again = Weights.from_clause(weights.to_clause())
    assert again.first == pytest.approx(weights.first, abs=2e-3)
    different = default_policy(root_of("tablut-mini"))
    again = Weights.from_clause(different.to_clause())
    assert again.second == pytest.approx(different.second, abs=3e-3)


def test_unknown_advisors_are_named() -> None:
    with pytest.raises(UnknownName, match="in-a-rov"):
        Weights.from_clause([v.Advisor(name=Text("in-a-rov"), weight=3)])
    with pytest.raises(UnknownName, match="luck"):
        only("group").of("luck")


def test_support_is_read() -> None:
    text = """
        (game Three (players White Black) (board (tiling square) (size 3))
          (end (All win (in-a-row 3)))
          (support (advisors ("centrality" 500) ("in-a-row" 500))))
    """
    weights = policy_of(game_of(text))
    assert weights.named() == {"in-a-row": 0.5, "centrality": 0.5}


def test_wrong_numbers_are_refused() -> None:
    program = program_of("tic-tac-toe")
    with pytest.raises(ValueError, match="weights"):
        native.Policy(program, [[0.0]], [])
    with pytest.raises(ValueError, match="scales"):
        native.Policy(program, [list(NONE), list(NONE)], [1.0])
    with pytest.raises(ValueError, match="another program"):
        native.evaluate(program.start(), only("group").native(program_of("gomoku")))


# --- improving and calibrating --------------------------------------------------------------------


def test_evolution_finds_better_weights() -> None:
    target = np.array(Weights(NONE, NONE).first)
    target[0], target[16] = 0.5, -0.5
    start = np.zeros(len(ADVISORS))
    start[0], start[16] = 0.1, 0.9

    def distance(weights: Weights) -> float:
        return float(np.abs(np.array(weights.first) - target).sum())

    def play(child: Weights, parent: Weights, number: int) -> float:
        return 1.0 if distance(child) < distance(parent) else 0.0

    row = tuple(float(w) for w in start)
    found = optimise_policy(Weights(row, row), play, np.random.default_rng(3))
    assert found.accepted > 0
    assert found.tries <= 50
    assert distance(found.weights) < 0.5 * distance(Weights(row, row))
    assert found.weights.is_symmetric


def test_evolution_keeps_the_parent_of_bad_children() -> None:
    weights = default_policy(root_of("gomoku"))
    found = optimise_policy(weights, lambda *_: 0.5, np.random.default_rng(3), tries=12)
    assert found.weights == weights.normalised()
    assert found.sigma < 0.2


def test_a_sensible_policy_wins_a_duel() -> None:
    program = program_of("four-six")
    sensible = default_policy(root_of("four-six"))
    row = tuple(-weight for weight in sensible.first)
    foolish = Weights(row, row)
    assert duel(program, sensible, foolish, seed=5, count=10, depth=1) > 0.8


def test_calibration_repeats_and_makes_sense() -> None:
    weights = default_policy(root_of("clobber"))
    found = calibrate(program_of("clobber"), weights, 7)
    assert found == calibrate(program_of("clobber"), weights, 7, found.scales)
    assert 0.1 <= found.kappa <= 50
    assert found.scales[ADVISORS.index("mobility")] > 1


def test_kappa_is_recovered() -> None:
    rng = np.random.default_rng(1)
    differences = rng.uniform(-0.5, 0.5, 20000)
    chances = 0.5 * (1 + np.tanh(3.0 * differences))
    scores = (rng.random(20000) < chances).astype(np.float64)
    assert fit_kappa(differences, scores, np.ones(20000)) == pytest.approx(3.0, abs=0.15)
    assert fit_kappa(np.zeros(10), np.ones(10), np.ones(10)) == pytest.approx(0.1)
