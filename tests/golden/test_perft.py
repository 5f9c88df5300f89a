"""Both engines count the recorded number of lines of play of every packaged game."""

from __future__ import annotations

from functools import cache

import pytest

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial.library import game_names, open_game, perft_table
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.reference import ReferenceRules, perft
from ludwright.families.combinatorial.vocabulary import BoardGame

MOST_NATIVE_LEAVES = 10_000_000
"""Tables this long or shorter are counted in full: all recorded ones are."""
MOST_REFERENCE_LEAVES = 100

PUBLISHED = {
    "ataxx-7": (16, 256, 6460, 155888, 4752668),
    "reversi-8": (4, 12, 56, 244, 1396, 8200, 55092, 390216),
    "connect-four": (7, 49, 343, 2401, 16807, 117649, 823536, 5673234),
    "english-draughts": (7, 49, 302, 1469, 7361, 36768, 179255),
    "breakthrough-8": (22, 484, 11132, 256036, 6182818),
    "tic-tac-toe": (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
}
"""Counts of other programs: plies of draughts are hops from the seventh on."""


@cache
def root_of(name: str) -> BoardGame:
    root = open_game(name).root
    assert isinstance(root, BoardGame)
    return root


@pytest.mark.parametrize("name", game_names())
def test_the_core_counts_as_recorded(name: str) -> None:
    start = native.Program(lower(root_of(name))).start()
    for depth, leaves in enumerate(perft_table(name), start=1):
        if leaves <= MOST_NATIVE_LEAVES:
            assert start.perft(depth) == leaves


@pytest.mark.parametrize("name", game_names())
def test_the_reference_counts_as_recorded(name: str) -> None:
    start = ReferenceRules(root_of(name)).start()
    for depth, leaves in enumerate(perft_table(name), start=1):
        if leaves <= MOST_REFERENCE_LEAVES:
            assert perft(start, depth) == leaves


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_is_recorded_is_what_others_published(name: str) -> None:
    assert perft_table(name) == PUBLISHED[name]
