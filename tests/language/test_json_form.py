"""Ludemes as JSON."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.errors import GameCheckError, LimitExceeded
from ludwright.language.json_form import from_json, to_json
from ludwright.language.syntax import read
from tests.language.toy import SEEDS, Rule, ToyGame, grown_game


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=200, deadline=None)
def test_json_is_inverted(seed: int) -> None:
    game = grown_game(seed)
    assert from_json(json.loads(json.dumps(to_json(game))), ToyGame) == game


def test_json_is_plain() -> None:
    form = to_json(read("(row King 3 strict)", Rule))
    piece = {"ludeme": "Piece", "name": "King"}
    assert form == {"ludeme": "row", "piece": piece, "count": 3, "is_strict": True}


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("ludeme",), "tow", ""),
        (("ludeme",), 3, ""),
        (("extra",), 3, ""),
        (("size",), 3, "size"),
        (("size",), ["x"], "size[0]"),
        (("size",), [1.5], "size[0]"),
        (("size",), [99], "size[0]"),
        (("end",), [], "end"),
        (("end", 0, "result"), "wim", "end[0].result"),
        (("end", 0, "rule"), None, "end[0].rule"),
        (("end", 0, "rule"), {"ludeme": "toy"}, "end[0].rule"),
        (("end", 0, "rule"), {"ludeme": "row"}, "end[0].rule.count"),
    ],
)
def test_bad_json_is_refused_with_its_place(path: tuple[Any, ...], value: Any, place: str) -> None:
    form: Any = to_json(read(SEEDS[0], ToyGame))
    inner = form
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(GameCheckError) as caught:
        from_json(form, ToyGame)
    assert caught.value.findings[0].place == place


def test_deep_json_is_refused() -> None:
    form: dict[str, Any] = {"ludeme": "empty", "cell": "to"}
    for _ in range(500):
        form = {"ludeme": "not", "rule": form}
    with pytest.raises(LimitExceeded):
        from_json(form, Rule)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["to", "row", "All"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["ludeme", "rule", "rules", "cell", "text"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(json_values)
@settings(max_examples=200, deadline=None)
def test_any_json_raises_only_our_errors(form: Any) -> None:
    with suppress(GameCheckError, LimitExceeded):
        from_json(form, Rule)
