"""`ludwright experiment …`: the experiments of conquest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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


@app.command("rossato-presets")
def rossato_presets(
    pairs: int = typer.Option(10, "--pairs", min=1, max=20, help="Pairs of searches."),
    matches: int = typer.Option(
        100, "--matches", "-n", min=4, max=MOST_MATCHES, help="Matches of each game."
    ),
    strong: str = typer.Option(
        "planner", "--strong", help="The player who shows whether playing well pays."
    ),
    out: Path = typer.Option(
        Path("runs/rossato-presets"), "--out", help="The folder of searches and figures."
    ),
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Compare the published genetic algorithm with ours, at equal numbers of matches."""
    with errors_told():
        from ludwright.experiments import rossato_presets as presets
        from ludwright.play.roster import make_player

        make_player(strong, presets.FAMILY)
        line = ProgressLine("searching", wanted=progress, quiet=quiet)
        try:
            found = presets.compare(pairs, matches, seed, strong, jobs_of(jobs), out, line)
        finally:
            line.close()
        remark("measuring what was found", quiet=quiet)
        data = found.to_json()
        files = {**presets.figures(data), **presets.pictures(found, data)}
        _written(out, "presets.json", data, files)
        if as_json:
            print_json(data)
            return
        for text in presets.table_lines(data):
            say(text)
        say(str(out))


@app.command("rossato-sweep")
def rossato_sweep(
    sample: int | None = typer.Option(
        None, "--sample", min=2, max=3250, help="So many runs, spread evenly over the grid."
    ),
    matches: int = typer.Option(
        100, "--matches", "-n", min=4, max=MOST_MATCHES, help="Matches of each game."
    ),
    out: Path = typer.Option(
        Path("runs/rossato-sweep"), "--out", help="The folder of runs and figures."
    ),
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Run the genetic algorithm of Rossato et al. 2023 with all hyper-parameters of their grid."""
    with errors_told():
        from ludwright.experiments import rossato_sweep as swept

        line = ProgressLine("running", wanted=progress, quiet=quiet)
        try:
            found = swept.sweep(sample, matches, seed, jobs_of(jobs), out, line)
        finally:
            line.close()
        remark("measuring what was found", quiet=quiet)
        data = found.to_json()
        _written(out, "sweep.json", data, swept.figures(found))
        if as_json:
            print_json(data)
            return
        for text in swept.table_lines(data):
            say(text)
        say(str(out))


def _written(out: Path, name: str, data: dict[str, Any], figures: dict[str, str]) -> None:
    """Write the results into the folder of an experiment, over those of an earlier start."""
    from ludwright.files import write_text

    write_text(out / name, json.dumps(data, indent=2) + "\n")
    for file, picture in figures.items():
        write_text(out / file, picture)
