"""What users can ask of evolution."""

from __future__ import annotations

import random

import pytest

from ludwright.criticism.measure import Score, Unscored
from ludwright.errors import UnknownName
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.variation import VARIATION
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.game import Game
from ludwright.plain import plain_of, read_plain
from ludwright.synthesis.steering import FURTHEST, Limit, Steering, Target, locked_paths

FAMILY = "combinatorial"
GAMES = [open_game(name) for name in ("breakthrough-8", "tablut-mini", "hex-7")]
STEPS = {"mean-length": 20.0, "balance": 0.25}


def parsed(*, lock: str = "", limit: str = "", target: str = "") -> Steering:
    texts = [[text] if text else [] for text in (lock, limit, target)]
    return Steering.parse(*texts, family=FAMILY, games=GAMES)


# --- Limits and targets ---------------------------------------------------------------------------


def test_limits_are_read_as_they_are_written() -> None:
    assert Limit.parse("mean-length<=40") == Limit("mean-length", most=40.0)
    assert Limit.parse(" first-share >= 0.45 ") == Limit("first-share", least=0.45)
    assert str(Limit.parse("duration<=0.4")) == "duration<=0.4"
    assert str(Limit("balance", 0.5, 0.9)) == "balance>=0.5 and balance<=0.9"


@pytest.mark.parametrize("text", ["", "balance", "balance<0.5", "balance<=", "<=3", "balance<=x"])
def test_a_limit_that_cannot_be_read_says_how_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="expected a limit such as"):
        Limit.parse(text)


@pytest.mark.parametrize("text", ["", "balance", "balance=", "=3", "balance=1*", "balance==1"])
def test_a_target_that_cannot_be_read_says_how_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="expected a target such as"):
        Target.parse(text, STEPS)


def test_an_unknown_measure_is_refused_with_its_nearest_names() -> None:
    with pytest.raises(UnknownName, match="did you mean 'mean-length'"):
        parsed(limit="mean-lenght<=40")
    with pytest.raises(UnknownName, match="'balance'"):
        parsed(target="balanse=0.5")


def test_a_weight_is_above_zero() -> None:
    with pytest.raises(ValueError, match="expected a weight above 0"):
        Target.parse("balance=1*0", STEPS)


def test_a_limit_is_broken_only_if_the_whole_interval_is_outside() -> None:
    limit = Limit("balance", least=0.5)
    assert limit.broken_by(Score(0.3, 0.05, 20))
    assert not limit.broken_by(Score(0.45, 0.05, 20))
    assert not limit.broken_by(Score(0.8, 0.05, 20))
    assert limit.broken_by(Score(0.499, 0.0, 1))
    assert not limit.broken_by(Unscored("no match"))
    assert Limit("mean-length", most=40).broken_by(Score(60.0, 2.0, 20))


def test_targets_cost_more_the_further_away_and_the_heavier_they_are() -> None:
    plain, heavy = Target.parse("mean-length=30", STEPS), Target.parse("mean-length=30*3", STEPS)
    assert (plain.weight, heavy.weight) == (1.0, 3.0)
    assert plain.penalty(Score(30.0, 1.0, 9)) == 0.0
    assert plain.penalty(Score(50.0, 1.0, 9)) == pytest.approx(1.0)
    assert heavy.penalty(Score(20.0, 1.0, 9)) == pytest.approx(1.5)
    assert plain.penalty(Score(9999.0, 1.0, 9)) == FURTHEST
    assert plain.penalty(Unscored("no match")) == 0.0


def test_penalties_of_what_was_measured_add_up() -> None:
    steering = Steering(targets=(Target("a", 0.5), Target("b", 0.0, 2.0), Target("c", 1.0)))
    measures = {"a": Score(0.75, 0.0, 1), "b": Score(0.25, 0.0, 1)}
    assert steering.penalty(measures) == pytest.approx(3.0)
    assert Steering().penalty(measures) == 0.0


def test_steering_survives_as_plain_data() -> None:
    steering = Steering.parse(
        ["board/size", "end"],
        ["mean-length<=40", "balance>=0.5"],
        ["drama-average=0.2*3"],
        family=FAMILY,
        games=GAMES,
    )
    assert read_plain(Steering, plain_of(steering)) == steering
    assert steering.targets[0].step == pytest.approx(0.25)


# --- Locks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lock", "paths"),
    [
        ("board", [("board",)]),
        ("end", [("end",)]),
        ("play", [("play",)]),
        ("players", [("players",)]),
        ("board/size", [("board", "size")]),
        ("board/tiling", [("board", "tiling")]),
        ("pieces/Man/moves", [("pieces", "pieces", 1, "moves")]),
        ("pieces/King", [("pieces", "pieces", 0)]),
        ("end/2", [("end", "clauses", 2)]),
        ("end.clauses[0].condition", [("end", "clauses", 0, "condition")]),
        ("start/place", [("start", "places", index) for index in range(3)]),
        ("moves", [("pieces", "pieces", index, "moves") for index in range(2)]),
        ("no-move", [("end", "clauses", 2, "condition")]),
        ("King/moves", [("pieces", "pieces", 0, "moves")]),
    ],
)
def test_locks_mean_the_parts_they_name(lock: str, paths: list[tuple[str | int, ...]]) -> None:
    assert locked_paths(open_game("tablut-mini").root, lock) == paths


@pytest.mark.parametrize(
    "lock", ["bord", "pieces/Queen", "board/size/3/4", "end/9", "support", "/"]
)
def test_a_lock_that_fits_no_game_is_refused(lock: str) -> None:
    with pytest.raises(UnknownName, match="part of the rules"):
        parsed(lock=lock)


def test_a_lock_that_fits_one_of_the_games_is_enough() -> None:
    steering = parsed(lock="pieces/King/moves")
    assert steering.locks_on(open_game("tablut-mini").root) is not None
    assert steering.locks_on(open_game("hex-7").root) is None
    with pytest.raises(UnknownName, match="did you mean 'board'"):
        parsed(lock="bord")


LOCKED = ["board", "board/size", "end", "pieces/Man/moves", "start", "players", "end/1", "moves"]


@pytest.mark.parametrize("lock", LOCKED)
def test_children_keep_locked_parts_whatever_else_changes(lock: str) -> None:
    rng = random.Random(f"lock {lock}")
    template = open_game("tablut-mini")
    paths = locked_paths(template.root, lock)
    others = [open_game(name) for name in ("hex-7", "halma-mini", "english-draughts", "gomoku")]
    digests = set()
    for _ in range(60):
        child = VARIATION.child(template, rng.choice(others), rng, Steering(locks=(lock,)))
        assert VARIATION.findings(child) == []
        assert [_part(child, path) for path in paths] == [_part(template, path) for path in paths]
        digests.add(child.digest)
    assert len(digests) > 40


def test_a_lock_on_everything_leaves_the_template() -> None:
    template = open_game("tablut-mini")
    everything = ("players", "board", "pieces", "start", "play", "end")
    other = open_game("hex-7")
    child = VARIATION.child(template, other, random.Random(1), Steering(locks=everything))
    assert child.digest == template.digest


def _part(game: Game, path: tuple[str | int, ...]) -> object:
    assert isinstance(game.root, BoardGame)
    part: object = game.root
    for step in path:
        if isinstance(step, int):
            assert isinstance(part, tuple)
            part = part[step]
        else:
            part = getattr(part, step)
    return part
