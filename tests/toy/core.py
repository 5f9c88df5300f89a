"""The native part of the toy family, built when it is first imported."""

from __future__ import annotations

from tests.building import built_module

toy = built_module("_toy", "tests/toy")
