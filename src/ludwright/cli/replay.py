"""`ludwright replay`: show recorded matches, and check that they replay."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    USAGE,
    Json,
    Quiet,
    errors_told,
    fail,
    print_json,
    say,
)
from ludwright.cli.paint import board_paint
from ludwright.cli.playtest import summary_lines


def replay(
    file: Path = typer.Argument(..., help="A .playtest or .jsonl file."),
    match: int | None = typer.Option(
        None, "--match", "-m", help="Show the match with this number; the first is 0."
    ),
    step: bool = typer.Option(False, "--step", help="Show every position; Enter for the next one."),
    verify: bool = typer.Option(False, "--verify", help="Replay all matches and check each ply."),
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Show or check recorded matches."""
    with errors_told():
        from ludwright.play.families import load_rules
        from ludwright.play.playtest import replay as replayed
        from ludwright.play.playtest_file import load

        found = load(file)
        rules = load_rules(found.game, found.seats)
        report: dict[str, Any] = {}
        if verify:
            report["verified_plies"] = replayed(found, rules)
            if not as_json and not quiet:
                plies = report["verified_plies"]
                say(f"{len(found)} matches, {plies} plies: all replay exactly")
        if match is not None or step:
            record = _chosen(found, match or 0)
            if as_json:
                report["record"] = {**record.to_json(), "notation": record.notation(rules)}
            else:
                _show(record, rules, is_stepping=step)
        elif not as_json and not verify:
            for line in summary_lines(found):
                say(line)
        if as_json:
            print_json({**found.summary(), **report})


def _chosen(found: Any, match: int) -> Any:
    if not len(found):
        fail("expected a playtest with matches, got one without any", USAGE)
    if not 0 <= match < len(found):
        fail(f"expected a match from 0 to {len(found) - 1}, got {match}", USAGE)
    return found[match]


def _show(record: Any, rules: Any, *, is_stepping: bool) -> None:
    from ludwright.play.families import family_of
    from ludwright.play.record import opponents
    from ludwright.table.notation import Ply, numbered

    family = family_of(rules.game)
    paint = board_paint()
    say(f"match {record.index}, seed {record.seed}: {opponents(record.players)}")
    if not is_stepping:
        texts = []
        for last, text in record.steps(rules):  # noqa: B007 - the last is looked at below
            texts.append(text)
        say("\n".join(numbered(map(Ply, record.seats.tolist(), texts))))
        say(family.draw_text(last, paint=paint).rstrip("\n"))
        say("\n".join(_end_lines(record, rules, last)))
        return
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    standings = record.ply_standings()
    made = "start"
    for ply, (position, text) in enumerate(record.steps(rules)):
        say(f"\n{made}   {_standing_words(standings[ply].tolist())}")
        say(family.draw_text(position, paint=paint).rstrip("\n"))
        if waits and ply < len(record) and not _wants_next():
            return
        made = f"ply {ply + 1}: {text}"
    say("\n".join(_end_lines(record, rules, position)))


def _standing_words(standings: list[float]) -> str:
    """How the seats stand: the lead of the first of two, or a share for each of more."""
    if len(standings) == 2:
        return f"lead {standings[0] - standings[1]:+.2f}"
    return "standings " + " ".join(f"{one:.2f}" for one in standings)


def _wants_next() -> bool:
    try:
        return input("Enter: next, q: quit ").strip() != "q"
    except EOFError:
        return False


def _end_lines(record: Any, rules: Any, last: Any) -> list[str]:
    """How the match ended, even by a limit or a fault, and what the board does not show."""
    from ludwright.play.families import family_of
    from ludwright.play.verdict import verdict_of

    return [verdict_of(record, rules, last), *family_of(rules.game).status(last)[1:]]
