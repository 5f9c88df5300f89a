"""Hostile game texts: each is rejected with a clear error, or plays within bounds."""

from __future__ import annotations

import random
import resource
import time

import pytest

from ludwright.errors import LudwrightError
from ludwright.families.combinatorial.family import FAMILY
from ludwright.families.combinatorial.rules import NativeRules

PLIES = 200
LISTED_PLIES = 6
"""Plies for which every legal move is listed: tens of thousands in the largest of these games."""
MOST_SECONDS = 8.0
"""Of CPU, for reading, checking, lowering and playing; most need a hundredth of it."""
MOST_GROWTH = 600 << 20
"""Bytes that one game may add to the peak memory of the process."""

STONE = "(pieces (Stone All (moves (move (pre (empty to)) (action (push))))))"
END = "(end (All win (in-a-row 5)))"
STUCK = "(end (All lose (no-move)))"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def game(
    *,
    board: str = "(board (tiling square i-nbors) (size 8 8))",
    pieces: str = STONE,
    start: str = "",
    play: str = "",
    end: str = END,
) -> str:
    return f"(game Hostile (players (White n) (Black s)) {board} {pieces} {start} {play} {end})"


def moving(pre: str = "", action: str = "(pop) (push)", post: str = "", more: str = "") -> str:
    before = f"(pre {pre})" if pre else ""
    after = f"(post {post})" if post else ""
    return f"(pieces (Man All (moves (move {more} {before} (action {action}) {after}))))"


LARGE = "(board (tiling square i-nbors) (size 32 32))"
FULL_START = "(start (place (Man White) home (home 1)) (place (Man Black) home (home 1)))"
HALVES = "(start {} {})".format(
    "(place (Man White) home " + " ".join(f"(home {row})" for row in range(1, 15)) + ")",
    "(place (Man Black) home " + " ".join(f"(home {row})" for row in range(1, 15)) + ")",
)
PLAIN = "(and (owner from) (not (friend to)))"


def nested(inner: str, word: str, depth: int) -> str:
    return f"({word} " * depth + inner + ")" * depth


def wide(inner: str, word: str, width: int, depth: int) -> str:
    for _ in range(depth):
        inner = f"({word} {' '.join([inner] * width)})"
    return inner


def many_jumps(count: int) -> list[str]:
    jump = "(and (owner from) (empty to) (line) (= (distance) {}) (= (num-between enemy) {}))"
    return [
        f"(move (pre {jump.format(distance + 2, distance % 3)}) (action (pop) (push)))"
        for distance in range(count)
    ]


REFUSED = {
    "nothing": "",
    "no-brackets": "game",
    "64-kB-of-open-brackets": "(" * 65536,
    "64-kB-of-closed-brackets": ")" * 65536,
    "64-kB-of-pairs": "()" * 32768,
    "a-megabyte-of-spaces": " " * (1 << 20),
    "a-megabyte-of-letters": "a" * (1 << 20),
    "a-string-without-end": '(game "' + "x" * 60000,
    "many-backslashes": '(game "' + "\\" * 60000,
    "nul-bytes": "(game \x00\x00 (players))",
    "odd-digits": game(end="(end (All win (in-a-row ٣)))"),
    "surrogate": "(game \ud800)",
    "deep-not": game(pieces=moving(nested("(empty to)", "not", 2000))),
    "deep-and-wide": game(pieces=moving(wide("(empty to)", "and", 12, 4))),
    "a-number-of-many-digits": game(end=f"(end (All win (in-a-row {'9' * 5000})))"),
    "a-negative-size": game(board="(board (tiling square) (size -5 8))"),
    "a-huge-size": game(board="(board (tiling square) (size 99999 99999))"),
    "too-many-cells": game(board="(board (tiling square) (size 32 32 32))"),
    "a-board-without-cells": game(board="(board (tiling square) (size 0 0))"),
    "many-optional-posts": game(
        pieces=moving(PLAIN, post=" ".join(["(capture replace optional)"] * 12)),
        start=FULL_START,
        end=STUCK,
    ),
    "many-pieces": game(
        pieces="(pieces "
        + " ".join(
            f"(P{a}{b} All (moves (move (pre (empty to)) (action (push)))))"
            for a in LETTERS
            for b in LETTERS
        )
        + ")"
    ),
    "nobody-can-move": game(pieces="(pieces (P All))"),
    "one-name-twice": game(pieces="(pieces (P All) (P All))"),
    "an-unknown-piece": game(pieces=moving("(piece to Nobody)")),
    "an-unknown-word": game(pieces=moving("(emty to)")),
}

