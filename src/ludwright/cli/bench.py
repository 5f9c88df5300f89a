"""`ludwright bench`: how fast games are played on this machine."""

from __future__ import annotations

import time
from typing import Any

import typer

from ludwright.cli.console import (
    Json,
    ProgressLine,
    Quiet,
    Seats,
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
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The heads of the columns of wins, by seat."""
MAX_PLIES = 2000
"""Where a match is stopped, unless an option says so or the family has longer ones."""


@app.callback()
def _options() -> None:
    """Measure speed."""


@app.command("playouts")
def playouts(
    games: list[str] = typer.Argument(
        None,
        help="Packaged games by name, or paths of .game files. Default: some well-known games.",
        autocompletion=complete_game,
    ),
    seconds: float = typer.Option(
        2.0, "--seconds", "-s", min=0.01, max=3600.0, help="Time per game."
    ),
    seed: int = seed_option(),
    jobs: str = jobs_option("Threads", "1"),
    max_plies: int | None = typer.Option(
        None,
        "--max-plies",
        min=1,
        max=1_000_000,
        help="Stop a match after this many plies. Default: what is usual for such games, 2000 on "
        "boards.",
    ),
    seats: int | None = Seats,
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Measure how many random matches are played per second."""
    with errors_told():
        from ludwright.play.families import every_family

        threads = jobs_of(jobs)
        names = games or [name for family in every_family() for name in family.speed_games]
        opened = [(name, open_game(name)) for name in names]
        line = ProgressLine("measuring", wanted=None, quiet=quiet or as_json)
        rows = []
        for name, game in opened:
            rows.append(_measured(name, game, seats, seconds, seed, threads, max_plies))
            line(len(rows), len(names))
        line.close()
        if as_json:
            print_json({"games": rows})
            return
        for text in _table(rows):
            say(text)


def _table(rows: list[dict[str, Any]]) -> list[str]:
    """A line for each game, with a column of wins for each seat."""
    most = max((len(_wins(row)) for row in rows), default=0)
    places = [*PLACES, *(f"seat {seat + 1}" for seat in range(len(PLACES), most))][:most]
    heads = "".join(f" {place:>7}" for place in places)
    lines = [f"{'game':<20} {'playouts/s':>12} {'plies':>7}{heads} {'draws':>7}"]
    for row in rows:
        wins = [f" {share:>7.3f}" for share in _wins(row)]
        lines.append(
            f"{row['game']:<20} {row['playouts_per_second']:>12,.0f} "
            f"{row['plies_per_playout']:>7.1f}{''.join(wins):<{8 * most}} {row['draws']:>7.3f}"
        )
    return lines


def _measured(
    name: str,
    game: Any,
    seats: int | None,
    seconds: float,
    seed: int,
    jobs: int,
    max_plies: int | None,
) -> dict[str, Any]:
    from ludwright.play.families import family_of, load_rules

    plies_each = max_plies or max(MAX_PLIES, family_of(game).max_plies)
    rules = load_rules(game, seats)
    wins, draws, plies = [0] * rules.seats, 0, 0
    played, spent, batch = 0, 0.0, 64 * jobs
    while spent < seconds:
        # Every batch has its own seed, which depends on the number of matches played before it.
        # With one thread, processor time is measured, so other work on the machine does not count.
        clock = time.process_time if jobs == 1 else time.perf_counter
        begun = clock()
        sums = _playouts(rules, batch, seed + played, plies_each, jobs)
        taken = clock() - begun
        wins = [one + more for one, more in zip(wins, sums["wins"], strict=True)]
        draws, plies = draws + sums["draws"], plies + sums["plies"]
        played, spent = played + batch, spent + taken
        # Few native calls, without running far over the time.
        wanted = batch * min(8.0, max(1.0, (seconds - spent) / 4 / max(taken, 1e-6)))
        batch = max(64 * jobs, int(wanted))
    shares = [one / played for one in wins]
    return {
        "game": name,
        "playouts_per_second": played / spent,
        "plies_per_playout": plies / played,
        **_named_wins(shares),
        "draws": draws / played,
    }


def _named_wins(shares: list[float]) -> dict[str, Any]:
    """The shares of wins as they are named in JSON: by place for two seats, else as a list."""
    if len(shares) != 2:
        return {"wins": shares}
    return {"first_wins": shares[0], "second_wins": shares[1]}


def _wins(row: dict[str, Any]) -> list[float]:
    return row["wins"] if "wins" in row else [row["first_wins"], row["second_wins"]]


def _playouts(rules: Any, count: int, seed: int, max_plies: int, jobs: int) -> dict[str, Any]:
    """Random matches: by the family's fastest way, or as recorded matches."""
    from ludwright.play.families import MatchOrder

    if hasattr(rules, "playouts"):
        found: dict[str, Any] = rules.playouts(count, seed, max_plies, jobs)
        return found
    specs = ({"kind": "uniform"},) * rules.seats
    columns = rules.play_matches(MatchOrder(specs, count, seed, jobs, (), max_plies))
    if columns["interruption"] is not None:
        raise columns["interruption"]
    scores = columns["scores"]
    is_best = scores == scores.max(axis=1, keepdims=True)
    is_won = is_best & (is_best.sum(axis=1, keepdims=True) == 1)
    return {
        "wins": is_won.sum(axis=0).tolist(),
        "draws": int((~is_won.any(axis=1)).sum()),
        "plies": int(columns["offsets"][-1]),
    }
