"""The code blocks of the documents, as a reader would use them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAP = "…"
"""Stands for any text in a line, and alone in a line for any number of lines."""

_FENCE = re.compile(r"^( *)```(\S*) *(.*?)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w./-]+\.\w+)`[^`\n]*:\n*\Z")
"""The end of a paragraph that names the file whose text comes next."""


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    language: str
    remark: str
    """What follows the language: `timed` if the figures depend on the machine."""
    text: str
    file: str
    """The file named in the preceding paragraph, or ""."""


@dataclass(frozen=True)
class Session:
    """A command as typed, and its output according to the document."""

    command: str
    output: tuple[str, ...]
    is_timed: bool

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.command, comments=True)


def blocks_of(document: Path) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        indent, language, remark, body = match.groups()
        file = _FILE.search(text[: match.start()])
        body = re.sub(rf"^{indent}", "", body, flags=re.MULTILINE)
        found.append(Block(language, remark, body, file[1] if file else ""))
    return found


def block_for(document: Path, file: str) -> str:
    """The text of the block that the document gives for a file."""
    (text,) = (block.text for block in blocks_of(document) if block.file == file)
    return text


def sessions_of(block: Block) -> Iterator[Session]:
    """The commands of a block that shows their output."""
    if block.language != "console":
        return
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        first, _, rest = part.replace("\\\n", " ").partition("\n")
        yield Session(first, tuple(rest.splitlines()), block.remark == "timed")


def commands_of(document: Path) -> list[list[str]]:
    """Every command line of the program that the document shows."""
    lines: list[str] = []
    for block in blocks_of(document):
        if block.language == "console":
            lines += [session.command for session in sessions_of(block)]
        elif block.language == "sh":
            lines += block.text.replace("\\\n", " ").splitlines()
    split = [shlex.split(line, comments=True) for line in lines]
    return [words[1:] for words in split if words and words[0] == "ludwright"]


def is_as_told(expected: tuple[str, ...], printed: str, *, is_timed: bool) -> bool:
    """Whether the output matches the document, apart from gaps and machine-dependent figures."""
    lines = [r"(?:.*\n)*?" if line.strip() == GAP else _pattern(line) + r"\n" for line in expected]
    if is_timed:
        printed = _without_figures(printed)
        lines = [_without_figures(line) for line in lines]
    return re.fullmatch("".join(lines) + r"\s*", printed) is not None


def _pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.rstrip().split(GAP)) + " *"


def _without_figures(text: str) -> str:
    return re.sub(r"(?:\\?[ .,]|\d)*\d", " 0", text)
