"""`ludwright experiment …`: the experiments of conquest."""

from __future__ import annotations

import time
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
from ludwright.experiments import rossato_commands

app = typer.Typer(rich_markup_mode=None)
app.add_typer(rossato_commands.app)

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


@app.command("hahn")
def hahn(
    matches: int = typer.Option(
        1000, "--matches", "-n", min=2, max=MOST_MATCHES, help="Matches of each pair."
    ),
    reading: str = typer.Option(
        "fitted", "--reading", help="Of the paper's text: fitted, literal or both."
    ),
    curve_matches: int = typer.Option(
        10_000, "--curve-matches", min=2, max=MOST_MATCHES, help="Matches for the curves of units."
    ),
    out: Path = typer.Option(Path("runs/hahn"), "--out", help="The folder to write to."),
    force: bool = Force,
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Play the round robin of Hahn 2010: each of 18 heuristic players against each.

    Started again with the same folder it goes on where it was interrupted.
    """
    with errors_told():
        from ludwright.experiments.conquest_hahn import Keeping, Plan
        from ludwright.experiments.conquest_hahn_report import (
            FILES,
            all_json,
            play_all,
            report_lines,
        )
        from ludwright.files import require_free

        readings = _readings_named(reading)
        keeping = Keeping(out, matches, seed)
        files = [out / one / name for one in readings for name in FILES]
        require_free(*files, force=force or keeping.path.exists())
        if force:
            keeping.write({})
        plan = Plan(matches, seed, jobs_of(jobs), keeping=keeping)
        line = ProgressLine("playing", wanted=progress, quiet=quiet)
        begun = time.monotonic()
        try:
            reports, written = play_all(plan, readings, curve_matches, out, line)
        finally:
            line.close()
        seconds = time.monotonic() - begun
        if as_json:
            print_json(all_json(reports) | {"seconds": seconds, "files": written})
            return
        for report in reports:
            for text in report_lines(report):
                say(text)
        for path in written:
            say(path)
        remark(f"{len(reports)} readings in {seconds:.0f} s", quiet=quiet)


def _readings_named(text: str) -> tuple[str, ...]:
    from ludwright.families.conquest.players import READINGS

    if text != "both" and text not in READINGS:
        raise typer.BadParameter(
            f"expected {', '.join(READINGS)} or both, got {text[:40]!r}", param_hint="--reading"
        )
    return READINGS if text == "both" else (text,)


@app.command("lozano")
def lozano(
    matches: int = typer.Option(
        400, "--matches", "-n", min=4, max=MOST_MATCHES, help="Matches of each player."
    ),
    simulations: int = typer.Option(
        400, "--simulations", min=1, max=1_000_000, help="Of the tree search, in each turn."
    ),
    nodes: int = typer.Option(
        3600,
        "--nodes",
        min=1,
        max=1_000_000,
        help="Of the planner in each turn; 9 take as long as a simulation of two players.",
    ),
    opponents: str = typer.Option(
        "killbot,better-pixie,evil-pixie", "--opponents", help="The other players at the table."
    ),
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Seat the player of Lozano & Bratz, and each other player in its place, at a strong table."""
    with errors_told():
        from ludwright.experiments.conquest_lozano import lozano as seated
        from ludwright.experiments.conquest_lozano import lozano_lines
        from ludwright.play.roster import split_players

        lines: list[ProgressLine] = []

        def told(player: str) -> ProgressLine:
            for line in lines:
                line.close()
            lines[:] = [ProgressLine(player, wanted=progress, quiet=quiet)]
            return lines[0]

        others = split_players(opponents)
        try:
            rows, head = seated(matches, (simulations, nodes), others, seed, jobs_of(jobs), told)
        finally:
            for line in lines:
                line.close()
        if as_json:
            players = [one.to_json() for one in rows]
            print_json({"matches": matches, "players": players, "head_to_head": head.to_json()})
            return
        for text in lozano_lines(rows, head):
            say(text)


@app.command("lozano-features")
def lozano_features(
    matches: int = typer.Option(
        500, "--matches", "-n", min=10, max=MOST_MATCHES, help="Matches to look at."
    ),
    players: str = typer.Option(
        "killbot,better-pixie,evil-pixie,quo", "--players", "-p", help="Who plays them."
    ),
    seed: int = Seed,
    jobs: str = Jobs,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Find which features of the board, at which stage of a turn, go with winning."""
    with errors_told():
        from ludwright.experiments.conquest_lozano import (
            association_lines,
            associations,
            feature_matches,
        )
        from ludwright.play.roster import split_players

        line = ProgressLine("playing", wanted=progress, quiet=quiet)
        try:
            found = feature_matches(matches, split_players(players), seed, jobs_of(jobs), line)
        finally:
            line.close()
        rows = associations(found)
        if as_json:
            print_json({"matches": matches, "features": [one.to_json() for one in rows]})
            return
        for text in association_lines(rows):
            say(text)
