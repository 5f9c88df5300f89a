"""A missing or superfluous bracket is reported where it is."""

from __future__ import annotations

import time
from random import Random

import pytest

from ludwright.errors import GameSyntaxError
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.syntax import read

WHOLE = """(game Little
  (players White Black)
  (board (tiling square)
    (size 3 3))
  (pieces
    (Stone All (moves (move (pre (empty to)) (action (push)))))
    (King All (moves (move (pre (empty to)) (action (push))))))
  (end (All win (in-a-row 3))))
"""


def error_of(text: str) -> GameSyntaxError:
    with pytest.raises(GameSyntaxError) as caught:
        read(text, BoardGame)
    return caught.value


def without(line: int) -> str:
    lines = WHOLE.split("\n")
    lines[line - 1] = lines[line - 1][:-1]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("missing", "line", "column"), [(2, 2, 3), (4, 3, 3), (6, 6, 5), (7, 5, 3), (8, 1, 1)]
)
def test_an_unclosed_bracket_was_reported_at_line_1(missing: int, line: int, column: int) -> None:
    error = error_of(without(missing))
    assert (error.line, error.column) == (line, column)
    assert f"missing by the end of line {missing}" in error.message


@pytest.mark.parametrize("line", [2, 4, 6, 7, 8])
def test_a_bracket_too_many_was_reported_at_the_end(line: int) -> None:
    lines = WHOLE.split("\n")
    column = len(lines[line - 1]) + 1
    lines[line - 1] += ")"
    error = error_of("\n".join(lines))
    assert (error.line, error.column) == (line, column)
    assert "expected no ')'" in error.message


def test_brackets_without_lines_are_still_reported() -> None:
    assert error_of("(game A (players White Black").column == 9
    assert error_of("(game A))").column == 9
    assert error_of(")))").column == 1
    assert error_of("(a) )").column == 5
    # Lines that are not indented do not help.
    flat = "\n".join(line.strip() for line in WHOLE.split("\n"))
    assert error_of(flat.replace("Black)", "Black")).line >= 1


def test_packaged_games_with_a_bracket_dropped_or_doubled_name_the_line() -> None:
    rng = Random(1)
    right = 0
    names = game_names()[::4]
    for name in names:
        text = open_game(name).text
        offset = rng.choice([at for at, char in enumerate(text) if char == ")"])
        line = text.count("\n", 0, offset) + 1
        dropped = error_of(text[:offset] + text[offset + 1 :])
        right += f"end of line {line}" in dropped.message
        doubled = error_of(text[:offset] + ")" + text[offset:])
        right += doubled.line == line
    assert right >= 0.9 * 2 * len(names)


def test_sixty_thousand_brackets_take_no_time() -> None:
    begun = time.process_time()
    for text in (")" * 60_000, "()\n" * 2_400 + ")" * 50_000, "(a)\n" * 2_400 + "("):
        error_of(text)
    assert time.process_time() - begun < 5.0
