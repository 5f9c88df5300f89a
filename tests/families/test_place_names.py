"""Names of places as people type them."""

from __future__ import annotations

import pytest

from ludwright.families.place_names import find_place, key_of, near_text, strange_words

NAMES = ("New York", "New Orleans", "Atlanta", "Sault St. Marie", "York")
KEYS = tuple(map(key_of, NAMES))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("atl", "Atlanta"),
        ("ATLANTA", "Atlanta"),
        ("ny", "New York"),
        ("new_or", "New Orleans"),
        ("n y", "New York"),
        ("york", "York"),
        ("ssm", "Sault St. Marie"),
        ("marie", "Sault St. Marie"),
        ("sault st marie", "Sault St. Marie"),
        ("sault saint", "Sault St. Marie"),
        ("3", "Atlanta"),
        ("@1", "New York"),
    ],
)
def test_a_few_letters_or_the_number_are_enough(text: str, name: str) -> None:
    found = find_place(KEYS, text)
    assert found is not None
    assert NAMES[found] == name


@pytest.mark.parametrize("text", ["new", "", "x", "atlantis", "9", "new york city"])
def test_what_may_be_several_places_or_none_is_no_place(text: str) -> None:
    assert find_place(KEYS, text) is None


def test_names_that_are_like_a_strange_word_are_told() -> None:
    assert strange_words(["atl", "atalnta"], KEYS) == ["atalnta"]
    assert near_text(["atalnta"], NAMES, "city") == (
        "no city is like 'atalnta'; did you mean Atlanta?"
    )
    assert near_text(["qqq"], NAMES, "city") == "no city is like 'qqq'"


def test_a_strange_word_of_any_length_is_told_in_a_few() -> None:
    assert len(near_text(["9" * 5000] * 900, NAMES, "city")) < 300
