"""The family of the game Lots, for all tests of this folder."""

from __future__ import annotations

from tests.play.conftest import _lots

__all__ = ["_lots"]
