"""`ludwright games`: list the packaged games."""

from __future__ import annotations

import sys
from textwrap import shorten
from typing import Any

import typer

from ludwright.cli.console import Json, Quiet, errors_told, print_json, say
from ludwright.cli.paint import has_cursor
from ludwright.errors import UnknownName

WIDTH = 100
"""Characters in a line of the list."""


def games(
    words: list[str] = typer.Argument(
        None, help="Only list games with all these words in the name, family, goal or notes."
    ),
    tag: list[str] = typer.Option(
        [],
        "--tag",
        help="Only list games with this tag, such as hex, capture or connection; may be repeated.",
    ),
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """List the packaged games: seats, board and goal of each."""
    with errors_told():
        every = _entries()
        known = {name for entry in every for name in entry["tags"]}
        for one in tag:
            if one not in known:
                raise UnknownName("tag", one, known)
        found = [entry for entry in every if _fits(entry, words or [], tag)]
        if as_json:
            print_json({"games": found})
            return
        for line in [entry["game"] for entry in found] if quiet else _lines(found):
            say(line)


def _lines(found: list[dict[str, Any]]) -> list[str]:
    """A line for each game: name, seats, board, goal; as wide as the terminal or `WIDTH`."""
    if has_cursor(sys.stdout):
        from ludwright.cli.live import table_lines

        rows = [(one["game"], _seats(one), one["board"], one["goal"]) for one in found]
        return table_lines(("game", "seats", "board", "goal"), rows)
    names = max((len(entry["game"]) for entry in found), default=0)
    seats = max((len(_seats(entry)) for entry in found), default=0)
    boards = max((len(entry["board"]) for entry in found), default=0)
    lines = []
    for entry in found:
        head = f"{entry['game']:<{names}}  {_seats(entry):>{seats}} seats  "
        head += f"{entry['board']:<{boards}}  "
        lines.append(head + _cut(entry["goal"], max(20, WIDTH - len(head))))
    return lines


def _seats(entry: dict[str, Any]) -> str:
    fewest, most = entry["seats"]
    return f"{fewest}" if fewest == most else f"{fewest}-{most}"


def _cut(goal: str, room: int) -> str:
    """As many whole clauses as fit, or the start of the first."""
    clauses = goal.split("; ")
    while len(clauses) > 1 and len("; ".join(clauses)) > room:
        clauses.pop()
    return shorten("; ".join(clauses), room, placeholder=" …")


def _entries() -> list[dict[str, Any]]:
    from ludwright.play.families import every_family

    entries = [_entry(family, name) for family in every_family() for name in family.game_names()]
    return sorted(entries, key=lambda entry: str(entry["game"]))


def _entry(family: Any, name: str) -> dict[str, Any]:
    game = family.open_game(name)
    summary = family.summary(game)
    return {
        "game": name,
        "name": game.name,
        "digest": game.digest,
        "family": family.name,
        "aliases": [alias for alias, known in family.aliases().items() if known == name],
        "seats": list(summary.seats),
        "board": summary.board,
        "goal": summary.goal,
        "tags": list(family.tags(game)),
        "about": summary.about,
    }


def _fits(entry: dict[str, Any], words: list[str], tags: list[str]) -> bool:
    texts = [entry[key] for key in ("game", "family", "about", "goal")]
    text = " ".join([*texts, *entry["aliases"]]).lower()
    return all(word.lower() in text for word in words) and set(tags) <= set(entry["tags"])
