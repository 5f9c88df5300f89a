"""Text that comes from outside, made visible: nothing in it steers a terminal or hides.

Games, names, notes and file names may hold escape sequences, which move the cursor, rename the
window or hide what follows, and marks that turn the direction of the text. Whoever prints a text or
puts it on a page passes it through `shown` at the end.
"""

from __future__ import annotations

import json
import re
from typing import Final

_HIDDEN: Final = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but for the tab and the end of a line
    "\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"  # direction, no width
    "\ud800-\udfff"  # halves of characters, which cannot be written at all
    "\U000e0000-\U000e007f"  # tags
    "]"
)


def shown(text: str) -> str:
    r"""The text with each character that cannot be seen written as Python does, such as \x1b."""
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def shown_json(text: str) -> str:
    r"""A JSON text with the same characters written as JSON does, such as \u009b."""
    return _HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text)
