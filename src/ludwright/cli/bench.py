"""`ludwright bench`: how fast games are played on this machine."""

from __future__ import annotations

import time
from typing import Any

import typer

from ludwright.cli.console import (
    Json,
    ProgressLine,
    Quiet,
    complete_game,
    errors_told,
    jobs_of,
    jobs_option,
    open_game,
    print_json,
    say,
    seed_option,
)

app = typer.Typer(help="Measure speed.", no_args_is_help=True, rich_markup_mode=None)
SPEED_GAMES: tuple[str, ...] = (
    *("hex-11", "gomoku-15", "connect-four", "y-11", "clobber", "breakthrough-8", "reversi-8"),
    *("lines-of-action-8", "english-draughts", "yavalath"),
)
"""Measured if no game is named."""


@app.callback()
def _options() -> None:
    """Measure speed."""


@app.command("playouts")
def playouts(
    games: list[str] = typer.Argument(
        None,
        help="Packaged games by name, or paths of .game files. Default: ten well-known games.",
        autocompletion=complete_game,
    ),
    seconds: float = typer.Option(
        2.0, "--seconds", "-s", min=0.01, max=3600.0, help="Time per game."
    ),
    seed: int = seed_option(),
    jobs: str = jobs_option("Threads", "1"),
    max_plies: int = typer.Option(
        2000, "--max-plies", min=1, max=1_000_000, help="Stop a match after this many plies."
    ),
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Measure how many random matches are played per second."""
    with errors_told():
        threads = jobs_of(jobs)
        names = games or list(SPEED_GAMES)
        opened = [(name, open_game(name)) for name in names]
        line = ProgressLine("measuring", wanted=None, quiet=quiet or as_json)
        rows = []
        for name, game in opened:
            rows.append(_measured(name, game, seconds, seed, threads, max_plies))
            line(len(rows), len(names))
        line.close()
        if as_json:
            print_json({"games": rows})
            return
        say(f"{'game':<20} {'playouts/s':>12} {'plies':>7} {'first':>7} {'second':>7} {'draws':>7}")
        for row in rows:
            say(
                f"{row['game']:<20} {row['playouts_per_second']:>12,.0f} "
                f"{row['plies_per_playout']:>7.1f} {row['first_wins']:>7.3f} "
                f"{row['second_wins']:>7.3f} {row['draws']:>7.3f}"
            )


def _measured(
    name: str, game: Any, seconds: float, seed: int, jobs: int, max_plies: int
) -> dict[str, Any]:
    from ludwright.families.combinatorial.rules import load_rules

    start = load_rules(game).start().native
    totals = {"first": 0, "second": 0, "draws": 0, "plies": 0}
    played, spent, batch = 0, 0.0, 64 * jobs
    while spent < seconds:
        # Every batch has its own seed, which depends on the number of matches played before it.
        # With one thread, processor time is measured, so other work on the machine does not count.
        clock = time.process_time if jobs == 1 else time.perf_counter
        begun = clock()
        sums = start.playouts(batch, seed + played, max_plies, jobs)
        taken = clock() - begun
        for key in totals:
            totals[key] += sums[key]
        played, spent = played + batch, spent + taken
        # Few native calls, without running far over the time.
        wanted = batch * min(8.0, max(1.0, (seconds - spent) / 4 / max(taken, 1e-6)))
        batch = max(64 * jobs, int(wanted))
    return {
        "game": name,
        "playouts_per_second": played / spent,
        "plies_per_playout": totals["plies"] / played,
        "first_wins": totals["first"] / played,
        "second_wins": totals["second"] / played,
        "draws": totals["draws"] / played,
    }
