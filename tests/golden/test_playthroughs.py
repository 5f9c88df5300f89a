"""One seeded match of each packaged game, compared with its golden file."""

from __future__ import annotations

import pytest

from ludwright.families.combinatorial.library import game_names
from tools.make_playthroughs import FOLDER, playthrough


@pytest.mark.parametrize("name", game_names())
def test_the_match_is_what_it_was(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_playthrough_belongs_to_a_packaged_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(game_names())
