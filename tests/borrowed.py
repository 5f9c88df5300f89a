"""A family outside the package, as a user's own would be: board games under another name.

Its module is written to a folder of the test, so that only what the parent process tells them lets
worker processes find it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.language import registry
from ludwright.language.game import Game, read_game
from ludwright.play.families import open_game

NAME = "borrowed"
FAMILY_TEXT = '''\
from dataclasses import replace
from typing import ClassVar

from ludwright.families.combinatorial.family import FAMILY as BOARDS
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.ludeme import Vocabulary


class Borrowed(BoardGame, word="borrowed"):
    """A board game of another family."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("borrowed")


FAMILY = replace(
    BOARDS,
    name="borrowed",
    title="borrowed games",
    root="borrowed_family:Borrowed",
    game_names=lambda: (),
    aliases=dict,
    players="",
    showcase=None,
    speed_games=(),
    commands="borrowed_commands:app",
    experiments="borrowed_commands:experiments",
)
'''
COMMANDS_TEXT = '''\
import typer

app = typer.Typer(rich_markup_mode=None)
experiments = typer.Typer(rich_markup_mode=None)


@app.command("forecast")
def forecast(attackers: int) -> None:
    """Say how a battle may go."""
    print(f"{attackers} attack")


@experiments.command("roundrobin")
def roundrobin() -> None:
    """Let all play against all."""
    print("all played")
'''


def register_borrowed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the family until the end of the test."""
    (folder / "borrowed_family.py").write_text(FAMILY_TEXT)
    (folder / "borrowed_commands.py").write_text(COMMANDS_TEXT)
    monkeypatch.syspath_prepend(str(folder))
    registry.registrations()
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    registry.register_family(NAME, "borrowed", "borrowed_family")


def borrowed_game() -> Game:
    """Tic-Tac-Toe as a game of the family."""
    return read_game(open_game("tic-tac-toe").text.replace("(game ", "(borrowed ", 1))
