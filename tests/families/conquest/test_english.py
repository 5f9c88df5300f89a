"""The rules in English: every choice of every ludeme is told."""

from __future__ import annotations

import pytest

from ludwright.families.conquest.english import rules_text
from ludwright.families.conquest.library import game_names, open_game
from ludwright.presentation.rules_sections import rules_sections
from tests.families.conquest.small import conquest

MISSIONS = "(missions (hold West and-another) (occupy 4 2) (occupy 5) (destroy 2 4))"


def told(**clauses: str) -> str:
    """The rules of a small game on one line."""
    return " ".join(rules_text(conquest(**clauses)).split())


@pytest.mark.parametrize(
    ("clauses", "words"),
    [
        ({"setup": "(setup draft)"}, "The players choose territories in turn, beginning with Red"),
        ({"setup": "(setup random)"}, "The territories are dealt at random to the players in turn"),
        ({}, "There are no other armies at the beginning."),
        ({"setup": "(setup (by-seats 9 8 7))"}, "9 with two players, 8 with three players and 7"),
        ({"setup": "(setup (per-territory 2))"}, "two armies for each territory of the map"),
        ({"setup": "(setup (by-seats 9) scattered)"}, "on own territories drawn at random"),
        ({"setup": "(setup (by-seats 9) neutral)"}, "Each of the three begins with 9 armies."),
        ({"setup": "(setup next-seat)"}, "Whoever comes after the player who was given the last"),
        ({"reinforcement": "(reinforcement 1)"}, "one for each of your territories"),
        ({"reinforcement": "(reinforcement 2 ceiling)"}, "divided by two, rounded up"),
        (
            {"reinforcement": "(reinforcement 4 floor (least 5))"},
            "rounded down (but at least five)",
        ),
        ({"reinforcement": "(reinforcement (growing 7))"}, "grow by 7 per cent with every round"),
        ({"reinforcement": "(reinforcement inside)"}, "have to be placed in that continent"),
        ({"cards": "(cards any (series 4))"}, "Any three cards are a set."),
        ({"cards": "(cards kinds (series 4))"}, "A set is three cards of one kind or one of each"),
        ({"cards": "(cards kinds (series 4) (wilds 2))"}, "or any two cards and a wild one"),
        ({"cards": "(cards any (series 4 6 8) (step 3))"}, "the next ones 6 and 8; each set after"),
        (
            {"cards": "(cards any (series 4) (step 0))"},
            "each set after that brings as many as that",
        ),
        ({"cards": "(cards any (series 4) (depicted 2))"}, "put two armies on that territory"),
        ({"cards": "(cards any (series 4) (hold 6))"}, "While you hold six cards or more"),
        ({"cards": "(cards any (series 4) (at-once 8))"}, "If you then hold eight or more"),
        ({}, "There are no cards."),
        ({"battle": "(battle (attack-dice 1))"}, "choose your dice: one die"),
        ({"battle": "(battle (defence-dice 1))"}, "The defender rolls one die."),
        ({"battle": "(battle (defence-dice 3))"}, "then the second highest, then the third"),
        ({"battle": "(battle ties-to-attacker)"}, "if the dice are equal, the defender does"),
        ({"battle": "(battle to-the-end)"}, "They fight until either they or the defenders"),
        ({"battle": "(battle survivors)"}, "as many as you rolled dice, or after an assault all"),
        ({"battle": "(battle dice)"}, "As many move in as you rolled dice in the last roll."),
        ({"battle": "(battle all)"}, "All but one move in."),
        ({"battle": "(battle choice)"}, "You choose how many: at least as many as you rolled dice"),
        ({"fortify": "(fortify none)"}, "Armies cannot be moved between your territories"),
        (
            {"fortify": "(fortify one-adjacent)"},
            "may once move armies from one of your territories",
        ),
        ({"fortify": "(fortify one-connected)"}, "to any other that can be reached through"),
        ({"fortify": "(fortify each-army-once)"}, "but no army more than once"),
        ({"fortify": "(fortify unlimited)"}, "After 12 of these moves your turn ends."),
        ({"goal": "(share 70)"}, "own 70 per cent of the territories, that is 5 of 6"),
        ({"goal": MISSIONS}, "1: own all of West, and any one continent more."),
        ({"goal": MISSIONS}, "2: own 4 territories with at least two armies on each."),
        ({"goal": MISSIONS}, "4: eliminate Blue; if you are Blue yourself"),
        ({"limit": "(limit 48)"}, "After 48 turns, those of all players counted"),
    ],
)
def test_each_choice_is_told(clauses: dict[str, str], words: str) -> None:
    assert words in told(**clauses)


def test_continents_have_their_armies_sizes_and_territories() -> None:
    assert "- West: 2 armies, 3 territories (A, B and C)." in told()
    assert "- C: B and F." in told()


@pytest.mark.parametrize("name", game_names())
def test_rules_of_packaged_games_have_sections_and_no_names_of_ludemes(name: str) -> None:
    text = rules_text(open_game(name))
    sections = rules_sections(text)
    assert [one.heading for one in sections][:4] == ["Aim", "Players", "Map", "Set-up"]
    assert all(one.paragraphs for one in sections)
    assert max(map(len, text.splitlines())) <= 88
    for word in ("first-seat", "by-rolls", "to-the-end", "one-adjacent", "each-army-once", "None"):
        assert word not in text
