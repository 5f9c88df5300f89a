"""Tests mirror the source: `tests/play/test_roster.py` for `play/roster.py`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "ludwright"
TESTS = ROOT / "tests"


def test_tests_of_a_module_were_in_the_folder_of_another_package() -> None:
    """A test file with a module's name is where the module is; others are named for a topic."""
    folders: dict[str, set[Path]] = {}
    for module in SOURCE.rglob("*.py"):
        folders.setdefault(module.stem, set()).add(module.parent.relative_to(SOURCE))
    files = sorted(TESTS.rglob("test_*.py"))
    assert len(files) > 100
    named = [(file, folders.get(file.stem.removeprefix("test_"))) for file in files]
    astray = [
        file.relative_to(ROOT).as_posix()
        for file, places in named
        if places is not None and file.parent.relative_to(TESTS) not in places
    ]
    assert astray == []
