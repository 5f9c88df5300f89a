"""`ludwright show`: a position as a picture or as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    Force,
    Game,
    Json,
    Quiet,
    Seats,
    check_output,
    complete_game,
    errors_told,
    open_game,
    print_json,
    remark,
    say,
)
from ludwright.cli.paint import board_paint


def show(
    game: str = typer.Argument(..., help=str(Game.help), autocompletion=complete_game),
    moves: str = typer.Option(
        "", "--moves", "-m", help='Make these moves first: "D4 E5 pass" or "1. D4 E5  2. pass".'
    ),
    load: str | None = typer.Option(
        None, "--load", help="First make the moves of the match in this file, or on stdin for -."
    ),
    output: Path | None = typer.Option(
        None, "--output", "-o", help="Write the position to this .svg, .png or .txt file."
    ),
    text: bool = typer.Option(
        False, "--text", help="Print the board as text; the default without --output."
    ),
    seats: int | None = Seats,
    legal: bool = typer.Option(False, "--legal", help="Mark where the next move can go."),
    force: bool = Force,
    width: int = typer.Option(
        800, "--width", min=16, max=8000, help="Width of a .png file, in pixels."
    ),
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Draw a position of a game: the start, or after some moves."""
    with errors_told():
        from ludwright.play.families import family_of

        check_output(output, force=force)
        position = position_after(open_game(game), moves, load, seats)
        family = family_of(position.rules.game)
        if output is not None:
            _save(family, position, output, legal=legal, width=width)
            if not as_json:
                remark(f"wrote {output}", quiet=quiet)
        if as_json:
            ending = None if position.outcome() is None else family.ending(position)
            view = position.view(position.seat)
            print_json({"game": position.rules.game.name, **view, "ending": ending})
        elif text or output is None:
            say(family.draw_text(position, moves=legal, paint=board_paint()).rstrip("\n"))
            say("\n".join(family.status(position)))


def position_after(game: Any, moves: str, load: str | None = None, seats: int | None = None) -> Any:
    """The position after the match in a file, then after moves in notation."""
    from ludwright.cli.match_files import match_of
    from ludwright.play.families import load_rules
    from ludwright.table.notation import MOST_MOVES, move_words
    from ludwright.table.table import PERSON, Table

    match = match_of(load) if load is not None else None
    if seats is None and match is not None and match.players:
        seats = len(match.players)
    rules = load_rules(game, seats)
    table = Table(rules, [PERSON] * rules.seats, max_plies=MOST_MOVES, is_open=True)
    if match is not None:
        table.load(match, "stdin" if load == "-" else str(load))
    table.make_all(move_words(moves))
    return table.position


def _save(family: Any, position: Any, output: Path, *, legal: bool, width: int) -> None:
    from ludwright.files import write_bytes, write_text
    from ludwright.presentation.picture_file import svg_to_png

    kind = output.suffix.lower()
    title = position.rules.game.name.replace("-", " ")
    if kind == ".svg":
        write_text(output, family.draw_svg(position, title=title, moves=legal))
    elif kind == ".png":
        picture = family.draw_svg(position, title=title, moves=legal)
        write_bytes(output, svg_to_png(picture, width=width))
    elif kind == ".txt":
        write_text(output, family.draw_text(position, moves=legal))
    else:
        raise typer.BadParameter(f"expected a name that ends in .svg, .png or .txt, got {output}")
