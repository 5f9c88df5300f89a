"""`ludwright playtest`: many matches between players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    FAILED,
    INTERRUPTED,
    MOST_MATCHES,
    USAGE,
    ChoiceSeconds,
    Force,
    Game,
    Isolate,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    Seats,
    check_output,
    complete_game,
    complete_player,
    errors_told,
    fail,
    jobs_of,
    jobs_option,
    open_game,
    print_json,
    remark,
    say,
    seat_players,
    seed_option,
    whole_number,
)
from ludwright.errors import LudwrightError

MOST_OPENING_PLIES = 1_000_000
"""The most plies a match can have."""


def playtest(
    game: str = typer.Argument(..., help=str(Game.help), autocompletion=complete_game),
    players: str | None = typer.Option(
        None,
        "--players",
        "-p",
        help="One player for all seats or one for each, separated by commas, such as "
        "mcts:playouts=500, uniform or ./mine.py:Mine. Default: the usual player of such games.",
        autocompletion=complete_player,
    ),
    seats: int | None = Seats,
    matches: int = typer.Option(
        200, "-n", "--matches", min=0, max=MOST_MATCHES, help="Matches to play."
    ),
    seed: int = seed_option(0),
    jobs: str = jobs_option("Threads"),
    swap: bool = typer.Option(
        False, "--rotate", "--swap", help="Let the players change seats after every match."
    ),
    openings: str | None = typer.Option(
        None,
        "--openings",
        help="How many random plies a match may start with: multiples of the seats such as 2,4, "
        "or none. Default: what is usual for such games.",
    ),
    max_plies: int | None = typer.Option(
        None,
        "--max-plies",
        min=1,
        max=1_000_000,
        help="End a match as a draw after this many plies. Default: what is usual for such games, "
        "on boards 1000.",
    ),
    output: Path | None = typer.Option(
        None, "--output", "-o", help="Save the records to this .playtest (compact) or .jsonl file."
    ),
    force: bool = Force,
    isolate: bool = Isolate,
    choice_seconds: float = ChoiceSeconds,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Play matches of a game and report how they ended."""
    with errors_told():
        from ludwright.play import playtest as playing
        from ludwright.play.families import family_of

        found = open_game(game)
        check_output(output, force=force)
        family = family_of(found)
        wanted = family.default_player if players is None else players
        names = seat_players(wanted, family.seats_for(found, seats))
        line = ProgressLine("playing", wanted=progress, quiet=quiet)
        code = 0
        try:
            result = playing.playtest(
                found,
                names,
                matches,
                seed,
                jobs_of(jobs),
                seats=seats,
                openings=None if openings is None else _openings(openings),
                max_plies=max_plies,
                rotate_seats=swap,
                progress=line,
                isolate=isolate,
                choice_seconds=choice_seconds,
            )
        except playing.PlaytestInterrupted as stopped:
            result, code = stopped.playtest, INTERRUPTED
        except LudwrightError:
            raise
        except ValueError as error:
            fail(str(error), USAGE)
        finally:
            line.close()
        _finish(result, output, as_json=as_json, quiet=quiet, is_whole=code == 0)
        if not code:
            require_matches(result, matches)
    if code:
        raise typer.Exit(code)


def _finish(
    result: Any, output: Path | None, *, as_json: bool, quiet: bool, is_whole: bool
) -> None:
    from ludwright.play.playtest_file import save

    if not is_whole:
        remark(f"interrupted after {len(result)} matches")
    if output is not None:
        save(result, output)
        remark(f"wrote {output}", quiet=quiet or as_json)
    if as_json:
        print_json(result.summary())
    else:
        for text in summary_lines(result):
            say(text)


def require_matches(result: Any, wanted: int) -> None:
    """Fail if matches are missing, or if every match ended because a player failed."""
    if len(result) < wanted:
        fail(f"expected {wanted} matches, got {len(result)}: a player took too long", FAILED)
    if wanted and result.is_faulty.all():
        fail("expected matches played to the end, got a player that failed in each", FAILED)


def summary_lines(result: Any) -> list[str]:
    """A playtest in a few lines."""
    facts = result.summary()
    lengths = facts["plies"]
    lines = [f"{facts['game']}: {facts['matches']} matches, seed {facts['seed']}"]
    for number, name in enumerate(result.players):
        lines.append(f"  {name}: {result.player_share(number)} of the points")
    even = f"; {1 / result.seats:.1%} is even" if result.seats > 2 else ""
    lines.append(f"  first player wins: {result.first_share()} of the decided{even}")
    lines.append(f"  {result.drawn_in_words}: {result.drawn_share()}")
    if facts["faults"]:
        count = f"{facts['faults']} of {facts['matches']}"
        lines.append(f"  faults: {count} matches ended because a player failed; they do not count")
    if lengths["mean"] is not None:
        lines.append(
            f"  plies: {lengths['mean']:.1f} on average, {lengths['shortest']} to "
            f"{lengths['longest']}; {facts['options_mean'] or 0.0:.1f} legal moves on average"
        )
    ends = ", ".join(f"{count} by {reason}" for reason, count in facts["reasons"].items())
    lines.append(f"  ended: {ends or 'none'}")
    return lines + [f"  note: {note}" for note in result.notes]


def _openings(text: str) -> list[int]:
    if text.strip().lower() in ("", "none", "0"):
        return []
    plies = [number for part in text.split(",") if (number := whole_number(part)) is not None]
    if len(plies) < len(text.split(",")) or max(plies) > MOST_OPENING_PLIES:
        raise typer.BadParameter(
            f"expected numbers up to {MOST_OPENING_PLIES} such as 2,4 or none, got {text[:40]!r}"
        )
    return plies
