"""`ludwright bench`: how fast games are played on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
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
from ludwright.errors import PlayerError

app = typer.Typer(help="Measure speed.", no_args_is_help=True, rich_markup_mode=None)
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The heads of the columns of wins, by seat."""
Play = Callable[[int, int], dict[str, Any]]
"""Plays so many matches with a random seed: sums of results."""
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
    player: str | None = typer.Option(
        None, "--player", "-p", help="Who plays all seats. Default: random moves."
    ),
    seats: int | None = Seats,
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Measure how many matches are played per second, random ones unless a player is given."""
    with errors_told():
        from ludwright.play.families import every_family

        threads = jobs_of(jobs)
        names = games or [name for family in every_family() for name in family.speed_games]
        opened = [(name, open_game(name)) for name in names]
        line = ProgressLine("measuring", wanted=None, quiet=quiet or as_json)
        rows = []
        for name, game in opened:
            play = _way_to_play(game, seats, player, threads, max_plies)
            rows.append(_measured(name, play, seconds, seed, threads))
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


def _measured(name: str, play: Play, seconds: float, seed: int, jobs: int) -> dict[str, Any]:
    wins: list[int] = []
    draws = plies = 0
    played, spent, batch = 0, 0.0, 64 * jobs
    while spent < seconds:
        # Every batch has its own seed, which depends on the number of matches played before it.
        # With one thread, processor time is measured, so other work on the machine does not count.
        clock = time.process_time if jobs == 1 else time.perf_counter
        begun = clock()
        sums = play(batch, seed + played)
        taken = clock() - begun
        wins = [one + more for one, more in zip_longest(wins, sums["wins"], fillvalue=0)]
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


def _way_to_play(
    game: Any, seats: int | None, player: str | None, jobs: int, max_plies: int | None
) -> Play:
    """Random moves, or those of a player: by the family's fastest way."""
    from ludwright.play.families import family_of, load_rules
    from ludwright.play.native_rules import require_player
    from ludwright.play.roster import player_of

    rules: Any = load_rules(game, seats)
    plies = max_plies or max(MAX_PLIES, family_of(game).max_plies)
    if player is None:
        if hasattr(rules, "playouts"):
            return lambda count, seed: rules.playouts(count, seed, plies, jobs)
        return partial(_recorded, rules, {"kind": "uniform"}, plies, jobs)
    spec = getattr(player_of(player, game), "spec", None)
    if spec is None:
        raise PlayerError(f"expected a player of the native core, got {player!r}")
    require_player(rules, spec, player)
    if spec["kind"] == "scripted" and not spec.get("random_share"):
        specs = [spec] * rules.seats
        return lambda count, seed: rules.playouts(count, seed, plies, jobs, specs)
    return partial(_recorded, rules, spec, plies, jobs)


def _recorded(
    rules: Any, spec: dict[str, Any], max_plies: int, jobs: int, count: int, seed: int
) -> dict[str, Any]:
    """Matches of a player against itself, with records."""
    from ludwright.play.families import MatchOrder

    specs = (spec,) * rules.seats
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
