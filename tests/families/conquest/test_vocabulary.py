"""Every word of conquest games can be read and written, and every choice of the rules has one."""

from __future__ import annotations

import pytest

from ludwright.errors import GameSyntaxError
from ludwright.families.conquest import vocabulary as v
from ludwright.language.check import check, type_findings
from ludwright.language.game import game_of
from ludwright.language.json_form import from_json, to_json
from ludwright.language.ludeme import Ludeme
from ludwright.language.syntax import read, write, write_line
from tests.families.conquest.small import conquest

LUDEMES = v.Conquest.vocabulary.ludemes

CLAUSES = {
    "setup": (
        "(setup)",
        "(setup draft)",
        "(setup random (by-seats 40 35 30) scattered)",
        "(setup (per-territory 3) chosen neutral next-seat)",
    ),
    "reinforcement": (
        *(f"(reinforcement {divisor} {way})" for divisor in range(1, 5) for way in v.Rounding),
        "(reinforcement (least 5) (growing 5))",
        "(reinforcement inside)",
    ),
    "cards": (
        "",
        "(cards any (series 2 4 6) (step 5))",
        "(cards kinds (series 4 6 8 10 12 15) (wilds 2) (depicted 2) (hold 6) (at-once 5))",
    ),
    "battle": (
        *(
            f"(battle (attack-dice {dice}) (defence-dice {against}) {ties})"
            for dice in range(1, 4)
            for against in range(1, 4)
            for ties in v.Ties
        ),
        *(f"(battle {fighting} {move})" for fighting in v.Fighting for move in v.Occupation),
    ),
    "fortify": tuple(f"(fortify {way})" for way in v.Fortifying),
    "goal": (
        "",
        "(share 70)",
        "(missions (hold West) (hold East and-another) (occupy 3 2) (destroy 2 4))",
    ),
    "limit": ("", "(limit 48)"),
}


@pytest.mark.parametrize("ludeme", LUDEMES, ids=lambda one: one.__name__)
def test_the_example_of_a_ludeme_is_read_and_written(ludeme: type[Ludeme]) -> None:
    tree = read(ludeme.example, ludeme)
    assert type(tree) is ludeme
    assert read(write(tree), ludeme) == tree
    assert from_json(to_json(tree), ludeme) == tree
    assert not type_findings(tree)
    assert ludeme.__doc__


def test_the_example_of_the_root_is_sound() -> None:
    assert check(game_of(v.ConquestGame.example, v.ConquestGame)) == []


@pytest.mark.parametrize(
    ("part", "clause"), [(part, one) for part, clauses in CLAUSES.items() for one in clauses]
)
def test_every_choice_of_the_rules_can_be_written(part: str, clause: str) -> None:
    game = conquest(**{part: clause})
    assert check(game) == []
    again = game_of(game.text, v.ConquestGame)
    assert again == game
    assert again.digest == game.digest


def test_choices_have_different_digests() -> None:
    texts = {conquest(**{part: one}).text for part, clauses in CLAUSES.items() for one in clauses}
    digests = {game_of(text, v.ConquestGame).digest for text in texts}
    assert len(digests) == len(texts)


def test_a_turn_without_armies_would_leave_nobody_anything_to_decide() -> None:
    with pytest.raises(GameSyntaxError, match="from 1 to 20 armies"):
        conquest(reinforcement="(reinforcement (least 0))")


def test_a_word_of_the_language_as_a_name_of_a_continent_was_taken_for_the_word() -> None:
    mission = read('(hold "and-another" Asia)', v.Hold)
    assert write_line(mission) == '(hold "and-another" Asia)'
    assert write_line(read("(hold Asia and-another)", v.Hold)) == "(hold Asia and-another)"
