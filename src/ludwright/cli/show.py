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
    check_output,
    complete_game,
    errors_told,
    open_game,
    print_json,
    remark,
    say,
)


def show(
    game: str = typer.Argument(..., help=str(Game.help), autocompletion=complete_game),
    moves: str = typer.Option("", "--moves", "-m", help='Moves to make first: "D4 E5 pass".'),
    output: Path | None = typer.Option(
        None, "--output", "-o", help="Write a picture here: .svg, .png, or .txt."
    ),
    text: bool = typer.Option(False, "--text", help="Print the board in characters (the default)."),
    legal: bool = typer.Option(False, "--legal", help="Mark where the next move can go."),
    force: bool = Force,
    width: int = typer.Option(800, "--width", min=16, max=8000, help="Of a PNG, in pixels."),
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Draw a position of a game: the start, or after some moves."""
    with errors_told():
        from ludwright.families.combinatorial.picture import draw_text, status

        check_output(output, force=force)
        position = position_after(open_game(game), moves)
        if output is not None:
            _save(position, output, legal=legal, width=width)
            if not as_json:
                remark(f"wrote {output}", quiet=quiet)
        if as_json:
            print_json({"game": position.rules.game.name, **position.view(position.seat)})
        elif text or output is None:
            say(draw_text(position, moves=legal).rstrip("\n"))
            say("\n".join(status(position)))


def position_after(game: Any, moves: str) -> Any:
    """The position after moves in notation, separated by spaces, commas or semicolons."""
    from ludwright.play.families import load_rules

    rules = load_rules(game)
    position: Any = rules.start()
    for word in moves.replace(",", " ").replace(";", " ").split():
        position = position.after(rules.read_move(position, word))
    return position


def _save(position: Any, output: Path, *, legal: bool, width: int) -> None:
    from ludwright.families.combinatorial.drawing import svg_to_png
    from ludwright.families.combinatorial.picture import draw_svg, draw_text
    from ludwright.files import write_bytes, write_text

    kind = output.suffix.lower()
    title = position.rules.game.name.replace("-", " ")
    if kind == ".svg":
        write_text(output, draw_svg(position, title=title, moves=legal))
    elif kind == ".png":
        picture = draw_svg(position, title=title, moves=legal)
        write_bytes(output, svg_to_png(picture, width=width))
    elif kind == ".txt":
        write_text(output, draw_text(position, moves=legal))
    else:
        raise typer.BadParameter(f"expected a name that ends in .svg, .png or .txt, got {output}")
