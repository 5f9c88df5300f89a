"""Rules in English."""

from __future__ import annotations

from ludwright.language.english import english, listing, number_word, plural, sentence
from ludwright.language.syntax import read
from tests.language.toy import Clause, Rule, Toy, grown_game


def test_templates_are_filled() -> None:
    assert english(read("(empty to)", Rule)) == "the to cell is empty"
    assert english(read("(empty A1)", Rule)) == "A1 is empty"
    assert english(read("(and (empty A1) (empty A2) (empty A3))", Rule)) == (
        "A1 is empty, A2 is empty and A3 is empty"
    )
    assert english(read("(or (empty A1) (empty A2))", Rule)) == "A1 is empty or A2 is empty"
    assert english(read("(White win (row 3))", Clause)) == "White wins if make 3 in a row"


def test_segments_are_dropped_when_a_field_is_absent() -> None:
    assert english(read("(row King 3)", Rule)) == "make 3 in a row of King"
    assert english(read("(row 3 strict)", Rule)) == "make 3 in a row strictly"


def test_a_ludeme_without_template_still_has_english() -> None:
    assert english(read("(> 3 (height to))", Rule)) == "> 3 the height of the to cell"
    for seed in range(20):
        assert english(grown_game(seed))
    assert all(english(read(cls.example, cls)) for cls in Toy.vocabulary.ludemes)


def test_sentences_and_lists() -> None:
    assert sentence(" white  moves , then black ") == "White moves, then black."
    assert sentence("Done!") == "Done!"
    assert sentence("") == ""
    assert listing([]) == ""
    assert listing(["a"]) == "a"
    assert listing(["a", "b", "c"], "or") == "a, b or c"


def test_numbers_and_plurals() -> None:
    assert [number_word(n) for n in (0, 3, 12, 13, -1)] == ["zero", "three", "twelve", "13", "-1"]
    assert plural(1, "piece") == "one piece"
    assert plural(3, "city") == "three cities"
    assert plural(20, "way") == "20 ways"
    assert plural(2, "box") == "two boxes"
