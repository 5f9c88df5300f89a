"""What ludemes state about themselves, so that nothing else has to list them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.criteria import CRITERIA
from ludwright.families.combinatorial.endings import _Explanation
from ludwright.families.combinatorial.policy import ADVISORS
from ludwright.families.combinatorial.reference import ReferenceRules
from ludwright.families.combinatorial.rules_in_english import condition_in_english
from ludwright.language.ludeme import field_specs
from ludwright.language.syntax import read

COMBINATORIAL = Path(v.__file__).parent
ENDS = [one for one in v.Combinatorial.vocabulary.ludemes if issubclass(one, v.EndCondition)]
GOALS = [
    end for end in ENDS if not any(spec.types == (v.EndCondition,) for spec in field_specs(end))
]
"""The end conditions that do not merely combine others."""
LISTS = ("criteria.py", "policy.py", "summary.py", "variation.py")
"""Modules that once listed every end condition."""
SPECIAL = {
    # A player loses by it, so the weight of its advisor is turned around.
    "policy.py": {"Eliminate", "NoPieces"},
    # They use limited tables of the core.
    "variation.py": {"Pattern", "Reach"},
}


@pytest.mark.parametrize("end", GOALS, ids=lambda end: end.__name__)
def test_an_end_condition_had_no_concept_or_an_unknown_advisor(end: type[v.EndCondition]) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", end.concept)
    assert end.advisor in ("", *ADVISORS)
    assert end.english
    # Nobody comes nearer to `no-moves`: it only says when other goals are evaluated.
    assert bool(end.advisor) == (end is not v.NoMoves)


def test_every_goal_belongs_to_one_intrinsic_criterion() -> None:
    formulas = [one.formula for one in CRITERIA if one.name.startswith("goal-")]
    for end in GOALS:
        told = sum(f"`{end.word}`" in formula for formula in formulas)
        assert told == bool(end.advisor), end


@pytest.mark.parametrize("file", LISTS)
def test_an_end_condition_had_to_be_listed_in_many_files(file: str) -> None:
    names = set(re.findall(r"\bv\.(\w+)", (COMBINATORIAL / file).read_text(encoding="utf-8")))
    assert names & {end.__name__ for end in GOALS} <= SPECIAL.get(file, set())


def test_an_end_condition_is_told_by_its_class_alone() -> None:
    """A new end condition needs no entry in the modules that write English."""
    entered = list(v.Combinatorial.vocabulary.ludemes)
    try:

        class Surround(
            v.EndCondition,
            word="surround-some",
            english="surround {count|cell} with {record}{nbors}",
            ended="has surrounded {count|cell}",
            concept="territory",
        ):
            """The player has surrounded cells."""

            record: v.PieceRecord | None = None
            count: int
            nbors: v.Nbors | None = None

    finally:
        v.Combinatorial.vocabulary.ludemes[:] = entered
        v.Combinatorial.vocabulary._members.clear()
    board = "(players White Black) (board (tiling square) (size 3))"
    text = f"(game Small {board} (end (All win (in-a-row 3))))"
    root = read(text, v.BoardGame, "small")
    assert isinstance(root, v.BoardGame)
    goal = Surround(count=5, nbors=v.Nbors.I_NBORS)
    words = "surround five cells with your pieces along diagonals"
    assert condition_in_english(root, goal) == f"you {words}"
    assert condition_in_english(root, v.EndNot(condition=goal)) == f"you do not {words}"
    final = ReferenceRules(root).start()
    told = _Explanation(root, final.scene(0), final.facts(0), ("White", "Black"))._fact(goal)
    assert str(told) == "White has surrounded five cells"


def test_tags_are_those_of_the_ludemes() -> None:
    tagged = {one.__name__: one.tags for one in v.Combinatorial.vocabulary.ludemes if one.tags}  # type: ignore[attr-defined]
    assert tagged["InARow"] == ("line",)
    assert tagged["StackEnd"] == tagged["Height"] == ("stacking",)
    assert "Pattern" not in tagged, "tags are not inherited from concepts"
