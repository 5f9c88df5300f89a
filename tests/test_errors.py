from __future__ import annotations

import pytest

from ludwright.errors import GameSyntaxError, UnknownName, excerpt
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import read_game


def test_an_excerpt_has_a_caret_under_the_column() -> None:
    assert excerpt("one\n\ttwo", 2, 3) == "\ttwo\n\t ^"
    assert excerpt("one\r\ntwo", 1, 1) == "one\n^"
    assert excerpt("one", 2, 1) == ""


def test_an_excerpt_after_a_form_feed_showed_another_line() -> None:
    assert excerpt("one\x0cand\u2028more\ntwo", 2, 1) == "two\n^"
    text = f"; \x0c \x85 \u2028\n{open_game('tic-tac-toe').text.replace('(board', '(bord', 1)}"
    with pytest.raises(GameSyntaxError) as caught:
        read_game(text)
    assert caught.value.excerpt.startswith(text.split("\n")[caught.value.line - 1])
    assert "bord" in caught.value.excerpt


def test_an_unknown_name_as_long_as_a_text_was_told_whole() -> None:
    error = UnknownName("map", "x" * 50_000, ["classic"])
    assert len(str(error)) < 200
    assert "x…'; known: classic" in str(error)
