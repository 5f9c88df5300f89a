"""The test programs and the test module of the core, built once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.building import build


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder of the test programs, up to date."""
    return build("native_tests") / "native" / "test"
