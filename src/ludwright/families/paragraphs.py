"""Rules in English as a text: a title, then sections of paragraphs and lists."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

WIDTH: int = 88
"""Characters in a line of the text."""


def sections_text(name: str, sections: Iterable[tuple[str, Iterable[str]]]) -> str:
    """The rules of the game of that name: a block for each section that says anything.

    A paragraph that begins with a dash is an item of a list.
    """
    title = name.replace("-", " ") or "A game without a name"
    blocks = [title, "=" * len(title)]
    for heading, paragraphs in sections:
        told = [_wrapped(line) for line in paragraphs]
        if told:
            blocks += ["", heading, *told]
    return "\n".join(blocks) + "\n"


def _wrapped(line: str) -> str:
    indent = "    " if line.startswith("- ") else "  "
    return fill(line, WIDTH, initial_indent="  ", subsequent_indent=indent, break_on_hyphens=False)
