"""Dataclasses as plain data and back: the one place that writes and reads values as JSON types.

`plain_of` gives tables, lists, texts and numbers; `read_plain` checks every part of such data
against the annotations of a dataclass and builds it. Pydantic does the work. It is loaded on first
use, because many commands read and write no plain data. Dataclasses stay ordinary ones and need not
import it:

- Types are strict: no text is taken for a number. A list becomes a tuple where one is declared, a
  word becomes a member of an enumeration, and a whole number may stand for a number.
- Names that a class does not have are ignored, unless `only_known` is true, and missing ones take
  their default, so that older and newer files can be read.
- `field(metadata={"alias": "unscored"})` gives a part another name in plain data, and
  `field(default=inf, metadata={"exclude_if": isinf})` leaves a part out where the function is true.
- `field(metadata={"ge": 0})` requires a number of at least 0; what no type can express is checked
  in `__post_init__`, which raises ValueError.
- A class whose plain data has another shape says so with `own_form`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ludwright.errors import DataError
from ludwright.files import require_sound
from ludwright.shown import shown

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails
    from pydantic_core.core_schema import CoreSchema

Read = TypeVar("Read")

_EXPECTED: dict[str, str] = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "string_type": "a text",
    "none_required": "nothing",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "dict_type": "a table",
    "mapping_type": "a table",
    "dataclass_type": "a table",
    "unexpected_keyword_argument": "only known names",
}
"""What was expected, by pydantic's name of the error."""


def plain_of(value: Any, kind: Any = None) -> Any:
    """The value as tables, lists, texts and numbers, ready for JSON.

    `kind` is its type, such as `list[Score]`, where the class of the value does not say enough.
    """
    known: Any = type(value) if kind is None else kind
    # A part of another type than declared is a mistake in the program, never silently written.
    return _adapter(known).dump_python(value, mode="json", by_alias=True, warnings="error")


@overload
def read_plain(
    kind: type[Read], data: Any, *, place: str = "", way_out: str = "", only_known: bool = False
) -> Read: ...


@overload
def read_plain(
    kind: Any, data: Any, *, place: str = "", way_out: str = "", only_known: bool = False
) -> Any: ...


def read_plain(
    kind: Any, data: Any, *, place: str = "", way_out: str = "", only_known: bool = False
) -> Any:
    """The value that `plain_of` gave as plain data.

    Raises DataError with the place of the first mistake, after `place` (a file, for example), what
    was expected and what was found there, and `way_out`.
    """
    from pydantic import ValidationError
    from pydantic_core import to_json

    try:
        require_sound(data)
        text = to_json(data)
    except ValueError as error:
        raise DataError(_told(place, str(error), way_out)) from error
    try:
        # As JSON: there, strictness still takes lists for tuples and words for enumerations.
        return _adapter(kind).validate_json(
            text, strict=True, extra="forbid" if only_known else None
        )
    except ValidationError as error:
        found = min(error.errors(include_url=False), key=lambda one: _rank(one, data))
        path = _path(found["loc"], data, is_missing=found["type"] == "missing")
        where = f"{place}{': ' if place and path else ''}{path}"
        raise DataError(_told(where, _mistake(found), way_out)) from error


def own_form(read: Callable[[Any], Any], write: Callable[[Any], Any]) -> CoreSchema:
    """What `__get_pydantic_core_schema__` of a class with its own form of plain data returns."""
    from pydantic_core import core_schema

    written = core_schema.plain_serializer_function_ser_schema(write)
    return core_schema.no_info_plain_validator_function(read, serialization=written)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def _rank(found: ErrorDetails, data: Any) -> tuple[int, bool]:
    """Of the alternatives of a union, the one that fits best has its mistake deepest."""
    return -len(_steps(found["loc"], data, is_missing=False)), found["type"] == "missing"


def _steps(loc: Sequence[int | str], data: Any, *, is_missing: bool) -> list[int | str]:
    """The keys and indices of a place, without the names of alternatives in between."""
    steps: list[int | str] = []
    for step in loc:
        is_key = isinstance(data, dict) and step in data
        if is_key or (isinstance(data, list | tuple) and isinstance(step, int)):
            steps.append(step)
            data = data[step] if is_key or int(step) < len(data) else None
    return [*steps, loc[-1]] if is_missing else steps


def _path(loc: Sequence[int | str], data: Any, *, is_missing: bool) -> str:
    path = ""
    for step in _steps(loc, data, is_missing=is_missing):
        path += f"[{step}]" if isinstance(step, int) else f"{'.' if path else ''}{step[:60]}"
    return shown(path)


def _mistake(found: ErrorDetails) -> str:
    kind = found["type"]
    if kind == "missing":
        return "expected a value, got none"
    if kind in ("value_error", "assertion_error"):
        return str(found["ctx"]["error"])
    if kind == "unexpected_keyword_argument":
        return f"expected only known names, got {_short(found['loc'][-1])}"
    if kind == "greater_than_equal":
        return f"expected at least {found['ctx']['ge']:g}, got {_short(found['input'])}"
    expected = _EXPECTED.get(kind) or re.sub(r"^Input should be (a valid )?", "", found["msg"])
    return f"expected {expected}, got {_short(found['input'])}"


def _short(value: Any) -> str:
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    return f"{value!r:.40}"


def _told(place: str, message: str, way_out: str) -> str:
    return f"{place}{': ' if place else ''}{message}{'; ' if way_out else ''}{way_out}"
