"""`ludwright experiment ludi-…`: the tables and figures of Browne & Maire 2010."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    MOST_CHILDREN,
    MOST_GAMES,
    Force,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    RunProgress,
    errors_told,
    jobs_of,
    jobs_option,
    print_json,
    remark,
    say,
    seed_option,
)
from ludwright.cli.evolve import SEEDS_HELP, Search, kept_run, seeds_named, settings_of
from ludwright.cli.run_line import RunLine
from ludwright.experiments.people_commands import people
from ludwright.play.limits import LARGEST_SEED

app = typer.Typer(rich_markup_mode=None)
FAMILY = "combinatorial"
ACCOUNT, REDISCOVERY = "account.json", "rediscovery.json"

Seed = seed_option()
Jobs = jobs_option("Worker processes")

app.command("people")(people)


@app.command("ludi-measure")
def ludi_measure(
    slow: bool = typer.Option(False, "--slow", help="Include the slow criteria."),
    out: Path = typer.Option(Path("runs/ludi-measure"), "--out", help="The folder to write to."),
    force: bool = Force,
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Measure all seed games by all criteria, in one table."""
    with errors_told():
        from ludwright.experiments.ludi_measure import ALL, FILES, ORDINARY, STORE, ranking_lines
        from ludwright.experiments.ludi_measure import ludi_measure as measured
        from ludwright.synthesis.variation import variation_named
        from ludwright.synthesis.worker_pool import worker_pool

        _check_files(out, FILES, is_own=(out / STORE).exists(), force=force)
        games = variation_named(FAMILY).seeds()
        line = ProgressLine("measuring", wanted=progress, quiet=quiet)
        begun = time.monotonic()
        try:
            with worker_pool(jobs_of(jobs)) as pool:
                table = measured(games, ALL if slow else ORDINARY, seed, pool, out, line)
        finally:
            line.close()
        seconds = time.monotonic() - begun
        if as_json:
            files = [str(file) for file in table.files]
            print_json({"games": len(games), "seconds": seconds, "files": files})
            return
        for text in ranking_lines(table):
            say(text)
        remark(f"{len(games)} games in {seconds:.0f} s", quiet=quiet)
        for file in table.files:
            say(str(file))


@app.command("ludi-evolve")
def ludi_evolve(
    survivors: int = typer.Option(
        1389,
        "--survivors",
        min=1,
        max=MOST_CHILDREN,
        help="Stop when this many children have survived; the default is the paper's number.",
    ),
    out: Path = typer.Option(Path("runs/ludi-evolve"), "--out", help="The folder of the run."),
    force: bool = Force,
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = RunProgress,
) -> None:
    """Evolve as many survivors as the paper: how many are viable, how far off, how fast."""
    with errors_told():
        from ludwright.experiments.ludi_evolve import account_of
        from ludwright.files import write_text
        from ludwright.store.runs import RUN_FILE
        from ludwright.synthesis.variation import variation_named

        _check_files(out, [ACCOUNT], is_own=(out / RUN_FILE).exists(), force=force)
        begun = time.monotonic()
        found = _run(out, seed, jobs, {"survivors": survivors}, quiet=quiet, progress=progress)
        account = account_of(found, variation_named(FAMILY).seeds())
        data = {**account.to_json(), "seconds_of_this_start": time.monotonic() - begun}
        write_text(out / ACCOUNT, json.dumps(data, indent=2) + "\n")
        if as_json:
            print_json(data)
            return
        for name, value in data.items():
            say(f"{name.replace('_', ' ')}: {value}")


@app.command("ludi-rediscover")
def ludi_rediscover(
    runs: int = typer.Option(
        5, "--runs", min=1, max=MOST_GAMES, help="Number of runs; each adds 1 to the random seed."
    ),
    children: int = typer.Option(
        2000, "--children", min=1, max=MOST_CHILDREN, help="Children in each run."
    ),
    long: bool = typer.Option(
        False,
        "--long",
        help="Runs of the paper's length: 5,000 children each, with the three random seeds that "
        "were named beforehand; instead of --runs, --children and --seed.",
    ),
    preset: str | None = typer.Option(
        None, "--preset", help="The loop: paper, or the usual one if left out."
    ),
    seeds: str | None = typer.Option(None, "--seeds", help=SEEDS_HELP),
    out: Path = typer.Option(Path("runs/ludi-rediscover"), "--out", help="The folder of the runs."),
    force: bool = Force,
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = RunProgress,
) -> None:
    """See whether evolution rediscovers that a line of N wins and a line of N - 1 loses."""
    with errors_told():
        from ludwright.experiments.ludi_rediscover import (
            NAMED_SEEDS,
            PAPER_CHILDREN,
            rediscovery_of,
        )
        from ludwright.files import write_text
        from ludwright.store.runs import RUN_FILE, run_folders
        from ludwright.store.store import Store

        _check_files(out, [REDISCOVERY], is_own=bool(run_folders(out)), force=force)
        if seed + runs - 1 > LARGEST_SEED:
            raise typer.BadParameter(f"expected seeds up to {LARGEST_SEED}, got {seed} and more")
        results = []
        for number in NAMED_SEEDS if long else range(seed, seed + runs):
            folder = out / f"seed-{number}"
            goal = {"children": PAPER_CHILDREN if long else children}
            evolution = _run(
                folder,
                number,
                jobs,
                goal,
                quiet=quiet,
                progress=progress,
                finalists=0,
                seeds=seeds,
                preset=preset,
            )
            with Store.open(folder / RUN_FILE, is_read_only=True) as store:
                made = [
                    one
                    for turn in store.generations(folder.resolve().name)
                    for one in turn.candidates
                ]
            viable = {one.number for one in evolution.viable()}
            results.append(rediscovery_of(number, made, viable).to_json())
        write_text(out / REDISCOVERY, json.dumps(results, indent=2) + "\n")
        if as_json:
            print_json({"runs": results})
            return
        for one in results:
            say(", ".join(f"{name.replace('_', ' ')} {value}" for name, value in one.items()))


def _check_files(out: Path, names: Iterable[str], *, is_own: bool, force: bool) -> None:
    """Refuse to replace files, unless this experiment wrote them at an earlier start."""
    from ludwright.files import require_free

    require_free(*(out / name for name in names), force=force or is_own)


def _run(
    folder: Path,
    seed: int,
    jobs: str,
    goal: dict[str, int],
    *,
    quiet: bool,
    progress: bool | None,
    finalists: int = 10,
    seeds: str | None = None,
    preset: str | None = None,
) -> Any:
    """A run that is scored by Browne's weights; continues one that was started before."""
    from ludwright.running.driver import Goal
    from ludwright.store.runs import RUN_FILE

    games = seeds_named(FAMILY, seeds)
    wanted = Goal(**goal)
    return kept_run(
        folder,
        settings_of(
            FAMILY,
            games,
            seed,
            finalists,
            profile="ludi",
            search=Search(FAMILY, preset, {}, None, None),
        ),
        games,
        wanted,
        jobs,
        RunLine(wanted, wanted=progress, quiet=quiet),
        is_resumed=(folder / RUN_FILE).is_file(),
        way_on="run the same command again to continue",
    )
