"""The test programs of the core: built with the objects of the installed module, and run."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.make_corpus import write_hammered

ROOT = Path(__file__).resolve().parents[2]
HAMMER_SECONDS = float(os.environ.get("LUDWRIGHT_HAMMER_SECONDS", "1"))


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder of the test programs, up to date."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}-*"
    folders = [cache.parent for cache in (ROOT / "build").glob(f"{python}/CMakeCache.txt")]
    if not folders:
        pytest.fail("expected the build folder of `make install`, got none")
    folder = folders[0]
    # Several processes run tests at once; one builds.
    with (folder / "native_tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _run("cmake", "--build", str(folder), "--target", "native_tests")
    return folder / "native" / "test"


def _run(*command: str) -> str:
    tools = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_test_program_is_run_here(programs: Path) -> None:
    sources = {path.stem for path in (ROOT / "native" / "test").glob("test_*.cpp")}
    assert sources == {"test_bits", "test_hammer", "test_ismcts", "test_mcts", "test_search"}


@pytest.mark.parametrize("name", ["test_bits", "test_ismcts", "test_mcts", "test_search"])
def test_the_program_passes(programs: Path, name: str) -> None:
    assert _run(str(programs / name)).endswith(" passed, 0 failed\n")


def test_threads_that_share_a_moment_all_get_the_answers_of_one(
    programs: Path, tmp_path: Path
) -> None:
    count = write_hammered(tmp_path)
    files = sorted(str(path) for path in tmp_path.glob("*.program"))
    out = _run(str(programs / "test_hammer"), str(HAMMER_SECONDS), *files)
    assert out.count(" answers, 0 wrong\n") == count
