"""The commands in the documents work and print what is shown."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from ludwright.cli.main import app
from tests.docs.documents import ROOT, Session, blocks_of, commands_of, is_as_told, sessions_of

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
SPEAKING = [
    path for path in DOCUMENTS if any(block.language == "console" for block in blocks_of(path))
]


def parsed(arguments: list[str]) -> None:
    """Read a command line as the program would, without running it."""
    command = typer.main.get_command(app)
    context = command.make_context("ludwright", list(arguments))
    while isinstance(command, TyperGroup):
        rest = [*context._protected_args, *context.args]
        name, found, rest = command.resolve_command(context, rest)
        assert found is not None
        command = found
        context = command.make_context(name, rest, parent=context)


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_every_command_line_is_one_the_program_takes(document: Path) -> None:
    for arguments in commands_of(document):
        parsed(arguments)


def test_a_command_line_that_is_not_taken_is_noticed() -> None:
    with pytest.raises(Exception, match=r"(?i)no such option"):
        parsed(["playtest", "yavalath", "--no-such-option"])


def run(session: Session, folder: Path) -> str:
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", session.command],
        cwd=folder,
        env={**os.environ, "PATH": programs},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    # A terminal shows both; messages come first where there is no result.
    return done.stdout or done.stderr


@pytest.mark.parametrize(
    "document", SPEAKING, ids=[str(path.relative_to(ROOT)) for path in SPEAKING]
)
def test_commands_print_what_the_document_shows(document: Path, tmp_path: Path) -> None:
    for block in blocks_of(document):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        for session in sessions_of(block):
            if not session.output and session.arguments[0] == "ludwright":
                continue  # Shown without output: long runs and matches with a person.
            printed = run(session, tmp_path)
            assert is_as_told(session.output, printed, is_timed=session.is_timed), (
                f"{session.command} printed\n{printed}"
            )


def test_gaps_stand_for_any_lines_and_nothing_else_does() -> None:
    told = ("one", "…", "four … six")
    assert is_as_told(told, "one\ntwo\nthree\nfour five six\n", is_timed=False)
    assert is_as_told(told, "one\nfour 5 six\n", is_timed=False)
    assert not is_as_told(told, "one\ntwo\n", is_timed=False)


def test_timed_figures_may_differ_and_words_may_not() -> None:
    told = ("hex  634,869  107.5",)
    assert is_as_told(told, "hex 34,001 9.5\n", is_timed=True)
    assert not is_as_told(told, "hux  634,869  107.5\n", is_timed=True)
    assert not is_as_told(told, "hex  634,868  107.5\n", is_timed=False)
