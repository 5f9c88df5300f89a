"""Commands that families add to the command line; no module here names a family.

The record of a family says where a typer application is. It is imported only when its commands are
listed, or when a command is called that is none of ours, so that our own start quickly.
"""

from __future__ import annotations

from typing import Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_group


class ContributedGroup(TyperGroup):
    """Commands, and after them those that the records of families name."""

    part: ClassVar[str] = "commands"
    """The field of `Family` with the path of the application."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        self._add_contributed()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or None."""
        if cmd_name not in self.commands:
            self._add_contributed()
        return super().get_command(ctx, cmd_name)

    def _add_contributed(self) -> None:
        from ludwright.language.registry import family_names, loaded, record_named

        for name in family_names():
            path = getattr(record_named(name), self.part)
            if path:
                for command, called in get_group(loaded(path)).commands.items():
                    self.commands.setdefault(command, called)


class Experiments(ContributedGroup):
    """The experiments of all families."""

    part: ClassVar[str] = "experiments"


experiment = typer.Typer(
    cls=Experiments,
    help="Reproduce the papers' tables and figures; started again, an experiment continues.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
"""`ludwright experiment`: every experiment comes from a family."""
