"""What the language needs to know of a family: the root of its games."""

from __future__ import annotations

from types import SimpleNamespace

from tests.language.toy import ToyGame

FAMILY = SimpleNamespace(root_class=lambda: ToyGame)