PLAYED = {
    "one-cell": game(board="(board (tiling square) (size 1 1))"),
    "one-row": game(board="(board (tiling square) (size 1 32))"),
    "1024-cells": game(board=LARGE),
    "1024-cells-3d": game(board="(board (tiling square i-nbors) (size 8 8 16))"),
    "1024-cells-and-many-rules": game(
        board=LARGE,
        pieces="(pieces "
        + " ".join(
            f"(P{letter} All (moves "
            + " ".join(
                "(move (pre (and (empty to) (not (connected)))) (action (push)))" for _ in range(12)
            )
            + "))"
            for letter in LETTERS[:12]
        )
        + ")",
    ),
    "1024-cells-and-many-jumps": game(
        board=LARGE,
        pieces="(pieces "
        + " ".join(
            f"(P{letter} All (moves " + " ".join(many_jumps(11)) + "))" for letter in LETTERS[:11]
        )
        + ")",
        start="(start (place (Pa White) home) (place (Pb Black) home))",
        end=STUCK,
    ),
    "long-slides": game(
        board=LARGE, pieces=moving(f"(and {PLAIN} (line))"), start=HALVES, end=STUCK
    ),
    "any-cell-to-any-cell": game(
        pieces=moving(PLAIN, post="(capture replace)"), start=FULL_START, end=STUCK
    ),
    "any-cell-to-any-cell-of-1024": game(
        board=LARGE, pieces=moving(PLAIN, post="(capture replace)"), start=FULL_START, end=STUCK
    ),
    "every-step": game(
        board=LARGE,
        pieces=moving(f"(and {PLAIN} (or " + " ".join(["(steps f f l f r f f f)"] * 12) + "))"),
        start=FULL_START,
        end=STUCK,
    ),
    "four-optional-posts": game(
        pieces=moving(
            f"(and {PLAIN} (line))",
            post="(capture all-nbors optional) (convert d-nbors mover optional)",
        ),
        start=FULL_START,
        end=STUCK,
    ),
    "a-choice-of-every-enemy": game(
        pieces=moving("(and (owner from) (empty to) (line))", post="(capture choice)"),
        start=FULL_START,
        end=STUCK,
    ),
    "nine-moves-per-turn": game(play="(play (moves-per-turn 9))"),
    "progressive": game(play="(play progressive)"),
    "repeats-for-ever": game(
        pieces=moving("(and (owner from) (empty to) (steps f))", post="(repeat)"),
        start=FULL_START,
        end=STUCK,
    ),
    "stacks-without-end": game(pieces="(pieces (P All (moves (move (action (push 4))))))"),
    "scores-without-bound": game(
        pieces="(pieces (P All (moves (move (pre (empty to)) (action (push)) (post (score 99))))))",
        end="(end (All win (score 999)))",
    ),
    "deep-arithmetic": game(
        pieces=moving(
            "(and (owner from) (empty to) (> " + "(* 999 " * 20 + "999" + ")" * 20 + " 0))"
        ),
        start=FULL_START,
        end=STUCK,
    ),
    "division-by-nothing": game(
        pieces=moving("(and (owner from) (empty to) (= (/ 9 0) (mod 9 0)))"),
        start=FULL_START,
        end=STUCK,
    ),
    "an-end-that-always-holds": game(end="(end (All win (not (in-a-row 5))))"),
    "a-wide-condition": game(
        pieces=moving(f"(and {PLAIN} {wide('(line)', 'or', 12, 2)})"), start=FULL_START, end=STUCK
    ),
}


def play(text: str) -> int:
    rules = NativeRules(FAMILY.read_game(text, "<hostile>"))
    rng = random.Random(1)
    position = rules.program.start()
    for _ in range(LISTED_PLIES):
        if position.outcome is not None:
            break
        moves = position.moves()
        position = position.after(*(int(part) for part in moves[rng.randrange(len(moves))]))
    return int(rules.program.start().playouts(1, 1, max_plies=PLIES)["plies"])


def most_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize("name", REFUSED)
def test_a_senseless_text_is_refused(name: str) -> None:
    begun, before = time.process_time(), most_memory()
    with pytest.raises(LudwrightError) as caught:
        play(REFUSED[name])
    assert "expected" in str(caught.value)
    assert time.process_time() - begun < MOST_SECONDS
    assert most_memory() - before < MOST_GROWTH


@pytest.mark.parametrize("name", PLAYED)
def test_an_expensive_game_is_played_within_bounds(name: str) -> None:
    begun, before = time.process_time(), most_memory()
    play(PLAYED[name])
    assert time.process_time() - begun < MOST_SECONDS
    assert most_memory() - before < MOST_GROWTH
