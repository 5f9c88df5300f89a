from __future__ import annotations

import pytest

from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.play.families import family_of
from ludwright.presentation.rules_sections import RulesSection, goal_of, rules_sections

RULES = """\
A Game
======

Aim
  You win as soon as you make four
  in a row.

Moves
  In your turn do one of these:
  - Put a <Stone> on an empty cell, provided that
    something holds.
  - Pass.
  Nothing else is allowed.

End
  - Current wins if they have captured 3 pieces.
  Two passes in a row end the match.
"""


def test_rules_become_sections_with_whole_paragraphs_and_items() -> None:
    assert rules_sections(RULES) == [
        RulesSection("Aim", ("You win as soon as you make four in a row.",)),
        RulesSection(
            "Moves",
            (
                "In your turn do one of these:",
                "- Put a <Stone> on an empty cell, provided that something holds.",
                "- Pass.",
                "Nothing else is allowed.",
            ),
        ),
        RulesSection(
            "End",
            (
                "- Current wins if they have captured 3 pieces.",
                "Two passes in a row end the match.",
            ),
        ),
    ]
    assert rules_sections("") == []


def test_neighbouring_items_are_one_list() -> None:
    assert rules_sections(RULES)[1].blocks == [
        (False, ["In your turn do one of these:"]),
        (True, ["Put a <Stone> on an empty cell, provided that something holds.", "Pass."]),
        (False, ["Nothing else is allowed."]),
    ]


@pytest.mark.parametrize("name", game_names()[::9])
def test_the_goal_on_a_page_is_the_one_in_the_list_of_games(name: str) -> None:
    game = open_game(name)
    goal = family_of(game).summary(game).goal
    assert goal_of(game).casefold() == f"{goal}.".casefold()
