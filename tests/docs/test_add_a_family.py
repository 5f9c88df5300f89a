"""The page about families shows the toy family as it is, names every part, and runs as printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from ludwright.play.family import Family
from tests.docs.documents import GAP, ROOT, Block, blocks_of, is_as_told

PAGE = ROOT / "docs" / "how-to" / "add-a-family.md"
TOY = ROOT / "tests" / "toy"
UNNAMED = ("__init__.py",)


def excerpts() -> list[Block]:
    return [block for block in blocks_of(PAGE) if block.file.startswith("tests/toy/")]


def is_excerpt(text: str, source: str) -> bool:
    """Whether the lines are consecutive lines of the source, in its order, except at gaps."""
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip() == GAP:
            parts.append([])
        else:
            parts[-1].append(line)
    rest = source.splitlines()
    for part in parts:
        starts = range(len(rest) - len(part) + 1)
        at = next((at for at in starts if rest[at : at + len(part)] == part), None)
        if at is None:
            return False
        rest = rest[at + len(part) :]
    return True


@pytest.mark.parametrize("block", excerpts(), ids=lambda block: block.file)
def test_code_is_quoted_from_the_toy_family(block: Block) -> None:
    assert is_excerpt(block.text, (ROOT / block.file).read_text(encoding="utf-8"))


def test_excerpts_are_consecutive_lines_in_order() -> None:
    source = "one\n  two\nthree\nfour\n"
    assert is_excerpt("one\n…\nthree\nfour\n", source)
    assert not is_excerpt("one\nthree\n", source)
    assert not is_excerpt("three\n…\none\n", source)
    assert not is_excerpt("two\n", source)


def test_every_part_of_the_toy_family_is_named() -> None:
    assert len({block.file for block in excerpts()}) >= 6
    text = PAGE.read_text(encoding="utf-8")
    files = [path.name for path in TOY.iterdir() if path.is_file() and path.name not in UNNAMED]
    assert [name for name in files if not re.search(rf"`(tests/toy/)?{name}`", text)] == []


def test_every_field_of_the_record_is_explained() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [one.name for one in fields(Family) if f"`{one.name}`" not in text] == []


def test_every_concept_of_positions_is_explained() -> None:
    declared = (ROOT / "native" / "play" / "position.h").read_text(encoding="utf-8")
    concepts = re.findall(r"^concept (\w+)", declared, re.MULTILINE)
    assert len(concepts) > 10
    rows = "\n".join(re.findall(r"^\| `.*", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert [name for name in concepts if f"`{name}`" not in rows] == []


def test_the_code_of_the_page_prints_what_is_shown(tmp_path: Path) -> None:
    blocks = blocks_of(PAGE)
    script = tmp_path / "page.py"
    code = [block.text for block in blocks if block.language == "python" and not block.file]
    script.write_text("\n".join(code), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shown = [block.text for block in blocks if block.language == "text"]
    assert len(shown) == 1
    assert is_as_told(tuple("".join(shown).splitlines()), done.stdout, is_timed=False), done.stdout
