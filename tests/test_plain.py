"""Dataclasses become plain data and are read back, with mistakes told by their place."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf, isinf
from typing import Any

import numpy as np
import pytest

from ludwright.errors import DataError, StoreError
from ludwright.plain import own_form, plain_of, read_plain


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Weighed:
    value: float
    samples: int = field(metadata={"ge": 0})

    def __post_init__(self) -> None:
        if self.samples == 7:
            raise ValueError("expected any number of samples but 7")


@dataclass(frozen=True, slots=True)
class Missing:
    why: str = field(metadata={"alias": "unscored"})


@dataclass(frozen=True)
class Token:
    name: str
    colour: Colour
    weights: Mapping[str, Weighed | Missing]
    marks: tuple[str, ...] = ()
    most: float = field(default=inf, metadata={"exclude_if": isinf})


@dataclass(frozen=True)
class Pair:
    """Written as one text: `3-4`."""

    first: int
    second: int

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: Any) -> Any:
        return own_form(cls.parse, str)

    @classmethod
    def parse(cls, text: str) -> Pair:
        first, second = text.split("-")
        return cls(int(first), int(second))

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


TOKEN = Token("ox", Colour.RED, {"a": Weighed(1.5, 3), "b": Missing("lost")}, ("x", "y"))
PLAIN = {
    "name": "ox",
    "colour": "red",
    "weights": {"a": {"value": 1.5, "samples": 3}, "b": {"unscored": "lost"}},
    "marks": ["x", "y"],
}


def test_a_value_is_written_and_read_back() -> None:
    assert plain_of(TOKEN) == PLAIN
    assert read_plain(Token, json.loads(json.dumps(PLAIN))) == TOKEN
    assert plain_of([TOKEN], list[Token]) == [PLAIN]
    assert read_plain(list[Token], [PLAIN]) == [TOKEN]


def test_an_older_file_without_a_part_and_a_newer_one_with_another_are_read() -> None:
    old = {key: PLAIN[key] for key in ("name", "colour", "weights")}
    assert read_plain(Token, old).marks == ()
    assert read_plain(Token, {**PLAIN, "later": 1}) == TOKEN


def test_a_class_may_have_its_own_form() -> None:
    assert plain_of({"a": Pair(3, 4)}, dict[str, Pair]) == {"a": "3-4"}
    assert read_plain(dict[str, Pair], {"a": "3-4"}) == {"a": Pair(3, 4)}
    with pytest.raises(DataError, match="a: not enough values"):
        read_plain(dict[str, Pair], {"a": "3"})


def changed(**parts: Any) -> dict[str, Any]:
    return {**PLAIN, **parts}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (changed(name=3), "f: name: expected a text, got 3; do so"),
        (changed(name=True), "f: name: expected a text, got true; do so"),
        (changed(colour="green"), "f: colour: expected 'red' or 'blue', got 'green'; do so"),
        (changed(marks="xy"), "f: marks: expected a list, got 'xy'; do so"),
        (changed(marks=["x", None]), "f: marks[1]: expected a text, got nothing; do so"),
        (changed(most="9"), "f: most: expected a number, got '9'; do so"),
        (changed(most=inf), "f: expected a finite number, got inf; do so"),
        ({"name": "ox", "colour": "red"}, "f: weights: expected a value, got none; do so"),
        (
            changed(weights={"a": {"value": 1.5, "samples": 3.5}}),
            "f: weights.a.samples: expected a whole number, got 3.5; do so",
        ),
        (
            changed(weights={"a": {"value": 1.5, "samples": -1}}),
            "f: weights.a.samples: expected at least 0, got -1; do so",
        ),
        (
            changed(weights={"a": {"value": 1.5, "samples": 7}}),
            "f: weights.a: expected any number of samples but 7; do so",
        ),
        (
            changed(weights={"a\x1b[2J": {"value": "1", "samples": 1}}),
            "f: weights.a\\x1b[2J.value: expected a number, got '1'; do so",
        ),
        ([], "f: expected a table, got a list; do so"),
        (None, "f: expected a table, got nothing; do so"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_a_way_out(data: Any, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_plain(Token, data, place="f", way_out="do so")
    assert str(caught.value) == message
    assert isinstance(caught.value, StoreError)
    assert isinstance(caught.value, ValueError)


def test_an_unknown_name_is_refused_where_only_known_ones_are_wanted() -> None:
    with pytest.raises(DataError, match="mraks: expected only known names, got 'mraks'"):
        read_plain(Token, changed(mraks=1), only_known=True)


def test_text_that_cannot_be_encoded_is_a_mistake_not_a_crash() -> None:
    with pytest.raises(DataError, match="surrogates not allowed"):
        read_plain(Token, changed(name="\ud800"))


def test_a_value_of_another_type_than_declared_is_never_written() -> None:
    with pytest.raises(ValueError, match="Expected `str`"):
        plain_of(Token(3, Colour.RED, {}))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"numpy\.int64"):
        plain_of(Weighed(1.0, np.int64(3)))  # type: ignore[arg-type]


def test_loading_the_module_does_not_load_pydantic() -> None:
    code = "import sys, ludwright.plain; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
