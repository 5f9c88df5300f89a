"""A match as a text that people can read, paste and load again.

Header lines such as `game: Yavalath` or `seat 1 (White): person` come first, then the moves. The
headers are optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ludwright.errors import MatchTextError
from ludwright.language.seats import MOST_SEATS
from ludwright.play.limits import LARGEST_SEED
from ludwright.table.notation import MOST_MOVES, Ply, move_words, numbered

LONGEST: Final[int] = 1_000_000
"""The most characters in the text of a match."""
_HEADER: Final = re.compile(r"(?P<name>[A-Za-z][^:{}\n]*):[ \t]+(?P<value>[^\n]*)")
_SEAT: Final = re.compile(r"seat (?P<number>[0-9]+)(?: \(.*\))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MatchText:
    """The contents of a match text; everything but the moves may be missing."""

    moves: tuple[str, ...]
    game: str = ""
    digest: str = ""
    players: tuple[str, ...] = ()
    """By seat; "" where the text names no player."""
    seed: int = 0
    resigned: int | None = None
    """The seat that resigned."""


def write_match(
    match: MatchText, seat_names: Iterable[str], plies: Iterable[Ply], result: str = ""
) -> str:
    """The text of a match; `plies` are its moves with their seats."""
    lines = ["# a match of Ludwright", f"game: {match.game}", f"digest: {match.digest}"]
    named = zip(seat_names, match.players, strict=True)
    lines += [f"seat {i} ({seat}): {player}" for i, (seat, player) in enumerate(named, start=1)]
    lines.append(f"seed: {match.seed}")
    if match.resigned is not None:
        lines.append(f"resigned: seat {match.resigned + 1}")
    if result:
        lines.append(f"result: {result}")
    return "\n".join([*lines, "", *numbered(plies)]) + "\n"


def read_match(text: str, source: str = "match") -> MatchText:
    """The match in a text; raises MatchTextError if it cannot be read."""
    if len(text) > LONGEST:
        raise MatchTextError(f"{source}: expected at most {LONGEST} characters, got more")
    lines = text.removeprefix("\ufeff").splitlines()
    headers: dict[str, str] = {}
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        found = _HEADER.fullmatch(line)
        if line and not line.startswith("#") and found is None:
            break
        if found is not None:
            headers[found["name"].strip().lower()] = found["value"].strip()
        at += 1
    moves = move_words("\n".join(lines[at:]))
    if len(moves) > MOST_MOVES:
        raise MatchTextError(f"{source}: expected at most {MOST_MOVES} moves, got {len(moves)}")
    resigned = _seat_number(headers["resigned"], source) if "resigned" in headers else None
    return MatchText(
        moves=tuple(moves),
        game=headers.get("game", ""),
        digest=headers.get("digest", ""),
        players=_players(headers, source),
        seed=_seed(headers.get("seed", "0"), source),
        resigned=resigned,
    )


def _players(headers: dict[str, str], source: str) -> tuple[str, ...]:
    seats = {
        _seat_number(name, source): value
        for name, value in headers.items()
        if _SEAT.fullmatch(name)
    }
    return tuple(seats.get(seat, "") for seat in range(max(seats, default=-1) + 1))


def _seat_number(text: str, source: str) -> int:
    found = _SEAT.fullmatch(text)
    is_short = found is not None and len(found["number"]) <= 4
    number = int(found["number"]) if found is not None and is_short else 0
    if not 1 <= number <= MOST_SEATS:
        raise MatchTextError(f"{source}: expected a seat such as 'seat 1', got {text[:40]!r}")
    return number - 1


def _seed(text: str, source: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_SEED))
    if not is_number or int(text) > LARGEST_SEED:
        raise MatchTextError(
            f"{source}: expected a seed from 0 to {LARGEST_SEED}, got {text[:40]!r}"
        )
    return int(text)
