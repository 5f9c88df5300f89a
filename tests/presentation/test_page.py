from __future__ import annotations

from ludwright.presentation.page import goal_of, html_page, rules_html, rules_sections

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
        ("Aim", ["You win as soon as you make four in a row."]),
        (
            "Moves",
            [
                "In your turn do one of these:",
                "- Put a <Stone> on an empty cell, provided that something holds.",
                "- Pass.",
                "Nothing else is allowed.",
            ],
        ),
        (
            "End",
            [
                "- Current wins if they have captured 3 pieces.",
                "Two passes in a row end the match.",
            ],
        ),
    ]


def test_rules_are_lists_where_they_list_and_always_escaped() -> None:
    html = rules_html(RULES)
    assert html.count("<ul>") == 2
    assert html.count("<li>") == 3
    assert "&lt;Stone&gt;" in html
    assert rules_html("") == ""


def test_a_goal_is_the_aim_or_else_the_first_way_to_end() -> None:
    assert goal_of(RULES) == "You win as soon as you make four in a row."
    without = RULES.replace("\nAim\n  You win as soon as you make four\n  in a row.\n", "")
    assert goal_of(without) == "Current wins if they have captured 3 pieces."
    assert goal_of("") == ""


def test_a_page_fits_a_phone_and_follows_light_and_dark() -> None:
    page = html_page("A <b>", "<p>x</p>")
    assert "<h1>A &lt;b&gt;</h1>" in page
    assert "width=device-width" in page
    assert "prefers-color-scheme:dark" in page
    assert "max-width:40rem" in page
