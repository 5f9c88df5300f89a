"""The toy family is registered for the tests in this folder only."""

from __future__ import annotations

import pytest

from ludwright.language import registry


@pytest.fixture(autouse=True)
def toy_family(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the family until the end of the test."""
    registry.registrations()
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    registry.register_family("toy", "toy", "tests.toy.family")
