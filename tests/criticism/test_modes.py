"""The names of modes are the same wherever evidence is gathered and used."""

from __future__ import annotations

import ast
from pathlib import Path

from ludwright.criticism import modes
from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.effort import FULL, QUICK, plan_of
from ludwright.criticism.modes import DEEP, DEEPER, ORDINARY_MODES, SKILL_MODES, deeper, skill

SOURCE = Path(modes.__file__).parents[1]


def test_every_criterion_needs_modes_that_a_full_critique_plays() -> None:
    played = {mode.name for mode in plan_of("combinatorial").modes(FULL, 2)} | {DEEP}
    for one in criteria_of("combinatorial"):
        assert set(one.needs) <= played, one.name
    assert {mode.name for mode in plan_of("combinatorial").modes(QUICK, 2)} == ORDINARY_MODES


def test_numbered_modes_are_named_in_order() -> None:
    assert tuple(map(deeper, (2, 3, 4))) == DEEPER
    assert tuple(map(skill, (1, 2, 3, 4))) == SKILL_MODES


def test_names_of_modes_were_written_in_five_files() -> None:
    names = {"other-first", *DEEPER, *SKILL_MODES}
    found = [
        path.name
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert found == ["modes.py"]
