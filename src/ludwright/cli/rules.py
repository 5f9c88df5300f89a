"""`ludwright rules`: the rules of a game in English."""

from __future__ import annotations

import typer

from ludwright.cli.console import (
    Game,
    Json,
    Quiet,
    complete_game,
    errors_told,
    open_game,
    print_json,
    say,
)


def rules(
    game: str = typer.Argument(..., help=str(Game.help), autocompletion=complete_game),
    as_json: bool = Json,
    quiet: bool = Quiet,  # noqa: ARG001 - every command takes it
    text: bool = typer.Option(False, "--text", help="Print the text of the game instead."),
) -> None:
    """Print the rules of a game in English."""
    with errors_told():
        from ludwright.language.check import require_sound
        from ludwright.play.families import family_of

        found = open_game(game)
        require_sound(found)
        told = family_of(found).rules_text(found)
        if as_json:
            print_json(
                {"game": found.name, "digest": found.digest, "rules": told, "text": found.text}
            )
        else:
            say((found.text if text else told).rstrip())
