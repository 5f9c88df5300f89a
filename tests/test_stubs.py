"""The type stubs of the native module match the installed module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ludwright._core

STUBS = Path(__file__).parents[1] / "src" / "ludwright" / "_core"


def test_the_stubs_are_up_to_date(tmp_path: Path) -> None:
    """`make stubs` regenerates them."""
    assert ludwright._core.version()
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "ludwright._core", "-r"]
    subprocess.run([*command, "-O", str(tmp_path)], check=True)
    written = {path.name: path.read_text("utf-8") for path in (tmp_path / "_core").iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in STUBS.iterdir()}
    assert kept == written
