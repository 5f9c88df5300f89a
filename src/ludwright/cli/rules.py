"""`ludwright rules`: the rules of a game in English."""

from __future__ import annotations

import typer

from ludwright.cli.console import (
    Game,
    Json,
    Quiet,
    complete_game,
    errors_told,
    print_json,
    say,
    sound_game,
)


def rules(
    game: str = typer.Argument(..., help=str(Game.help), autocompletion=complete_game),
    as_json: bool = Json,
    quiet: bool = Quiet,  # noqa: ARG001 - every command takes it
    text: bool = typer.Option(False, "--text", help="Print the text of the game instead."),
) -> None:
    """Print the rules of a game in English."""
    with errors_told():
        from ludwright.play.families import family_of

        found = sound_game(game)
        told = family_of(found).rules_text(found)
        if as_json:
            print_json(
                {"game": found.name, "digest": found.digest, "rules": told, "text": found.text}
            )
        else:
            say((found.text if text else told).rstrip())
