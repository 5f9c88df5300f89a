"""The documents are up to date and complete, and have no broken links."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import typer

import ludwright
from ludwright.cli.main import app
from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.reference_page import anchor as criterion_anchor
from ludwright.families.combinatorial.vocabulary import Combinatorial
from ludwright.families.conquest.vocabulary import Conquest
from ludwright.families.railway.vocabulary import Railway
from ludwright.language.reference_page import anchor
from ludwright.play.roster import player_kinds
from tools.docs import FOLDER, pages

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
GENERATED = (
    "ludemes.md",
    "conquest-ludemes.md",
    "railway-ludemes.md",
    "cli.md",
    "players.md",
    "criteria.md",
    "conquest-criteria.md",
    "railway-criteria.md",
    "api.md",
)
FOREIGN = re.compile(
    r"/(work|home|root|tmp|Users)/|\b(claude|anthropic|openai|chatgpt|copilot|language model"
    r"|this [s]ession|colleague|sub[a]gent)\b",
    re.IGNORECASE,
)
"""Paths of one machine, and words about how the documents were made."""


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@cache
def generated() -> dict[str, str]:
    return pages()


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of a document."""
    text = path.read_text(encoding="utf-8")
    named = re.findall(r'<a id="([^"]+)">', text)
    titles = re.findall(r"^#+ (.+)$", CODE.sub("", text), re.MULTILINE)
    slugs = [re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles]
    return frozenset([*named, *slugs])


@pytest.mark.parametrize("name", GENERATED)
def test_the_generated_page_is_up_to_date(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    assert written == generated()[name], "run `make docs`"


def test_every_ludeme_has_its_heading() -> None:
    for name, vocabulary in (
        ("ludemes.md", Combinatorial.vocabulary),
        ("conquest-ludemes.md", Conquest.vocabulary),
        ("railway-ludemes.md", Railway.vocabulary),
    ):
        assert {anchor(ludeme) for ludeme in vocabulary.ludemes} <= anchors(FOLDER / name)


def test_every_player_has_its_heading() -> None:
    text = (FOLDER / "players.md").read_text(encoding="utf-8")
    for kind in player_kinds():
        assert f"## `{kind.name}`" in text


def test_every_criterion_has_its_heading() -> None:
    known = anchors(FOLDER / "criteria.md")
    assert {criterion_anchor(one) for one in criteria_of("combinatorial")} <= known
    known |= anchors(FOLDER / "conquest-criteria.md")
    assert {criterion_anchor(one) for one in criteria_of("conquest")} <= known
    known |= anchors(FOLDER / "railway-criteria.md")
    assert {criterion_anchor(one) for one in criteria_of("railway")} <= known


def test_every_command_has_its_heading() -> None:
    text = (FOLDER / "cli.md").read_text(encoding="utf-8")
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert {"check", "rules", "show", "play", "playtest", "replay", "games", "bench"} <= set(
        commands
    )
    for name in commands:
        assert re.search(rf"^## `ludwright {name}[ `]", text, re.MULTILINE), name


def test_every_public_name_has_its_heading() -> None:
    text = (FOLDER / "api.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### `(\w+)`", text, re.MULTILINE)
    assert sorted(headings) == ludwright.__all__


def test_the_python_in_the_readme_runs() -> None:
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {"__name__": "readme"})


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, place = target.partition("#")
        found = (path.parent / file).resolve() if file else path
        assert found.exists(), f"{name_of(path)} links to {target}"
        if place and found.suffix == ".md":
            assert place in anchors(found), f"{name_of(path)} links to {target}"


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_documents_speak_of_the_project_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [found[0] for found in FOREIGN.finditer(text)] == []


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    for path in folder.glob("[0-9]*.md"):
        assert path.name in listed


def test_the_glossary_defines_each_word_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| \*\*(.+?)\*\*", text, re.MULTILINE)
    assert words
    assert len(words) == len(set(words))
    assert words == sorted(words)


def test_sources_cite_papers_and_pages_of_this_project_alone() -> None:
    # Docstrings cited sections of a specification that readers do not have.
    for path in (ROOT / "src").rglob("*.py"):
        assert not re.search(r"\b\w+\.md \d", path.read_text(encoding="utf-8")), path
