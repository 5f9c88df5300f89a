"""Makes text from outside safe to print: nothing in it can control a terminal or stay invisible.

Games, names, notes and file names may contain escape sequences, which move the cursor, rename the
window or hide what follows, and marks that reverse the direction of text. Code that prints a text
or puts it on a page passes it through `shown` last.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from typing import Any, Final

_HIDDEN: Final = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, except tab and line feed
    "\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"  # direction, zero width
    "\ud800-\udfff"  # lone surrogates, which cannot be encoded
    "\U000e0000-\U000e007f"  # tags
    "]"
)


def shown(text: str) -> str:
    r"""The text with each invisible character escaped as in Python, such as \x1b."""
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def brief(text: str, most: int = 80) -> str:
    """The text on one line of at most this length, safe to print."""
    line = " ".join(text[: 4 * most].split())
    return shown(line if len(line) <= most else f"{line[: most - 1]}…")


def shown_json(text: str) -> str:
    r"""A JSON text with the same characters escaped as in JSON, such as \u009b."""
    return _HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


def displayed(how: str, value: Any) -> Any:
    """What a notebook shows of a value: the result of this function of `presentation/reprs.py`.

    Classes of all packages call it. It is found by name and only when asked, because those packages
    do not depend on pages and plots.
    """
    return getattr(import_module("ludwright.presentation.reprs"), how)(value)
