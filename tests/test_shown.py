"""Text from outside is made visible, and cannot control a terminal."""

from __future__ import annotations

import json

import pytest

from ludwright.shown import shown, shown_json


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b2J", r"\x9b2J"),
        ("a\rb\x00\x7f", r"a\rb\x00\x7f"),
        ("\u202eevil\u2066", r"\u202eevil\u2066"),
        ("\udc80", r"\udc80"),
        ("\U000e0041", r"\U000e0041"),
        ("tabs\tand lines\n", "tabs\tand lines\n"),
        ("Ὀδυσσεύς ●★♞ שלום", "Ὀδυσσεύς ●★♞ שלום"),
    ],
)
def test_characters_that_cannot_be_seen_are_escaped(text: str, seen: str) -> None:
    assert shown(text) == seen
    shown(text).encode()


def test_json_stays_json_and_says_the_same() -> None:
    data = {"\x1b\x9b": ["\u202e", "\udc80", "\U000e0041", "é\n\t"]}
    text = shown_json(json.dumps(data, ensure_ascii=False, indent=2))
    assert json.loads(text) == data
    assert not set(text) & {"\x1b", "\x9b", "\u202e", "\udc80", "\U000e0041"}
