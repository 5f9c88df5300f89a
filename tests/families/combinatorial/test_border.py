"""What crosses the border to the core: numbers out of range, positions that threads share, keys."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from random import Random
from types import FrameType
from typing import Any

import numpy as np
import pytest

from ludwright._core import combinatorial as native
from ludwright.errors import IllegalMove
from ludwright.families.combinatorial.conformance import mutant
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.move import Move
from ludwright.families.combinatorial.policy import default_policy
from ludwright.families.combinatorial.program import setting_of
from ludwright.families.combinatorial.rules import load_rules
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.syntax import read, write
from tools.make_corpus import HAMMERED

HAMMER_SECONDS = float(os.environ.get("LUDWRIGHT_HAMMER_SECONDS", "1"))
"""How long threads hammer one position; the full proof takes a minute."""
THREADS = 8


def program_of(name: str) -> native.Program:
    root = open_game(name).root
    assert isinstance(root, BoardGame)
    return native.Program(lower(root))


def small(rest: str, size: str = "3 3", tiling: str = "square i-nbors") -> BoardGame:
    text = f"(game Small (players White Black) (board (tiling {tiling}) (size {size})) {rest})"
    root = read(text, BoardGame)
    assert isinstance(root, BoardGame)
    return root


def start_of(root: BoardGame) -> native.Position:
    return native.Program(lower(root)).start()


Row = tuple[int, int, int, int]


def rows(position: native.Position) -> list[Row]:
    return [(row[0], row[1], row[2], row[3]) for row in position.moves().tolist()]


# --- Numbers that are out of range ---------------------------------------------------------------


@pytest.mark.parametrize("depth", [-1, -(2**31), 100, 2**31 - 1, 2**40])
def test_perft_refuses_depths_that_overflowed_the_stack_or_never_ended(depth: int) -> None:
    start = program_of("tic-tac-toe").start()
    with pytest.raises(ValueError, match=f"depth: expected a number from 0 to 99, got {depth}"):
        start.perft(depth)


def test_perft_goes_as_deep_as_it_says() -> None:
    start = program_of("tic-tac-toe").start()
    assert [start.perft(depth) for depth in (0, 1, 9, 10, 99)] == [1, 9, 127872, 0, 0]


class Alarm(Exception):
    """What the signal of the tests raises."""


@pytest.mark.parametrize(
    "work",
    [lambda start: start.perft(40), lambda start: start.playouts(10**9, 1, 2000, 2)],
    ids=["perft", "playouts"],
)
def test_long_work_ends_when_a_signal_comes(work: Callable[[native.Position], object]) -> None:
    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise Alarm

    start = program_of("amazons").start()
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Alarm):
            work(start)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"n": -1}, "n: expected a number from 0 to"),
        ({"n": 2**40}, "n: expected a number from 0 to"),
        ({"n": 10**8, "max_plies": 10**6}, "n: expected a number from 0 to 9223372, got"),
        ({"max_plies": -1}, "max_plies: expected a number from 0 to"),
        ({"max_plies": 2**31}, "max_plies: expected a number from 0 to"),
        ({"jobs": -1}, "jobs: expected a number from 0 to"),
        ({"jobs": 10**6}, "jobs: expected a number from 0 to"),
    ],
)
def test_playouts_refuse_numbers_that_asked_for_endless_memory_or_time(
    wrong: dict[str, int], message: str
) -> None:
    start = program_of("tic-tac-toe").start()
    with pytest.raises(ValueError, match=message):
        start.playouts(**{"n": 1, "seed": 1, "max_plies": 10, "jobs": 1} | wrong)


def test_no_playouts_are_no_results() -> None:
    sums = program_of("tic-tac-toe").start().playouts(0, 1)
    assert set(sums.values()) == {0}


@pytest.mark.parametrize("field", range(4))
@pytest.mark.parametrize("beyond", [2**16, -(2**16), 2**32, -(2**32), 2**48])
def test_a_move_whose_numbers_wrap_to_a_legal_one_is_refused(field: int, beyond: int) -> None:
    start = program_of("breakthrough-6").start()
    legal = rows(start)[0]
    start.after(*legal)
    wrong = list(legal)
    wrong[field] += beyond
    with pytest.raises(ValueError, match="expected a legal move, got rule"):
        start.after(*wrong)


@pytest.mark.parametrize("beyond", [2**16, 2**32, 2**64])
def test_a_player_cannot_make_a_move_that_wraps_to_a_legal_one(beyond: int) -> None:
    start = load_rules(open_game("breakthrough-6")).start()
    legal = start.moves()[0]
    with pytest.raises(IllegalMove, match="expected one of"):
        start.after(Move(legal.rule, legal.source, legal.target + beyond, legal.option))


def test_annotations_refuse_a_first_match_beyond_all_streams() -> None:
    rules = load_rules(open_game("tic-tac-toe"))
    policy = default_policy(rules.root).native(rules.program)
    offsets, moves = np.zeros(1, np.int64), np.zeros((0, 4), np.int32)
    settings = (policy, 1.0, 1, 0, False, 1)
    with pytest.raises(ValueError, match="first_index: expected a number from 0 to"):
        native.annotate(rules.program.start(), offsets, moves, *settings, 2**63, 1)


# --- Threads that share a position ---------------------------------------------------------------


def _questions(rules: Any, position: native.Position) -> list[Callable[[], object]]:
    """Every public query of a position, cheap enough to be repeated often."""
    policy = default_policy(rules.root).native(rules.program)
    first = rows(position)[0]
    offsets, moves = np.array([0, 1], np.int64), np.array([first], np.int32)
    specs: list[dict[str, object]] = [
        {"kind": "mcts", "playouts": 5},
        {"kind": "alphabeta", "depth": 2, "nodes": 100},
    ]
    return [
        lambda: position.seat,
        lambda: position.ply,
        lambda: position.key,
        lambda: position.outcome,
        lambda: position.moves().tolist(),
        lambda: position.after(*first).key,
        position.pieces,
        position.hands,
        position.captured,
        lambda: position.scores,
        position.cell_states,
        lambda: position.going_on,
        lambda: position.perft(2),
        lambda: position.playouts(8, 1, 200, 2),
        lambda: native.evaluate(position, policy),
        lambda: native.advisor_values(position, policy),
        lambda: native.search(position, specs[0], policy, 1.0, 1)["best"],
        lambda: native.search(position, specs[1], policy, 1.0, 1)["best"],
        lambda: native.root_values(position, 1, policy, 1.0)[1].tolist(),
        lambda: native.play_matches(
            position, specs, [policy, policy], policy, 1.0, 1, [0], 4, False, 0, 2, 2
        )["moves"].tolist(),
        lambda: native.annotate(position, offsets, moves, policy, 1.0, 1, 1, True, 1, 0, 2)[
            "values"
        ].tolist(),
    ]


def after_five(program: native.Program) -> native.Position:
    position = program.start()
    for _ in range(5):
        position = position.after(*rows(position)[-1])
    return position


def hammer(
    questions: Sequence[Callable[[], object]], answers: list[object], seconds: float
) -> None:
    """Eight threads query at random until the time is up; every answer must be the known one."""
    end = time.monotonic() + seconds
    wrong: list[str] = []

    def ask(number: int) -> None:
        rng = Random(number)
        while time.monotonic() < end and not wrong:
            which = rng.randrange(len(questions))
            if (found := questions[which]()) != answers[which]:
                wrong.append(f"question {which}: expected {answers[which]}, got {found}")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong[0]


@pytest.mark.parametrize("name", HAMMERED)
def test_threads_that_ask_one_position_get_the_answers_of_one_thread(name: str) -> None:
    rules = load_rules(open_game(name))
    alone = [ask() for ask in _questions(rules, after_five(rules.program))]
    # On a separate position, so that nothing cached by the first answers helps.
    shared = _questions(rules, after_five(rules.program))
    hammer(shared, alone, HAMMER_SECONDS / len(HAMMERED))


@pytest.mark.parametrize("name", ["amazons", "focus-mini"])
def test_perft_of_threads_that_shared_a_position_raced(name: str) -> None:
    position = program_of(name).start()
    questions: list[Callable[[], object]] = [
        lambda: position.perft(1),
        lambda: position.perft(2),
    ]
    hammer(questions, [ask() for ask in questions], seconds=0.3)


# --- Keys: equal keys, equal futures --------------------------------------------------------------

KING = "(pieces (King All (moves (move (pre {}) (action (pop) (push))))))"
STEP = "(and (owner from) (empty to) (= (distance) 1))"
KINGS = "(start (place (King White) A1) (place (King Black) C3))"
ENDLESS = "(repetition ignored)"
END = "(end (All win (in-a-row 3)))"
STONES = "(pieces (Stone All (moves (move (pre {}) (action (push))))))"


def line(root: BoardGame, targets: Iterable[str]) -> native.Position:
    """The position after moves to these cells; `-` passes."""
    board = setting_of(root).board
    position = start_of(root)
    for target in targets:
        site = -1 if target == "-" else board.site(target)
        position = position.after(*next(row for row in rows(position) if row[2] == site))
    return position


def same_table(first: native.Position, second: native.Position) -> bool:
    """Whether the two look the same on the table."""
    return all(
        getattr(first, name)() == getattr(second, name)()
        for name in ("pieces", "hands", "cell_states")
    ) and (first.seat, first.scores) == (second.seat, second.scores)


FORGOTTEN = {
    "passes": (
        small(f"{STONES.format('(empty to)')} (play can-pass) {END}"),
        ("A1", "B1", "C3", "-"),
        ("A1", "-", "C3", "B1"),
    ),
    "quiet plies": (
        small(f"{KING.format(STEP)} {KINGS} (play (quiet-limit 9) {ENDLESS}) {END}"),
        (),
        ("A2", "C2", "A1", "C3"),
    ),
    "the last target": (
        small(f"{STONES.format('(and (empty to) (not (= (distance last-to to) 1)))')} {END}"),
        ("A1", "C3", "A3"),
        ("A3", "C3", "A1"),
    ),
    "the last source": (
        small(
            f"{KING.format('(and (owner from) (empty to) (not (= (distance last-from to) 3)))')} "
            f"{KINGS} (play {ENDLESS}) {END}",
            size="4 4",
        ),
        ("A3",),
        ("B1", "C2", "C1", "C3", "A3"),
    ),
    "first moves": (
        small(
            f"{KING.format('(and (owner from) (empty to) (or (first-move) (= (distance) 1)))')} "
            f"{KINGS} (play {ENDLESS}) {END}"
        ),
        (),
        ("A2", "C2", "A1", "C3"),
    ),
    "plies made": (
        small(
            f"{KING.format('(and (owner from) (empty to) (or (< (move-num) 4) (= (distance) 1)))')}"
            f" {KINGS} (play {ENDLESS}) {END}"
        ),
        (),
        ("A2", "C2", "A1", "C3"),
    ),
    "the turn": (
        small(f"{KING.format(STEP)} {KINGS} (play progressive {ENDLESS}) {END}"),
        ("A2", "C2", "C3", "A1", "A2"),
        ("A2", "C2", "C3", "A1", "A2", "A1", "C2", "C3", "C2", "C3", "A2", "B1", "B2", "A2"),
    ),
    "plies left of the turn": (
        small(
            f"{KING.format(STEP)} {KINGS} (play (moves-per-turn 2) (repetition board-draw)) {END}"
        ),
        ("A2", "A3", "C2", "C1"),
        ("A2", "B2", "C2", "C1", "A3"),
    ),
    "earlier positions": (
        small(f"{KING.format(STEP)} {KINGS} {END}"),
        ("A2", "C2", "B1", "B3"),
        ("B1", "B3"),
    ),
    "earlier positions that were counted": (
        small(f"{KING.format(STEP)} {KINGS} (play (repetition draw)) {END}"),
        (),
        ("A2", "C2", "A1", "C3"),
    ),
}


@pytest.mark.parametrize("what", list(FORGOTTEN))
def test_keys_forgot_what_a_rule_asks_of_earlier_plies(what: str) -> None:
    root, first, second = FORGOTTEN[what]
    one, other = line(root, first), line(root, second)
    assert same_table(one, other)
    assert one.key != other.key


def test_keys_forgot_that_a_player_once_had_pieces() -> None:
    """Two stones that take each other, and a third that never meets an enemy."""
    root = small(
        "(pieces (Stone All (moves (move (pre (empty to)) (action (push)) "
        "(post (capture all-nbors))))))"
        f"(play {ENDLESS}) (end (White win (and (eliminate Black) (reach 2 away))))"
    )
    met, unmet = line(root, ("A1", "B1", "A1")), line(root, ("A1",))
    assert met.pieces() == unmet.pieces()
    assert met.key != unmet.key


def test_keys_are_equal_where_no_rule_asks_how_it_came_about() -> None:
    root = small(f"{STONES.format('(empty to)')} {END}")
    orders = (("A1", "B1", "C3", "C1"), ("C3", "C1", "A1", "B1"), ("A1", "C1", "C3", "B1"))
    assert len({line(root, order).key for order in orders}) == 1


def look(position: native.Position) -> tuple[object, ...]:
    """Everything that a player sees of a position."""
    return (
        position.seat,
        position.outcome,
        position.going_on,
        position.pieces(),
        position.hands(),
        position.cell_states(),
        sorted(rows(position)),
    )


def equal_keys_that_differ(root: BoardGame, seed: int, most: int) -> tuple[int, str | None]:
    """Explores the game from its start; returns how often a key recurred and what differed then.

    The same few moves are preferred everywhere: in another order they often lead to a
    position that occurred before.
    """
    rng = Random(seed)
    known: dict[int, native.Position] = {}
    again = 0
    open_positions = deque([start_of(root)])
    while open_positions and len(known) < most:
        position = open_positions.popleft()
        moves = rows(position)
        for move in sorted(moves, key=lambda move: hash((seed, *move)))[:4]:
            following = position.after(*move)
            twin = known.setdefault(following.key, following)
            if twin is following:
                open_positions.append(following)
                continue
            again += 1
            if look(twin) != look(following):
                return again, f"{look(twin)} against {look(following)}"
            for reply in rng.sample(replies := rows(twin), min(4, len(replies))):
                if twin.after(*reply).key != following.after(*reply).key:
                    return again, f"{look(twin)} after {reply}"
    return again, None


def assert_equal_futures(root: BoardGame, seed: int, most: int) -> int:
    again, difference = equal_keys_that_differ(root, seed, most)
    assert difference is None, f"{difference}\n{write(root)}"
    return again


@pytest.mark.parametrize("what", list(FORGOTTEN))
def test_equal_keys_of_small_games_had_different_futures(what: str) -> None:
    assert_equal_futures(FORGOTTEN[what][0], seed=1, most=400)


@pytest.mark.parametrize("first", range(0, 124, 31))
def test_equal_keys_have_equal_futures_in_packaged_games(first: int) -> None:
    names = game_names()
    again = 0
    for number, name in enumerate(names[first : first + 31]):
        root = open_game(name).root
        assert isinstance(root, BoardGame)
        again += assert_equal_futures(root, seed=number, most=60)
    assert again > 30


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_equal_keys_have_equal_futures_in_mutants(first: int) -> None:
    names = game_names()
    again = 0
    for number in range(first, first + 40):
        made = mutant(names, number, seed=7)
        if not made.is_refused:
            again += assert_equal_futures(made.root, seed=number, most=80)
    assert again > 30
