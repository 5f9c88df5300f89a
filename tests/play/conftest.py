"""Shared by the tests of play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludwright.language import registry
from tests.play import lots


@pytest.fixture(autouse=True, scope="module")
def _lots() -> Iterator[None]:
    """Lots is a family here, and nowhere else: other tests count the families."""
    registry.register_family("lots", "lots", lots.__name__)
    yield
    registry._registered.pop("lots", None)
