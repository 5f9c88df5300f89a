"""What a player can do now, in a few lines: cards, tickets, and tracks with their payments."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, Final

from ludwright.errors import UnknownName
from ludwright.families.place_names import find_place
from ludwright.families.railway.moves import Kind, RailwayMove
from ludwright.families.railway.notation import CARD_NAMES
from ludwright.families.railway.reference import FREE, Phase
from ludwright.families.railway.vocabulary import LOCOMOTIVE
from ludwright.families.railway.words import (
    ticket_row,
    ticket_rows,
    track_text,
)
from ludwright.language.english import counted, listing

WIDTH: Final[int] = 96
"""Characters in a line."""


def options_text(position: Any, viewer: int | None = None) -> list[str]:
    """The legal moves, grouped, line by line; none for another seat than the one to move."""
    if position.outcome() is not None or position.seat < 0:
        return []
    # What another player can build shows what they hold.
    if viewer is not None and viewer != position.seat:
        return []
    if Phase(position.state["phase"]) is Phase.KEEP:
        return list(_offered(position))
    return [*_cards(position), *_tracks(position)]


def look(position: Any, place: str) -> list[str]:
    """A city and the tracks from it; raises UnknownName."""
    rules = position.rules
    city = find_place(rules.keys, place)
    if city is None:
        raise UnknownName("city", place, rules.city_names)
    lines = [f"{city + 1} {rules.city_names[city]}; from there"]
    for track, other in rules.ways[city]:
        found, owner = rules.tracks[track], position.state["owners"][track]
        whose = "free" if owner == FREE else f"{rules.seat_names[owner]}'s"
        colour = track_text(rules, track).rpartition(" ")[2]
        lines.append(
            f"  to {other + 1} {rules.city_names[other]}: {found.length} {colour}, {whose}"
        )
    return lines


def _offered(position: Any) -> Iterator[str]:
    """The tickets to choose from, and what each of them takes now."""
    for number, ticket in enumerate(position.state["offered"], start=1):
        row = ticket_row(position, position.seat, ticket)
        told = f"{number}. {row.text}: {row.state}"
        yield from wrap(told, WIDTH, subsequent_indent="   ", break_on_hyphens=False)
    least = min(move.b for move in position.moves())
    yield f"keep the numbers of at least {least}, as in 'keep 1 2', or 'keep all'"


def _cards(position: Any) -> Iterator[str]:
    """Which cards can be taken, and whether tickets can be drawn."""
    state, moves = position.state, position.moves()
    kinds = [move.a for move in moves if move.kind == Kind.TAKE]
    names = [CARD_NAMES[kind] for kind in kinds if kind != LOCOMOTIVE]
    if LOCOMOTIVE in kinds:
        names.append("locomotive (which ends the turn)")
    if any(move.kind == Kind.DRAW for move in moves):
        names.append("draw (blind)")
    if names:
        second = " for a second card" if state["taken"] else ""
        yield f"take {listing(names, 'or')}{second}"
    if any(move.kind == Kind.TICKETS for move in moves):
        more = position.rules.tree.more
        drawn = min(more.tickets, state["tickets_left"])
        keep = min(more.keep, drawn)
        yield f"tickets: draw {drawn}, keep at least {keep}"
    if any(move.kind == Kind.PASS for move in moves):
        yield "pass"


def _tracks(position: Any) -> Iterator[str]:
    """A line for each track that can be built, with its points and what it may be paid with.

    Those that tickets need come first.
    """
    rules = position.rules
    ways: dict[int, list[RailwayMove]] = {}
    for move in position.moves():
        if move.kind == Kind.BUILD:
            ways.setdefault(move.a, []).append(move)
    wanted = {
        track
        for row in ticket_rows(position, position.seat)
        if row.journey is not None
        for track in row.journey.tracks
    }
    order = sorted(ways, key=lambda track: (track not in wanted, -rules.tracks[track].length))
    width = max((len(track_text(rules, track)) for track in order), default=0)
    told: set[tuple[str, str]] = set()
    for track in order:
        payments = _payments(rules, ways[track])
        # The two tracks of a gray route are alike.
        if (track_text(rules, track), payments) in told:
            continue
        told.add((track_text(rules, track), payments))
        points = rules.tree.points[rules.tracks[track].length - 1]
        for_ticket = " ticket" if track in wanted else ""
        head = f"build {track_text(rules, track):<{width}} {f'+{points}':>3}{for_ticket}: "
        yield _cut(head + payments)


def _payments(rules: Any, moves: list[RailwayMove]) -> str:
    """The ways to pay for a track, with the fewest locomotives for each colour of cards."""
    best: dict[int, RailwayMove] = {}
    for move in moves:
        if move.b not in best or move.c < best[move.b].c:
            best[move.b] = move
    by_locomotives: dict[int, list[RailwayMove]] = {}
    for move in sorted(best.values(), key=lambda move: (move.c, move.b)):
        by_locomotives.setdefault(move.c, []).append(move)
    told = [_same_payments(rules, group) for group in by_locomotives.values()]
    more = len(moves) - len(best)
    rest = f" ({more} more)" if more else ""
    return ", ".join(told) + rest


def _same_payments(rules: Any, moves: list[RailwayMove]) -> str:
    """Payments with as many locomotives: `2 red/blue + 1 locomotive`."""
    locomotives = moves[0].c
    parts = []
    colours = [CARD_NAMES[move.b] for move in moves if move.b != LOCOMOTIVE]
    if colours:
        parts.append(f"{rules.tracks[moves[0].a].length - locomotives} {'/'.join(colours)}")
    if locomotives:
        parts.append(counted(locomotives, "locomotive"))
    return " + ".join(parts)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"
