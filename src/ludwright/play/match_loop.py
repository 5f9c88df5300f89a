"""Matches in a Python loop, for players that the native core does not know.

The records have the shape of the native ones. A player that breaks, or makes an illegal move, ends
its match with Reason.FAULT; the playtest goes on, and its notes say what happened.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from ludwright.play.families import MatchOrder
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.player import UNLIMITED, Player, SearchPlayer
from ludwright.play.rules import Position, Rules

MOST_NOTES: int = 5
"""Faults that are told in words; the rest are only counted."""
MOST_ATTEMPTS: int = 32
"""Openings drawn anew because they ended the match."""


def stream(seed: int, index: int, purpose: str) -> Random:
    """The luck of one match for one purpose; it depends on these three alone."""
    text = f"{seed}/{index}/{purpose}".encode()
    return Random(int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "big"))


@dataclass
class _Match:
    """A match while it is played."""

    rules: Rules
    position: Position
    index: int
    is_swapped: bool
    start_lead: float
    moves: list[tuple[int, ...]] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    work: list[int] = field(default_factory=lambda: [0, 0])
    opening_plies: int = 0
    outcome: Outcome | None = None
    note: str = ""

    def make(self, move: Any, options: int, value: float) -> None:
        seat = self.position.seat
        after = self.position.after(move)
        self.moves.append(self.rules.pack_move(move))
        self.seats.append(seat)
        self.options.append(options)
        self.values.append(value)
        self.position = after
        self.leads.append(self.rules.lead(after))


def play_in_python(
    rules: Rules,
    players: Sequence[Player],
    order: MatchOrder,
    progress: Callable[[int, int], None] | None,
) -> tuple[dict[str, Any], list[str], bool]:
    """The columns of the matches, notes on faults, and whether all were played."""
    matches: list[_Match] = []
    is_complete = True
    try:
        for index in range(order.first_index, order.first_index + order.matches):
            matches.append(_play(rules, players, order, index))
            if progress is not None:
                progress(len(matches), order.matches)
    except KeyboardInterrupt:
        is_complete = False
    notes = [match.note for match in matches if match.note][:MOST_NOTES]
    return _columns(matches, len(rules.pack_move(_any_move(rules)))), notes, is_complete


def _any_move(rules: Rules) -> Any:
    return rules.start(0).moves()[0]


def _play(rules: Rules, players: Sequence[Player], order: MatchOrder, index: int) -> _Match:
    match = _with_opening(rules, order, index)
    seated = list(players)[::-1] if match.is_swapped else list(players)
    streams = [stream(order.seed, index, f"player {seat}") for seat in range(len(seated))]
    while (outcome := match.position.outcome()) is None:
        if len(match.moves) >= order.max_plies:
            outcome = Outcome((0.5, 0.5), Reason.PLY_LIMIT)
            break
        seat = match.position.seat
        try:
            _take_turn(match, seated[seat], streams[seat])
        except Exception as error:  # noqa: BLE001 - whatever a player does wrong is its fault
            kind = type(error).__name__
            match.note = f"match {index}, ply {len(match.moves)}, seat {seat}: {kind}: {error}"
            outcome = Outcome((0.5, 0.5), Reason.FAULT)
            break
    match.outcome = outcome
    return match


def _take_turn(match: _Match, player: Player, rng: Random) -> None:
    options = len(match.position.moves())
    if isinstance(player, SearchPlayer):
        found = player.search(match.position, UNLIMITED, rng)
        match.work[match.position.seat] += found.work
        match.make(found.move, options, found.value)
    else:
        match.make(player.choose(match.position, UNLIMITED, rng), options, float("nan"))


def _with_opening(rules: Rules, order: MatchOrder, index: int) -> _Match:
    """A match after its random first plies; an opening that ends it is drawn anew."""
    # Swapped matches come in pairs that share an opening.
    shared = index - index % 2 if order.swap_seats else index
    rng = stream(order.seed, shared, "setup")
    wanted = rng.choice(order.openings) if order.openings else 0
    is_swapped = order.swap_seats and index % 2 == 1
    start = rules.start(order.seed)
    start_lead = rules.lead(start)
    for _ in range(MOST_ATTEMPTS):
        match = _Match(rules, start, index, is_swapped, start_lead)
        while len(match.moves) < wanted and match.position.outcome() is None:
            moves = match.position.moves()
            match.make(rng.choice(moves), len(moves), float("nan"))
        if match.position.outcome() is None:
            match.opening_plies = len(match.moves)
            return match
    return _Match(rules, start, index, is_swapped, start_lead)


def _columns(matches: Sequence[_Match], width: int) -> dict[str, Any]:
    lengths = [len(match.moves) for match in matches]
    numbers = {reason: i + 1 for i, reason in enumerate(Reason)}
    outcomes = [match.outcome or Outcome((0.5, 0.5), Reason.FAULT) for match in matches]
    rows = [row for match in matches for row in match.moves]
    return {
        "offsets": np.cumsum([0, *lengths]),
        "moves": np.asarray(rows, dtype=np.int32).reshape(len(rows), width),
        "seats": [seat for match in matches for seat in match.seats],
        "options": [count for match in matches for count in match.options],
        "leads": [lead for match in matches for lead in match.leads],
        "values": [value for match in matches for value in match.values],
        "start_leads": [match.start_lead for match in matches],
        "scores": np.asarray([one.scores for one in outcomes]).reshape(len(matches), 2),
        "reasons": [numbers[one.reason] for one in outcomes],
        "indices": [match.index for match in matches],
        "opening_plies": [match.opening_plies for match in matches],
        "swapped": [match.is_swapped for match in matches],
        "out_of_time": [False for _ in matches],
        "finished": np.ones(len(matches), dtype=bool),
        "work": np.asarray([match.work for match in matches]).reshape(len(matches), 2),
    }
