"""The test programs and the test module of the core, built once for all tests."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tests.building import build


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder of the test programs, up to date."""
    return build("native_tests") / "native" / "test"


@pytest.fixture(scope="session")
def game(programs: Path) -> Any:
    """The test module, which one process must not load twice."""
    (path,) = programs.glob("die_and_card*.so")
    spec = spec_from_file_location("die_and_card", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
