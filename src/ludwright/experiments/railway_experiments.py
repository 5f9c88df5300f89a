"""`ludwright experiment smith-…`: the experiments of railway games."""

from __future__ import annotations

import json
from collections.abc import Sequence
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
    open_game,
    print_json,
    say,
    seed_option,
)
from ludwright.errors import UnknownName

app = typer.Typer(rich_markup_mode=None)

Seed = seed_option()
Jobs = jobs_option("Threads or worker processes")


@app.callback()
def _options() -> None:
    """Experiments of railway games."""


@app.command("smith-reference")
def smith_reference(
    seats: str = typer.Option("4", "--seats", help="Numbers of seats, separated by commas."),
    matches: int = typer.Option(
        10_000, "--matches", "-n", min=2, max=MOST_MATCHES, help="Matches at each number of seats."
    ),
    reference: str = typer.Option(
        "north-america",
        "--reference",
        help="The game whose board is measured, by the paper's rules.",
    ),
    out: Path | None = typer.Option(None, "--out", help="A JSON file to write the figures to."),
    force: bool = Force,
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
) -> None:
    """Measure the ten metrics of Smith's Table 1 on a reference board."""
    with errors_told():
        from ludwright.experiments.smith_reference import reference as measured
        from ludwright.experiments.smith_reference import table_lines
        from ludwright.families.railway.variation import smith_rules
        from ludwright.files import write_text

        check_output(out, force=force)
        game = open_game(reference)
        found = [
            measured(smith_rules(game, count), count, matches, seed, jobs_of(jobs))
            for count in _numbers(seats)
        ]
        data = (
            found[0].to_json()
            if len(found) == 1
            else {"seats": {str(one.seats): one.to_json() for one in found}}
        )
        if out is not None:
            write_text(out, json.dumps(data, indent=2) + "\n")
        if as_json:
            print_json(data)
            return
        for text in table_lines(found):
            say(text)


def _numbers(text: str) -> list[int]:
    try:
        found = [int(one) for one in text.split(",")]
    except ValueError:
        found = []
    if not found or min(found) < 1:
        raise typer.BadParameter(f"expected numbers such as 4 or 100,200, got {text[:40]!r}")
    return found


def _readings(text: str, known: Sequence[str]) -> list[str]:
    found = text.split(",")
    for one in found:
        if one not in known:
            raise UnknownName("reading", one, known)
    return found


@app.command("smith-boards")
def smith_boards(
    populations: str = typer.Option(
        "100,200,300,400,500,1000", "--populations", help="Sizes of populations of Table 2."
    ),
    readings: str = typer.Option(
        "paper,paper-of-means", "--readings", help="Readings of the fitness in Table 2."
    ),
    table_runs: int = typer.Option(
        8, "--table-runs", min=0, max=1000, help="Runs of each size and reading of the fitness."
    ),
    our_runs: int = typer.Option(50, "--our-runs", min=0, max=1000, help="Runs of ours."),
    equal_runs: int = typer.Option(
        50, "--equal-runs", min=0, max=1000, help="Runs of the paper's with the matches of ours."
    ),
    seats: int = typer.Option(4, "--seats", min=2, max=5, help="Players in each match."),
    out: Path = typer.Option(
        Path("runs/smith-boards"), "--out", help="The folder of runs, figures and pictures."
    ),
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Evolve boards as in Smith's Table 2, and ours beside it.

    Started again with the same folder it goes on where it was interrupted.
    """
    with errors_told():
        from ludwright.experiments import smith_boards as boards
        from ludwright.files import make_folder, write_text
        from ludwright.synthesis.worker_pool import worker_pool

        wanted = boards.trials(
            _numbers(populations),
            table_runs,
            our_runs,
            equal_runs,
            _readings(readings, boards.READINGS),
        )
        make_folder(out)
        line = ProgressLine("searching", wanted=progress, quiet=quiet)
        try:
            with worker_pool(jobs_of(jobs)) as pool:
                rows = boards.experiment(wanted, seats, pool, out, line)
        finally:
            line.close()
        data = boards.summary(rows, seats)
        write_text(out / "boards.json", json.dumps(data, indent=2) + "\n")
        for name, text in {**boards.figures(data), **boards.pictures(rows, seats)}.items():
            write_text(out / name, text)
        if as_json:
            print_json(data)
            return
        for text in boards.table_lines(data):
            say(text)
        say(str(out))
