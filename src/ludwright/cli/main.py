"""The entry point. Commands import what they need only when they run, so that help stays quick."""

from __future__ import annotations

import sys
from typing import Any

import typer
from typer.exceptions import TyperException

from ludwright import __version__
from ludwright.cli.console import BAD_INPUT, INTERRUPTED, OK
from ludwright.cli.contributed import ContributedGroup, experiment
from ludwright.cli.streams import close_stdout, open_streams
from ludwright.shown import shown


class Commands(ContributedGroup):
    """All commands; escape sequences in messages about the command line are made visible."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except TyperException as error:
            error.message = shown(error.message)
            raise


app = typer.Typer(
    cls=Commands,
    name="ludwright",
    help="Write, play, measure and evolve games.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"ludwright {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Write, play, measure and evolve games."""


def _add_commands() -> None:
    from ludwright.cli import (
        bench,
        check,
        critique,
        evolve,
        games,
        learn,
        play,
        playtest,
        replay,
        rules,
        runs,
        show,
        showcase,
    )

    app.command("check")(check.check)
    app.command("rules")(rules.rules)
    app.command("show")(show.show)
    app.command("play")(play.play)
    app.command("playtest")(playtest.playtest)
    app.command("replay")(replay.replay)
    app.command("games")(games.games)
    app.command("critique")(critique.critique)
    app.command("evolve")(evolve.evolve)
    app.add_typer(bench.app, name="bench")
    app.add_typer(runs.app, name="runs")
    app.add_typer(experiment, name="experiment")
    app.command("showcase")(showcase.showcase)
    app.command("learn")(learn.learn)


_add_commands()


def app_main() -> None:
    """Run the command line."""
    open_streams()
    stdout = sys.stdout
    code: Any = OK
    try:
        app()
    except SystemExit as end:
        # When the reader of help or the version is gone, Typer wraps stdout and exits with failure.
        code = end.code if sys.stdout is stdout else OK
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        code = INTERRUPTED
    sys.stdout = stdout
    problem = close_stdout()
    if problem and code in (None, OK):
        sys.stderr.write(f"error: the result cannot be written: {problem}\n")
        code = BAD_INPUT
    sys.exit(code)


if __name__ == "__main__":
    app_main()
