"""The test programs of the core: built with the objects of the installed module, and run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.building import ROOT, run
from tools.make_corpus import write_hammered

HAMMER_SECONDS = float(os.environ.get("LUDWRIGHT_HAMMER_SECONDS", "1"))


PROGRAMS = (
    "test_alphabeta",
    "test_battle",
    "test_bits",
    "test_conquest",
    "test_ismcts",
    "test_matches",
    "test_mcts",
    "test_railway",
    "test_search",
    "test_travellers",
)


def test_every_test_program_is_run_here(programs: Path) -> None:
    sources = {path.stem for path in (ROOT / "native" / "test").glob("test_*.cpp")}
    assert sources == {*PROGRAMS, "test_hammer"}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_passes(programs: Path, name: str) -> None:
    assert run(str(programs / name)).endswith(" passed, 0 failed\n")


def test_threads_that_share_a_moment_all_get_the_answers_of_one(
    programs: Path, tmp_path: Path
) -> None:
    count = write_hammered(tmp_path)
    files = sorted(str(path) for path in tmp_path.iterdir())
    out = run(str(programs / "test_hammer"), str(HAMMER_SECONDS), *files)
    assert out.count(" answers, 0 wrong\n") == count
