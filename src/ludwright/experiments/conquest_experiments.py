"""`ludwright experiment …`: the experiments of conquest."""

from __future__ import annotations

import typer

from ludwright.cli.console import (
    MOST_MATCHES,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    errors_told,
    print_json,
    remark,
    say,
    seed_option,
)

app = typer.Typer(rich_markup_mode=None)

Seed = seed_option()


@app.callback()
def _options() -> None:
    """Experiments of conquest."""


@app.command("characters")
def characters(
    matches: int = typer.Option(
        4000, "--matches", "-n", min=15, max=MOST_MATCHES, help="Matches, each of a random group."
    ),
    seats: int = typer.Option(4, "--seats", min=2, max=6, help="Players in each match."),
    seed: int = Seed,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Rank the players of known character among each other, beside the published order."""
    with errors_told():
        from ludwright.experiments.conquest_characters import ranking, ranking_lines

        line = ProgressLine("playing", wanted=progress, quiet=quiet)
        try:
            found = ranking(matches, seats, seed, told=line)
        finally:
            line.close()
        if as_json:
            print_json(found.to_json())
            return
        for text in ranking_lines(found):
            say(text)
        each = 1000 * found.seconds / matches
        remark(f"{matches} matches in {found.seconds:.0f} s, {each:.1f} ms each", quiet=quiet)
