"""Commands that conquest adds to the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ludwright.cli.console import (
    Force,
    Json,
    check_output,
    errors_told,
    print_json,
    say,
    sound_game,
)
from ludwright.families.conquest.battle import MOST_DICE, MOST_TROOPS

if TYPE_CHECKING:
    from ludwright.families.conquest.battle import Dice, End, Odds
    from ludwright.play.playtest import Playtest
    from ludwright.play.record import Record

app = typer.Typer(rich_markup_mode=None)

BARS = 20
"""Lines of a histogram, about."""
BAR_WIDTH = 40
RARE = 0.0005
"""Ends at both extremes that together are less likely than this are not drawn."""


@app.callback()
def _options() -> None:
    """Commands of conquest."""


@app.command("odds")
def odds(
    attackers: int = typer.Argument(
        ..., min=1, max=MOST_TROOPS, help="Attacking troops, without the one that stays behind."
    ),
    defenders: int = typer.Argument(..., min=1, max=MOST_TROOPS, help="Defending troops."),
    dice: str = typer.Option(
        "3,2", "--dice", help=f"Most dice of attacker and defender in a roll, 1 to {MOST_DICE}."
    ),
    ties: str = typer.Option(
        "defender", "--ties", help="Who wins where dice are equal: defender or attacker."
    ),
    as_json: bool = Json,
) -> None:
    """Say how a battle that is fought to the end may go, exactly."""
    with errors_told():
        from ludwright.families.conquest.battle import odds as odds_of

        found = odds_of(attackers, defenders, _dice(dice, ties))
        if as_json:
            print_json(found.to_json())
            return
        for line in (*_table(found), "", *_histogram(found.distribution)):
            say(line)


def _dice(text: str, ties: str) -> Dice:
    from ludwright.families.conquest.battle import Dice

    counts = re.fullmatch(rf"\s*([1-{MOST_DICE}])\s*,\s*([1-{MOST_DICE}])\s*", text)
    if counts is None:
        raise typer.BadParameter(
            f"expected the dice of attacker and defender, 1 to {MOST_DICE} each, such as 3,2, "
            f"got {text[:40]!r}",
            param_hint="'--dice'",
        )
    if ties not in ("defender", "attacker"):
        raise typer.BadParameter(
            f"expected defender or attacker, got {ties[:40]!r}", param_hint="'--ties'"
        )
    return Dice(int(counts[1]), int(counts[2]), "attacker" if ties == "attacker" else "defender")


def _table(found: Odds) -> Iterator[str]:
    dice = found.dice
    yield (
        f"{_count(found.attackers, 'attacker')} against {_count(found.defenders, 'defender')}, "
        f"dice {dice.attack} against {dice.defence}, ties to the {dice.ties}"
    )
    yield ""
    yield f"{'chance to win':<26}{_percent(found.win):>10}"
    if found.survivors is not None:
        yield f"{'attackers left if they win':<26}{found.survivors:>10.2f}"
    yield f"{'attackers lost':<26}{found.attackers_lost:>10.2f}"
    yield f"{'defenders lost':<26}{found.defenders_lost:>10.2f}"


def _histogram(distribution: Sequence[End]) -> Iterator[str]:
    """Bars of how likely each end is; many ends are grouped, those of one side only together."""
    likely = _likely(distribution)
    size = -(-len(likely) // BARS)
    bars = [
        (_label(ends), sum(end.chance for end in ends))
        for ends in (
            list(group)
            for _, group in groupby(
                likely,
                key=lambda end: (end.defenders > 0, (end.attackers + end.defenders - 1) // size),
            )
        )
    ]
    width = max(len(label) for label, _ in bars)
    highest = max(chance for _, chance in bars)
    for label, chance in bars:
        bar = "#" * round(BAR_WIDTH * chance / highest)
        yield f"{label:<{width}} {_percent(chance):>8}  {bar}".rstrip()


def _likely(distribution: Sequence[End]) -> Sequence[End]:
    """The ends without the rare ones at both extremes."""
    first, last = 0, len(distribution) - 1
    rare = distribution[first].chance
    while first < last and rare < RARE / 2:
        first += 1
        rare += distribution[first].chance
    rare = distribution[last].chance
    while last > first and rare < RARE / 2:
        last -= 1
        rare += distribution[last].chance
    return distribution[first : last + 1]


def _label(ends: Sequence[End]) -> str:
    side = "defender" if ends[0].defenders else "attacker"
    low, high = sorted(end.attackers + end.defenders for end in (ends[0], ends[-1]))
    return f"{_count(low, side)} left" if low == high else f"{low} to {high} {side}s left"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _percent(share: float) -> str:
    """Two decimals; what is merely unlikely is not told as impossible, nor the likely as sure."""
    if 0.0 < share < 0.00005:
        return "< 0.01 %"
    if 0.99995 <= share < 1.0:
        return "> 99.99 %"
    return f"{100 * share:.2f} %"


# --- Action logs ----------------------------------------------------------------------------------

LONGEST_LOG = 100_000_000
"""Characters of a log that is read."""


@app.command("actions")
def actions(
    file: Path = typer.Argument(..., help="A .playtest or .jsonl file with conquest matches."),
    match: int = typer.Option(0, "--match", "-m", min=0, help="The match; the first is 0."),
    output: Path | None = typer.Option(None, "--output", "-o", help="Write to this file."),
    force: bool = Force,
) -> None:
    """Write a recorded match as a log of actions, ten numbers a line.

    For matches without cards and missions; docs/reference/action-log.md says what the numbers are.
    """
    with errors_told():
        from ludwright.families.conquest.records import actions_of, write_actions
        from ludwright.files import write_text
        from ludwright.play.playtest_file import load

        check_output(output, force=force)
        found = load(file)
        rules = _conquest_rules(found.game, found.seats)
        text = write_actions(actions_of(_match_of(file, found, match), rules))
        if output is None:
            say(text.removesuffix("\n"))
        else:
            write_text(output, text)


def _match_of(file: Path, found: Playtest, match: int) -> Record:
    if match >= len(found):
        from ludwright.errors import DataError

        raise DataError(f"{file}: expected a match below {len(found)}, got {match}")
    return found[match]


@app.command("replay-actions")
def replay_actions(
    log: Path = typer.Argument(..., help="A log of actions."),
    game: str = typer.Argument(..., help="The game: a packaged one, or a .game file."),
    seats: int | None = typer.Option(
        None, "--seats", min=2, help="Seats at the table. Default: the fewest of the game."
    ),
    as_json: bool = Json,
) -> None:
    """Replay a log of actions by the rules of a game, and show how the match ended."""
    with errors_told():
        from ludwright.families.conquest.records import read_actions
        from ludwright.families.conquest.records import replay_actions as replayed
        from ludwright.families.conquest.text_map import draw_text
        from ludwright.files import read_text

        rules = _conquest_rules(sound_game(game), seats)
        found = read_actions(read_text(log, LONGEST_LOG))
        steps = list(replayed(found, rules))
        position = steps[-1][1]
        outcome: Any = position.outcome()
        if as_json:
            scores = list(outcome.scores)
            turns = position.state["turns"]
            print_json(
                {"actions": len(found), "plies": len(steps), "turns": turns, "scores": scores}
            )
            return
        say(draw_text(position))
        say(f"{len(found)} actions, {len(steps)} plies: all follow the rules")
        for name, score in zip(rules.seat_names, outcome.scores, strict=True):
            say(f"{name}: {score:g}")


# --- Features of the board ------------------------------------------------------------------------


@app.command("features")
def features(
    file: Path = typer.Argument(..., help="A .playtest or .jsonl file with conquest matches."),
    match: int | None = typer.Option(
        None, "--match", "-m", min=0, help="One match only; the first is 0. Default: all."
    ),
    output: Path | None = typer.Option(None, "--output", "-o", help="Write to this file."),
    force: bool = Force,
    as_json: bool = Json,
) -> None:
    """Write features of the board before and after the phases of every turn, as a table.

    CSV, unless JSON is asked for or the file to write ends in .json;
    docs/reference/conquest-features.md says what the columns are.
    """
    with errors_told():
        from dataclasses import asdict

        from ludwright.families.conquest.features import (
            features_csv,
            features_json,
            features_of,
            features_of_match,
        )
        from ludwright.files import write_text
        from ludwright.play.playtest_file import load

        check_output(output, force=force)
        found = load(file)
        rules = _conquest_rules(found.game, found.seats)
        if match is None:
            rows = features_of(found)
        else:
            rows = features_of_match(_match_of(file, found, match), rules, match)
        if output is not None:
            is_json = as_json or output.suffix == ".json"
            write_text(output, features_json(rows) if is_json else features_csv(rows))
        elif as_json:
            print_json([asdict(row) for row in rows])
        else:
            say(features_csv(rows).removesuffix("\n"))


def _conquest_rules(game: Any, seats: int | None) -> Any:
    from ludwright.errors import DataError
    from ludwright.families.conquest.rules import load_rules

    if game.family != "conquest":
        raise DataError(f"expected a conquest game, got {game.name}, which is {game.family}")
    return load_rules(game, seats)
