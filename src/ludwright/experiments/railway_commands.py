"""Commands that railway games add to the command line."""

from __future__ import annotations

from pathlib import Path

import typer

from ludwright.cli.console import (
    Force,
    check_output,
    errors_told,
    open_game,
    remark,
    say,
    seed_option,
    sound_game,
)

app = typer.Typer(rich_markup_mode=None)

Seed = seed_option()


@app.callback()
def _options() -> None:
    """Commands of railway games."""


@app.command("name-cities")
def name_cities(
    game: str = typer.Argument(..., help="A railway game: its name or the path of its file."),
    places: Path = typer.Argument(
        ..., help="A CSV file with the columns name, longitude and latitude, in degrees."
    ),
    out: Path = typer.Option(..., "--out", help="The file to write the game to."),
    force: bool = Force,
) -> None:
    """Give the cities of a board the names of real places, the nearest on a map of them."""
    with errors_told():
        from ludwright.families.railway.metrics import board_of
        from ludwright.families.railway.network import Network
        from ludwright.families.railway.towns import on_map, read_places
        from ludwright.families.railway.variation import FAMILY, with_board
        from ludwright.files import write_text

        check_output(out, force=force)
        found = sound_game(game)
        if found.family != FAMILY:
            raise typer.BadParameter(f"expected a railway game, got one of {found.family}")
        network = Network.of(board_of(found))
        names = on_map(network, read_places(places))
        write_text(out, with_board(found, network, names).text)
        say(str(out))


@app.command("grow-board")
def grow_board(
    preset: str = typer.Option("ours", "--preset", help="The grammar: ours, or that of the paper."),
    reference: str = typer.Option(
        "north-america", "--reference", help="The game that gives the rules, and ours its measure."
    ),
    seats: int = typer.Option(4, "--seats", min=2, max=5, help="Players of the game."),
    seed: int = Seed,
    trace: bool = typer.Option(False, "--trace", help="Print every choice of the genome."),
    out: Path | None = typer.Option(None, "--out", help="The file to write the game to."),
    force: bool = Force,
) -> None:
    """Grow a board from a random genome by a grammar, and show how it came about."""
    with errors_told():
        from ludwright.families.railway.variation import grown, smith_rules
        from ludwright.files import write_text

        check_output(out, force=force)
        game, found = grown(preset, smith_rules(open_game(reference), seats), seed)
        if trace:
            say(found.trace)
        elif out is None:
            say(game.text.rstrip())
        if out is not None:
            write_text(out, game.text)
            say(str(out))
        remark(f"{found.used} codons used")
