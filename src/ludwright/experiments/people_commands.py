"""`ludwright experiment people`: how far scores agree with people's ratings."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import typer

from ludwright.cli.console import (
    Force,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    effort_named,
    errors_told,
    jobs_of,
    jobs_option,
    print_json,
    remark,
    say,
    seed_option,
)

FILES: Final[tuple[str, ...]] = ("people.md", "people.json", "games.csv", "people.svg")
"""What is written beside the store."""
COMPARED: Final[tuple[str, ...]] = ("ludi", "gated")
"""Profiles that always stand beside the one that is asked about and the default."""


def people(
    ratings: Path | None = typer.Option(
        None,
        "--ratings",
        help="CSV with the columns game,name,year,rating,users,fidelity; a game is a packaged "
        "name or the path of a .game file, relative to the CSV. Default: the packaged ratings.",
    ),
    profile: str | None = typer.Option(
        None, "--profile", help="The profile in question: a name or a file. Default: the default."
    ),
    effort: str = typer.Option("quick", "--effort", help="How thoroughly to play: quick or full."),
    shuffles: int = typer.Option(
        39,
        "--shuffles",
        min=19,
        max=99_999,
        help="Validations on shuffled ratings, which show what chance alone achieves.",
    ),
    out: Path = typer.Option(
        Path("runs/people"), "--out", help="The folder of the results; measured games are kept."
    ),
    force: bool = Force,
    seed: int = seed_option(),
    jobs: str = jobs_option("Worker processes"),
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Set scores beside people's ratings of known games, and beside board size."""
    with errors_told():
        from ludwright.criticism.effort import plan_of
        from ludwright.experiments.people import FAMILY, SECONDS, STORE, compare, measured_games
        from ludwright.experiments.people_ratings import read_ratings
        from ludwright.files import make_folder, require_free
        from ludwright.synthesis.worker_pool import worker_pool

        require_free(*(out / name for name in FILES), force=force or (out / STORE).exists())
        profiles = _profiles(profile, FAMILY)
        chosen = effort_named(effort, FAMILY)
        for one in profiles:
            if text := one.caveat(plan_of(FAMILY).told(chosen)):
                remark(text, quiet=quiet)
        known = read_ratings(ratings)
        for lost in known.left_out:
            remark(f"left out: {lost.game}: {lost.why}", quiet=quiet)
        make_folder(out)

        def shown(what: str) -> closing[ProgressLine]:
            return closing(ProgressLine(what, wanted=progress, quiet=quiet))

        with shown("measuring") as line, worker_pool(jobs_of(jobs), SECONDS) as pool:
            games, paper, left_out = measured_games(known, profiles, chosen, seed, pool, out, line)
        with shown("comparing") as line:
            found = compare(
                games,
                profiles[0].name,
                chosen,
                seed,
                left_out=left_out,
                paper_games=paper,
                shuffles=shuffles,
                progress=line,
            )
        _write(found, out, as_json=as_json, quiet=quiet)


def _profiles(asked: str | None, family: str) -> list[Any]:
    """The profile in question first, then the others; each once."""
    from ludwright.criticism.profile import profile_of

    found: dict[str, Any] = {}
    for name in (asked, None, *COMPARED):
        one = profile_of(name, family)
        found.setdefault(one.name, one)
    return list(found.values())


def _write(found: Any, out: Path, *, as_json: bool, quiet: bool) -> None:
    from ludwright.experiments.people_report import (
        games_csv,
        people_json,
        people_lines,
        people_svg,
    )
    from ludwright.files import write_text

    page, data, table, plot = (out / name for name in FILES)
    lines, plain = people_lines(found), people_json(found)
    write_text(page, "\n".join(lines) + "\n")
    write_text(data, json.dumps(plain, indent=1, allow_nan=False) + "\n")
    write_text(table, games_csv(found))
    write_text(plot, people_svg(found))
    if as_json:
        print_json(plain)
        return
    for text in lines:
        say(text)
    remark(f"wrote {', '.join(FILES)} in {out}", quiet=quiet)
