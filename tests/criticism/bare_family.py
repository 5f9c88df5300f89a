"""A family whose record says nothing about criticism: board games without everything of theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludwright.play.families import Family, family_named

BARE: dict[str, Any] = {
    "efforts": "",
    "thresholds": "",
    "profile": "",
    "profiles": {},
    "peers": (),
    "other_first": None,
}
_MODULES = ("effort", "viability", "profile", "peers")


def have_record(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> Family:
    """Let criticism see board games with other fields in their record."""
    family = replace(family_named("combinatorial"), **fields)
    for module in _MODULES:
        monkeypatch.setattr(f"ludwright.criticism.{module}.family_named", lambda _: family)
    monkeypatch.setattr("ludwright.criticism.gathering.family_of", lambda _: family)
    return family
