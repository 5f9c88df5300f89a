"""The test programs and the test module of the core, built once for all tests."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


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
        run("cmake", "--build", str(folder), "--target", "native_tests")
    return folder / "native" / "test"


def run(*command: str) -> str:
    """What a command prints; it must succeed."""
    tools = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
