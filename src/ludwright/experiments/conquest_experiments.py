"""`ludwright experiment …`: the experiments of conquest."""

from __future__ import annotations

from pathlib import Path

import typer

from ludwright.cli.console import (
    MOST_MATCHES,
    Force,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    check_output,
    errors_told,
    jobs_of,
    jobs_option,
    print_json,
    remark,
    say,
    seed_option,
)

app = typer.Typer(rich_markup_mode=None)

Seed = seed_option()
Jobs = jobs_option("Threads")


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


@app.command("rossato-risk")
def rossato_risk(
    matches: int = typer.Option(
        300, "--matches", "-n", min=2, max=MOST_MATCHES, help="Matches of each map and limit."
    ),
    out: Path | None = typer.Option(None, "--out", help="The folder to write the plot to."),
    force: bool = Force,
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Measure Risk with its original parameters: Table 4 of Rossato et al. 2023."""
    with errors_told():
        from ludwright.experiments.conquest_rossato import rossato_risk as measured
        from ludwright.experiments.conquest_rossato import table_lines, table_plot
        from ludwright.files import write_text

        plot = None if out is None else out / "rossato-risk.svg"
        check_output(plot, force=force, makes_folder=True)
        line = ProgressLine("measuring", wanted=progress, quiet=quiet)
        try:
            found = measured(matches, seed, jobs_of(jobs), line)
        finally:
            line.close()
        if plot is not None:
            write_text(plot, table_plot(found))
        if as_json:
            print_json(found.to_json() | ({} if plot is None else {"files": [str(plot)]}))
            return
        for text in table_lines(found):
            say(text)
        if plot is not None:
            say(str(plot))
        remark(f"{4 * matches} matches in {found.seconds:.1f} s", quiet=quiet)
