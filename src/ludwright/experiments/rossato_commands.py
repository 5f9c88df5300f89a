"""`ludwright experiment rossato-…`: evolution as in Rossato et al. 2023, and ours beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    MOST_MATCHES,
    Json,
    Progress,
    ProgressLine,
    Quiet,
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
Jobs = jobs_option("Worker processes")


@app.command("rossato-presets")
def rossato_presets(
    pairs: int = typer.Option(10, "--pairs", min=1, max=20, help="Pairs of searches."),
    matches: int = typer.Option(
        100, "--matches", "-n", min=4, max=MOST_MATCHES, help="Matches of each game."
    ),
    strong: str = typer.Option(
        "planner:nodes=6000,others=rossato",
        "--strong",
        help="The player who shows whether playing well pays.",
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
        files = {**presets.figures(data), **presets.pictures(data)}
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
